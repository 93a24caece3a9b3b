"""Passwords: a new one, one's own, and once more before what matters."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.services.accounts.accounts import LONGEST_NAME

LONGEST_PASSWORD = 200


class PasswordForm(forms.Form):
    """A password for the user whom the invitation lets in, typed twice."""

    password = forms.CharField(
        label=_("Password"),
        help_text=_(
            "At least 10 characters, and nothing that others would guess. Several words that do not belong together "
            "are long and easy to keep in mind."
        ),
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    repeated = forms.CharField(
        label=_("The password once more"),
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed through as they came
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, self.user)
        if self.user.check_password(password):
            raise ValidationError(_("This is the password that you have now. Choose another."))
        return password

    def clean_repeated(self) -> str:
        repeated: str = self.cleaned_data["repeated"]
        if "password" in self.cleaned_data and self.cleaned_data["password"] != repeated:
            raise ValidationError(_("The two passwords differ."))
        return repeated


class ConfirmForm(forms.Form):
    """The password once more, before something that changes who can log in."""

    current = forms.CharField(
        label=_("Your password"),
        strip=False,
        required=False,  # what is missing is said in the view, where the password is looked at
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class OwnDetailsForm(ConfirmForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("Not needed. You can log in with it in place of the user name."),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["current"].help_text = _("Only to change the e-mail address.")


class OwnPasswordForm(PasswordForm, ConfirmForm):
    field_order = ("current", "password", "repeated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("New password")
        self.fields["repeated"].label = _("The new password once more")
