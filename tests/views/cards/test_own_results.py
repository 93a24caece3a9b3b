"""A player's phone: one tap reports, confirms, contradicts or takes back the own result; and says that one is wrong."""

from __future__ import annotations

import html as html_module
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.reporting import Phone, a_round_to_report, let_report, phones, said
from tournaments.models import Action, InboxItem, InboxSubject, MayReport, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended, WrongReport
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys
from tournaments.services.rounds import result_reports as reports

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True)
class Browser:
    """With the card of one player."""

    phone: Phone
    client: Client

    @classmethod
    def of(cls, phone: Phone) -> Browser:
        client = Client()
        client.cookies[settings.CARDS_COOKIE] = card_keys.make_key(phone.player, name="slip", actor=None)
        return cls(phone=phone, client=client)

    def address(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.phone.player.club.slug, self.phone.player.public_key, *more])

    @property
    def page(self) -> str:
        answered = self.client.get(reverse("me", args=[self.phone.player.club.slug]))
        assert answered.status_code == 200
        return html_module.unescape(answered.content.decode())

    def tap(self, name: str, **values: object) -> HttpResponse:
        return self.client.post(self.address(name, self.phone.row.pk), values)  # type: ignore[return-value]

    def reports(self, ended: Ended) -> HttpResponse:
        return self.tap("my_report", ended=ended.value, opponent=self.phone.opponent)


@pytest.fixture
def evening() -> Evening:
    return a_round_to_report()


@pytest.fixture
def white(evening: Evening) -> Browser:
    return Browser.of(phones(evening)[0])


@pytest.fixture
def black(evening: Evening) -> Browser:
    return Browser.of(phones(evening)[1])


def test_three_buttons_stand_with_the_board_and_when_to_use_them(white: Browser) -> None:
    for text in ("I won", "Draw", "I lost", "After the game, outside the playing room."):
        assert text in white.page


def test_one_reports_and_the_other_confirms_with_one_tap(evening: Evening, white: Browser, black: Browser) -> None:
    assert white.reports(Ended.WON).status_code == 302
    assert "You reported that you won." in white.page
    assert "reports that you lost." in black.page
    assert "That’s right" in black.page

    assert black.tap("my_confirmation", seen=Result.WHITE_WINS.value).status_code == 302

    there = said(evening)
    assert there is not None
    assert there.is_agreed
    assert "You both report that you lost. The director enters it." in black.page


def test_a_contradiction_is_told_to_both_and_one_tap_gives_in(evening: Evening, white: Browser, black: Browser) -> None:
    white.reports(Ended.WON)
    black.reports(Ended.DRAW)
    assert "You report that you won," in white.page
    assert "The director decides." in black.page
    assert white.tap("my_confirmation", seen=Result.DRAW.value).status_code == 302
    there = said(evening)
    assert there is not None
    assert there.is_agreed


def test_it_is_taken_back(evening: Evening, white: Browser) -> None:
    white.reports(Ended.WON)
    assert white.tap("my_report_taken_back", seen=Result.WHITE_WINS.value).status_code == 302
    assert said(evening) is None
    assert "I won" in white.page


def test_an_old_page_is_told_so_and_overwrites_nothing(evening: Evening, white: Browser, black: Browser) -> None:
    white.reports(Ended.WON)
    white.reports(Ended.LOST)
    assert black.tap("my_confirmation", seen=Result.WHITE_WINS.value).status_code == 409
    evening.enter(1, Result.DRAW)
    answered = black.reports(Ended.WON)
    assert answered.status_code == 409
    assert "entered already" in answered.content.decode()
    assert evening.game(1).result == Result.DRAW


def test_another_opponent_by_now_is_not_reported_against(white: Browser) -> None:
    assert white.tap("my_report", ended="won", opponent=white.phone.opponent + 1).status_code == 409


@pytest.mark.parametrize("values", [{}, {"ended": "crushed", "opponent": "1"}, {"ended": "won", "opponent": "x" * 99}])
def test_what_cannot_be_read_is_not_saved(evening: Evening, white: Browser, values: dict[str, str]) -> None:
    assert white.tap("my_report", **values).status_code == 422
    assert white.tap("my_confirmation", seen="1:1").status_code == 422
    assert said(evening) is None


def test_never_anothers_game(white: Browser, black: Browser) -> None:
    address = white.address("my_report", black.phone.row.pk)
    assert white.client.post(address, {"ended": "won", "opponent": "1"}).status_code == 404
    theirs = black.address("my_report", black.phone.row.pk)
    assert white.client.post(theirs, {"ended": "won", "opponent": "1"}).status_code == 404


def test_where_players_report_nothing_no_button_says_otherwise(evening: Evening, white: Browser) -> None:
    let_report(evening.tournament, MayReport.OFF)
    assert "I won" not in white.page
    assert white.reports(Ended.WON).status_code == 409


def test_one_report_is_enough_where_players_are_trusted(evening: Evening, white: Browser) -> None:
    let_report(evening.tournament, MayReport.TRUST)
    assert "The first report counts." in white.page
    white.reports(Ended.WON)
    assert evening.game(1).result == Result.WHITE_WINS
    assert "This is wrong" in white.page


def test_what_is_done_by_card_says_so(evening: Evening, white: Browser) -> None:
    white.reports(Ended.DRAW)
    action = Action.objects.latest("id")
    assert (action.actor, action.facts["by_card"]) == (None, white.phone.player.pk)


# This is wrong


def flag(browser: Browser, **values: str) -> HttpResponse:
    entry = browser.phone.row.entry_id
    sent = {"round": f"{entry}:1", "wrong": "result", "text": ""} | values
    return browser.client.post(browser.address("my_flag"), sent)  # type: ignore[return-value]


def test_what_is_wrong_waits_in_the_inbox_in_their_own_words(evening: Evening, white: Browser) -> None:
    evening.enter(1, Result.DRAW)
    form = white.client.get(white.address("my_flag"), {"entry": white.phone.row.entry_id, "round": 1})
    assert "Tuesday cup, round 1" in form.content.decode()

    answered = flag(white, text="I won,\n on time.")

    assert answered.status_code == 302
    assert "The director has it now." in white.client.get(answered["Location"]).content.decode()
    item = InboxItem.objects.get()
    assert (item.asked, item.player, item.text) == (InboxSubject.MISTAKE, white.phone.player, "I won, on time.")
    assert item.facts == {"round": 1, "wrong": "result"}
    assert "on time" not in str(Action.objects.latest("id").changes)


def test_the_same_twice_waits_once(white: Browser) -> None:
    flag(white)
    flag(white)
    assert InboxItem.objects.count() == 1


def test_one_card_does_not_fill_the_inbox(white: Browser) -> None:
    for each in ("a", "b", "c", "d", "e"):
        assert flag(white, text=each).status_code == 302
    answered = flag(white, text="f")
    assert answered.status_code == 409
    assert "Talk to them." in answered.content.decode()
    assert InboxItem.objects.count() == 5


@pytest.mark.parametrize(
    "values", [{"wrong": "weather"}, {"round": "1:1"}, {"round": ""}, {"text": "x" * 301}, {"text": "\x00"}]
)
def test_what_cannot_be_meant_is_not_sent(white: Browser, values: dict[str, str]) -> None:
    assert flag(white, **values).status_code == 422
    assert not InboxItem.objects.exists()


def test_where_it_is_not_asked_for_nothing_is_sent(evening: Evening, white: Browser) -> None:
    Tournament.objects.update(may_flag=False)
    assert flag(white).status_code == 422
    row = white.phone.row
    with nothing_changes(Refused, "please tell the director in person"):
        reports.flag_result(row.entry, WrongReport.RESULT, number=1, by_card=row.entry.player)
