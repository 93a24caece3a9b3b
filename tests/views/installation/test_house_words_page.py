"""The page on which words are chosen: who has it, what is sent to it, and which pages, mails and files follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubchess import house_words
from clubchess.house_word_forms import WORDS
from tests.tools.casts.factories import ClubFactory, Evening, UserFactory
from tournaments.mail import letters
from tournaments.models import Attendance, Club, SecondFactor, User
from tournaments.recording import chosen_words
from tournaments.services.clubs.clubs import create_club
from tournaments.services.installation.house_words import choose_words

pytestmark = pytest.mark.django_db
BACKEND = "tournaments.log_in.EmailOrUsernameBackend"
USUAL = {f"{code}-{word.code}": word.alternatives[0] for code, words in WORDS.items() for word in words}


@pytest.fixture(autouse=True)
def _as_it_comes() -> Iterator[None]:
    yield
    house_words.put_in_force({})


@pytest.fixture
def alfa() -> tuple[Club, User]:
    return create_club(name="Alfa", username="kari")


def page_of(club: Club) -> str:
    return reverse("house_words", args=[club.slug])


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


class TestWhoHasIt:
    def test_the_admin_of_the_only_club_chooses_and_is_led_there(self, alfa: tuple[Club, User]) -> None:
        club, kari = alfa
        client = client_of(kari)
        assert page_of(club) in client.get(reverse("edit_club", args=[club.slug])).content.decode()
        assert client.get(page_of(club)).status_code == 200
        sent = client.post(page_of(club), {**USUAL, "da-board": "bord"}, follow=True)
        assert "Saved. All texts use these words now." in sent.content.decode()
        assert chosen_words() == {"da": {"board": "bord"}}
        assert re.search(r'<option value="bord" selected>', sent.content.decode())
        log = client.get(reverse("what_was_done_in_club", args=[club.slug])).content.decode()
        assert "House words: bord" in log
        client.post(page_of(club), USUAL)
        assert chosen_words() == {}
        log = client.get(reverse("what_was_done_in_club", args=[club.slug])).content.decode()
        assert "House words: the usual ones" in log

    def test_where_clubs_share_an_installation_whoever_runs_it(self, alfa: tuple[Club, User]) -> None:
        club, kari = alfa
        ClubFactory(name="Beta")
        client = client_of(kari)
        assert client.get(page_of(club)).status_code == 404
        assert client.post(page_of(club), {**USUAL, "da-board": "bord"}).status_code == 404
        assert page_of(club) not in client.get(reverse("edit_club", args=[club.slug])).content.decode()
        root = UserFactory(username="root", is_superuser=True)
        SecondFactor.objects.create(user=root, secret="A" * 32, last_step=0)
        assert client_of(root).post(page_of(club), {**USUAL, "da-board": "bord"}).status_code == 302
        assert chosen_words() == {"da": {"board": "bord"}}

    def test_on_a_database_server_no_club_of_its_own_computer(self, alfa: tuple[Club, User]) -> None:
        club, kari = alfa
        with override_settings(IS_SQLITE=False):
            assert client_of(kari).get(page_of(club)).status_code == 404


class TestBadInput:
    @pytest.mark.parametrize(
        "sent",
        [
            {},
            {"da-board": "bord"},
            *({**USUAL, "da-board": word} for word in ("planke", "<b>", "", "Bord", "x" * 9999)),
        ],
    )
    def test_what_is_no_choice_is_not_saved(self, alfa: tuple[Club, User], sent: dict[str, str]) -> None:
        club, kari = alfa
        answer = client_of(kari).post(page_of(club), sent)
        assert answer.status_code == 422
        assert "Not saved yet:" in answer.content.decode()
        assert chosen_words() == house_words.in_force() == {}

    def test_an_unknown_language_or_word_is_not_read(self, alfa: tuple[Club, User]) -> None:
        club, kari = alfa
        sent = {**USUAL, "fr-board": "table", "da-nothing": "x", "da-": "x"}
        assert client_of(kari).post(page_of(club), sent).status_code == 302
        assert chosen_words() == {}


class TestWhatFollows:
    @pytest.fixture
    def evening(self) -> Evening:
        evening = Evening.of(6)
        evening.draft()
        evening.publish()
        return evening

    def choose(self, evening: Evening, choices: house_words.Choices) -> None:
        choose_words(evening.tournament.club, choices, actor=None)

    def test_a_kept_page_shows_the_new_word_and_an_open_one_asks_and_gets_it(
        self, client: Client, evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        page = evening.url("public_round", 1).replace("/en/", "/da/")
        live = evening.url("public_round_live", 1).replace("/en/", "/da/")
        shown = client.get(page).content.decode()
        assert ">Bræt" in shown
        version = re.search(r'data-version="([^"]+)"', shown)
        assert version is not None
        assert client.get(live, {"v": version[1]}).status_code == 204

        self.choose(evening, {"da": {"board": "bord"}})

        news = client.get(live, {"v": version[1]})
        assert news.status_code == 200
        for text in (news.content.decode(), client.get(page).content.decode()):
            assert ">Bord" in text
            assert not re.search(r"\b[Bb]ræt", text)
        with django_assert_num_queries(1):
            client.get(page)
        newer = re.search(r'data-version="([^"]+)"', client.get(page).content.decode())
        assert newer is not None
        assert client.get(live, {"v": newer[1]}).status_code == 204
        self.choose(evening, {})
        assert ">Bræt" in client.get(page).content.decode()

    def test_files_with_fixed_terms_and_the_guide(self, client: Client, evening: Evening) -> None:
        director = client_of(evening.director)
        fixed = [evening.url(name).replace("/en/", "/da/") for name in ("export_trf16", "export_trf26")]
        fixed += [evening.url("export_pgn", 1).replace("/en/", "/da/")]
        file = evening.url("public_file").replace("/en/", "/da/")
        before = [director.get(each).content for each in fixed], client.get(file).content
        guide = "/da/help/card/"
        assert "dit bræt" in client.get(guide).content.decode()

        every = {code: {word.code: word.alternatives[-1] for word in words} for code, words in WORDS.items()}
        self.choose(evening, every)

        assert ([director.get(each).content for each in fixed], client.get(file).content) == before
        assert "dit bord" in client.get(guide).content.decode()
        assert "bræt" not in client.get("/da/offline/").content.decode()

    def test_a_mail_says_it_too(self, evening: Evening) -> None:
        slot = Attendance.objects.filter(round=evening.round, game__board=1).select_related("entry__player").first()
        assert slot is not None
        slot.entry.player.language = "da"
        before = letters.of_round(evening.round, slot, evening.entry(2))
        self.choose(evening, {"da": {"board": "bord"}})
        after = letters.of_round(evening.round, slot, evening.entry(2))
        assert "dit bræt i runde 1" in before.subject
        assert "dit bord i runde 1" in after.subject
        assert "Bord 1:" in after.text
