"""Random small tournaments with everything that happens in a club, for Hypothesis."""

from random import Random

from hypothesis import strategies as st

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

_RESULTS = [*Result, Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW]
_SEED = "5eed" * 16


@st.composite
def evenings(draw: st.DrawFn, *, players: int = 8, rounds: int = 6) -> TournamentSnapshot:
    """Rounds are drawn at random, not paired by any rule: what counts is what was really played."""
    return _evening(Random(draw(st.integers(0, 2**32))), draw(st.integers(0, players)), draw(st.integers(0, rounds)))


def evening_by(rng: Random, *, players: int = 8, rounds: int = 6) -> TournamentSnapshot:
    """The same by seed; whoever shrinks it has three numbers to do it by."""
    return _evening(Random(rng.randrange(2**32)), rng.randint(0, players), rng.randint(0, rounds))


def _evening(rng: Random, count: int, held: int) -> TournamentSnapshot:
    numbers = sorted(rng.sample(range(1, count + 4), count))
    entrants = tuple(_entrant(rng, number, held) for number in numbers)
    some_present = rng.choice([0.6, 0.9, 1.0])
    pairs = {frozenset(rng.sample(numbers, 2)) for _ in range(rng.choice([0, 0, 1, 3])) if count >= 2}
    return TournamentSnapshot(
        entrants=entrants,
        rounds=tuple(_round(rng, number, entrants, some_present) for number in range(1, held + 1)),
        next_round=_next_round(rng, entrants, held + 1, some_present),
        forbidden_pairs=frozenset(pairs),
        planned_rounds=rng.choice([None, None, held + 1, held + 5, held]),
        seed=_SEED,
    )


@st.composite
def crowded_evenings(draw: st.DrawFn, *, players: int = 8, rounds: int = 12) -> TournamentSnapshot:
    """Everybody comes until most have met: nothing fits without rematches, and there is a choice of them."""
    rng = Random(draw(st.integers(0, 2**32)))
    count = draw(st.integers(2, players))
    return _crowded_evening(rng, count, draw(st.integers(count - 1, rounds)))


def crowded_evening_by(rng: Random, *, players: int = 8, rounds: int = 12) -> TournamentSnapshot:
    count = rng.randint(2, players)
    return _crowded_evening(Random(rng.randrange(2**32)), count, rng.randint(count - 1, rounds))


def _crowded_evening(rng: Random, count: int, held: int) -> TournamentSnapshot:
    entrants = tuple(Entrant(number=number) for number in range(1, count + 1))
    pairs = {frozenset(rng.sample(range(1, len(entrants) + 1), 2)) for _ in range(rng.choice([0, 0, 0, 1, 2]))}
    return TournamentSnapshot(
        entrants=entrants,
        rounds=tuple(_round(rng, number, entrants, 1.0) for number in range(1, held + 1)),
        forbidden_pairs=frozenset(pairs),
        seed=_SEED,
    )


def played_round(before: TournamentSnapshot, chance: int) -> PlayedRound:
    """Some next round, drawn like those before it."""
    rng = Random(chance)
    return _round(rng, before.next_number, before.entrants, rng.choice([0.6, 0.9, 1.0]))


def _entrant(rng: Random, number: PlayerId, held: int) -> Entrant:
    joined = rng.choice([1, 1, 1, 1, rng.randint(1, held + 2)])
    first = rng.randint(1, held + 2)
    last = rng.choice([None, first, first + 1])
    return Entrant(number=number, joined_round=joined, away=rng.choice([(), (), (), ((first, last),)]))


def _absent(rng: Random, entrants: tuple[Entrant, ...], number: int, some_present: float) -> list[PlayerId]:
    return [each.number for each in entrants if each.takes_part(number) and rng.random() > some_present]


_KINDS = [kind for kind in ByeKind if kind is not ByeKind.UNPAID]
"""What any system may give, or be asked for."""


def _round(rng: Random, number: int, entrants: tuple[Entrant, ...], some_present: float) -> PlayedRound:
    away = _absent(rng, entrants, number, some_present)
    present = [each.number for each in entrants if each.takes_part(number) and each.number not in away]
    rng.shuffle(present)
    byes = [PlayedBye(player=present.pop(), kind=ByeKind.PAIRING)] if len(present) % 2 else []
    marked = [player for player in away if rng.random() < 0.8]
    asked = [player for player in marked if rng.random() < 0.4]
    byes += [PlayedBye(player=player, kind=rng.choice(_KINDS)) for player in asked]
    games = zip(present[::2], present[1::2], strict=True)
    return PlayedRound(
        number=number,
        games=tuple(
            PlayedGame(board=board, white=white, black=black, result=rng.choice(_RESULTS))
            for board, (white, black) in enumerate(games, start=1)
        ),
        byes=tuple(byes),
        absences=tuple(
            Absence(player=player, kind=rng.choice(list(AbsenceKind))) for player in marked if player not in asked
        ),
    )


def _next_round(rng: Random, entrants: tuple[Entrant, ...], number: int, some_present: float) -> NextRound:
    away = _absent(rng, entrants, number, some_present)
    asked = [player for player in away if rng.random() < 0.3]
    kinds = [ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO]
    return NextRound(
        byes=tuple(PlayedBye(player=player, kind=rng.choice(kinds)) for player in asked),
        absences=tuple(
            Absence(player=player, kind=rng.choice(list(AbsenceKind))) for player in away if player not in asked
        ),
    )
