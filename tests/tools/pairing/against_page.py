"""A system against its oracle: the same boards, colours, byes and tables, or no round from either."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import strategies as st

from tests.tools.pairing.evenings import crowded_evenings, evenings
from tests.tools.pairing.page_facts import Facts, Line
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import PairingImpossible, Pin, PinnedBoard, PinnedBye
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.table import Row

_RESULTS = [*[Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW] * 4, *Result]


def with_white_last(snapshot: TournamentSnapshot) -> TournamentSnapshot:
    """Only those come who had white in their last game, in odd fields for the last round: colours are hard to give."""
    games = [game for played in snapshot.rounds for game in played.games if not game.result.is_forfeit]
    last = {player: game for game in games for player in (game.white, game.black)}
    coming = snapshot.next_round
    elsewhere = {row.player for row in (*coming.absences, *coming.byes)}
    away = [
        Absence(player=player, kind=AbsenceKind.EXCUSED)
        for player in snapshot.by_number
        if player not in elsewhere and (player not in last or last[player].black == player)
    ]
    return replace(
        snapshot,
        next_round=NextRound(byes=coming.byes, absences=(*coming.absences, *away)),
        planned_rounds=snapshot.next_number if len(snapshot.entrants) % 2 else None,
    )


@st.composite
def estranged_evenings(draw: st.DrawFn) -> TournamentSnapshot:
    """Points by byes alone, and many who may not meet: score groups cannot be completed, floaters find few below."""
    rng = Random(draw(st.integers(0, 2**32)))
    numbers = range(1, rng.choice([6, 8, 8, 8, 9]) + 1)
    how_many = rng.choice([0.3, 0.45, 0.6])
    byes = [rng.randint(1, len(numbers)), rng.randint(1, 4)]
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in numbers),
        rounds=tuple(
            PlayedRound(
                number=number,
                byes=tuple(PlayedBye(player=player, kind=ByeKind.FULL) for player in numbers[:count]),
                absences=tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in numbers[count:]),
            )
            for number, count in enumerate(byes, start=1)
        ),
        forbidden_pairs=frozenset(frozenset(pair) for pair in combinations(numbers, 2) if rng.random() < how_many),
        seed=rng.randbytes(32).hex(),
    )


any_evenings = (
    evenings(players=8) | crowded_evenings(players=8) | estranged_evenings() | evenings(players=14).map(with_white_last)
)


@st.composite
def own_evenings(
    draw: st.DrawFn, systems: st.SearchStrategy[PairingSystem], *, players: int = 8, rounds: int = 7
) -> tuple[PairingSystem, TournamentSnapshot]:
    """Rounds paired by the system itself, as long as it can, with results by chance."""
    system = draw(systems)
    rng = Random(draw(st.integers(0, 2**32)))
    count = draw(st.integers(3, players))
    held = draw(st.integers(0, min(rounds, count)))
    coming_by = rng.choice([1.0, 1.0, 0.9, 0.7])
    snapshot = TournamentSnapshot(
        entrants=tuple(_entrant(rng, number, held) for number in range(1, count + 1)),
        planned_rounds=rng.choice([None, held + 1, held + 1, held + 4]),
        forbidden_pairs=frozenset({frozenset(rng.sample(range(1, count + 1), 2))} if rng.random() < 0.2 else ()),
        seed=rng.randbytes(32).hex(),
    )
    for number in range(1, held + 2):
        snapshot = replace(snapshot, next_round=_away(rng, snapshot, number, coming_by))
        if number > held:
            break
        try:
            paired = system.pair(snapshot)
        except PairingImpossible:
            break
        played = PlayedRound(
            number=number,
            games=tuple(
                PlayedGame(board=board.board, white=board.white, black=board.black, result=rng.choice(_RESULTS))
                for board in paired.boards
            ),
            byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
            absences=snapshot.next_round.absences,
        )
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played))
    return system, snapshot


def _entrant(rng: Random, number: PlayerId, held: int) -> Entrant:
    first = rng.randint(1, held + 2)
    away = rng.choice([()] * 8 + [((first, None),), ((first, first + 1),)])
    return Entrant(number=number, joined_round=rng.choice([1] * 8 + [rng.randint(1, held + 2)]), away=away)


def _away(rng: Random, snapshot: TournamentSnapshot, number: int, coming_by: float) -> NextRound:
    taking_part = [each.number for each in snapshot.entrants if each.takes_part(number)]
    away = [player for player in taking_part if rng.random() > coming_by]
    asked = [player for player in away if rng.random() < 0.4]
    kinds = [ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO]
    return NextRound(
        byes=tuple(PlayedBye(player=player, kind=rng.choice(kinds)) for player in asked),
        absences=tuple(
            Absence(player=player, kind=rng.choice(list(AbsenceKind))) for player in away if player not in asked
        ),
    )


def some_pins(rng: Random, oracle: Facts) -> list[Pin]:
    here = sorted(oracle.present())
    rng.shuffle(here)
    pins: list[Pin] = []
    while len(here) >= 2 and rng.random() < 0.3:
        pins.append(PinnedBoard(white=here.pop(), black=here.pop()))
    if here and rng.random() < 0.2:
        pins.append(PinnedBye(player=here.pop()))
    return pins


def check_round(
    system: PairingSystem, oracle: Facts, snapshot: TournamentSnapshot, pins: list[Pin] | None = None
) -> None:
    pins = pins or []
    boards = [(pin.white, pin.black) for pin in pins if isinstance(pin, PinnedBoard)]
    sits_out = next((pin.player for pin in pins if isinstance(pin, PinnedBye)), None)
    expected = oracle.pair(boards, sits_out)
    if expected is None:
        with pytest.raises(PairingImpossible) as caught:
            system.pair(snapshot, pinned=pins)
        assert caught.value.reasons
        return
    paired = system.pair(snapshot, pinned=pins)
    assert [(board.white, board.black) for board in paired.boards] == expected.boards
    assert {bye.player: bye.kind.value for bye in paired.byes} == expected.byes
    assert [board.board for board in paired.boards] == list(range(1, len(paired.boards) + 1))
    everybody = [p for board in expected.boards for p in board] + list(expected.byes)
    assert sorted(everybody + [left.player for left in paired.left_out]) == sorted(snapshot.by_number)
    assert bool(paired.notes) == expected.relaxed
    assert all(board.reasons for board in paired.boards)


def value_of(row: Row, codes: list[str]) -> list[Fraction]:
    """A cell left empty says nothing, like 0."""
    values = [row.cells[code].value if code in row.cells else None for code in codes]
    return [value if isinstance(value, Fraction) else Fraction(value or 0) for value in values]


def check_table(system: PairingSystem, oracle: Facts, snapshot: TournamentSnapshot, codes: list[str]) -> None:
    """`codes`: the tie-breaks' columns, in the order of the page."""
    table = system.standings(snapshot, tie_breaks_of(system))
    shown = [Line(row.rank, row.player, *value_of(row, ["points"]), value_of(row, codes)) for row in table.rows]
    assert shown == oracle.standings()
    tables = [type(oracle)(snapshot.after(held), system).standings() for held in range(len(snapshot.rounds) + 1)]
    assert [*system.history(snapshot)] == [{line.player: line.points for line in lines} for lines in tables]
    for row in table.rows:
        for code in ("points", *codes):
            if code in row.cells and row.cells[code].value is not None:
                assert sum(term.amount for term in row.cells[code].terms) == row.cells[code].value
