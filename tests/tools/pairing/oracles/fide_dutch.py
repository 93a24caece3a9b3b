"""FIDE's Dutch system by the rulebook's page alone: every candidate of every bracket, in the order of articles 3 and 4,
judged by every criterion. For up to nine players."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.tools.pairing.page_facts import FORFEITS, Answer, Facts, Pair, Pairs
from tournaments.pairing.types.snapshot import PlayerId

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "late_entries": st.sampled_from(["by_rating", "last"]),
    "initial_colour": st.sampled_from(["lot", "white", "black"]),
    "open_game": st.sampled_from(["draw", "unscored"]),
    "last_resort": st.sampled_from(["stop", "rematch"]),
}


class Preference(NamedTuple):
    colour: str | None
    strength: int
    """0 none, 1 mild, 2 strong, 3 absolute."""


class Oracle(Facts):
    without_c3 = False

    # 1: list, score, preferences, floats

    @cached_property
    def in_list(self) -> list[PlayerId]:
        if self.option("late_entries") == "last":
            return sorted(self.entrants)
        listed = sorted(number for number, entrant in self.entrants.items() if entrant.joined_round <= 1)
        for late in sorted(number for number, entrant in self.entrants.items() if entrant.joined_round > 1):
            rating = self.entrants[late].rating or 0
            worse = [place for place, other in enumerate(listed) if (self.entrants[other].rating or 0) < rating]
            listed.insert(worse[0] if worse else len(listed), late)
        return listed

    def had_a_board_or_bye(self, player: PlayerId, number: int) -> bool:
        what, whom, _colour = self.fates[player, number]
        return whom is not None or what == "pairing"

    @cached_property
    def seen(self) -> set[PlayerId]:
        """Present, or given the bye."""
        given = {row.player for row in self.snapshot.next_round.byes if row.kind.value == "pairing"}
        return {*self.present(), *(given & {*self.active()} - self.marked_absent)}

    @property
    def marked_absent(self) -> set[PlayerId]:
        return {row.player for row in self.snapshot.next_round.absences}

    @cached_property
    def tpn(self) -> dict[PlayerId, int]:
        counted = [
            player
            for player in self.in_list
            if player in self.seen or any(self.had_a_board_or_bye(player, n) for n in range(1, self.coming))
        ]
        return {player: place for place, player in enumerate(counted, start=1)}

    @cached_property
    def virtual(self) -> dict[tuple[PlayerId, int], Fraction]:
        rounds = self.snapshot.planned_rounds
        if str(self.option("acceleration") or "none") == "none" or rounds is None:
            return {}
        in_first = (
            [player for player in self.in_list if self.had_a_board_or_bye(player, 1)]
            if self.held
            else [player for player in self.in_list if player in self.seen]
        )
        if not in_first:
            return {}
        quarter = (len(in_first) + 3) // 4
        last = in_first[min(len(in_first), 2 * quarter) - 1]
        group_a = self.in_list[: self.in_list.index(last) + 1]
        accelerated = (rounds + 1) // 2
        whole = (accelerated + 1) // 2
        return {
            (player, number): Fraction(self.option("win")) / (1 if number <= whole else 2)
            for player in group_a
            for number in range(1, accelerated + 1)
        }

    def stops(self) -> bool:
        return str(self.option("acceleration") or "none") == "baku" and self.snapshot.planned_rounds is None

    @cached_property
    def scores(self) -> dict[tuple[PlayerId, int], Fraction]:
        """Before that round."""
        scores = {}
        for player in self.entrants:
            total = Fraction(0)
            for number in range(1, self.coming + 1):
                scores[player, number] = total + self.virtual.get((player, number), Fraction(0))
                if number < self.coming:
                    total += self.given(player, number)
        return scores

    def score(self, player: PlayerId) -> Fraction:
        return self.scores[player, self.coming]

    def order(self) -> list[PlayerId]:
        return sorted(self.present(), key=lambda player: (-self.score(player), self.tpn[player]))

    def games(self, player: PlayerId) -> list[tuple[int, str]]:
        return [
            (number, colour)
            for number, (what, _whom, colour) in enumerate(self.story(player), start=1)
            if colour and what not in FORFEITS
        ]

    @cached_property
    def preferences(self) -> dict[PlayerId, Preference]:
        return {player: self.find_preference(player) for player in self.entrants}

    def find_preference(self, player: PlayerId) -> Preference:
        had = [colour for _number, colour in self.games(player)]
        lean = self.lean(player)
        if not had:
            return Preference(None, 0)
        if lean >= 2 or lean <= -2:
            return Preference("black" if lean > 0 else "white", 3)
        if had[-2:] in (["white", "white"], ["black", "black"]):
            return Preference(opposite(had[-1]), 3)
        if lean:
            return Preference("black" if lean > 0 else "white", 2)
        return Preference(opposite(had[-1]), 1)

    def clash(self, one: PlayerId, other: PlayerId) -> bool:
        wanted = self.preferences[one].colour
        return wanted is not None and wanted == self.preferences[other].colour

    def floated(self, player: PlayerId, back: int) -> str:
        """`back` 1 is the previous round."""
        number = self.coming - back
        if number < 1:
            return ""
        what, whom, _colour = self.fates[player, number]
        if whom is not None and what not in FORFEITS:
            own, other = self.scores[player, number], self.scores[whom, number]
            return "down" if own > other else "up" if own < other else ""
        if what == "pairing" or self.given(player, number) > self.option("loss"):
            return "down"
        return ""

    def is_topscorer(self, player: PlayerId) -> bool:
        return self.is_last_round and self.score(player) > Fraction(self.option("win")) * self.held / 2

    # 2: what is never allowed

    def may_have_bye(self, player: PlayerId) -> bool:
        for number in range(1, self.coming):
            what = self.fates[player, number][0]
            if what == "pairing":
                return False
            if what in ("+--", "full") and self.given(player, number) >= self.option("win"):
                return False
        return True

    def is_c3(self, one: PlayerId, other: PlayerId) -> bool:
        if not self.clash(one, other) or self.is_topscorer(one) or self.is_topscorer(other):
            return False
        return self.preferences[one].strength == self.preferences[other].strength == 3

    def legal(self, one: PlayerId, other: PlayerId) -> bool:
        return self.may_meet(one, other) and (self.without_c3 or not self.is_c3(one, other))

    # 3: C4 and C5

    def can_be_paired(self, players: frozenset[PlayerId], bye_score: Fraction | None) -> bool:
        """An odd number with a bye of that score."""
        key = (players, bye_score, self.without_c3)
        if key not in self.known:
            self.known[key] = self.find_whether(players, bye_score)
        return self.known[key]

    @cached_property
    def known(self) -> dict[Any, Any]:
        return {}

    def find_whether(self, players: frozenset[PlayerId], bye_score: Fraction | None) -> bool:
        if len(players) % 2:
            return any(
                self.score(player) == bye_score
                and self.may_have_bye(player)
                and self.can_be_paired(players - {player}, None)
                for player in players
            )
        if not players:
            return True
        one = min(players)
        return any(
            self.legal(one, other) and self.can_be_paired(players - {one, other}, None) for other in players - {one}
        )

    # 3 to 5: the round

    def choose(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None, bool] | None:
        for self.without_c3 in (False, True):
            found = self.by_brackets(order)
            if found is not None:
                return (*found, self.without_c3)
            if self.option("last_resort") == "stop":
                return None
        byes = [player for player in reversed(order) if self.may_have_bye(player)] if len(order) % 2 else [None]
        return self.least_cost(order, byes)

    def by_brackets(self, order: list[PlayerId]) -> tuple[Pairs, PlayerId | None] | None:
        self.place = {player: place for place, player in enumerate(order)}
        everybody = frozenset(order)
        scores = sorted({self.score(player) for player in order}, reverse=True)
        possible = [score for score in scores if self.can_be_paired(everybody, score)]
        if order and not possible:
            return None
        self.bye_score = possible[-1] if len(order) % 2 else None
        groups = [[player for player in order if self.score(player) == score] for score in scores]
        pairs: list[Pair] = []
        down: list[PlayerId] = []
        for place, group in enumerate(groups):
            following = groups[place + 1] if place + 1 < len(groups) else []
            below = frozenset(player for each in groups[place + 1 :] for player in each)
            best = self.best_candidate(down, group, following, below)
            pairs += best
            paired = {player for pair in best for player in pair}
            down = [player for player in (*down, *group) if player not in paired]
        return tuple(pairs), down[0] if down else None

    def best_candidate(
        self,
        moved_down: list[PlayerId],
        residents: list[PlayerId],
        following: list[PlayerId],
        below: frozenset[PlayerId],
    ) -> Pairs:
        best = self.best_with(lambda _pairs: True, moved_down, residents, following, below)
        assert best is not None
        return best[1]

    def best_with(
        self,
        has: Callable[[Pairs], bool],
        moved_down: list[PlayerId],
        residents: list[PlayerId],
        following: list[PlayerId],
        below: frozenset[PlayerId],
    ) -> tuple[tuple[Any, ...], Pairs] | None:
        """Its quality, and its pairs, among those candidates that have something; None where there are none."""
        best: tuple[Any, Pairs] | None = None
        for pairs in self.candidates(moved_down, residents):
            if not has(pairs):
                continue
            quality = self.quality(pairs, moved_down, residents, following, below)
            if quality is not None and (best is None or quality < best[0]):
                best = quality, pairs
        return best

    def candidates(self, moved_down: list[PlayerId], residents: list[PlayerId]) -> Iterator[Pairs]:
        for meeting in range(min(len(moved_down), len(residents)), -1, -1):
            for s1 in combinations(moved_down, meeting):
                for s2 in permutations(residents, meeting):
                    pairs = tuple(zip(s1, s2, strict=True))
                    if all(self.legal(*pair) for pair in pairs):
                        remainder = [player for player in residents if player not in s2]
                        for count in range(len(remainder) // 2, -1, -1):
                            for others in self.homogeneous(remainder, count):
                                yield (*pairs, *others)

    def homogeneous(self, players: Sequence[PlayerId], count: int) -> Iterator[Pairs]:
        """Transpositions and exchanges; those that are legal."""
        bsn = {player: number for number, player in enumerate(players, start=1)}
        exchanges = [
            (out, into)
            for size in range(min(count, len(players) - count) + 1)
            for out in combinations(players[:count], size)
            for into in combinations(players[count:], size)
        ]

        def turn(exchange: tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]) -> tuple[Any, ...]:
            out, into = ([bsn[player] for player in side] for side in exchange)
            return len(out), sum(into) - sum(out), [-number for number in sorted(out, reverse=True)], sorted(into)

        for out, into in sorted(exchanges, key=turn):
            s1 = sorted({*players[:count], *into} - {*out}, key=players.index)
            s2 = [player for player in players if player not in s1]
            for opponents in permutations(s2, count):
                pairs = tuple(zip(s1, opponents, strict=True))
                if all(self.place[one] < self.place[other] and self.legal(one, other) for one, other in pairs):
                    yield pairs

    # 4: criteria

    def quality(
        self,
        pairs: Pairs,
        moved_down: list[PlayerId],
        residents: list[PlayerId],
        following: list[PlayerId],
        below: frozenset[PlayerId],
    ) -> tuple[Any, ...] | None:
        """C6 to C21; None where C4 or C5 is not kept."""
        paired = {player for pair in pairs for player in pair}
        down = [player for player in (*moved_down, *residents) if player not in paired]
        if not self.can_be_paired(frozenset(down) | below, self.bye_score):
            return None
        meetings = [(one, other) for one, other in pairs if one in moved_down]
        clashes = [pair for pair in pairs if self.clash(*pair)]
        is_bye = len(down) == 1 and self.bye_score is not None and self.bye_score >= self.score(residents[0])
        is_bye = is_bye and len(below) % 2 == 0
        strong = [{self.preferences[player].strength for player in pair} for pair in clashes]
        past = [self.of_floats(back, meetings, down, moved_down, residents) for back in (1, 2)]
        return (
            len(down),
            self.falling(down),
            self.of_following(frozenset(down), following, below) if following else (0, []),
            self.coming - 1 - len(self.games(down[0])) if is_bye else 0,
            sum(self.is_c10(*pair) for pair in clashes),
            sum(self.is_c11(*pair) for pair in clashes),
            len(clashes),
            sum(each in ({2}, {2, 3}) for each in strong),
            *past[0][:2],
            *past[1][:2],
            *past[0][2:],
            *past[1][2:],
        )

    def falling(self, players: Sequence[PlayerId]) -> list[Fraction]:
        return sorted((self.score(player) for player in players), reverse=True)

    def of_following(self, down: frozenset[PlayerId], following: list[PlayerId], below: frozenset[PlayerId]) -> Any:
        key = ("C8", down, tuple(following), self.without_c3)
        if key not in self.known:
            rest = below - frozenset(following)
            self.known[key] = min(
                (len(left), self.falling(left))
                for left in self.left_by_following([*down], [*following])
                if self.can_be_paired(frozenset(left) | rest, self.bye_score)
            )
        return self.known[key]

    def left_by_following(self, down: list[PlayerId], residents: list[PlayerId]) -> Iterator[list[PlayerId]]:
        """Whoever comes down meets a resident or is left."""
        if down:
            one, rest = down[0], down[1:]
            for left in self.left_by_following(rest, residents):
                yield [one, *left]
            for other in residents:
                if self.legal(one, other):
                    yield from self.left_by_following(rest, [each for each in residents if each != other])
        elif residents:
            one, others = residents[0], residents[1:]
            for left in self.left_by_following([], others):
                yield [one, *left]
            for other in others:
                if self.legal(one, other):
                    yield from self.left_by_following([], [each for each in others if each != other])
        else:
            yield []

    def disappointed(self, one: PlayerId, other: PlayerId) -> PlayerId:
        """Of two that clash, who does not get the preference."""
        white, black = self.with_colours(one, other)
        return black if self.preferences[white].colour == "white" else white

    def is_of_topscorers(self, one: PlayerId, other: PlayerId) -> bool:
        both = self.preferences[one].strength == self.preferences[other].strength == 3
        return both and (self.is_topscorer(one) or self.is_topscorer(other))

    def is_c10(self, one: PlayerId, other: PlayerId) -> bool:
        return self.is_of_topscorers(one, other) and min(abs(self.lean(one)), abs(self.lean(other))) >= 2

    def is_c11(self, one: PlayerId, other: PlayerId) -> bool:
        if not self.is_of_topscorers(one, other):
            return False
        player = self.disappointed(one, other)
        gets = "white" if self.with_colours(one, other)[0] == player else "black"
        return [colour for _number, colour in self.games(player)][-2:] == [gets, gets]

    def of_floats(
        self,
        back: int,
        meetings: list[Pair],
        down: list[PlayerId],
        moved_down: list[PlayerId],
        residents: list[PlayerId],
    ) -> tuple[int, int, list[tuple[bool, Fraction]], list[Fraction]]:
        """C14, C15, C18, C19, or those of two rounds before."""
        opponent = dict(meetings)
        again = [player for player in moved_down if self.floated(player, back) == "down"]
        differences = [
            (False, self.score(player) - self.score(opponent[player]))
            if player in opponent
            else (True, self.score(player))
            for player in again
        ]
        up_again = [(one, other) for one, other in meetings if self.floated(other, back) == "up"]
        return (
            sum(player in residents and self.floated(player, back) == "down" for player in down),
            len(up_again),
            sorted(differences, reverse=True),
            sorted((self.score(one) - self.score(other) for one, other in up_again), reverse=True),
        )

    # 6: colours

    @cached_property
    def initial_colour(self) -> str:
        chosen = str(self.option("initial_colour") or "lot")
        if chosen != "lot":
            return chosen
        seed = hmac.new(bytes.fromhex(self.snapshot.seed), b"round:0", hashlib.sha256).digest()
        lots = {n: hmac.new(seed, f"initial_colour:{n}".encode(), hashlib.sha256).hexdigest() for n in (1, 2)}
        return "white" if lots[1] < lots[2] else "black"

    def with_colours(self, higher: PlayerId, lower: PlayerId) -> Pair:
        met = self.meetings(higher, lower)
        if met:
            return (lower, higher) if self.fates[higher, met[-1]][2] == "white" else (higher, lower)
        gets_white, _step = self.white_and_step(higher, lower)
        return (higher, lower) if gets_white == higher else (lower, higher)

    def white_and_step(self, one: PlayerId, other: PlayerId) -> tuple[PlayerId, int]:
        higher, lower = sorted((one, other), key=lambda player: (-self.score(player), self.tpn[player]))
        of_higher, of_lower = self.preferences[higher], self.preferences[lower]

        def white_if(player: PlayerId, colour: str | None) -> PlayerId:
            return player if colour == "white" else lower if player == higher else higher

        if not self.clash(higher, lower):
            if of_higher.colour:
                return white_if(higher, of_higher.colour), 1
            if of_lower.colour:
                return white_if(lower, of_lower.colour), 1
            odd = self.tpn[higher] % 2 == 1
            return white_if(higher, self.initial_colour if odd else opposite(self.initial_colour)), 5
        if of_higher.strength != of_lower.strength:
            stronger = higher if of_higher.strength > of_lower.strength else lower
            return white_if(stronger, of_higher.colour), 2
        if of_higher.strength == 3 and abs(self.lean(higher)) != abs(self.lean(lower)):
            stronger = higher if abs(self.lean(higher)) > abs(self.lean(lower)) else lower
            return white_if(stronger, of_higher.colour), 2
        for (_a, had), (_b, other_had) in zip(self.games(higher)[::-1], self.games(lower)[::-1], strict=False):
            if had != other_had:
                return white_if(higher, opposite(had)), 3
        return white_if(higher, of_higher.colour), 4

    # 7: boards

    def pair(self, pinned: Sequence[Pair] = (), sits_out: PlayerId | None = None) -> Answer | None:
        answer = super().pair(pinned, sits_out)
        if answer is not None:
            answer.boards.sort(key=self.board_order)
            told = any(number == self.coming for _player, number in self.virtual)
            answer.relaxed |= told or any(map(self.is_topscorer, self.present()))
        return answer

    def board_order(self, board: Pair) -> tuple[Fraction, Fraction, int]:
        higher = min(board, key=lambda player: (-self.score(player), self.tpn[player]))
        return -self.score(higher), -sum(map(self.score, board), Fraction(0)), self.tpn[higher]


def opposite(colour: str) -> str:
    return "black" if colour == "white" else "white"
