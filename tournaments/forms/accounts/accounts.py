"""Log-in, invitations, passwords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role, Tournament, User
from tournaments.models.name_matching import clean_name
from tournaments.services.accounts.accounts import LONGEST_NAME

LONGEST_PASSWORD = 200


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


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none"}),
    )


class PasswordAndCodeForm(ConfirmForm, CodeForm):
    field_order = ("current", "code")


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
    field_order = ("name", "username", "password", "repeated")

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
        help_text=_("As the list of the staff has it. Whoever opens the link logs in, or makes an account."),
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
