"""Log-in, invitations, passwords."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role, User

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
        help_text=lazy(lambda: " ".join(password_validators_help_texts()), str)(),
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
        return password

    def clean_repeated(self) -> str:
        repeated: str = self.cleaned_data["repeated"]
        if "password" in self.cleaned_data and self.cleaned_data["password"] != repeated:
            raise ValidationError(_("The two passwords differ."))
        return repeated


class InviteForm(forms.Form):
    username = forms.CharField(
        label=_("User name"),
        help_text=_("The name to log in with: letters and digits, no @."),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(
        label=_("Role"),
        help_text=_(
            "A director runs the tournaments ticked for them, a helper checks in and enters results there. "
            "An admin does everything in the club."
        ),
        choices=Role,
        initial=Role.DIRECTOR,
        widget=forms.RadioSelect,
    )
