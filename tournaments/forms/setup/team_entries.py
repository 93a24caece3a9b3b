"""Teams with their members, as they are typed or pasted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.forms.setup.settings import MOST_ROUNDS
from tournaments.models import Club, TeamMember
from tournaments.names import clean_name
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.options import configured
from tournaments.services.setup.settings import is_name_taken
from tournaments.services.setup.team_entries import MOST_MEMBERS, MOST_TEAMS, TypedMember, TypedTeam

LONGEST_TEXT = 100_000
_NUMBERED = re.compile(r"^\s*\d{1,2}[.)]\s+")
_RATED = re.compile(r"^(?P<name>.*?\S)[\s(]+(?P<rating>[1-9]\d{2,3})\)?$")


def teams_in(text: str) -> tuple[TypedTeam, ...]:
    """Blocks with a blank line between them, the team's name first and a member on each line below; or a line for each
    team: its name, a colon or a tab, and its members with commas, semicolons or tabs between. A rating stands behind
    the name. Raises ValidationError."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    has_blocks = any(not line.strip() for line in "\n".join(lines).strip().split("\n"))
    found = _blocks(lines) if has_blocks else [_of_line(line) for line in lines if line.strip()]
    if len(found) > MOST_TEAMS:
        raise forms.ValidationError(_("A tournament has at most {count} teams.").format(count=MOST_TEAMS))
    return tuple(found)


def _blocks(lines: Iterable[str]) -> list[TypedTeam]:
    found: list[TypedTeam] = []
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            name, *members = block
            found.append(_team(_NUMBERED.sub("", name).rstrip(" :"), members))
            block = []
    return found


def _of_line(line: str) -> TypedTeam:
    name, separator, members = line.partition(":")
    if not separator:
        name, separator, members = line.partition("\t")
    if not separator:
        name, separator, members = line.partition(";")
    return _team(_NUMBERED.sub("", name), re.split(r"[,;\t]", members) if separator else [])


def _team(name: str, members: Sequence[str]) -> TypedTeam:
    found = members_in(members)
    if len(found) > MOST_MEMBERS:
        raise forms.ValidationError(_("A team has at most {count} members.").format(count=MOST_MEMBERS))
    return TypedTeam(name=clean_name(name), members=found)


def members_in(lines: Iterable[str]) -> tuple[TypedMember, ...]:
    """One each, in the order of the boards; a rating stands behind the name."""
    return tuple(_member(line) for line in lines if line.strip())


def _member(line: str) -> TypedMember:
    text = clean_name(_NUMBERED.sub("", line.replace("\t", " ")))
    found = _RATED.match(text)
    return (
        TypedMember(name=found["name"].rstrip(" ,;"), rating=int(found["rating"])) if found else TypedMember(name=text)
    )


def as_text(members: Iterable[tuple[str, int | None]]) -> str:
    return "\n".join(f"{name} {rating}" if rating else name for name, rating in members)


class TeamsForm(forms.Form):
    teams = forms.CharField(
        label=gettext_lazy("Teams"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "A team on each line: Askeby: Anna Berg 1450, Bo Dahl 1300, … in the order of the boards. Or the name of "
            "the team, its members below it, and a blank line before the next."
        ),
    )

    def clean_teams(self) -> tuple[TypedTeam, ...]:
        return teams_in(self.cleaned_data["teams"])


class TeamEntryForm(forms.Form):
    """One team: its names, and its members in the order of the boards, one on each line."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=100)
    short_name = forms.CharField(label=gettext_lazy("Short name"), max_length=20, required=False)
    captain = forms.CharField(
        label=gettext_lazy("Captain"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Leads the team with their card. May be somebody who does not play."),
    )
    members = forms.CharField(
        label=gettext_lazy("Members"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy("One on each line, in the order of the boards, a rating behind the name."),
    )

    def clean_members(self) -> tuple[TypedMember, ...]:
        return members_in(self.cleaned_data["members"].splitlines())


class LineUpForm(forms.Form):
    """Who sits at each board, from board 1 on."""

    def __init__(
        self, members: Sequence[TeamMember], seated: Sequence[int | None], data: Mapping[str, Any] | None = None
    ) -> None:
        """`seated` are keys of members, one for each board."""
        super().__init__(data, label_suffix="")
        names = [(str(member.pk), member.player.full_name) for member in members]
        for board, member in enumerate(seated, 1):
            self.fields[f"board_{board}"] = forms.ChoiceField(
                label=_("Board {board}").format(board=board),
                choices=[("", pgettext("on a board", "nobody")), *names],
                required=False,
                initial="" if member is None else str(member),
            )

    def members(self) -> list[int | None]:
        return [int(each) if each else None for each in self.cleaned_data.values()]


class NewTeamTournamentForm(TeamsForm):
    """All of a tournament of teams on one page: options are changed later."""

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        seasons = club.seasons.filter(is_open=True).order_by("-starts_on", "name")
        super().__init__(data, label_suffix="", initial={"season": seasons.first(), "boards": 4, "planned_rounds": 5})
        self.fields["name"] = forms.CharField(label=gettext_lazy("Name"), max_length=200)
        self.fields["season"] = forms.ModelChoiceField(seasons, label=gettext_lazy("Season"), empty_label=None)
        self.fields["way"] = forms.ChoiceField(label=gettext_lazy("Pairing system"), choices=team_ways())
        self.fields["boards"] = forms.IntegerField(
            label=gettext_lazy("Boards of a match"), min_value=1, max_value=MOST_BOARDS
        )
        self.fields["planned_rounds"] = forms.IntegerField(
            label=gettext_lazy("Planned rounds"),
            help_text=gettext_lazy("Empty where everybody plays everybody, and in a cup."),
            required=False,
            min_value=1,
            max_value=MOST_ROUNDS,
        )
        self.fields["teams"].required = False  # they may be entered later

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A tournament needs a name that can be read."))
        return name

    def clean(self) -> dict[str, Any]:
        name, season = self.cleaned_data.get("name"), self.cleaned_data.get("season")
        if name and season and is_name_taken(season, name):
            sentence = _("The season {season} has a tournament “{name}” already: nobody could tell them apart.")
            self.add_error("name", sentence.format(season=season, name=name))
        if "way" in self.cleaned_data:
            self._check_rounds()
        return self.cleaned_data

    def _check_rounds(self) -> None:
        kind = configured(SYSTEMS[self.system], {}, preset=self.preset or None).capabilities().rounds.kind
        if kind is RoundCountKind.FOLLOWS:
            self.cleaned_data["planned_rounds"] = None
        elif kind is RoundCountKind.ASKED and not self.cleaned_data.get("planned_rounds") and not self.errors:
            self.add_error("planned_rounds", _("Say how many rounds are played."))

    @property
    def system(self) -> str:
        return str(self.cleaned_data["way"]).partition("/")[0]

    @property
    def preset(self) -> str:
        return str(self.cleaned_data["way"]).partition("/")[2]


def team_ways() -> list[tuple[str, str]]:
    """System/preset, in words: schools first, whose competition the modified Monrad was written for."""
    ways = [
        (f"{code}/{preset}", f"{_(system.info.name)}: {_(names[preset])}" if preset else _(system.info.name))
        for code, system in SYSTEMS.items()
        if (of_teams := system.info.of_teams) is not None
        for names in [{**system.info.preset_names, **of_teams.preset_names}]
        for preset in ("", *of_teams.presets)
    ]
    return sorted(ways, key=lambda way: (way[0] != "modified_monrad/school", way[1]))
