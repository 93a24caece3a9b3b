"""What is asked of the planner: whose attendance, how many evenings, which systems."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import PUBLIC_STATES, Club, Season, Tournament
from tournaments.pages.common.system_choice import PresetTile, SystemTile
from tournaments.services.clubs.simulations import (
    MOST_EVENINGS,
    MOST_MEMBERS,
    MOST_SYSTEMS,
    SimulatedSystem,
    field_from,
)
from tournaments.services.common.refusal import Refused
from tournaments.simulation.field import SimulatedField, evenly

_TYPED = "typed"
_SEASONS = 3
_LOWEST, _HIGHEST = 0, 3500


def _number(label: Any, lowest: int, highest: int, initial: int) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "autocomplete": "off"})
    return forms.IntegerField(
        label=label, min_value=lowest, max_value=highest, initial=initial, required=False, widget=widget
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemBox:
    value: str
    name: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemBoxes:
    """A system with a box for each way in which clubs play it."""

    name: str
    boxes: tuple[SystemBox, ...]


class SimulationForm(forms.Form):
    """`field` and `based_on` once it is valid."""

    use_required_attribute = False

    members = _number(gettext_lazy("Members"), 2, MOST_MEMBERS, 40)
    comes = _number(gettext_lazy("Evenings attended by each member, in %"), 1, 100, 65)
    weakest = _number(gettext_lazy("Lowest rating"), _LOWEST, _HIGHEST, 1000)
    strongest = _number(gettext_lazy("Highest rating"), _LOWEST, _HIGHEST, 2000)
    evenings = _number(gettext_lazy("Evenings of the season"), 1, MOST_EVENINGS, 30)
    seed = forms.CharField(
        label=gettext_lazy("Seed"),
        max_length=20,
        required=False,
        validators=[RegexValidator(r"\A[0-9A-Za-z]+\Z", gettext_lazy("A seed is made of digits and letters."))],
        help_text=gettext_lazy("The same seed gives the same figures. Leave it empty for a new one."),
        widget=forms.TextInput(attrs={"size": 10, "autocomplete": "off"}),
    )

    def __init__(self, club: Club, cards: tuple[SystemTile, ...], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.sources = _sources(club)
        choices = [(key, _called(source)) for key, source in self.sources.items()]
        self.fields["players"] = forms.ChoiceField(
            label=gettext_lazy("Who plays"),
            choices=[*choices, (_TYPED, _("Numbers, typed below"))],
            help_text=gettext_lazy("Those who came then, as often as they did then, with today's ratings."),
        )
        self.fields["ways"] = forms.MultipleChoiceField(
            label=gettext_lazy("Systems"),
            choices=[(_value(card, preset), preset.name) for card in cards for preset in card.presets],
            error_messages={"required": gettext_lazy("Choose at least one system.")},
        )
        self.order_fields(["players", "members", "comes", "weakest", "strongest", "evenings", "ways", "seed"])
        self.cards = cards
        self.field: SimulatedField | None = None
        self.based_on = ""

    def start_from(self, query: QueryDict) -> None:
        """As an earlier planning had it, or the system that was looked at."""
        known = {_value(card, preset) for card in self.cards for preset in card.presets}
        if ways := [value for value in query.getlist("ways") if value in known]:
            self.initial["ways"] = ways
        if (evenings := query.get("evenings", "")).isascii() and evenings.isdigit() and len(evenings) < 3:
            self.initial["evenings"] = int(evenings)
        self.initial["seed"] = query.get("seed", "")[:20]

    @property
    def systems(self) -> tuple[SystemBoxes, ...]:
        ticked = set(self["ways"].value() or ())
        return tuple(
            SystemBoxes(
                name=card.name,
                boxes=tuple(
                    SystemBox(value=value, name=preset.name, is_ticked=value in ticked)
                    for value, preset in ((_value(card, preset), preset) for preset in card.presets)
                ),
            )
            for card in self.cards
        )

    @property
    def is_typed(self) -> bool:
        return self["players"].value() == _TYPED or not self.sources

    def clean_ways(self) -> list[SimulatedSystem]:
        ways = [SimulatedSystem(system=system, preset=preset) for system, preset in _pairs(self.cleaned_data["ways"])]
        if len(ways) > MOST_SYSTEMS:
            raise forms.ValidationError(
                _("Choose at most {most}: more do not fit side by side.").format(most=MOST_SYSTEMS)
            )
        return ways

    def clean(self) -> dict[str, Any]:
        asked = ["evenings"]
        if self.cleaned_data.get("players") == _TYPED:
            asked += ["members", "comes", "weakest", "strongest"]
        for name in asked:
            if name not in self.errors and self.cleaned_data.get(name) is None:
                self.add_error(name, _("A number is missing here."))
        if not self.errors:
            self._make_field()
        return self.cleaned_data

    def _make_field(self) -> None:
        given = self.cleaned_data
        source = self.sources.get(given["players"])
        if source is not None:
            try:
                self.field = field_from(source, evenings=given["evenings"])
            except Refused as refused:
                self.add_error("players", refused.message)
            self.based_on = _called(source)
        elif given["weakest"] > given["strongest"]:
            self.add_error("strongest", _("The highest rating is below the lowest."))
        else:
            names = ("members", "weakest", "strongest", "evenings")
            self.field = evenly(comes=given["comes"] / 100, **{name: given[name] for name in names})

    def chosen_seed(self) -> str:
        return self.cleaned_data["seed"] or str(secrets.randbelow(900_000) + 100_000)


def _value(card: SystemTile, preset: PresetTile) -> str:
    return f"{card.code}/{preset.code}"


def _pairs(values: list[str]) -> list[tuple[str, str]]:
    return [(system, preset) for system, _slash, preset in (value.partition("/") for value in values)]


def _sources(club: Club) -> dict[str, Season | Tournament]:
    """The latest seasons in which anything was played, each followed by its tournaments."""
    played = list(
        Tournament.objects.filter(club=club, trashed_at=None, rounds__state__in=PUBLIC_STATES)
        .select_related("season")
        .order_by("-season__starts_on", "-season", "name", "pk")
        .distinct()
    )
    found: dict[str, Season | Tournament] = {}
    seasons = list(dict.fromkeys(each.season for each in played))[:_SEASONS]
    for season in seasons:
        found[f"season-{season.pk}"] = season
        found |= {f"tournament-{each.pk}": each for each in played if each.season_id == season.pk}
    return found


def _called(source: Season | Tournament) -> str:
    if isinstance(source, Season):
        return _("{season}: all its evenings").format(season=source.name)
    return _("{season}: {tournament}").format(season=source.season.name, tournament=source.name)
