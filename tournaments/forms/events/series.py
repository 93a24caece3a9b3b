"""A series: its name and season, its tournaments, its categories and its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.common.typed_numbers import plain_number
from tournaments.forms.setup.options import OptionsForm
from tournaments.models import Club, Player, Season, Series, Tournament
from tournaments.names import folded_name
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.series.categories import Category, CategoryKind, FixedAt
from tournaments.pairing.series.options import SeriesOptions
from tournaments.selectors.series import NamedCategory, categories_of, options_of
from tournaments.services.events.series import MOST_CATEGORIES, SeriesScheme

_EMPTY_CATEGORIES = 2
_KINDS = [
    (CategoryKind.RATING.value, gettext_lazy("Rating from … to …")),
    (CategoryKind.AGE.value, gettext_lazy("Age from … to … in the year the series starts")),
    (CategoryKind.WOMEN.value, gettext_lazy("Women")),
    (CategoryKind.NEWCOMER.value, gettext_lazy("First season in the club")),
    (CategoryKind.GROUP.value, gettext_lazy("Group from … to … (A is 1)")),
    (CategoryKind.LISTED.value, gettext_lazy("Those named below")),
]
_AT = [
    (FixedAt.FIRST.value, gettext_lazy("at their first event")),
    (FixedAt.EACH.value, gettext_lazy("at each event")),
    (FixedAt.START.value, gettext_lazy("before the first event")),
]


class SeriesOptionsForm(OptionsForm):
    """A series' options are fields like a system's, so the form is the same."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, preset: str = "", base: SeriesOptions | None = None
    ) -> None:
        of_fields = cast(type[PairingSystem], SeriesOptions)
        super().__init__(of_fields, data, preset=preset, base=cast(PairingSystem | None, base))


class SeriesBasicsForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class ExactField(forms.CharField):
    """A number as people type it: 2, ½, 1.5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"size": 6, "autocomplete": "off", "inputmode": "text"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Fraction | None:
        text = plain_number(super().clean(value).strip())
        if not text:
            return None
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError) as error:
            raise forms.ValidationError(_("Write a number such as 3, 1/2 or 1.5.")) from error


class WeightField(ExactField):
    def clean(self, value: Any) -> Fraction | None:
        found = super().clean(value)
        if found is not None and (not 0 < found <= 100 or found.denominator > 1000):
            raise forms.ValidationError(_("A weight is at least 0.001 and at most 100."))
        return found


class EventForm(forms.Form):
    """One tournament of the season: whether it counts, at which place in the series, and how many times."""

    counts = forms.BooleanField(required=False)
    position = forms.IntegerField(
        label=gettext_lazy("Position in the order of events"), min_value=1, max_value=999, required=False
    )
    weight = WeightField(label=gettext_lazy("Weight"), required=False)

    def __init__(
        self, tournament: Tournament, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any]
    ) -> None:
        super().__init__(data, prefix=f"t{tournament.pk}", label_suffix="", initial=dict(initial))
        self.tournament = tournament
        self.fields["counts"].label = tournament.name


def names_of_people(club: Club, keys: Iterable[int]) -> str:
    """One a line, as `category_people` reads them."""
    players = Player.objects.filter(club=club, pk__in=list(keys)).order_by("pk")
    return "\n".join(player.full_name for player in players)


def category_people(club: Club, names: str) -> frozenset[int]:
    """Keys of the club's players of these names, one a line. Raises ValidationError."""
    found = set()
    for line in filter(None, map(str.strip, names.splitlines())):
        players = Player.objects.filter(club=club, folded_name=folded_name(line, ""))
        keys = list(players.values_list("pk", flat=True)[:2])
        if len(keys) != 1:
            raise forms.ValidationError(_("No player, or more than one, is called {name}.").format(name=line))
        found.add(keys[0])
    return frozenset(found)


class CategoryForm(forms.Form):
    """Without a name there is none."""

    name = forms.CharField(label=gettext_lazy("Name of the category"), max_length=60, required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Who is in it"), choices=_KINDS, required=False)
    low = forms.IntegerField(label=pgettext_lazy("a number", "From"), min_value=0, max_value=9999, required=False)
    high = forms.IntegerField(label=pgettext_lazy("a number", "To"), min_value=0, max_value=9999, required=False)
    at = forms.ChoiceField(label=gettext_lazy("Date for age and rating"), choices=_AT, required=False)
    prizes = forms.IntegerField(label=gettext_lazy("Prizes"), min_value=0, max_value=100, required=False)
    own_places = forms.BooleanField(label=gettext_lazy("Give them places of their own"), required=False)
    people = forms.CharField(
        label=gettext_lazy("Names, one a line"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, club: Club, number: int, data: Mapping[str, Any] | None, named: NamedCategory | None) -> None:
        initial: dict[str, Any] = {"prizes": 1, "at": FixedAt.FIRST.value}
        if named is not None:
            category = named.category
            initial = {
                "name": named.name,
                "kind": category.kind.value,
                "low": category.low,
                "high": category.high,
                "at": category.at.value,
                "prizes": category.prizes,
                "own_places": category.own_places,
                "people": names_of_people(club, category.people),
            }
        super().__init__(data, prefix=f"c{number}", label_suffix="", initial=initial)
        self.club = club

    def clean_people(self) -> frozenset[int]:
        return category_people(self.club, self.cleaned_data["people"])

    def clean(self) -> dict[str, Any]:
        low, high = self.cleaned_data.get("low"), self.cleaned_data.get("high")
        if low is not None and high is not None and low > high:
            self.add_error("high", _("The end is before the beginning."))
        return self.cleaned_data

    @property
    def category(self) -> NamedCategory | None:
        given = self.cleaned_data
        name = " ".join(given["name"].split())
        if not name:
            return None
        prizes = given["prizes"]
        return NamedCategory(
            name=name,
            category=Category(
                kind=CategoryKind(given["kind"] or CategoryKind.RATING),
                low=given["low"],
                high=given["high"],
                at=FixedAt(given["at"] or FixedAt.FIRST),
                prizes=1 if prizes is None else prizes,
                own_places=given["own_places"],
                people=given["people"],
            ),
        )


@dataclass(frozen=True, kw_only=True)
class SeriesForms:
    """All that one page asks for; wrong in one place, nothing is saved and nothing typed is lost."""

    basics: SeriesBasicsForm
    events: tuple[EventForm, ...]
    categories: tuple[CategoryForm, ...]
    options: SeriesOptionsForm

    @classmethod
    def of(
        cls,
        club: Club,
        data: Mapping[str, Any] | None,
        *,
        season: Season,
        preset: str = "",
        series: Series | None = None,
    ) -> SeriesForms:
        """For a new series of the season, or for one that is there."""
        base = options_of(series) if series is not None else None
        kept = categories_of(series) if series is not None else ()
        shown = max(len(kept), _rows_in(data)) + (0 if data is not None else _EMPTY_CATEGORIES)
        return cls(
            basics=SeriesBasicsForm(data, label_suffix="", initial={"name": series.name if series else ""}),
            events=tuple(_events(data, season, series)),
            categories=tuple(
                CategoryForm(club, number, data, kept[number] if number < len(kept) else None)
                for number in range(min(shown, MOST_CATEGORIES))
            ),
            options=SeriesOptionsForm(data, preset=series.preset if series is not None else preset, base=base),
        )

    def is_valid(self) -> bool:
        return not [form for form in self.all if not form.is_valid()]  # each of them says what is wrong

    @property
    def has_wrong_options(self) -> bool:
        return bool(self.options.errors)

    @property
    def has_wrong_categories(self) -> bool:
        return any(form.errors for form in self.categories)

    @property
    def has_categories(self) -> bool:
        return any(form["name"].value() for form in self.categories)

    @property
    def all(self) -> tuple[forms.Form, ...]:
        return (self.basics, *self.events, *self.categories, self.options)

    def scheme(self) -> SeriesScheme:
        """Once they are valid. Those without a place stand behind those with one, as they were listed."""
        chosen = [(at, form) for at, form in enumerate(self.events) if form.cleaned_data["counts"]]
        chosen.sort(key=lambda each: (each[1].cleaned_data["position"] or 10_000, each[0]))
        return SeriesScheme(
            name=self.basics.cleaned_data["name"],
            preset=self.options.preset or "",
            options=self.options.saved_options(),
            events=[
                (form.tournament, Fraction(1) if form.cleaned_data["weight"] is None else form.cleaned_data["weight"])
                for _at, form in chosen
            ],
            categories=[each for form in self.categories if (each := form.category) is not None],
        )


class BonusForm(forms.Form):
    player = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Player.objects.none())
    amount = ExactField(label=gettext_lazy("Points"))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="", prefix="bonus")
        field = cast(forms.ModelChoiceField[Player], self.fields["player"])
        field.queryset = club.players.order_by("given_name", "family_name")


class FinalForm(forms.Form):
    """The first of the table in a tournament of their own."""

    name = forms.CharField(label=gettext_lazy("Name of the final"), max_length=200)
    count = forms.IntegerField(label=gettext_lazy("How many go through"), min_value=2, max_value=999, initial=4)
    system = forms.ChoiceField(label=gettext_lazy("How it is played"))
    planned_rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy("Leave it empty if the number follows from the players."),
        min_value=1,
        max_value=99,
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="", prefix="final", initial={"system": "all_play_all"})
        offered = {code: each.info for code, each in SYSTEMS.items() if each.info.is_for_players}
        known = [(code, _(info.name)) for code, info in offered.items() if not code.startswith("toy_")]
        cast(forms.ChoiceField, self.fields["system"]).choices = known


def _rows_in(data: Mapping[str, Any] | None) -> int:
    return sum(f"c{number}-name" in data for number in range(MOST_CATEGORIES)) if data is not None else 0


def _events(data: Mapping[str, Any] | None, season: Season, series: Series | None) -> Iterator[EventForm]:
    """Those of the season in the order in which they were set up; of a series, those in it first."""
    there = {row.tournament_id: row for row in series.events.all()} if series is not None else {}
    found = list(season.tournaments.filter(trashed_at=None, play_off_of=None).order_by("pk"))
    known = {each.pk for each in found}
    found += Tournament.objects.filter(pk__in=set(there) - known, trashed_at=None).order_by("pk")
    found.sort(key=lambda each: there[each.pk].position if each.pk in there else 10_000)
    for tournament in found:
        row = there.get(tournament.pk)
        initial = {"counts": True, "position": row.position, "weight": row.weight} if row else {"weight": "1"}
        yield EventForm(tournament, data, initial=initial)
