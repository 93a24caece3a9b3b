"""The box for fixtures: pasted, or from a file; and which of our teams a name in it means."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import OutsideTeam
from tournaments.names import folded_name
from tournaments.services.teams.fixture_teams import Answers, TeamQuestion, which_team

MOST_PASTED = 500_000
"""Characters."""
MAX_BYTES = 5_000_000
_OTHERS = "none"


class FixturesBoxForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Paste the matches"),
        help_text=gettext_lazy(
            "One match per line: date, time, home team, away team; or a table with column names in the first row."
        ),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        help_text=gettext_lazy(
            "CSV or a spreadsheet, at most 2 MB and 2,000 matches; or a calendar (.ics), at most 5 MB and 5,000 events."
        ),
        required=False,
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods,.ics,text/calendar"}),
    )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        file = found.get("file")
        if file and file.size > MAX_BYTES:  # before it is read
            self.add_error("file", _("The file is larger than {count} megabytes.").format(count=MAX_BYTES // 1_000_000))
        elif not self.errors and not file and not found.get("text", "").strip():
            self.add_error("text", _("Paste a list here, or choose a file below."))
        return found

    @property
    def data_sent(self) -> bytes:
        file = self.cleaned_data["file"]
        text: str = self.cleaned_data["text"]
        return bytes(file.read()) if file else "\n".join(text.strip("\r\n").splitlines()).encode()


class WhichTeamForm(forms.Form):
    """A list of our teams for each name that nothing else tells. It is filled with what is likely."""

    def __init__(
        self, questions: Sequence[TeamQuestion], teams: Sequence[OutsideTeam], data: Mapping[str, Any] | None = None
    ) -> None:
        is_answered = data is not None and any(_field_of(each.name) in data for each in questions)
        super().__init__(data if is_answered else None, label_suffix="")
        self._names = {_field_of(each.name): folded_name(each.name) for each in questions}
        for each in questions:
            self.fields[_field_of(each.name)] = forms.ChoiceField(
                label=which_team(each.name),
                choices=[
                    ("", _("Choose a team")),
                    *((str(team.pk), team.name) for team in teams),
                    (_OTHERS, _("none of them")),
                ],
                initial=str(each.suggested.pk) if each.suggested else "",
                error_messages={"required": _("Choose one of your teams, or “none of them”.")},
            )

    def answers(self) -> Answers:
        """Those that were given."""
        if not self.is_bound:
            return {}
        self.full_clean()
        given = {name: value for name, value in self.cleaned_data.items() if value}
        return {self._names[name]: None if value == _OTHERS else int(value) for name, value in given.items()}

    @property
    def is_complete(self) -> bool:
        return not self.fields or (self.is_bound and self.is_valid())


def _field_of(name: str) -> str:
    """The same whatever else stands in the list."""
    return f"team-{hashlib.sha256(folded_name(name).encode()).hexdigest()[:12]}"
