"""What a report says and the club does not know: who was arbiter, at which rate was played."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class FederationReportForm(forms.Form):
    """Sent by GET with each download: nothing of it is kept."""

    city = forms.CharField(label=pgettext_lazy("a town", "Place"), max_length=100, required=False)
    federation = forms.RegexField(
        r"^[A-Za-z]{3}$",
        label=_("Federation"),
        help_text=_("Three letters, such as NOR or NED."),
        max_length=3,
        required=False,
        error_messages={"invalid": _("A federation has three letters, such as NOR or NED.")},
    )
    chief_arbiter = forms.CharField(
        label=_("Chief arbiter"),
        help_text=_("With the FIDE ID before the name. For KNSB: name and e-mail address."),
        max_length=100,
        required=False,
    )
    deputies = forms.CharField(
        label=_("Deputy arbiters"), help_text=_("A semicolon between them."), max_length=300, required=False
    )
    rate_of_play = forms.CharField(
        label=_("Rate of play"), help_text=_("In words: 90 min + 30 s/move."), max_length=100, required=False
    )
    seconds = forms.RegexField(
        r"^[0-9/+:]{1,60}$",
        label=_("Rate of play in seconds"),
        help_text=_("For TRF26, such as 5400+30 or 40/6000+30:900+30."),
        required=False,
        error_messages={"invalid": _("Digits with / + : between them, such as 5400+30.")},
    )
    plain_letters = forms.BooleanField(
        label=_("Without letters like å, ä, ö and ø"), required=False, help_text=_("Sweden asks for it.")
    )

    def clean_federation(self) -> str:
        federation: str = self.cleaned_data["federation"].upper()
        return federation
