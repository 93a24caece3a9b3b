"""What a club says of itself: its name, and when and where it meets."""

from __future__ import annotations

import functools
import importlib.resources
import json
import zoneinfo
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from clubchess.languages import OWN_NAMES
from tournaments.exchange.apart import Reader
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.logo import MAX_BYTES, too_big
from tournaments.forms.common.times import HourField
from tournaments.models import Accent, Club
from tournaments.names import clean_name
from tournaments.recording import digest_of
from tournaments.services.clubs.clubs import LONGEST_NAME, MOST_SITES, WEB_SITE, ClubDetails, details_of
from tournaments.services.common.large_uploads import read_counted

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

NEARBY = (
    "Europe/Oslo",
    "Europe/Stockholm",
    "Europe/Copenhagen",
    "Europe/Helsinki",
    "Europe/Berlin",
    "Europe/Amsterdam",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Vienna",
    "Europe/London",
    "Atlantic/Reykjavik",
    "Atlantic/Faroe",
)
"""Where the six languages are spoken: they stand first."""
_PARTS_OF_THE_WORLD = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic Ocean"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific Ocean"),
}
"""By which time zones are called; others, such as US, are earlier names of the same zones."""


class ClubForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    sentence = forms.CharField(
        label=gettext_lazy("One sentence about the club"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        allow_empty_file=True,  # said in a sentence of its own
        help_text=gettext_lazy("A PNG, JPEG or WebP file of at most 2 MB. Square ones look best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    without_logo = forms.BooleanField(label=gettext_lazy("Remove the logo"), required=False)
    accent = forms.ChoiceField(
        label=pgettext_lazy("of a club's pages", "Colour"), choices=Accent, required=False, widget=forms.RadioSelect
    )
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Weekday of the club evening"), coerce=int, empty_value=None, required=False
    )
    starts_at = HourField(
        label=gettext_lazy("Starting time"),
        required=False,
        help_text=gettext_lazy("By the 24-hour clock, for instance 19:30."),
    )
    place = forms.CharField(
        label=pgettext_lazy("a town", "Place"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("So that people find it: building and street."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Everybody sees it: a name, an e-mail address or a telephone number."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("All times and dates follow this time zone."),
    )
    names_absent = forms.BooleanField(
        label=gettext_lazy("Everybody may see who is away"),
        required=False,
        help_text=gettext_lazy(
            "If not, a round's page only says how many are away: who is out that evening is nobody's business."
        ),
    )
    is_listed = forms.BooleanField(
        label=gettext_lazy("Search engines may find us"),
        required=False,
        help_text=gettext_lazy("One page, “Come and try”, with evening, place and contact. It names no member."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("The club's language"),
        required=False,
        help_text=gettext_lazy("Used for printouts, the hall screen and mails to members who chose no language."),
    )
    embedded_on = forms.CharField(
        label=gettext_lazy("Web sites that may show our pages inside their own"),
        required=False,
        max_length=MOST_SITES * (LONGEST_NAME + 2),
        help_text=gettext_lazy("One address a line, for instance https://www.example.org. Nobody else can."),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )

    def __init__(
        self,
        club: Club,
        data: Mapping[str, Any] | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        *,
        kept_logo: bytes | None = None,
        asked_from: str = "",
    ) -> None:
        details = details_of(club)
        initial = {field: getattr(details, field) for field in ClubDetails.__dataclass_fields__ if field != "logo"}
        initial["embedded_on"] = "\n".join(club.embedded_on)
        super().__init__(data, files, label_suffix="", initial=initial)
        self.club = club
        self.kept_logo = kept_logo
        self.asked_from = asked_from
        if not club.logo:
            del self.fields["without_logo"]
        self.fields["weekday"].choices = weekdays()  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = time_zones(club.time_zone)  # type: ignore[attr-defined]
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("The language of the person who opens or prints them")),
            *OWN_NAMES.items(),
        ]
        self.fields["name"].help_text = _("The address stays as it is: {address}").format(address=f"/{club.slug}/")

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A club needs a name that can be read."))
        return name

    def clean_embedded_on(self) -> tuple[str, ...]:
        """As browsers compare them: scheme, host and port of whatever page of the site was typed or pasted."""
        lines = [line.strip() for line in self.cleaned_data["embedded_on"].splitlines() if line.strip()]
        return tuple(dict.fromkeys(map(_web_site, lines)))

    def clean_accent(self) -> str:
        """As it is where a form says nothing of it."""
        return self.cleaned_data["accent"] or self.club.accent

    def clean_logo(self) -> bytes | None:
        """As it is kept; where none was chosen the one of the try before, if there was one."""
        file: UploadedFile[bytes] | None = self.cleaned_data["logo"]
        if file is None:
            return None if self.data.get("without_logo") else self.kept_logo
        try:
            if file.size is None or file.size > MAX_BYTES:  # before it is read
                raise too_big()
            logo: bytes = read_counted(Reader.LOGO, file.read(), asked_from=self.asked_from)
            return logo
        except FileError as unusable:
            raise forms.ValidationError(said_of(unusable)) from unusable

    @property
    def image(self) -> bytes | None:
        """The new logo, where one was chosen."""
        image: bytes | None = self.cleaned_data.get("logo")
        return image

    @property
    def details(self) -> ClubDetails:
        typed = {field: self.cleaned_data[field] for field in ClubDetails.__dataclass_fields__ if field != "logo"}
        return ClubDetails(**typed, logo=self._digest())

    def _digest(self) -> str:
        """A new logo wins over the tick that would take the old one away."""
        if self.image is not None:
            return digest_of(self.image)
        return "" if self.cleaned_data.get("without_logo") else self.club.logo


def _web_site(typed: str) -> str:
    address = typed if "://" in typed else f"https://{typed}"
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        site = f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "")
    except ValueError:  # UnicodeError is one
        site = ""
    if not WEB_SITE.fullmatch(site) or "." not in site.partition("://")[2] or len(site) > LONGEST_NAME:
        raise forms.ValidationError(
            _(
                "“{typed}” is not the address of a web site. Write it as a browser shows it: https://www.example.org"
            ).format(typed=typed[:60])
        )
    return site


def weekdays() -> list[tuple[object, StrPromise | str]]:
    return [("", _("No fixed day")), *WEEKDAYS.items()]


def time_zones(now: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Those nearby, then all by continent, each by its city; the one in force is always among them."""
    nearby = [(zone, _shown(zone)) for zone in NEARBY]
    rest = _cities().keys() & zoneinfo.available_timezones() | {now}
    by_part: dict[str, list[tuple[str, str]]] = {}
    for shown, zone in sorted((_shown(zone), zone) for zone in rest - {*NEARBY}):
        by_part.setdefault(_part(zone), []).append((zone, shown))
    return [(_("Nearby"), nearby), *sorted(by_part.items())]


@functools.cache
def _cities() -> Mapping[str, Mapping[str, str]]:
    """Of each zone that is more than an earlier name of another: its city by language, where it is called otherwise."""
    found: Mapping[str, Mapping[str, str]] = json.loads(
        importlib.resources.files(__package__).joinpath("zone_names.json").read_text(encoding="utf-8")
    )
    return found


def _shown(zone: str) -> str:
    """Europe/Copenhagen as Köpenhamn (Europa)."""
    place = zone.rpartition("/")[2].replace("_", " ")
    city = _cities().get(zone, {}).get(get_language() or "", place)
    return f"{city} ({_part(zone)})" if "/" in zone else zone


def _part(zone: str) -> str:
    part = zone.partition("/")[0]
    return str(_PARTS_OF_THE_WORLD.get(part, part))
