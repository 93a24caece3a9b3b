"""Which messages stand on a page is read off it: each in its element, beside its neighbour."""

from __future__ import annotations

import itertools

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.languages.pseudo_language import parts_of_its_own
from tools.collected_texts import ROOT, Text
from tools.marked_pages import Marks, Place, beside, heading_above, places
from tools.texts_by_page import Sight, rows, seen

WORDS = ("Save", "Undo", "Boards", "Name", "Round", "Close", "yes", "Is paid", "{count} games", "here", "Colour", "Red")
MARKS = Marks([(None, word, None) for word in WORDS])


def on(html: str) -> list[Place]:
    """Of a page in which each word between asterisks was asked of a catalogue."""
    parts = html.split("*")
    said = [MARKS.marked(None, part, part) if place % 2 else part for place, part in enumerate(parts)]
    return places(f"<html><body><main>{''.join(said)}</main></body></html>", MARKS)


def text(english: str) -> Text:
    return None, english, None


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<button>*Save*</button>", "button"),
        ("<button><span>*Save*</span></button>", "button"),
        ('<a role="button" href="#">*Save*</a>', "button"),
        ('<a href="#">*Save*</a>', "link"),
        ('<nav><a href="#">*Save*</a></nav>', "menu"),
        ("<table><thead><tr><th>*Name*</th></tr></thead></table>", "column head"),
        ('<table><tr><th scope="row">*Name*</th></tr></table>', "head of a row"),
        ("<label>*Name*</label>", "label"),
        ('<label><input type="checkbox"> *Name*</label>', "tick box"),
        ('<label><input type="radio"> *Red*</label>', "one of several to choose from"),
        ("<select><option>*Red*</option></select>", "choice in a list"),
        ("<h2>*Boards*</h2>", "heading"),
        ('<p role="status">*Save*</p>', "notice"),
        ('<nav aria-label="*Boards*"></nav>', "read aloud only: menu"),
        ('<div data-busy="*Save*"></div>', "said by a script"),
        ('<input type="submit" value="*Save*">', "button"),
        ('<input type="text" value="*Red*">', "proposed in a field"),
        ("<div>*Save*</div>", "text"),
    ],
)
def test_a_message_is_known_by_the_element_in_which_it_stands(html: str, kind: str) -> None:
    assert [place.kind for place in on(html)] == [kind]


def test_scripts_and_words_that_nobody_asked_for_are_not_read() -> None:
    assert on("<script>const a = '*Save*'</script><p>Save</p>") == []


def test_a_message_in_the_gap_of_another_says_so() -> None:
    outer = MARKS.marked(None, "{count} games", f"{MARKS.marked(None, 'here', 'here')} games")

    assert [(place.text[1], place.inside) for place in places(f"<p>{outer}</p>", MARKS)] == [
        ("{count} games", None),
        ("here", text("{count} games")),
    ]


def test_beside_it_stands_what_is_nearest() -> None:
    found = on("<form><p>*Name*</p><div><button>*Save*</button><button>*Undo*</button></div></form>")

    assert beside(found[1], found) == text("Undo")


def test_a_choice_stands_beside_the_label_of_its_field() -> None:
    html = '<label for="c">*Colour*</label><p>*Round*</p><select id="c"><option>*Red*</option></select>'
    found = on(html)

    assert beside(found[2], found) == text("Colour")


def test_a_cell_stands_beside_the_head_of_its_column() -> None:
    html = (
        "<table><thead><tr><th>*Name*</th><th>*Is paid*</th></tr></thead><tr><td>Kari</td><td>*yes*</td></tr></table>"
    )
    found = on(html)

    assert beside(found[2], found) == text("Is paid")


def test_the_legend_of_another_group_is_no_heading_of_what_comes_after() -> None:
    found = on("<h2>*Boards*</h2><fieldset><legend>*Colour*</legend><p>*Red*</p></fieldset><p>*Name*</p>")

    assert [heading_above(place, found) for place in found[2:]] == [text("Colour"), text("Boards")]


@pytest.mark.django_db
def test_a_page_of_the_program_is_read_so(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.of(5)
    club = evening.tournament.club
    parts_of_its_own(monkeypatch)
    marks = Marks([text("Players"), text("Rating"), text("Add a player"), text("Nobody is in the list yet.")])
    client = Client()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")

    with marks.spoken():
        answer = client.get(f"/en/{club.slug}/staff/players/")
    found = {(place.text[1], place.kind) for place in places(answer.content.decode(), marks)}

    assert ("Players", "heading") in found
    assert ("Rating", "column head") in found
    assert "Nobody is in the list yet." not in {english for english, _kind in found}


def test_of_several_places_the_one_that_is_seen_is_named() -> None:
    (aloud,) = on('<nav aria-label="*Boards*"></nav>')
    (heading,) = on("<h2>*Boards*</h2>")
    found = [
        Sight(who="public", page=page, is_picture=True, place=place, beside=None, under=None)
        for page, place in (("round", aloud), ("story", aloud), ("hall", heading))
    ]

    (row,) = rows(found)

    assert (row.kind, row.page, row.pictures, row.pages) == ("heading", "hall", "hall round story", 3)


def test_whoever_sees_it_elsewhere_is_named_too() -> None:
    (place,) = on("<button>*Save*</button>")
    found = [
        Sight(who=who, page=page, is_picture=is_picture, place=place, beside=None, under=None)
        for who, page, is_picture in (("staff", "staff-set-up", True), ("card", "settings", False))
    ]

    assert [row.who for row in rows(found)] == ["staff (also players)"]


def test_pictures_that_are_named_are_there() -> None:
    named = set(itertools.chain.from_iterable(row.pictures.split() for row in seen().values()))

    assert len(named) > 50
    assert sorted(name for name in named if not (ROOT / f"docs/screens/{name}.webp").exists()) == []
