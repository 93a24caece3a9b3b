"""A league with its rules, and a team in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.league_rules import LARGEST, read_league_rules
from tournaments.forms.setup.options import OptionsForm, read_option
from tournaments.models import Club, League, OutsideTeam, Player
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.teams.leagues import MOST_BOARDS, LeagueRules, Order, OrderKind
from tournaments.pairing.types.options import Option
from tournaments.selectors.outside_teams import rules_of
from tournaments.services.teams.leagues import MOST_TEAMS, LeagueSettings, TeamSettings

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_KINDS = [
    (OrderKind.FREE.value, gettext_lazy("any order")),
    (OrderKind.LIST.value, gettext_lazy("by the club’s list")),
    (OrderKind.RATING.value, gettext_lazy("by rating")),
]


_HOW_MUCH = gettext_lazy("How much is allowed: by the list boards up or down, by rating points.")


class _OrderInput(forms.MultiWidget):
    """A choice, and how much of it is allowed."""

    def __init__(self, label: StrPromise) -> None:
        number = forms.NumberInput(attrs={"min": 0, "max": 4000, "autocomplete": "off", "aria-label": _HOW_MUCH})
        super().__init__({"kind": forms.Select(choices=_KINDS, attrs={"aria-label": label}), "slack": number})

    def decompress(self, value: Any) -> list[Any]:
        kind, _space, slack = str(value or OrderKind.FREE.value).partition(" ")
        return [kind, slack or 0]


class OrderField(forms.MultiValueField):
    def __init__(self, option: Option, value: Order) -> None:
        self.option = option
        typed = option.structure.typed(value) if option.structure else ""
        fields = (forms.ChoiceField(choices=_KINDS), forms.IntegerField(min_value=0, max_value=4000, required=False))
        super().__init__(
            fields=fields,
            widget=_OrderInput(gettext_lazy(option.label)),
            label=gettext_lazy(option.label),
            help_text=_HOW_MUCH,
            initial=typed,
            require_all_fields=False,
        )

    def compress(self, data_list: Any) -> object:
        kind, slack = [*(data_list or []), "", 0][:2]
        return read_option(self.option, [kind or OrderKind.FREE.value, slack or 0])


class LeagueRulesForm(OptionsForm):
    """A league's rules are fields like a system's options, so the form is the same."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, preset: str = "", base: LeagueRules | None = None
    ) -> None:
        of_fields = cast(type[PairingSystem], LeagueRules)
        super().__init__(of_fields, data, preset=preset, base=cast(PairingSystem | None, base))
        self.fields["order"] = OrderField(self.options["order"], cast(LeagueRules, self.base).order)


class LeagueBasicsForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the league"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    also_day_after = forms.BooleanField(
        label=gettext_lazy("After an away match the next evening is excused too"), required=False
    )


@dataclass(frozen=True, kw_only=True)
class LeagueForms:
    """Wrong in one of them, nothing is saved and nothing typed is lost."""

    basics: LeagueBasicsForm
    rules: LeagueRulesForm

    @classmethod
    def of(cls, data: Mapping[str, Any] | None, *, preset: str = "", league: League | None = None) -> LeagueForms:
        names = LeagueRules.info.names
        known = {"name": league.name, "also_day_after": league.also_day_after} if league else {}
        return cls(
            basics=LeagueBasicsForm(data, label_suffix="", initial=known),
            rules=LeagueRulesForm(
                data,
                preset=league.preset if league else preset if preset in names else "",
                base=rules_of(league) if league else None,
            ),
        )

    def is_valid(self) -> bool:
        return not [form for form in (self.basics, self.rules) if not form.is_valid()]

    def settings(self) -> LeagueSettings:
        """Once they are valid."""
        return LeagueSettings(
            name=self.basics.cleaned_data["name"],
            preset=self.rules.preset or "",
            rules=self.rules.saved_options(),
            also_day_after=self.basics.cleaned_data["also_day_after"],
        )


class RulesFileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("Rules from a file"), help_text=gettext_lazy("As another club has them."))

    def clean_file(self) -> Mapping[str, object]:
        upload = self.cleaned_data["file"]
        try:
            return read_league_rules(upload.read(LARGEST + 1))
        except FileError as error:
            raise forms.ValidationError(said_of(error)) from error


class TeamForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        help_text=gettext_lazy("1 is the highest team."),
        min_value=1,
        max_value=MOST_TEAMS,
    )
    division = forms.CharField(label=gettext_lazy("Division"), max_length=100, required=False)
    boards = forms.IntegerField(label=gettext_lazy("Boards"), min_value=1, max_value=MOST_BOARDS)
    captain = forms.ModelChoiceField(
        label=gettext_lazy("Captain"),
        help_text=gettext_lazy("By their card they see who can play, make the line-up and enter results."),
        queryset=Player.objects.none(),
        required=False,
        empty_label=pgettext_lazy("a captain", "nobody"),
    )
    reminder_days = forms.IntegerField(
        label=gettext_lazy("Ask those who have not answered: days before the match"),
        min_value=0,
        max_value=30,
        initial=4,
    )
    table_link = forms.URLField(
        label=gettext_lazy("Address of the league’s table"), max_length=300, required=False, assume_scheme="https"
    )
    table = forms.CharField(
        label=gettext_lazy("The league’s table"),
        help_text=gettext_lazy("Copied from the league’s page: a line a team."),
        max_length=6000,
        required=False,
        strip=False,  # its first cell may be empty
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, label_suffix="", initial=dict(initial))
        field = cast(forms.ModelChoiceField[Player], self.fields["captain"])
        field.queryset = club.players.filter(is_active=True).order_by("given_name", "family_name")
        if (captain := initial.get("captain")) is not None:
            field.queryset |= club.players.filter(pk=captain)

    @classmethod
    def of(cls, team: OutsideTeam, data: Mapping[str, Any] | None = None) -> TeamForm:
        known = {
            "name": team.name,
            "number": team.number,
            "division": team.division,
            "boards": team.boards,
            "captain": team.captain_id,
            "reminder_days": team.reminder_days,
            "table_link": team.table_link,
            "table": "\n".join(";".join(row) for row in team.table),
        }
        return cls(team.league.club, data, initial=known)

    def settings(self) -> TeamSettings:
        return TeamSettings(**self.cleaned_data)
