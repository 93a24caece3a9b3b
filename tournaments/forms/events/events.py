"""Groups: who plays, how they are made, what they play. The groups themselves travel in fields of the same form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.setup.seasons import SeasonOnTheWayForm
from tournaments.models import Club, Event, Season
from tournaments.names import clean_name
from tournaments.pages.common.system_choice import system_tiles
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.groups.make import GroupMaking, Listed
from tournaments.pairing.groups.sizes import FEWEST, SLACK
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.types.options import configured
from tournaments.services.events.events import MOST_GROUPS, GroupSettings
from tournaments.services.setup.seasons import NewSeason

USUAL = "all_play_all"
_SALT = "groups"


def signed(seed: str) -> str:
    """A seed to travel in a form: nobody chooses their lots."""
    return signing.dumps(seed, salt=_SALT)


def seed_in(text: str) -> str | None:
    """None where nobody here signed it."""
    try:
        seed = signing.loads(text, salt=_SALT)
    except signing.BadSignature:
        return None
    return seed if isinstance(seed, str) else None


class NewEventForm(forms.Form):
    """What every event needs: a name, a season, and what its groups play."""

    def __init__(
        self, club: Club, data: Mapping[str, Any] | None = None, *, name: str = "", season: Season | None = None
    ) -> None:
        super().__init__(data, label_suffix="")
        seasons = club.seasons.filter(is_open=True).order_by("-starts_on", "name")
        self.fields["name"] = forms.CharField(
            label=gettext_lazy("Name of the event"),
            max_length=190,
            initial=name,
            help_text=gettext_lazy("Each group adds its letter: Championship A, Championship B."),
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        self.fields["season"] = forms.ModelChoiceField(
            seasons, label=gettext_lazy("Season"), empty_label=None, initial=season or seasons.first()
        )

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("An event needs a name."))
        return name


class SystemForm(NewEventForm):
    """With the system, where no earlier event says it."""

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None, **given: Any) -> None:
        super().__init__(club, data, **given)
        choices = list(_ways_to_play())
        codes = [code for code, _name in choices]
        self.fields["system"] = forms.ChoiceField(
            label=gettext_lazy("System of each group"),
            choices=choices,
            initial=USUAL if USUAL in codes else codes[0],
            help_text=gettext_lazy("Points, tie-breaks and dates can be changed in each group's set-up."),
        )
        self.fields["planned_rounds"] = forms.IntegerField(
            label=gettext_lazy("Planned rounds"),
            min_value=1,
            max_value=99,
            required=False,
            help_text=gettext_lazy("Only if the system does not fix the number itself."),
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        system, _colon, preset = cleaned.get("system", "").partition(":")
        if system in SYSTEMS:
            kind = configured(SYSTEMS[system], {}, preset=preset or None).capabilities().rounds.kind
            if kind is RoundCountKind.ASKED and not cleaned.get("planned_rounds") and "planned_rounds" in cleaned:
                self.add_error("planned_rounds", _("This system needs to know how many rounds are played."))
            if kind is RoundCountKind.FOLLOWS:
                cleaned["planned_rounds"] = None
        return cleaned

    def played(self) -> GroupSettings:
        system, _colon, preset = self.cleaned_data["system"].partition(":")
        return GroupSettings(system=system, preset=preset, planned_rounds=self.cleaned_data["planned_rounds"])


def _ways_to_play() -> Iterator[tuple[str, str]]:
    """Systems, and their presets behind a colon."""
    for card in system_tiles():
        for preset in card.presets:
            code = f"{card.code}:{preset.code}" if preset.code else card.code
            is_only = len(card.presets) == 1
            yield code, card.name if is_only else _("{system}: {way}").format(system=card.name, way=preset.name)


class MakeGroupsForm(SystemForm):
    """How the groups are made."""

    def __init__(
        self, club: Club, data: Mapping[str, Any] | None = None, *, season: SeasonOnTheWayForm | None = None
    ) -> None:
        """`season`: the one that is opened with it, where none is open."""
        super().__init__(club, data)
        self.club = club
        self.new_season = season
        if season is not None:
            del self.fields["season"]
        self.fields["way"] = forms.ChoiceField(
            label=gettext_lazy("Groups"),
            choices=[
                (GroupMaking.STRENGTH.value, gettext_lazy("by strength: the best in A, the next in B")),
                (GroupMaking.SNAKE.value, gettext_lazy("equally strong, by the snake: 1 4 5 8 and 2 3 6 7")),
                (GroupMaking.POTS.value, gettext_lazy("equally strong, by lot: one of each pot in each group")),
            ],
            initial=GroupMaking.STRENGTH.value,
        )
        self.fields["sized_by"] = forms.ChoiceField(
            label=gettext_lazy("Size of the groups"),
            choices=[("size", gettext_lazy("players in a group")), ("count", gettext_lazy("number of groups"))],
            initial="size",
        )
        self.fields["number"] = forms.IntegerField(
            label=gettext_lazy("How many"), min_value=1, max_value=100, initial=8
        )
        self.fields["slack"] = forms.IntegerField(
            label=gettext_lazy("Allowed difference in size of the last group"),
            min_value=0,
            max_value=20,
            initial=SLACK,
            required=False,
        )
        events = _with_tables(club)
        self.fields["source"] = forms.ChoiceField(
            label=gettext_lazy("Order of the list"),
            choices=[("", gettext_lazy("rating"))]
            + [(str(each.pk), _("the places of {event}, then rating").format(event=each)) for each in events],
            initial=str(events[0].pk) if events else "",
            required=False,
        )

    def clean_number(self) -> int:
        number: int = self.cleaned_data["number"]
        if self.cleaned_data.get("sized_by") == "size" and number < FEWEST:
            raise forms.ValidationError(_("A group has at least two players."))
        if self.cleaned_data.get("sized_by") == "count" and number > MOST_GROUPS:
            raise forms.ValidationError(_("There can be at most {most} groups.").format(most=MOST_GROUPS))
        return number

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.new_season is None or self.new_season.is_valid()])

    def chosen_season(self) -> Season | NewSeason:
        found: Season | NewSeason = self.new_season.season() if self.new_season else self.cleaned_data["season"]
        return found

    def source(self) -> Event | None:
        key = self.cleaned_data["source"]
        return Event.objects.get(pk=key) if key else None

    def settings(self) -> dict[str, Any]:
        """For the core: way, size or count, slack, what the list goes by."""
        number = self.cleaned_data["number"]
        by_size = self.cleaned_data["sized_by"] == "size"
        slack = self.cleaned_data["slack"]
        return {
            "way": GroupMaking(self.cleaned_data["way"]),
            "size": number if by_size else None,
            "count": None if by_size else number,
            "slack": SLACK if slack is None else slack,
            "listed": Listed.PLACE if self.cleaned_data["source"] else Listed.RATING,
        }


def _with_tables(club: Club) -> list[Event]:
    played = Event.objects.filter(club=club, groups__trashed_at=None, groups__rounds__isnull=False)
    return list(played.distinct().select_related("season").order_by("-season__starts_on", "-pk"))
