"""Categories: what is proposed, their names and ratings, and who is in which."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.exchange.tournament_file import LONGEST_CATEGORY, MOST_CATEGORIES
from tournaments.names import clean_name
from tournaments.pages.setup.categories import CategoryMember, CategoryProposal, CategorySetup
from tournaments.selectors.categories import TournamentCategory
from tournaments.services.setup.categories import PlannedCategory

_EMPTY_ROWS = 2
_HIGHEST_RATING = 9999
MOST_SHOWN = 900
"""Of the players: Django reads a thousand fields of a form. Whoever is not in it stays where they are."""
_RATING = {"inputmode": "numeric", "autocomplete": "off", "size": 5}


class NumbersField(forms.CharField):
    """Whole numbers from 1, with commas or blanks between."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "inputmode": "text"}
        super().__init__(max_length=100, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most = most

    def clean(self, value: Any) -> tuple[int, ...]:
        parts = re.split(r"[\s,;/]+", super().clean(value).strip())
        if not all(re.fullmatch(r"[1-9]\d{0,3}", part, re.ASCII) for part in parts):
            raise forms.ValidationError(_("Write numbers with commas between, such as 1200, 1600."))
        if len(parts) > self.most:
            raise forms.ValidationError(_("There are at most {count} categories.").format(count=MOST_CATEGORIES))
        return tuple(map(int, parts))


class BordersForm(forms.Form):
    borders = NumbersField(
        label=gettext_lazy("By rating: the highest of each"),
        most=MOST_CATEGORIES - 2,  # beside those over the last one, and the unrated
    )

    def clean_borders(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.cleaned_data["borders"])))

    def proposal(self, setup: CategorySetup) -> CategoryProposal:
        return setup.by_rating(self.cleaned_data["borders"])


class SizesForm(forms.Form):
    sizes = NumbersField(label=gettext_lazy("By the starting list: how many in each"), most=MOST_CATEGORIES)

    def proposal(self, setup: CategorySetup) -> CategoryProposal:
        return setup.by_list(self.cleaned_data["sizes"])


class TournamentCategoryForm(forms.Form):
    """Without a name there is none."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_CATEGORY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    was = forms.CharField(required=False, widget=forms.HiddenInput())
    low = forms.IntegerField(
        label=pgettext_lazy("rating", "From"),
        min_value=0,
        max_value=_HIGHEST_RATING,
        required=False,
        widget=forms.TextInput(attrs=_RATING),
    )
    high = forms.IntegerField(
        label=pgettext_lazy("rating", "To"),
        min_value=0,
        max_value=_HIGHEST_RATING,
        required=False,
        widget=forms.TextInput(attrs=_RATING),
    )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        low, high = given.get("low"), given.get("high")
        if low is not None and high is not None and low > high:
            self.add_error("high", _("The end is before the beginning."))
        return given

    @property
    def called(self) -> str:
        """As it is typed, or as it was where its name is taken away."""
        return clean_name(str(self["name"].value() or "")) or str(self["was"].value() or "")

    @property
    def planned(self) -> PlannedCategory | None:
        given = self.cleaned_data
        if not clean_name(given["name"]):
            return None
        category = TournamentCategory(name=clean_name(given["name"]), low=given["low"], high=given["high"])
        return PlannedCategory(category=category, was=given["was"])


class MembersForm(forms.Form):
    """Of each entry the number of its category in the form above; empty for none."""

    def __init__(
        self,
        members: Sequence[CategoryMember],
        categories: Sequence[TournamentCategoryForm],
        data: Mapping[str, Any] | None,
        chosen: Mapping[int, str],
    ) -> None:
        super().__init__(data, label_suffix="")
        names = [each.called for each in categories]
        choices = [("", "–"), *((str(place), name) for place, name in enumerate(names) if name)]
        for each in members:
            name = chosen.get(each.entry, "")
            self.fields[f"entry-{each.entry}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=each.name,
                initial=str(names.index(name)) if name and name in names else "",
            )


@dataclass(frozen=True, kw_only=True)
class CategoriesForms:
    """All that the page asks for; wrong in one place, nothing is saved and nothing typed is lost."""

    categories: tuple[TournamentCategoryForm, ...]
    members: MembersForm
    rows: tuple[tuple[CategoryMember, forms.BoundField], ...]
    shown_of_many: str = ""
    """Which are shown, where there are too many for one form."""

    @classmethod
    def of(
        cls, setup: CategorySetup, data: Mapping[str, Any] | None, proposal: CategoryProposal | None = None
    ) -> CategoriesForms:
        there = {each.name for each in setup.categories}
        shown = setup.categories if proposal is None else proposal.categories
        initial = [
            {"name": each.name, "was": each.name if each.name in there else "", "low": each.low, "high": each.high}
            for each in shown
        ]
        count = len(shown) + _EMPTY_ROWS
        if data is not None:
            count = sum(f"c{place}-name" in data for place in range(MOST_CATEGORIES))
        categories = tuple(
            TournamentCategoryForm(
                data,
                prefix=f"c{place}",
                label_suffix="",
                initial=initial[place] if place < len(initial) else {},
            )
            for place in range(min(count, MOST_CATEGORIES))
        )
        members, shown_of_many = setup.members, ""
        if len(members) > MOST_SHOWN:
            members = tuple(sorted(members, key=lambda each: each.category != "")[:MOST_SHOWN])
            shown_of_many = _("{count} players are shown, those in no category first. Save to go on with the others.")
        if data is not None:
            members = tuple(each for each in setup.members if f"entry-{each.entry}" in data)
        chosen = {each.entry: each.category for each in members} if proposal is None else proposal.members
        form = MembersForm(members, categories, data, chosen)
        rows = tuple((each, form[f"entry-{each.entry}"]) for each in members)
        return cls(categories=categories, members=form, rows=rows, shown_of_many=shown_of_many.format(count=MOST_SHOWN))

    def is_valid(self) -> bool:
        return not [form for form in (*self.categories, self.members) if not form.is_valid()]

    @property
    def planned(self) -> list[PlannedCategory]:
        return [each for form in self.categories if (each := form.planned) is not None]

    @property
    def chosen(self) -> dict[int, str]:
        """By the entry's key the name of the category; of one whose name was taken away the name that it had."""
        names = {str(place): form.called for place, form in enumerate(self.categories)}
        return {member.entry: names.get(self.members.cleaned_data[field.name], "") for member, field in self.rows}
