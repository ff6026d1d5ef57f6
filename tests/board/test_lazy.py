"""Values that are worked out once for everybody."""

from sandtable.board.lazy import Remembered


def test_two_who_ask_by_turns_see_everything_and_it_is_worked_out_once():
    worked_out = []

    def squares():
        for number in range(4):
            worked_out.append(number)
            yield number * number

    known = Remembered(squares())
    one, other = iter(known), iter(known)
    assert [next(one), next(other), next(other), next(one)] == [0, 0, 1, 1]
    assert worked_out == [0, 1]
    assert [*one] == [4, 9] and [*other] == [4, 9] and [*known] == [0, 1, 4, 9]
    assert worked_out == [0, 1, 2, 3]
