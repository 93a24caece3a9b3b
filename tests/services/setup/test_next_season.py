"""The next season: the tournaments of an earlier one go on in it."""

from __future__ import annotations

import datetime
import uuid

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory, UserFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Directorship, Entry, Membership, Player, Season, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone
from tournaments.selectors.snapshots import ranked, snapshot_of
from tournaments.services.clubs import clubs
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import results
from tournaments.services.setup import entries, next_season, seasons
from tournaments.services.setup.next_season import Successor, open_next_season
from tournaments.services.setup.seasons import NewSeason

pytestmark = pytest.mark.django_db

NEXT = NewSeason(name="2027–28", starts_on=datetime.date(2027, 8, 15), ends_on=datetime.date(2028, 6, 15))


@pytest.fixture
def evening() -> Evening:
    """One round played by four of six, won by black."""
    evening = Evening.of(6, name="Tuesday cup", planned_rounds=9, rounds_an_evening=3)
    evening.play(1, 2, 4, 5, result=Result.BLACK_WINS)
    return evening


def go_on(evening: Evening, into: NewSeason | Season = NEXT, *, name: str = "Tuesday cup") -> Tournament:
    successor = Successor(earlier=evening.tournament, name=name)
    season = open_next_season(evening.tournament.season, [successor], into=into, actor=evening.director)
    return season.tournaments.get(name=name)


def ranking(evening: Evening) -> list[str]:
    """The players by the final table."""
    (prospect,) = next_season.prospects(evening.tournament.season)
    return [entry.player.given_name for entry in prospect.players]


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("pk").values_list("player__given_name", flat=True))


def test_the_same_tournament_stands_in_the_new_season(evening: Evening) -> None:
    Tournament.objects.update(options={"win": "2"}, tie_breaks=[{"code": "wins"}])

    tournament = go_on(evening)

    assert (tournament.season.name, tournament.season.is_open) == ("2027–28", True)
    assert (tournament.name, tournament.system, tournament.planned_rounds) == ("Tuesday cup", "attendance_monrad", 9)
    assert tournament.rounds_an_evening == 3
    assert (tournament.options, tournament.tie_breaks) == ({"win": "2"}, [{"code": "wins"}])
    assert tournament.seed != evening.tournament.seed
    assert tournament.slug != evening.tournament.slug
    assert not tournament.rounds.exists()


def test_its_players_stand_in_the_order_of_the_final_ranking_with_todays_ratings(evening: Evening) -> None:
    Player.objects.filter(given_name="No1").update(rating=2345)

    tournament = go_on(evening)

    assert names(tournament) == in_table_order(evening.tournament) != sorted(names(tournament))
    assert ranking(evening) == names(tournament)
    assert tournament.entries.get(player__given_name="No1").rating == 2345
    assert set(tournament.entries.values_list("joined_round", flat=True)) == {1}


def test_categories_go_on_by_todays_rating_or_as_they_were(evening: Evening) -> None:
    by_rating = [{"name": "to 1500", "low": None, "high": 1500}, {"name": "over 1500", "low": 1501, "high": None}]
    Tournament.objects.update(categories=[*by_rating, {"name": "Juniors", "low": None, "high": None}])
    evening.tournament.entries.filter(number=1).update(category="to 1500")
    evening.tournament.entries.filter(number=2).update(category="Juniors")
    Player.objects.update(rating=1600)

    there = {each.player.given_name: each.category for each in go_on(evening).entries.select_related("player")}
    assert set(there.values()) == {"over 1500"}

    Tournament.objects.update(categories=[{"name": "Juniors", "low": None, "high": None}])
    other = NewSeason(name="Another", starts_on=NEXT.starts_on, ends_on=NEXT.ends_on)
    again = go_on(evening, other)
    assert {each.player.given_name: each.category for each in again.entries.select_related("player")} == {
        f"No{number}": "Juniors" if number == 2 else "" for number in range(1, 7)
    }


def test_where_numbers_are_drawn_by_lot_they_are_drawn_as_always(evening: Evening) -> None:
    tournament = go_on(evening)

    assert set(tournament.entries.values_list("number", flat=True)) == {None}
    entries.draw_numbers(tournament, actor=None)
    assert sorted(tournament.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_keizer_begins_with_the_final_ranking_and_keeps_it_when_the_players_are_numbered_again() -> None:
    evening = Evening.of(7, name="Tuesday cup", system="keizer", preset="club_nl", options={"gap": 2})
    for _round in range(3):
        evening.play(result=Result.BLACK_WINS)
    expected = in_table_order(evening.tournament)

    tournament = go_on(evening)

    assert tournament.preset == "club_nl"
    assert tournament.options == {"gap": 2, "starting_list": "number"}
    assert expected != sorted(expected)
    assert in_number_order(tournament) == expected
    entries.enter_players(tournament, [PlayerFactory(club=tournament.club, rating=2800)], actor=None)
    newcomer = in_number_order(tournament)[-1]
    entries.draw_numbers(tournament, actor=None)
    assert in_number_order(tournament) == [*expected, newcomer]
    assert in_table_order(tournament) == [*expected, newcomer]


def in_table_order(tournament: Tournament) -> list[str]:
    names = dict(tournament.entries.values_list("number", "player__given_name"))
    return [names[row.player] for row in ranked(tournament, snapshot_of(tournament)).rows]


def in_number_order(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__given_name", flat=True))


def test_who_has_withdrawn_for_good_or_left_the_club_stays_behind(evening: Evening) -> None:
    evening.withdraw(1)
    evening.withdraw(2)
    evening.bring_back(2)
    Player.objects.filter(given_name="No3").update(is_active=False)

    (prospect,) = next_season.prospects(evening.tournament.season)
    tournament = go_on(evening)

    assert sorted(names(tournament)) == ["No2", "No4", "No5", "No6"]
    assert (len(prospect.players), prospect.staying) == (4, 2)


def test_forbidden_pairs_and_directors_go_on_with_those_who_are_still_there(evening: Evening) -> None:
    gone = UserFactory()
    Directorship.objects.create(tournament=evening.tournament, user=gone)
    for one, other in ((5, 2), (1, 3)):
        entries.forbid_pair(evening.tournament, evening.entry(one), evening.entry(other), actor=None)
    evening.withdraw(3)

    tournament = go_on(evening)

    (pair,) = tournament.forbidden_pairs.all()
    assert {pair.one.player.given_name, pair.other.player.given_name} == {"No2", "No5"}
    assert [row.user for row in tournament.directorships.all()] == [evening.director]


def test_it_goes_on_in_a_season_that_is_open_already(evening: Evening) -> None:
    club = evening.tournament.club
    there = seasons.open_season(club, name="2027–28", starts_on=NEXT.starts_on, ends_on=NEXT.ends_on, actor=None)

    assert go_on(evening, there).season == there
    assert Season.objects.count() == 2


@pytest.mark.slow
def test_from_a_closed_season_too_and_a_closed_one_it_does_not_enter(evening: Evening) -> None:
    seasons.close_season(evening.tournament.season, actor=None)
    opened = go_on(evening).season
    seasons.close_season(opened, actor=None)

    with nothing_changes(Refused, "The season 2027–28 is closed"):
        go_on(evening, opened, name="Another")


def test_a_tournament_that_is_not_played_to_its_end_does_not_go_on(evening: Evening) -> None:
    evening.open()

    with nothing_changes(Refused, "Round 2 of Tuesday cup is not finished: the ranking is not final yet."):
        go_on(evening)
    (prospect,) = next_season.prospects(evening.tournament.season)
    assert "Round 2 of Tuesday cup" in prospect.refusal


@pytest.mark.slow
def test_a_game_that_was_postponed_holds_nobody_up_and_is_counted(evening: Evening) -> None:
    evening.draft(1, 2, 4, 5)
    evening.publish()
    results.postpone_game(evening.game(1), seen="*", actor=None)
    evening.enter(2, Result.DRAW)
    evening.open()
    evening.check_in(1, 4)
    evening.pair()
    evening.publish()
    evening.enter(1, Result.DRAW)

    (prospect,) = next_season.prospects(evening.tournament.season)

    assert (prospect.refusal, prospect.open_games) == ("", 1)
    assert (prospect.rounds, prospect.is_cut_short) == (3, True)
    assert go_on(evening).entries.count() == 6


def test_one_without_a_round_has_no_ranking_to_go_on_from() -> None:
    not_begun = Evening.of(4)

    with nothing_changes(Refused, "it has no ranking to start from"):
        go_on(not_begun)


@pytest.mark.parametrize(
    ("into", "said"),
    [
        ("itself", "A season cannot be the one after itself."),
        ("another club's", "The season belongs to another club."),
        ("a season's name that is taken", "The club has a season “{season}” already."),
    ],
)
def test_it_goes_on_nowhere_else(evening: Evening, into: str, said: str) -> None:
    season = evening.tournament.season
    target: NewSeason | Season = season
    if into == "another club's":
        target = Evening.of(2).tournament.season
    elif into != "itself":
        target = NewSeason(name=season.name, starts_on=NEXT.starts_on, ends_on=NEXT.ends_on)

    with nothing_changes(Refused, said.format(season=season.name)):
        go_on(evening, target, name="Thursday cup")


@pytest.mark.slow
def test_nothing_is_made_twice(evening: Evening) -> None:
    opened = go_on(evening).season

    with nothing_changes(Refused, "has a tournament “tuesday CUP” already"):
        go_on(evening, opened, name="tuesday CUP")
    with nothing_changes(Refused, "at least one tournament"):
        open_next_season(evening.tournament.season, [], into=NEXT, actor=None)


def test_a_tournament_of_another_season_is_refused(evening: Evening) -> None:
    successor = Successor(earlier=Evening.of(2).tournament, name="Theirs")

    with nothing_changes(Refused, "is not in the season"):
        open_next_season(evening.tournament.season, [successor], into=NEXT, actor=None)


@pytest.mark.slow
def test_all_of_it_is_one_action_whose_receipt_counts_once(evening: Evening) -> None:
    receipt, before = uuid.uuid4(), Action.objects.count()
    successors = [Successor(earlier=evening.tournament, name="Tuesday cup")]
    open_next_season(evening.tournament.season, successors, into=NEXT, actor=None, receipt=receipt)

    with nothing_changes(AlreadyDone):
        open_next_season(evening.tournament.season, successors, into=NEXT, actor=None, receipt=receipt)
    assert Action.objects.count() == before + 1


@pytest.mark.slow
def test_it_is_undone_until_somebody_has_worked_in_it(evening: Evening) -> None:
    Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role="admin")
    go_on(evening)
    carried = Action.objects.latest("pk")
    clubs.undo_in_club(carried, actor=None)
    assert (Season.objects.count(), Tournament.objects.count(), Entry.objects.count()) == (1, 1, 6)

    tournament = go_on(evening)
    carried = Action.objects.latest("pk")
    entries.enter_players(tournament, [PlayerFactory(club=tournament.club)], actor=None)

    with nothing_changes(Refused):
        clubs.undo_in_club(carried, actor=None)


@pytest.mark.slow
def test_later_corrections_of_the_old_results_leave_the_new_list_alone(evening: Evening) -> None:
    tournament = go_on(evening)
    there = names(tournament)

    evening.enter(1, Result.WHITE_WINS)

    assert ranking(evening) != there
    assert names(tournament) == there
