"""Log-in, and the code of the second factor."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from tournaments.forms.accounts.passwords import LONGEST_PASSWORD, ConfirmForm


class LogInForm(AuthenticationForm):
    """The same sentence for a wrong name and a wrong password: nobody learns who has an account."""

    error_messages = {  # noqa: RUF012  # Django's own form declares it as a plain attribute
        "invalid_login": _("The name or the password is wrong. Capitals count in the password."),
        "inactive": _("The name or the password is wrong. Capitals count in the password."),
    }
    username = forms.CharField(
        label=_("User name or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none"}),
    )


class PasswordAndCodeForm(ConfirmForm, CodeForm):
    field_order = ("current", "code")
