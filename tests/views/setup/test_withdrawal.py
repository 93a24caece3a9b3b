"""Before somebody leaves for good: what it changes of the games played, looked at and then confirmed."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.services.rounds.test_schedule import publish
from tests.tools.casts.factories import Evening
from tests.views.evening.test_schedule import text
from tournaments.models import Action, Answer, Game, InboxItem, InboxSubject, Player, Withdrawal
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import table_of
from tournaments.services import rounds
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db
WON, DRAWN, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
NAMES = ("Anna", "Bo", "Cato", "Dag", "Eva", "Finn")
WORKED = (
    {(1, 6): DRAWN, (2, 5): WON, (3, 4): WON},
    {(6, 4): LOST, (5, 3): DRAWN, (1, 2): WON},
    {(2, 6): WON, (3, 1): WON, (4, 5): DRAWN},
    {(6, 5): Result.BLACK_WINS_BY_FORFEIT, (1, 4): DRAWN, (2, 3): WON},
    {(3, 6): WON, (4, 2): DRAWN, (5, 1): LOST},
)
"""Rulebook, all_play_all, worked example."""


def play(evening: Evening, number: int) -> None:
    if evening.round.date is None:
        rounds.open_next_round(evening.tournament, seen_number=number, actor=evening.director)
    for game in Game.objects.filter(round__number=number, result=Result.OPEN):
        sides = dict(game.sides.values_list("colour", "entry__number"))
        pair = (sides[Colour.WHITE] or 0, sides[Colour.BLACK] or 0)
        evening.enter(game.board, WORKED[number - 1][pair], in_round=number)
    evening.finish()


def worked_example(*, rounds_played: int, **options: object) -> Evening:
    evening = Evening.of(6, system="all_play_all", options={"numbering": "given", **options}, tie_breaks=None)
    for number, name in enumerate(NAMES, 1):
        Player.objects.filter(entries__number=number).update(given_name=name, folded_name=name.lower())
    publish(evening)
    for number in range(1, rounds_played + 1):
        play(evening, number)
    return evening


def leave(evening: Evening, number: int, **fields: object) -> HttpResponse:
    entry = evening.entry(number)
    found: HttpResponse = evening.client().post(evening.url("withdraw_entry", entry.pk), fields)
    return found


def looked_at(page: HttpResponse) -> str:
    return str(page.context["state"])


def test_what_it_changes_is_shown_first_and_done_when_it_is_confirmed() -> None:
    evening = worked_example(rounds_played=2)
    page = leave(evening, 6)
    shown = text(page)
    assert not Withdrawal.objects.exists()
    assert "Finn leaves too early: 2 games already played count for nobody" in shown
    assert "3 games of rounds to come are taken off the plan" in shown
    changed = {row.name: (row.points.then, row.points.now) for row in page.context["page"].moved if row.points}
    assert changed == {"Anna": ("1½", "1"), "Dag": ("1", "0"), "Finn": ("½", "0")}
    assert "The table published after round 2" in shown

    assert leave(evening, 6, looked_at=looked_at(page)).status_code == 302
    assert Withdrawal.objects.get().first_round == 3
    staff = text(evening.client().get(evening.url("staff_crosstable")))
    assert "(½)" in staff
    assert "Draw that counts for nobody: one of the two left" in staff
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert not Withdrawal.objects.exists()


def test_the_worked_example_a_leaver_makes_another_champion() -> None:
    evening = worked_example(rounds_played=2)
    leave(evening, 6, looked_at=looked_at(leave(evening, 6)))
    for number in (3, 4, 5):
        play(evening, number)
    rows = {NAMES[row.player - 1]: row for row in table_of(evening.tournament, after=5).rows}
    assert {name: row.cells["points"].value for name, row in rows.items() if name != "Finn"} == {
        "Anna": 2.5,
        "Bo": 2.5,
        "Cato": 2.5,
        "Dag": 1.5,
        "Eva": 1,
    }
    assert [name for name, row in rows.items() if row.place == 1] == ["Cato"]
    assert rows["Finn"].place is None

    evening.client().post(evening.url("return_entry", evening.entry(6).pk))
    rows = {NAMES[row.player - 1]: row for row in table_of(evening.tournament, after=5).rows}
    assert rows["Finn"].cells["points"].value == 0.5
    assert rows["Finn"].cells["open"].value == 3


def test_who_leaves_late_gives_the_rest_away() -> None:
    evening = worked_example(rounds_played=3)
    page = leave(evening, 5)
    shown = text(page)
    assert "The games that Eva has played go on counting." in shown
    assert "2 games of rounds to come are taken off the plan" in shown


def test_what_has_changed_since_it_was_looked_at_is_looked_at_again() -> None:
    evening = worked_example(rounds_played=2)
    page = leave(evening, 6)
    evening.enter(1, WON, in_round=1)
    again = leave(evening, 6, looked_at=looked_at(page))
    assert again.status_code == 409
    assert "Something has changed since you looked" in again.content.decode()
    assert not Withdrawal.objects.exists()


def test_before_the_first_round_and_in_other_systems_there_is_nothing_to_look_at() -> None:
    evening = Evening.of(4)
    evening.play()
    entry = evening.entry(4)
    client = evening.client()
    assert client.post(evening.url("withdraw_entry", entry.pk)).status_code == 302
    assert Withdrawal.objects.filter(entry=entry).exists()
    assert "Points stay" in text(client.get(reverse("person", args=[*_place(evening), evening.entry(1).pk])))


def _place(evening: Evening) -> list[str]:
    return [evening.tournament.club.slug, evening.tournament.slug]


def test_the_inbox_leads_to_the_page_that_shows_it() -> None:
    evening = worked_example(rounds_played=1)
    tournament = evening.tournament
    entry = evening.entry(6)
    item = InboxItem.objects.create(
        club=tournament.club,
        tournament=tournament,
        player=entry.player,
        asked=InboxSubject.OUT,
        facts={"entry": entry.pk, "times": 3},
        asked_at=timezone.now(),
    )
    with pytest.raises(Refused, match="it shows how"):
        answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=evening.director)
    assert not Withdrawal.objects.exists()
    assert "Withdrawing them changes the table. Do it on their page" in text(evening.client().get(evening.url("inbox")))


def test_a_leaver_without_a_place_is_no_guest_and_nobody_asked_for_a_bye() -> None:
    evening = worked_example(rounds_played=2)
    leave(evening, 6, looked_at=looked_at(leave(evening, 6)))
    anybody = Client()
    for name, *more in (("public_standings",), ("public_crosstable",), ("public_card", 6), ("public_round", 3)):
        page = text(anybody.get(evening.url(name, *more)))
        assert "uest" not in page.replace("request", ""), name
    assert "none of their games count take no place" in text(anybody.get(evening.url("public_standings")))
    key = evening.entry(6).player.public_key
    person = text(anybody.get(reverse("public_player", args=[evening.tournament.club.slug, key])))
    assert "withdrawn, without a place" in person
    shown = text(evening.client().get(evening.url("evening")))
    assert "no opponent in this round" in shown
    assert "zero-point bye" not in shown
    assert "No opponent in this round" in text(anybody.get(evening.url("public_round", 3)))
