"""python -m bench: all figures, in one run."""

from bench import geometry, great_battles, portable_wargame, server, web

portable_wargame.run_all()
great_battles.run_all()
geometry.run()
server.run()
web.run()
