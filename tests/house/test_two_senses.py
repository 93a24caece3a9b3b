"""The check that a word of two senses says which is meant: other languages have two words."""

from pathlib import Path

import pytest

from tools.two_senses import SENSES, in_python, in_template, two_senses


def test_every_word_of_ours_says_which_sense_is_meant() -> None:
    assert list(two_senses()) == []


def test_it_names_file_line_word_and_senses(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text("<p>\n{% translate 'Draw' %}</p>")
    (tmp_path / "tournaments").mkdir()
    (tmp_path / "tournaments" / "a.py").write_text("\nstate = _('last')\n")

    assert list(two_senses(tmp_path)) == [
        "templates/a.html:2: say by a context what “Draw” means (half a point, a lot)",
        "tournaments/a.py:2: say by a context what “last” means (the previous one, the final one)",
    ]


def test_the_words_are_kept_in_small_letters_each_with_its_senses() -> None:
    assert [word for word, senses in SENSES.items() if word != word.casefold() or not senses] == []


@pytest.mark.parametrize(
    "html",
    [
        "{% translate 'Draw' %}",
        '{% translate "is here" as said %}',
        "{% trans 'open' %}",
        "{% blocktranslate trimmed %}\n  Withdrawn\n{% endblocktranslate %}",
    ],
)
def test_it_finds_a_bare_word_in_a_template(html: str) -> None:
    assert in_template(html)


@pytest.mark.parametrize(
    "html",
    [
        "{% translate 'Draw' context 'a result' %}",
        "{% translate 'Draw by lot' %}",
        "{% translate 'Round' %}",
        "{% blocktranslate with x=1 trimmed %}from {{ x }}{% endblocktranslate %}",
        "{% blocktranslate context 'a player' %}withdrawn{% endblocktranslate %}",
        "<p>draw</p>",
    ],
)
def test_it_lets_words_with_a_context_and_whole_texts_through(html: str) -> None:
    assert in_template(html) == []


@pytest.mark.parametrize("code", ["_('Draw')", "gettext_lazy('withdrawn')", "choice(label=_('Up'))", "gettext('And')"])
def test_it_finds_a_bare_word_in_a_module(code: str) -> None:
    assert in_python(code)


@pytest.mark.parametrize("code", ["pgettext('a result', 'Draw')", "_('Drawn game')", "_(draw)", "said('last')"])
def test_it_lets_words_with_a_context_in_a_module_through(code: str) -> None:
    assert in_python(code) == []
