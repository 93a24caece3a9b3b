"""Proposed groups on the table: each name in its group, moved by taps, all of it in the form's own fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Player
from tournaments.pages.common.wording import Names, sentence
from tournaments.pairing.groups.types import Proposal, UndecidedLevel
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.wording import letters
from tournaments.services.events.events import MOST_GROUPS
from tournaments.services.players.players import PlayerDetails

_MARK = "\N{INFORMATION SEPARATOR ONE}"


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPlayer:
    """A name in its group, and why: `before` and `after` are what the sentence says around it. `up` and `down`: letters
    of the groups beside, empty where there is none; `was` of the one proposed, where the director has moved it."""

    key: int
    name: str
    before: str
    after: str
    more: tuple[str, ...]
    was: str
    proposed: int
    up: str
    down: str
    group: int

    @property
    def above(self) -> int:
        return self.group - 1

    @property
    def below(self) -> int:
        return self.group + 1


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardGroup:
    letter: str
    players: tuple[BoardPlayer, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardLevel:
    """Players who share a place that matters: each with the key, for a play-off to be entered."""

    key: str
    sentence: str
    players: tuple[tuple[int, str], ...]


class GroupBoard:
    """`made_for` says what the proposal was made from: one made from something else is shown again before it is made.
    Names stay where the director has moved them; the others go where they are proposed now."""

    def __init__(
        self, proposal: Proposal, *, made_for: str, names: Names, data: Mapping[str, Any] | None = None
    ) -> None:
        self.proposal, self.made_for, self.names = proposal, made_for, names
        self.proposed = {each.player: index for index, group in enumerate(proposal.groups, 1) for each in group}
        self.is_as_seen = data is not None and data.get("made_for") == made_for
        self.group_of = dict(self.proposed)
        if data is not None:
            for player, proposed in self.proposed.items():
                was, is_in = data.get(f"was_{player}"), data.get(f"in_{player}")
                self.group_of[player] = proposed if was == is_in else _group(is_in, proposed)
            key, _colon, group = str(data.get("move", "")).partition(":")
            player_moved = next((each for each in self.group_of if str(each) == key), None)
            if player_moved is not None:
                self.group_of[player_moved] = _group(group, self.group_of[player_moved])

    @property
    def players(self) -> list[list[int]]:
        """By group, in the order of the proposal; the lowest groups that nobody is in are none."""
        last = max(self.group_of.values(), default=0)
        return [[each for each in self.proposed if self.group_of[each] == group] for group in range(1, last + 1)]

    @property
    def groups(self) -> tuple[BoardGroup, ...]:
        why = {each.player: each.reasons for group in self.proposal.groups for each in group}
        everybody = self.players
        return tuple(
            BoardGroup(
                letter=letters(number),
                players=tuple(self._player(player, why[player], number, len(everybody)) for player in group),
            )
            for number, group in enumerate(everybody, 1)
        )

    @property
    def level(self) -> tuple[BoardLevel, ...]:
        return tuple(
            BoardLevel(
                key=level_key(each),
                sentence=sentence(each.reason, self.names),
                players=tuple((player, self.names[player]) for player in each.players),
            )
            for each in self.proposal.level
        )

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(sentence(note, self.names) for note in self.proposal.notes)

    def _player(self, player: int, reasons: Sequence[Reason], group: int, groups: int) -> BoardPlayer:
        marked = {**self.names, player: f"{_MARK}{self.names[player]}{_MARK}"}
        first, *more = [sentence(reason, marked) for reason in reasons]
        before, name, after = first.split(_MARK, 2)
        may_grow = group < groups or (groups < MOST_GROUPS and sum(g == group for g in self.group_of.values()) > 1)
        return BoardPlayer(
            key=player,
            name=name,
            before=before,
            after=after,
            more=tuple(more),
            proposed=self.proposed[player],
            was=letters(self.proposed[player]) if self.proposed[player] != group else "",
            up=letters(group - 1),
            down=letters(group + 1) if may_grow else "",
            group=group,
        )


def level_key(level: UndecidedLevel) -> str:
    return "-".join([str(level.group), *map(str, sorted(level.players))])


def names_of(members: Mapping[int, Player | PlayerDetails], called: Mapping[int, str]) -> Names:
    """Players as the staff calls them; who is only typed as typed."""
    return {
        key: called[key]
        if isinstance(each, Player)
        else _("{given} {family}").format(given=each.given_name, family=each.family_name).strip()
        for key, each in members.items()
    }


def _group(text: object, otherwise: int) -> int:
    text = str(text)
    is_short = text.isascii() and text.isdigit() and len(text) < 4
    return int(text) if is_short and 1 <= int(text) <= MOST_GROUPS else otherwise
