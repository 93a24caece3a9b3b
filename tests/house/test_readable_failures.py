"""A failing test prints its cause: tournaments as they are drawn, no line or list that fills a screen."""

import functools
from fractions import Fraction

import pytest
from _pytest._code.code import ExceptionChainRepr, ReprEntry
from hypothesis import given
from hypothesis.vendor.pretty import pretty

from tests.tools.guards.readable import LONGEST, WIDEST, drawn, shorten
from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import evenings
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.pairing.systems.modified_monrad import ModifiedMonrad
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot


@functools.singledispatch  # through a frame of Python's own
def fails(cause: Exception) -> None:
    raise cause


def report_of(cause: Exception) -> pytest.TestReport:
    """As pytest makes one of a test that fails with this."""
    with pytest.raises(type(cause)) as caught:
        fails(cause)
    longrepr = caught.getrepr(style="short")
    return pytest.TestReport("n", ("", 0, ""), {}, "failed", longrepr, "call")  # type: ignore[arg-type]


def entries_of(report: pytest.TestReport) -> list[ReprEntry]:
    assert isinstance(report.longrepr, ExceptionChainRepr)
    return [entry for entry in report.longrepr.reprtraceback.reprentries if isinstance(entry, ReprEntry)]


def test_a_tournament_is_told_as_it_is_drawn() -> None:
    snapshot = tournament(5, "2:1 1-0, 4:3 *, 5 pairing", "1:3 0-1, 2 excused", coming="4 half", planned_rounds=3)

    assert pretty(snapshot) == (
        "tournament(5, '2:1 1-0, 4:3 *, 5 pairing', '1:3 0-1, 2 excused', coming='4 half', planned_rounds=3)"
    )


def test_entrants_are_told_by_what_is_particular_about_them() -> None:
    assert drawn(tournament([Entrant(number=1), Entrant(number=7, rating=1500)])) == (
        "tournament([Entrant(number=1), Entrant(number=7, rating=1500)])"
    )


def test_what_cannot_be_drawn_of_a_game_is_told_after_it() -> None:
    games = (
        PlayedGame(board=1, white=1, black=2, result=Result.DRAW),
        PlayedGame(board=2, white=3, black=4, result=Result.DRAW, by_hand=True, known_from=3),
    )
    snapshot = tournament(4)
    snapshot = TournamentSnapshot(entrants=snapshot.entrants, rounds=(PlayedRound(number=1, games=games),))

    assert drawn(snapshot) == (
        "tournament(4, '1:2 1/2-1/2, 3:4 1/2-1/2'), and in its games round 1, 3:4 by_hand=True, known_from=3"
    )


@given(evenings())
def test_what_is_told_can_be_copied_into_a_test(snapshot: TournamentSnapshot) -> None:
    text, _and, more = drawn(snapshot).partition(", and in its games ")

    again = eval(text, {"tournament": tournament, "Entrant": Entrant})  # noqa: S307
    assert again == snapshot or more


def test_a_system_and_a_file_are_told_by_what_was_set() -> None:
    system = ModifiedMonrad(win=Fraction(5, 2), max_meetings=2)
    file = TournamentFile(name="Cup", system="keizer", names={1: "Anna"}, snapshot=tournament(1))

    assert pretty(system) == 'ModifiedMonrad(win="5/2", max_meetings=2)'
    assert pretty(file) == "TournamentFile(name='Cup', system='keizer', names={1: 'Anna'}, snapshot=tournament(1))"


def test_a_cause_is_cut_to_what_can_be_read() -> None:
    report = report_of(ValueError("\n".join(["first", "x" * 5_000, *["more"] * 500, "last"])))
    shorten(report)

    told = entries_of(report)[-1].lines
    assert len(told) <= LONGEST + 1
    assert max(len(line) for line in told) <= WIDEST + 50
    assert "first" in "".join(told)
    assert "last" in told[-1]
    assert any("characters, shown by -v" in line for line in told)
    assert any("lines, shown by -v" in line for line in told)


def test_a_short_cause_stays_as_it_is() -> None:
    report = report_of(ValueError("short"))
    before = entries_of(report)[-1].lines[:]
    shorten(report)

    assert entries_of(report)[-1].lines == before


def test_only_our_own_frames_lead_to_the_cause() -> None:
    report = report_of(ValueError("short"))
    places = [str(entry.reprfileloc) for entry in entries_of(report)]
    assert any("functools.py" in place for place in places)
    shorten(report)

    left = [str(entry.reprfileloc) for entry in entries_of(report)]
    assert left == [place for place in places if "functools.py" not in place]
    assert len(left) == 2
