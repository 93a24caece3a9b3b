"""FIDE's system for teams by the rulebook's section alone (teams, B6): every set of upfloaters, every pairing of a
bracket. For up to nine teams."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import FORFEITS, Answer, Facts, Pair, Pairs, complete_pairings
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "colour_rules": st.sampled_from(["a", "b", "none"]),
    "initial_colour": st.sampled_from(["lot", "white", "black"]),
    "open_game": st.sampled_from(["draw", "unscored"]),
}
_BOARD = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+--": (2, 0), "--+": (0, 2), "---": (0, 0)}
"""In half points."""


class Preference(NamedTuple):
    colour: str | None
    is_strong: bool


class Bracket(NamedTuple):
    """A score group, who came up to it and all behind the group."""

    residents: list[PlayerId]
    up: list[PlayerId]
    lower: list[PlayerId]
    pairs: Pairs


class Oracle(Facts):
    # B2: points of both kinds

    def of_boards(self, team: PlayerId, number: int) -> Fraction:
        boards = Fraction(self.snapshot.boards or 0)
        what, whom, colour = self.fates[team, number]
        if whom is not None:
            (game,) = (g for g in self.snapshot.rounds[number - 1].games if team in (g.white, g.black))
            return self.of_match(game, 0 if colour == "white" else 1, boards)
        if what in ("pairing", "full"):
            least = boards / 2 + (0 if self.option("bye_points") == self.option("draw") else Fraction(1, 2))
            own = self.option("bye_boards")
            return least if own is None else Fraction(own)
        return boards / 2 if what == "half" else Fraction(0)

    def of_match(self, game: PlayedGame, side: int, boards: Fraction) -> Fraction:
        result = game.result.value
        if result == "*":
            return boards / 2 if self.option("open_game") == "draw" else Fraction(0)
        if game.boards:
            return sum((Fraction(_BOARD[each.value][side], 2) for each in game.boards), Fraction(0))
        return game.score[side] if game.score else _BOARD[result][side] * boards / 2

    @property
    def goes_by_boards(self) -> bool:
        return self.snapshot.boards is not None and str(self.option("rank_by")) == "boards"

    def given(self, player: PlayerId, number: int) -> Fraction:
        return self.of_boards(player, number) if self.goes_by_boards else super().given(player, number)

    def second(self, team: PlayerId) -> Fraction:
        if self.snapshot.boards is None:
            return Fraction(0)
        given = super().given if self.goes_by_boards else self.of_boards
        return sum((given(team, number) for number in range(1, self.coming)), Fraction(0))

    def score_before(self, team: PlayerId, number: int) -> Fraction:
        return sum((self.given(team, each) for each in range(1, number)), Fraction(0))

    @cached_property
    def scores(self) -> dict[PlayerId, Fraction]:
        return {team: self.total(team) for team in self.entrants}

    # 1.5 to 1.7: floats, colours, preferences

    def played(self, team: PlayerId) -> list[tuple[int, str]]:
        return [
            (number, colour)
            for number, (what, _whom, colour) in enumerate(self.story(team), start=1)
            if colour and what not in FORFEITS
        ]

    @cached_property
    def preferences(self) -> dict[PlayerId, Preference]:
        return {team: self.find_preference(team) for team in self.entrants}

    def find_preference(self, team: PlayerId) -> Preference:
        rules, had, cd = str(self.option("colour_rules")), self.colours(team), self.lean(team)
        if rules == "none":
            return Preference(None, False)
        if cd < -1 or (cd in (0, -1) and had[-2:] == ["black", "black"]):
            return Preference("white", rules == "b")
        if cd > 1 or (cd in (0, 1) and had[-2:] == ["white", "white"]):
            return Preference("black", rules == "b")
        if rules == "b":
            if cd == -1 or (cd == 0 and had[-1:] == ["black"] and not self.is_last_round):
                return Preference("white", False)
            if cd == 1 or (cd == 0 and had[-1:] == ["white"] and not self.is_last_round):
                return Preference("black", False)
        return Preference(None, False)

    def clash(self, one: PlayerId, other: PlayerId) -> bool:
        wanted = self.preferences[one].colour
        return wanted is not None and wanted == self.preferences[other].colour

    def floated(self, team: PlayerId) -> bool:
        """In the last round; not asked in the last two rounds to be paired."""
        planned = self.snapshot.planned_rounds
        if not self.held or (planned is not None and self.coming > planned - 2):
            return False
        what, whom, _colour = self.fates[team, self.held]
        return (
            whom is not None
            and what not in FORFEITS
            and self.score_before(team, self.held) != self.score_before(whom, self.held)
        )

    def may_have_bye(self, team: PlayerId) -> bool:
        return not any(what in ("pairing", "unpaid", "full", "+--") for what, _whom, _colour in self.story(team))

    def byes_in_turn(self, teams: Sequence[PlayerId]) -> list[PlayerId]:
        """Whoever may have it or not."""
        return sorted(teams, key=lambda team: (self.scores[team], -len(self.played(team)), -team))

    # What can be paired

    def can_be_paired(self, teams: Sequence[PlayerId]) -> bool:
        key = frozenset(teams)
        if key not in self.known:
            self.known[key] = not key or (
                len(key) % 2 == 0
                and any(
                    self.may_meet(min(key), other) and self.can_be_paired([*(key - {min(key), other})])
                    for other in key - {min(key)}
                )
            )
        return self.known[key]

    @cached_property
    def known(self) -> dict[frozenset[PlayerId], bool]:
        return {}

    # 3: the round

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        found = self.by_brackets(order)
        if found is None:
            return None
        brackets, bye = found
        return tuple(pair for bracket in brackets for pair in bracket.pairs), bye, False

    def by_brackets(self, order: list[PlayerId]) -> tuple[list[Bracket], PlayerId | None] | None:
        bye = None
        left = [*order]
        if len(order) % 2:
            candidates = [team for team in self.byes_in_turn(order) if self.may_have_bye(team)]
            bye = next((team for team in candidates if self.can_be_paired(without(order, [team]))), None)
            if bye is None:
                return None
            left.remove(bye)
        if not self.can_be_paired(left):
            return None
        levels = sorted({self.scores[team] for team in order}, reverse=True)
        brackets = []
        while left:
            residents = [team for team in left if self.scores[team] == self.scores[left[0]]]
            lower = without(left, residents)
            behind = levels[levels.index(self.scores[left[0]]) + 1 :]
            up = self.best_upfloaters(residents, lower, behind[0] if behind else None)
            members = sorted([*residents, *up])
            possible = [each for each in complete_pairings(members) if all(self.may_meet(*pair) for pair in each)]
            best = min(possible, key=lambda pairs: self.of_pairs(pairs, self.scores[residents[0]]))
            brackets.append(Bracket(residents, up, lower, best))
            left = without(lower, up)
        return brackets, bye

    def best_upfloaters(
        self, residents: list[PlayerId], lower: list[PlayerId], following: Fraction | None
    ) -> list[PlayerId]:
        for count in range(len(residents) % 2, len(lower) + 1, 2):
            possible = [[*each] for each in combinations(lower, count) if self.is_possible(residents, lower, [*each])]
            if possible:
                return min(possible, key=lambda up: self.of_upfloaters(lower, up, following))
        raise AssertionError("no set of upfloaters")

    def is_possible(self, residents: list[PlayerId], lower: list[PlayerId], up: list[PlayerId]) -> bool:
        return self.can_be_paired([*residents, *up]) and self.can_be_paired(without(lower, up))

    def of_upfloaters(self, lower: list[PlayerId], up: list[PlayerId], following: Fraction | None) -> tuple[Any, ...]:
        """C5 to C7 and the order of 3.5.4; `lower` is by score and number."""
        return (
            [-score for score in sorted(self.scores[team] for team in up)],
            not self.is_c6(lower, up, following),
            sum(map(self.floated, up)),
            sorted(map(lower.index, up)),
        )

    def is_c6(self, lower: list[PlayerId], up: list[PlayerId], following: Fraction | None) -> bool:
        rest = without(lower, up)
        group = [team for team in rest if self.scores[team] == following]
        below = without(rest, group)
        return not group or any(self.is_possible(group, below, [*each]) for each in combinations(below, len(group) % 2))

    def of_pairs(self, pairs: Pairs, score: Fraction) -> tuple[Any, ...]:
        """C8 to C10 and the identifier of 3.6.2; each pair and all of them by number."""
        clashes = [pair for pair in pairs if self.clash(*pair)]
        return (
            len(clashes),
            sum(all(self.preferences[team].is_strong for team in pair) for pair in clashes),
            sum(
                self.floated(max(pair, key=self.scores.__getitem__))
                for pair in pairs
                if self.has_upfloater(pair, score)
            ),
            [one for one, _other in pairs],
            [other for _one, other in pairs],
        )

    def has_upfloater(self, pair: Pair, score: Fraction) -> bool:
        return any(self.scores[team] < score for team in pair)

    # 4: colours

    @cached_property
    def places(self) -> dict[PlayerId, int]:
        """By number, among those who have come."""
        given = {bye.player for bye in self.snapshot.next_round.byes if bye.kind.value == "pairing"}
        away = {absence.player for absence in self.snapshot.next_round.absences}
        seen = {*self.present(), *(given & {*self.active()} - away)}
        come = [
            team
            for team in sorted(self.entrants)
            if team in seen or any(whom is not None or what == "pairing" for what, whom, _colour in self.story(team))
        ]
        return {team: place for place, team in enumerate(come, start=1)}

    @cached_property
    def initial(self) -> str:
        if (own := str(self.option("initial_colour"))) != "lot":
            return own
        seed = hmac.new(bytes.fromhex(self.snapshot.seed), b"round:0", hashlib.sha256).digest()
        white, black = (hmac.new(seed, f"initial_colour:{n}".encode(), hashlib.sha256).hexdigest() for n in (1, 2))
        return "white" if white < black else "black"

    def first_team(self, one: PlayerId, other: PlayerId) -> PlayerId:
        return min(one, other, key=lambda team: (-self.scores[team], -self.second(team), team))

    def white_and_step(self, one: PlayerId, two: PlayerId) -> tuple[PlayerId, int]:
        """Who has White, and the number of the rule in 4.3."""
        first = self.first_team(one, two)
        other = two if first == one else one
        wants, others = self.preferences[first], self.preferences[other]
        had, others_had = self.colours(first), self.colours(other)

        def gives(team: PlayerId, colour: str | None) -> PlayerId:
            return team if colour == "white" else other if team == first else first

        if not had and not others_had:
            return gives(first, self.initial if self.places[first] % 2 else opposite(self.initial)), 1
        if bool(wants.colour) != bool(others.colour):
            return (gives(first, wants.colour) if wants.colour else gives(other, others.colour)), 2
        if wants.colour != others.colour:
            return gives(first, wants.colour), 3
        if wants.is_strong != others.is_strong:
            return gives(first if wants.is_strong else other, wants.colour), 4
        if self.lean(first) != self.lean(other):
            return min(first, other, key=self.lean), 5
        for back in range(1, min(len(had), len(others_had)) + 1):
            if had[-back] != others_had[-back]:
                return gives(first, opposite(had[-back])), 6
        if wants.colour:
            return gives(first, wants.colour), 7
        if had:
            return gives(first, opposite(had[-1])), 8
        return gives(other, opposite(others_had[-1])), 9

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        white, _step = self.white_and_step(higher, lower)
        return white, lower if white == higher else higher

    def pair(self, pinned: Sequence[Pair] = (), sits_out: PlayerId | None = None) -> Answer | None:
        answer = super().pair(pinned, sits_out)
        if answer is not None:
            answer.boards.sort(key=self.board_order)
        return answer

    def board_order(self, board: Pair) -> tuple[Fraction, Fraction, PlayerId]:
        """C.04.2, 3.6: the higher team's score, the sum of both, the higher team's number."""
        higher = min(board, key=lambda team: (-self.scores[team], team))
        return -self.scores[higher], -sum((self.scores[team] for team in board), Fraction(0)), higher


def without(teams: Sequence[PlayerId], others: Sequence[PlayerId]) -> list[PlayerId]:
    return [team for team in teams if team not in others]


def opposite(colour: str) -> str:
    return "black" if colour == "white" else "white"
