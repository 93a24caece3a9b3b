"""A tournament file: chosen, and then confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.tournament import NewTournamentForm
from tournaments.models import Club

MAX_BYTES = 5_000_000


class TournamentFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("A tournament file (.json) of at most 5 MB, such as a tournament’s set-up offers for download."),
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )


class ImportTournamentForm(NewTournamentForm):
    """Where it goes and how it is called; its rounds are the file's own. The same file may be taken in again."""

    may_share_name = True

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None, *, name: str = "") -> None:
        super().__init__(club, data, name=name)
        del self.fields["planned_rounds"]
        self.fields["new_players"] = forms.BooleanField(
            label=_("Make new players for all, also for those whom the club seems to have"), required=False
        )
