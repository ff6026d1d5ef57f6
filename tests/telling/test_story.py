"""The log as a story."""

from sandtable.telling.story import sentence


def test_a_line_of_the_log_begins_like_a_sentence():
    assert sentence("the weather: clear") == "The weather: clear"
    assert sentence("A1 stands down") == "A1 stands down"
