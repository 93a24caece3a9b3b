"""Check-in at the door: everybody of tonight's tournaments in one list, each person once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, OuterRef, Q, Subquery, Sum
from django.utils.translation import gettext as _

from tournaments.called import Person, birth_years, told_apart
from tournaments.evenings import were_here
from tournaments.models import (
    UNPUBLISHED_STATES,
    Action,
    Attendance,
    Club,
    Player,
    Presence,
    Round,
    RoundState,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.pages.ribbon import LENGTH, RibbonLine, tournament_ribbon
from tournaments.pages.sorting import sorted_by_name
from tournaments.snapshots import out_before

_MARKED = "attendance.mark"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A person's place in one of tonight's groups: what a tap marks."""

    group: str
    slug: str
    round: int
    entry: int
    number: int | None
    presence: Presence

    @property
    def is_present(self) -> bool:
        return self.presence is Presence.PRESENT

    @property
    def is_away(self) -> bool:
        return self.presence not in {Presence.UNMARKED, Presence.PRESENT}


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorRow:
    """A person, with one place or with several to choose from. Marked in one of them, nobody need ask any more."""

    player: int
    name: str
    rating: int | None
    places: tuple[Place, ...]

    @property
    def state(self) -> str:
        if any(place.is_present for place in self.places):
            return "present"
        return "away" if any(place.is_away for place in self.places) else "unmarked"


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
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
class DoneLine:
    """What was done last in one of the groups."""

    group: str
    slug: str
    line: RibbonLine


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorPage:
    groups: tuple[Group, ...]
    rows: tuple[DoorRow, ...]
    last_done: tuple[DoneLine, ...]
    revision: int
    """Rises with whatever happens in any tournament of the club."""
    newest_action: int
    """Of these groups: what the other door has done is done after it."""

    def row(self, player: int) -> DoorRow | None:
        return next((row for row in self.rows if row.player == player), None)

    @property
    def open_to_guests(self) -> tuple[Group, ...]:
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
class News:
    """What has happened in the groups since a page was shown: whose rows look different, or a list of other people."""

    players: frozenset[int]
    is_another_list: bool


NOTHING_NEW = News(players=frozenset(), is_another_list=False)


def rounds_checking_in(club: Club) -> list[Round]:
    """The newest round of each tournament of an open season, where people can still be marked; by tournament name."""
    newest = Round.objects.filter(tournament=OuterRef("tournament")).order_by("-number").values("number")[:1]
    found = (
        Round.objects.filter(
            tournament__club=club,
            tournament__trashed_at=None,
            tournament__season__is_open=True,
            state__in=UNPUBLISHED_STATES,
        )
        .filter(number=Subquery(newest))
        .select_related("tournament__club")
    )
    return sorted_by_name(found, lambda each: each.tournament.name)


def door_page(
    club: Club, rounds: Sequence[Round], *, only: str = "", directed: Collection[str], user: User
) -> DoorPage:
    """Of these rounds; `only` the group of that slug, where it is one of them. In those not `directed` the user helps.

    The number of queries does not depend on the number of players.
    """
    revision = Tournament.objects.filter(club=club).aggregate(all=Sum("revision"))["all"] or 0
    newest = Action.objects.filter(tournament__in=[each.tournament_id for each in rounds]).aggregate(key=Max("pk"))
    slugs = {each.tournament.slug for each in rounds}
    shown = {only} if only in slugs else slugs
    by_round = _attendances(rounds)
    rows = _rows(rounds, by_round, shown)
    here = were_here([each for each in rounds if each.state == RoundState.OPEN])
    return DoorPage(
        groups=tuple(
            _group(each, by_round[each.pk], shown, directed, again=_here_again(by_round[each.pk], here.get(each.pk)))
            for each in rounds
        ),
        rows=rows,
        last_done=_last_done(
            [each.tournament for each in rounds if each.tournament.slug in shown],
            {row.player: row.name for row in rows},
            directed,
            user,
        ),
        revision=revision,
        newest_action=newest["key"] or 0,
    )


def news_since(rounds: Sequence[Round], action: int) -> News:
    """After the action of that key."""
    later = Action.objects.filter(tournament__in=[each.tournament_id for each in rounds], pk__gt=action)
    marks, others = [], 0
    for verb, facts in later.values_list("verb", "facts"):
        if _MARKED in {verb, facts.get("verb")}:  # an undo says what it undid
            marks.append(facts.get("player"))
        else:
            others += 1
    return News(players=frozenset(key for key in marks if isinstance(key, int)), is_another_list=others > 0)


def _attendances(rounds: Sequence[Round]) -> Mapping[int, list[Attendance]]:
    """By round, of those who take part: who has withdrawn, joins later or is out is not asked for."""
    away = Withdrawal.objects.filter(
        Q(last_round=None) | Q(last_round__gte=F("entry__attendances__round__number")),
        first_round__lte=F("entry__attendances__round__number"),
        entry__attendances__round__in=rounds,
    )
    found = (
        Attendance.objects.filter(round__in=rounds, entry__number__isnull=False)
        .filter(entry__joined_round__lte=F("round__number"))
        .exclude(entry__in=away.values("entry"))
        .select_related("entry__player")
    )
    by_round: dict[int, list[Attendance]] = defaultdict(list)
    out = {each.pk: out_before(each) for each in rounds}
    for row in found:
        if row.entry.number not in out[row.round_id]:
            by_round[row.round_id].append(row)
    return by_round


def _rows(
    rounds: Iterable[Round], by_round: Mapping[int, list[Attendance]], shown: Collection[str]
) -> tuple[DoorRow, ...]:
    players: dict[int, Player] = {}
    ratings: dict[int, int | None] = {}
    places: dict[int, list[Place]] = defaultdict(list)
    for each in rounds:
        if each.tournament.slug not in shown:
            continue
        for attendance in by_round[each.pk]:
            player = players.setdefault(attendance.entry.player_id, attendance.entry.player)
            ratings.setdefault(player.pk, attendance.entry.rating)
            places[player.pk].append(_place(each, attendance))
    names = told_apart(
        {
            key: Person(name=player.full_name, player=key, rating=ratings[key], number=places[key][0].number)
            for key, player in players.items()
        },
        birth_years,
    )
    rows = [DoorRow(player=key, name=names[key], rating=ratings[key], places=tuple(places[key])) for key in players]
    return tuple(sorted_by_name(rows, lambda row: row.name))


def _place(round: Round, attendance: Attendance) -> Place:
    return Place(
        group=round.tournament.name,
        slug=round.tournament.slug,
        round=round.number,
        entry=attendance.entry_id,
        number=attendance.entry.number,
        presence=Presence(attendance.presence),
    )


def _here_again(attendances: Iterable[Attendance], here: Collection[int] | None) -> int:
    return sum(row.presence == Presence.UNMARKED and row.entry_id in here for row in attendances) if here else 0


def _group(
    round: Round, attendances: Sequence[Attendance], shown: Collection[str], directed: Collection[str], *, again: int
) -> Group:
    return Group(
        name=round.tournament.name,
        slug=round.tournament.slug,
        round=round.number,
        here=sum(row.presence == Presence.PRESENT for row in attendances),
        entered=len(attendances),
        is_drafted=round.state == RoundState.DRAFTED,
        is_shown=round.tournament.slug in shown,
        is_directed=round.tournament.slug in directed,
        again=again,
    )


def _last_done(
    tournaments: Iterable[Tournament], names: Mapping[int, str], directed: Collection[str], user: User
) -> tuple[DoneLine, ...]:
    lines = [
        DoneLine(group=tournament.name, slug=tournament.slug, line=line)
        for tournament in tournaments
        for line in tournament_ribbon(tournament, names, helper=None if tournament.slug in directed else user)
    ]
    return tuple(sorted(lines, key=lambda done: done.line.at, reverse=True)[:LENGTH])
