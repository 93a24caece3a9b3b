"""A list of players taken over as a whole."""

import datetime
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.club_cast import Cast
from tournaments.exchange.player_list import ListedPlayer
from tournaments.models import Action, Player, PlayerContact
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.clubs import clubs
from tournaments.services.players import player_import
from tournaments.services.players.player_import import ImportStep

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # numbers and texts that fit

FATHERS, SONS = datetime.date(1950, 3, 10), datetime.date(2011, 6, 2)
ANNA = ListedPlayer(row=2, given_name="Anna", family_name="Berg", rating=1500, contact={"email": "anna@example.org"})
BO = ListedPlayer(row=3, given_name="Bo", fide_id=77)


@pytest.fixture
def take_over(cast: Cast) -> Callable[..., list[Player]]:
    def take_over(*rows: ListedPlayer, update: bool = False, receipt: uuid.UUID | None = None) -> list[Player]:
        seen = player_import.preview_import(cast.club, rows, update=update).fingerprint
        taken = player_import.import_players(
            cast.club, rows, update=update, seen=seen, actor=cast.kari, receipt=receipt
        )
        return [*taken.values()]

    return take_over


def born(player: Player, date: datetime.date | None) -> None:
    PlayerContact.objects.update_or_create(player=player, defaults={"birth_date": date})


def steps(cast: Cast, *rows: ListedPlayer, update: bool = False) -> list[ImportStep]:
    return [row.step for row in player_import.preview_import(cast.club, rows, update=update).rows]


def test_it_adds_all_in_one_action(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    take_over(ANNA, BO)

    assert list(Player.objects.order_by("pk").values_list("given_name", "folded_name", "fide_id")) == [
        ("Anna", "anna berg", None),
        ("Bo", "bo", 77),
    ]
    assert PlayerContact.objects.get().email == "anna@example.org"
    action = Action.objects.get()
    assert len(action.facts["players"]) == 2
    assert "example.org" not in str(action.changes)


def test_undo_takes_all_of_them_away(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    take_over(ANNA, BO)
    clubs.undo_in_club(Action.objects.get(), actor=cast.kari)

    assert not Player.objects.exists()
    assert not PlayerContact.objects.exists()


def test_who_is_here_stays_as_they_are(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    anna = cast.add_player("Anna", "Berg", rating=1400)
    assert steps(cast, ANNA, BO) == [ImportStep.SKIP, ImportStep.ADD]
    take_over(ANNA, BO)

    anna.refresh_from_db()
    assert anna.rating == 1400


def test_who_is_here_is_updated_on_wish(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    anna = cast.add_player("Ánna", "BERG", rating=1400, national_id="12", shown_as="initial", is_active=False)
    take_over(ANNA, update=True)

    anna.refresh_from_db()
    assert (anna.given_name, anna.family_name, anna.rating, anna.national_id) == ("Ánna", "BERG", 1500, "12")
    assert (anna.shown_as, anna.is_active, anna.contact.email) == ("initial", False, "anna@example.org")


def test_the_fide_id_says_who_it_is_whatever_the_name(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    married = cast.add_player("Bodil", "Ek", fide_id=77)
    tournament = cast.add_tournament("Autumn", married)
    take_over(BO, update=True)

    married.refresh_from_db()
    tournament.refresh_from_db()
    assert married.full_name == "Bo"
    assert tournament.public_revision == 2


def test_one_name_and_two_fide_ids_are_two_people(cast: Cast) -> None:
    cast.add_player("Bo", fide_id=78)

    assert steps(cast, BO) == [ImportStep.ADD]


def test_one_name_and_two_birthdays_are_two_people(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    born(cast.add_player("Per", "Lundin"), FATHERS)
    son = ListedPlayer(row=2, given_name="Per", family_name="Lundin", contact={"birth_date": SONS})

    assert steps(cast, son) == [ImportStep.ADD]
    take_over(son)
    assert set(PlayerContact.objects.values_list("birth_date", flat=True)) == {FATHERS, SONS}


def test_of_two_of_the_name_it_is_the_one_born_that_day(cast: Cast) -> None:
    father, son = (cast.add_player("Per", "Lundin") for _ in range(2))
    born(father, FATHERS)
    row = ListedPlayer(row=2, given_name="Per", family_name="Lundin", contact={"birth_date": FATHERS})

    for sons in (None, SONS):
        born(son, sons)
        (planned,) = player_import.preview_import(cast.club, [row], update=True).rows
        assert planned.player == father
        assert planned.step is ImportStep.UPDATE


def test_of_two_of_the_name_no_birthday_in_the_file_asks_which(cast: Cast) -> None:
    for date in (FATHERS, SONS):
        born(cast.add_player("Per", "Lundin"), date)

    (planned,) = player_import.preview_import(
        cast.club, [ListedPlayer(row=2, given_name="Per", family_name="Lundin")], update=True
    ).rows
    assert "a FIDE ID or a date of birth must say which one" in planned.problem


@pytest.mark.parametrize("ours", [None, FATHERS])
def test_one_of_the_name_without_a_birthday_is_taken_for_them_and_shown(cast: Cast, ours: datetime.date | None) -> None:
    here = cast.add_player("Per", "Lundin")
    born(here, ours)
    theirs = {} if ours else {"birth_date": FATHERS}

    (planned,) = player_import.preview_import(
        cast.club, [ListedPlayer(row=2, given_name="Per", family_name="Lundin", contact=theirs)], update=False
    ).rows
    assert (planned.step, planned.player) == (ImportStep.SKIP, here)


def test_another_clubs_player_is_not_here(cast: Cast) -> None:
    cast.add_player("Bo", club=cast.other_club, fide_id=77)

    assert steps(cast, BO) == [ImportStep.ADD]


def test_two_of_the_name_need_an_id(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    for _ in range(2):
        cast.add_player("Anna", "Berg")

    anna, _bo = player_import.preview_import(cast.club, [ANNA, BO], update=True).rows
    assert "several players of this name" in anna.problem
    assert [player.given_name for player in take_over(ANNA, BO)] == ["Bo"]
    assert Player.objects.count() == 3


def test_two_of_the_name_in_the_list_are_the_two_of_the_club(cast: Cast) -> None:
    first, second = (cast.add_player("Anna", "Berg") for _ in range(2))
    twin = ListedPlayer(row=9, given_name="Anna", family_name="Berg")

    rows = player_import.preview_import(cast.club, [ANNA, BO], update=False, namesakes=[twin]).rows
    assert [(row.listed.row, row.player, row.problem) for row in rows] == [
        (2, first, ""),
        (3, None, ""),
        (9, second, ""),
    ]


def test_the_class_says_which_of_two(cast: Cast) -> None:
    cast.add_player("Anna", "Berg", categories="6A")
    there = cast.add_player("Anna", "Berg", categories="6B")
    row = ListedPlayer(row=2, given_name="Anna", family_name="Berg", categories="6B")

    assert player_import.preview_import(cast.club, [row], update=False).rows[0].player == there


def test_it_tells_by_row_whom_the_list_means(cast: Cast) -> None:
    here = cast.add_player("Anna", "Berg")
    twin = ListedPlayer(row=9, given_name="Bo")
    preview = player_import.preview_import(cast.club, [ANNA, BO], update=False, namesakes=[twin])
    taken = player_import.import_players(
        cast.club, [ANNA, BO], update=False, namesakes=[twin], others=[9], seen=preview.fingerprint, actor=cast.kari
    )

    assert taken[2] == here
    assert [taken[row].full_name for row in (3, 9)] == ["Bo", "Bo"]
    assert taken[3] != taken[9]


def test_two_rows_for_one_person_are_a_problem(cast: Cast) -> None:
    cast.add_player("Bo", fide_id=77)
    nickname = ListedPlayer(row=2, given_name="Bosse", fide_id=77)

    plan = player_import.preview_import(cast.club, [nickname, ListedPlayer(row=3, given_name="Bo")], update=True)
    assert [row.problem for row in plan.rows] == ["", "The same person as in row 2."]


def test_a_preview_that_no_longer_holds_is_stale(cast: Cast) -> None:
    seen = player_import.preview_import(cast.club, [ANNA, BO], update=False).fingerprint
    cast.add_player("Bo")

    with pytest.raises(Stale):
        player_import.import_players(cast.club, [ANNA, BO], update=False, seen=seen, actor=cast.kari)
    assert Player.objects.count() == 1


def test_confirmed_twice_it_is_done_once(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    receipt = uuid.uuid4()
    take_over(ANNA, BO, receipt=receipt)

    with pytest.raises(AlreadyDone):
        take_over(ANNA, BO, receipt=receipt)
    assert Player.objects.count() == 2


def test_its_queries_do_not_grow_with_the_list(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    counts = []
    for size in (5, 30):  # of one statement: SQLite takes 999 values in one
        rows = [
            ListedPlayer(row=n, given_name=f"P{size}x{n}", contact={"email": f"{n}@example.org"}) for n in range(size)
        ]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            take_over(*rows)
        with CaptureQueriesContext(connection) as again:
            take_over(*[ListedPlayer(row=r.row, given_name=r.given_name, rating=9) for r in rows], update=True)
        counts.append((len(queries), len(again)))
    assert counts[0] == counts[1]


def test_a_rating_that_changes_loses_the_day_of_the_one_before(
    cast: Cast, take_over: Callable[..., list[Player]]
) -> None:
    day = datetime.date(2026, 10, 1)
    cast.add_player("Anna", rating=1500, rating_date=day, rapid_rating=1400, rapid_date=day)

    (anna,) = take_over(ListedPlayer(row=2, given_name="Anna", rating=1500, rapid_rating=1450), update=True)
    anna.refresh_from_db()
    assert (anna.rating_date, anna.rapid_date) == (day, None)
    (anna,) = take_over(
        ListedPlayer(row=2, given_name="Anna", rating=1510, rating_date=day, categories="Junior,junior , U12"),
        update=True,
    )
    anna.refresh_from_db()
    assert (anna.rating, anna.rating_date, anna.category_names) == (1510, day, ["Junior", "U12"])


def test_a_year_alone_takes_no_date_of_birth_away(cast: Cast, take_over: Callable[..., list[Player]]) -> None:
    anna = cast.add_player("Anna", fide_id=77)
    PlayerContact.objects.create(player=anna, birth_date=datetime.date(2012, 5, 31), birth_year=2012)

    take_over(ListedPlayer(row=2, given_name="Anna", fide_id=77, contact={"birth_year": 2013}), update=True)

    assert PlayerContact.objects.values_list("birth_date", "birth_year").get() == (datetime.date(2012, 5, 31), 2012)
