"""Where everybody stands before a round, as the system's own table says."""

from fractions import Fraction

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings.ranks_before import RankBefore, standings_before
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot


def before_the_first_round(system: str, entrants: tuple[Entrant, ...]) -> dict[int, RankBefore]:
    table = configured(SYSTEMS[system], {}).standings(TournamentSnapshot(entrants=entrants), ())
    return dict(standings_before(table))


def six() -> tuple[Entrant, ...]:
    return tuple(Entrant(number=number, rating=2000 - number) for number in range(1, 7))


def test_before_round_1_the_values_in_force_are_those_of_the_starting_list() -> None:
    """Rulebook, keizer: six players are worth 7, 6, 5, 4, 3, 2; the own value counts once."""
    standings = before_the_first_round("keizer", six())

    assert [standings[number].worth for number in range(1, 7)] == [7, 6, 5, 4, 3, 2]
    assert standings[3] == RankBefore(points=Fraction(5), place=3, worth=Fraction(5), points_name="Keizer points")


def test_whoever_has_withdrawn_is_worth_nothing_and_whoever_joins_later_stands_nowhere() -> None:
    entrants = (
        Entrant(number=1, rating=2000, away=((1, None),)),
        Entrant(number=2, rating=1900),
        Entrant(number=3, rating=1800, joined_round=4),
    )

    standings = before_the_first_round("keizer", entrants)

    assert standings[1].worth is None
    assert set(standings) == {1, 2}


def test_a_system_without_values_gives_points_alone_and_none_where_nobody_has_any() -> None:
    one_game = PlayedGame(board=1, white=1, black=2, result=Result.WHITE_WINS)
    snapshot = TournamentSnapshot(entrants=six()[:2], rounds=(PlayedRound(number=1, games=(one_game,)),))
    after_one = configured(SYSTEMS["attendance_monrad"], {}).standings(snapshot, ())

    assert standings_before(after_one) == {1: RankBefore(points=Fraction(3)), 2: RankBefore(points=Fraction(1))}
    assert set(before_the_first_round("attendance_monrad", six()).values()) == {RankBefore(points=None)}


@pytest.mark.slow
@pytest.mark.django_db
def test_both_sides_of_a_board_show_what_the_table_of_the_round_before_says() -> None:
    evening = Evening.of(4, system="keizer", options={"gap": 0})
    evening.play()
    evening.play()
    after_one = evening_page(evening.tournament, 2).round
    assert after_one is not None

    shown = {side.number: side.standing for row in after_one.boards for side in (row.white, row.black)}

    public = round_page(evening.tournament, Audience.PUBLIC, number=2)
    assert {side.number: side.standing for row in public.boards for side in (row.white, row.black)} == shown
    places = sorted((standing.place or 0, -(standing.worth or 0)) for standing in shown.values() if standing)
    assert [place for place, _worth in places] == [1, 2, 3, 4]
    assert places == sorted(places, key=lambda each: each[1])  # who stands higher is worth more


@pytest.mark.parametrize(
    ("points", "told"), [("0", "0 pts"), ("1/2", "½ pt"), ("1", "1 pt"), ("3/2", "1½ pts"), ("3", "3 pts")]
)
def test_one_point_is_told_as_one(points: str, told: str) -> None:
    assert RankBefore(points=Fraction(points)).told_points == told


def test_points_of_another_name_are_told_by_it_and_none_not_at_all() -> None:
    assert RankBefore(points=Fraction(1), points_name="Rounds won").told_points == "Rounds won: 1"
    assert RankBefore(points=None).told_points == ""


@pytest.mark.django_db
def test_one_point_is_one_on_papers_and_in_the_hall_too() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.draft()
    evening.publish()
    at = f"/en/{evening.tournament.club.slug}"
    staff = evening.client()

    paper = staff.get(f"{at}/staff/{evening.tournament.slug}/papers/rounds/2/boards/").content.decode()
    hall = Client().get(f"{at}/{evening.tournament.slug}/hall/").content.decode()

    for page in (paper, hall):
        assert "1 pt<" in page
        assert "1 pts" not in page
