"""Two clubs that are built alike, alfa and beta, with a tournament at each stage of its life and everybody's roles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.test import Client

from tests.tools.factories import (
    ClubFactory,
    EntryFactory,
    Evening,
    PlayerFactory,
    SeasonFactory,
    UserFactory,
)
from tournaments.models import Action, Club, Directorship, Game, Membership, Player, Role, Season, Session, User
from tournaments.pairing.model.snapshot import Result
from tournaments.services import entries, invitations, seasons, trash

BACKEND = "tournaments.log_in.EmailOrUsernameBackend"
Row = tuple[str, Any]
Rows = dict[Row, dict[str, Any]]


@dataclass(kw_only=True)
class OneClub:
    """`stages`: a tournament each, being set up, with a round open, drafted, published, with all results, finished and
    in the trash. `users`: by role, as tests/views/test_roles.py names them; things are done to `spare`, a director."""

    club: Club
    season: Season
    empty_season: Season
    closed_season: Season
    at_home: Player
    """Plays nowhere yet."""
    earlier_guest: Player
    """Played in the finished tournament."""
    stages: dict[str, Evening] = field(default_factory=dict)
    users: dict[str, User] = field(default_factory=dict)

    @property
    def own_action(self) -> int:
        """The latest that was done for the club itself."""
        return Action.objects.filter(club=self.club, tournament=None).latest("pk").pk

    def arguments(self, stage: str, **ours: int) -> dict[str, Any]:
        """What can stand in an address. `ours`: the start number of the entry, the board of the game, the round."""
        evening = self.stages[stage]
        tournament = evening.tournament
        number = ours.get("round") or (tournament.rounds.count() or 1)
        games = Game.objects.filter(round__tournament=tournament, round__number=number)
        actions = Action.objects.filter(club=self.club, tournament=tournament)
        entry = evening.entry(ours.get("entry", 1))
        return {
            "club": self.club.slug,
            "tournament": tournament.slug,
            "number": number,
            "entry": entry.pk,
            "player": entry.player.pk,
            "game": getattr(games.filter(board=ours.get("board", 1)).first(), "pk", 0),
            "season": self.season.pk,
            "member": Membership.objects.get(club=self.club, user=self.users["spare"]).pk,
            "action": getattr(actions.order_by("pk").last(), "pk", 0),
            "invitation": self.club.invitations.get(accepted_at=None).pk,
            "trashed": tournament.pk,
            "system": tournament.system,
        }


def one_club(name: str) -> OneClub:
    club = ClubFactory(name=name.title(), slug=name)
    season = SeasonFactory(club=club, name=f"{name} 2026")
    made = OneClub(
        club=club,
        season=season,
        empty_season=SeasonFactory(club=club, name=f"{name} 2027"),
        closed_season=SeasonFactory(club=club, name=f"{name} 2025", is_open=False),
        at_home=PlayerFactory(club=club, given_name=f"{name} at home"),
        earlier_guest=PlayerFactory(club=club, given_name=f"{name} guest", is_active=False),
    )
    for role, kind in (
        ("other helper", Role.HELPER),
        ("helper", Role.HELPER),
        ("other director", Role.DIRECTOR),
        ("director", Role.DIRECTOR),
        ("spare", Role.DIRECTOR),
        ("admin", Role.ADMIN),
    ):
        user = UserFactory(
            username=f"{name}-{role.replace(' ', '-')}", email=f"{role.split()[0]}.{len(role)}@{name}.test"
        )
        made.users[role] = Membership.objects.create(club=club, user=user, role=kind, links_allowed=True).user
    invitations.invite(club, name=f"Eva of {name}", actor=made.users["admin"])
    for stage in ("set up", "open", "drafted", "published", "played", "finished", "trashed"):
        made.stages[stage] = evening = Evening.of(7, club=club, season=season, name=f"{name} {stage}")
        for role in ("director", "helper"):
            Directorship.objects.create(tournament=evening.tournament, user=made.users[role])
    _take_to_their_stages(made)
    seasons.edit_season(
        made.empty_season,
        name=f"{name} 2028",
        starts_on=made.empty_season.starts_on,
        ends_on=made.empty_season.ends_on,
        seen=seasons.state_of(made.empty_season),
        actor=made.users["admin"],
    )
    return made


def _take_to_their_stages(made: OneClub) -> None:
    new, opened, drafted, published, played, finished, trashed = made.stages.values()
    Directorship.objects.create(tournament=new.tournament, user=made.users["spare"])
    entries.forbid_pair(new.tournament, new.entry(1), new.entry(2), actor=new.director)
    new.withdraw(7)
    Player.objects.filter(pk=new.entry(3).player_id).update(rating=2222)
    opened.play()
    opened.finish()
    opened.open()
    opened.mark(1, "present")
    drafted.draft()
    published.draft()
    published.publish()
    published.enter(2, Result.DRAW)
    played.play()
    EntryFactory(tournament=finished.tournament, player=made.earlier_guest, number=8, is_guest=True)
    finished.play(*range(1, 8))
    finished.finish()
    trash.trash_tournament(trashed.tournament, actor=trashed.director)


def every_row() -> Rows:
    """All rows of all models, values and all, but for sessions."""
    return {
        (model._meta.label, row[model._meta.pk.attname]): {name: _comparable(value) for name, value in row.items()}
        for model in apps.get_models()
        if model is not Session
        for row in model._base_manager.values()
    }


def changed(before: Rows, after: Rows) -> set[Row]:
    """Those added, changed or gone."""
    return {row for row in before.keys() | after.keys() if before.get(row) != after.get(row)}


def refer_to(rows: Rows, foreign: set[Row]) -> Iterator[Row]:
    """Those of the rows that lead to a foreign one."""
    leads = {
        model._meta.label: [
            (each.attname, each.related_model._meta.label)
            for each in model._meta.concrete_fields
            if isinstance(each, models.ForeignKey)
        ]
        for model in apps.get_models()
    }
    for row, values in rows.items():
        if row not in foreign and any((to, values[name]) in foreign for name, to in leads[row[0]]):
            yield row


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def _comparable(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value
