"""What the rulebook's README says of every system, read from the raw rows: shared by the oracles, by no system."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

Pair = tuple[PlayerId, PlayerId]
Pairs = tuple[Pair, ...]
FORFEITS = ("+--", "--+", "---")
DEFAULT_WORTH = {"absent_points": 0, "late_points": 0}


@dataclass
class Answer:
    """`boards` are (white, black) in order; `relaxed`: some rule was broken that the page relaxes with a note."""

    boards: list[Pair]
    byes: dict[PlayerId, str] = field(default_factory=dict)
    relaxed: bool = False


@dataclass
class Line:
    """A row of the table: the tie-breaks in the order of the page."""

    rank: int
    player: PlayerId
    points: Fraction
    tie_breaks: list[Fraction]


class Facts:
    """`options` are the page's, by their codes; anything with these attributes will do."""

    walk_over_is_white = False

    def __init__(self, snapshot: TournamentSnapshot, options: Any) -> None:
        self.snapshot = snapshot
        self.options = options
        self.entrants = {entrant.number: entrant for entrant in snapshot.entrants}
        self.held = len(snapshot.rounds)
        self.coming = self.held + 1
        self.fates = {(p, r): self.find_fate(p, r) for p in self.entrants for r in range(1, self.held + 1)}

    def option(self, code: str) -> Any:
        return getattr(self.options, code, DEFAULT_WORTH.get(code))

    # What was

    def find_fate(self, player: PlayerId, number: int) -> tuple[str, PlayerId | None, str | None]:
        """What round `number` was for the player, against whom, with which colour."""
        played = self.snapshot.rounds[number - 1]
        for game in played.games:
            if player == game.white:
                return game.result.value, game.black, "white"
            if player == game.black:
                return mirrored(game.result.value), game.white, "black"
        kinds = [bye.kind.value for bye in played.byes if bye.player == player]
        if "pairing" in kinds:
            return "pairing", None, None
        if number < self.entrants[player].joined_round:
            return "late", None, None
        if self.is_away(player, number):
            return "away", None, None
        kinds += [absence.kind.value for absence in played.absences if absence.player == player]
        return (kinds[0] if kinds else "unexcused"), None, None

    def is_away(self, player: PlayerId, number: int) -> bool:
        return any(first <= number <= (last or 10**9) for first, last in self.entrants[player].away)

    def story(self, player: PlayerId) -> list[tuple[str, PlayerId | None, str | None]]:
        return [self.fates[player, number] for number in range(1, self.held + 1)]

    def given(self, player: PlayerId, number: int) -> Fraction:
        what = self.fates[player, number][0]
        win, draw, loss = (self.option(code) for code in ("win", "draw", "loss"))
        worth = {"1-0": win, "1/2-1/2": draw, "0-1": loss, "+--": win, "--+": 0, "---": 0}
        worth |= {"*": draw if self.option("open_game") == "draw" else 0}
        worth |= {"pairing": self.option("bye_points"), "full": self.option("bye_points"), "half": draw, "zero": 0}
        worth |= dict.fromkeys(["excused", "club", "unexcused"], self.option("absent_points"))
        worth |= {"late": 0, "away": 0}
        return Fraction(worth[what])

    def total(self, player: PlayerId) -> Fraction:
        """All points so far, for the pairing."""
        return sum((self.given(player, number) for number in range(1, self.held + 1)), Fraction(0))

    def over_the_board(self, what: str) -> bool:
        return what in ("1-0", "0-1", "1/2-1/2") or (what == "*" and self.option("open_game") == "draw")

    def meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        """The rounds of their games that were played or are still open."""
        return self.met_in.get((one, other), [])

    @cached_property
    def met_in(self) -> Mapping[Pair, list[int]]:
        return {(one, other): self.find_meetings(one, other) for one in self.entrants for other in self.entrants}

    def find_meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        return [
            number
            for number, (what, whom, _) in enumerate(self.story(one), start=1)
            if whom == other and what not in FORFEITS
        ]

    def colours(self, player: PlayerId) -> list[str]:
        return self.colours_had[player]

    @cached_property
    def colours_had(self) -> Mapping[PlayerId, list[str]]:
        return {player: self.find_colours(player) for player in self.entrants}

    def find_colours(self, player: PlayerId) -> list[str]:
        """Oldest first."""
        had = []
        for what, _, colour in self.story(player):
            if colour and self.gives_colour(what):
                had.append(colour)
            elif what == "pairing" and self.walk_over_is_white:
                had.append("white")
        return had

    def gives_colour(self, what: str) -> bool:
        return what not in FORFEITS

    def lean(self, player: PlayerId) -> int:
        """Whites less blacks."""
        had = self.colours(player)
        return had.count("white") - had.count("black")

    def byes_had(self, player: PlayerId) -> int:
        return sum(bye.player == player and bye.kind.value == "pairing" for r in self.snapshot.rounds for bye in r.byes)

    def is_forbidden(self, one: PlayerId, other: PlayerId) -> bool:
        return frozenset({one, other}) in self.snapshot.forbidden_pairs

    def may_meet(self, one: PlayerId, other: PlayerId) -> bool:
        return not self.is_forbidden(one, other) and len(self.meetings(one, other)) < (self.option("max_meetings") or 1)

    @property
    def is_last_round(self) -> bool:
        return self.snapshot.planned_rounds == self.coming

    # The round

    def present(self) -> list[PlayerId]:
        """In no order: active, not away, and without a bye that was asked for."""
        coming = self.snapshot.next_round
        out = {row.player for row in (*coming.absences, *coming.byes)}
        return [player for player in self.active() if player not in out]

    def active(self) -> list[PlayerId]:
        return [
            player
            for player, entrant in self.entrants.items()
            if entrant.joined_round <= self.coming and not self.is_away(player, self.coming)
        ]

    def order(self) -> list[PlayerId]:
        """Those present, best first: points, then number."""
        return sorted(self.present(), key=lambda player: (-self.total(player), player))

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        """Pairs, the bye, and whether a rule was relaxed: what each page is about."""
        raise NotImplementedError

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        raise NotImplementedError

    def stops(self) -> bool:
        return False

    def pair(self, pinned: Sequence[Pair] = (), sits_out: PlayerId | None = None) -> Answer | None:
        planned = self.snapshot.planned_rounds
        order = self.order()
        if not order or self.stops() or (planned is not None and self.held >= planned):
            return None
        taken = {player for board in pinned for player in board} | {sits_out}
        found = self.choose([player for player in order if player not in taken])
        if found is None:
            return None
        pairs, bye, relaxed = found
        asked = {row.player: row.kind.value for row in self.snapshot.next_round.byes}
        byes = {player: kind for player, kind in asked.items() if player in self.active()}
        byes |= {player: "pairing" for player in (bye, sits_out) if player is not None}
        boards = [*pinned, *(self.with_colours(*pair) for pair in pairs)]
        boards.sort(key=lambda board: min(map(order.index, board)))
        return Answer(boards, byes, relaxed)

    def fewest_byes_from_the_end(self, order: Sequence[PlayerId]) -> list[PlayerId | None]:
        if len(order) % 2 == 0:
            return [None]
        return sorted(order, key=lambda player: (self.byes_had(player), -order.index(player)))

    def cost(self, pairs: Pairs) -> tuple[int, int, int]:
        """Of the pairs that meet again."""
        again = [self.meetings(*pair) for pair in pairs if self.is_rematch(*pair)]
        return len(again), sum(map(len, again)), sum(met[-1] for met in again)

    def is_rematch(self, one: PlayerId, other: PlayerId) -> bool:
        """Once more than the page lets them meet when all goes well."""
        return len(self.meetings(one, other)) >= (self.option("max_meetings") or 1)

    def least_cost(
        self,
        order: list[PlayerId],
        byes: Sequence[PlayerId | None],
        level: Callable[[PlayerId, PlayerId], int] = lambda _one, _other: 0,
    ) -> tuple[Pairs, PlayerId | None, bool] | None:
        """The last resort: FIRST with old opponents behind all others, by level, then in list order."""
        ranked = [
            (
                self.cost(pairs),
                turn,
                [(self.is_rematch(*pair), level(*pair), order.index(pair[1])) for pair in pairs],
                pairs,
                bye,
            )
            for turn, bye in enumerate(byes)
            for pairs in complete_pairings([player for player in order if player != bye])
            if not any(self.is_forbidden(*pair) for pair in pairs)
        ]
        return (*min(ranked)[3:], True) if ranked else None

    # Lots

    def lot(self, message: str) -> str:
        """The keyed hash of the round's seed, as hex."""
        seed = bytes.fromhex(self.snapshot.seed)
        round_seed = hmac.new(seed, f"round:{self.coming}".encode(), hashlib.sha256).digest()
        return hmac.new(round_seed, message.encode(), hashlib.sha256).hexdigest()

    # The table

    def listed(self) -> list[PlayerId]:
        return sorted(number for number, entrant in self.entrants.items() if entrant.joined_round <= self.held + 1)

    def points(self, player: PlayerId) -> Fraction:
        """What the table is sorted by."""
        return self.total(player)

    def tie_breaks(self) -> list[Callable[[PlayerId, frozenset[PlayerId]], Fraction]]:
        raise NotImplementedError

    def standings(self) -> list[Line]:
        listed = self.listed()
        if not self.held:
            zero = [Fraction(0)] * len(self.tie_breaks())
            return [Line(place, player, Fraction(0), zero) for place, player in enumerate(listed, start=1)]
        keys: dict[PlayerId, list[Fraction]] = {player: [self.points(player)] for player in listed}
        for tie_break in self.tie_breaks():
            tied = {player: frozenset(p for p in listed if keys[p] == keys[player]) for player in listed}
            for player in listed:  # all groups are taken before any key grows
                keys[player] = keys[player] + [tie_break(player, tied[player])]
        rows = sorted(listed, key=lambda player: ([-value for value in keys[player]], player))
        return [
            Line(1 + sum(keys[other] > keys[player] for other in listed), player, keys[player][0], keys[player][1:])
            for player in rows
        ]

    def planned(self) -> int:
        planned = self.snapshot.planned_rounds
        return self.held if planned is None else planned


def complete_pairings(order: Sequence[PlayerId]) -> Iterator[Pairs]:
    """Every complete pairing, the first of the list with each other in turn."""
    if not order:
        yield ()
    for other in order[1:]:
        for rest in complete_pairings([player for player in order if player not in (order[0], other)]):
            yield ((order[0], other), *rest)


def mirrored(result: str) -> str:
    """The same result seen by black."""
    pairs = {"1-0": "0-1", "0-1": "1-0", "+--": "--+", "--+": "+--"}
    return pairs.get(result, result)


def partner_in(pairs: Pairs, player: PlayerId) -> PlayerId:
    return next(one if other == player else other for one, other in pairs if player in (one, other))
