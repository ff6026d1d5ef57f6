"""python -m bench: all figures, in one run."""

from bench import books, great_battles, odds, portable_wargame, server, soak, web

portable_wargame.run_all()
great_battles.run_all()
books.run_all()
odds.run()
server.run()
soak.run()
web.run()
