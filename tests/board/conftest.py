"""Property tests say what is true, not how fast: a slow machine must not fail them."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
