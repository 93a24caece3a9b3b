"""Who is still in: the course of a cup as it was played (rulebook, cup, A tie; Places).

What counts is what was really played: whoever wins a tie against somebody who is in, is in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.pairing.history.record import Scoring
from tournaments.pairing.systems.cup.board_steps import BY_BOARDS, BoardDecision, Leg, by_boards
from tournaments.pairing.systems.cup.match_deciding import (
    BY_ITSELF,
    MAIN,
    SECOND_GAME,
    STEP_NAMES,
    WALK_OVER,
    MatchStep,
    MatchSteps,
)
from tournaments.pairing.systems.cup.seeds import seeded
from tournaments.pairing.types.knockout import BY_LOT, Match, MatchEnding
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import ByeKind, PlayedGame, PlayedRound, PlayerId, Result, TournamentSnapshot

PLAIN = Scoring(win=Fraction(1), draw=Fraction(0), loss=Fraction(0), bye=Fraction(1))
"""Points are no points here; rounds won are counted."""
_WINNERS = {  # not all: nobody has won the others
    Result.WHITE_WINS: "white",
    Result.WHITE_WINS_BY_FORFEIT: "white",
    Result.BLACK_WINS: "black",
    Result.BLACK_WINS_BY_FORFEIT: "black",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRules:
    """`games` 1 or 2 for a tie; the final may have its own. `in_step`: as without a tree, a round is drawn
    only when all ties before it are decided."""

    games: int
    decide: MatchSteps
    final_games: int
    decide_final: MatchSteps
    in_step: bool


def has_left(snapshot: TournamentSnapshot, player: PlayerId) -> bool:
    """For good, by the round to come."""
    away = snapshot.by_number[player].away
    return any(last is None and first <= snapshot.next_number for first, last in away)


def match_of(
    snapshot: TournamentSnapshot, number: int, game: PlayedGame, rules: MatchRules, *, is_final: bool = False
) -> Match:
    """The tie that began with that game of round `number`."""
    winner, step = _decided(snapshot, number, game, rules, is_final=is_final) or _walk_over(
        snapshot, number, game, rules
    )
    by_the_boards = _by_the_boards(game, step) if step in BY_BOARDS else None
    return Match(
        round_number=number,
        board=game.board,
        white=game.white,
        black=game.black,
        winner=winner,
        step=step,
        is_open=not step,
        is_final=is_final,
        reason=None if by_the_boards is None else by_the_boards.reason,
    )


def _by_the_boards(game: PlayedGame, step: str) -> BoardDecision | None:
    """Of players, and of a match of which only the sums are known, nothing."""
    return by_boards((Leg(game.white, game.black, game.boards),), step)


def _decided(
    snapshot: TournamentSnapshot, number: int, game: PlayedGame, rules: MatchRules, *, is_final: bool
) -> tuple[PlayerId | None, str] | None:
    """Who goes on, and by what ("main" and nobody: both are out); None where nobody has decided it yet."""
    if game.result is Result.OPEN:
        return None
    if game.result is Result.BOTH_FORFEIT:  # neither came: both are out, unless the lot was drawn
        drawn = game.decided_by
        return (drawn.winner, BY_LOT) if drawn is not None and drawn.step == BY_LOT else (None, MAIN)
    won_by = _WINNERS.get(game.result)
    games, steps = (rules.final_games, rules.decide_final) if is_final else (rules.games, rules.decide)
    if won_by is not None and (games == 1 or game.result.is_forfeit):
        return (game.white if won_by == "white" else game.black), MAIN
    if game.decided_by is not None:
        return game.decided_by.winner, game.decided_by.step
    return None if games > 1 else _by_itself(snapshot, number, game, steps)


def _walk_over(
    snapshot: TournamentSnapshot, number: int, game: PlayedGame, rules: MatchRules
) -> tuple[PlayerId | None, str]:
    """Where one of them has left before it was decided (nothing and nobody: it is open). Who comes back after the next
    round was drawn is out all the same, since it was drawn without them."""
    drawn = _drawn_since(snapshot, number, game, rules)
    if drawn is not None:
        return drawn
    stay = [player for player in (game.white, game.black) if not has_left(snapshot, player)]
    if len(stay) == 2:
        return None, ""
    return (stay[0], WALK_OVER) if stay else (None, MAIN)


def _drawn_since(
    snapshot: TournamentSnapshot, number: int, game: PlayedGame, rules: MatchRules
) -> tuple[PlayerId | None, str] | None:
    """What a later round that was drawn took for granted of a tie that nothing else decides."""
    pair = {game.white, game.black}
    for later in snapshot.rounds[number:]:
        gone = {player for player in pair if snapshot.by_number[player].is_away(later.number)}
        went_on = _placed(later) & pair
        if len(went_on) == 1 and pair - went_on <= gone:
            return next(iter(went_on)), WALK_OVER
        if rules.in_step and gone == pair:
            return None, MAIN
    return None


def _placed(played: PlayedRound) -> frozenset[PlayerId]:
    """Who has a board or a free pass in it."""
    seated = {player for board in played.games for player in (board.white, board.black)}
    return frozenset(seated | {bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING})


def _by_itself(
    snapshot: TournamentSnapshot, number: int, game: PlayedGame, steps: MatchSteps
) -> tuple[PlayerId, str] | None:
    """As far as the list decides a drawn game without another one."""
    for step in steps.steps:
        if step.name not in BY_ITSELF:
            return None
        winner = _winner_by(snapshot, number, game, step)
        if winner is not None:
            return winner, step.name
    return None


def endings_of(snapshot: TournamentSnapshot, tie: Match, rules: MatchRules) -> tuple[MatchEnding, ...]:
    """By what this tie may be decided that its first game left open, in the order of the list."""
    game = next(game for game in snapshot.rounds[tie.round_number - 1].games if {game.white, game.black} == tie.players)
    games, steps = (rules.final_games, rules.decide_final) if tie.is_final else (rules.games, rules.decide)
    second = MatchEnding(step=SECOND_GAME, name=STEP_NAMES[SECOND_GAME], games=1, is_second_game=True)
    found = [] if games == 1 else [second]
    has_games = games > 1
    for step in steps.steps:
        if step.name in BY_ITSELF:
            winner = _winner_by(snapshot, tie.round_number, game, step)
            if step.name == "black" and has_games:
                winner = None  # of the last game, and that is not this one
            elif winner is None:
                continue
            found.append(MatchEnding(step=step.name, name=STEP_NAMES[step.name], winner=winner))
            continue
        has_games = True
        found.append(
            MatchEnding(
                step=step.name,
                name=STEP_NAMES[step.name],
                games=step.most_games,
                draw_is_for_black=step.name == "armageddon",
            )
        )
    return tuple(found)


def _winner_by(snapshot: TournamentSnapshot, number: int, game: PlayedGame, step: MatchStep) -> PlayerId | None:
    if step.name in BY_BOARDS:
        found = _by_the_boards(game, step.name)
        return None if found is None else found.winner
    ratings = {player: snapshot.by_number[player].rating for player in (game.white, game.black)}
    lower = min(ratings, key=lambda player: (ratings[player] or 0, -player))
    match step.name, step.numbers:
        case "black", _:
            return game.black
        case "lower", _:
            return lower
        case "lower_if", (points,):
            one, other = ratings.values()
            differ = one is not None and other is not None and abs(one - other) >= points
            return lower if differ else None
    return Lots(snapshot.seed, number).sort("decide", (game.white, game.black))[0]


@dataclass(frozen=True, kw_only=True)
class CupCourse:
    """One cup, from its first round on. `survived`: how many rounds each has won or passed; `out` with the tie in which
    somebody went out; `passes`: free passes had."""

    players: frozenset[PlayerId]
    still_in: frozenset[PlayerId]
    survived: Mapping[PlayerId, int]
    out: Mapping[PlayerId, Match]
    passes: Mapping[PlayerId, int]
    matches: tuple[Match, ...]
    passed: frozenset[tuple[int, PlayerId]]
    """By round and player, the free passes."""

    @property
    def open_matches(self) -> tuple[Match, ...]:
        return tuple(tie for tie in self.matches if tie.is_open)

    def lost_in(self, number: int) -> frozenset[PlayerId]:
        return frozenset(player for player, tie in self.out.items() if tie.round_number == number)


@dataclass
class _Walk:
    still_in: set[PlayerId]
    everybody: set[PlayerId]
    survived: Counter[PlayerId] = field(default_factory=Counter)
    out: dict[PlayerId, Match] = field(default_factory=dict)
    passed: set[tuple[int, PlayerId]] = field(default_factory=set)
    matches: list[Match] = field(default_factory=list)
    hanging: set[int] = field(default_factory=set)
    """Of a tree, the places among `ties` of those that nothing but leaving decides, and that nobody has passed yet."""

    def pass_by(self, snapshot: TournamentSnapshot, played: PlayedRound, places: Mapping[PlayerId, int]) -> None:
        """A round of a tree that was drawn took for granted that nobody came out of a tie whose two had both left by
        then, and that who had no tie and had left does not come: so it is, whoever of them comes back."""
        placed = _placed(played)
        away = {player for player in places if snapshot.by_number[player].is_away(played.number)}
        for index in sorted(self.hanging):
            tie = self.matches[index]
            if len(placed & tie.players) == 1 and len(away & tie.players) == 1:
                self.hanging.discard(index)  # the other went on
            elif tie.players <= away and _passing(
                tie.players, tie.round_number, played, places, placed & self.still_in
            ):
                self.hanging.discard(index)
                self._nobody_goes_on(index)
        waiting = {player for index in self.hanging for player in self.matches[index].players}
        for player in sorted((self.still_in & away) - placed - waiting):
            other = _passing(frozenset({player}), 0, played, places, placed & self.still_in)
            if other is not None and not has_left(snapshot, player):
                self._goes_past(played.number, other, player)

    def _nobody_goes_on(self, index: int) -> None:
        tie = self.matches[index]
        self.matches[index] = over = replace(tie, winner=None, step=MAIN, is_open=False)
        if tie.winner is not None:
            self.survived[tie.winner] -= 1
        for player in tie.players:
            self.still_in.discard(player)
            self.out[player] = over

    def _goes_past(self, number: int, other: PlayerId, player: PlayerId) -> None:
        """They were to meet, and nobody set a board up."""
        self.still_in.discard(player)
        self.out[player] = Match(
            round_number=number, board=0, white=other, black=player, winner=other, step=WALK_OVER, is_open=False
        )


def _passing(
    unit: AbstractSet[PlayerId],
    since: int,
    played: PlayedRound,
    places: Mapping[PlayerId, int],
    others: AbstractSet[PlayerId],
) -> PlayerId | None:
    """Of these others, who have a board or a free pass in that round, one who stands there where the way of these from
    round `since` leads through, or behind it. `places` are counted from the top of the tree, from 0."""
    from_here = next((places[player] for player in sorted(unit) if player in places), None)
    if from_here is None:
        return None
    number = played.number
    by_hand = {player for game in played.games if game.by_hand for player in (game.white, game.black)}
    for player in sorted((others & places.keys()) - unit):
        there = places[player]
        if there >> number != from_here >> number or there >> since == from_here >> since:
            continue
        is_behind = there >> (number - 1) == from_here >> (number - 1)
        if is_behind or player not in by_hand or number == since + 1:
            return player
    return None


def field_of(snapshot: TournamentSnapshot) -> frozenset[PlayerId]:
    """Who plays the cup: all who are in the first round as it was played, or who take part in it."""
    if not snapshot.rounds:
        return frozenset(each.number for each in snapshot.entrants if each.takes_part(1))
    first = snapshot.rounds[0]
    seated = {player for game in first.games for player in (game.white, game.black)}
    return frozenset(seated | {bye.player for bye in first.byes if bye.kind is ByeKind.PAIRING})


def course_of(
    snapshot: TournamentSnapshot, rules: MatchRules, players: AbstractSet[PlayerId], *, first_round: int = 1
) -> CupCourse:
    """Of these players, from that round on."""
    walk = _Walk(still_in=set(players), everybody=set(players))
    is_tree = first_round == 1 and not rules.in_step
    in_tree = {player: place for place, player in enumerate(seeded(players)) if player} if is_tree else {}
    for played in snapshot.rounds[first_round - 1 :]:
        walk.pass_by(snapshot, played, in_tree)
        before = frozenset(walk.still_in)
        is_final = len(before) == 2
        for game in played.games:
            if not before & {game.white, game.black}:
                continue
            tie = match_of(snapshot, played.number, game, rules, is_final=is_final)
            if in_tree and _decided(snapshot, played.number, game, rules, is_final=is_final) is None:
                walk.hanging.add(len(walk.matches))
            walk.matches.append(tie)
            walk.everybody |= tie.players
            for player in tie.players:
                if tie.is_open:
                    walk.still_in.add(player)
                elif player == tie.winner:
                    walk.still_in.add(player)
                    walk.out.pop(player, None)
                    walk.survived[player] += 1
                else:
                    walk.still_in.discard(player)
                    walk.out[player] = tie
        for bye in played.byes:
            if bye.player in before and bye.kind is ByeKind.PAIRING:
                walk.passed.add((played.number, bye.player))
                walk.survived[bye.player] += 1
    return CupCourse(
        players=frozenset(walk.everybody),
        still_in=frozenset(walk.still_in),
        survived=walk.survived,
        out=walk.out,
        passes=Counter(player for _number, player in walk.passed),
        matches=tuple(walk.matches),
        passed=frozenset(walk.passed),
    )
