"""Keizer tables by the rulebook's page alone: slow, from the tournament file's JSON, sharing no code with the system.

Where the page leaves something open, this is the reading:

* The ranks of a table are 1, 2, 3 … over its rows without sharing, since the place in the starting list decides.
* Before round 1 everybody listed stands in the order of the starting list, those withdrawn in round 1 too.
* `min_value` comes after the rounding to `value_unit`, for no value may fall below it.
* The rounding options hold for the table after round 0 too; a mean of two passes is not rounded again.
* Cycle: when the ranking of pass m was that of pass j (0 the start), its passes are j + 1 to m.
* `max_passes` used up after a single pass: there is nothing to take the mean with, so that pass stands.
* `own_value_of` `final` gives no points after round 0 either, and leaves `value` what was in force in the last round.
* A round before joining counts as that even where the file says "withdrawn" or names an absence or a requested bye.
* An absence named in a withdrawn round is no absence: it pays nothing and is not counted by `paid_absences`.
* A forfeit against a withdrawn opponent pays like a game: its share · `withdrawn_share` · the own value.
* `frozen`: what happens in a round goes by who is withdrawn in that round. A game against one of them pays
  `withdrawn_share` of the own value, they themselves get the opponents' values, and nothing for rounds without a game.
* `frozen`: back since this round, one has a `next_value` but no `value` and no own value yet; withdrawn in round 1, no
  `start` value ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, TypeAlias

from tests.tools.pairing.keizer_page import DEFAULTS, PRESETS

Player: TypeAlias = int
Values: TypeAlias = Mapping[Player, Fraction]

RESULTS = {
    # what white gets, what black gets
    "1-0": ("win", "loss"),
    "0-1": ("loss", "win"),
    "1/2-1/2": ("draw", "draw"),
    "+--": ("forfeit won", "forfeit lost"),
    "--+": ("forfeit lost", "forfeit won"),
    "---": ("both lose", "both lose"),
    "*": ("open", "open"),
}


@dataclass(frozen=True)
class Line:
    """One row of the table. A withdrawn player has no values."""

    player: Player
    rank: int
    points: Fraction
    value: Fraction | None
    next_value: Fraction | None


@dataclass(frozen=True)
class Standing:
    """The table of everybody, listed or not: `ladder` is those not withdrawn, best first.

    `items` are what a total is the sum of, before `round_total`: the own value, then round by round.
    """

    items: dict[Player, list[Fraction]]
    totals: dict[Player, Fraction]
    values: dict[Player, Fraction]
    ladder: list[Player]


def table(document: dict[str, Any], after: int) -> list[Line]:
    """The table after that round, best first."""
    return Season(document).table(after)


class Season:
    """Keeps what it has worked out, so that all tables of a long season do not take a minute."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.options = DEFAULTS | PRESETS[document.get("preset") or "classic"] | document.get("options", {})
        self.players = {player["number"]: player for player in document["players"]}
        self.rounds = {played["number"]: played for played in document.get("rounds", [])}
        self.planned_rounds = document.get("planned_rounds")
        self.starting_list = sorted(self.players, key=self.starting_key)
        self.fates = {(p, r): self.happened(p, r) for p in self.players for r in self.rounds}
        self.chains: dict[tuple[int, frozenset[Player]], Standing] = {}

    def table(self, after: int) -> list[Line]:
        made, next_values = self.after(after)
        in_order = sorted(self.players, key=lambda p: (-made.totals[p] if after else 0, self.place(p)))
        listed = [p for p in in_order if self.players[p].get("joined_round", 1) <= after + 1]
        return [
            Line(p, rank, made.totals[p], made.values.get(p) if p in next_values else None, next_values.get(p))
            for rank, p in enumerate(listed, 1)
        ]

    def starting_key(self, p: Player) -> tuple[bool, int, int]:
        rating = self.players[p].get("rating")
        if self.options["starting_list"] != "rating":
            return False, 0, p
        return rating is None, -(rating or 0), p

    def place(self, p: Player) -> int:
        return self.starting_list.index(p)

    def number(self, option: str) -> Fraction:
        return Fraction(str(self.options[option]))

    # Who is withdrawn

    def is_away(self, p: Player, r: int) -> bool:
        return any(first <= r and (last is None or r <= last) for first, last in self.players[p].get("away", []))

    def withdrawn_in(self, r: int) -> frozenset[Player]:
        """Nobody, where those who withdraw stay in the ladder."""
        if self.options["withdrawn_share"] is None:
            return frozenset()
        return frozenset(p for p in self.players if self.is_away(p, r))

    # Values

    def top(self, n: int) -> Fraction:
        top = self.options["top"]
        if top == "ratio":
            exact = (n - 1) * self.number("ratio") / (self.number("ratio") - 1)
            half = floor(exact + Fraction(1, 2))
            rounded = {"down": floor(exact), "up": ceil(exact), "half_up": half, "half_even": round(exact)}
            return Fraction(max(n, rounded[self.options["top_rounding"]]))
        if top in ("N", "2N", "1.5N"):
            factor = {"N": Fraction(1), "2N": Fraction(2), "1.5N": Fraction(3, 2)}[top]
            return half_up(factor * n, 1)
        return self.number("top")

    def values(self, ladder: Sequence[Player], totals: Values | None) -> dict[Player, Fraction]:
        """What each place of the ladder is worth; `totals` None before round 1."""
        if self.options["values_from"] == "start":
            ladder = sorted(ladder, key=self.place)
        top, n = self.top(len(ladder)), len(ladder)
        of_ladder = [totals[q] for q in ladder] if totals else [Fraction(0)]
        lowest, highest = min(of_ladder, default=0), max(of_ladder, default=0)
        values = {}
        for i, p in enumerate(ladder, 1):
            if self.options["ladder"] == "step":
                value = top - (i - 1) * self.number("step")
            else:
                spread = top - self.number("bottom")
                if self.options["ladder"] == "range_place" or totals is None:
                    exact = top - spread * (i - 1) / (n - 1) if n > 1 else top
                else:
                    same = highest == lowest
                    exact = top if same else self.number("bottom") + spread * (totals[p] - lowest) / (highest - lowest)
                value = half_up(exact, self.options["value_unit"])
            values[p] = value if self.options["min_value"] is None else max(value, self.number("min_value"))
        return values

    # What a round was, and what it pays

    def happened(self, p: Player, r: int) -> tuple[str, Player | None]:
        """What round r was for p, and against whom."""
        played = self.rounds[r]
        for game in played.get("games", []):
            if p == game["white"]:
                return RESULTS[game["result"]][0], game["black"]
            if p == game["black"]:
                return RESULTS[game["result"]][1], game["white"]
        byes = {bye["player"]: bye["kind"] for bye in played.get("byes", [])}
        absences = {absence["player"]: absence["kind"] for absence in played.get("absences", [])}
        if byes.get(p) in ("pairing", "unpaid"):
            return byes[p], None
        if r < self.players[p].get("joined_round", 1):
            return "before joining", None
        if self.is_away(p, r):
            return "withdrawn", None
        unmarked = self.players[p].get("absence_kind") or self.options["default_absence"]
        return byes.get(p) or absences.get(p) or unmarked, None

    def share_of_result(self, what: str) -> Fraction:
        if what == "open":
            return self.number("draw_share") if self.options["open_game"] == "draw" else Fraction(0)
        option = {
            "win": "win_share",
            "draw": "draw_share",
            "loss": "loss_share",
            "forfeit won": "forfeit_win",
            "forfeit lost": "forfeit_loss",
        }
        return self.number(option[what]) if what in option else Fraction(0)

    def item(self, p: Player, r: int, values: Values, withdrawn: frozenset[Player]) -> Fraction:
        what, opponent = self.fates[p, r]
        if opponent is None:
            exact = Fraction(0) if p in withdrawn else self.without_a_game(p, r, what, values[p])
        elif what == "loss" and self.options["loss_points"] is not None:
            exact = self.number("loss_points")
        elif opponent not in withdrawn:
            exact = self.share_of_result(what) * values[opponent]
        elif p not in withdrawn:
            exact = self.share_of_result(what) * self.number("withdrawn_share") * values[p]
        else:
            exact = Fraction(0)
        return half_up(exact, self.options["round_item"])

    def without_a_game(self, p: Player, r: int, what: str, own: Fraction) -> Fraction:
        if what == "before joining":
            if self.options["late_points"] is not None:
                return self.number("late_points")
            kind = self.options["before_entry"]
            return Fraction(0) if kind == "nothing" else self.kind(kind, own, 1, None)
        if what in ("pairing", "full"):
            return self.of_bye(own)
        if what == "half":
            return self.number("draw_share") * own
        if what in ("zero", "unpaid"):
            return Fraction(0)
        if what == "withdrawn":
            return self.number("withdrawn_pay") * own
        counted, of_kind = self.counts(p, r, what)
        paid = self.own_kinds.get(what, {}).get("paid")
        if paid is not None and of_kind > paid:
            return Fraction(0)
        pay = self.kind(what, own, of_kind, self.result_elsewhere(p, r))
        if what not in self.options["counted_absences"]:
            return pay
        if self.options["paid_absences"] is not None and counted > self.options["paid_absences"]:
            return Fraction(0)
        return pay / (2 ** (counted - 1) if self.options["halving"] else 1)

    @property
    def own_kinds(self) -> dict[str, dict[str, Any]]:
        return {kind["code"]: kind for kind in self.options["absence_kinds"]}

    def of_bye(self, own: Fraction) -> Fraction:
        if self.options["bye_points"] is not None:
            return self.number("bye_points")
        return self.number("bye_share") * own

    def kind(self, kind: str, own: Fraction, count: int, result: str | None) -> Fraction:
        """What the absence pays, the how-manieth of its kind in its period; `result` of a game elsewhere."""
        rules: Mapping[str, Any] = self.own_kinds.get(kind) or {
            "share": self.options[f"{kind}_share"],
            "points": self.options[f"{kind}_points"],
            "steps": self.options["excused_steps"] if kind == "excused" else None,
            "win_share": self.options["club_win_share"] if kind == "club" else None,
            "draw_share": self.options["club_draw_share"] if kind == "club" else None,
            "loss_share": self.options["club_loss_share"] if kind == "club" else None,
        }
        by_result = {"1": "win_share", "1/2": "draw_share", "0": "loss_share"}
        if result is not None and rules.get(by_result[result]) is not None:
            return Fraction(str(rules[by_result[result]])) * own
        if rules.get("steps"):
            each = [share for times, share in rules["steps"] for _ in range(times or 1000)]
            return Fraction(str(each[count - 1])) * own if count <= len(each) else Fraction(0)
        if rules.get("points") is not None:
            return Fraction(str(rules["points"]))
        return Fraction(str(rules.get("share", 0))) * own

    def result_elsewhere(self, p: Player, r: int) -> str | None:
        found = [absence for absence in self.rounds[r].get("absences", []) if absence["player"] == p]
        return found[0].get("result") if found else None

    def counts(self, p: Player, r: int, kind: str) -> tuple[int, int]:
        """The how-manyeth of those counted the absence in round r is in its period, and the how-manyeth of its kind."""
        fates = [self.fates[p, s][0] for s in range(1, r + 1) if self.period(s) == self.period(r)]
        return sum(fate in self.options["counted_absences"] for fate in fates), fates.count(kind)

    def period(self, r: int) -> int:
        return sum(last < r for last in self.options["period_rounds"] or [])

    def own(self, p: Player, k: int, values: Values) -> Fraction:
        fade = self.options["own_value_fade"]
        left = max(Fraction(0), Fraction(fade - k, fade)) if fade else 1
        return half_up(self.number("own_value") * values.get(p, Fraction(0)) * left, self.options["round_item"])

    def totals(self, items: Mapping[Player, Sequence[Fraction]]) -> dict[Player, Fraction]:
        return {p: half_up(sum(items[p], Fraction(0)), self.options["round_total"]) for p in items}

    # Tables

    def after(self, k: int) -> tuple[Standing, dict[Player, Fraction]]:
        """The table after round k, and the values that its ranking gives to the ladder."""
        withdrawn = self.withdrawn_in(k + 1)
        if k == 0:
            ladder = [p for p in self.starting_list if p not in withdrawn]
            values = self.values(ladder, None)
            counts = {} if self.options["own_value_of"] == "final" else values
            items = {p: [self.own(p, 0, counts)] for p in self.players}
            return Standing(items, self.totals(items), values, ladder), values
        standing = self.frozen(k) if self.options["rescoring"] == "frozen" else self.chain(k, withdrawn)
        return standing, self.values(standing.ladder, standing.totals)

    def ranked(self, totals: Values, withdrawn: frozenset[Player]) -> list[Player]:
        return sorted((p for p in self.players if p not in withdrawn), key=lambda p: (-totals[p], self.place(p)))

    def chain(self, k: int, withdrawn: frozenset[Player]) -> Standing:
        """Classic and complete: everything without those who are withdrawn now, forward from the starting list."""
        starting = [p for p in self.starting_list if p not in withdrawn]
        if k == 0:
            return Standing({}, {}, {}, starting)
        if (k, withdrawn) not in self.chains:
            previous = self.chain(k - 1, withdrawn)
            start_values = self.values(starting, None)
            if self.options["rescoring"] == "complete":
                made = self.complete(k, previous, start_values, withdrawn)
            else:
                made = self.one_pass(k, previous.ladder, previous.totals or None, start_values, withdrawn)
            self.chains[k, withdrawn] = made
        return self.chains[k, withdrawn]

    def one_pass(
        self,
        k: int,
        ladder: Sequence[Player],
        totals: Values | None,
        start_values: Values,
        withdrawn: frozenset[Player],
    ) -> Standing:
        """All rounds up to k with the values of one ladder."""
        values = self.values(ladder, totals)
        own = start_values if self.options["own_value_of"] == "start" else values
        items = {
            p: [self.own(p, k, own), *(self.item(p, r, values, withdrawn) for r in range(1, k + 1))]
            for p in self.players
        }
        made = self.totals(items)
        return Standing(items, made, values, self.ranked(made, withdrawn))

    def complete(
        self,
        k: int,
        previous: Standing,
        start_values: Values,
        withdrawn: frozenset[Player],
    ) -> Standing:
        """Pass by pass until the ranking is the one it came from."""
        start = previous if self.options["restart"] == "previous" else self.chain(0, withdrawn)
        rankings, totals = [start.ladder], start.totals or None
        passes: list[Standing] = []
        while len(passes) < self.options["max_passes"]:
            made = self.one_pass(k, rankings[-1], totals, start_values, withdrawn)
            passes.append(made)
            totals = made.totals
            if made.ladder == rankings[-1]:
                return made
            if made.ladder in rankings:
                return self.not_settled(passes, passes[rankings.index(made.ladder) :], previous.ladder, withdrawn)
            rankings.append(made.ladder)
        return self.not_settled(passes, passes, previous.ladder, withdrawn)

    def not_settled(
        self,
        passes: Sequence[Standing],
        candidates: Sequence[Standing],
        previous: list[Player],
        withdrawn: frozenset[Player],
    ) -> Standing:
        if self.options["on_cycle"] == "last":
            return passes[-1]
        if self.options["on_cycle"] == "calmest":
            return min(candidates, key=lambda made: unrest(made.ladder, previous))
        two = passes[-2:]
        items = {p: [mean(same) for same in zip(*(each.items[p] for each in two), strict=True)] for p in two[0].items}
        totals = {p: mean([each.totals[p] for each in two]) for p in two[0].totals}
        values = {p: mean([each.values[p] for each in two]) for p in two[0].values}
        return Standing(items, totals, values, self.ranked(totals, withdrawn))

    def frozen(self, k: int) -> Standing:
        """Each round keeps the values it was played with."""
        ladder, totals = [p for p in self.starting_list if p not in self.withdrawn_in(1)], None
        start_values = values = self.values(ladder, None)
        rounds: dict[Player, list[Fraction]] = {p: [] for p in self.players}
        items: dict[Player, list[Fraction]] = {}
        for r in range(1, k + 1):
            values = self.values(ladder, totals)
            for p in self.players:
                rounds[p].append(self.item(p, r, values, self.withdrawn_in(r)))
            withdrawn = self.withdrawn_in(r + 1)
            own = self.frozen_own(r, rounds, withdrawn, {"current": values, "start": start_values})
            items = {p: [Fraction(0) if p in withdrawn else self.own(p, r, own), *rounds[p]] for p in self.players}
            totals = self.totals(items)
            ladder = self.ranked(totals, withdrawn)
        return Standing(items, totals or {}, values, ladder)

    def frozen_own(
        self,
        k: int,
        rounds: Mapping[Player, list[Fraction]],
        withdrawn: frozenset[Player],
        values_of: Mapping[str, Values],
    ) -> Values:
        """The values that the own value comes from in the table after round k."""
        if self.options["own_value_of"] != "final":
            return values_of[self.options["own_value_of"]]
        if self.planned_rounds is None or k < self.planned_rounds:
            return {}
        totals = self.totals(rounds)
        return self.values(self.ranked(totals, withdrawn), totals)


def unrest(ladder: list[Player], previous: list[Player]) -> int:
    return sum(abs(place - previous.index(p)) for place, p in enumerate(ladder))


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def half_up(exact: Fraction, unit: Any) -> Fraction:
    if unit is None:
        return exact
    step = Fraction(str(unit))
    return floor(exact / step + Fraction(1, 2)) * step
