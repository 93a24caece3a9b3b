"""An event for those who run it: its groups and their rounds at a glance, where they come from and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Game, Round, RoundState, Tournament, User
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.wording import letters
from tournaments.permissions import directs_tournament, helps_in_tournament
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupRound:
    """How far a round of a group is."""

    number: int
    done: int
    games: int
    is_finished: bool
    url: str
    """Empty where whoever looks does not work in the group."""

    @property
    def is_complete(self) -> bool:
        return self.done == self.games

    @property
    def is_going_on(self) -> bool:
        """Some games have results and some are waited for."""
        return 0 < self.done < self.games


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffGroup:
    """`url` leads to the evening of whoever works there, else to the public page."""

    key: int
    letter: str
    name: str
    called_by_letter: bool
    """Its name is the event's and its letter."""
    url: str
    system: str
    players: int
    rounds: tuple[GroupRound, ...]
    planned: int
    """At least as many as there are."""
    waits_for_plan: bool
    """All its rounds can be published at once, and none is."""

    @property
    def to_come(self) -> range:
        """The rounds that are planned and not there yet."""
        return range(len(self.rounds) + 1, self.planned + 1)

    @property
    def is_over(self) -> bool:
        """To all that can be seen from here; what follows asks the group itself."""
        return len(self.rounds) == self.planned > 0 and all(each.is_finished for each in self.rounds)


@dataclass(frozen=True, kw_only=True, slots=True)
class EventLink:
    name: str
    url: str
    is_stage: bool
    """Of the same season: finals, or what they were finals of."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffEventPage:
    key: int
    name: str
    season: str
    is_open: bool
    groups: tuple[StaffGroup, ...]
    earlier: EventLink | None
    later: tuple[EventLink, ...]
    public_url: str

    @property
    def is_played(self) -> bool:
        return any(group.rounds for group in self.groups)

    @property
    def is_over(self) -> bool:
        return bool(self.groups) and all(group.is_over for group in self.groups)

    @property
    def numbers(self) -> range:
        """Of the rounds, as far as the longest group goes."""
        return range(1, max((max(group.planned, len(group.rounds)) for group in self.groups), default=0) + 1)

    @property
    def system(self) -> str:
        """That of all its groups; empty where they have several."""
        systems = {group.system for group in self.groups}
        return systems.pop() if len(systems) == 1 else ""

    @property
    def waiting_plans(self) -> int:
        return sum(group.waits_for_plan for group in self.groups)


def staff_event_page(event: Event, user: User) -> StaffEventPage:
    tournaments = list(
        event.groups.filter(trashed_at=None)
        .select_related("club", "season")
        .annotate(players=Count("entries"), numbered=Count("entries__number"))
        .order_by("group")
    )
    rounds = _rounds_of(tournaments)
    later = [each for each in event.later.select_related("season").order_by("pk") if _is_there(each)]
    return StaffEventPage(
        key=event.pk,
        name=event.name,
        season=event.season.name,
        is_open=event.season.is_open,
        groups=tuple(
            _group(event, each, user, players=each.players, numbered=each.numbered, rounds=rounds.get(each.pk, ()))
            for each in tournaments
        ),
        earlier=_link(event.earlier, event) if event.earlier is not None else None,
        later=tuple(_link(each, event) for each in later),
        public_url=reverse("public_event", args=[event.club.slug, event.pk]),
    )


def _group(
    event: Event, tournament: Tournament, user: User, *, players: int, numbered: int, rounds: Sequence[_Counted]
) -> StaffGroup:
    is_known = tournament.system in SYSTEMS
    asked = configured_system(tournament).capabilities().rounds if is_known else None
    planned = tournament.planned_rounds or (asked.of_field(players) if asked and asked.of_field and players else 0)
    works = helps_in_tournament(user, tournament)
    return StaffGroup(
        key=tournament.pk,
        letter=letters(tournament.group or 0),
        name=tournament.name,
        called_by_letter=tournament.name == f"{event.name} {letters(tournament.group or 0)}",
        url=_url(tournament, user),
        system=_(SYSTEMS[tournament.system].info.name) if is_known else tournament.system,
        players=players,
        rounds=tuple(
            GroupRound(
                number=each.round.number,
                done=each.done,
                games=each.games,
                is_finished=each.round.state == RoundState.FINISHED,
                url=reverse("evening_round", args=[tournament.club.slug, tournament.slug, each.round.number])
                if works
                else "",
            )
            for each in rounds
        ),
        planned=max(planned, len(rounds)),
        waits_for_plan=asked is not None
        and asked.published_at_once
        and not rounds
        and tournament.season.is_open
        and players == numbered > 1
        and directs_tournament(user, tournament),
    )


class _Counted(NamedTuple):
    round: Round
    done: int
    games: int


def _rounds_of(tournaments: Sequence[Tournament]) -> Mapping[int, list[_Counted]]:
    """By the group, those that hang on the wall too."""
    of_a_round = Game.objects.filter(round__tournament__in=tournaments).values("round")
    counts = of_a_round.annotate(games=Count("pk"), done=Count("pk", filter=~Q(result=Result.OPEN.value)))
    counted = {each["round"]: (each["done"], each["games"]) for each in counts}
    found: dict[int, list[_Counted]] = {}
    for each in Round.with_ahead.filter(tournament__in=tournaments).order_by("number"):
        found.setdefault(each.tournament_id, []).append(_Counted(each, *counted.get(each.pk, (0, 0))))
    return found


def _url(tournament: Tournament, user: User) -> str:
    name = "evening" if helps_in_tournament(user, tournament) else "public_tournament"
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def _link(other: Event, event: Event) -> EventLink:
    return EventLink(
        name=other.name,
        url=reverse("event", args=[event.club.slug, other.pk]),
        is_stage=other.season_id == event.season_id,
    )


def _is_there(event: Event) -> bool:
    return event.groups.filter(trashed_at=None).exists()
