"""Boards set by hand: every system pairs the rest as brute force does with the same boards taken out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.pairing.evenings import crowded_evenings, evenings
from tests.pairing.page_facts import Facts
from tests.pairing.systems import (
    attendance_monrad_oracle,
    drawboss_monrad_oracle,
    modified_monrad_oracle,
    norwegian_monrad_oracle,
)
from tests.pairing.test_neighbours import Page, by_the_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.last_resort import LastResort
from tournaments.pairing.neighbours import PairingOrder, Rules
from tournaments.pairing.paired_round import PairingImpossible, PinnedBoard
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.snapshot import ByeKind, NextRound, PlayedBye, PlayerId, TournamentSnapshot
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.systems.drawboss_monrad import DrawbossMonrad
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.systems.modified_monrad import LastRoundColours, ModifiedMonrad
from tournaments.pairing.systems.norwegian_monrad import LastRound, NorwegianMonrad

PLAYERS = 10


@dataclass(frozen=True, kw_only=True)
class Answer:
    """White and Black of each board in order, and who sits out as the odd one or by the director's choice."""

    boards: list[tuple[PlayerId, PlayerId]]
    sitting_out: set[PlayerId]


BruteForce: TypeAlias = Callable[[TournamentSnapshot, PairingSystem, list[PinnedBoard]], Answer | None]


def by(oracle: Callable[[TournamentSnapshot, PairingSystem], attendance_monrad_oracle.Oracle | Facts]) -> BruteForce:
    def by_the_page(snapshot: TournamentSnapshot, system: PairingSystem, pins: list[PinnedBoard]) -> Answer | None:
        found = oracle(snapshot, system).pair([(pin.white, pin.black) for pin in pins])
        if found is None:
            return None
        return Answer(boards=found.boards, sitting_out={p for p, kind in found.byes.items() if kind == "pairing"})

    return by_the_page


def keizer_by_the_page(snapshot: TournamentSnapshot, system: PairingSystem, pins: list[PinnedBoard]) -> Answer | None:
    assert isinstance(system, Keizer)
    rules = Rules(
        gap=system.gap,
        max_meetings=system.max_meetings,
        colour_limit=system.colour_limit,
        bye_choice=system.bye_choice,
        pairing=system.pairing,
        period_rounds=system.period_rounds,
    )
    page = Page(snapshot, [row.player for row in system.standings(snapshot, ()).rows], rules)
    found = by_the_page(page, pins) if page.present else None
    if found is None:
        return None
    boards, bye, _step = found
    return Answer(boards=boards, sitting_out=given_byes(snapshot) | ({bye} if bye else set()))


BRUTE_FORCE: Mapping[str, tuple[BruteForce, st.SearchStrategy[PairingSystem]]] = {
    "attendance_monrad": (
        by(attendance_monrad_oracle.Oracle),
        st.builds(AttendanceMonrad, max_meetings=st.sampled_from([1, 1, 2])),
    ),
    "keizer": (
        keizer_by_the_page,
        st.builds(
            Keizer,
            gap=st.integers(0, 4),
            max_meetings=st.sampled_from([None, 1, 2]),
            colour_limit=st.sampled_from([None, 1, 2]),
            pairing=st.sampled_from(PairingOrder),
        ),
    ),
    "modified_monrad": (
        by(modified_monrad_oracle.Oracle),
        st.builds(
            ModifiedMonrad,
            max_meetings=st.sampled_from([1, 1, 2]),
            last_round_colours=st.sampled_from(LastRoundColours),
        ),
    ),
    "norwegian_monrad": (
        by(norwegian_monrad_oracle.Oracle),
        st.builds(
            NorwegianMonrad,
            max_meetings=st.sampled_from([1, 1, 2]),
            last_round=st.sampled_from(LastRound),
            last_resort=st.sampled_from(LastResort),
        ),
    ),
    "drawboss_monrad": (by(drawboss_monrad_oracle.Oracle), st.just(DrawbossMonrad())),
}


def test_every_system_has_a_brute_force() -> None:
    assert set(BRUTE_FORCE) == set(SYSTEMS)


@pytest.mark.parametrize("code", sorted(BRUTE_FORCE))
@given(
    data=st.data(),
    snapshot=evenings(players=PLAYERS) | crowded_evenings(players=7),
    rng=st.randoms(use_true_random=False),
)
def test_pinned_boards_stay_and_the_rest_is_what_brute_force_finds(
    code: str, data: st.DataObject, snapshot: TournamentSnapshot, rng: Random
) -> None:
    brute_force, systems = BRUTE_FORCE[code]
    snapshot = replace(snapshot, planned_rounds=rng.choice([None, None, snapshot.next_number]))
    system = data.draw(systems)
    present = here(snapshot)
    assume(len(present) >= 2)
    rng.shuffle(present)
    pins = [PinnedBoard(white=present.pop(), black=present.pop())]
    while len(present) >= 2 and rng.random() < 0.4:
        pins.append(PinnedBoard(white=present.pop(), black=present.pop()))
    if present and rng.random() < 0.3:
        snapshot = with_given_bye(snapshot, present.pop())

    expected = brute_force(snapshot, system, pins)

    if expected is None:
        with pytest.raises(PairingImpossible):
            system.pair(snapshot, pinned=pins)
        return
    paired = system.pair(snapshot, pinned=pins)
    assert [(board.white, board.black) for board in paired.boards] == expected.boards
    assert {bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING} == expected.sitting_out
    by_hand = {(board.white, board.black) for board in paired.boards if board.pinned}
    assert by_hand == {(pin.white, pin.black) for pin in pins}


def here(snapshot: TournamentSnapshot) -> list[PlayerId]:
    elsewhere = {row.player for row in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
    taking_part = [each.number for each in snapshot.entrants if each.takes_part(snapshot.next_number)]
    return [player for player in taking_part if player not in elsewhere]


def given_byes(snapshot: TournamentSnapshot) -> set[PlayerId]:
    return {bye.player for bye in snapshot.next_round.byes if bye.kind is ByeKind.PAIRING}


def with_given_bye(snapshot: TournamentSnapshot, player: PlayerId) -> TournamentSnapshot:
    """As the director gives one beforehand."""
    coming = snapshot.next_round
    given_bye = PlayedBye(player=player, kind=ByeKind.PAIRING)
    return replace(snapshot, next_round=NextRound(byes=(*coming.byes, given_bye), absences=coming.absences))
