"""Two clubs that are built alike, alfa and beta, with a tournament at each stage of its life and everybody's roles."""

from __future__ import annotations

import datetime
import functools
import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client
from django.utils import timezone

from tests.tools.casts.event_cast import drawn_by_the_first, play_out
from tests.tools.casts.factories import ClubFactory, EntryFactory, Evening, PlayerFactory, SeasonFactory, UserFactory
from tests.tools.casts.series_cast import series_of
from tests.tools.casts.team_event import TeamEvent
from tests.tools.pages.rating_lists import Made, fide
from tests.tools.pages.reporting import let_report, phones
from tests.tools.pages.todays_date import today
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    Club,
    Directorship,
    Entry,
    Event,
    Fixture,
    FixturePlace,
    Game,
    InboxItem,
    InboxSubject,
    League,
    MayReport,
    Membership,
    OutsideTeam,
    Pace,
    Player,
    Presence,
    RespondedBy,
    Response,
    Role,
    Season,
    SeriesBonus,
    Session,
    SquadPlace,
    Tournament,
    User,
)
from tournaments.pairing.prizes.types import Prize
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme
from tournaments.selectors.result_reports import Ended
from tournaments.services import rounds
from tournaments.services.accounts import helper_passes, invitations
from tournaments.services.clubs import trash
from tournaments.services.cup import shared_games
from tournaments.services.events.prizes import set_prizes, version_of
from tournaments.services.events.series import give_bonus
from tournaments.services.players import card_keys, rating_lists
from tournaments.services.players.club_ratings import publish_list
from tournaments.services.rounds import results
from tournaments.services.setup import entries, seasons

BACKEND = "tournaments.log_in.EmailOrUsernameBackend"
_STAGES = ("set up", "open", "drafted", "published", "reported", "played", "finished", "trashed")
OF_TEAMS = "of teams"
_STAGES_OF_A_PLAN = ("planned", "on the wall", "shared")
_STAGES_OF_A_CUP = ("level", "decided", "known", "counted", "out")
_COUNTING, _JOINED = "counting", "joined"
_FOR_THE_CLUB = "for the club"
"""A Keizer in which somebody plays for the team, and is paid by the result."""
Row = tuple[str, Any]
Rows = dict[Row, dict[str, Any]]


@dataclass(kw_only=True)
class OneClub:
    """`stages`: a tournament each, being set up, with a round open, drafted, published, reported by its players, with
    all results, finished and in the trash; with a plan, ready, published, and played to its end with a first place
    that is shared; of a cup, with a tie that is level, one that was decided, one of which a tie is played in the round
    that is checked in where its games count, and one whose losers may join another tournament. `users`:
    by role, as tests/views/common/test_roles.py names them; things are done to `spare`, a director."""

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
            "player": entry.player.pk if entry.player else 0,
            "game": getattr(games.filter(board=ours.get("board", 1)).first(), "pk", 0),
            "tie": self.stages["counted"].game(ours.get("board", 1)).pk,
            "cup": self.stages["out"].tournament.pk,
            "season": self.season.pk,
            "event": self.club.events.earliest("pk").pk,
            "series": getattr(self.club.series.first(), "pk", 0),
            "league": self.club.leagues.earliest("pk").pk,
            "team": OutsideTeam.objects.filter(league__club=self.club).earliest("pk").pk,
            "fixture": Fixture.objects.filter(team__league__club=self.club).earliest("pk").pk,
            "bonus": getattr(SeriesBonus.objects.filter(series__club=self.club).order_by("pk").first(), "pk", 0),
            "member": Membership.objects.get(club=self.club, user=self.users["spare"]).pk,
            "action": getattr(actions.order_by("pk").last(), "pk", 0),
            "helper": getattr(tournament.helper_passes.first(), "pk", 0),
            "invitation": self.club.invitations.get(accepted_at=None).pk,
            "list": self.club.rating_lists.earliest("pk").pk,
            "published": getattr(self.club.own_rating_lists.order_by("pk").first(), "pk", 0),
            "pace": "classical",
            "trashed": tournament.pk,
            "system": tournament.system,
            "key": getattr(entry.player.card_keys.first(), "pk", 0) if entry.player else 0,
            "period": getattr(entry.player.away_periods.first(), "pk", 0) if entry.player else 0,
            "item": getattr(tournament.inbox.first(), "pk", 0),
            "plan": getattr(entry.plans.first(), "pk", 0),
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
        ("one-evening helper", Role.HELPER),
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
    User.objects.filter(pk=made.users["one-evening helper"].pk).update(username=f"helper:{name}")
    invitations.invite(club, name=f"Eva of {name}", actor=made.users["admin"])
    listed = [Made(family="home", given=f"{name} at", fide_id=1, rating=1700), Made(family="B", given="A", fide_id=2)]
    Player.objects.filter(pk=made.at_home.pk).update(fide_id=1, rating=1600)
    rating_lists.load(io.BytesIO(fide(listed)), name="list.txt", club=club)
    for stage in (*_STAGES, *_STAGES_OF_A_PLAN, *_STAGES_OF_A_CUP, _COUNTING, _JOINED, _FOR_THE_CLUB):
        system: dict[str, object] = {"system": "all_play_all"} if stage in _STAGES_OF_A_PLAN else {}
        if stage == "shared":
            system["options"] = {"play_off": "on_points"}
        if stage == _FOR_THE_CLUB:
            system = {"system": "keizer", "options": {"club_win_share": "1"}}
        if stage in _STAGES_OF_A_CUP:
            consolation = "all" if stage == "out" else "none"
            system = {"system": "cup", "options": {"draw": "bracket", "consolation": consolation}}
        players = 0 if stage in {_COUNTING, _JOINED} else 7
        made.stages[stage] = evening = Evening.of(players, club=club, season=season, name=f"{name} {stage}", **system)
        for role in ("director", "helper", "one-evening helper"):
            Directorship.objects.create(tournament=evening.tournament, user=made.users[role])
    made.stages[OF_TEAMS] = teams = TeamEvent.of_teams(
        (f"{name} Askeby", f"{name} Birkeli"), boards=2, members=3, season=season, called=f"{name} {OF_TEAMS}"
    )
    teams.draft()
    teams.publish()
    for role in ("director", "helper", "one-evening helper"):
        Directorship.objects.create(tournament=teams.tournament, user=made.users[role])
    _take_to_their_stages(made)
    league = League.objects.create(club=club, season=season, name=f"{name} league")
    team = OutsideTeam.objects.create(league=league, number=1, name=f"{name} 1", boards=4)
    Fixture.objects.create(team=team, round=1, date=today(), opponent=f"{name} rivals")
    SquadPlace.objects.create(league=league, player=made.at_home, team=team, position=1)
    second = League.objects.create(club=club, season=season, name=f"{name} second league")
    team = OutsideTeam.objects.create(league=second, number=1, name=f"{name} 9", boards=4)
    match = Fixture.objects.create(
        team=team, round=1, date=today(), opponent=f"{name} rivals", published_at=timezone.now()
    )
    away = made.stages[_FOR_THE_CLUB].entry(1).player
    FixturePlace.objects.create(fixture=match, board=1, player=away, result="1")
    for _each in range(2):
        card_keys.make_key(made.stages["open"].entry(1).player, name="slip", actor=made.users["admin"])
    seasons.edit_season(
        made.empty_season,
        name=f"{name} 2028",
        starts_on=made.empty_season.starts_on,
        ends_on=made.empty_season.ends_on,
        seen=seasons.version_of(made.empty_season),
        actor=made.users["admin"],
    )
    return made


def _take_to_their_stages(made: OneClub) -> None:
    new, opened, drafted, published, told, played, finished, trashed = (made.stages[stage] for stage in _STAGES)
    wall = made.stages["on the wall"]
    rounds.publish_schedule(wall.tournament, seen_number=1, actor=wall.director)
    play_out(made.stages["shared"].tournament, drawn_by_the_first(2))
    made.stages["known"].come_to_a_known_tie()
    for stage in ("level", "decided"):
        cup = made.stages[stage]
        cup.draft()
        cup.publish()
        results.enter_result(cup.game(1), Result.DRAW, seen="*", actor=cup.director)
    made.stages["decided"].decide(made.stages["decided"].round)
    _count_a_tie(made.stages["counted"], made.stages[_COUNTING])
    _lose_ties(made.stages["out"], made.stages[_JOINED])
    Directorship.objects.create(tournament=new.tournament, user=made.users["spare"])
    entries.forbid_pair(new.tournament, new.entry(1), new.entry(2), actor=new.director)
    new.withdraw(7)
    Player.objects.filter(pk=new.entry(3).player_id).update(rating=2222)
    _say_who_comes(new)
    opened.play()
    opened.finish()
    opened.open()
    opened.mark(1, Presence.PRESENT)
    Tournament.objects.filter(pk=opened.tournament.pk).update(options={"excused_points": "1"})
    helper_passes.make_pass(opened.tournament, actor=opened.director)
    drafted.draft()
    away = made.stages[_FOR_THE_CLUB]
    away.open()
    away.check_in(2, 3, 4, 5, 6)
    away.mark(1, Presence.CLUB)
    away.pair()
    away.publish()
    published.draft()
    published.publish()
    published.enter(2, Result.DRAW)
    _report_results(told)
    played.play()
    EntryFactory(tournament=finished.tournament, player=made.earlier_guest, number=8, is_guest=True)
    finished.play(*range(1, 8))
    finished.finish()
    event = Event.objects.create(club=made.club, season=made.season, name=f"{made.club.slug} event", seed="ab" * 32)
    Tournament.objects.filter(pk=finished.tournament.pk).update(event=event, group=1)
    _make_a_series(made)
    _rate(made, finished)
    _set_prizes(made)
    trash.trash_tournament(trashed.tournament, actor=trashed.director)


def _count_a_tie(cup: Evening, counting: Evening) -> None:
    """Of the same seven: the second tie is set, the first could be."""
    for entry in cup.tournament.entries.select_related("player").order_by("number"):
        EntryFactory(tournament=counting.tournament, player=entry.player, number=entry.number)
    Tournament.objects.filter(pk=cup.tournament.pk).update(counts_in=counting.tournament)
    cup.tournament.refresh_from_db()
    cup.draft()
    cup.publish()
    counting.open()
    counting.check_in()
    shared_games.share_games(counting.round, [cup.game(2)], actor=counting.director)


def _lose_ties(cup: Evening, joined: Evening) -> None:
    """The best two are in both."""
    for number in (1, 2):
        EntryFactory(tournament=joined.tournament, player=cup.entry(number).player, number=number)
    Tournament.objects.filter(pk=cup.tournament.pk).update(counts_in=joined.tournament)
    cup.tournament.refresh_from_db()
    cup.play()


def _make_a_series(made: OneClub) -> None:
    """Of a tournament that is over. All who came share the first place, so that a play-off decides; two have bonus
    points."""
    over = Evening.of(3, club=made.club, season=made.season, name=f"{made.club.slug} over", planned_rounds=1)
    over.play()
    over.finish()
    options = {"points_by_place": "1", "rest": "1", "ties": "none", "play_off": True}
    series = series_of(made.season, Tournament.objects.get(pk=over.tournament.pk), options=options)
    for number in (1, 2):
        player = over.entry(number).player
        give_bonus(series, player, amount=Fraction(1), reason=f"Tea of {made.club.name}", actor=None)


def _rate(made: OneClub, finished: Evening) -> None:
    """A list of the first results is published; those of another tournament have come to it since."""
    Club.objects.filter(pk=made.club.pk).update(rates_games=True)
    Tournament.objects.filter(pk=finished.tournament.pk).update(rated_as="classical")
    publish_list(Club.objects.get(pk=made.club.pk), Pace.CLASSICAL, actor=None)
    Tournament.objects.filter(pk=made.stages["played"].tournament.pk).update(rated_as="classical")
    Tournament.objects.filter(pk=made.stages["set up"].tournament.pk).update(rating_from="own")


def _set_prizes(made: OneClub) -> None:
    """Of the series and of the tournament played; of the finished one they are fixed."""
    plan = PrizeScheme(lists=(NamedPrizes(name=f"Prizes of {made.club.name}", prizes=(Prize(cents=3000),)),))
    series = made.club.series.earliest("pk")
    played, finished = (Tournament.objects.get(pk=made.stages[stage].tournament.pk) for stage in ("played", "finished"))
    for thing in (series, played, finished):
        set_prizes(thing, plan, seen=version_of(thing), actor=None)
    fixed = {"at": timezone.now().isoformat(), "awards": []}
    Tournament.objects.filter(pk=finished.pk).update(prizes=(finished.prizes or {}) | {"fixed": fixed})


def _say_who_comes(new: Evening) -> None:
    """Number 3 had not come once, is away for some days, and plays for the club on one: nobody has confirmed it."""
    day = today()
    evening = day + datetime.timedelta(days=7)
    Tournament.objects.filter(pk=new.tournament.pk).update(round_dates=[evening.isoformat()])
    three = new.entry(3)
    Entry.objects.filter(pk=three.pk).update(must_say=True)
    now = timezone.now()
    AwayPeriod.objects.create(
        player=three.player,
        tournament=new.tournament,
        first_day=day,
        last_day=day + datetime.timedelta(days=2),
        said_by=RespondedBy.CARD,
        said_at=now,
    )
    Availability.objects.create(entry=three, date=evening, said=Response.CLUB, said_by=RespondedBy.CARD, said_at=now)


def _report_results(told: Evening) -> None:
    """On board 1 both say the same, on board 2 they do not; and one says that something is wrong."""
    let_report(told.tournament, MayReport.CONFIRM)
    told.tournament.refresh_from_db()
    told.draft()
    told.publish()
    for board, others in ((1, Ended.LOST), (2, Ended.WON)):
        white, black = phones(told, board)
        white.says(Ended.WON)
        black.says(others)
    InboxItem.objects.create(
        club=told.tournament.club,
        tournament=told.tournament,
        player=told.entry(1).player,
        asked=InboxSubject.MISTAKE,
        facts={"round": 1, "what": "result"},
        asked_at=timezone.now(),
    )


def every_row(of: Iterable[type[models.Model]] | None = None) -> Rows:
    """All rows of all models, values and all, but for sessions; or of these models alone."""
    asked = (model for model in apps.get_models() if model is not Session) if of is None else of
    return {row: values for model in asked for row, values in _rows(model)}


def _rows(model: type[models.Model]) -> Iterator[tuple[Row, dict[str, Any]]]:
    names, compiler, sql = _question(model)
    with connection.cursor() as cursor:
        cursor.execute(sql)
        found = cursor.fetchall()
    label, key = model._meta.label, names.index(model._meta.pk.attname)
    converters = compiler.get_converters([column for column, _sql, _name in compiler.select]) if found else {}
    for row in compiler.apply_converters(found, converters):
        yield (label, row[key]), {name: _comparable(value) for name, value in zip(names, row, strict=True)}


@functools.cache
def _question(model: type[models.Model]) -> tuple[list[str], SQLCompiler, str]:
    """Worked out once: to build the question costs far more than to ask it."""
    names = [column.attname for column in model._meta.concrete_fields]
    compiler = model._base_manager.values(*names).query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    assert not parameters
    return names, compiler, sql


@dataclass(kw_only=True)
class Try:
    """`after`: the rows of the tables that were written to."""

    touched: set[Row] = field(default_factory=set)
    """Those added, changed or gone."""
    after: Rows = field(default_factory=dict)


@contextmanager
def tried(before: Rows) -> Iterator[Try]:
    """The block is taken back. `before`: every row as it stood; what was not written to since is not read again."""
    made, written = Try(), Written()
    with taken_back():
        with connection.execute_wrapper(written):
            yield made
        made.after = every_row(written.models)
    labels = {model._meta.label for model in written.models}
    made.touched = changed({row: values for row, values in before.items() if row[0] in labels}, made.after)


class Written:
    """Around each statement: the models whose rows it may have changed; all of them where nobody can tell."""

    def __init__(self) -> None:
        self.models: set[type[models.Model]] = set()

    def __call__(self, execute: Callable[..., Any], sql: Any, *arguments: Any) -> Any:
        if (write := _WRITE.match(str(sql))) is not None:
            self.models |= _models_by_table().get(write[1], set())
        elif not _READS.match(str(sql)):
            self.models |= {model for those in _models_by_table().values() for model in those}
        return execute(sql, *arguments)


_WRITE = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
_READS = re.compile(r"\s*(?:SELECT|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE)
"""What is taken back was noted when it was written."""


@functools.cache
def _models_by_table() -> dict[str, set[type[models.Model]]]:
    found: dict[str, set[type[models.Model]]] = {}
    for model in apps.get_models():
        if model is not Session:
            found.setdefault(model._meta.db_table, set()).add(model)
    return found


def changed(before: Rows, after: Rows) -> set[Row]:
    """Those added, changed or gone."""
    return {row for row in before.keys() | after.keys() if before.get(row) != after.get(row)}


def refer_to(rows: Rows, foreign: set[Row]) -> Iterator[Row]:
    """Those of the rows that lead to a foreign one."""
    for row, values in rows.items():
        if row not in foreign and any((to, values[name]) in foreign for name, to in _leads()[row[0]]):
            yield row


@functools.cache
def _leads() -> dict[str, list[tuple[str, str]]]:
    """By model: its foreign keys, and where each leads."""
    return {
        model._meta.label: [
            (each.attname, each.related_model._meta.label)
            for each in model._meta.concrete_fields
            if isinstance(each, models.ForeignKey)
        ]
        for model in apps.get_models()
    }


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
