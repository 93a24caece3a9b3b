"""Every page of the staff, found by walking the resolver: a page added tomorrow is looked at at once."""

from __future__ import annotations

import datetime
import io
import re

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.casts.series_cast import series_of
from tests.tools.pages.public_pages import all_routes
from tests.tools.pages.rating_lists import CARLSEN, fide
from tests.tools.played.kept import as_outside_a_transaction
from tournaments.models import (
    Action,
    Club,
    ClubRatingList,
    Event,
    Fixture,
    Game,
    League,
    Membership,
    OutsideTeam,
    Player,
    Presence,
    Role,
    SimulationRun,
    SimulationState,
    Tournament,
    User,
)
from tournaments.services.players import rating_lists
from tournaments.simulation.field import SimulatedField, evenly
from tournaments.simulation.process import row_of
from tournaments.simulation.statistics import spreads, spreads_to_json

_POSTED = ("tie", "cup", "key", "item", "period", "helper", "plan")
"""What has no page of its own: a link, a question, a time away is only ever answered."""


def two_evenings() -> tuple[Evening, Evening, User]:
    """A round going on, and one at whose door people check in; and an admin of their club."""
    published = Evening.of(7)
    club = published.tournament.club
    opened = Evening.of(7, club=club, season=published.tournament.season)
    admin = Membership.objects.create(club=club, user=UserFactory(), role=Role.ADMIN).user
    event = Event.objects.create(club=club, season=published.tournament.season, name="Championship", seed="ab" * 32)
    Tournament.objects.filter(pk=published.tournament.pk).update(event=event, group=1)
    series_of(published.tournament.season, published.tournament)
    league = League.objects.create(club=club, season=published.tournament.season, name="League")
    team = OutsideTeam.objects.create(league=league, number=1, name="Rockaden 1", boards=4)
    Fixture.objects.create(team=team, round=1, date=datetime.date(2026, 10, 6), opponent="Rivals")
    _rate(club, published.tournament)
    published.tournament.refresh_from_db()
    player = published.entry(1).player
    Player.objects.filter(pk=player.pk).update(fide_id=1503014)
    rating_lists.load(io.BytesIO(fide([CARLSEN])), name="list.txt", club=club)
    plan_a_tournament(club)
    published.play()
    published.finish()
    published.play(1, 2, 3, 4, 5, leaving_open={1})
    opened.play()
    opened.open()
    opened.mark(1, Presence.PRESENT)
    return published, opened, admin


def _rate(club: Club, tournament: Tournament) -> None:
    """Their games so far, and a list of them."""
    Club.objects.filter(pk=club.pk).update(rates_games=True, shows_ratings=True)
    Tournament.objects.filter(pk=tournament.pk).update(rated_as="classical", rating_from="own")
    ClubRatingList.objects.create(club=club, pace="classical", published_on="2026-11-01", rows=[])


def plan_a_tournament(club: Club) -> None:
    """What the planner once found."""
    plan = evenly(members=5, comes=0.8, weakest=1200, strongest=1900, evenings=4)
    ways = [["keizer", "classic"], ["attendance_monrad", ""]]
    now = timezone.now()
    asked = {"club": club, "asked_at": now, "moved_at": now, "field": plan.to_json(), "ways": ways, "seed": "7"}
    finish_planning(SimulationRun.objects.create(**asked))


def finish_planning(planning: SimulationRun) -> None:
    """Each way is played once, here and now."""
    plan = SimulatedField.from_json(planning.field)
    planning.figures = [
        spreads_to_json(spreads([row_of(*way, plan, seed=planning.seed, number=0)])) for way in planning.ways
    ]
    planning.state, planning.ended_at = SimulationState.DONE, timezone.now()
    planning.save()


def staff_pages(published: Evening, opened: Evening, admin: User) -> list[str]:
    """Whatever the resolver knows below /staff/ and answers the admin with a page, for a round going on and for one at
    whose door people check in."""
    return list(staff_answers(published, opened, admin))


def staff_answers(published: Evening, opened: Evening, admin: User) -> dict[str, HttpResponseBase]:
    """Those pages, each as it was answered."""
    club = published.tournament.club
    values = [_values(club, evening) for evening in (published, opened)]
    client = Client()
    client.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    addresses = [
        reverse(name, kwargs={gap: each[gap] for gap in gaps}) + ("?result=1-0" if name == "correct_result" else "")
        for name, route in all_routes().items()
        if "/staff/" in route
        for gaps in [re.findall(r"<\w+:(\w+)>", route)]
        for each in (values if "tournament" in gaps else values[:1])
    ]
    with as_outside_a_transaction():
        answers = {address: client.get(address) for address in addresses}
    return {address: answer for address, answer in answers.items() if _is_page(answer)}


def addresses_for_staff(tournament: Tournament) -> list[str]:
    """Whatever below /staff/ can be asked of a tournament as it stands, the last of each thing it has; some of the
    addresses take no GET."""
    club = tournament.club
    entry = tournament.entries.last()
    there = {
        "club": club.slug,
        "tournament": tournament.slug,
        "season": tournament.season_id,
        "event": tournament.event_id,
        "series": club.series.values_list("pk", flat=True).first(),
        "fixture": Fixture.objects.filter(team__league__club=club).values_list("pk", flat=True).first(),
        "bonus": 0,
        "system": tournament.system,
        "number": tournament.rounds.count() or None,
        "after": tournament.rounds.count() or None,
        "entry": entry and entry.pk,
        "player": entry and entry.player_id,
        "game": Game.objects.filter(round__tournament=tournament).values_list("pk", flat=True).last(),
        "member": club.memberships.values_list("pk", flat=True).first(),
        "action": Action.objects.filter(tournament=tournament).values_list("pk", flat=True).last(),
        "trashed": tournament.pk,
        "invitation": 0,
        "list": club.rating_lists.values_list("pk", flat=True).last(),
        "published": club.own_rating_lists.values_list("pk", flat=True).last(),
        "pace": "classical",
        "paper": "all",
        "backup": "none.zip",
        "planning": club.plannings.values_list("pk", flat=True).first(),
        **dict.fromkeys(_POSTED, 0),
    }
    values = {gap: value for gap, value in there.items() if value is not None}
    addresses = []
    for name, route in all_routes().items():
        gaps = re.findall(r"<\w+:(\w+)>", route)
        if "/staff/" in route and set(gaps) <= set(values):
            addresses.append(reverse(name, kwargs={gap: values[gap] for gap in gaps}))
    return addresses


def _is_page(answer: HttpResponseBase) -> bool:
    return answer.status_code == 200 and b"<!doctype html>" in getattr(answer, "content", b"")[:200]


def _values(club: Club, evening: Evening) -> dict[str, object]:
    tournament = evening.tournament
    game = Game.objects.filter(round__tournament=tournament, round__number=1).latest("board")
    return {
        "club": club.slug,
        "tournament": tournament.slug,
        "planning": club.plannings.earliest("pk").pk,
        "season": tournament.season.pk,
        "event": club.events.earliest("pk").pk,
        "series": club.series.earliest("pk").pk,
        "fixture": Fixture.objects.filter(team__league__club=club).earliest("pk").pk,
        "bonus": 0,
        "system": tournament.system,
        "number": evening.round.number,
        "after": 1,
        "entry": evening.entry(7).pk,
        "player": evening.entry(7).player.pk,
        "game": game.pk,
        "member": Membership.objects.get(club=club, user=evening.director).pk,
        "action": Action.objects.filter(tournament=tournament).latest("pk").pk,
        "trashed": tournament.pk,
        "invitation": 0,
        "list": club.rating_lists.latest("pk").pk,
        "published": club.own_rating_lists.latest("pk").pk,
        "pace": "classical",
        "paper": "all",
        "backup": "none.zip",
        **dict.fromkeys(_POSTED, 0),
    }
