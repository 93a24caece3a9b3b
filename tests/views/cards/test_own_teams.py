"""A captain's phone: who plays is handed in and stays secret, a match is reported with a tap for each board."""

from __future__ import annotations

import html as html_module
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.team_event import TeamEvent
from tests.tools.pages.card_client import holding
from tournaments.models import Attendance, InboxItem, Player, ResultReport
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True)
class Phone:
    """With somebody's card, and the row of a team's match."""

    player: Player
    row: Attendance
    client: Client

    @classmethod
    def of(cls, row: Attendance, player: Player | None = None) -> Phone:
        """The captain's, where nobody else is named."""
        holder = player or row.entry.captain
        assert holder is not None
        client = Client()
        client.cookies[settings.CARDS_COOKIE] = card_keys.make_key(holder, name="slip", actor=None)
        return cls(player=holder, row=row, client=client)

    def address(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.player.club.slug, self.player.public_key, *more])

    @property
    def page(self) -> str:
        answered = self.client.get(self.address("captain_entry", self.row.entry_id))
        assert answered.status_code == 200
        return html_module.unescape(answered.content.decode())

    @property
    def card(self) -> str:
        return html_module.unescape(self.client.get(self.address("my_card")).content.decode())

    def send(self, name: str, **values: object) -> HttpResponse:
        path = self.address(name, self.row.entry_id, self.row.round.number)
        return self.client.post(path, values)  # type: ignore[return-value]

    def hand_in(self, event: TeamEvent, *places: int) -> HttpResponse:
        members = event.members(self.row.entry.number or 0)
        seen = self.page.split('name="seen" value="')[1].split('"')[0]
        return self.send("captain_entry_line_up", plays=[members[place - 1].pk for place in places], seen=seen)

    def report(self, other: Phone, *ended: str) -> HttpResponse:
        told = {f"board-{board}": each for board, each in enumerate(ended, 1)}
        return self.send("captain_entry_report", opponent=other.row.entry_id, **told)


def public(event: TeamEvent) -> str:
    path = event.url("public_round", 1)
    return html_module.unescape(Client().get(path).content.decode())


def two_phones(event: TeamEvent) -> tuple[Phone, Phone]:
    first, second = event.sides()
    return Phone.of(first), Phone.of(second)


def test_a_line_up_is_ticked_and_nobody_reads_it_until_both_are_in() -> None:
    event = TeamEvent.with_captains()
    first, second = two_phones(event)
    theirs = [member.player.full_name for member in event.members(second.row.entry.number or 0)]
    assert "Tick who plays, at most 4." in first.page
    assert second.hand_in(event, 1, 2, 3, 5).status_code == 302
    assert "handed in" in second.page
    assert not any(name in first.page for name in theirs), "not before ours is in"
    assert not any(name.split()[0] in public(event) for name in theirs)
    assert first.hand_in(event, 1, 2, 3, 4).status_code == 302
    assert all(name in first.page for name in (*theirs[:3], theirs[4]))
    assert theirs[3] not in first.page
    assert theirs[4].split()[0] in public(event)


def test_who_ticks_too_many_or_none_reads_so_and_those_ticked_before_stay() -> None:
    event = TeamEvent.with_captains()
    first, _second = two_phones(event)
    refused = first.hand_in(event, 1, 2, 3, 4, 5)
    assert refused.status_code == 409
    assert "This match has 4 boards." in html_module.unescape(refused.content.decode())
    assert first.hand_in(event).status_code == 409
    assert not first.row.line_up.exists()


def test_a_match_is_reported_with_a_tap_for_each_board_and_the_other_captain_says_that_it_is_right() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = two_phones(event)
    assert first.report(second, "won", "draw", "lost").status_code == 409, "a board lacks"
    assert first.report(second, "won", "draw", "lost", "won").status_code == 302
    assert "You reported 2½–1½." in first.page
    said = second.page
    assert f"{first.row.entry.team_name} reports 1½–2½, your team first." in said
    assert 'value="1=01"' in said
    assert second.send("captain_entry_confirmation", seen="1=01").status_code == 302
    game = event.game(1)
    assert (game.boards, game.result) == ("1=01", Result.WHITE_WINS)
    assert "1½–2½" in second.page
    assert "Report the match" not in second.page


def test_a_report_is_taken_back_and_nonsense_is_not_read() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = two_phones(event)
    first.report(second, "won", "won", "won", "won")
    assert first.send("captain_entry_report_taken_back", seen="1111 ?").status_code == 422
    assert first.send("captain_entry_report_taken_back", seen="1111").status_code == 302
    assert not ResultReport.objects.exists()


def test_two_that_differ_are_in_the_inbox_board_by_board_and_a_director_says_who_is_right() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = two_phones(event)
    first.report(second, "won", "lost", "lost", "won")
    second.report(first, "won", "lost", "won", "lost")
    assert "The director decides." in first.page
    staff = event.client()
    inbox = event.url("inbox")
    shown = html_module.unescape(staff.get(inbox).content.decode())
    assert "match 1: the captains report different results." in shown
    assert "Board 1.1: 1–0 or 0–1" in shown
    assert "Board 1.3" not in shown
    white = first.row.entry.team_name
    assert f"as {white} reports" in shown
    assert not InboxItem.objects.exists(), "read off the reports"
    decide = event.url("decide_report", event.game(1).pk)
    assert staff.post(decide, {"boards": "1-0; drop"}).status_code == 422
    assert staff.post(decide, {"boards": "1001"}).status_code == 302
    assert event.game(1).boards == "1001"
    assert "Nothing to do." in html_module.unescape(staff.get(inbox).content.decode())


def test_the_evening_says_what_captains_have_done() -> None:
    event = TeamEvent.with_captains()
    first, second = two_phones(event)
    first.hand_in(event, 1, 2, 3, 4)
    staff = event.client()
    evening = event.url("evening")
    assert "line-up handed in" in staff.get(evening).content.decode()
    second.hand_in(event, 1, 2, 3, 4)
    first.report(second, "draw", "draw", "draw", "won")
    assert "reports 2½–1½" in staff.get(evening).content.decode()


def test_members_read_on_their_card_where_they_sit_once_everybody_may() -> None:
    event = TeamEvent.with_captains()
    first, second = two_phones(event)
    member = Phone.of(first.row, event.members(first.row.entry.number or 0)[2].player)
    assert "Board 1.3" not in member.card
    first.hand_in(event, 1, 2, 3, 4)
    second.hand_in(event, 1, 2, 3, 4)
    assert "Board 1.3" in member.card
    assert f"{first.row.entry.team_name} – {second.row.entry.team_name}" in member.card
    assert first.row.entry.team_name in first.card, "the captain's way to the team"
    both = holding(member.player, second.player).get(reverse("me", args=[member.player.club.slug]))
    assert "Board 1.3" in both.content.decode(), "on a parent's phone, too"
    assert member.client.get(member.address("captain_entry", first.row.entry_id)).status_code == 404


def test_a_director_seats_them_before_and_after_and_reads_why_not() -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    members = event.members(first.entry.number or 0)
    staff = event.client()
    path = event.url("team_line_up", 1, first.entry_id)
    seen = staff.get(path).content.decode().split('name="seen" value="')[1].split('"')[0]
    boards = {f"board_{board}": members[place].pk for board, place in enumerate((1, 0, 2, 3), 1)}
    refused = staff.post(path, boards | {"seen": seen, "board_2": ""})
    assert refused.status_code == 409
    assert "Board 2 is empty: move up those below." in html_module.unescape(refused.content.decode())
    assert staff.post(path, boards | {"seen": seen, "board_1": "77777"}).status_code == 422
    assert staff.post(path, boards | {"seen": seen}).status_code == 302
    assert [place.member.pk for place in first.line_up.order_by("board")] == [members[at].pk for at in (1, 0, 2, 3)]
    assert staff.post(path, boards | {"seen": seen}).status_code == 409, "somebody else was quicker"
