"""A tournament file: chosen, and then confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf.importer import may_go_on
from tournaments.forms.setup.settings import NewTournamentForm
from tournaments.models import Club
from tournaments.pairing.discovery import SYSTEMS

MAX_BYTES = 5_000_000


class TournamentFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "A tournament file (.json), as a tournament’s set-up offers it; a report of another program "
            "(TRF16 or TRF26); Sevilla’s JSON export; or a tournament of KeizerForClubs (.s3db), where "
            "“retired” players are read as withdrawn. At most 5 MB."
        ),
        allow_empty_file=True,  # said in a sentence of its own
        widget=forms.FileInput(attrs={"accept": ".json,.trf,.trfx,.txt,.s3db,application/json,text/plain"}),
    )


class ImportTournamentForm(NewTournamentForm):
    """Where it goes and how it is called; its rounds are the file's own. The same file may be taken in again."""

    may_share_name = True

    def __init__(
        self,
        club: Club,
        data: Mapping[str, Any] | None = None,
        *,
        name: str = "",
        report: TournamentFile | None = None,
    ) -> None:
        """`report`: what was made of another program's: how it goes on is asked then."""
        super().__init__(club, data, name=name)
        if report is None:
            del self.fields["planned_rounds"]
        else:
            self._ask_how_it_goes_on(report)
        self.fields["new_players"] = forms.BooleanField(
            label=_("Make new players for all, also for those whom the club seems to have"), required=False
        )

    def _ask_how_it_goes_on(self, report: TournamentFile) -> None:
        of_teams = report.snapshot.boards is not None
        codes = [code for code in SYSTEMS if may_go_on(code, of_teams=of_teams)]
        self.fields["system"] = forms.ChoiceField(
            label=_("System for the rounds to come"),
            choices=[(code, gettext(SYSTEMS[code].info.name)) for code in codes],
            initial=report.system,
        )
        planned = self.fields["planned_rounds"]
        planned.required = False
        planned.initial = report.snapshot.planned_rounds
        self.initial["planned_rounds"] = planned.initial
        planned.help_text = _(
            "Leave it empty if it is not fixed. If the tournament is over: {count}, the rounds played. An "
            "all-play-all has as many as its plan."
        ).format(count=len(report.snapshot.rounds))
