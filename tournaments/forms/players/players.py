"""A player's details, their contact, and the file of an import."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Player, PlayerContact, Sex, ShownAs, Title
from tournaments.names import clean_name
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.rating_list_lookup import rating_name
from tournaments.services.players.players import PlayerDetails, cleaned_categories, details_of, same_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MIN_RATING, MAX_RATING = 1, 3500
MAX_FIDE_ID = 2_147_483_647


def rating_field(label: StrOrPromise) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=MIN_RATING, max_value=MAX_RATING, required=False)


def date_field(label: StrOrPromise) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "autocomplete": "off"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget)


class PlayerForm(forms.Form):
    given_name = forms.CharField(
        label=_("Given name"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    family_name = forms.CharField(
        label=_("Family name"), max_length=100, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    title = forms.ChoiceField(label=_("Title"), choices=Title, required=False)
    federation = forms.CharField(label=_("Federation, in three letters"), required=False, max_length=3)
    rating = rating_field(_("Rating"))
    rating_date = date_field(_("Date of the rating"))
    fide_rating = rating_field(_("FIDE rating in addition to a national one"))
    rapid_rating = rating_field(_("Rapid rating"))
    rapid_date = date_field(_("Date of the rapid rating"))
    blitz_rating = rating_field(_("Blitz rating"))
    blitz_date = date_field(_("Date of the blitz rating"))
    fide_id = forms.IntegerField(label=_("FIDE ID"), min_value=1, max_value=MAX_FIDE_ID, required=False)
    national_id = forms.CharField(label=_("National ID"), max_length=20, required=False)
    member_number = forms.CharField(label=_("Member number in the club"), max_length=20, required=False)
    categories = forms.CharField(
        label=_("Categories"),
        max_length=200,
        required=False,
        help_text=_("Words of your own with commas between, like: Junior, Women."),
    )
    shown_as = forms.ChoiceField(
        label=_("Name in public"), choices=ShownAs, initial=ShownAs.FULL, widget=forms.RadioSelect
    )
    is_active = forms.BooleanField(label=_("Active member"), initial=True, required=False)
    is_child = forms.BooleanField(
        label=_("Child (under 16)"),
        required=False,
        help_text=_("Parents hold the card, and the public sees no more than given name and initial."),
    )
    another_of_the_name = forms.BooleanField(
        label=_("Another person of the same name"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.player = player
        self.fields["rating"].label = rating_name(club)

    MORE: ClassVar = (
        "title",
        "federation",
        "rating_date",
        "fide_rating",
        "rapid_rating",
        "rapid_date",
        "blitz_rating",
        "blitz_date",
        "member_number",
        "categories",
    )

    @property
    def more(self) -> list[forms.BoundField]:
        """What few are asked for: folded, unless something stands in it or is wrong."""
        return [self[name] for name in self.MORE]

    @property
    def has_more(self) -> bool:
        return any(field.value() or field.errors for field in self.more)

    @property
    def details(self) -> PlayerDetails:
        return PlayerDetails(**{name: self.cleaned_data[name] for name in PlayerDetails.__dataclass_fields__})

    def clean_given_name(self) -> str:
        name = clean_name(self.cleaned_data["given_name"])
        if not name:
            raise ValidationError(_("This contains no visible letters."))
        return name

    def clean_family_name(self) -> str:
        return clean_name(self.cleaned_data["family_name"])

    def clean_federation(self) -> str:
        federation = str(self.cleaned_data["federation"]).upper()
        if federation and not re.fullmatch(r"[A-Z]{3}", federation):
            raise ValidationError(_("Three letters, like NOR or GER."))
        return federation

    def clean_categories(self) -> str:
        return cleaned_categories(self.cleaned_data["categories"])

    def clean_fide_id(self) -> int | None:
        fide_id: int | None = self.cleaned_data["fide_id"]
        others = self.club.players.exclude(pk=self.player.pk) if self.player else self.club.players.all()
        if fide_id is not None and (other := others.filter(fide_id=fide_id).first()):
            raise ValidationError(_("%(player)s has this FIDE ID already."), params={"player": display_name_of(other)})
        return fide_id

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "given_name" in data and "family_name" in data and not data.get("another_of_the_name"):
            self._ask_about_same_name(data["given_name"], data["family_name"])
        return data

    def _ask_about_same_name(self, given_name: str, family_name: str) -> None:
        details = PlayerDetails(given_name=given_name, family_name=family_name)
        if self.player is not None and same_name(self.club, details).filter(pk=self.player.pk).exists():
            return  # the name stays as it was
        if other := same_name(self.club, details, besides=self.player).first():
            self.fields["another_of_the_name"].widget = forms.CheckboxInput()
            self.add_error(
                "another_of_the_name",
                ValidationError(
                    _("The club has a player %(player)s already. Tick this if it is another person."),
                    params={"player": display_name_of(other)},
                ),
            )


class ContactForm(forms.Form):
    sex = forms.ChoiceField(label=_("Sex, for rating reports"), choices=Sex, required=False)
    birth_date = date_field(_("Date of birth"))
    birth_year = forms.IntegerField(
        label=_("Year of birth, where the date is not known"),
        required=False,
        min_value=1900,
        max_value=9999,
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )
    phone = forms.CharField(
        label=_("Phone"), max_length=40, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def clean_birth_date(self) -> Any:
        birth_date = self.cleaned_data["birth_date"]
        if birth_date and not 1900 <= birth_date.year <= timezone.localdate().year:
            raise ValidationError(_("This is not the birthday of a living person."))
        return birth_date

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if self.cleaned_data.get("birth_date"):
            return int(self.cleaned_data["birth_date"].year)  # the date says it
        if year and year > timezone.localdate().year:
            raise ValidationError(_("This is not the year of birth of a living person."))
        return year

    def clean_phone(self) -> str:
        return clean_name(self.cleaned_data["phone"])


def values_of(player: Player) -> dict[str, object]:
    details = details_of(player)
    return {name: getattr(details, name) for name in PlayerDetails.__dataclass_fields__}


def contact_of(contact: PlayerContact) -> dict[str, object]:
    return {name: getattr(contact, name) for name in PlayerContact.PRIVATE}
