"""The inbox's pages: what they list, what each tap does, and whose they are."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tools.casts.factories import Evening, PlayerFactory, UserFactory
from tests.tools.pages.reporting import a_round_to_report, phones
from tournaments.models import Club, InboxItem, InboxSubject, Membership, Role, Tournament, User
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Board 1 is agreed on, board 2 is not."""
    evening = a_round_to_report()
    for board, second in ((1, Ended.DRAW), (2, Ended.WON)):
        white, black = phones(evening, board)
        white.says(Ended.WON if second is Ended.WON else Ended.DRAW)
        black.says(second)
    return evening


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def admin_of(evening: Evening) -> User:
    admin = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=admin, role=Role.ADMIN)
    return admin


def of_tournament(evening: Evening) -> str:
    return evening.url("inbox")


def of_club(evening: Evening) -> str:
    return reverse("club_inbox", args=[evening.tournament.club.slug])


def asks(
    club: Club, tournament: Tournament | None, asked: InboxSubject = InboxSubject.MISTAKE, **values: object
) -> InboxItem:
    values = {"player": PlayerFactory(club=club, given_name="Ida")} | values
    return InboxItem.objects.create(club=club, tournament=tournament, asked=asked, asked_at=timezone.now(), **values)


def test_both_sides_of_a_contradiction_stand_side_by_side_and_one_tap_decides(evening: Evening) -> None:
    client = logged_in(evening.director)
    html = client.get(of_tournament(evening)).content.decode()
    assert "Round 1, board 2: the two report different results." in html
    assert "Enter 1–0" in html
    assert "Enter 0–1" in html

    game = evening.game(2)
    address = evening.url("decide_report", game.pk)
    answered = client.post(address, {"result": "0-1", "seen": "*", "back": evening.tournament.slug})

    assert answered.status_code == 302
    assert evening.game(2).result == Result.BLACK_WINS
    assert "different results" not in client.get(of_tournament(evening)).content.decode()
    assert client.post(address, {"result": "1-0", "seen": "*"}).status_code == 409


def test_all_agreed_ones_are_entered_from_either_page(evening: Evening) -> None:
    client = logged_in(evening.director)
    for page in (of_tournament(evening), of_club(evening)):
        assert "on 1 board both players report the same result" in client.get(page).content.decode()
    address = evening.url("accept_agreed_in_inbox", 1)
    agreed = f"{evening.game(1).pk}:{Result.DRAW.value}"
    assert client.post(address, {"agreed": agreed, "back": "club"})["Location"] == of_club(evening)
    assert evening.game(1).result == Result.DRAW


def test_its_number_stands_on_the_tab(evening: Evening) -> None:
    client = logged_in(evening.director)
    asks(evening.tournament.club, evening.tournament)
    evening_page = evening.url("evening")
    for page in (of_tournament(evening), of_club(evening), evening_page):
        html = client.get(page).content.decode()
        assert '<span class="waiting" aria-hidden="true">2</span>' in html, page
        assert ", 2 wait<" in html


def test_an_item_is_answered_from_either_page_and_listed_below(evening: Evening) -> None:
    client = logged_in(evening.director)
    item = asks(
        evening.tournament.club, evening.tournament, text="It was a draw.", facts={"round": 1, "wrong": "result"}
    )
    html = client.get(of_club(evening)).content.decode()
    assert "Ida, round 1, says this is wrong: the result." in html
    assert "It was a draw." in html

    address = reverse("answer_item", args=[evening.tournament.club.slug, item.pk])
    sent = {"answer": "yes", "seen": item.asked_at.isoformat(), "back": evening.tournament.slug}
    assert client.post(address, sent)["Location"] == of_tournament(evening)

    html = client.get(of_tournament(evening)).content.decode()
    assert "Ida, round 1, says this is wrong: the result. <b>done</b>" in html
    assert "Inbox: the mistake reported by Ida is dealt with" in html
    assert client.post(address, sent | {"answer": "no"}).status_code == 409
    assert client.post(address, {"answer": "maybe"}).status_code == 422


def test_the_ribbon_takes_an_answer_back_and_stays_on_the_page(evening: Evening) -> None:
    client = logged_in(evening.director)
    item = asks(evening.tournament.club, evening.tournament)
    address = reverse("answer_item", args=[evening.tournament.club.slug, item.pk])
    client.post(address, {"answer": "no", "seen": item.asked_at.isoformat(), "back": evening.tournament.slug})
    action = evening.tournament.actions.latest("id")
    undo = evening.url("undo_action", action.pk)
    assert client.post(undo, {"back": "inbox"})["Location"] == of_tournament(evening)
    item.refresh_from_db()
    assert item.answer == ""


def test_a_director_of_one_tournament_sees_and_answers_its_items_and_the_clubs_own(evening: Evening) -> None:
    club = evening.tournament.club
    another = UserFactory()
    Membership.objects.create(club=club, user=another, role=Role.DIRECTOR)
    theirs = asks(club, evening.tournament)
    own = asks(club, None, InboxSubject.ERASE)
    client = logged_in(another)
    html = client.get(of_club(evening)).content.decode()
    assert "asks to have their data erased" in html
    assert "says this is wrong" not in html
    assert "different results" not in html
    assert '<span class="waiting" aria-hidden="true">1</span>' in html
    sent = {"answer": "no", "seen": theirs.asked_at.isoformat()}
    assert client.post(reverse("answer_item", args=[club.slug, theirs.pk]), sent).status_code == 403
    assert "Only a club admin can erase a person's data" in html
    assert "Erase for good" not in html
    sent = {"answer": "yes", "for_good": "yes", "seen": own.asked_at.isoformat()}
    assert client.post(reverse("answer_item", args=[club.slug, own.pk]), sent).status_code == 403
    assert client.post(reverse("answer_item", args=[club.slug, own.pk]), sent | {"answer": "no"}).status_code == 302


def test_whoever_asks_to_enter_is_matched_by_name_and_number(evening: Evening) -> None:
    club = evening.tournament.club
    PlayerFactory(club=club, given_name="Åse", family_name="Lie", folded_name="ase lie", national_id="77")
    asks(club, evening.tournament, InboxSubject.ENTER, player=None, name="ase lie", rating_number="77")
    html = logged_in(evening.director).get(of_tournament(evening)).content.decode()
    assert "ase lie asks to enter: rating number 77." in html
    assert "Åse Lie" in html
    assert "has this rating number" in html


def test_every_item_says_what_each_of_its_answers_does(evening: Evening) -> None:
    club, tournament = evening.tournament.club, evening.tournament
    for asked in InboxSubject:
        asks(club, None if asked is InboxSubject.ERASE else tournament, asked, facts={"round": 1, "date": "2026-11-26"})
    for where in (of_club(evening), of_tournament(evening)):
        html = " ".join(logged_in(admin_of(evening)).get(where).content.decode().split())
        buttons = re.findall(r'name="answer" [^>]*aria-describedby="(does-[^"]+)"', html)
        told = dict(re.findall(r'id="(does-[^"]+)">([^<]*)</span>', html))
        assert len(buttons) >= (11 if where == of_tournament(evening) else 13)
        assert [each for each in buttons if not told[each].endswith(".")] == []


def test_a_game_to_postpone_says_what_is_left_to_do_and_leads_there(evening: Evening) -> None:
    club, tournament = evening.tournament.club, evening.tournament
    day = evening.round.date
    assert day is not None
    asks(club, tournament, InboxSubject.POSTPONE, facts={"date": day.isoformat()})
    html = " ".join(logged_in(evening.director).get(of_tournament(evening)).content.decode().split())
    assert "Then choose “Postpone the game” at their board: it is not done from here." in html
    assert (
        f'href="{reverse("evening_round", args=[club.slug, tournament.slug, evening.round.number])}">To the round<'
        in html
    )


def test_whoever_came_after_all_is_not_said_to_have_missed_no_evening(evening: Evening) -> None:
    entry = evening.tournament.entries.earliest("pk")
    asks(evening.tournament.club, evening.tournament, InboxSubject.OUT, facts={"entry": entry.pk, "times": 3})
    html = logged_in(evening.director).get(of_tournament(evening)).content.decode()
    assert "is now marked as having come after all" in html
    assert "0 times" not in html


def test_erasing_is_ticked_as_well_and_says_what_goes(evening: Evening) -> None:
    club = evening.tournament.club
    player = PlayerFactory(club=club, given_name="Åse", family_name="Lie")
    item = asks(club, None, InboxSubject.ERASE, player=player)
    client = logged_in(admin_of(evening))
    html = " ".join(client.get(of_club(evening)).content.decode().split())
    assert "Erase for good" in html
    assert "tables show N.N." in html
    assert f'href="{reverse("edit_player", args=[club.slug, player.pk])}">Look<' in html
    sent = {"answer": "yes", "seen": item.asked_at.isoformat(), "back": "club"}
    where = reverse("answer_item", args=[club.slug, item.pk])
    refused = client.post(where, sent)
    assert refused.status_code == 409
    assert "Nothing is erased yet" in refused.content.decode()
    player.refresh_from_db()
    assert player.family_name == "Lie"
    assert client.post(where, sent | {"for_good": "yes"}).status_code == 302
    player.refresh_from_db()
    assert str(player) == "N.N."
    assert "Lie" not in client.get(of_club(evening)).content.decode()
