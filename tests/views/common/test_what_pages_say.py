"""What stands in the HTML is what the page was told: colours that are read out, links to the page itself, counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.tools.casts.factories import Evening
from tests.tools.guards.write_guard import guarded
from tests.tools.pages.html_tree import Element, Page
from tests.tools.pages.public_pages import addresses_of, texts_of
from tests.tools.pages.staff_pages import addresses_for_staff
from tournaments.models import Attendance
from tournaments.pairing.types.snapshot import Colour, Result

pytestmark = pytest.mark.django_db
IN_WORDS = {Colour.WHITE.value: "White", Colour.BLACK.value: "Black"}


@dataclass(frozen=True, kw_only=True)
class Told:
    """A walk that all of these tests read."""

    pages: Mapping[str, Page]
    by_name: Sequence[str]
    """The addresses of the two pages with the list by name."""
    seats: Mapping[str, tuple[str, str, str]]
    """By name: board, colour and opponent, as the rows have them."""


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Told]:
    """Seven players: one round with its table, corrected since, and one that is being played."""
    with django_db_blocker.unblock(), transaction.atomic(), guarded(), translation.override("en"):
        evening = Evening.of(7, system="keizer")
        evening.play()
        evening.draft(1, 2, 3, 4, 5, 6)
        evening.publish()
        evening.enter(1, Result.DRAW)
        evening.enter(1, Result.BLACK_WINS, in_round=1)
        yield Told(pages=_pages(evening), by_name=_with_the_list(evening), seats=_seats(evening))
        transaction.set_rollback(True)


def _pages(evening: Evening) -> dict[str, Page]:
    """All public ones, and the staff's of the tournament."""
    club, tournament = evening.tournament.club, evening.tournament
    staff = evening.client()
    own = [each for each in addresses_for_staff(tournament) if f"/{tournament.slug}/" in each]
    answers = {address: staff.get(address) for address in own}
    found = {
        **texts_of(Client(), addresses_of(club)),
        **{
            address: answer.content.decode(errors="replace")
            for address, answer in answers.items()
            if answer.status_code == 200
        },
    }
    return {address: Page.of(text) for address, text in found.items() if "<html" in text}


def _with_the_list(evening: Evening) -> list[str]:
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    return [
        reverse("public_tournament", args=slugs),
        reverse("public_round_names", args=[*slugs, evening.round.number]),
    ]


def _seats(evening: Evening) -> dict[str, tuple[str, str, str]]:
    rows = list(
        Attendance.objects.filter(round=evening.round, game__isnull=False).select_related("game", "entry__player")
    )
    return {
        str(row.entry.player): (str(row.game.board), IN_WORDS[row.colour], str(other.entry.player))
        for row in rows
        for other in rows
        if row.game is not None and other.game_id == row.game_id and other.pk != row.pk
    }


def classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def test_a_colour_is_read_out_as_it_is_shown(told: Told) -> None:
    chips = [
        (address, next(each for each in classes(element) if each in IN_WORDS), element.attributes["aria-label"])
        for address, page in told.pages.items()
        for element in page.elements
        if "chip" in classes(element) and "aria-label" in element.attributes
    ]
    assert len(chips) > 20
    assert [each for each in chips if IN_WORDS[each[1]] != each[2]] == []


SAID_LATER = {"notices", "keys-said", "said", "not-saved"}
"""Empty at first: a script, or an answer, writes into them."""


def test_what_is_said_later_is_heard(told: Told) -> None:
    there = [
        (element.attributes["id"], address, {"aria-live", "role"} & element.attributes.keys())
        for address, page in told.pages.items()
        for element in page.elements
        if element.attributes.get("id") in SAID_LATER
    ]
    assert {name for name, _address, _how in there} == SAID_LATER
    assert [each for each in there if not each[2]] == []


def test_the_list_by_name_says_of_everybody_the_board_colour_and_opponent_they_have(told: Told) -> None:
    assert [dict(_by_name(told.pages[address])) for address in told.by_name] == [told.seats] * 2


def _by_name(page: Page) -> Iterator[tuple[str, tuple[str, str, str]]]:
    for row in page.elements:
        if row.tag != "tr" or not row.is_within("table", **{"class": "by-name"}) or "data-player" not in row.attributes:
            continue
        inside = [each for each in page.elements if each.is_within_this(row)]
        [chip] = [each for each in inside if "chip" in classes(each)] or [None]
        if chip is None:
            continue
        cell = {kind: each.text.strip() for each in inside for kind in classes(each) if each.tag in {"td", "th"}}
        yield cell["who"], (cell["board"], chip.attributes["aria-label"] or "", cell["opponent"])


def test_of_links_side_by_side_one_is_current_and_it_is_the_one_to_the_page_itself(told: Told) -> None:
    """Which edition, which round: whoever does not see the colour is told where they are."""
    wrong, current = [], 0
    for address, page in told.pages.items():
        for group in page.elements:
            is_switch = group.tag in {"nav", "p"} and "switch" in classes(group)
            if not is_switch and not (group.tag == "nav" and "rounds" in classes(group)):
                continue
            links = [each for each in page.elements if each.tag == "a" and each.is_within_this(group)]
            here = {_path(each) for each in links if "aria-current" in each.attributes}
            current += len(here)
            if len(here) > 1 or (is_switch and not here) or {*map(_path, links)} & {address} - here:
                wrong.append((address, here))
    assert current > 8
    assert wrong == []


def _path(link: Element) -> str:
    return urlsplit(link.attributes["href"] or "").path


def test_a_count_in_the_words_over_a_table_is_the_number_of_its_rows(told: Told) -> None:
    counted = []
    for address, page in told.pages.items():
        for summary in page.elements:
            if summary.tag != "summary" or summary.above is None:
                continue
            [*numbers] = re.findall(r"\bof (\d+) players?\b", summary.text)
            rows = [
                e for e in page.elements if e.tag == "tr" and e.is_within("tbody") and e.is_within_this(summary.above)
            ]
            if numbers:
                counted.append((address, int(numbers[0]), len(rows)))
    assert counted, "nothing is corrected here"
    assert [each for each in counted if each[1] != each[2]] == []


SHARE = re.compile(r"\b[1-9]/[2-9]\b(?!\d)|½")
THOUSANDTHS = re.compile(r"\b0[.,]\d{3}\b|\b\d+/1000\b")
FIRST_PERSON = re.compile(r"\bI(?:['’]m|\b(?!I))")
LEFT_OF_A_LABEL = re.compile(r"\(\s*\)|\(\(|\)\)|, ?[,.:;](?!\w)|\( |: ?[:.,]|\bNone\b[.,]")


def test_a_page_has_one_form_of_a_number(told: Told) -> None:
    """Two thirds and 0.667 are not to be told apart by a reader; of the second no page says as 667/1000."""
    both = {
        address: (SHARE.findall(text), THOUSANDTHS.findall(text))
        for address, text in _words(told.pages)
        if SHARE.search(text) and THOUSANDTHS.search(text)
    }
    assert both == {}


def test_no_label_leaves_its_brackets_or_comma_in_a_sentence(told: Told) -> None:
    assert _around(told.pages, LEFT_OF_A_LABEL) == set()


def test_the_staffs_pages_speak_of_people_not_as_one_of_them(told: Told) -> None:
    """“I’m coming” is what a card says."""
    own = {address: page for address, page in told.pages.items() if "/staff/" in address}
    assert len(own) > 20
    assert _around(own, FIRST_PERSON) == set()


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        *((LEFT_OF_A_LABEL, each) for each in ("away ()", "Ann (ill ()), at home", "coming, .", "Board 3: .", "None.")),
        *((FIRST_PERSON, each) for each in ("I’m coming", "I'm late", "Say that I come")),
        *((THOUSANDTHS, each) for each in ("0.667 of it", "0,333", "667/1000")),
        *((SHARE, each) for each in ("2/3 of it", "½")),
    ],
)
def test_these_turns_would_be_found(pattern: re.Pattern[str], text: str) -> None:
    page = Page.of(f"<main><p>{text}</p></main>")
    assert _around({"": page}, pattern) != set()


def _around(pages: Mapping[str, Page], pattern: re.Pattern[str]) -> set[str]:
    """Each find with what stands before it."""
    return {
        " ".join(each.text[: found.end()].split())[-60:]
        for page in pages.values()
        for each in page.elements
        if each.tag not in {"script", "style"} and (found := pattern.search(each.text))
    }


def _words(pages: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    for address, page in pages.items():
        yield address, "\n".join(each.text for each in page.elements if each.tag not in {"script", "style"})
