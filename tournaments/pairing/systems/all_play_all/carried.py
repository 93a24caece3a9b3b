"""Games of another stage that count here (rulebook, all_play_all, Groups: `carry`): the first meetings that the plan
has for the two are theirs, and are not set up again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tournaments.pairing.systems.all_play_all.berger import BergerTable
from tournaments.pairing.types.snapshot import CarriedGame, PlayedGame, PlayedRound, PlayerId, TournamentSnapshot

KNOWN = 1
"""Before the first round."""


def carried_in(snapshot: TournamentSnapshot, plan: BergerTable) -> dict[int, list[CarriedGame]]:
    """By the round of the plan whose game each stands for. One beyond the meetings of the plan stands for none."""
    by_pair: dict[frozenset[PlayerId], list[CarriedGame]] = defaultdict(list)
    for game in snapshot.carried:
        if {game.white, game.black} <= snapshot.by_number.keys():
            by_pair[frozenset({game.white, game.black})].append(game)
    found: dict[int, list[CarriedGame]] = defaultdict(list)
    for pair, games in by_pair.items():
        for number, game in zip(_meetings(plan, pair), games, strict=False):
            found[number].append(game)
    return found


def with_carried(snapshot: TournamentSnapshot, plan: BergerTable) -> TournamentSnapshot:
    """Each carried game in its round of the plan, as if it had been played there early."""
    if not snapshot.carried:
        return snapshot
    rounds = {played.number: played for played in (*snapshot.rounds, *snapshot.ahead)}
    for number, games in carried_in(snapshot, plan).items():
        played = rounds.get(number, PlayedRound(number=number))
        for game in games:
            played = _with(played, game)
        rounds[number] = played
    last = len(snapshot.rounds)
    return replace(
        snapshot,
        rounds=tuple(played for number, played in rounds.items() if number <= last),
        ahead=tuple(played for number, played in rounds.items() if number > last),
        carried=(),
    )


def _with(played: PlayedRound, game: CarriedGame) -> PlayedRound:
    """Whoever has a game has nothing else in the round. A board that was set for one of them all the same stands."""
    both = {game.white, game.black}
    if any(both & {each.white, each.black} for each in played.games):
        return played
    board = max((each.board for each in played.games), default=0) + 1
    carried = PlayedGame(
        board=board, white=game.white, black=game.black, result=game.result, known_from=KNOWN, group=game.group
    )
    return replace(
        played,
        games=(*played.games, carried),
        byes=tuple(bye for bye in played.byes if bye.player not in both),
        absences=tuple(away for away in played.absences if away.player not in both),
    )


def _meetings(plan: BergerTable, pair: frozenset[PlayerId]) -> Iterator[int]:
    one, other = sorted(pair)
    if other > plan.numbers:
        return
    for number in range(1, plan.rounds + 1):
        if plan.opponent(one, number) == other:
            yield number
