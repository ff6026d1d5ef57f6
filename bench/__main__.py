"""python -m bench: all figures, in one run."""

from bench import great_battles, portable_wargame, server, web

portable_wargame.run_all()
great_battles.run_all()
server.run()
web.run()
