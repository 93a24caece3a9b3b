"""A club's spring through the browser, from the forms of the set-up to the last table."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import cycle

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, faults_on
from tests.tools.casts.club_cast import Cast
from tournaments.models import Attendance, Game, Tournament
from tournaments.models.attendance import Bye

pytestmark = pytest.mark.django_db(transaction=True)

FIELD = 11


def a_club(players: int) -> Cast:
    cast = Cast()
    for place in range(players):
        cast.add_player(f"Given{place}", f"Family{place}", rating=2000 - 40 * place)
    return cast


def look(page: Page) -> None:
    assert faults_on(page, PHONE, TABLET) == []


def type_results(page: Page, boards: int) -> None:
    """Upsets and draws too, so that score groups are not those of the ratings."""
    chosen = cycle((0, 1, 2, 0))
    for left in range(boards, 0, -1):
        expect(page.locator(".pairing.open")).to_have_count(left)
        page.locator(".pairing.open").first.locator("button.score").nth(next(chosen)).click()
    expect(page.locator(".pairing.open")).to_have_count(0)


def test_a_swiss_weekend_of_five_rounds(open_page: Callable[..., Page]) -> None:
    cast = a_club(FIELD)
    page = open_page(cast.kari, PHONE)
    page.goto(reverse("choose_system", args=[cast.club.slug]))
    page.get_by_label("Rounds, if you know").fill("5")
    page.get_by_role("button", name="A weekend").click()
    look(page)
    page.get_by_role("button", name="Take this one").click()
    expect(page.locator("main")).to_contain_text("not endorsed by FIDE")
    page.get_by_label("Name", exact=True).fill("Spring Swiss")
    look(page)
    page.get_by_role("button", name="Create it and open check-in").click()
    page.locator(".entry").first.wait_for()
    page.get_by_role("button", name=f"All {FIELD} are here").click()
    expect(page.locator(".entry.present")).to_have_count(FIELD)
    for number in range(1, 6):
        if number > 1:
            page.click("#next-round")
            page.get_by_role("button", name=f"All who were here in round {number - 1} ({FIELD})").click()
            expect(page.locator(".entry.present")).to_have_count(FIELD)
        page.click("#pair")
        expect(page.locator(".pairing.drafted")).to_have_count(FIELD // 2)
        page.click("#publish")
        type_results(page, FIELD // 2)
    look(page)
    page.click("#end-evening")
    expect(page.locator("#action-bar")).to_contain_text("Done for today.")

    tournament = Tournament.objects.get()
    meetings = [
        frozenset(game.sides.values_list("entry__number", flat=True))
        for game in Game.objects.filter(round__tournament=tournament)
    ]
    assert len(meetings) == len(set(meetings)) == 5 * (FIELD // 2)
    byes = Attendance.objects.filter(round__tournament=tournament, bye=Bye.PAIRING).values_list("entry", flat=True)
    assert len(byes) == len(set(byes)) == 5
    said = StringIO()
    call_command("verify_tournament", f"{cast.club.slug}/{tournament.slug}", stdout=said)
    assert "5 rounds" in said.getvalue()

    page.goto(f"/en/{cast.club.slug}/{tournament.slug}/standings/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")
    look(page)
    page.goto(f"/en/{cast.club.slug}/{tournament.slug}/rounds/5/story/")
    look(page)


# Three groups


def make_three_groups(page: Page, cast: Cast) -> list[Tournament]:
    page.goto(reverse("make_groups", args=[cast.club.slug]))
    page.get_by_label("Name of the event", exact=True).fill("Spring groups")
    page.get_by_label("Size of the groups", exact=True).select_option(label="number of groups")
    page.get_by_label("How many", exact=True).fill("3")
    page.get_by_role("button", name="Propose groups", exact=True).click()
    expect(page.locator(".board .column li.moved")).to_have_count(0)
    expect(page.locator(".board .column").first.locator("ol > li")).to_have_count(4)
    look(page)
    page.get_by_role("button", name="Make these groups").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring groups")
    look(page)
    return list(Tournament.objects.order_by("group"))


def publish_plan(page: Page, group: Tournament) -> None:
    page.goto(reverse("evening", args=[group.club.slug, group.slug]))
    draw = page.get_by_role("button", name="Draw the start numbers by lot")
    if draw.count():
        draw.click()
    page.click("#publish-plan")
    expect(page.locator("#next-round")).to_have_text("Play it tonight")


def play_evening(page: Page, group: Tournament, *, postponed: bool = False) -> None:
    """One round; with `postponed` its first game is left for another day."""
    page.goto(reverse("evening", args=[group.club.slug, group.slug]))
    page.click("#next-round")
    expect(page.locator("#start")).to_be_visible()  # its boards stood there before, of a round to come
    if postponed:
        first = page.locator(".pairing.open").first
        first.locator("summary").click()
        first.get_by_role("button", name="Postpone the game").click()
        expect(page.locator(".pairing.postponed")).to_have_count(1)
    type_results(page, page.locator(".pairing.open").count())


def test_three_groups_with_a_postponed_game_and_a_leaver_to_next_springs_proposal(
    open_page: Callable[..., Page],
) -> None:
    cast = a_club(12)
    page = open_page(cast.kari, TABLET)
    groups = make_three_groups(page, cast)
    assert [group.entries.count() for group in groups] == [4, 4, 4]
    for group in groups:
        publish_plan(page, group)
    look(page)
    first, second, third = groups
    play_evening(page, first, postponed=True)
    play_evening(page, second)
    play_evening(page, third)

    leaver = third.entries.order_by("number")[2]
    page.goto(reverse("person", args=[cast.club.slug, third.slug, leaver.pk]))
    page.get_by_role("button", name="Withdraw from the tournament").click()
    expect(page.locator("main")).to_contain_text("counts for nobody")
    look(page)
    page.click("#confirm-leaving")
    page.goto(f"/en/{cast.club.slug}/{third.slug}/grid/")
    look(page)

    for group in groups:
        for _round in (2, 3):
            play_evening(page, group)
    page.goto(reverse("open_games", args=[cast.club.slug, first.slug]))
    look(page)
    page.get_by_role("link", name="Enter the result").first.click()
    page.locator(".pairing.postponed summary").first.click()
    page.locator(".pairing.postponed button.score").first.click()
    expect(page.locator(".pairing.postponed")).to_have_count(0)

    for group in groups:
        page.goto(reverse("evening", args=[cast.club.slug, group.slug]))
        page.click("#end-evening")
        expect(page.locator("#action-bar")).to_contain_text("Done for today.")
    event = first.event
    assert event is not None
    page.goto(reverse("event", args=[cast.club.slug, event.pk]))
    page.get_by_role("button", name="Up and down into the next season").click()
    look(page)
    expect(page.locator("#board")).to_contain_text("goes up")


# A cup


def decide(page: Page) -> None:
    """The first level tie: White's blitz, and how its two games went."""
    page.get_by_role("button", name="Level: who goes through?").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who goes through?")
    page.locator("input[name=way][value='blitz:white']").check()
    page.get_by_text("The further games").click()
    page.get_by_label("Further game 1", exact=True).select_option("black 0-1")
    page.get_by_label("Further game 2", exact=True).select_option("white 1/2-1/2")
    look(page)
    page.get_by_role("button", name="Save who goes through").click()


def make(page: Page, cast: Cast, system: str, name: str) -> Tournament:
    """All of the club are entered."""
    page.goto(reverse("choose_system", args=[cast.club.slug]))
    page.get_by_text("Choose the system yourself").click()
    page.get_by_role("button", name=f"Choose {system}", exact=True).click()
    page.get_by_label("Name", exact=True).fill(name)
    look(page)
    page.get_by_role("button", name="Create it and open check-in").click()
    page.locator(".entry").first.wait_for()
    return Tournament.objects.get(name=name)


def everybody_is_here(page: Page, tournament: Tournament) -> None:
    for entry in tournament.entries.order_by("pk"):
        page.click(f"#tap-{entry.pk}")
        expect(page.locator(f"#tap-{entry.pk}")).to_have_attribute("aria-pressed", "true")


def count_in(page: Page, cup: Tournament, other: Tournament) -> None:
    page.goto(reverse("edit_tournament", args=[cup.club.slug, cup.slug]))
    page.get_by_label("Second tournament for its games").select_option(label=other.name)
    look(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("main")).to_contain_text(f"Its games also count in {other.name}")


def on_the_evening(page: Page, tournament: Tournament) -> None:
    page.goto(reverse("evening", args=[tournament.club.slug, tournament.slug]))


def draw_the_cups_round(page: Page, cup: Tournament, number: int, ties: int) -> None:
    on_the_evening(page, cup)
    if number > 1:
        page.click("#next-round")
        page.get_by_role("button", name=f"All who were here in round {number - 1}").click()
    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(ties)
    page.click("#publish")
    expect(page.locator(".pairing.open")).to_have_count(ties)


def play_the_ties_in(page: Page, keizer: Tournament, number: int, ties: int) -> None:
    """All of the cup's round are here: each tie is their game of the evening's round, and its result is typed there.
    In the first round and in the final the first of them is drawn."""
    on_the_evening(page, keizer)
    if number > 1:
        page.click("#next-round")
        page.get_by_role("button", name=f"All who were here in round {number - 1}").click()
    offers = page.locator("#offered-games").get_by_role("button", name="Play it now")
    for left in range(ties, 0, -1):
        expect(offers).to_have_count(left)
        offers.first.click()
    expect(page.locator("#offered-games")).to_contain_text("This is their game in this round.")
    expect(offers).to_have_count(0)
    look(page)
    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(FIELD // 2)
    page.click("#publish")
    expect(page.locator(".pairing.open")).to_have_count(FIELD // 2)
    of_both = page.locator(".pairing").filter(has_text="Also in Spring cup")
    expect(of_both).to_have_count(ties)
    for place in range(ties):
        is_level = number in {1, 4} and place == 0
        of_both.nth(place).locator("button.score").nth(1 if is_level else 0).click()
        expect(page.locator(".pairing.open")).to_have_count(FIELD // 2 - place - 1)
    look(page)
    for left in range(FIELD // 2 - ties, 0, -1):
        expect(page.locator(".pairing.open")).to_have_count(left)
        page.locator(".pairing.open").first.locator("button.score").first.click()
    expect(page.locator(".pairing.open")).to_have_count(0)


def test_a_cup_of_eleven_with_two_deciders_counted_in_the_keizer(open_page: Callable[..., Page]) -> None:
    cast = a_club(FIELD)
    page = open_page(cast.kari, TABLET)
    keizer = make(page, cast, "Keizer", "Spring Keizer")
    everybody_is_here(page, keizer)
    cup = make(page, cast, "Cup", "Spring cup")
    everybody_is_here(page, cup)
    count_in(page, cup, keizer)
    left = FIELD
    for number, ties in enumerate((3, 4, 2, 1), 1):
        draw_the_cups_round(page, cup, number, ties)
        play_the_ties_in(page, keizer, number, ties)
        on_the_evening(page, cup)
        expect(page.locator(".pairing.open")).to_have_count(0)
        expect(page.locator("main")).to_contain_text(f"Also in Spring Keizer, round {number}")
        if number in {1, 4}:
            look(page)
            decide(page)
            expect(page.locator("main")).to_contain_text("goes through: 1½–½")
        left -= ties
    assert left == 1
    ties_played = Game.objects.filter(round__tournament=cup)
    assert ties_played.count() == FIELD - 1
    assert ties_played.exclude(decided_by=None).count() == 2
    for tie in ties_played:
        white = tie.sides.get(colour="white").entry.player_id
        twin = Game.objects.get(round=tie.counted_in, sides__entry__player=white)
        assert (twin.result, twin.sides.get(colour="white").entry.player_id) == (tie.result, white)
    page.goto(f"/en/{cast.club.slug}/{cup.slug}/tree/")
    look(page)
    expect(page.locator("#live")).to_contain_text("Blitz 1½–½")
    page.goto(f"/en/{cast.club.slug}/{cup.slug}/standings/")
    look(page)
    page.goto(f"/en/{cast.club.slug}/{keizer.slug}/standings/")
    look(page)
