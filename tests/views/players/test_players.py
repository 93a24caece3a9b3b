"""The players' list, their forms, and the import of a list."""

import io
import re
import uuid
from collections.abc import Callable

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import Workbook

from tests.tools.casts.club_cast import Cast
from tournaments.models import Action, Directorship, Membership, Player, PlayerContact, Role, Season, Tournament, User
from tournaments.services.players import players
from tournaments.services.players.players import version_of

pytestmark = pytest.mark.django_db

PLAYERS = "/en/sk-rockaden/staff/players/"
IMPORT = f"{PLAYERS}import/"
ANNA = {"given_name": "Anna", "family_name": "Åberg", "shown_as": "full", "is_active": "on"}
LIST = "Navn;Rating;E-post\nAnna Åberg;1500;anna@example.org\nBo Ek;;\n"
Clients = Callable[[User], Client]


@pytest.fixture
def dag(cast: Cast, as_user: Clients) -> Client:
    return as_user(cast.dag)


def names(client: Client, query: str = "", language: str = "en") -> list[str]:
    page = client.get(f"{PLAYERS.replace('en', language, 1)}{query}").context["page"]
    return [row.name for row in (*page.active, *page.inactive)]


def upload(client: Client, data: bytes | str, name: str = "players.csv") -> str:
    """Send the file; the page that answers."""
    raw = data.encode() if isinstance(data, str) else data
    response = client.post(IMPORT, {"file": SimpleUploadedFile(name, raw)})
    assert response.status_code in {200, 422}
    return response.content.decode()


def confirmation(html: str, **changed: str) -> dict[str, str]:
    form = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))
    return {**form, **changed}


# The list -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "order"), [("sv", "Zoe Åse Ärla"), ("nb", "Zoe Ärla Åse"), ("de", "Ärla Åse Zoe")]
)
def test_it_is_sorted_as_the_reader_sorts(cast: Cast, dag: Client, language: str, order: str) -> None:
    for name in ("Åse", "Zoe", "Ärla"):
        cast.add_player(name)

    assert names(dag, language=language) == order.split()


@pytest.mark.postgresql  # LIKE, NUL
@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("aberg", ["Anna Åberg"]),
        ("ANN ÅB", ["Anna Åberg"]),
        ("b", ["Anna Åberg", "Bo Ek"]),
        ("%", []),
        ("a\0", ["Anna Åberg"]),
    ],
)
def test_it_finds_by_any_part_of_the_name(cast: Cast, dag: Client, sought: str, found: list[str]) -> None:
    cast.add_player("Anna", "Åberg")
    cast.add_player("Bo", "Ek", is_active=False)
    cast.add_player("Bob", club=cast.other_club)
    query = f"?q={sought.replace('%', '%25').replace(chr(0), '%00').replace(' ', '+')}"

    assert names(dag, query) == found


def test_a_name_is_never_markup(cast: Cast, dag: Client) -> None:
    cast.add_player("<script>alert(1)</script>")

    assert "<script>alert" not in dag.get(PLAYERS).content.decode()
    assert "<b>" not in dag.get(f"{PLAYERS}?q=<b>").content.decode()


def test_its_queries_do_not_grow_with_the_players(cast: Cast, dag: Client) -> None:
    counts = []
    for size in (3, 60):
        for number in range(size):
            cast.add_player(f"P{size}-{number}")
        with CaptureQueriesContext(connection) as queries:
            dag.get(PLAYERS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


# Add and edit -------------------------------------------------------------------------------------------------------


def test_a_director_adds_a_latecomer(cast: Cast, dag: Client) -> None:
    assert dag.post(f"{PLAYERS}new/", ANNA)["Location"] == PLAYERS
    assert Player.objects.get().full_name == "Anna Åberg"
    assert "Anna Åberg is in the list now" in dag.get(PLAYERS).content.decode()


def test_add_then_another_stays_at_the_form(dag: Client) -> None:
    assert dag.post(f"{PLAYERS}new/", {**ANNA, "and_another": "1"})["Location"] == f"{PLAYERS}new/?another=1"
    assert re.search(r'name="given_name"[^>]* autofocus', dag.get(f"{PLAYERS}new/?another=1").content.decode())


def test_the_same_receipt_in_another_club_does_its_work_there(cast: Cast, kari: Client) -> None:
    """A form of another club is another form, whatever stands in it."""
    Membership.objects.create(club=cast.other_club, user=cast.kari, role=Role.ADMIN)
    form = {**ANNA, "another_of_the_name": "on", "receipt": str(uuid.uuid4())}
    clubs = (cast.club, cast.other_club)

    for club in (*clubs, *clubs):
        assert kari.post(reverse("add_player", args=[club.slug]), form).status_code == 302

    assert [player.club for player in Player.objects.order_by("pk")] == [*clubs]
    assert Action.objects.count() == 2


def test_the_same_form_twice_adds_one(dag: Client) -> None:
    receipt = str(uuid.uuid4())
    for _ in range(2):
        dag.post(f"{PLAYERS}new/", {**ANNA, "another_of_the_name": "on", "receipt": receipt})
    assert Player.objects.count() == 1


def test_a_second_person_of_the_name_is_asked_about_and_then_taken(cast: Cast, dag: Client) -> None:
    cast.add_player("ANNA", "Aberg")
    asked = dag.post(f"{PLAYERS}new/", ANNA)

    assert asked.status_code == 422
    assert "a player ANNA Aberg already" in asked.content.decode()
    assert '<input type="checkbox" name="another_of_the_name"' in asked.content.decode()
    assert dag.post(f"{PLAYERS}new/", {**ANNA, "another_of_the_name": "on"}).status_code == 302
    assert Player.objects.count() == 2


@pytest.mark.postgresql  # texts and numbers that fit
@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"given_name": ""}, "This field is required"),
        ({"given_name": "An\0na"}, "Null characters are not allowed"),
        ({"given_name": "\u202e\u200b"}, "This contains no visible letters."),
        ({"given_name": "A" * 101}, "at most 100 characters"),
        ({"rating": "4000"}, "less than or equal to 3500"),
        ({"rating": "x"}, "whole number"),
        ({"fide_id": "99999999999999999999"}, "less than or equal to"),
        ({"fide_id": str(2**31)}, "less than or equal to"),
        ({"fide_id": "77"}, "Bo has this FIDE ID already"),
        ({"shown_as": "secret"}, "Select a valid choice"),
        ({"national_id": "1" * 21}, "at most 20 characters"),
    ],
)
def test_it_says_what_is_wrong_where_it_is(cast: Cast, dag: Client, changed: dict[str, str], part: str) -> None:
    cast.add_player("Bo", fide_id=77)
    response = dag.post(f"{PLAYERS}new/", {**ANNA, **changed})

    assert response.status_code == 422
    assert part in response.content.decode()
    assert Player.objects.count() == 1


def test_it_edits(cast: Cast, dag: Client) -> None:
    anna = cast.add_player("Anna")
    page = dag.get(f"{PLAYERS}{anna.pk}/").content.decode()
    assert f'name="seen" value="{version_of(anna)}"' in page

    assert dag.post(f"{PLAYERS}{anna.pk}/", {**ANNA, "seen": version_of(anna), "rating": "1500"}).status_code == 302
    anna.refresh_from_db()
    assert (anna.full_name, anna.rating) == ("Anna Åberg", 1500)


def test_fides_rating_is_kept_beside_the_national_one(cast: Cast, dag: Client) -> None:
    anna = cast.add_player("Anna", rating=1500)
    dag.post(f"{PLAYERS}{anna.pk}/", {**ANNA, "seen": version_of(anna), "rating": "1500", "fide_rating": "1612"})

    anna.refresh_from_db()
    assert (anna.rating, anna.fide_rating) == (1500, 1612)
    assert "FIDE 1612" in dag.get(PLAYERS).content.decode()
    assert re.search(r'name="fide_rating" value="1612"', dag.get(f"{PLAYERS}{anna.pk}/").content.decode())
    Player.objects.filter(pk=anna.pk).update(rating=1612)
    assert "FIDE 1612" not in dag.get(PLAYERS).content.decode()


def test_a_form_left_open_gets_what_is_there_now_and_who_changed_it(cast: Cast, kari: Client, dag: Client) -> None:
    anna = cast.add_player("Anna")
    seen = version_of(anna)
    kari.post(f"{PLAYERS}{anna.pk}/", {**ANNA, "seen": seen})
    response = dag.post(f"{PLAYERS}{anna.pk}/", {**ANNA, "given_name": "Ane", "seen": seen})

    anna.refresh_from_db()
    assert response.status_code == 409
    assert "kari changed this at" in response.content.decode()
    assert f'name="seen" value="{version_of(anna)}"' in response.content.decode()
    assert anna.given_name == "Anna"


def seen_on(html: str) -> dict[str, str]:
    return dict(re.findall(r'name="(seen|seen_contact)" value="([^"]*)"', html))


WRONG_CONTACTS = [
    ({"birth_date": "1850-01-01"}, "not the birthday of a living person"),
    ({"email": "a@"}, "Enter a valid email"),
    ({"email": f"{'a' * 243}@example.org"}, "at most 254 characters"),
    ({"phone": "5" * 41}, "at most 40 characters"),
]


@pytest.mark.parametrize(("changed", "part"), WRONG_CONTACTS)
def test_a_wrong_contact_is_said_beside_the_field(cast: Cast, kari: Client, changed: dict[str, str], part: str) -> None:
    anna = cast.add_player("Anna")
    response = kari.post(f"{PLAYERS}{anna.pk}/", {**ANNA, "seen": version_of(anna), **changed})

    assert response.status_code == 422
    assert part in response.content.decode()
    assert "Not saved yet" in response.content.decode()
    assert not PlayerContact.objects.exists()


def test_one_save_keeps_rating_and_phone(cast: Cast, kari: Client) -> None:
    anna = cast.add_player("Anna")
    page = kari.get(f"{PLAYERS}{anna.pk}/").content.decode()
    assert page.count(">Save<") == 1

    response = kari.post(f"{PLAYERS}{anna.pk}/", {**ANNA, **seen_on(page), "rating": "1500", "phone": "555"})

    anna.refresh_from_db()
    assert (response.status_code, anna.rating, anna.contact.phone) == (302, 1500, "555")
    assert set(Action.objects.values_list("verb", flat=True)) == {"player.edit", "player.edit_contact"}


def test_where_one_half_is_wrong_nothing_is_saved_all_is_said_and_all_that_was_typed_stays(
    cast: Cast, kari: Client
) -> None:
    anna = cast.add_player("Anna")
    typed = {**ANNA, "seen": version_of(anna), "rating": "9999", "phone": "+47 555", "email": "a@"}

    response = kari.post(f"{PLAYERS}{anna.pk}/", typed)

    html = response.content.decode()
    assert response.status_code == 422
    assert "less than or equal to 3500" in html
    assert "Enter a valid email" in html
    assert all(f'value="{value}"' in html for value in ("9999", "+47 555", "a@"))
    assert not Action.objects.exists()


def test_a_contact_changed_meanwhile_is_not_overwritten_and_the_rating_is_not_saved_alone(
    cast: Cast, kari: Client
) -> None:
    anna = cast.add_player("Anna")
    seen = seen_on(kari.get(f"{PLAYERS}{anna.pk}/").content.decode())
    players.edit_contact(anna, phone="111", actor=cast.kari)

    response = kari.post(f"{PLAYERS}{anna.pk}/", {**ANNA, **seen, "rating": "1500", "phone": "222"})

    anna.refresh_from_db()
    assert response.status_code == 409
    assert "kari changed this at" in response.content.decode()
    assert (anna.rating, PlayerContact.objects.get().phone) == (None, "111")


def test_the_same_form_twice_saves_once(cast: Cast, kari: Client) -> None:
    anna = cast.add_player("Anna")
    seen = seen_on(kari.get(f"{PLAYERS}{anna.pk}/").content.decode())
    form = {**ANNA, **seen, "phone": "555", "receipt": str(uuid.uuid4())}

    assert [kari.post(f"{PLAYERS}{anna.pk}/", form).status_code for _ in range(2)] == [302, 302]
    assert Action.objects.count() == 2


def test_whoever_is_added_gets_their_contact_at_once_or_is_not_added(cast: Cast, kari: Client) -> None:
    assert kari.post(f"{PLAYERS}new/", {**ANNA, "email": "a@"}).status_code == 422
    assert not Player.objects.exists()

    assert kari.post(f"{PLAYERS}new/", {**ANNA, "email": "anna@example.org"}).status_code == 302
    assert Player.objects.get().contact.email == "anna@example.org"


def test_it_leads_to_the_person_in_each_open_tournament_that_they_direct(cast: Cast, kari: Client, dag: Client) -> None:
    anna = cast.add_player("Anna")
    autumn, spring = cast.add_tournament("Autumn", anna), cast.add_tournament("Spring", anna)
    closed = cast.add_tournament("Old", anna, season=cast.add_season("2025–26", is_open=False))
    Directorship.objects.create(tournament=spring, user=cast.dag)
    places = {
        each.name: reverse("person", args=["sk-rockaden", each.slug, each.entries.get().pk])
        for each in (autumn, spring, closed)
    }

    for client, names in ((kari, {"Autumn", "Spring"}), (dag, {"Spring"})):
        html = client.get(f"{PLAYERS}{anna.pk}/").content.decode()
        assert {name for name, place in places.items() if f'href="{place}"' in html} == names


def test_another_clubs_player_is_not_found(cast: Cast, kari: Client) -> None:
    theirs = cast.add_player("Anna", club=cast.other_club)

    assert kari.get(f"{PLAYERS}{theirs.pk}/").status_code == 404
    assert kari.post(f"{PLAYERS}{theirs.pk}/", {**ANNA, "phone": "1"}).status_code == 404


# Import -------------------------------------------------------------------------------------------------------------


def test_it_shows_the_list_first_and_saves_nothing(cast: Cast, kari: Client) -> None:
    html = upload(kari, LIST)

    assert "2 names" in html
    assert not Player.objects.exists()
    assert not Action.objects.exists()


def test_confirmed_it_is_taken_over_once(cast: Cast, kari: Client) -> None:
    form = confirmation(upload(kari, LIST))
    for _ in range(2):
        assert kari.post(IMPORT, form)["Location"] == "/en/sk-rockaden/staff/tournaments/new/"

    assert sorted(Player.objects.values_list("given_name", "rating")) == [("Anna", 1500), ("Bo", None)]
    assert PlayerContact.objects.get().email == "anna@example.org"
    assert Action.objects.count() == 1


def test_in_a_club_that_plays_already_the_import_leads_to_the_list(cast: Cast, kari: Client) -> None:
    cast.add_tournament()

    assert kari.post(IMPORT, confirmation(upload(kari, LIST)))["Location"] == PLAYERS


def test_it_reads_an_excel_file(kari: Client) -> None:
    book = Workbook()
    for row in (["Vorname", "Nachname", "DWZ"], ["Jörg", "Weiß", 1500]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    kari.post(IMPORT, confirmation(upload(kari, file.getvalue(), "Liste.txt")))

    assert Player.objects.get().full_name == "Jörg Weiß"


def test_those_who_are_here_are_left_or_updated_by_choice(cast: Cast, kari: Client) -> None:
    anna = cast.add_player("Anna", "Åberg", rating=1400)
    html = upload(kari, LIST)
    assert "1 of them in the club's list already" in html
    assert "already in the list: Anna Åberg" in html

    for ticked, rating in (({}, 1400), ({"update": "on"}, 1500)):
        kari.post(IMPORT, confirmation(upload(kari, LIST), **ticked))
        anna.refresh_from_db()
        assert anna.rating == rating
    assert Player.objects.count() == 2


def test_what_is_left_out_stands_with_row_and_column_and_the_rest_comes_in(cast: Cast, kari: Client) -> None:
    html = upload(kari, "Navn;Rating\nAnna;15oo\nBo;1200\n;1300\n")

    assert "“15oo” is not a whole number" in html
    assert "2 names" in html
    assert "1 row is left out." in html
    assert "1 value is left out; the rest of its row is used." in html
    assert kari.post(IMPORT, confirmation(html)).status_code == 302
    assert [*Player.objects.order_by("given_name").values_list("given_name", "rating")] == [
        ("Anna", None),
        ("Bo", 1200),
    ]


def test_a_list_is_pasted(cast: Cast, kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "Anna Berg\r\nBo van Dijk\r\n"}).content.decode()

    assert "2 names" in html
    kari.post(IMPORT, confirmation(html))
    assert [*Player.objects.order_by("given_name").values_list("family_name", flat=True)] == ["Berg", "van Dijk"]


def test_two_of_one_name_are_one_unless_it_is_ticked(cast: Cast, kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "Anna Berg\nBo Ek\nAnna Berg"}).content.decode()
    assert "Anna Berg in row 3 is somebody else" in html

    assert kari.post(IMPORT, confirmation(html, two="3")).status_code == 302
    assert Player.objects.filter(given_name="Anna").count() == 2


def test_untouched_they_are_one(cast: Cast, kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "Anna Berg\nBo Ek\nAnna Berg"}).content.decode()
    kari.post(IMPORT, confirmation(html))
    assert [*Player.objects.order_by("given_name").values_list("given_name", "is_child")] == [
        ("Anna", False),
        ("Bo", False),
    ]


def test_a_class_is_of_children(cast: Cast, kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "Anna Berg\nBo Ek"}).content.decode()

    kari.post(IMPORT, confirmation(html, children="on"))
    assert set(Player.objects.values_list("is_child", flat=True)) == {True}


def test_capitals_are_written_as_usual_unless_it_is_unticked(kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "PER PINE\nEVA ELM\nBo Ek"}).content.decode()
    assert "2 names are in CAPITALS" in html

    kari.post(IMPORT, confirmation(html, capitals="on"))
    assert {str(each) for each in Player.objects.all()} == {"Per Pine", "Eva Elm", "Bo Ek"}
    kari.post(IMPORT, confirmation(kari.post(IMPORT, {"text": "CY OAK"}).content.decode()))
    assert Player.objects.filter(family_name="OAK").exists()


def test_which_column_is_the_rating_is_asked(kari: Client) -> None:
    html = upload(kari, "Name;Styrke;Form\nAnna;1500;1400\nBo;1600;1410\n")
    assert "Which column is the rating?" in html
    assert "1500, 1600" in html

    kari.post(IMPORT, confirmation(html, rating_column="1"))
    assert [*Player.objects.order_by("given_name").values_list("rating", flat=True)] == [1400, 1410]


def test_two_of_a_name_are_the_two_who_are_there(cast: Cast, kari: Client) -> None:
    """Pasted once more."""
    text = "Anna Berg\nBo Ek\nAnna Berg"
    kari.post(IMPORT, confirmation(kari.post(IMPORT, {"text": text}).content.decode(), two="3"))
    again = kari.post(IMPORT, {"text": text}).content.decode()

    assert "all in the club's list already" in again
    assert "is somebody else" not in again
    kari.post(IMPORT, confirmation(again, two="3"))
    assert Player.objects.count() == 3


def test_another_text_than_the_one_looked_at_is_looked_at_first(kari: Client) -> None:
    form = confirmation(kari.post(f"{IMPORT}look/", {"text": "Anna"}, headers={"HX-Request": "true"}).content.decode())
    html = kari.post(IMPORT, {**form, "text": "Anna\nBo"}).content.decode()

    assert "2 names" in html
    assert not Player.objects.exists()
    assert kari.post(IMPORT, {**confirmation(html), "text": "Anna\nBo"}).status_code == 302
    assert Player.objects.count() == 2


def test_a_key_of_somebody_elses_is_not_thrown_away(cast: Cast, kari: Client, as_user: Clients) -> None:
    form = confirmation(upload(kari, LIST))
    as_user(cast.dag).post(f"{IMPORT}look/", {"text": "Bo", "upload": form["upload"]})

    assert kari.post(IMPORT, form).status_code == 302


def test_they_play_today(cast: Cast, kari: Client) -> None:
    Season.objects.all().delete()
    html = kari.post(IMPORT, {"text": "Anna Berg\nBo Ek\nCy Oak"}).content.decode()
    assert "They play today" in html
    form = confirmation(html, today="1", children="on", **{"today-name": "School", "today-system": "modified_monrad"})

    answers = [kari.post(IMPORT, form) for _ in range(2)]

    made = Tournament.objects.get()
    assert [each["Location"] for each in answers] == ["/en/sk-rockaden/staff/school/"] * 2
    assert (made.name, made.system, made.entries.count(), made.planned_rounds) == ("School", "modified_monrad", 3, 5)
    assert made.rounds.get().attendances.count() == 3
    assert [*Action.objects.order_by("pk").values_list("verb", flat=True)] == [
        "player.import",
        "tournament.create",
        "round.open",
    ]


def test_a_tournament_needs_a_name_and_nothing_is_done_without(cast: Cast, kari: Client) -> None:
    html = kari.post(IMPORT, {"text": "Anna Berg"}).content.decode()
    form = confirmation(html, today="1", **{"today-name": "", "today-system": "keizer"})

    assert kari.post(IMPORT, form).status_code == 422
    assert not Player.objects.exists()


def test_what_was_pasted_is_still_there_where_it_cannot_be_read(kari: Client) -> None:
    answer = kari.post(IMPORT, {"text": "Anna;Berg\nBo;Ek"})

    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Two columns look like names" in html
    assert "Anna;Berg\nBo;Ek</textarea>" in html


@pytest.mark.parametrize("sent", [{}, {"text": " \n"}])
def test_nothing_is_no_list(kari: Client, sent: dict[str, str]) -> None:
    assert "Paste a list here, or choose a file below." in kari.post(IMPORT, sent).content.decode()


def test_a_preview_that_no_longer_holds_is_shown_anew(cast: Cast, kari: Client) -> None:
    form = confirmation(upload(kari, LIST))
    cast.add_player("Bo", "Ek")
    response = kari.post(IMPORT, form)

    assert response.status_code == 409
    assert "already in the list: Bo Ek" in response.content.decode()
    assert Player.objects.count() == 1
    assert kari.post(IMPORT, confirmation(response.content.decode())).status_code == 302


def test_a_preview_is_kept_for_an_hour(cast: Cast, kari: Client) -> None:
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False) as clock:
        form = confirmation(upload(kari, LIST))
        clock.shift(3601)
        response = kari.post(IMPORT, form)

    assert response.status_code == 409
    assert b"Choose the file again" in response.content
    assert not Player.objects.exists()


def test_another_persons_preview_is_not_confirmed(cast: Cast, kari: Client, as_user: Clients) -> None:
    form = confirmation(upload(kari, LIST))
    cast.works(cast.stig, "admin")

    assert as_user(cast.stig).post(IMPORT, form).status_code == 409
    assert kari.post(IMPORT.replace("sk-rockaden", "bergens"), form).status_code == 404
    assert not Player.objects.exists()


def test_the_same_preview_is_not_for_another_club(cast: Cast, as_user: Clients) -> None:
    cast.works(cast.stig, "admin")
    stig = as_user(cast.stig)
    form = confirmation(upload(stig, LIST))

    assert stig.post(IMPORT.replace("sk-rockaden", "bergens"), form).status_code == 409


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "The file is empty"),
        (b"Name\n", "no players below them"),
        (b"x" * 2_000_001, "larger than 2 MB"),
        (b"PK\x03\x04junk", "cut off or broken"),
        (b"\x89PNG\r\n\x1a\n\0\0", "neither text nor a spreadsheet"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_beside_the_field(kari: Client, data: bytes, part: str) -> None:
    html = upload(kari, data)

    assert part in html
    assert "uploads" not in kari.session


def test_no_file_is_said_too(kari: Client) -> None:
    assert kari.post(IMPORT).status_code == 422


def test_importing_is_the_admins(cast: Cast, dag: Client) -> None:
    assert dag.get(IMPORT).status_code == 403
    assert dag.post(IMPORT, {"file": SimpleUploadedFile("a.csv", LIST.encode())}).status_code == 403
