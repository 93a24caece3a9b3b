"""Names and numbers alone in the rating lists of a club: found, several times, in none."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.club_cast import Cast
from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN, Made
from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of
from tournaments.exchange.spreadsheet_reader import read_sheet
from tournaments.models import Club, PlayerContact, RatingList
from tournaments.selectors.rating_list_lookup import lists_for
from tournaments.services.players import list_matching, rating_lists
from tournaments.services.players.list_matching import ListMatches

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # bytes, and numbers too great for a column
OCTOBER = datetime.date(2026, 10, 1)
OLD_HOLM = Made(family="Holm", given="Åse", fide_id=1500010, rating=1700, year=1950)
YOUNG_HOLM = Made(family="Holm", given="Åse", fide_id=1500011, rating=1400, year=2001)
BEUK = Made(family="Beuk", given="Bas", national_id="8538442", federation="NED", rating=1512, year=1981)


def load(data: bytes, club: Club | None, *, pace: str | None = None) -> RatingList:
    return rating_lists.load(io.BytesIO(data), name="list.csv", club=club, month=OCTOBER, pace=pace)


def matched(
    club: Club, text: str, *, others: tuple[int, ...] = (), sees_contacts: bool = True
) -> tuple[PlayerList, ListMatches]:
    """As it would be taken."""
    lists = lists_for(club)
    read = players_of(read_sheet(text.encode()), today=datetime.date(2026, 11, 20))
    read, numbers = list_matching.by_their_numbers(club, lists, read, sees_contacts=sees_contacts)
    matches = list_matching.by_their_names(
        club, lists, read, of_numbers=numbers, others=others, sees_contacts=sees_contacts
    )
    found = list_matching.taken_from_lists(read, matches.found, besides=numbers, sees_contacts=sees_contacts)
    return found, matches


def told(player: ListedPlayer) -> Mapping[str, Any]:
    return player.told() | player.contact


def test_a_name_is_found_is_there_several_times_or_in_no_list(cast: Cast) -> None:
    load(made.fide([CARLSEN, BERG, OLD_HOLM, YOUNG_HOLM]), cast.club)

    found, matches = matched(cast.club, "anna BERG\nÅse Holm\nXanthe Zwingmann\nAnna")

    berg, holm, nobody, alone = found.players
    assert (list(matches.found), list(matches.several)) == ([1], [2])
    assert told(berg) == {
        "rating": 1612,
        "fide_rating": 1612,
        "fide_id": 1500001,
        "federation": "NOR",
        "sex": "female",
        "birth_year": 1988,
    }
    assert (berg.name, berg.date_of("classical")) == ("anna BERG", OCTOBER)
    assert told(holm) == told(nobody) == told(alone) == {}


def test_a_middle_name_may_be_the_familys_in_the_list(cast: Cast) -> None:
    bjerre = Made(family="Buhl Bjerre", given="Jonas", fide_id=1444948)
    others = [
        Made(family="Linde", given="Roos van der", fide_id=2),
        Made(family="der Linde", given="Roos van", fide_id=3),
    ]
    load(made.fide([bjerre, *others, BERG]), cast.club)

    found, matches = matched(cast.club, "Jonas Buhl Bjerre\nRoos van der Linde\nBerg Anna\nA b c d e f g h")

    assert [each.fide_id for each in found.players] == [1444948, None, None, None]
    assert list(matches.several) == [2]


def test_a_year_a_federation_or_the_club_tells_which_of_several(cast: Cast) -> None:
    of_the_club = Made(family="Elm", given="Ada", national_id="1", club="SK Rockaden")
    elsewhere = Made(family="Elm", given="Ada", national_id="2", club="Bergens")
    load(made.fide([OLD_HOLM, YOUNG_HOLM, BERG]), cast.club)
    load(made.dsu([of_the_club, elsewhere]), cast.club)

    found, matches = matched(
        cast.club, "Name;Birth year;Federation\nÅse Holm;2001;\nAnna Berg;;SWE\nBo Dahl;1975;\nAda Elm;;"
    )

    assert [each.fide_id for each in found.players] == [1500011, None, None, None]
    assert found.players[3].national_id == "1"
    assert not matches.several


def test_what_the_row_says_itself_stays(cast: Cast) -> None:
    load(made.fide([CARLSEN]), cast.club)

    found, _matches = matched(cast.club, "Name;Rating;Title;Date of the rating\nMagnus Carlsen;2900;IM;2026-11-01")

    (magnus,) = found.players
    assert (magnus.rating, magnus.title, magnus.rapid_rating) == (2900, "IM", 2801)
    assert magnus.date_of("classical") == datetime.date(2026, 11, 1)
    assert magnus.date_of("rapid") == OCTOBER


def test_numbers_alone_are_people_of_the_list(cast: Cast) -> None:
    load(made.fide([CARLSEN, BERG]), cast.club)
    load(made.knsb([BEUK]), cast.club, pace="rapid")

    found, matches = matched(cast.club, f"1503014\n8538442\n12345\n{'9' * 400}\n1503014")

    magnus, bas = found.players
    assert (magnus.name, magnus.title, magnus.fide_id, magnus.national_id) == ("Magnus Carlsen", "GM", 1503014, "")
    assert (magnus.rating, magnus.rapid_rating, magnus.blitz_rating) == (2823, 2801, 2860)
    assert (bas.name, bas.national_id, bas.rating, bas.rapid_rating) == ("Bas Beuk", "8538442", None, 1512)
    assert bas.contact["birth_year"] == 1981
    assert set(matches.found) == {1, 2}
    unknown, endless, again = sorted(found.stopped, key=lambda each: each.row)
    assert unknown.message == "Nobody in the rating lists has the number 12345."
    assert len(endless.message) < 100
    assert (again.row, again.message) == (5, "The same person as in row 1.")


@pytest.mark.parametrize(
    "text",
    ["FIDE ID\n1500001", "FIDE ID;Rating\n1500001;", "1500001;1", "1. 1500001\n2. 1500001", "Nat ID\n1500001"],
)
def test_numbers_stand_below_a_heading_or_beside_others(cast: Cast, text: str) -> None:
    load(made.fide([BERG]), cast.club)

    found, _matches = matched(cast.club, text)

    assert [each.name for each in found.players] == ["Anna Berg"]


def test_numbers_of_the_dsb_are_ids_or_those_of_a_club_and_a_member(cast: Cast) -> None:
    anna, bo = Made(family="Berg", given="Anna", rating=1612, year=1988), Made(family="Dahl", given="Bo", year=1975)
    load(made.dsb_old([anna, bo]), cast.club)
    found, _matches = matched(cast.club, "20001-1\n20001-0002\n20001-3")
    assert [(each.name, each.national_id) for each in found.players] == [
        ("Anna Berg", "20001-0001"),
        ("Bo Dahl", "20001-0002"),
    ]

    load(made.dsb([Made(family="Elm", given="Ada", national_id="NU0000001", rating=1500)]), cast.other_club)
    found, _matches = matched(cast.other_club, "NU0000001\nnu0000001")
    assert [each.name for each in found.players] == ["Ada Elm"]
    assert ([each.message for each in found.stopped], found.namesakes) == (["The same person as in row 1."], ())


def test_names_and_numbers_stand_in_one_column_and_nobody_twice(cast: Cast) -> None:
    slashed = Made(family="Øen", given="Søren", fide_id=1500020)
    load(made.fide([BERG, slashed]), cast.club)

    found, matches = matched(cast.club, "Anna Berg\nBo Dahl\n1500001\n1500020\nSoren Oen")

    assert [each.name for each in found.players if each.row not in matches.same] == [
        "Anna Berg",
        "Bo Dahl",
        "Søren Øen",
    ]
    assert [each.row for each in found.namesakes] == [3]
    assert matches.same == {5: 4}

    _found, matches = matched(cast.club, "Anna Berg\n1500001", others=(2,))
    assert ([*matches.found], matches.same) == ([2], {})


def test_a_number_of_two_federations_is_nobodys(cast: Cast) -> None:
    load(made.fide([BERG]), cast.club)
    load(made.knsb([Made(family="Beuk", given="Bas", national_id="1500001")]), cast.club, pace="classical")

    found, _matches = matched(cast.club, "1500001\n1500002")

    assert not found.players
    assert found.stopped[0].message == (
        "1500001 is the number of several people in the rating lists: Beuk, Bas · Berg, Anna."
    )


def test_the_federations_own_list_goes_before_fides(cast: Cast) -> None:
    here = Made(family="Berg", given="Anna", national_id="77", fide_id=1500001, rating=1400, year=1988)
    namesake = Made(family="Berg", given="Anna", fide_id=1500099, rating=2200, year=1970)
    load(made.fide([BERG, namesake]), cast.club)
    load(made.dsu([here]), cast.club)

    found, matches = matched(cast.club, "Anna Berg")

    (anna,) = found.players
    assert (anna.rating, anna.fide_rating, anna.national_id, anna.fide_id) == (1400, 1612, "77", 1500001)
    assert anna.contact["sex"] == "female"
    assert len(matches.found[1]) == 2


def test_lists_of_other_clubs_are_not_looked_into(cast: Cast) -> None:
    load(made.fide([BERG]), cast.other_club)

    found, matches = matched(cast.club, "Anna Berg\n1500001")

    assert (matches.found, matches.several) == ({}, ())
    assert told(found.players[0]) == {}
    assert "no rating list is loaded" in found.stopped[0].message


def test_whoever_is_in_the_club_is_matched_with_what_the_club_knows(cast: Cast) -> None:
    other_anna = Made(family="Berg", given="Anna", fide_id=1500099)
    load(made.fide([BERG, other_anna, OLD_HOLM, YOUNG_HOLM, CARLSEN]), cast.club)
    cast.add_player("Anna", "Berg", fide_id=1500099)
    cast.add_player("Magnus", "Carlsen", fide_id=1)
    ase = cast.add_player("Åse", "Holm")
    PlayerContact.objects.create(player=ase, birth_year=1950)

    found, matches = matched(cast.club, "Anna Berg\nÅse Holm\nMagnus Carlsen")
    assert [each.fide_id for each in found.players] == [1500099, 1500010, None]

    found, matches = matched(cast.club, "Åse Holm", sees_contacts=False)
    assert list(matches.several) == [1]  # who may not see the year learns nothing of it


def test_nobody_gets_the_number_of_somebody_else_in_the_club(cast: Cast) -> None:
    load(made.fide([BERG]), cast.club)
    cast.add_player("Anna", "Berg")
    cast.add_player("Anna", "Berg-Holm", fide_id=1500001)

    found, matches = matched(cast.club, "Anna Berg")

    assert (matches.found, told(found.players[0])) == ({}, {})


def test_whoever_has_the_federations_number_is_meant_also_under_another_name(cast: Cast) -> None:
    load(made.knsb([BEUK]), cast.club, pace="classical")
    cast.add_player("Bas", "Linde", national_id="8538442")

    found, _matches = matched(cast.club, "8538442")

    assert [each.name for each in found.players] == ["Bas Linde"]


def test_two_of_a_name_do_not_get_one_number(cast: Cast) -> None:
    load(made.fide([BERG]), cast.club)

    found, matches = matched(cast.club, "Name;Category\nAnna Berg;6A\nAnna Berg;6B")

    assert ([each.fide_id for each in found.players], matches.several) == ([None, None], {2, 3})


def test_the_queries_grow_with_neither(cast: Cast) -> None:
    load(
        made.fide([Made(family=f"Elm{nth}", given="Ada", fide_id=1_600_000 + nth) for nth in range(1, 700)]), cast.club
    )
    counts = []
    for size in (5, 600):
        names = [f"Ada Elm{nth}" for nth in range(1, size)] + [str(1_600_000 + nth) for nth in range(650, 650 + size)]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            _found, matches = matched(cast.club, "\n".join(names))
        counts.append(len(queries))
        assert len(matches.found) >= size

    assert counts[0] == counts[1] < 12


def test_two_thousand_of_each_need_no_more_values_than_sqlite_takes(
    cast: Cast, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    load(made.fide([BERG]), cast.club)
    names = [f"Ada Elm{nth}" for nth in range(1_000)] + [str(1_600_000 + nth) for nth in range(1_000)]

    with django_assert_max_num_queries(14) as queries:
        matched(cast.club, "\n".join(names))

    of_the_list = [query["sql"] for query in queries.captured_queries if "listedrating" in query["sql"]]
    assert of_the_list
    assert max(sql.partition(" IN (")[2].count(",") for sql in of_the_list) < 900


def test_a_row_below_a_number_that_tells_none_stops(cast: Cast) -> None:
    load(made.fide([BERG]), cast.club)

    found, _matches = matched(cast.club, "FIDE ID;Club\n1500001;\nabc;Elmstead")

    assert [each.name for each in found.players] == ["Anna Berg"]
    assert [each.message for each in found.stopped] == ["A name or a number is needed here."]


def test_years_and_sexes_of_a_list_are_for_those_who_see_contacts(cast: Cast) -> None:
    load(made.fide([BERG, CARLSEN]), cast.club)

    found, _matches = matched(cast.club, "Anna Berg\n1503014", sees_contacts=False)

    assert [(each.rating, each.contact) for each in found.players] == [(1612, {}), (2823, {})]
