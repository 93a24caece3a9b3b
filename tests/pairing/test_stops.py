"""When there is no round: every system says why in a sentence of its own, and what the director can do."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.pairing.test_every_system import check_sentence
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import SYSTEMS, rule_of
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard, Reason
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    TournamentSnapshot,
)
from tournaments.pairing.wording import sentence

all_systems = pytest.mark.parametrize(
    ("code", "preset"), [(code, preset) for code, cls in SYSTEMS.items() for preset in (None, *cls.info.presets)]
)


def _is_paired_by_who_has_met(code: str) -> bool:
    capabilities = configured(SYSTEMS[code], {}).capabilities()
    return capabilities.limits.gap is None and not capabilities.rounds.known_at_start


without_rematches = pytest.mark.parametrize("code", list(filter(_is_paired_by_who_has_met, SYSTEMS)))


def strict(code: str, **options: Any) -> PairingSystem:
    """Stopping rather than allowing a rematch, where that is an option."""
    if "last_resort" in {option.code for option in fields_of(SYSTEMS[code])}:
        options["last_resort"] = "stop"
    return configured(SYSTEMS[code], options)


def stop(system: PairingSystem, snapshot: TournamentSnapshot) -> list[Reason]:
    """Why there is no round; each reason has its sentence."""
    with pytest.raises(PairingImpossible) as impossible:
        system.pair(snapshot)
    for reason in impossible.value.reasons:
        check_sentence(reason)
    return list(impossible.value.reasons)


def said(reasons: list[Reason]) -> str:
    return " ".join(sentence(reason, "P{}".format) for reason in reasons)


def all_have_met(count: int) -> TournamentSnapshot:
    """Everybody has met everybody, in games that came about somehow."""
    pairs = [(one, other) for one in range(1, count + 1) for other in range(one + 1, count + 1)]
    return tournament(count, *(f"{one}:{other} 1/2-1/2" for one, other in pairs))


@all_systems
def test_all_planned_rounds_are_played(code: str, preset: str | None) -> None:
    snapshot = tournament(4, "2:1 1-0, 4:3 1-0", "1:3 1-0, 2:4 1-0", planned_rounds=2)
    system = configured(SYSTEMS[code], {}, preset=preset)
    assert system.is_finished(snapshot)
    assert said(stop(system, snapshot)) == "All planned rounds have been played; rounds so far: 2."


@all_systems
@pytest.mark.parametrize("count", [0, 3])
def test_nobody_is_there(code: str, preset: str | None, count: int) -> None:
    away = tuple(Absence(player=number, kind=AbsenceKind.EXCUSED) for number in range(1, count + 1))
    snapshot = replace(tournament(count), next_round=NextRound(absences=away))
    assert said(stop(configured(SYSTEMS[code], {}, preset=preset), snapshot)) == "Nobody is present."


@without_rematches
@pytest.mark.parametrize("count", [2, 4, 6])
def test_more_rounds_than_the_field_allows(code: str, count: int) -> None:
    reasons = stop(strict(code), all_have_met(count))
    everybody = ", ".join(f"P{number}" for number in range(1, count + 1))
    named = said(reasons).partition("for: ")[2].partition(".")[0]
    assert sorted(named.replace(" and ", ", ").split(", ")) == everybody.split(", ")
    assert rule_of(reasons[-1].rule).is_remedy


@without_rematches
def test_some_have_met_all_who_are_here(code: str) -> None:
    snapshot = tournament(4, "1:2 1/2-1/2", "1:3 1/2-1/2", "1:4 1/2-1/2")
    reasons = stop(strict(code), snapshot)
    assert "P1" in said(reasons)
    assert rule_of(reasons[-1].rule).is_remedy


@without_rematches
def test_each_has_somebody_left_but_not_all_at_once(code: str) -> None:
    """2, 3 and 4 are left to 1 alone: two of them have nobody."""
    snapshot = tournament(4, "2:3 1/2-1/2", "2:4 1/2-1/2", "3:4 1/2-1/2")
    assert next(reason.rule for reason in stop(strict(code), snapshot)) == "impossible/not_all"


@all_systems
@pytest.mark.parametrize("count", [2, 4, 7])
def test_everybody_is_forbidden_to_meet(code: str, preset: str | None, count: int) -> None:
    pairs = {frozenset({one, other}) for one in range(1, count + 1) for other in range(1, one)}
    snapshot = tournament(count, forbidden_pairs=frozenset(pairs))
    reasons = stop(configured(SYSTEMS[code], {}, preset=preset), snapshot)
    assert len(reasons) >= 2
    assert rule_of(reasons[-1].rule).is_remedy


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        (
            "norwegian_monrad",
            "Somebody must sit out, but all to be paired have had the bye for an odd number of players or a win by "
            "forfeit. "
            "The director can give somebody the bye by hand.",
        ),
        (
            "drawboss_monrad",
            "Somebody must sit out, but all who are here have had the bye before. "
            "The director can set a rematch by hand or give somebody the bye.",
        ),
    ],
)
def test_everybody_has_had_the_bye(code: str, sentences: str) -> None:
    snapshot = tournament(3, "1 pairing", "2 pairing", "3 pairing")
    assert said(stop(strict(code), snapshot)) == sentences
    given = NextRound(byes=(PlayedBye(player=2, kind=ByeKind.PAIRING),))
    paired = strict(code).pair(replace(snapshot, next_round=given))
    assert isinstance(paired, PairedRound), "what the sentence proposes can be done"
    assert len(paired.boards) == 1


@pytest.mark.parametrize("code", ["attendance_monrad", "keizer", "modified_monrad"])
def test_everybody_has_had_the_bye_and_somebody_gets_it_again(code: str) -> None:
    paired = strict(code).pair(tournament(3, "1 pairing", "2 pairing", "3 pairing"))
    assert len(paired.byes) == 1


@without_rematches
def test_a_rematch_by_hand_is_what_helps(code: str) -> None:
    snapshot = all_have_met(2)
    [board] = strict(code).pair(snapshot, pinned=[PinnedBoard(white=1, black=2)]).boards
    assert "pin/met" in {reason.rule for reason in board.reasons}


def test_one_is_left_after_elimination() -> None:
    system = configured(SYSTEMS["drawboss_monrad"], {"elimination": 1})
    snapshot = tournament(4, "1:2 1-0, 3:4 1-0", "1:3 1-0")
    assert system.is_finished(snapshot)
    assert said(stop(system, snapshot)) == (
        "The winner is known: only P1 is still in. The director can let everybody play on, by an option "
        "of the tournament."
    )
    assert configured(SYSTEMS["drawboss_monrad"], {"elimination": 1, "play_on": True}).pair(snapshot).boards


def test_nobody_is_left_after_elimination() -> None:
    system = configured(SYSTEMS["drawboss_monrad"], {"elimination": 1})
    assert said(stop(system, tournament(2, "1:2 ---"))).startswith("All players are out.")


def test_two_are_left_who_have_met() -> None:
    system = configured(SYSTEMS["drawboss_monrad"], {"elimination": 2})
    snapshot = tournament(3, "1:2 1-0", "1:3 1-0", "2:3 1/2-1/2", "1:3 1-0")
    reasons = stop(system, snapshot)
    assert rule_of(reasons[-1].rule).is_remedy
    assert "share the win" in said(reasons)


def test_seeding_needs_a_rating() -> None:
    system = configured(SYSTEMS["norwegian_monrad"], {"numbering": "seeded"})
    unrated = [Entrant(number=number) for number in range(1, 9)]
    with pytest.raises(PairingImpossible) as impossible:
        system.start_numbers(unrated, Lots("12" * 32, 0))
    assert said(list(impossible.value.reasons)) == (
        "Nobody has a rating, so there is nothing to seed by. Enter ratings, or choose numbers by lot."
    )
    assert sorted(system.start_numbers([], Lots("12" * 32, 0))) == []


@all_systems
def test_no_stop_names_a_name_or_a_word(code: str, preset: str | None) -> None:
    """Facts are typed: a stop can be kept and worded again in any language."""
    for snapshot in (tournament(0), tournament(4, planned_rounds=0)):
        for reason in stop(configured(SYSTEMS[code], {}, preset=preset), snapshot):
            assert Reason.from_json(json.loads(json.dumps(reason.to_json()))) == reason
