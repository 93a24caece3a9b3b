"""Between two seasons: who goes up and down by their place, and who fills the places of those who do not play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.pairing.groups.levels import Order
from tournaments.pairing.types.paired_round import Group, Place, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

UP = Rule("groups/up", _("{player}: {place} of {group}, goes up."))
DOWN = Rule("groups/down", _("{player}: {place} of {count} in {group}, goes down."))
STAYS = Rule("groups/stays", _("{player}: {place} of {count} in {group}, stays."))
SEEDED = Rule(
    "groups/stays/seeded",
    _("{player}: {place} of {count} in {group}, stays: the first {seeded} never go down."),
)
STAYS_FOR = Rule(
    "groups/stays/instead", _("{player}: {place} of {count} in {group}, stays because {absent} does not play.")
)
UP_FOR = Rule("groups/up/instead", _("{player}: {place} of {group}, goes up because {absent} does not play."))
AWAY = Rule("groups/away", _("{player}: {place} of {count} in {group}, does not play."))


class Fill(StrEnum):
    """Who gets a place that is left free."""

    ALTERNATELY = "alternately"  # the best of those going down stays, then the next best below comes up
    STAY = "stay"  # all who would go down first


@dataclass(frozen=True, kw_only=True, slots=True)
class Border:
    """Between a group and the next below: so many go up, and so many down."""

    up: int = 2
    down: int = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupMoves:
    """Last season's groups from 0, and by their index who goes up and down by their place alone, best first."""

    orders: tuple[Order, ...]
    up: tuple[Order, ...]
    down: tuple[Order, ...]
    spared: Order
    """Would go down, were they not among the first `seeded` of the highest group."""
    seeded: int

    @classmethod
    def of(cls, orders: Sequence[Order], borders: Sequence[Border], seeded: int) -> GroupMoves:
        up: list[Order] = [() for _order in orders]
        down: list[Order] = [() for _order in orders]
        spared: Order = ()
        for above, border in enumerate(borders):
            below = above + 1
            safe = seeded if above == 0 else len(up[above])
            may_go = orders[above][safe:]
            rising, falling = min(border.up, len(orders[below])), min(border.down, len(may_go))
            if border.up == border.down:
                rising = falling = min(rising, falling)
            up[below] = orders[below][:rising]
            down[above] = may_go[len(may_go) - falling :]
            if above == 0 and border.down:
                spared = tuple(player for player in orders[0][-border.down :] if player in orders[0][:seeded])
        return cls(orders=tuple(orders), up=tuple(up), down=tuple(down), spared=spared, seeded=seeded)

    def expected(self, group: int) -> Iterator[PlayerId]:
        """Who would be in it if all played: from above, those who stay, from below."""
        if group > 0:
            yield from self.down[group - 1]
        moved = {*self.up[group], *self.down[group]}
        yield from (player for player in self.orders[group] if player not in moved)
        if group + 1 < len(self.orders):
            yield from self.up[group + 1]

    def group_of(self, player: PlayerId) -> int:
        return next(index for index, order in enumerate(self.orders) if player in order)

    def said(self, rule: Rule, player: PlayerId, places: Mapping[PlayerId, int], **more: Player | int) -> Reason:
        """With the gaps that this rule has."""
        group = self.group_of(player)
        facts = {"player": Player(player), "place": Place(places[player]), "group": Group(group + 1), **more}
        if "{count}" in rule.sentence:
            facts["count"] = len(self.orders[group])
        return rule.reason(**facts)


@dataclass(kw_only=False)
class GroupSeason:
    """The next one, from the highest group on: places left free are filled before the group below is looked at."""

    moves: GroupMoves
    playing: frozenset[PlayerId]
    fill: Fill
    groups: list[list[PlayerId]] = field(init=False, default_factory=list)
    group_of_each: dict[PlayerId, int] = field(init=False, default_factory=dict)
    """Of those who were there last season and play."""
    instead: dict[PlayerId, PlayerId] = field(init=False, default_factory=dict)
    """Who stays or comes up only because somebody does not play, and who that is."""

    def __post_init__(self) -> None:
        for group in range(len(self.moves.orders)):
            members = [player for player in self.moves.expected(group) if self._is_free(player)]
            missing = [player for player in self.moves.expected(group) if not self._is_free(player)]
            self.group_of_each |= dict.fromkeys(members, group)
            staying = iter([player for player in self.moves.down[group] if self._is_free(player)])
            below = self.moves.orders[group + 1] if group + 1 < len(self.moves.orders) else ()
            rising = iter([player for player in below if self._is_free(player)])
            turns = (staying, rising)
            for turn, absent in enumerate(missing):
                first = 0 if self.fill is Fill.STAY else turn % 2
                found = next(turns[first], None)
                if found is None:
                    found = next(turns[1 - first], None)
                if found is None:
                    break
                members.append(found)
                self.group_of_each[found] = group
                self.instead[found] = self.instead.get(absent, absent)
            self.groups.append(members)

    def _is_free(self, player: PlayerId) -> bool:
        return player in self.playing and player not in self.group_of_each

    def reason(self, player: PlayerId, places: Mapping[PlayerId, int]) -> Reason:
        was, comes = self.moves.group_of(player), self.group_of_each[player]
        more: dict[str, Player | int] = {}
        if player in self.instead:
            rule, more["absent"] = (UP_FOR if comes < was else STAYS_FOR), Player(self.instead[player])
        elif comes != was:
            rule = UP if comes < was else DOWN
        elif player in self.moves.spared:
            rule, more["seeded"] = SEEDED, self.moves.seeded
        else:
            rule = STAYS
        return self.moves.said(rule, player, places, **more)
