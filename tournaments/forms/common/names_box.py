"""The box for names: pasted, or from a file; and what is said of them below it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.exchange.player_list import PlayerList
from tournaments.pages.common.system_choice import system_tiles
from tournaments.pairing.discovery import SYSTEMS

MOST_PASTED = 500_000
"""Characters."""
_USUAL = "attendance_monrad"


class NamesBoxForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Paste your list"),
        help_text=gettext_lazy(
            "One name per line, a table with column names in the first row, or numbers from a rating list."
        ),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        help_text=gettext_lazy("CSV or a spreadsheet (.xlsx, .xls, .ods), at most 2 MB and 2,000 players."),
        required=False,
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )

    @property
    def is_empty(self) -> bool:
        return not self.cleaned_data.get("file") and not self.cleaned_data.get("text", "").strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class NamesAnswers:
    """What was ticked below the names. `two`: rows of those who share a name and are somebody else."""

    two: frozenset[int] = frozenset()
    mends_capitals: bool = True
    are_children: bool = False
    update: bool = False
    takes_from_lists: bool | None = None
    """The numbers and ratings of whom rating lists have; None: nobody was asked yet."""
    rating_column: int | None = None
    """A place in PlayerList.rating_columns."""

    @classmethod
    def of(cls, data: QueryDict) -> NamesAnswers:
        """Before the names were looked at nothing was said of capitals."""
        numbers, column = data.getlist("two"), data.get("rating_column", "")
        return cls(
            two=frozenset(int(each) for each in numbers if re.fullmatch(r"[0-9]{1,6}", each, re.ASCII)),
            mends_capitals="capitals" in data or "upload" not in data,
            are_children="children" in data,
            update="update" in data,
            takes_from_lists="lists" in data if "asked_lists" in data else None,
            rating_column=int(column) if re.fullmatch(r"[0-9]{1,2}", column, re.ASCII) else None,
        )

    def applied(self, found: PlayerList) -> PlayerList:
        if self.rating_column is not None and self.rating_column < len(found.rating_columns):
            found = found.rated_by(found.rating_columns[self.rating_column])
        return found.without_capitals() if self.mends_capitals else found


class PlayTodayForm(forms.Form):
    """A tournament of those who were just pasted, with what is usual for all the rest."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="today", label_suffix="")
        self.fields["name"] = forms.CharField(
            label=gettext_lazy("Name of the tournament"),
            max_length=200,
            initial=_("Tournament of {date}").format(date=date_format(timezone.localdate(), "MONTH_DAY_FORMAT")),
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        self.fields["system"] = forms.ChoiceField(
            label=gettext_lazy("Pairing system"),
            choices=[(tile.code, tile.name) for tile in system_tiles()],
            initial=_USUAL if _USUAL in SYSTEMS else None,
        )
