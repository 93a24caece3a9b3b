"""What the demo club has to show: made once, looked at by all tests of this file."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import caissify_pairings.trf
import pytest
import trf as other_trf
from django.db import transaction
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from tournaments import demo
from tournaments.demo.other_systems import NAMES, events
from tournaments.exchange.trf import TrfEdition
from tournaments.exchange.trf.exporter import places_in_report
from tournaments.models import (
    Accent,
    Action,
    Attendance,
    Availability,
    AwayPeriod,
    Bye,
    Club,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    InboxItem,
    InboxSubject,
    League,
    LineUpPlace,
    OutsideTeam,
    Player,
    Presence,
    PublishedTable,
    Response,
    Round,
    RoundState,
    ShownAs,
    SquadPlace,
    Tournament,
    User,
)
from tournaments.pages.calendar.dates import club_calendar, dates_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.files.exports import about_tournament, report_download
from tournaments.pages.rounds.round import round_page
from tournaments.pages.rounds.story import story_page
from tournaments.pages.standings.final_tables import final_tables, winners
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.outside_teams import score_of
from tournaments.selectors.result_reports import reported
from tournaments.selectors.snapshots import exported, ranked, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.logos import shown_logo_of
from tournaments.services.teams.line_ups import found_warnings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FINISHED, PUBLISHED, OPEN = RoundState.FINISHED, RoundState.PUBLISHED, RoundState.OPEN


@pytest.fixture(scope="module", autouse=True)
def club(django_db_setup: Any, django_db_blocker: Any) -> Iterator[Club]:
    """Taken back when the file is done."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.create_demo_club()
        transaction.set_rollback(True)


def test_it_is_in_the_middle_of_an_evening_and_its_password_opens_it(club: Club) -> None:
    director = User.objects.get(username=demo.USERNAME)

    assert club.is_demo
    assert director.check_password(club.demo_password)
    assert {
        (tournament.season.is_open, tournament.name): [round_.state for round_ in tournament.rounds.order_by("number")]
        for tournament in Tournament.objects.select_related("season")
    } == {
        (False, "Club championship"): [FINISHED] * 37,
        (False, "Rapid groups A"): [FINISHED] * 3,
        (False, "Rapid groups B"): [FINISHED] * 3,
        (False, "Rapid groups C"): [FINISHED] * 3,
        (True, "Club championship"): [FINISHED] * 9 + [PUBLISHED],
        (True, "Drop-in evenings"): [FINISHED] * 4 + [OPEN],
        (True, "Monrad tournament"): [FINISHED] * 4 + [PUBLISHED],
        (True, "Konrad evenings"): [FINISHED] * 6 + [OPEN],
        (True, "School chess"): [FINISHED] * 3 + [PUBLISHED],
        (True, "Blitz with knock-out"): [FINISHED] * 4 + [PUBLISHED],
        (True, "Autumn tournament"): [FINISHED] * 4 + [PUBLISHED],
        (True, "Championship group"): [FINISHED] * 3 + [PUBLISHED],  # and three more on the wall
        (True, "Club cup"): [FINISHED] * 2 + [PUBLISHED],  # the semi-finals are tonight
        (True, "School teams"): [FINISHED] * 2 + [PUBLISHED],
    }


def test_the_club_has_a_face(club: Club) -> None:
    club.refresh_from_db()

    assert club.accent != Accent.PINE
    assert all([club.place, club.sentence, club.contact])
    assert len(shown_logo_of(club, 192) or bytes(9_999)) < 4_000


def test_there_is_a_tournament_for_each_event_of_the_folder() -> None:
    asked = {(event["name"], event["system"], event.get("preset", "")) for event in events()}
    played = Tournament.objects.filter(season__is_open=True).values_list("name", "system", "preset")
    assert asked <= set(played)
    assert "konrad" in {preset for _name, _system, preset in asked}
    assert {name for name, _system, _preset in asked} == set(NAMES)


@pytest.mark.parametrize("name", sorted({*NAMES, "School teams"} - {"Konrad evenings"}))
def test_results_of_the_running_rounds_are_coming_in(name: str) -> None:
    page = evening_page(Tournament.objects.get(name=name))

    assert page.round is not None
    results = [row.has_result for row in page.round.boards]
    assert any(results)
    assert not all(results)


def test_what_each_system_has_of_its_own_has_happened() -> None:
    monrad = Tournament.objects.get(name="Monrad tournament")
    assert monrad.rounds.filter(attendances__bye=Bye.HALF).exists()
    assert monrad.rounds.filter(games__result=Result.WHITE_WINS_BY_FORFEIT).exists()
    konrad = evening_page(Tournament.objects.get(name="Konrad evenings")).round
    assert konrad is not None
    assert {place.absences.paid for place in konrad.check_in.places if place.absences} == {3}
    assert max(place.absences.used for place in konrad.check_in.places if place.absences) == 3
    swiss = Tournament.objects.get(name="Autumn tournament")
    assert swiss.rounds.filter(attendances__bye=Bye.HALF).exists()
    assert swiss.rounds.filter(attendances__bye=Bye.PAIRING).exists()
    assert swiss.rounds.filter(games__result=Result.WHITE_WINS_BY_FORFEIT).exists()
    assert swiss.entries.get(joined_round=2).player.family_name == "Kjær"
    assert swiss.planned_rounds == swiss.rounds.count() == 5
    blitz = evening_page(Tournament.objects.get(name="Blitz with knock-out")).round
    assert blitz is not None
    out = [place for place in blitz.check_in.places if place.is_out]
    assert out
    assert all(place.presence is Presence.UNMARKED for place in out)


def test_the_swiss_is_told_with_who_was_passed_over() -> None:
    swiss = Tournament.objects.get(name="Autumn tournament")

    told = story_page(swiss, Audience.PUBLIC, number=5)
    shown = round_page(swiss, Audience.PUBLIC, number=5)

    assert any("(C1)" in reason for group in told.groups for board in group.boards for reason in board.passed_over)
    (last_round,) = told.remarks
    assert last_round.startswith("Last round:")
    assert shown.remarks == told.remarks
    assert not told.notes
    assert not shown.notes


def test_children_are_shown_by_given_name_and_initial() -> None:
    school = Tournament.objects.get(name="School chess")

    players = [entry.player for entry in school.entries.select_related("player")]
    assert {player.shown_as for player in players} == {ShownAs.INITIAL}
    seen = {
        side.name
        for board in round_page(school, Audience.PUBLIC, number=4).boards
        for side in (board.white, board.black)
    }
    assert len(seen) == 12
    assert seen < {f"{player.given_name} {player.family_name[0]}." for player in players}


def test_the_championship_begins_with_last_seasons_ranking() -> None:
    last, this = Tournament.objects.filter(name="Club championship").order_by("season__starts_on")

    ranking = ranked(last, snapshot_of(last))
    numbers = {entry.player_id: entry.number for entry in this.entries.all()}
    assert [numbers[last.entries.get(number=row.player).player_id] for row in ranking.rows] == [*range(1, 63)]
    assert this.options["starting_list"] == "number"


# The schools


def schools() -> Tournament:
    return Tournament.objects.select_related("club", "season").get(name="School teams")


def boards_of(number: int) -> list[str]:
    return list(schools().rounds.get(number=number).games.order_by("board").values_list("boards", flat=True))


def test_eight_schools_of_five_children_play_at_four_boards() -> None:
    event = schools()

    assert (event.boards, event.planned_rounds, event.preset) == (4, 5, "school")
    sizes = event.entries.annotate(size=Count("members")).values_list("size", flat=True)
    assert list(sizes) == [5] * 8
    assert sorted(event.entries.values_list("number", flat=True)) == [*range(1, 9)]
    members = Player.objects.filter(team_places__entry__tournament=event)
    assert members.count() == members.distinct().count() == 40
    assert set(members.values_list("is_child", "is_active")) == {(True, False)}  # no members of the club


def test_their_slips_are_in_and_of_one_match_the_score_alone() -> None:
    first, second = boards_of(1), boards_of(2)

    assert [len(signs) for signs in first] == [4] * 4
    assert any(sign in signs for signs in first for sign in "+-")  # of one school only three came
    assert [len(signs) for signs in second] == [4, 4, 4, 0]
    (score,) = schools().rounds.get(number=2).games.filter(own_halves__isnull=False).values_list("own_halves")
    assert 0 <= score[0] <= 8
    assert "*" not in "".join(first + second)


def test_of_todays_matches_one_is_over_one_has_not_begun_and_two_are_being_played() -> None:
    over, *going_on, waiting = boards_of(3)

    assert "*" not in over
    assert all("*" in signs and set(signs) - {"*"} for signs in going_on)
    assert waiting == ""


def test_a_reserve_sits_where_a_member_is_away() -> None:
    reserves = LineUpPlace.objects.filter(attendance__round__tournament=schools(), member__place=5)

    assert reserves.filter(attendance__entry__team_name="Heia", attendance__round__number=1, board=4).exists()


def test_their_children_are_seen_by_given_name_and_initial(client: Client) -> None:
    event = schools()
    seen = client.get(f"/en/{event.club.slug}/{event.slug}/rounds/1/").content.decode()

    names = Player.objects.filter(team_places__boards__attendance__round__number=1).distinct()
    assert names.count() >= 31
    assert all(f"{player.given_name} {player.family_name[0]}." in seen for player in names)
    assert not any(player.full_name in seen for player in names)


# The calendar


def running() -> list[Tournament]:
    return list(Tournament.objects.filter(season__is_open=True).select_related("club", "season").order_by("pk"))


def test_tonight_is_an_evening_of_each_tournament_and_of_the_club(club: Club) -> None:
    newest = [tournament.rounds.order_by("number").last() for tournament in running()]
    days = {each.date for each in newest if each}

    assert len(newest) == 10
    (day,) = days
    assert 0 <= (datetime.datetime.now(ZoneInfo(club.time_zone)).date() - day).days <= 1  # midnight may come meanwhile
    assert day.weekday() == club.weekday


def test_each_tournament_has_a_rhythm_of_its_own_before_tonight_and_after_it() -> None:
    days = {tournament.name: [each.date for each in dates_page(tournament).rounds] for tournament in running()}

    steps = {name: {(later - earlier).days // 7 for earlier, later in pairwise(dates)} for name, dates in days.items()}
    over_christmas = {name: {weeks, weeks + 1, weeks + 2} for name, weeks in RHYTHMS.items()}
    assert {name: min(found) for name, found in steps.items()} == RHYTHMS
    assert all(found <= over_christmas[name] for name, found in steps.items())
    assert {each.weekday() for dates in days.values() for each in dates} == {club_weekday()}
    to_come = {tournament.name for tournament in running() if dates_page(tournament).to_come}
    assert to_come == RHYTHMS.keys() - {"Autumn tournament"}  # whose last round is tonight
    assert not any(each.is_outside_season for tournament in running() for each in dates_page(tournament).rounds)


RHYTHMS = {
    "Club championship": 1,
    "Drop-in evenings": 2,
    "Monrad tournament": 1,
    "Konrad evenings": 1,
    "School chess": 1,
    "Blitz with knock-out": 4,
    "Autumn tournament": 1,
    "Championship group": 2,
    "Club cup": 4,
    "School teams": 1,
}


def club_weekday() -> int | None:
    return Club.objects.get().weekday


def test_the_championship_has_a_round_on_each_of_its_dates() -> None:
    (championship,) = (each for each in running() if each.name == "Club championship")

    assert championship.planned_rounds == dates_page(championship).rounds[-1].number > 10


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("Blitz with knock-out", [(1, 2), (3, 4), (5, 6)]), ("School teams", [(1, 2), (3, 4), (5, 5)])],
)
def test_two_have_two_rounds_on_a_day(name: str, rounds: list[tuple[int, int]]) -> None:
    days = dates_page(Tournament.objects.select_related("club", "season").get(name=name)).rounds

    assert [(each.number, each.last) for each in days[:3]] == rounds


def test_last_season_was_played_from_august_to_may_and_not_at_christmas() -> None:
    last = Tournament.objects.select_related("season").get(season__is_open=False, event=None)
    held = list(last.rounds.order_by("number").values_list("date", "published_table__published_at"))

    days = [date for date, _published in held]
    assert (len(days), days[0].month, days[-1].month) == (37, 8, 5)
    assert last.season.starts_on <= days[0] < days[-1] <= last.season.ends_on
    assert {(later - earlier).days for earlier, later in pairwise(days)} == {7, 21}
    assert all(timezone.localtime(published, ZoneInfo("Europe/Amsterdam")).date() == date for date, published in held)


def test_last_seasons_champion_is_known(club: Club) -> None:
    last = Tournament.objects.select_related("club", "season").get(season__is_open=False, event=None)

    champion, *_others = winners([last], final_tables([last]))[last.pk]
    assert (champion.place, champion.is_shared) == (1, False)


def test_what_was_done_was_done_on_its_evening_one_after_the_other() -> None:
    for tournament in running():
        moments = list(tournament.actions.order_by("pk").values_list("at", flat=True))
        assert moments == sorted(moments)
    of_this_season = Action.objects.filter(tournament__season__is_open=True)
    opened = of_this_season.filter(verb="round.open").select_related("tournament__club")
    dates = dict(Round.objects.filter(tournament__season__is_open=True).values_list("pk", "date"))
    assert {round_opened(action): day_of(action) for action in opened} == dates
    tables = PublishedTable.objects.filter(round__tournament__season__is_open=True).select_related("round")
    assert all(
        timezone.localtime(table.published_at, ZoneInfo("Europe/Amsterdam")).date() == table.round.date
        for table in tables
    )


def round_opened(action: Action) -> int:
    """Made by it, or given its day where the boards hung on the wall already."""
    rounds = [row for row in action.changes if row["model"] == "round"]
    return next(row["pk"] for row in rounds if row["before"] is None or "date" in row["after"])


def day_of(action: Action) -> datetime.date:
    assert action.club is not None
    return action.at.astimezone(ZoneInfo(action.club.time_zone)).date()


def test_the_calendar_has_one_event_for_each_tournament_and_evening(club: Club) -> None:
    events = club_calendar(club, "").events

    assert len(events) == len({(event.date, event.summary.split(",")[0]) for event in events})
    assert len({event.date for event in events}) > 20
    assert all(event.starts_at and event.place for event in events)


def test_its_members_have_said_whether_they_come() -> None:
    tonight = Tournament.objects.get(name="Drop-in evenings")
    opened = tonight.rounds.get(state=OPEN)
    said = [plan.said for plan in Availability.objects.filter(entry__tournament=tonight, date=opened.date)]

    assert {Response.AWAY, Response.COMING, Response.LATER} <= {*said}
    assert not Attendance.objects.filter(round=opened, entry__plans__date=opened.date).exclude(presence="unmarked")
    assert Availability.objects.filter(entry__tournament__name="Club championship", said=Response.CLUB).exists()
    assert AwayPeriod.objects.exists()
    assert InboxItem.objects.filter(asked=InboxSubject.TEAM_DUTY, answer="").count() == 1


def test_results_have_been_reported_and_of_one_game_two() -> None:
    now = Round.objects.get(tournament__name="Club championship", tournament__season__is_open=True, state=PUBLISHED)

    by_game = reported(now).values()

    assert sorted((said.is_agreed, said.result is None) for said in by_game) == [
        (False, False),
        (False, True),
        (True, False),
    ]


def test_a_card_lies_open(client: Client) -> None:
    page = client.get("/en/")
    (address,) = re.findall(r'href="(/c/[^"]+)"', page.content.decode())

    opened = client.get(address)

    assert opened.status_code == 302
    assert client.get(opened["Location"]).status_code == 200


# The teams


TEAM_VERBS = ("league.", "team.", "squad.", "fixture.")


def fixtures_of(number: int) -> list[Fixture]:
    found = Fixture.objects.select_related("team__league__club").filter(team__number=number)
    return list(found.order_by("round"))


def test_two_teams_are_in_mid_season(club: Club) -> None:
    teams = list(OutsideTeam.objects.order_by("number"))
    league = League.objects.get()
    tonight = club_tonight()

    assert [(team.name, team.boards) for team in teams] == [(f"{club.name} 1", 6), (f"{club.name} 2", 4)]
    assert all(team.captain_id in set(team.squad.values_list("player", flat=True)) for team in teams)
    assert [team.squad.count() for team in teams] == [8, 7]
    assert league.squad.filter(team=None).count() == 3
    ratings = list(league.squad.order_by("position").values_list("rating", flat=True))
    assert ratings == sorted(ratings, reverse=True)
    assert [(each.date > tonight) - (each.date < tonight) for each in fixtures_of(1)] == [-1, -1, -1, 1, 1]
    assert [(each.date > tonight) - (each.date < tonight) for each in fixtures_of(2)] == [-1, -1, 0, 1]
    assert {each.date.weekday() for each in fixtures_of(1) if each.is_home} == {club_weekday()}


def club_tonight() -> datetime.date:
    date = Round.objects.get(tournament__name="Drop-in evenings", state=OPEN).date
    assert date is not None
    return date


def test_each_way_in_which_a_match_can_be_known_is_among_theirs() -> None:
    scores = [
        score_of(each, each.places.all(), each.team.boards)
        for each in [*fixtures_of(1), *fixtures_of(2)]
        if each.date <= club_tonight()
    ]
    assert [(each.own, each.their, each.is_open) for each in scores] == [
        *((6, 6, False), (9, 3, False), (6, 4, True)),  # a game of the last one is adjourned
        *((5, 3, False), (4, 4, False), (3, 1, True)),
    ]
    assert {"h", "+", "", "½"} <= set(FixturePlace.objects.values_list("result", flat=True))
    (only_the_score,) = [each for each in fixtures_of(2) if each.own_halves is not None]
    assert not only_the_score.places.exists()
    own = OutsideTeam.objects.get(number=1)
    head, *rows = own.table
    assert (len(head), len(rows), [row[1] for row in rows].count(own.name)) == (5, 6, 1)
    assert {row[1] for row in rows} - {own.name} == {each.opponent for each in fixtures_of(1)}


def test_line_ups_break_no_rule() -> None:
    published = [each for each in [*fixtures_of(1), *fixtures_of(2)] if each.published_at]

    assert len(published) == 5
    for fixture in published:
        people = list(fixture.places.order_by("board").values_list("player", flat=True))
        assert (len(people), found_warnings(fixture, people)) == (fixture.team.boards, ())


def test_who_plays_for_the_club_tonight_sits_at_no_board_and_the_rounds_know_why() -> None:
    _first, _second, fixture, _next = fixtures_of(2)
    playing = set(fixture.places.values_list("player", flat=True))

    told = Availability.objects.filter(fixture=fixture)
    rows = Attendance.objects.filter(entry__player__in=playing, round__date=fixture.date)
    assert len(playing) == 4
    assert {plan.entry.player_id for plan in told.select_related("entry")} == playing
    assert set(told.values_list("said", "date")) == {(Response.CLUB, fixture.date)}
    assert set(rows.values_list("game", "presence")) == {(None, Presence.CLUB), (None, Presence.UNMARKED)}
    assert rows.filter(round__tournament__name="Club championship", presence=Presence.CLUB).count() == 4
    assert not InboxItem.objects.filter(asked=InboxSubject.LINE_UP).exists()


def test_of_next_weeks_match_some_have_answered_and_there_is_no_line_up() -> None:
    fixture = fixtures_of(1)[3]
    said = set(fixture.answers.values_list("said", flat=True))

    assert 0 < (fixture.date - club_tonight()).days <= 21  # Christmas may lie between
    assert said == {"coming", "later", "away"}
    assert SquadPlace.objects.filter(team=fixture.team, usual_answer="if_needed").count() == 1
    assert fixture.team.squad.exclude(player__fixture_answers__fixture=fixture).count() > 2
    assert fixture.answers.exclude(player__squad_places__team=fixture.team).get().said == "coming"
    assert (fixture.published_at, fixture.draft, fixture.places.count()) == (None, None, 0)


def test_whose_card_lies_open_is_asked_for_a_match(client: Client) -> None:
    card = demo.shown_card()
    assert card is not None
    asked = FixtureAnswer.objects.select_related("player", "fixture").get(said="")

    opened = client.get(f"/c/{card.token}", follow=True).content.decode()

    assert asked.player.full_name == card.name
    assert f"{asked.fixture.opponent} (away)" in opened


def test_all_of_it_was_done_through_the_record_in_its_time_and_can_be_undone() -> None:
    found = Action.objects.order_by("pk")
    done = [action for action in found if action.verb.startswith(TEAM_VERBS)]

    assert [action.at for action in done] == sorted(action.at for action in done)
    assert {action.verb for action in done} >= {"league.make", "fixture.ask", "fixture.publish_line_up"}
    assert all(action.actor_id or "by_card" in action.facts for action in done)
    later = [action for action in done if not action.verb.startswith("league.")]
    for action in reversed(later):
        undo_action(action, actor=None)
    assert not Fixture.objects.exists()
    assert not SquadPlace.objects.exists()
    assert not Availability.objects.filter(fixture__isnull=False).exists()
    assert OutsideTeam.objects.get().captain is None


_MARKS = {
    Result.WHITE_WINS: ("1", "0"),
    Result.DRAW: ("=", "="),
    Result.BLACK_WINS: ("0", "1"),
    Result.WHITE_WINS_BY_FORFEIT: ("+", "-"),
    Result.BLACK_WINS_BY_FORFEIT: ("-", "+"),
    Result.BOTH_FORFEIT: ("-", "-"),
    Result.OPEN: (" ", " "),
}


def _played_by(tournament: Tournament) -> dict[int, dict[int, tuple[int, str, str]]]:
    """By number and round the opponent, the colour and the result, as the rows of the rounds have them: nothing that
    writes reports is asked."""
    found: dict[int, dict[int, tuple[int, str, str]]] = {
        number: {} for number in tournament.entries.values_list("number", flat=True)
    }
    rows = Attendance.objects.filter(round__in=tournament.rounds.exclude(state=OPEN), game__isnull=False)
    sides: dict[int, dict[str, int]] = {}
    games = {}
    for row in rows.select_related("entry", "game", "round"):
        sides.setdefault(row.game.pk, {})[row.colour] = row.entry.number
        games[row.game.pk] = (row.round.number, row.game.result)
    for key, (number, result) in games.items():
        white, black = sides[key]["white"], sides[key]["black"]
        for_white, for_black = _MARKS[Result(result)]
        found[white][number] = (black, "w", for_white)
        found[black][number] = (white, "b", for_black)
    return found


@pytest.mark.parametrize("edition", list(TrfEdition))
def test_other_programs_read_every_game_of_every_tournament_in_its_report(edition: TrfEdition) -> None:
    # Reports of teams come with their own lines (rulebook, teams, B9).
    for tournament in Tournament.objects.filter(boards=None).select_related("club", "season").order_by("pk"):
        places = places_in_report(exported(tournament))  # late entrants stand in the list where their rating belongs

        def placed(number: int, places: Mapping[int, int] = places) -> int:
            return places.get(number, number)

        expected = {
            placed(player): {number: (placed(game[0]), *game[1:]) for number, game in games.items()}
            for player, games in _played_by(tournament).items()
        }
        about = about_tournament(tournament)
        text = report_download(tournament, edition, about, sees_private=True).data.decode()
        names = {
            placed(entry.number): ",".join(filter(None, (entry.player.family_name, entry.player.given_name)))[:33]
            for entry in tournament.entries.select_related("player")
        }
        theirs = other_trf.loads(text)
        last = max((number for games in expected.values() for number in games), default=0)
        # Open games of the last round are left out by the first one, as the rulebook says.
        known = {
            player: {number: game for number, game in games.items() if number < last or game[2] != " "}
            for player, games in expected.items()
        }
        assert {each.startrank: each.name for each in theirs.players} == names, tournament
        assert {
            each.startrank: {
                game.round: (game.startrank, game.color, game.result) for game in each.games if game.startrank
            }
            for each in theirs.players
        } == known, tournament
        others = caissify_pairings.trf.parse_trf(text)["players"]
        assert {
            each["starting_number"]: {
                number: (told["opponent"], told["color"], told["result"].strip() or " ")
                for number, told in each["results"].items()
                if told["opponent"]
            }
            for each in others
        } == expected, tournament
