"""python -m bench: all figures, in one run."""

from bench import geometry, portable_wargame

portable_wargame.run_all()
geometry.run()
