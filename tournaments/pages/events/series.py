"""A series for those who run it: its table, bonus points, the play-off and the final table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Player, Series
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import points_text
from tournaments.pages.events.public_series import SeriesPage, series_page
from tournaments.selectors.display_names import display_names_of_players
from tournaments.selectors.series import read_series


@dataclass(frozen=True, kw_only=True, slots=True)
class BonusGiven:
    key: int
    name: str
    amount: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOffContender:
    """For the title, in a play-off."""

    key: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffSeriesPage:
    """`passed_over`: a sentence for each tournament that does not count now. `contenders` share the first place;
    `play_off_winner` is the key of whoever has won, empty before."""

    key: int
    is_open: bool
    public_url: str
    shown: SeriesPage
    is_over: bool
    passed_over: tuple[str, ...]
    bonuses: tuple[BonusGiven, ...]
    contenders: tuple[PlayOffContender, ...]
    play_off_winner: str


def staff_series_page(series: Series) -> StaffSeriesPage:
    """The series comes with its season and club."""
    read = read_series(series)
    shared = read.reckoned.level_for_first() if read.reckoned.options.play_off and read.reckoned.is_over else ()
    bonuses = list(series.bonuses.select_related("player").order_by("pk"))
    names = display_names_of_players(
        Player.objects.filter(pk__in=[*(each.player_id for each in bonuses), *shared]).order_by("pk")
    )
    return StaffSeriesPage(
        key=series.pk,
        is_open=series.season.is_open,
        public_url=reverse("public_series", args=[series.club.slug, series.pk]),
        shown=series_page(series.club, series.pk, Audience.STAFF),
        is_over=read.reckoned.is_over,
        passed_over=tuple(_passed_over(series, {each.pk for each in read.tournaments})),
        bonuses=tuple(
            BonusGiven(
                key=each.pk,
                name=names[each.player_id],
                amount=points_text(Fraction(each.amount)),
                reason=each.reason,
            )
            for each in bonuses
        ),
        contenders=tuple(PlayOffContender(key=key, name=names[key]) for key in shared) if len(shared) > 1 else (),
        play_off_winner=str(series.play_off[0]) if series.play_off else "",
    )


def _passed_over(series: Series, counted: set[int]) -> list[str]:
    rows = series.events.exclude(tournament__in=counted).select_related("tournament").order_by("position")
    return [
        _("{tournament} is in the trash, so it does not count.").format(tournament=row.tournament.name)
        if row.tournament.trashed_at is not None
        else _("{tournament} was never played to its end, so it does not count.").format(tournament=row.tournament.name)
        for row in rows
    ]
