"""Series: set up, changed, corrected and undone; two at once, other clubs, the trash and a closed season."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.series_cast import event, series_of
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Game, Player, PlayerContact, Season, Series, SeriesEvent, Tournament
from tournaments.models.player import Sex
from tournaments.pairing.series.categories import Category, CategoryKind, FixedAt
from tournaments.pairing.series.table import SeriesReckoning as Reckoned
from tournaments.pairing.types.snapshot import Result
from tournaments.permissions import may_undo_in_club
from tournaments.recording import AlreadyDone, Stale, recording
from tournaments.selectors.series import NamedCategory, read_series
from tournaments.services.clubs import trash
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.events import series
from tournaments.services.events.series import SeriesScheme
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(name, rating=1900 - 100 * at) for at, name in enumerate(("Anna", "Bo", "Cato", "Dag"))]


@pytest.fixture
def evenings(cast: Cast, players: list[Player]) -> list[Tournament]:
    anna, bo, cato, dag = players
    return [event(cast.season, "October", anna, bo, cato), event(cast.season, "November", bo, cato, dag)]


def totals(found: Series) -> list[tuple[str, int | None, Fraction]]:
    names = dict(Player.objects.values_list("pk", "given_name"))
    return [(names[row.person], row.place, row.total) for row in read_series(found).reckoned.table().rows]


def plan_of(found: Series) -> SeriesScheme:
    events = [(row.tournament, Fraction(row.weight)) for row in found.events.order_by("position")]
    return SeriesScheme(name=found.name, preset=found.preset, options=found.options, events=events)


def test_the_final_tables_make_one(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    assert totals(found) == [
        ("Bo", 1, 18),
        ("Cato", 2, 14),
        ("Anna", 3, 10),
        ("Dag", 4, 6),
    ]


def test_an_event_counts_once_it_is_over(cast: Cast, players: list[Player], evenings: list[Tournament]) -> None:
    to_come = event(cast.season, "December", *players, is_played=False)
    found = series_of(cast.season, *evenings, to_come)
    given = read_series(found).reckoned.given
    assert [each.is_over for each in given.events] == [True, True, False]
    before = totals(found)
    Game.objects.filter(round__tournament=evenings[1]).update(result=Result.OPEN.value)
    evenings[1].rounds.update(state="published")
    assert totals(found) != before
    assert [each.is_over for each in read_series(found).reckoned.given.events] == [True, False, False]


def test_guests_and_those_who_never_came_have_no_result(cast: Cast, players: list[Player]) -> None:
    tournament = event(cast.season, "October", *players)
    tournament.entries.filter(number=1).update(is_guest=True)
    found = series_of(cast.season, tournament)
    assert totals(found) == [("Bo", 1, 10), ("Cato", 2, 8), ("Dag", 3, 6)]


def test_editing_writes_what_differs_and_undoing_brings_it_back(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    before = totals(found)
    kept = found.events.get(tournament=evenings[1]).pk
    plan = replace(
        plan_of(found), name="Cup", events=[(evenings[1], Fraction(2))], options={"points_by_place": "3 2 1"}
    )
    series.edit_series(found, plan, seen=series.version_of(found), actor=cast.dag)
    found.refresh_from_db()
    assert (found.name, list(found.events.values_list("pk", flat=True))) == ("Cup", [kept])
    assert totals(found) == [("Bo", 1, 6), ("Cato", 2, 4), ("Dag", 3, 2)]
    action = Action.objects.get(verb="series.edit")
    assert may_undo_in_club(cast.dag, cast.club, action)
    undo_in_club(action, actor=cast.dag)
    found.refresh_from_db()
    assert totals(found) == before


def test_two_directors_at_once(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    seen = series.version_of(found)
    series.edit_series(found, replace(plan_of(found), name="One"), seen=seen, actor=cast.dag)
    with nothing_changes(Stale):
        series.edit_series(found, replace(plan_of(found), name="Two"), seen=seen, actor=None)


def test_the_same_form_twice_makes_one(cast: Cast, evenings: list[Tournament]) -> None:
    receipt = uuid.uuid4()
    plan = SeriesScheme(name="Grand prix", events=[(evenings[0], Fraction(1))])
    series.make_series(cast.club, season=cast.season, plan=plan, actor=cast.dag, receipt=receipt)
    with pytest.raises(AlreadyDone):
        series.make_series(cast.club, season=cast.season, plan=plan, actor=cast.dag, receipt=receipt)
    assert Series.objects.count() == 1


def test_what_makes_no_series_is_refused_with_a_sentence(cast: Cast, evenings: list[Tournament]) -> None:
    elsewhere = Season.objects.create(
        club=cast.other_club, name="2026", starts_on=cast.season.starts_on, ends_on=cast.season.ends_on
    )
    theirs = event(elsewhere, "Theirs", is_played=False)
    series_of(cast.season, evenings[0])
    twice = NamedCategory(name="U16", category=Category(kind=CategoryKind.AGE, high=16))
    for plan, why in (
        (SeriesScheme(name=" \u200b"), "A series needs a name."),
        (SeriesScheme(name="grand PRIX"), "has a series"),
        (SeriesScheme(name="Cup", options={"best": 2, "drop": 1}), "These options do not go together"),
        (SeriesScheme(name="Cup", events=[(theirs, Fraction(1))]), "tournaments of its season"),
        (SeriesScheme(name="Cup", events=[(evenings[0], Fraction(1))] * 2), "is in this series twice"),
        (SeriesScheme(name="Cup", categories=[twice, twice]), "Two categories have the same name."),
        (SeriesScheme(name="Cup", categories=[twice] * 13), "A series has at most 60 events and 12 categories."),
        (SeriesScheme(name="x" * 201), "A name has at most 200 characters."),
    ):
        with nothing_changes(Refused, match=why):
            series.make_series(cast.club, season=cast.season, plan=plan, actor=cast.dag)


def test_a_tournament_may_stand_in_two_series(cast: Cast, evenings: list[Tournament]) -> None:
    one, other = series_of(cast.season, *evenings), series_of(cast.season, evenings[0], name="Cup")
    assert SeriesEvent.objects.filter(tournament=evenings[0]).count() == 2
    assert totals(one) != totals(other)


def test_what_is_in_the_trash_does_not_count_until_it_is_put_back(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    before = totals(found)
    trash.trash_tournament(evenings[0], actor=cast.dag)
    assert totals(found) == [("Bo", 1, 10), ("Cato", 2, 8), ("Dag", 3, 6)]
    trash.put_back_tournament(evenings[0], actor=cast.dag)
    assert totals(found) == before


def test_deleting_keeps_the_tournaments_and_is_undone_whole(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings, options={"best": 1})
    player = Player.objects.get(given_name="Dag")
    series.give_bonus(found, player, amount=Fraction(1, 2), reason="Brought the clocks", actor=cast.dag)
    before = totals(found)
    key = found.pk
    series.delete_series(found, actor=cast.dag)
    assert not Series.objects.exists()
    assert Tournament.objects.filter(trashed_at=None, pk__in=[each.pk for each in evenings]).count() == 2
    undo_in_club(Action.objects.get(verb="series.delete"), actor=cast.dag)
    assert totals(Series.objects.get(pk=key)) == before


def test_bonus_points_stand_in_the_total_with_their_reason(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    dag = Player.objects.get(given_name="Dag")
    series.give_bonus(found, dag, amount=Fraction(-3, 2), reason="Late", actor=cast.dag)
    assert totals(found)[-1] == ("Dag", 4, Fraction(9, 2))
    for amount, reason, why in (
        (Fraction(0), "x", "Bonus points are a number such as 3, 1/2 or −1."),
        (Fraction(1), " ", "Say in at most 200 characters what the points are for."),
    ):
        with nothing_changes(Refused, match=why):
            series.give_bonus(found, dag, amount=amount, reason=reason, actor=cast.dag)
    series.take_bonus(found, found.bonuses.get().pk, actor=cast.dag)
    assert totals(found)[-1] == ("Dag", 4, Fraction(6))


def test_a_closed_season_keeps_its_series_but_a_correction_still_changes_the_table(
    cast: Cast, evenings: list[Tournament]
) -> None:
    found = series_of(cast.season, *evenings)
    series.publish_table(found, actor=cast.dag)
    found.refresh_from_db()
    kept = found.published
    assert [row["place"] for row in kept["rows"]] == [1, 2, 3, 4]
    seasons.close_season(cast.season, actor=None)
    with nothing_changes(Refused, match="closed"):
        series.edit_series(found, plan_of(found), seen=series.version_of(found), actor=cast.dag)
    before = totals(found)
    Game.objects.filter(round__tournament=evenings[0]).update(result=Result.DRAW.value)
    found.refresh_from_db()
    assert totals(found) != before
    assert found.published == kept


def test_a_table_is_published_when_all_is_over(cast: Cast, players: list[Player], evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings, event(cast.season, "December", *players, is_played=False))
    with nothing_changes(Refused, match="Not all events are over: the table is not final yet"):
        series.publish_table(found, actor=cast.dag)


def test_a_play_off_is_won_by_one_of_those_who_share_the_first_place(cast: Cast, players: list[Player]) -> None:
    anna, bo, cato, _dag = players
    evenings = [event(cast.season, "October", anna, bo, cato), event(cast.season, "November", bo, anna, cato)]
    found = series_of(cast.season, *evenings, options={"play_off": True, "ties": "none"})
    assert set(series.who_share_first(found)) == {anna.pk, bo.pk}
    with nothing_changes(Refused, match="does not share"):
        series.decide_play_off(found, cato, seen="", actor=cast.dag)
    series.decide_play_off(found, bo, seen="", actor=cast.dag)
    assert totals(found)[0] == ("Bo", 1, 18)
    with nothing_changes(Stale):
        series.decide_play_off(found, anna, seen="", actor=None)


def test_categories_know_women_ages_newcomers_and_groups(cast: Cast, players: list[Player]) -> None:
    anna, bo, cato, dag = players
    PlayerContact.objects.create(player=anna, sex=Sex.FEMALE, birth_year=cast.season.starts_on.year - 15)
    earlier = Season.objects.create(
        club=cast.club,
        name="Before",
        starts_on=cast.season.starts_on.replace(year=2020),
        ends_on=cast.season.starts_on.replace(year=2021),
    )
    event(earlier, "Old", bo, cato, dag)
    categories = [
        NamedCategory(name="Women", category=Category(kind=CategoryKind.WOMEN)),
        NamedCategory(name="U16", category=Category(kind=CategoryKind.AGE, high=16)),
        NamedCategory(name="New", category=Category(kind=CategoryKind.NEWCOMER)),
        NamedCategory(name="Under 1800", category=Category(kind=CategoryKind.RATING, high=1799, at=FixedAt.START)),
    ]
    found = series_of(cast.season, event(cast.season, "October", *players), categories=categories)
    read = read_series(found)
    assert read.categories == tuple(categories)
    tables = read.reckoned.table([each.category for each in read.categories]).categories
    assert [{row.person for row in table.rows} for table in tables[:3]] == [{anna.pk}] * 3


def test_a_tournament_deleted_for_good_leaves_its_series(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    trash.trash_tournament(evenings[0], actor=cast.dag)
    evenings[0].refresh_from_db()
    assert evenings[0].trashed_at is not None
    trash.empty_trash(before=evenings[0].trashed_at + datetime.timedelta(days=365))
    assert totals(found) == [("Bo", 1, 10), ("Cato", 2, 8), ("Dag", 3, 6)]


def test_reading_changes_nothing(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    before = dump()
    totals(found)
    assert dump() == before


@pytest.mark.parametrize("system", ["all_play_all", "cup", "fide_dutch", "keizer", "norwegian_monrad"])
def test_the_first_go_on_to_a_final_numbered_by_place(cast: Cast, evenings: list[Tournament], system: str) -> None:
    found = series_of(cast.season, *evenings)
    planned = None if system in {"all_play_all", "cup"} else 2
    final = series.advance(found, count=3, name="Final", system=system, planned_rounds=planned, actor=cast.dag)
    numbers = final.entries.order_by("number").values_list("number", "player__given_name")
    assert list(numbers) == [(1, "Bo"), (2, "Cato"), (3, "Anna")]
    undo_in_club(Action.objects.latest("pk"), actor=cast.dag)
    assert not Tournament.objects.filter(name="Final").exists()


def test_who_shares_the_last_place_plays_too_and_a_closed_season_waits_for_the_next(
    cast: Cast, players: list[Player]
) -> None:
    october = event(cast.season, "October", *players[:2])
    Game.objects.filter(round__tournament=october).update(result=Result.DRAW.value)
    found = series_of(cast.season, Tournament.objects.get(pk=october.pk))
    seasons.close_season(cast.season, actor=cast.kari)
    final = {"count": 1, "name": "Final", "system": "all_play_all"}
    with nothing_changes(Refused, match="No season is open for the final: open the next one first"):
        series.advance(found, actor=cast.dag, **final)
    spring = cast.add_season("2027–28")
    made = series.advance(found, actor=cast.dag, **final)
    assert (made.season, made.entries.count()) == (spring, 2)


def test_there_is_no_final_before_the_end(cast: Cast, players: list[Player]) -> None:
    found = series_of(cast.season, event(cast.season, "December", *players, is_played=False))
    with nothing_changes(Refused, match="Not all events are over: who plays the final is not settled yet"):
        series.advance(found, count=2, name="Final", system="cup", actor=cast.dag)


@pytest.mark.django_db(transaction=True)
def test_what_one_page_reckoned_another_one_shows_until_something_changes(
    cast: Cast, evenings: list[Tournament]
) -> None:
    found = series_of(cast.season, *evenings)
    first = read_series(found).reckoned
    assert read_series(Series.objects.get(pk=found.pk)).reckoned is first
    assert first.table() is first.table()

    game = Game.objects.filter(round__tournament=evenings[0]).earliest("pk")
    with recording(evenings[0], actor=cast.dag, verb="result.correct") as change:
        change.update(game, result=Result.BLACK_WINS)
    corrected = read_series(found).reckoned
    assert corrected is not first
    assert corrected.table() == Reckoned(corrected.given, corrected.options).table() != first.table()

    anna = Player.objects.get(given_name="Anna")
    series.give_bonus(found, anna, amount=Fraction(5), reason="Cake", actor=cast.dag)
    assert read_series(found).reckoned.table() != corrected.table()


def test_bonus_points_are_for_the_clubs_own(cast: Cast, evenings: list[Tournament]) -> None:
    found = series_of(cast.season, *evenings)
    stranger = cast.add_player("Stine", club=cast.other_club)
    with nothing_changes(Refused, "That player is not of this club."):
        series.give_bonus(found, stranger, amount=Fraction(1), reason="Help", actor=cast.dag)
