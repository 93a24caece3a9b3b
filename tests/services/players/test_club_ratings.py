"""The club's own rating: settings, starts, published lists, ratings taken over; two at once, undo, bad input."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace

import pytest

from tests.selectors.test_club_ratings import Year
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, ClubRatingList, ClubRatingStart, Entry, Game, Pace, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.players import club_ratings as services
from tournaments.services.players.club_ratings import Rated, RatingSettings
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db
CLASSICAL = Pace.CLASSICAL


@pytest.fixture
def year() -> Year:
    return Year()


def undo_last(year: Year) -> None:
    undo_in_club(Action.objects.filter(club=year.club).latest("pk"), actor=year.cast.kari)


def test_settings_are_saved_together_and_undone_together(year: Year) -> None:
    wanted = RatingSettings(
        rates_games=True,
        shows_ratings=True,
        rating_start=1300,
        rating_start_youth=900,
        rating_provisional=5,
        tournaments={year.tournament.pk: Rated(rated_as="blitz", rating_from="own")},
    )
    seen = services.settings_version(year.club)
    services.save_settings(year.club, wanted, seen=seen, actor=year.cast.kari)
    year.club.refresh_from_db()
    year.tournament.refresh_from_db()
    assert (year.club.rating_start, year.tournament.rated_as, year.tournament.rating_from) == (1300, "blitz", "own")
    with nothing_changes(Stale):
        services.save_settings(year.club, replace(wanted, rating_start=1200), seen=seen, actor=year.cast.dag)
    undo_last(year)
    year.club.refresh_from_db()
    assert year.club.rating_start == 1400
    assert Tournament.objects.get(pk=year.tournament.pk).rated_as == "classical"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rating_start": 99}, "A starting rating is between 400 and 3000."),
        ({"rating_start_youth": 4000}, "A starting rating is between 400 and 3000."),
        ({"rating_provisional": 101}, "A rating is settled after at most 100 games."),
    ],
)
def test_it_refuses_settings_without_sense(year: Year, values: dict[str, int], said: str) -> None:
    with nothing_changes(Refused, match=said):
        services.save_settings(
            year.club,
            replace(RatingSettings(rates_games=True), **values),
            seen=services.settings_version(year.club),
            actor=year.cast.kari,
        )


def test_another_clubs_tournament_stays_as_it_is(year: Year) -> None:
    strange = Tournament.objects.create(
        club=year.cast.other_club,
        season=year.cast.other_club.seasons.create(
            name="2026", starts_on=datetime.date(2026, 8, 1), ends_on=datetime.date(2027, 6, 1)
        ),
        name="Theirs",
        slug="theirs",
        short_code="zz",
        system="keizer",
        seed="ab" * 32,
    )
    services.save_settings(
        year.club,
        RatingSettings(rates_games=True, tournaments={strange.pk: Rated(rated_as="blitz")}),
        seen=services.settings_version(year.club),
        actor=year.cast.kari,
    )
    strange.refresh_from_db()
    assert strange.rated_as == ""


def test_a_start_is_set_changed_and_taken_away(year: Year) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.DRAW))
    services.set_start(anna, CLASSICAL, 1700, games=30, seen="", actor=year.cast.kari)
    assert year.ratings.starts[anna.pk].rating == 1700
    with nothing_changes(Stale):
        services.set_start(anna, CLASSICAL, 1800, seen="", actor=year.cast.dag)
    services.set_start(anna, CLASSICAL, 1600, seen="1700/30", actor=year.cast.kari)
    services.set_start(anna, CLASSICAL, None, seen="1600/0", actor=year.cast.kari)
    assert year.of(anna) == 1500
    undo_last(year)
    assert ClubRatingStart.objects.get().rating == 1600
    with pytest.raises(Refused, match="A starting rating is between 400 and 3000"):
        services.set_start(anna, CLASSICAL, 3, seen="1600/0", actor=year.cast.kari)


def test_a_published_list_stays_beside_what_is_corrected(year: Year) -> None:
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    new = year.enter("New", None)
    (game, _other) = year.play(1, (anna, bo, Result.WHITE_WINS), (new, cato, Result.DRAW))
    receipt = uuid.uuid4()
    services.publish_list(year.club, CLASSICAL, actor=year.cast.kari, receipt=receipt)
    found = ClubRatingList.objects.get()
    rows = found.rows
    assert [row[0] for row in rows] == year.ratings.people
    assert rows[0][1] == year.ratings.reckoned.ratings[anna.pk]
    with nothing_changes(AlreadyDone):
        services.publish_list(year.club, CLASSICAL, actor=year.cast.kari, receipt=receipt)
    with nothing_changes(Refused, match="Nothing has changed"):
        services.publish_list(year.club, CLASSICAL, actor=year.cast.dag)
    assert list(ClubRatingStart.objects.values_list("player", "rating")) == [(new.pk, 1400)], "for good"
    year.club.rating_start = 1200
    year.club.save()
    assert year.ratings.starts[new.pk].rating == 1400
    Game.objects.filter(pk=game.pk).update(result=Result.BLACK_WINS.value)
    year.changed()
    found.refresh_from_db()
    assert found.rows == rows
    assert services.rows_now(year.ratings) != rows
    undo_last(year)
    assert not ClubRatingList.objects.exists()
    assert not ClubRatingStart.objects.exists()


def test_there_is_nothing_to_publish_before_a_game_is_rated(year: Year) -> None:
    with nothing_changes(Refused, match="No game has been rated"):
        services.publish_list(year.club, CLASSICAL, actor=year.cast.kari)
    year.club.rates_games = False
    year.club.save()
    with nothing_changes(Refused, match="no rating of its own"):
        services.publish_list(year.club, CLASSICAL, actor=year.cast.kari)


def test_ratings_are_proposed_taken_over_once_and_undone(year: Year) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    spring = year.cast.add_tournament("Spring", rated_as="classical", rating_from="own")
    entries.enter_players(spring, [anna], actor=year.cast.dag)
    assert Entry.objects.get(tournament=spring).rating == 1510, "entered with it"
    assert services.proposed_ratings(spring) == []
    Entry.objects.filter(tournament=spring).update(rating=1500)
    (proposed,) = services.proposed_ratings(spring)
    assert (proposed.entry.rating, proposed.rating) == (1500, 1510)
    seen = services.proposed_version([proposed])
    services.take_ratings(spring, seen=seen, actor=year.cast.dag)
    assert Entry.objects.get(tournament=spring).rating == 1510
    with nothing_changes(Stale):
        services.take_ratings(spring, seen=seen, actor=year.cast.kari)
    undo_action(Action.objects.filter(tournament=spring).latest("pk"), actor=year.cast.dag)
    assert Entry.objects.get(tournament=spring).rating == 1500
    year.play(1, tournament=spring)
    with nothing_changes(Refused, match="first round is open"):
        services.take_ratings(spring, seen=seen, actor=year.cast.dag)


def test_what_no_tournament_can_be_rated_as_and_what_nobody_brings_along(year: Year) -> None:
    for rated in (Rated(rated_as="bullet", rating_from="own"), Rated(rated_as="blitz", rating_from="elsewhere")):
        wanted = RatingSettings(rates_games=True, tournaments={year.tournament.pk: rated})
        with nothing_changes(Refused, match="That is not one of the choices."):
            services.save_settings(year.club, wanted, seen=services.settings_version(year.club), actor=year.cast.kari)
    anna = year.enter("Anna", 1500)
    for games in (-1, 10_000):
        with nothing_changes(Refused, match="Nobody brings along more than 9999 games."):
            services.set_start(anna, CLASSICAL, 1700, games=games, seen="", actor=year.cast.kari)
