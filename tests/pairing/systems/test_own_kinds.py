"""A club's own kinds of absence in systems that have no pay for them: names, which count as excused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.absence_kinds import NAMED_KINDS
from tournaments.pairing.types.options import OptionError, configured, fields_of
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Entrant,
    NextRound,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.wording import sentence

ABROAD = {"code": "abroad", "name": "Abroad", "asked": "card"}
OF_NAMES = sorted(
    code for code, system in SYSTEMS.items() if any(option.structure is NAMED_KINDS for option in fields_of(system))
)


def of(code: str, *kinds: dict[str, str], **options: object) -> PairingSystem:
    return configured(SYSTEMS[code], {"absence_kinds": list(kinds), **options})


def away_in_round_one(kind: str) -> TournamentSnapshot:
    first = PlayedRound(
        number=1,
        games=(PlayedGame(board=1, white=1, black=2, result=Result.DRAW),),
        absences=(Absence(player=3, kind=kind),),
    )
    entrants = tuple(Entrant(number=number, rating=1500) for number in (1, 2, 3))
    return TournamentSnapshot(entrants=entrants, rounds=(first,), next_round=NextRound(), seed="ab" * 32)


def test_all_systems_of_an_evening_have_them() -> None:
    assert OF_NAMES == [
        "all_play_all", "attendance_monrad", "drawboss_monrad", "fide_dutch", "fide_team", "modified_monrad",
        "norwegian_monrad",
    ]  # fmt: skip


@pytest.mark.parametrize("code", OF_NAMES)
def test_they_give_what_an_excused_absence_gives_and_are_said(code: str) -> None:
    options = {"attendance_monrad": {"excused_points": 1}, "modified_monrad": {"absent_points": 1}}.get(code, {})
    system = of(code, ABROAD, **options)
    worth = [
        system.capabilities().record(away_in_round_one(kind)).entries[3][0].points
        for kind in ("abroad", AbsenceKind.EXCUSED)
    ]
    assert worth[0] == worth[1] == Fraction(bool(options))
    assert "“Abroad” counts as an excused absence." in [sentence(each, {}, str) for each in system.settings()]


def test_they_use_up_the_paid_absences_of_konrad() -> None:
    rules = of("norwegian_monrad", ABROAD, paid_absences=2).capabilities().absences
    assert (rules.paid, "abroad" in rules.counted) == (2, True)


@pytest.mark.parametrize("pays", [{"share": "1/3"}, {"points": "2"}, {"win_share": "1"}, {"paid": 3}])
@pytest.mark.parametrize("code", OF_NAMES)
def test_one_that_pays_by_itself_is_refused_there(code: str, pays: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="pays nothing of its own"):
        of(code, ABROAD | pays)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", OF_NAMES)
def test_without_them_nothing_has_changed(code: str) -> None:
    before = configured(SYSTEMS[code], {}).capabilities()
    assert before.absences.own_kinds == ()
    assert before.absences.counted == frozenset(AbsenceKind)
