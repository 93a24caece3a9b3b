"""The club's own rating out of what was played: which games, in what order, from what start, and corrections."""

from __future__ import annotations

import datetime
import itertools

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import EntryFactory
from tournaments.models import (
    Attendance,
    ClubRatingStart,
    Entry,
    Fixture,
    FixturePlace,
    Game,
    League,
    OutsideTeam,
    Pace,
    Player,
    PlayerContact,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.club_ratings import PaceRatings, ratings_of, ratings_to_enter, whole

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # order of rows, sums
_DAY = datetime.date(2026, 9, 1)


class Year:
    """A club that rates its classical games, whose rounds are written straight into the tables."""

    def __init__(self) -> None:
        self.cast = Cast()
        self.club = self.cast.club
        self.club.rates_games = True
        self.club.rating_provisional = 0
        self.club.save()
        self.tournament = self.cast.add_tournament("Autumn", rated_as="classical")
        self._numbers = itertools.count(1)

    def enter(self, name: str, rating: int | None, tournament: Tournament | None = None, **values: object) -> Player:
        player = self.club.players.filter(given_name=name).first() or self.cast.add_player(name, rating=rating)
        EntryFactory(
            tournament=tournament or self.tournament,
            player=player,
            number=next(self._numbers),
            rating=rating,
            **values,
        )
        return player

    def play(
        self,
        number: int,
        *boards: tuple[Player, Player, Result],
        day: datetime.date | None = _DAY,
        tournament: Tournament | None = None,
        state: str = RoundState.FINISHED,
    ) -> list[Game]:
        found = Round.objects.create(tournament=tournament or self.tournament, number=number, state=state, date=day)
        games = []
        for board, (white, black, result) in enumerate(boards, 1):
            game = Game.objects.create(round=found, board=board, result=result.value)
            for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
                entry = Entry.objects.get(tournament=found.tournament, player=player)
                Attendance.objects.create(round=found, entry=entry, game=game, colour=colour, presence="present")
            games.append(game)
        return games

    def changed(self, tournament: Tournament | None = None) -> None:
        """As every tap does."""
        row = Tournament.objects.get(pk=(tournament or self.tournament).pk)
        Tournament.objects.filter(pk=row.pk).update(revision=row.revision + 1)

    @property
    def ratings(self) -> PaceRatings:
        return ratings_of(self.club, Pace.CLASSICAL)

    def of(self, player: Player) -> int | None:
        found = self.ratings.reckoned.ratings.get(player.pk)
        return None if found is None else whole(found)


@pytest.fixture
def year() -> Year:
    return Year()


def test_the_worked_example_comes_out(year: Year) -> None:
    berg, dahl, eriksen, foss = (
        year.enter(name, rating) for name, rating in (("Berg", 1612), ("Dahl", 1540), ("Eriksen", 1480), ("Foss", 1455))
    )
    year.play(1, (berg, dahl, Result.WHITE_WINS))
    year.play(2, (eriksen, berg, Result.BLACK_WINS))
    year.play(3, (berg, foss, Result.DRAW))
    assert round(year.ratings.reckoned.ratings[berg.pk] - 1612, 1) == 10.1
    assert year.of(berg) == 1622


def test_only_games_that_were_played_count(year: Year) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.WHITE_WINS_BY_FORFEIT))
    (unplayed,) = year.play(2, (anna, bo, Result.DRAW))
    Game.objects.filter(pk=unplayed.pk).update(unplayed=True)
    year.play(3, (anna, bo, Result.OPEN), state=RoundState.PUBLISHED)
    year.play(4, (anna, bo, Result.WHITE_WINS), state=RoundState.DRAFTED)
    assert year.of(anna) is None
    year.play(5, (anna, bo, Result.WHITE_WINS))
    year.changed()
    assert (year.of(anna), year.of(bo)) == (1510, 1490)


def test_a_guest_without_a_rating_changes_nobody(year: Year) -> None:
    anna, guest = year.enter("Anna", 1500), year.enter("Guest", None, is_guest=True)
    strong = year.enter("Strong", 1500, is_guest=True)
    year.play(1, (anna, guest, Result.WHITE_WINS))
    assert year.of(anna) is None
    year.play(2, (anna, strong, Result.WHITE_WINS))
    year.changed()
    assert (year.of(anna), year.of(strong), year.of(guest)) == (1510, 1490, None)


def test_who_has_no_rating_begins_with_the_clubs_and_children_with_theirs(year: Year) -> None:
    anna, child, pupil, grown = (year.enter(name, None) for name in ("Anna", "Child", "Pupil", "Grown"))
    Player.objects.filter(pk__in=[child.pk, grown.pk]).update(is_child=True)
    PlayerContact.objects.create(player=pupil, birth_year=2014)
    PlayerContact.objects.create(player=grown, birth_date=datetime.date(2000, 1, 1))
    year.play(1, (anna, child, Result.DRAW), (pupil, grown, Result.DRAW))
    starts = {player: start.rating for player, start in year.ratings.starts.items()}
    assert [starts[each.pk] for each in (anna, child, pupil, grown)] == [1400, 1000, 1000, 1400]


def test_what_is_set_goes_before_what_they_were_entered_with(year: Year) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    ClubRatingStart.objects.create(player=anna, pace="classical", rating=1700, games=25)
    year.club.rating_provisional = 10
    year.play(1, (anna, bo, Result.DRAW))
    ratings = year.ratings
    assert (ratings.games_of(anna.pk), ratings.is_provisional(anna.pk)) == (26, False)
    assert ratings.is_provisional(bo.pk)
    assert ratings.reckoned.history[anna.pk][0].before == 1700


def test_evenings_of_all_tournaments_go_by_the_day(year: Year) -> None:
    """The cup's Tuesday lies between two of the autumn's, whichever was written first; another pace is another list."""
    cup = year.cast.add_tournament("Cup", rated_as="classical")
    blitz = year.cast.add_tournament("Blitz", rated_as="blitz")
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    for other in (cup, blitz):
        year.enter("Anna", 1900, other)
        year.enter("Bo", 1900, other)
    week = datetime.timedelta(days=7)
    year.play(1, (anna, bo, Result.WHITE_WINS), day=_DAY)
    year.play(2, (anna, bo, Result.WHITE_WINS), day=_DAY + 2 * week)
    year.play(1, (bo, anna, Result.WHITE_WINS), day=_DAY + week, tournament=cup)
    year.play(1, (bo, anna, Result.WHITE_WINS), day=_DAY, tournament=blitz)
    history = year.ratings.reckoned.history[anna.pk]
    assert [each.evening.day for each in history] == [_DAY, _DAY + week, _DAY + 2 * week]
    assert [each.games[0].halves for each in history] == [2, 0, 2]
    assert history[0].before == 1500
    assert ratings_of(year.club, Pace.BLITZ).reckoned.history[anna.pk][0].before == 1900


def test_a_game_counts_on_the_evening_on_which_it_was_played(year: Year) -> None:
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    (postponed,) = year.play(1, (anna, bo, Result.WHITE_WINS))
    year.play(2, (bo, cato, Result.WHITE_WINS), day=_DAY + datetime.timedelta(days=7))
    assert year.ratings.reckoned.history[bo.pk][1].before < 1500
    Game.objects.filter(pk=postponed.pk).update(date=_DAY + datetime.timedelta(days=14))
    year.changed()
    first, second = year.ratings.reckoned.history[bo.pk]
    assert (first.before, first.games[0].opponent, second.games[0].opponent) == (1500, cato.pk, anna.pk)


def test_rounds_without_a_day_follow_the_one_before_them(year: Year) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    for number in (1, 2, 3):
        year.play(number, (anna, bo, Result.WHITE_WINS), day=_DAY if number == 2 else None)
    assert [(each.evening.day, each.evening.round_number) for each in year.ratings.reckoned.history[anna.pk]] == [
        (year.cast.season.starts_on, 1),
        (_DAY, 0),
        (_DAY, 3),
    ]


def test_a_corrected_result_changes_all_that_came_after(year: Year) -> None:
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    (first,) = year.play(1, (anna, bo, Result.WHITE_WINS))
    year.play(2, (anna, cato, Result.WHITE_WINS), day=_DAY + datetime.timedelta(days=7))
    before = year.ratings.reckoned.ratings[cato.pk]
    Game.objects.filter(pk=first.pk).update(result=Result.BLACK_WINS.value)
    year.changed()
    assert year.ratings.reckoned.ratings[cato.pk] < before
    Tournament.objects.filter(pk=year.tournament.pk).update(rated_as="")
    assert year.of(anna) is None


def test_a_tie_that_is_a_game_of_the_league_too_counts_once(year: Year) -> None:
    cup = year.cast.add_tournament("Cup", rated_as="classical")
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.enter("Anna", 1500, cup)
    year.enter("Bo", 1500, cup)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    (tie,) = year.play(1, (bo, anna, Result.BLACK_WINS), tournament=cup)
    assert len(year.ratings.games) == 2
    Game.objects.filter(pk=tie.pk).update(counted_in=Round.objects.get(tournament=year.tournament))
    year.changed(cup)
    assert len(year.ratings.games) == 1
    Game.objects.filter(pk=tie.pk).update(result=Result.DRAW.value)
    year.changed(cup)
    assert len(year.ratings.games) == 2, "they say different things, so they are two"


def test_players_are_entered_with_what_the_tournament_says(year: Year) -> None:
    anna, bo, cato = year.enter("Anna", 1500), year.enter("Bo", 1500), year.cast.add_player("Cato", rapid_rating=1700)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    spring = year.cast.add_tournament("Spring", rated_as="classical", rating_from="own")
    assert ratings_to_enter(spring, [anna, bo, cato]) == {anna.pk: 1510, bo.pk: 1490, cato.pk: None}
    spring.rating_from = "rapid"
    assert ratings_to_enter(spring, [anna, cato]) == {anna.pk: 1500, cato.pk: 1700}
    spring.rating_from = ""
    assert ratings_to_enter(spring, [anna, cato]) == {anna.pk: 1500, cato.pk: None}


def outside(year: Year, player: Player, result: str, rating: int | None, day: datetime.date = _DAY) -> None:
    """A board of the club's team."""
    league, _new = League.objects.get_or_create(club=year.club, season=year.tournament.season, name="League")
    team, _new = OutsideTeam.objects.get_or_create(league=league, number=1, name="First", boards=4)
    fixture = Fixture.objects.create(team=team, round=team.fixtures.count() + 1, date=day, opponent="Rivals")
    FixturePlace.objects.create(fixture=fixture, board=1, player=player, result=result, opponent_rating=rating)


def test_games_of_the_clubs_teams_count_where_the_club_wants_it(year: Year) -> None:
    anna, bo = year.enter("Anna", 1800), year.enter("Bo", 1800)
    year.play(1, (anna, bo, Result.DRAW))
    outside(year, anna, "1", 1800, _DAY + datetime.timedelta(days=1))
    assert ratings_of(year.club, Pace.CLASSICAL).reckoned.ratings == {anna.pk: 1800, bo.pk: 1800}
    year.club.outside_counts = True
    ratings = ratings_of(year.club, Pace.CLASSICAL)
    assert ratings.reckoned.ratings == {anna.pk: 1810, bo.pk: 1800}
    assert (ratings.games_of(anna.pk), ratings.games_of(bo.pk)) == (2, 1)
    assert ratings_of(year.club, Pace.RAPID).reckoned.ratings == {}


def test_an_opponent_outside_is_settled_and_on_no_list(year: Year) -> None:
    year.club.outside_counts, year.club.rating_provisional = True, 10
    anna, bo = year.enter("Anna", 1800), year.enter("Bo", 1800)
    year.play(1, (anna, bo, Result.DRAW))
    outside(year, anna, "1", 1800, _DAY + datetime.timedelta(days=1))
    assert ratings_of(year.club, Pace.CLASSICAL).reckoned.ratings == {anna.pk: 1820, bo.pk: 1800}


@pytest.mark.parametrize(("result", "rating"), [("+", 1800), ("h", 1800), ("", 1800), ("x", 1800), ("1", None)])
def test_what_was_not_played_or_against_nobody_known_does_not_count(
    year: Year, result: str, rating: int | None
) -> None:
    year.club.outside_counts = True
    anna, bo = year.enter("Anna", 1800), year.enter("Bo", 1800)
    year.play(1, (anna, bo, Result.DRAW))
    outside(year, anna, result, rating)
    assert ratings_of(year.club, Pace.CLASSICAL).games_of(anna.pk) == 1


def test_whoever_plays_outside_alone_is_not_on_the_list(year: Year) -> None:
    year.club.outside_counts = True
    anna, bo = year.enter("Anna", 1800), year.enter("Bo", 1800)
    year.play(1, (anna, bo, Result.DRAW))
    outside(year, year.cast.add_player("Eva", rating=1900), "1", 1800)
    assert set(ratings_of(year.club, Pace.CLASSICAL).reckoned.ratings) == {anna.pk, bo.pk}
