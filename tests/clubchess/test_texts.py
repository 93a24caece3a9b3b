"""The program's own texts: what a page used, what the catalogues hold, what a better one must be."""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence

import pytest
from babel.messages.pofile import read_po
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext, pgettext, trans_real

from clubchess.texts.catalogue import Message, message_of, messages
from clubchess.texts.checks import MOST_LETTERS, cleaned, flags_of, gaps_of, what_is_wrong
from clubchess.texts.po_file import PoEntry, po_file
from clubchess.texts.recorder import is_recording_texts, recorded_texts

FUNCTIONS = ("gettext", "pgettext", "ngettext", "npgettext")


def are_djangos_own() -> bool:
    return all(getattr(translation._trans, name) is getattr(trans_real, name) for name in FUNCTIONS)  # type: ignore[attr-defined]


# What a page used


def test_texts_are_noted_in_their_order_and_only_meanwhile() -> None:
    gettext("Save")  # Django keeps the function that it looked up
    page = Template(
        '{% load i18n %}{% translate "Cancel" %}{% translate "Here" context "a player" %}'
        "{% blocktranslate count count=2 %}{{ count }} round{% plural %}{{ count }} rounds{% endblocktranslate %}"
    )
    with recorded_texts() as found, translation.override("nb"):
        assert is_recording_texts()
        gettext("Save")
        pgettext("a result", "Draw")
        ngettext("%(count)s game", "%(count)s games", 2)
        page.render(Context())
    assert list(found) == [
        ("", "Save"),
        ("a result", "Draw"),
        ("", "%(count)s game"),
        ("", "Cancel"),
        ("a player", "Here"),
        ("", "%(count)s round"),
    ]
    gettext("Edit")
    assert len(found) == 6
    assert not is_recording_texts()
    assert are_djangos_own(), "nothing is between while nobody records"


def test_what_another_thread_asks_for_is_not_on_this_page() -> None:
    def ask() -> None:
        gettext("Another page")
        assert not is_recording_texts()

    with recorded_texts() as outer:
        other = threading.Thread(target=ask)
        other.start()
        other.join()
        with recorded_texts() as inner:
            gettext("Inside")
        gettext("Outside")
    assert (list(outer), list(inner)) == ([("", "Outside")], [("", "Inside")])
    assert are_djangos_own()


def test_a_page_that_fails_leaves_nothing_behind() -> None:
    with pytest.raises(ZeroDivisionError), recorded_texts():
        _nothing = 1 / 0
    assert are_djangos_own()
    assert not is_recording_texts()


# What the catalogues hold


def test_a_message_has_its_english_and_what_stands_there_today() -> None:
    save = messages("nb")["", "Save"]
    assert (save.forms, save.plural) == (("Lagre",), "")
    assert message_of("nb", save.key) == save
    assert messages("en")["", "Save"].forms == ("Save",)
    assert message_of("nb", "0" * 20) is None
    counted = messages("de")["", "%(counter)s row repeats a name from above: read as one person"]
    assert len(counted.forms) == 2
    assert counted.plural == "%(counter)s rows repeat names from above: read as one person each"
    assert ("", "N j, Y") not in messages("nb"), "Django's own texts are not ours"


def test_a_language_that_is_not_there_has_none() -> None:
    assert messages("xx") == {}


def test_another_english_is_another_message() -> None:
    def key(**changed: str) -> str:
        return Message(**{"context": "", "english": "Save", "plural": "", **changed}, forms=("Lagre",)).key

    assert len({key(), key(context="a button"), key(english="Save it"), key(plural="Saves")}) == 4


# What a better one must be


def wrong(today: str | Sequence[str], *forms: str, longest: int | None = None) -> str | None:
    texts = (today,) if isinstance(today, str) else tuple(today)
    message = Message(context="", english="x", plural="" if len(texts) == 1 else "xs", forms=texts)
    return what_is_wrong(message, forms, longest=longest)


@pytest.mark.parametrize(
    ("today", "better"),
    [
        ("Lagre", "Lagre nå"),
        ("{name} går videre.", "Videre: {name}"),
        ("{name} går videre.", "{name} går videre, {name}."),
        ("%(count)s runder", "runder: %(count)s"),
        ('Se <a href="%(url)s">planen</a> og <b>runden</b>', '<b>Runden</b> og <a href="%(url)s">planen</a>'),
        ("Lagre", "=1+1"),
        ("Lagre", "a < b & c > d"),
        ("100%%", "hele 100%%"),
        ("én<br>to", "to<br>én"),
    ],
)
def test_these_are_taken(today: str, better: str) -> None:
    assert wrong(today, better) is None


@pytest.mark.parametrize(
    ("today", "better", "sentence"),
    [
        ("Lagre", " \n", "The text is empty."),
        ("{name} går videre.", "Videre!", "“{name}” is missing. It must be in the text just as it is today."),
        ("%(count)s runder", "runder", "“%(count)s” is missing. It must be in the text just as it is today."),
        ("%(count)s runder", "%(cuont)s runder", "“%(count)s” is missing. It must be in the text just as it is today."),
        ("Lagre", "Lagre {name}", "“{name}” is not in the text of today. Take it out."),
        ("{name}!", "{name}! {name.password}", "“{name.password}” is not in the text of today. Take it out."),
        ("{name}!", "{name}! {0!r:>99999999}", "“{0!r:>99999999}” is not in the text of today. Take it out."),
        ("{name}!", "{name}! }", "“}” is not in the text of today. Take it out."),
        ("%(count)s runder", "%(count)s runder, 100 %", "“%” is not in the text of today. Take it out."),
        ("Lagre", "<script>alert(1)</script>", "“<script>” is not in the text of today. Take it out."),
        (
            "Lagre",
            "<img src=x onerror=alert(1)",
            "“<img src=x onerror=alert(1)” is not in the text of today. Take it out.",
        ),
        ("<b>Lagre</b>", "Lagre", "“<b>” is missing. It must be in the text just as it is today."),
        ("<b>Lagre</b>", "</b>Lagre<b>", "“</b>” is not closed again, or in the wrong place."),
        ("<b>Nå</b> <i>så</i>", "<b>Nå <i>så</b></i>", "“</b>” is not closed again, or in the wrong place."),
    ],
)
def test_these_are_refused(today: str, better: str, sentence: str) -> None:
    assert wrong(today, better) == sentence


def test_how_long_it_may_be() -> None:
    assert wrong("Lagre", "x" * MOST_LETTERS) is None
    assert wrong("Lagre", "x" * 10_001) == "The text has 10001 characters. There is room for 10000."
    assert wrong("P", "Poeng", longest=3) == "The text has 5 characters. There is room for 3."


def test_each_form_is_looked_at_and_none_may_lack() -> None:
    today = ("%(count)s rad", "%(count)s rader")
    assert wrong(today, "%(count)s linje", "%(count)s linjer") is None
    assert (
        wrong(today, "%(count)s linje", "linjer")
        == "“%(count)s” is missing. It must be in the text just as it is today."
    )
    assert wrong(today, "%(count)s linje") == "This text has 2 forms, and the correction has 1."


def test_what_is_typed_is_cleaned() -> None:
    assert cleaned("  Lagre\r\nnå\0\u202e\x04 ", "Lagre") == "Lagre\nnå"
    assert cleaned("Lagre", "\nSave\n ") == "\nLagre\n "
    assert cleaned("Stil\u00adling", "x") == "Stil\u00adling", "where a word may break stays"
    assert cleaned("A\u030angre", "x") == "Ångre"


def test_gaps_are_named_once_and_flagged_as_gettext_does() -> None:
    assert gaps_of("%(a)s {b} %(a)s {c} 100%%") == ("%(a)s", "{b}", "{c}")
    assert flags_of("%(a)s", "{b}") == ("python-format", "python-brace-format")
    assert flags_of("100 %") == ()


# The file


HOSTILE = ('=HYPERLINK("http://x")', "<script>alert(1)</script>", 'a\\nb"\n\tmsgid "x"', "@SUM(1)", "\u2028#, fuzzy")


def test_the_file_is_one_of_gettext_whatever_was_typed() -> None:
    entries = [
        PoEntry(context="", english=f"Text {number}", plural="", forms=(text,), notes=(f"Today: {text}\u2028msgid x",))
        for number, text in enumerate(HOSTILE)
    ]
    entries.append(PoEntry(context="a\nb", english="{n} game", plural="{n} games", forms=("{n} parti", "{n} partier")))
    made = po_file("nb", entries, version="1.0.0", made_at=timezone.now())
    read = read_po(io.BytesIO(made.encode()), abort_invalid=True)

    assert str(read.locale) == "nb"
    assert [message.string for message in read if message.id] == [*HOSTILE, ("{n} parti", "{n} partier")]
    assert [message.fuzzy for message in read] == [False] * 7
    counted = read.get("{n} game", context="a\nb")
    assert counted is not None
    assert "python-brace-format" in counted.flags
