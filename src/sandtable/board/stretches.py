"""Cuts a line by the things that it runs over."""

from itertools import pairwise
from typing import TypeVar

from sandtable.board import shapes

T = TypeVar("T")


def stretches(met: list[tuple[shapes.Span, T]], length: float) -> list[tuple[float, float, list[T], list[T]]]:
    """Cuts a line wherever something begins or ends, into (from, to, things on the left, things on the right).

    If both sides have the same things, the two are the same list.
    """
    if len(met) == 1 and met[0][0][2] == shapes.BOTH:  # the usual case, done quickly
        (start, end, _), item = met[0]
        inside, outside = [item], list[T]()
        thirds = (0.0, start, outside, outside), (start, end, inside, inside), (end, length, outside, outside)
        return [third for third in thirds if third[1] - third[0] > shapes.SLACK]
    cuts = {0.0, length}
    for (low, high, _), _ in met:
        cuts.update((low, high))
    parts = []
    for low, high in pairwise(sorted(cuts)):
        if high - low > shapes.SLACK:
            middle = (low + high) / 2
            here = [(span[2], item) for span, item in met if span[0] < middle < span[1]]
            left = right = [item for _, item in here]
            if any(hand != shapes.BOTH for hand, _ in here):
                left = [item for hand, item in here if hand & shapes.LEFT]
                right = [item for hand, item in here if hand & shapes.RIGHT]
            parts.append((low, high, left, right))
    return parts
