"""Prizes: the lists of a tournament or of a series, one prize a line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.events.series import category_people, names_of_people
from tournaments.models import Club, Series
from tournaments.pairing.prizes.types import Prize, Sharing, Turn
from tournaments.pairing.series.categories import Category, CategoryKind, FixedAt
from tournaments.selectors.prizes import NamedPrizes, Prized, PrizeScheme, scheme_of
from tournaments.selectors.series import NamedCategory
from tournaments.services.events.prizes import LONGEST_NAME, LONGEST_THING, MOST_LISTS, MOST_PRIZES

_EMPTY_LISTS = 2
_EVERYBODY = "everybody"
_CATEGORY = "category "
"""Before the name of one of the tournament's."""
_KINDS = [
    (_EVERYBODY, gettext_lazy("Everybody in the table")),
    (CategoryKind.RATING.value, gettext_lazy("Rating from … to …")),
    (CategoryKind.AGE.value, gettext_lazy("Age from … to … in the year it starts")),
    (CategoryKind.WOMEN.value, gettext_lazy("Women")),
    (CategoryKind.NEWCOMER.value, gettext_lazy("First season in the club")),
    (CategoryKind.LISTED.value, gettext_lazy("Those named below")),
]
_SHARING = [
    (Sharing.EQUALLY.value, gettext_lazy("Players equal on points share the money")),
    (Sharing.TABLE.value, gettext_lazy("Only players who share a place in the table share the money")),
]
_TURNS = [
    (Turn.LISTS.value, gettext_lazy("the prize of the first list")),
    (Turn.WORTH.value, gettext_lazy("the prize with the most money")),
]
_SIGN = r"[€$£¥]|[A-Za-z]{1,3}\.?"
_MONEY = re.compile(rf"^(?:{_SIGN})?\s*(\d[\d\u00a0\u202f ]*)(?:[.,](\d{{1,2}}))?\s*(?:{_SIGN})?\s*(?:\+\s*(.+))?$")
_LOOKS_LIKE_MONEY = re.compile(r"^[€$£¥\s]*[\d.,\s\u00a0\u202f]+[€$£¥\s]*$")


class PrizesField(forms.CharField):
    """One prize a line: an amount, what it is, or an amount + what it is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 4}), **kwargs)

    def clean(self, value: Any) -> tuple[Prize, ...]:
        lines = [" ".join(line.split()) for line in super().clean(value).splitlines()]
        found = tuple(prize_in(line) for line in lines if line)
        if len(found) > MOST_PRIZES:
            raise forms.ValidationError(_("A list has at most {most} prizes.").format(most=MOST_PRIZES))
        return found


def prize_in(line: str) -> Prize:
    """Raises ValidationError for what looks like an amount and is none."""
    if found := _MONEY.match(line):
        whole, part, thing = found.groups()
        cents = int(re.sub(r"\D", "", whole)[:9]) * 100 + int((part or "").ljust(2, "0") or 0)
        prize = Prize(cents=cents, thing=thing or "")
    elif _LOOKS_LIKE_MONEY.match(line):
        raise forms.ValidationError(_("Write an amount such as 100 or 12.50: “{line}”.").format(line=line[:40]))
    else:
        prize = Prize(thing=line)
    if len(prize.thing) > LONGEST_THING:
        raise forms.ValidationError(_("A prize has at most {most} characters.").format(most=LONGEST_THING))
    if not (prize.cents or prize.thing):
        raise forms.ValidationError(_("Write what the prize is: “{line}”.").format(line=line[:40]))
    return prize


def line_of(prize: Prize) -> str:
    """As it is typed."""
    whole, part = divmod(prize.cents, 100)
    money = f"{whole}.{part:02}" if part else str(whole)
    return " + ".join(filter(None, (money if prize.cents else "", prize.thing)))


class AllPrizesForm(forms.Form):
    """What holds of all lists."""

    one_prize = forms.BooleanField(label=gettext_lazy("One prize a person"), required=False)
    turn = forms.ChoiceField(label=gettext_lazy("If somebody could have two"), choices=_TURNS, required=False)
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=5, required=False)
    is_public = forms.BooleanField(
        label=gettext_lazy("Show the prizes on the public pages"),
        help_text=gettext_lazy("Visitors see at once what can be won, and who won it once that is fixed."),
        required=False,
    )


class PrizeListForm(forms.Form):
    """Without a name there is none."""

    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=LONGEST_NAME, required=False)
    prizes = PrizesField(
        label=gettext_lazy("Prizes, one a line, the best first"),
        help_text=gettext_lazy("100, or a book, or 50 + trophy."),
        required=False,
    )
    sharing = forms.ChoiceField(label=gettext_lazy("Who shares"), choices=_SHARING, required=False)
    is_besides = forms.BooleanField(
        label=gettext_lazy("Can be won in addition to a prize of another list"), required=False
    )

    def __init__(self, thing: Prized, number: int, data: Mapping[str, Any] | None, named: NamedPrizes | None) -> None:
        initial: dict[str, Any] = {"sharing": Sharing.EQUALLY.value}
        if named is not None:
            initial = {
                "name": named.name,
                "prizes": "\n".join(map(line_of, named.prizes)),
                "sharing": named.sharing.value,
                "is_besides": named.is_besides,
            }
        super().__init__(data, prefix=f"l{number}", label_suffix="", initial=initial)
        self.club: Club = thing.club

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        low, high = given.get("low"), given.get("high")
        if low is not None and high is not None and low > high:
            self.add_error("high", _("The end is before the beginning."))
        if given.get("prizes") and not given.get("name", "").strip():
            self.add_error("name", _("These prizes need a name, such as Overall."))
        if given.get("name", "").strip() and given.get("prizes") == ():
            self.add_error("prizes", _("Write at least one prize."))
        return given

    @property
    def whom(self) -> Sequence[Sequence[forms.BoundField]]:
        """The fields that say for whom it is, in rows."""
        raise NotImplementedError

    @property
    def named(self) -> NamedPrizes | None:
        """Once it is valid."""
        name = " ".join(self.cleaned_data["name"].split())
        if not name:
            return None
        given = self.cleaned_data
        category, of = self._for_whom(name)
        return NamedPrizes(
            name=name,
            prizes=given["prizes"],
            category=category,
            of=of,
            sharing=Sharing(given["sharing"] or Sharing.EQUALLY),
            is_besides=given["is_besides"],
        )

    def _for_whom(self, name: str) -> tuple[NamedCategory | None, str]:
        raise NotImplementedError


class TournamentListForm(PrizeListForm):
    kind = forms.ChoiceField(label=gettext_lazy("For whom"), choices=_KINDS, required=False)
    low = forms.IntegerField(label=pgettext_lazy("a number", "From"), min_value=0, max_value=9999, required=False)
    high = forms.IntegerField(label=pgettext_lazy("a number", "To"), min_value=0, max_value=9999, required=False)
    people = forms.CharField(
        label=gettext_lazy("Names, one a line"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, thing: Prized, number: int, data: Mapping[str, Any] | None, named: NamedPrizes | None) -> None:
        super().__init__(thing, number, data, named)
        # One that is gone stays on offer, or the list would be for everybody once this is saved: that is refused.
        names = dict.fromkeys(
            [*(each["name"] for each in thing.categories), *([named.of] if named and named.of else [])]
        )
        everybody, *others = _KINDS
        categories = [(f"{_CATEGORY}{name}", _("Category {name}").format(name=name)) for name in names]
        self.fields["kind"] = forms.ChoiceField(
            label=_("For whom"), choices=[everybody, *categories, *others], required=False
        )
        if named is not None and named.of:
            self.initial = {**self.initial, "kind": f"{_CATEGORY}{named.of}"}
        if named is not None and named.category is not None:
            category = named.category.category
            known: dict[str, Any] = {
                "kind": category.kind.value,
                "low": category.low,
                "high": category.high,
                "people": names_of_people(self.club, category.people),
            }
            self.initial = {**self.initial, **known}

    def clean_people(self) -> frozenset[int]:
        return category_people(self.club, self.cleaned_data["people"])

    @property
    def whom(self) -> Sequence[Sequence[forms.BoundField]]:
        return ((self["kind"],), (self["low"], self["high"]), (self["people"],))

    def _for_whom(self, name: str) -> tuple[NamedCategory | None, str]:
        given = self.cleaned_data
        if (given["kind"] or _EVERYBODY) == _EVERYBODY:
            return None, ""
        if given["kind"].startswith(_CATEGORY):
            return None, given["kind"].removeprefix(_CATEGORY)
        category = Category(
            kind=CategoryKind(given["kind"]),
            low=given["low"],
            high=given["high"],
            at=FixedAt.FIRST,
            people=given["people"],
        )
        return NamedCategory(name=name, category=category), ""


class SeriesListForm(PrizeListForm):
    of = forms.ChoiceField(label=gettext_lazy("For whom"), required=False)

    def __init__(self, thing: Prized, number: int, data: Mapping[str, Any] | None, named: NamedPrizes | None) -> None:
        super().__init__(thing, number, data, named)
        names = [each["name"] for each in thing.categories] if isinstance(thing, Series) else []
        choices = [("", _("Everybody in the table")), *((name, name) for name in names)]
        self.fields["of"] = forms.ChoiceField(label=_("For whom"), choices=choices, required=False)
        if named is not None:
            self.initial["of"] = named.of

    @property
    def whom(self) -> Sequence[Sequence[forms.BoundField]]:
        return ((self["of"],),)

    def _for_whom(self, name: str) -> tuple[NamedCategory | None, str]:
        return None, self.cleaned_data["of"]


@dataclass(frozen=True, kw_only=True)
class PrizesForms:
    """All that one page asks for; wrong in one place, nothing is saved and nothing typed is lost."""

    all: AllPrizesForm
    lists: tuple[PrizeListForm, ...]

    @classmethod
    def of(cls, thing: Prized, data: Mapping[str, Any] | None, *, proposes: bool = False) -> PrizesForms:
        """`proposes`: what most clubs have, where nothing is set up yet."""
        plan = scheme_of(thing) or PrizeScheme(lists=_usual_lists() if proposes else ())
        rows = sum(f"l{number}-name" in data for number in range(MOST_LISTS)) if data is not None else 0
        shown = max(len(plan.lists), rows) + (0 if data is not None else _EMPTY_LISTS)
        kind = SeriesListForm if isinstance(thing, Series) else TournamentListForm
        initial = {
            "one_prize": plan.one_prize,
            "turn": plan.turn.value,
            "currency": plan.currency,
            "is_public": plan.is_public,
        }
        return cls(
            all=AllPrizesForm(data, label_suffix="", initial=initial),
            lists=tuple(
                kind(thing, number, data, plan.lists[number] if number < len(plan.lists) else None)
                for number in range(min(shown, MOST_LISTS))
            ),
        )

    def is_valid(self) -> bool:
        return not [form for form in (self.all, *self.lists) if not form.is_valid()]

    def scheme(self) -> PrizeScheme:
        given = self.all.cleaned_data
        return PrizeScheme(
            lists=tuple(each for form in self.lists if (each := form.named) is not None),
            one_prize=given["one_prize"],
            turn=Turn(given["turn"] or Turn.LISTS),
            currency=given["currency"].strip(),
            is_public=given["is_public"],
        )


def _usual_lists() -> tuple[NamedPrizes, ...]:
    medal = Prize(thing=_("Medal"))
    below = NamedCategory(name="", category=Category(kind=CategoryKind.RATING, high=1499))
    young = NamedCategory(name="", category=Category(kind=CategoryKind.AGE, high=18))
    return (
        NamedPrizes(name=_("Overall"), prizes=(medal,) * 3),
        NamedPrizes(name=_("Under {rating}").format(rating=1500), prizes=(medal,), category=below),
        NamedPrizes(name=_("Juniors"), prizes=(medal,), category=young),
    )
