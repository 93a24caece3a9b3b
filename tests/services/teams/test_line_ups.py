"""A line-up is put down, warned, published; whoever is in it plays for the club that night, and is back as they were
when they are taken out."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.tools.casts.factories import EntryFactory, Evening, PlayerFactory, TournamentFactory
from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.models import (
    Action,
    Availability,
    Entry,
    Fixture,
    InboxItem,
    Player,
    RespondedBy,
    Response,
    SquadPlace,
    Tournament,
)
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.recording import Stale
from tournaments.selectors.outside_teams import line_up_of
from tournaments.services import rounds
from tournaments.services.activity import undo
from tournaments.services.calendar import availability
from tournaments.services.common.refusal import Refused
from tournaments.services.teams import answers, leagues, line_ups, squads
from tournaments.services.teams.fixtures import FixtureSettings, delete_fixture, edit_fixture
from tournaments.services.teams.fixtures import version_of as fixture_version
from tournaments.services.teams.leagues import LeagueSettings
from tournaments.services.teams.squads import Nominated, write_squad

pytestmark = pytest.mark.django_db

NIGHT = datetime.date(2026, 12, 8)


@pytest.fixture(autouse=True)
def some_weeks_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC))


def evenings_of(teams: Teams, *players: Player, dates: tuple[datetime.date, ...] = (NIGHT,)) -> Tournament:
    tournament: Tournament = TournamentFactory(
        club=teams.club,
        season=teams.league.season,
        system="keizer",
        round_dates=[each.isoformat() for each in dates],
    )
    for number, player in enumerate(players, 1):
        EntryFactory(tournament=tournament, player=player, number=number)
    return tournament


def publish(fixture: Fixture, *people: Player | None, over: bool = False) -> Action | None:
    fixture.refresh_from_db()
    keys = [None if each is None else each.pk for each in people]
    codes = line_ups.codes_of(line_ups.found_warnings(fixture, keys)) if over else ""
    return line_ups.publish(fixture, keys, seen=line_ups.version_of(fixture), over=codes, actor=None)


def take_back(fixture: Fixture) -> None:
    fixture.refresh_from_db()
    line_ups.take_back(fixture, seen=line_ups.version_of(fixture), actor=None)


def said(tournament: Tournament) -> dict[str, tuple[str, str]]:
    rows = Availability.objects.filter(entry__tournament=tournament).select_related("entry__player")
    return {row.entry.player.given_name: (row.said, row.said_by) for row in rows}


def test_what_is_published_stands_on_the_boards_and_empty_ones_are_there_too() -> None:
    teams = Teams.of()
    fixture = teams.fixture(date=NIGHT)
    a, b, c = teams.people[:3]
    publish(fixture, a, b, c)
    assert line_up_of(fixture) == (a.pk, b.pk, c.pk, None)
    fixture.refresh_from_db()
    assert fixture.published_at is not None
    assert fixture.draft is None


def test_whoever_is_in_it_plays_for_the_club_in_each_tournament_of_that_night() -> None:
    teams = Teams.of()
    a, b, c = teams.people[:3]
    keizer, cup = evenings_of(teams, a, b, c), evenings_of(teams, b)
    elsewhen = evenings_of(teams, a, dates=(NIGHT + datetime.timedelta(days=7),))
    publish(teams.fixture(date=NIGHT), a, b)
    assert said(keizer) == {"Person0": ("club", "line_up"), "Person1": ("club", "line_up")}
    assert said(cup) == {"Person1": ("club", "line_up")}
    assert said(elsewhen) == {}
    assert all(row.is_confirmed for row in Availability.objects.all())


def test_it_is_the_same_row_as_when_a_director_marks_them_by_hand() -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    by_line_up, by_hand = evenings_of(teams, a, b), evenings_of(teams, a, b)
    publish(teams.fixture(date=NIGHT), a, b)
    Availability.objects.filter(entry__tournament=by_hand).delete()
    availability.respond_with_team_duty(by_hand, list(by_hand.entries.all()), NIGHT, actor=None)
    columns = ("said", "kind", "arrives_at", "first_round", "last_round", "sits_out", "is_late", "is_confirmed")
    rows = [
        list(Availability.objects.filter(entry__tournament=each).order_by("entry").values_list(*columns))
        for each in (by_line_up, by_hand)
    ]
    assert rows[0] == rows[1] != []


def _answer(entry: Entry, said: Response, **more: object) -> None:
    availability.respond(entry, NIGHT, said, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id, **more)


def test_taken_out_they_are_back_at_what_they_had_said() -> None:
    teams = Teams.of()
    a, b, c, d = teams.people[:4]
    keizer = evenings_of(teams, a, b, c)
    first, second, _third = keizer.entries.order_by("number")
    _answer(first, Response.LATER, arrives_at=datetime.time(20, 15))
    before = Availability.objects.filter(entry=first).values().get()
    _answer(second, Response.CLUB)
    assert InboxItem.objects.filter(asked="team_duty").count() == 1
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a, b, c)
    assert {word for word, _by in said(keizer).values()} == {"club"}
    assert InboxItem.objects.count() == 0
    publish(fixture, d)
    assert Availability.objects.filter(entry=first).values().get() == before
    assert said(keizer) == {"Person0": ("later", "card"), "Person1": ("club", "card")}
    assert not Availability.objects.get(entry=second).is_confirmed
    assert InboxItem.objects.filter(asked="team_duty").count() == 1


def test_what_they_say_themselves_after_it_is_the_last_word() -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    keizer = evenings_of(teams, a, b)
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a, b)
    _answer(keizer.entries.get(number=1), Response.COMING)
    publish(fixture, b, over=True)
    assert said(keizer) == {"Person0": ("coming", "card"), "Person1": ("club", "line_up")}


def test_nobody_plays_for_two_teams_on_one_day() -> None:
    teams = Teams.of(once_a_round=False)
    a = teams.people[0]
    publish(teams.fixture(date=NIGHT), a)
    with pytest.raises(Refused) as refused:
        publish(teams.fixture(teams.second, date=NIGHT), a)
    sentence = f"Person0 plays for {teams.first.name} that day. Take them out of one of the two line-ups."
    assert refused.value.message == sentence


def test_an_evening_after_one_match_and_on_the_day_of_another_is_excused_by_the_other_one_then() -> None:
    teams = Teams.of()
    teams.league.also_day_after = True
    teams.league.save()
    a = teams.people[0]
    keizer = evenings_of(teams, a)
    away = teams.fixture(date=NIGHT - datetime.timedelta(days=1), is_home=False)
    home = teams.fixture(date=NIGHT, round=2)
    publish(away, a)
    publish(home, a)
    assert Availability.objects.get().fixture == away
    take_back(away)
    assert Availability.objects.get().fixture == home
    assert said(keizer) == {"Person0": ("club", "line_up")}
    take_back(home)
    assert said(keizer) == {}


def test_the_day_after_an_away_match_where_the_club_has_it_so() -> None:
    teams = Teams.of()
    teams.league.also_day_after = True
    teams.league.save()
    a = teams.people[0]
    day = datetime.timedelta(days=1)
    keizer = evenings_of(teams, a, dates=(NIGHT, NIGHT + day))
    publish(teams.fixture(date=NIGHT, is_home=False), a)
    assert list(Availability.objects.order_by("date").values_list("date", flat=True)) == [NIGHT, NIGHT + day]
    publish(teams.fixture(round=2, date=NIGHT - day, is_home=True), a)
    assert Availability.objects.filter(entry__tournament=keizer).count() == 2


def test_a_match_that_is_moved_takes_its_people_along_and_keeps_what_they_said() -> None:
    teams = Teams.of()
    a = teams.people[0]
    week = datetime.timedelta(days=7)
    keizer = evenings_of(teams, a, dates=(NIGHT, NIGHT + week))
    _answer(keizer.entries.get(), Response.AWAY)
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a)
    settings = FixtureSettings(date=NIGHT + week, opponent="Rivals")
    action = edit_fixture(fixture, settings, seen=fixture_version(fixture), actor=None)
    assert action is not None
    assert action.facts["moved_from"] == NIGHT.isoformat()
    assert list(Availability.objects.order_by("date").values_list("date", "said")) == [
        (NIGHT, "away"),
        (NIGHT + week, "club"),
    ]
    fixture.refresh_from_db()
    delete_fixture(fixture, actor=None)
    assert list(Availability.objects.values_list("date", "said")) == [(NIGHT, "away")]
    assert Fixture.objects.count() == 0


def test_a_warning_is_published_over_only_where_it_was_on_the_screen() -> None:
    teams = Teams.of(boards=2, order=["list", 0])
    fixture = teams.fixture(date=NIGHT)
    a, b = teams.people[:2]
    with pytest.raises(line_ups.WarnedAnew):
        publish(fixture, b, a)
    assert not fixture.places.exists()
    action = publish(fixture, b, a, over=True)
    assert action is not None
    assert action.facts["warnings"] == ["teams/listed_above", "teams/listed_above"]


def test_nothing_is_published_that_is_no_line_up() -> None:
    teams, others = Teams.of(boards=2), Teams.of()
    fixture = teams.fixture(date=NIGHT)
    a = teams.people[0]
    for people, sentence in (
        ([], "Nobody is in this line-up yet."),
        ([None, None], "Nobody is in this line-up yet."),
        ([a.pk, a.pk], "Somebody sits on two boards: choose again."),
        ([others.people[0].pk], "This line-up cannot be read. Choose again from the list."),
        ([a.pk, None, None], "This line-up cannot be read. Choose again from the list."),
    ):
        with pytest.raises(Refused) as refused:
            line_ups.publish(fixture, people, seen=line_ups.version_of(fixture), actor=None)
        assert refused.value.message == sentence


def test_two_who_make_it_at_once_do_not_overwrite_each_other() -> None:
    teams = Teams.of()
    fixture = teams.fixture(date=NIGHT)
    seen = line_ups.version_of(fixture)
    line_ups.save_draft(fixture, [teams.people[0].pk], seen=seen, actor=None)
    with pytest.raises(Stale):
        line_ups.publish(fixture, [teams.people[1].pk], seen=seen, actor=None)


def test_a_draft_is_kept_and_marks_nobody() -> None:
    teams = Teams.of()
    a = teams.people[0]
    keizer = evenings_of(teams, a)
    fixture = teams.fixture(date=NIGHT)
    line_ups.save_draft(fixture, [None, a.pk], seen=line_ups.version_of(fixture), actor=None)
    fixture.refresh_from_db()
    assert fixture.draft == [None, a.pk]
    assert fixture.published_at is None
    assert said(keizer) == {}


def test_two_change_places_and_what_is_known_of_a_board_stays() -> None:
    teams = Teams.of(boards=2)
    a, b = teams.people[:2]
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a, b)
    fixture.places.filter(board=1).update(result="1", opponent="Olsen")
    publish(fixture, b, a)
    assert list(fixture.places.order_by("board").values_list("player", "result", "opponent")) == [
        (b.pk, "1", "Olsen"),
        (a.pk, "", ""),
    ]


def test_with_results_it_is_not_taken_back() -> None:
    teams = Teams.of()
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, teams.people[0])
    fixture.places.filter(board=1).update(result="1")
    with pytest.raises(Refused, match=r"This match has results: take them away first\."):
        take_back(fixture)


def test_undoing_what_was_published_undoes_the_marks_with_it() -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    keizer = evenings_of(teams, a, b)
    _answer(keizer.entries.get(number=1), Response.COMING)
    before = list(Availability.objects.values())
    fixture = teams.fixture(date=NIGHT)
    action = publish(fixture, a, b)
    assert action is not None
    undo.undo(action, actor=None)
    assert list(Availability.objects.values()) == before
    assert not fixture.places.exists()


def test_who_says_they_come_after_all_on_a_published_board_is_told_to_the_inbox() -> None:
    evening = Evening.of(4, system="keizer")
    evening.play()
    day = evening.round.date
    assert day is not None
    teams = Teams.of(club=evening.tournament.club)
    player = evening.entry(1).player
    SquadPlace.objects.create(league=teams.league, player=player, position=99)
    fixture = teams.fixture(date=day)
    publish(fixture, player, over=True)
    assert list(InboxItem.objects.values_list("asked", "player")) == [("late_word", player.pk)]
    assert evening.slot(1).game is not None


def _move(fixture: Fixture, day: datetime.date, **more: Any) -> Action | None:
    fixture.refresh_from_db()
    settings = FixtureSettings(date=day, opponent=fixture.opponent, round=fixture.round, **more)
    return edit_fixture(fixture, settings, seen=fixture_version(fixture), actor=None)


def test_a_move_is_not_undone_from_under_a_line_up_that_stands_on_it() -> None:
    teams = Teams.of()
    evenings_of(teams, teams.people[0], dates=(NIGHT, NIGHT + datetime.timedelta(days=7)))
    fixture = teams.fixture(date=NIGHT)
    moved = _move(fixture, NIGHT + datetime.timedelta(days=7))
    publish(fixture, teams.people[0])
    assert moved is not None
    with pytest.raises(undo.BuiltUpon):
        undo.undo_action(moved, actor=None)


def test_nobody_is_taken_off_the_list_by_undo_while_they_are_in_a_line_up() -> None:
    teams = Teams.of()
    new = PlayerFactory(club=teams.club, given_name="New")
    people = [Nominated(player=each, team=teams.first) for each in (*teams.people, new)]
    listed = write_squad(teams.league, people, seen=squads.version_of(teams.league), actor=None)
    publish(teams.fixture(date=NIGHT), new)
    assert listed is not None
    with pytest.raises(undo.BuiltUpon):
        undo.undo_action(listed, actor=None)


def test_a_later_word_outlasts_what_does_not_concern_it() -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    keizer = evenings_of(teams, a, b)
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a)
    _answer(keizer.entries.get(number=1), Response.COMING)
    publish(fixture, a, b)
    _move(fixture, NIGHT, is_home=False)
    league = teams.league
    settings = LeagueSettings(name=league.name, rules=league.rules, also_day_after=True)
    leagues.edit_league(league, settings, seen=leagues.league_version(league), actor=None)
    assert said(keizer) == {"Person0": ("coming", "card"), "Person1": ("club", "line_up")}


def test_to_say_again_that_one_plays_for_the_club_changes_nothing() -> None:
    teams = Teams.of()
    a = teams.people[0]
    keizer = evenings_of(teams, a)
    publish(teams.fixture(date=NIGHT), a)
    before = list(Availability.objects.values())
    _answer(keizer.entries.get(), Response.CLUB)
    assert list(Availability.objects.values()) == before
    assert not InboxItem.objects.exists()


def test_an_old_line_up_that_is_corrected_leaves_the_evening_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    keizer = evenings_of(teams, a, b)
    _answer(keizer.entries.get(number=1), Response.CLUB)
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a)
    monkeypatch.setattr(clock, "now", lambda: datetime.datetime(2026, 12, 20, 12, tzinfo=datetime.UTC))
    publish(fixture, b)
    assert said(keizer) == {"Person0": ("club", "line_up")}
    assert not InboxItem.objects.exists()
    assert not Availability.objects.filter(fixture=fixture).exists()


def test_whoever_is_taken_out_is_no_longer_asked_about() -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    fixture = teams.fixture(date=NIGHT)
    publish(fixture, a)
    answers.answer(fixture, a, SquadAnswer.AWAY, said_by=RespondedBy.CARD, actor=None, by_card=a.pk, seen="-")
    assert InboxItem.objects.filter(asked="line_up").count() == 1
    publish(fixture, b)
    assert not InboxItem.objects.exists()


def test_an_evening_that_is_planned_later_knows_it_once_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = Teams.of()
    a, b = teams.people[:2]
    publish(teams.fixture(date=NIGHT), a, b)
    monkeypatch.setattr(clock, "now", lambda: datetime.datetime(2026, 12, 8, 18, tzinfo=datetime.UTC))
    keizer = evenings_of(teams, a, b)
    _answer(keizer.entries.get(number=2), Response.COMING)
    rounds.open_next_round(keizer, seen_number=1, actor=None)
    assert said(keizer) == {"Person0": ("club", "line_up"), "Person1": ("coming", "card")}


def test_nothing_of_a_closed_season_is_undone_but_results() -> None:
    teams = Teams.of()
    fixture = teams.fixture(date=NIGHT)
    action = publish(fixture, teams.people[0])
    season = teams.league.season
    season.is_open = False
    season.save()
    assert action is not None
    with pytest.raises(Refused, match="is closed"):
        undo.undo_action(action, actor=None)
    assert fixture.places.exists()


def test_a_captain_who_was_replaced_meanwhile_publishes_nothing() -> None:
    teams = Teams.of()
    fixture = teams.fixture(date=NIGHT)
    a, b = teams.people[:2]
    teams.first.captain = b
    teams.first.save()
    with pytest.raises(Stale):
        line_ups.publish(fixture, [a.pk], seen=line_ups.version_of(fixture), actor=None, by_card=a.pk)
