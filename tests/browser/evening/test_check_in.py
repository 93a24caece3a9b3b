"""Check-in on a phone: how many names are on the glass, what the circle says, and where the focus stays."""

import datetime
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.tools.browser.looking import PHONE, Watch, axe_violations, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import Player, Presence, RespondedBy, Response
from tournaments.services.calendar.availability import respond

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 30
BUTTON_TO_CLEAR = 16
"""What the browser keeps free for it in a field to search by."""
GIVEN = ("Quirin", "Wilhelmina-Josephine", "Bartholomeus", "Ann")
FAMILY = ("Abrahamsson-Lindström", "van der Meulen-Oppenheimer", "Nygårdshaugen")


def of_long_names(**kind: object) -> Evening:
    evening = Evening.of(PLAYERS, **kind)
    for place, player in enumerate(Player.objects.order_by("pk")):
        player.given_name, player.family_name = GIVEN[place % len(GIVEN)], FAMILY[place % len(FAMILY)]
        player.save()
    evening.tournament.entries.update(rating=1850)
    return evening


def on_the_glass(page: Page) -> list[str]:
    """Names whose row is wholly in sight between the head and the bar, and that are not cut themselves."""
    names: list[str] = page.evaluate(
        """() => {
          const bar = document.querySelector("#action-bar");
          const foot = bar ? bar.getBoundingClientRect().top : window.innerHeight;
          return Array.from(document.querySelectorAll(".entry"))
            .filter(row => row.getBoundingClientRect().top >= 0 && row.getBoundingClientRect().bottom <= foot)
            .map(row => row.querySelector(".name"))
            .filter(name => {
              const [own, room] = [name.getBoundingClientRect(), name.closest(".who").getBoundingClientRect()];
              return name.scrollWidth <= name.clientWidth + 1 && own.right <= room.right + 1
                && own.bottom <= room.bottom + 1 && getComputedStyle(name).textOverflow !== "ellipsis";
            })
            .map(name => name.textContent);
        }"""
    )
    return names


def door_of(evening: Evening) -> str:
    return reverse("door", args=[evening.tournament.club.slug])


def evening_of(evening: Evening) -> str:
    return evening.url("evening")


def test_eight_names_are_on_a_phones_glass_and_none_is_cut(open_page: Callable[..., Page]) -> None:
    evening = of_long_names()
    evening.play(*range(1, 22))
    evening.open()
    page = open_page(evening.director, PHONE)
    for address in (evening_of(evening), door_of(evening)):
        page.goto(address)
        expect(page.get_by_role("button", name="All who were here in round 1 (21)")).to_be_visible()
        page.locator(".entry .tap").first.click()
        expect(page.locator(".entry.present")).to_have_count(1)
        page.locator(".entry .tap").first.click()
        expect(page.locator(".entry.present")).to_have_count(0)
        expect(page.locator(".entry")).to_have_count(PLAYERS)
        seen = on_the_glass(page)
        assert len(seen) >= 8, (address, seen)
        heights = page.locator(".entry").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
        assert min(heights) >= 44
        assert not slides_sideways(page)


@pytest.mark.parametrize("has_groups", [False, True])
def test_eight_are_there_with_all_that_can_stand_around_them(open_page: Callable[..., Page], has_groups: bool) -> None:
    """Pair, both buttons that mark many, who sits out, who is waited for in groups of their own, and the last undo."""
    evening = of_long_names(starts_at=datetime.time(19))
    evening.play(*range(1, 22))
    evening.open()
    date = evening.round.date
    assert date is not None
    for number, said in {
        6: Response.LATER,
        7: Response.LATER,
        8: Response.AWAY,
        9: Response.COMING,
        10: Response.COMING,
    }.items():
        at = datetime.time(19, 30) if said is Response.LATER else None
        if has_groups:
            respond(evening.entry(number), date, said, arrives_at=at, said_by=RespondedBy.CARD, actor=None)
    for number in range(1, 6):
        evening.mark(number, Presence.PRESENT)
    page = open_page(evening.director, PHONE)
    for address in (evening_of(evening), door_of(evening)):
        page.goto(address)
        expect(
            page.get_by_role("button", name="All 24 expected are here" if has_groups else "All others are here (25)")
        ).to_be_visible()
        expect(page.get_by_role("button", name="All who were here in round 1 (16)")).to_be_visible()
        expect(page.locator(".said-group")).to_have_count(3 if has_groups else 0)
        expect(page.locator("#undo-last")).to_be_visible()
        seen = on_the_glass(page)
        assert len(seen) >= 8, (address, seen)
        assert not slides_sideways(page)
    page.goto(evening_of(evening))
    expect(page.locator("#pair")).to_be_visible()
    if has_groups:
        radar = page.locator(".radar summary")
        assert radar.bounding_box()["height"] < 30
        radar.click()
        assert radar.bounding_box()["height"] > 60
        assert axe_violations(page) == []


@pytest.mark.quick
def test_the_circle_says_what_is_and_words_only_which_kind_of_away(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.open()
    evening.mark(1, Presence.PRESENT)
    evening.mark(2, Presence.EXCUSED)
    page = open_page(evening.director, PHONE)
    for address in (evening_of(evening), door_of(evening)):
        page.goto(address)
        taps = [page.locator("button.tap", has_text=f"No{number}") for number in (1, 2, 3)]
        assert [each.inner_text().split() for each in taps][1:] == [
            ["No2", "excused"],
            ["No3", "not", "marked"],
        ]
        expect(page.get_by_role("button", name="No1 here")).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("button", name="No3 not marked")).to_have_attribute("aria-pressed", "false")
        states = page.locator(".entry .state")
        wide = states.evaluate_all(
            "all => all.filter(each => each.getBoundingClientRect().width > 1).map(e => e.textContent)"
        )
        assert wide == ["excused"]
        assert axe_violations(page) == []


def test_a_kind_of_absence_is_marked_at_the_door_too_and_the_focus_stays(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4, system="keizer", preset="club_nl")
    evening.open()
    page = open_page(evening.director, PHONE)
    for address, number in ((evening_of(evening), 1), (door_of(evening), 2)):
        page.goto(address)
        entry = evening.entry(number).pk
        row = page.locator(".entry", has_text=f"No{number}")
        row.locator("button.tap").press("Enter")
        expect(row).to_have_class("entry present")
        expect(page.locator(f"#tap-{entry}")).to_be_focused()
        row.locator("summary").press("Enter")
        row.get_by_role("button", name="Unexcused absence").press("Enter")
        expect(row).to_have_class("entry away")
        expect(page.locator(f"#choices-{entry}")).to_be_focused()
        row.get_by_role("button", name="on club duty").press("Enter")
        expect(row.locator(".kind[aria-pressed=true]")).to_have_text("Club")
        expect(row.locator(".kind[aria-pressed=true]")).to_be_focused()
        assert evening.slot(number).presence == Presence.CLUB


@pytest.mark.quick
def test_a_second_tap_at_the_door_takes_nothing_back(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.open()
    page = open_page(evening.director, PHONE)
    page.goto(door_of(evening))
    page.locator("button.tap").first.dblclick()
    page.locator("button.tap").nth(1).click()
    expect(page.locator(".entry.present")).to_have_count(2)
    assert [evening.slot(number).presence for number in (1, 2)] == [Presence.PRESENT] * 2


@pytest.mark.parametrize("is_published", [True, False])
def test_a_round_that_closes_while_a_helper_stands_at_the_door(
    open_page: Callable[..., Page], watch: Watch, is_published: bool
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = Evening.of(4)
    evening.open()
    evening.check_in(1, 2)
    page = open_page(evening.director, PHONE)
    page.goto(door_of(evening))
    if is_published:
        evening.pair()
        evening.publish()
    else:
        evening.call_off()
    page.locator("button.tap").last.press("Enter")
    said = "who plays in it is settled" if is_published else "There is no round"
    expect(page.locator("#notices")).to_contain_text(said)
    expect(page.locator(".entry")).to_have_count(0)
    expect(page.get_by_text("Nobody is checking in")).to_be_visible()
    page.wait_for_function("document.activeElement.closest('#door') !== null")


def test_undo_at_the_door_keeps_the_focus_where_it_was(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.open()
    page = open_page(evening.director, PHONE)
    page.goto(door_of(evening))
    page.locator("button.tap").first.click()
    expect(page.locator(".entry.present")).to_have_count(1)
    page.locator("#undo-last").press("Enter")
    expect(page.locator(".entry.present")).to_have_count(0)
    page.wait_for_function("document.activeElement !== document.body")
    assert page.evaluate("document.activeElement.closest('.at-door') !== null")


@pytest.mark.parametrize("width", [390, 820])
def test_groups_radar_and_all_expected_are_there_on_phone_and_tablet(
    open_page: Callable[..., Page], width: int
) -> None:
    evening = Evening.of(9, expected="who_says")
    evening.open()
    date = evening.round.date
    assert date is not None
    for number, said in {1: Response.COMING, 2: Response.LATER, 3: Response.AWAY, 4: Response.COMING}.items():
        at = datetime.time(20, 15) if said is Response.LATER else None
        entry = evening.entry(number)
        respond(entry, date, said, arrives_at=at, said_by=RespondedBy.TELEPHONE, actor=evening.director)
    page = open_page(evening.director, {"width": width, "height": 844})
    page.goto(evening_of(evening))

    for title in ("Coming 3", "No answer 5", "Away 1"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("button", name="No5", exact=False).first.click()
    bar = page.locator("#action-bar")
    expect(bar).to_contain_text("No2 is coming at about 20:15. 2 said yes but are not here yet: No1 and No4.")
    assert not slides_sideways(page)
    page.get_by_role("button", name="All 3 expected are here").click()
    expect(page.locator(".entry.present")).to_have_count(4)
    expect(bar).to_contain_text("All who were expected are here")
    bar.get_by_role("button", name="Undo").click()
    expect(page.locator(".entry.present")).to_have_count(1)


def test_the_word_in_the_field_for_a_name_is_not_cut_on_a_phone(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(PLAYERS)
    evening.open()
    page = open_page(evening.director, PHONE)
    page.goto(evening_of(evening))

    room, word = page.locator(".narrow-entries .filter input").evaluate(
        """field => {
          const style = getComputedStyle(field);
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = style.font;
          const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
          return [field.clientWidth - sides, pen.measureText(field.placeholder).width];
        }"""
    )

    assert word > 20
    assert room >= word + BUTTON_TO_CLEAR


@pytest.mark.parametrize("width", [390, 820])
def test_the_names_stay_under_the_finger(open_page: Callable[..., Page], width: int) -> None:
    evening = Evening.of(8)
    evening.open()
    page = open_page(evening.director, {"width": width, "height": 1180})
    page.goto(evening_of(evening))
    one, other, third = (page.locator(".entry .tap").nth(place) for place in (0, 2, 4))

    def tap(name: Locator, pressed: str) -> None:
        before = name.bounding_box()
        name.click()
        expect(name).to_have_attribute("aria-pressed", pressed)
        after = name.bounding_box()
        assert before is not None
        assert after is not None
        assert after["y"] == pytest.approx(before["y"], abs=1)

    tap(one, "true")
    page.click("#mark-expected")
    expect(page.locator(".entry.present")).to_have_count(8)
    tap(other, "false")
    tap(third, "false")
