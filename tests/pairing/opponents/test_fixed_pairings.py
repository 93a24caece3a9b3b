"""Boards set by hand: every system pairs the rest as brute force does with the same boards taken out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tools.pairing.evenings import crowded_evenings, evenings
from tests.tools.pairing.oracles import ORACLES
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, NextRound, PlayedBye, PlayerId, TournamentSnapshot

PLAYERS = 10


@pytest.mark.parametrize("code", ORACLES)
@given(
    data=st.data(),
    snapshot=evenings(players=PLAYERS) | crowded_evenings(players=7),
    rng=st.randoms(use_true_random=False),
)
def test_pinned_boards_stay_and_the_rest_is_what_brute_force_finds(
    code: str, data: st.DataObject, snapshot: TournamentSnapshot, rng: Random
) -> None:
    snapshot = replace(snapshot, planned_rounds=rng.choice([None, None, snapshot.next_number]))
    system = configured(SYSTEMS[code], data.draw(st.fixed_dictionaries(ORACLES[code].OPTIONS)))
    present = here(snapshot)
    assume(len(present) >= 2)
    rng.shuffle(present)
    pins = [PinnedBoard(white=present.pop(), black=present.pop())]
    while len(present) >= 2 and rng.random() < 0.4:
        pins.append(PinnedBoard(white=present.pop(), black=present.pop()))
    if present and rng.random() < 0.3:
        snapshot = with_given_bye(snapshot, present.pop())

    expected = ORACLES[code].Oracle(snapshot, system).pair([(pin.white, pin.black) for pin in pins])

    if expected is None:
        with pytest.raises(PairingImpossible):
            system.pair(snapshot, pinned=pins)
        return
    paired = system.pair(snapshot, pinned=pins)
    assert [(board.white, board.black) for board in paired.boards] == expected.boards
    assert {bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING} == {
        player for player, kind in expected.byes.items() if kind == "pairing"
    }
    by_hand = {(board.white, board.black) for board in paired.boards if board.pinned}
    assert by_hand == {(pin.white, pin.black) for pin in pins}


def here(snapshot: TournamentSnapshot) -> list[PlayerId]:
    elsewhere = {row.player for row in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
    taking_part = [each.number for each in snapshot.entrants if each.takes_part(snapshot.next_number)]
    return [player for player in taking_part if player not in elsewhere]


def with_given_bye(snapshot: TournamentSnapshot, player: PlayerId) -> TournamentSnapshot:
    """As the director gives one beforehand."""
    coming = snapshot.next_round
    given_bye = PlayedBye(player=player, kind=ByeKind.PAIRING)
    return replace(snapshot, next_round=NextRound(byes=(*coming.byes, given_bye), absences=coming.absences))
