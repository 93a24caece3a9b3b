"""A match of a team, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.common.times import HourField
from tournaments.forms.common.typed_numbers import plain_number, short_number
from tournaments.models import Fixture
from tournaments.services.teams.fixture_results import TypedBoard
from tournaments.services.teams.fixtures import FixtureSettings

_HOME, _AWAY = "home", "away"
_LONGEST_SCORE = 4
"""12½"""


class FixtureForm(forms.Form):
    date = forms.DateField(
        label=pgettext_lazy("of a match", "Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts_at = HourField(label=gettext_lazy("Starting time"), required=False)
    opponent = forms.CharField(
        label=gettext_lazy("Opponent"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    side = forms.ChoiceField(
        label=gettext_lazy("Home or away"),
        choices=[(_HOME, gettext_lazy("Home match")), (_AWAY, gettext_lazy("Away match"))],
        widget=forms.RadioSelect,
        initial=_HOME,
    )
    place = forms.CharField(label=pgettext_lazy("of a match", "Place"), max_length=200, required=False)
    round = forms.IntegerField(
        label=gettext_lazy("Round"),
        help_text=gettext_lazy("Empty: the next one."),
        min_value=1,
        max_value=200,
        required=False,
    )
    note = forms.CharField(
        label=gettext_lazy("Note for members"),
        help_text=gettext_lazy("For example who drives. Only members see it."),
        max_length=200,
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, fixture: Fixture | None = None) -> None:
        known: dict[str, Any] = {}
        if fixture is not None:
            known = {
                "date": fixture.date,
                "starts_at": fixture.starts_at,
                "opponent": fixture.opponent,
                "side": _HOME if fixture.is_home else _AWAY,
                "place": fixture.place,
                "round": fixture.round,
                "note": fixture.note,
            }
        super().__init__(data, label_suffix="", initial=known)

    def settings(self) -> FixtureSettings:
        """Once it is valid."""
        given = dict(self.cleaned_data)
        return FixtureSettings(is_home=given.pop("side") == _HOME, **given)


@dataclass(frozen=True, kw_only=True, slots=True)
class SentResults:
    boards: tuple[TypedBoard, ...]
    score: tuple[int, int] | None


def sent_results(data: Mapping[str, str], boards: int) -> SentResults | None:
    """Of the form under a match: `result-1`, `opponent-1`, `rating-1` …, and a score; None for what cannot be read."""
    typed = []
    for board in range(1, boards + 1):
        rating = data.get(f"rating-{board}", "").strip()
        if rating and short_number(rating) is None:
            return None
        typed.append(
            TypedBoard(
                board=board,
                result=data.get(f"result-{board}", ""),
                opponent=data.get(f"opponent-{board}", ""),
                opponent_rating=short_number(rating),
            )
        )
    own, their = (data.get(name, "").strip() for name in ("own_score", "their_score"))
    if not own and not their:
        return SentResults(boards=tuple(typed), score=None)
    score = (_halves(own), _halves(their))
    if score[0] is None or score[1] is None:
        return None
    return SentResults(boards=tuple(typed), score=(score[0], score[1]))


def _halves(text: str) -> int | None:
    """Of 4½, 4.5 or 4,5."""
    if len(text) > _LONGEST_SCORE:
        return None
    try:
        number = Fraction(plain_number(text)) * 2
    except (ValueError, ZeroDivisionError):
        return None
    return int(number) if number.denominator == 1 and 0 <= number < 100 else None
