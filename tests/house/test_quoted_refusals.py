"""Every sentence by which a service refuses is quoted by a test: whoever rewords one sees where it comes about."""

from __future__ import annotations

import pytest

from tests.tools.guards.refusal_sentences import quoted_strings, refusal_sentences, sentences_of, strings_of, unquoted


@pytest.mark.slow
def test_every_refusal_is_quoted_by_a_test() -> None:
    sentences = refusal_sentences()
    assert len(sentences) > 250
    missing = [f"{sentences[each]}: {each}" for each in unquoted(sentences, quoted_strings())]
    assert not missing, "\n".join(["no test quotes", *missing])


def test_it_finds_what_is_marked_and_of_two_forms_the_second() -> None:
    source = (
        'SAID = gettext_lazy("It is late.")\n'
        "def refuse():\n"
        '    """No refusal."""\n'
        '    raise Refused(_("Round {number} is over.").format(number=1))\n'
        '    raise Refused(ngettext("{count} is too many.", "{count} are too many.", 2))\n'
        '    label = _("Round")\n'
    )
    assert {*sentences_of(source)} == {"It is late.", "Round {number} is over.", "{count} are too many."}


def test_a_docstring_and_a_name_are_no_quotation() -> None:
    source = (
        '"""Of the file."""\ndef test_one():\n    """Of the test."""\n    assert said == f"Round {n} is" and b"over"'
    )
    assert {*strings_of(source)} == {"Round ", " is", "over"}


def test_a_sentence_is_quoted_by_all_its_words_or_by_a_part_that_is_its_own() -> None:
    over, begun = "Round {number} of {tournament} is over by now.", "Round {number} of {tournament} has begun."
    for strings in (
        ["Round 3 of Autumn is over by now."],  # with its gaps filled
        ["Round ", " of ", " is over by now."],  # the pieces of an f-string
        ["is over by now"],
    ):
        assert unquoted([over, begun], strings) == [begun], strings
    for strings in (["over by"], ["Round 3 of "], []):  # too short, and what both begin with
        assert unquoted([over, begun], strings) == [begun, over], strings
