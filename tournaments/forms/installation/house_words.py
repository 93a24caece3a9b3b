"""For each language the words that can be chosen, each with its alternatives."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.forms import BoundField

from clubchess.house_word_forms import WORDS
from clubchess.house_words import Choices
from clubchess.languages import OWN_NAMES


class HouseWordsForm(forms.Form):
    """A field is called by language and word: `da-board`."""

    def __init__(self, data: object = None, *, chosen: Choices) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        for language, words in WORDS.items():
            for word in words:
                usual, *_others = word.alternatives
                self.fields[f"{language}-{word.code}"] = forms.ChoiceField(
                    label=usual,
                    choices=[(each, each) for each in word.alternatives],
                    initial=chosen.get(language, {}).get(word.code, usual),
                    widget=forms.Select(attrs={"lang": language}),
                )

    @property
    def languages(self) -> Iterator[tuple[str, str, list[BoundField]]]:
        """Code, own name, and a field for each word."""
        for language, words in WORDS.items():
            yield language, OWN_NAMES[language], [self[f"{language}-{word.code}"] for word in words]

    @property
    def choices(self) -> Choices:
        return {
            language: {word.code: self.cleaned_data[f"{language}-{word.code}"] for word in words}
            for language, words in WORDS.items()
        }
