"""What follows an event: finals, and the next season's groups. Who plays on is ticked, the core proposes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.events.events import NewEventForm
from tournaments.forms.setup.next_season import a_year_later
from tournaments.models import Event, Player, Season
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pairing.groups.filling import Border, Fill
from tournaments.pairing.groups.finals import finals
from tournaments.pairing.groups.promotion_relegation import Newcomers, up_and_down
from tournaments.pairing.groups.seeds import seeded
from tournaments.pairing.groups.types import GroupCandidate, Proposal
from tournaments.pairing.wording import letters
from tournaments.selectors.display_names import display_names_of_players
from tournaments.selectors.snapshots import configured_system
from tournaments.services.events.qualification import LastTables

_MOST = 20
_MOST_DECIDED = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenPlayerRow:
    key: int
    name: str
    is_ticked: bool


class LaterEventForm(NewEventForm):
    """Bound from the first look on: then to what is usual."""

    stays_in_season = False

    def __init__(self, event: Event, tables: LastTables, data: QueryDict | None) -> None:
        self.event, self.tables = event, tables
        known = Player.objects.filter(pk__in=tables.players).order_by("pk")
        self.last = {each.pk: each for each in known}
        self.others = {
            each.pk: each
            for each in ([] if self.stays_in_season else event.club.players.filter(is_active=True).order_by("pk"))
            if each.pk not in self.last
        }
        self.members = {**self.last, **self.others}
        self.called = display_names_of_players(self.members.values())
        super().__init__(event.club, data if data is not None else self._usual())
        self.fields["players"] = forms.MultipleChoiceField(
            label=gettext_lazy("Players"), choices=[(str(key), name) for key, name in self.called.items()]
        )
        if self.stays_in_season:
            del self.fields["season"]
        else:
            seasons = event.club.seasons.filter(is_open=True).exclude(pk=event.season_id)
            self.fields["season"].queryset = seasons.order_by("-starts_on", "name")  # type: ignore[attr-defined]
            if not seasons.exists():
                del self.fields["season"]

    @property
    def rows(self) -> list[ChosenPlayerRow]:
        """Those of the event as the tables have them."""
        return [self._row(key) for key in self.tables.players]

    @property
    def newcomers(self) -> list[ChosenPlayerRow]:
        return [self._row(key) for key, _name in sorted_by_name(self._names_of_others(), lambda each: each[1])]

    @cached_property
    def ticked(self) -> frozenset[int]:
        sent = {str(key) for key in self["players"].value() or ()}
        return frozenset(key for key in self.members if str(key) in sent)

    @property
    def is_ready(self) -> bool:
        """Whether groups can be proposed: a name that is missing is not in the way."""
        return not set(self.errors) - {"name", "season"}

    @property
    def carries(self) -> bool:
        """Whether games played already count in what follows."""
        return bool(self.cleaned_data.get("carry"))

    @property
    def lacks_season(self) -> bool:
        """There is no open one for it: it can be looked at, and not made."""
        return not self.stays_in_season and "season" not in self.fields

    @property
    def is_cup(self) -> bool:
        """Whether what follows is a knock-out."""
        return bool(self.cleaned_data.get("cup"))

    def lined_up(self, groups: Sequence[Sequence[int]]) -> list[list[int]]:
        """Each in the order in which its players are entered: in a cup, that of the tree."""
        group_of = {player: place[0] for player, place in self.tables.places().items()}
        return [[*(seeded(group, group_of) if self.is_cup else group)] for group in groups]

    def season(self) -> Season:
        found: Season = self.event.season if self.stays_in_season else self.cleaned_data["season"]
        return found

    def decided(self) -> list[tuple[int, ...]]:
        """Orders of those who share a place, as they were decided."""
        texts = self.data.getlist("decided")[:_MOST_DECIDED] if isinstance(self.data, QueryDict) else []
        split = [text.split("-") for text in texts]
        return [tuple(int(part) for part in parts) for parts in split if all(_is_key(part) for part in parts)]

    def proposal(self, decided: Sequence[Sequence[int]]) -> Proposal:
        """Each form of what follows has its own."""
        raise NotImplementedError

    def _names_of_others(self) -> list[tuple[int, str]]:
        return [(key, self.called[key]) for key in self.others]

    def _row(self, key: int) -> ChosenPlayerRow:
        return ChosenPlayerRow(key=key, name=self.called[key], is_ticked=key in self.ticked)

    def _usual(self) -> QueryDict:
        data = QueryDict(mutable=True)
        for name, value in self._usual_values():
            data[name] = str(value)
        data.setlist("players", [str(key) for key in self.tables.players if key not in self.tables.staying])
        return data

    def _usual_values(self) -> Iterator[tuple[str, object]]:
        """By field, of each form its own."""
        raise NotImplementedError


class FinalsForm(LaterEventForm):
    stays_in_season = True

    def __init__(self, event: Event, tables: LastTables, data: QueryDict | None) -> None:
        super().__init__(event, tables, data)
        self.fields["advance"] = forms.IntegerField(
            label=gettext_lazy("Players from each group in a final"), min_value=1, max_value=_MOST
        )
        self.fields["count"] = forms.IntegerField(
            label=gettext_lazy("How many finals at most"),
            help_text=gettext_lazy("The last final takes everybody left. Empty: no limit."),
            min_value=1,
            max_value=_MOST,
            required=False,
        )
        self.fields["carry"] = forms.BooleanField(
            label=gettext_lazy("Games played already count again"),
            help_text=gettext_lazy(
                "Players who met in a group do not meet again in a final: their game counts there, with its "
                "colours and result."
            ),
            required=False,
        )
        if not any(
            configured_system(group).capabilities().carries_games for group in event.groups.filter(trashed_at=None)
        ):
            del self.fields["carry"]
        self.fields["cup"] = forms.BooleanField(
            label=gettext_lazy("Each final is a cup: losers are knocked out"),
            help_text=gettext_lazy(
                "In the first round the best of each group meet lower-placed players of other groups."
            ),
            required=False,
        )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("cup") and cleaned.get("carry"):
            self.add_error("carry", _("In a cup no game counts again: untick one of the two."))
        return cleaned

    def proposal(self, decided: Sequence[Sequence[int]]) -> Proposal:
        return finals(
            self.tables.groups,
            playing=self.ticked,
            advance=self.cleaned_data["advance"],
            count=self.cleaned_data["count"],
            decided=decided,
        )

    def _usual_values(self) -> Iterator[tuple[str, object]]:
        yield "name", _("{event}, finals").format(event=self.event.name)
        yield "advance", 2
        yield "count", ""


class NextGroupsForm(LaterEventForm):
    def __init__(self, event: Event, tables: LastTables, data: QueryDict | None) -> None:
        super().__init__(event, tables, data)
        for number in range(1, len(tables.groups)):
            for way, label in (("up", _("Up from {group}")), ("down", _("Down from {group}"))):
                from_group = number + 1 if way == "up" else number
                self.fields[f"{way}_{number}"] = forms.IntegerField(
                    label=label.format(group=letters(from_group)), min_value=0, max_value=_MOST
                )
        self.fields["fill"] = forms.ChoiceField(
            label=gettext_lazy("A place that is left free"),
            choices=[
                (Fill.ALTERNATELY.value, gettext_lazy("in turn: somebody stays, then somebody comes up")),
                (Fill.STAY.value, gettext_lazy("all who would go down stay first")),
            ],
        )
        self.fields["newcomers"] = forms.ChoiceField(
            label=gettext_lazy("Newcomers"),
            choices=[
                (Newcomers.LOWEST.value, gettext_lazy("into the lowest group")),
                (Newcomers.RATING.value, gettext_lazy("by rating")),
            ],
        )
        self.fields["seeded"] = forms.IntegerField(
            label=gettext_lazy("Number in the highest group who never go down"),
            min_value=0,
            max_value=_MOST,
        )

    @property
    def borders(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"up_{number}"], self[f"down_{number}"]) for number in range(1, len(self.tables.groups))]

    def proposal(self, decided: Sequence[Sequence[int]]) -> Proposal:
        given = self.cleaned_data
        borders = range(1, len(self.tables.groups))
        return up_and_down(
            self.tables.groups,
            [GroupCandidate(player=key, rating=self.members[key].rating) for key in self.members if key in self.ticked],
            borders=[Border(up=given[f"up_{number}"], down=given[f"down_{number}"]) for number in borders],
            fill=Fill(given["fill"]),
            newcomers=Newcomers(given["newcomers"]),
            seeded=given["seeded"],
            decided=decided,
        )

    def _usual_values(self) -> Iterator[tuple[str, object]]:
        yield "name", a_year_later(self.event.name)
        seasons = self.event.club.seasons.filter(is_open=True).exclude(pk=self.event.season_id).order_by("-starts_on")
        if (season := seasons.first()) is not None:
            yield "season", season.pk
        for number in range(1, len(self.tables.groups)):
            yield f"up_{number}", 2
            yield f"down_{number}", 2
        yield "fill", Fill.ALTERNATELY.value
        yield "newcomers", Newcomers.LOWEST.value
        yield "seeded", 0


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12
