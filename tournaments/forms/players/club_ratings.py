"""The club's own rating: its settings, which tournaments count for it, and with what somebody begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Club, ClubRatingStart, Pace, Player, RatingFrom, Tournament
from tournaments.services.players.club_ratings import (
    HIGHEST,
    LOWEST,
    MOST_GAMES,
    MOST_PROVISIONAL,
    Rated,
    RatingSettings,
)

_RATED_AS = [("", pgettext_lazy("rated games", "not rated")), *[(pace.value, pace.label) for pace in Pace]]


class RatingSettingsForm(forms.Form):
    rates_games = forms.BooleanField(
        label=gettext_lazy("The club has a rating of its own"),
        required=False,
        help_text=gettext_lazy("When it is off, none of it is shown. Nothing is lost: it is back when you turn it on."),
    )
    shows_ratings = forms.BooleanField(
        label=gettext_lazy("Everybody may see the list"),
        required=False,
        help_text=gettext_lazy("Only people shown by their full name are on it, and never children."),
    )
    rating_start = forms.IntegerField(
        label=gettext_lazy("First rating"),
        min_value=LOWEST,
        max_value=HIGHEST,
        help_text=gettext_lazy("For players entered without a rating."),
    )
    rating_start_youth = forms.IntegerField(
        label=gettext_lazy("First rating of children"), min_value=LOWEST, max_value=HIGHEST
    )
    rating_provisional = forms.IntegerField(
        label=gettext_lazy("Games until it is settled"),
        min_value=0,
        max_value=MOST_PROVISIONAL,
        help_text=gettext_lazy("Until then it changes twice as fast and changes the opponents' ratings half as much."),
    )
    outside_counts = forms.BooleanField(
        label=gettext_lazy("Games of the club’s teams count too"),
        required=False,
        help_text=gettext_lazy("Where the opponent’s rating is typed in, and for players who are on the list."),
    )


class RatedTournamentForm(forms.Form):
    rated_as = forms.ChoiceField(label=gettext_lazy("How its games are rated"), choices=_RATED_AS, required=False)
    rating_from = forms.ChoiceField(
        label=gettext_lazy("Rating of the players entered"), choices=RatingFrom.choices, required=False
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        initial = {"rated_as": tournament.rated_as, "rating_from": tournament.rating_from}
        super().__init__(data, prefix=f"t{tournament.pk}", label_suffix="", initial=initial)
        self.tournament = tournament


class RatingForms:
    """All of the one page."""

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        initial = {name: getattr(club, name) for name in RatingSettingsForm.base_fields}
        self.club = RatingSettingsForm(data, label_suffix="", initial=initial)
        tournaments = Tournament.objects.filter(club=club, trashed_at=None).select_related("season")
        self.tournaments = [
            RatedTournamentForm(each, data if data is not None and f"t{each.pk}-rated_as" in data else None)
            for each in tournaments.order_by("-season__starts_on", "-season", "pk")
        ]

    def is_valid(self) -> bool:
        return self.club.is_valid() and not [form for form in self.tournaments if form.is_bound and not form.is_valid()]

    @property
    def settings(self) -> RatingSettings:
        """Once they are valid. A tournament made since the page was read stays as it is."""
        return RatingSettings(
            **self.club.cleaned_data,
            tournaments={form.tournament.pk: Rated(**form.cleaned_data) for form in self.tournaments if form.is_bound},
        )


class RatingStartForm(forms.Form):
    rating = forms.IntegerField(
        label=gettext_lazy("Rating at the beginning"),
        min_value=LOWEST,
        max_value=HIGHEST,
        required=False,
        help_text=gettext_lazy("Leave it empty for the rating with which they were first entered."),
    )
    games = forms.IntegerField(
        label=gettext_lazy("Rated games before"), min_value=0, max_value=MOST_GAMES, required=False
    )

    def __init__(self, player: Player, pace: Pace, data: Mapping[str, Any] | None = None) -> None:
        found = ClubRatingStart.objects.filter(player=player, pace=pace).first()
        initial = {"rating": found.rating, "games": found.games} if found else {"games": 0}
        super().__init__(data, label_suffix="", prefix="start", initial=initial)
