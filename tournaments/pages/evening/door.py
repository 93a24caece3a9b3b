"""Check-in at the door: everybody of tonight's tournaments in one list, each person once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import (
    UNPUBLISHED_STATES,
    Action,
    Club,
    Round,
    RoundState,
    Tournament,
    User,
)
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.undo_bar import UndoBar, undo_bar_at_door
from tournaments.pages.evening.check_in import (
    CheckIn,
    CheckInRow,
    ResponseGroup,
    check_in,
    grouped,
    here_again,
    in_order,
)
from tournaments.pages.standings.round_context import RoundContext, round_context_of, rounds_of
from tournaments.selectors.display_names import DisplayName, birth_years, disambiguated, person_of

_MARKED = "attendance.mark"


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorGroup:
    """A tournament whose players are checking in, and how many of them are here."""

    name: str
    slug: str
    round: int
    here: int
    entered: int
    is_drafted: bool
    is_shown: bool
    is_directed: bool
    again: int
    """How many were here in the round before, on this same evening, and are not marked yet."""
    expected: int
    """How many are waited for and not marked yet."""
    all_are_here: str
    """What the button says that marks them."""

    @property
    def before(self) -> int:
        """The number of the round before."""
        return self.round - 1

    @property
    def count(self) -> str:
        if self.here % 2:
            return _("{here} of {entered} here, odd").format(here=self.here, entered=self.entered)
        return _("{here} of {entered} here, even").format(here=self.here, entered=self.entered)


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorLine:
    """What was done last in one of the groups."""

    group: str
    slug: str
    bar: UndoBar


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorPage:
    groups: tuple[DoorGroup, ...]
    rows: tuple[CheckInRow, ...]
    undo_bar: DoorLine | None
    newest_action: int
    """The key of the last one in any tournament of the club: what the other door has done since is done after it."""

    def row(self, entry: int) -> CheckInRow | None:
        """Of whoever has this entry."""
        return next((row for row in self.rows if any(place.entry == entry for place in row.places)), None)

    @property
    def said_groups(self) -> tuple[ResponseGroup, ...]:
        return grouped(self.rows)

    @property
    def open_to_guests(self) -> tuple[DoorGroup, ...]:
        return tuple(group for group in self.groups if group.is_directed and (group.is_shown or not self.only))

    @property
    def has_several_groups(self) -> bool:
        return len(self.groups) > 1

    @property
    def only(self) -> str:
        """The slug of the one group that is shown, empty for all of them."""
        shown = [group.slug for group in self.groups if group.is_shown]
        return shown[0] if len(shown) == 1 and self.has_several_groups else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorNews:
    """What has happened in the groups since a page was shown: whose rows look different, or a list of other people."""

    players: frozenset[int]
    is_another_list: bool


NOTHING_NEW = DoorNews(players=frozenset(), is_another_list=False)


def rounds_checking_in(club: Club) -> list[Round]:
    """The newest round of each tournament of an open season, where people can still be marked; by tournament name."""
    found = []
    for tournament in Tournament.objects.filter(club=club, trashed_at=None, season__is_open=True):
        tournament.club = club
        rounds = rounds_of(tournament)
        if rounds and rounds[-1].state in UNPUBLISHED_STATES:
            newest = copy(rounds[-1])
            newest.tournament = tournament
            found.append(newest)
    return sorted_by_name(found, lambda each: each.tournament.name)


def door_page(
    club: Club,
    rounds: Sequence[Round],
    *,
    only: str = "",
    directed: Collection[str],
    user: User,
    just_done: Action | None = None,
) -> DoorPage:
    """Of these rounds; `only` the group of that slug, where it is one of them. In those not `directed` the user helps.

    The number of queries does not depend on the number of players. `just_done` is the action of a tap.
    """
    newest = just_done.pk if just_done else Action.objects.filter(tournament__club=club).aggregate(key=Max("pk"))["key"]
    slugs = {each.tournament.slug for each in rounds}
    shown = {only} if only in slugs else slugs
    check_ins = _check_ins(rounds, just_done)
    rows = _people(check_ins[each.pk][0] for each in rounds if each.tournament.slug in shown)
    return DoorPage(
        groups=tuple(_group(each, *check_ins[each.pk], shown, directed) for each in rounds),
        rows=rows,
        undo_bar=_last_done(
            [each.tournament for each in rounds if each.tournament.slug in shown],
            {row.player: row.name for row in rows},
            directed,
            user,
            just_done,
        ),
        newest_action=newest or 0,
    )


def news_since(rounds: Sequence[Round], action: int) -> DoorNews:
    """After the action of that key."""
    later = Action.objects.filter(tournament__in=[each.tournament_id for each in rounds], pk__gt=action)
    marks, others = [], 0
    for verb, facts in later.values_list("verb", "facts"):
        if _MARKED in {verb, facts.get("verb")}:  # an undo says what it undid
            marks.append(facts.get("player"))
        else:
            others += 1
    return DoorNews(players=frozenset(key for key in marks if isinstance(key, int)), is_another_list=others > 0)


def _check_ins(rounds: Sequence[Round], just_done: Action | None) -> Mapping[int, tuple[CheckIn, int]]:
    """By round, with how many are here again. Two of one name are told apart among all who play tonight."""
    pasts = {each.pk: round_context_of(each.tournament, each.number, rounds_of(each.tournament)) for each in rounds}
    called = _called(list(pasts.values()))
    found = {}
    for each in rounds:
        context = pasts[each.pk]
        own = just_done if just_done and just_done.tournament_id == each.tournament_id else None
        revision = each.tournament.revision
        words = context.responses(each.tournament, revision, own)
        checked_in = check_in(each, context.rows(revision, own), called, context, words)
        found[each.pk] = checked_in, here_again(each, checked_in, context) if each.state == RoundState.OPEN else 0
    return found


def _called(pasts: Sequence[RoundContext]) -> Mapping[int, DisplayName]:
    """By entry."""
    if len(pasts) == 1:
        return pasts[0].display_names
    entries = [entry for context in pasts for entry in context.entries.values()]
    called = disambiguated({entry.player_id: person_of(entry) for entry in reversed(entries)}, birth_years)
    return {entry.pk: called[entry.player_id] for entry in entries}


def _people(check_ins: Iterable[CheckIn]) -> tuple[CheckInRow, ...]:
    """Each person once, with all their places. Whoever is out is not asked for."""
    people: dict[int, CheckInRow] = {}
    for row in (row for each in check_ins for row in each.rows if row.state != "out"):
        there = people.get(row.player)
        people[row.player] = replace(there, places=(*there.places, *row.places)) if there else row
    return in_order(people.values())


def _group(
    round: Round, checked_in: CheckIn, again: int, shown: Collection[str], directed: Collection[str]
) -> DoorGroup:
    return DoorGroup(
        name=round.tournament.name,
        slug=round.tournament.slug,
        round=round.number,
        here=checked_in.here,
        entered=checked_in.here + checked_in.away + checked_in.unmarked,
        is_drafted=round.state == RoundState.DRAFTED,
        is_shown=round.tournament.slug in shown,
        is_directed=round.tournament.slug in directed,
        again=again,
        expected=checked_in.expected if round.state == RoundState.OPEN else 0,
        all_are_here=checked_in.all_are_here,
    )


def _last_done(
    tournaments: Collection[Tournament],
    names: Mapping[int, str],
    directed: Collection[str],
    user: User,
    just_done: Action | None,
) -> DoorLine | None:
    last = undo_bar_at_door(tournaments, names, directed=directed, user=user, just_done=just_done)
    if last is None:
        return None
    tournament, bar = last
    return DoorLine(group=tournament.name, slug=tournament.slug, bar=bar)
