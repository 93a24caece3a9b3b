"""Who enters a tournament, and who shall not meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Player, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.selectors.display_names import display_names_of_entries


class EnterPlayersForm(forms.Form):
    """Active players of the club, ticked or all of them."""

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.candidates = Player.objects.filter(club=tournament.club_id, is_active=True).exclude(
            entries__tournament=tournament
        )
        self.fields["all"] = forms.BooleanField(required=False)
        # Somebody else may have entered one of them since: that one is simply in.
        self.fields["players"] = forms.ModelMultipleChoiceField(
            Player.objects.filter(club=tournament.club_id, is_active=True), required=False, label=_("Players")
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("all") and not cleaned.get("players") and not self.errors:
            self.add_error("players", _("Tick at least one player."))
        return cleaned

    def chosen(self) -> list[Player]:
        return list(self.candidates if self.cleaned_data["all"] else self.cleaned_data["players"])


class PairForm(forms.Form):
    """Two entries of the tournament, chosen by name."""

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
        by_name = sorted_by_name(display_names_of_entries(self.entries.values()).items(), lambda choice: choice[1])
        for name, label in (("one", _("One player")), ("other", _("The other player"))):
            self.fields[name] = forms.TypedChoiceField(choices=[("", _("Choose …")), *by_name], coerce=int, label=label)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different players."))
        return cleaned

    def pair(self) -> tuple[Entry, Entry]:
        return self.entries[self.cleaned_data["one"]], self.entries[self.cleaned_data["other"]]


class JoiningForm(forms.Form):
    """`website` is for machines: no person sees it."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    home_club = forms.CharField(label=_("Club, if any"), max_length=100, required=False)
    rating_number = forms.CharField(label=_("Rating number, if any"), max_length=20, required=False)
    reach = forms.CharField(
        label=_("How can we reach you?"),
        max_length=200,
        required=False,
        help_text=_(
            "A mail address or a telephone number, if you want an answer."
            " Only the director sees it, and it is erased afterwards."
        ),
    )
    website = forms.CharField(required=False)
