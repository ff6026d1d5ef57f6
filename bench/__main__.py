"""python -m bench: all figures, in one run."""

from bench import books, great_battles, growth, odds, portable_wargame, server, soak, starting, thinking, web

portable_wargame.run_all()
great_battles.run_all()
books.run_all()
odds.run()
thinking.run()
growth.run()
starting.show()
server.run()
soak.run()
web.run()
