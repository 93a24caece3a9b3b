"""Whom an invitation lets in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.accounts.passwords import PasswordForm
from tournaments.models import Role, Tournament, User
from tournaments.names import clean_name
from tournaments.services.accounts.accounts import LONGEST_NAME


class NewAccountForm(PasswordForm):
    """Of somebody who was invited and has no account yet."""

    username = forms.CharField(
        label=_("User name"),
        help_text=_("The name to log in with."),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, required=False, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    field_order: tuple[str, ...] = ("name", "username", "password", "repeated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        nobody_yet = User()
        nobody_yet.set_unusable_password()
        super().__init__(*args, user=nobody_yet, **kwargs)

    def clean_username(self) -> str:
        self.user.username = self.cleaned_data["username"].strip()
        return self.user.username

    def account(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in ("username", "name", "password")}


class InviteForm(forms.Form):
    """`tournaments` are those that can be ticked; with `everywhere` it does not matter which."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_(
            "As it should appear in the staff list. The person who opens the link logs in or makes an account."
        ),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        help_text=_(
            "A director runs the tournaments ticked here, a helper checks in and enters results there. "
            "An admin does everything in the club."
        ),
        choices=Role,
        initial=Role.DIRECTOR,
        widget=forms.RadioSelect,
    )
    everywhere = forms.BooleanField(label=_("All tournaments, also later ones"), initial=True, required=False)

    def __init__(self, tournaments: Sequence[Tournament], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.offered = {str(tournament.pk): tournament for tournament in tournaments}
        self.fields["tournaments"] = forms.MultipleChoiceField(
            label=_("Or only these"),
            choices=[(key, tournament.name) for key, tournament in self.offered.items()],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Say who is invited: a name."))
        return name

    def invitation(self) -> dict[str, Any]:
        return {**self.cleaned_data, "tournaments": [self.offered[key] for key in self.cleaned_data["tournaments"]]}
