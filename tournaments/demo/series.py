"""The demo's series: what last season's championship and groups came to together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Player, Season, Series, Tournament, User
from tournaments.pairing.prizes.types import Prize, Sharing
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme
from tournaments.selectors.series import NamedCategory
from tournaments.services.events.prizes import set_prizes, version_of
from tournaments.services.events.series import SeriesScheme, make_series

_NAME = "Grand prix"
_OPTIONS = {"points_by_place": "lynmix", "every": "1"}
_STRONG = 1800
_WEAK = 1500
_SCHOOL = slice(30, 42)
"""Places on the list of members."""


def grand_prix(season: Season, members: Mapping[PlayerId, Player], *, director: User) -> Series:
    """Of all its tournaments, the championship counting double."""
    plan = SeriesScheme(
        name=_NAME,
        options=_OPTIONS,
        events=[(each, Fraction(1 if at else 2)) for at, each in enumerate(season.tournaments.order_by("pk"))],
        categories=[
            NamedCategory(name=f"< {_STRONG}", category=Category(kind=CategoryKind.RATING, high=_STRONG - 1)),
            NamedCategory(
                name="Montessori", category=Category(kind=CategoryKind.LISTED, people=_school(members), own_places=True)
            ),
        ],
    )
    series = make_series(season.club, season=season, plan=plan, actor=director)
    set_prizes(series, _prizes(), seen=version_of(series), actor=director)
    return series


def _prizes() -> PrizeScheme:
    """Money for the first, for those below a rating and for the school; a trophy besides."""
    return PrizeScheme(
        lists=(
            NamedPrizes(name=_("Overall"), prizes=_money(150, 100, 75, 50, 25)),
            NamedPrizes(name=f"< {_STRONG}", of=f"< {_STRONG}", prizes=_money(60, 40, 20)),
            NamedPrizes(
                name="Montessori",
                of="Montessori",
                prizes=(Prize(cents=2500, thing=_("a book")), Prize(thing=_("a book"))),
            ),
            NamedPrizes(
                name=_("Champion"), prizes=(Prize(thing=_("the cup")),), sharing=Sharing.TABLE, is_besides=True
            ),
        ),
        is_public=True,
    )


def _money(*euros: int) -> tuple[Prize, ...]:
    return tuple(Prize(cents=100 * each) for each in euros)


def championship_prizes(tournament: Tournament, members: Mapping[PlayerId, Player], *, director: User) -> None:
    """Of this season's, which goes on: who would get what can be looked at every evening."""
    below = Category(kind=CategoryKind.RATING, high=_WEAK - 1)
    school = Category(kind=CategoryKind.LISTED, people=_school(members))
    lists = (
        NamedPrizes(name=_("Overall"), prizes=_money(120, 80, 50)),
        NamedPrizes(
            name=f"< {_WEAK}", category=NamedCategory(name=f"< {_WEAK}", category=below), prizes=_money(40, 25)
        ),
        NamedPrizes(
            name="Montessori",
            category=NamedCategory(name="Montessori", category=school),
            prizes=(Prize(thing=_("a book")),),
        ),
    )
    set_prizes(tournament, PrizeScheme(lists=lists, is_public=True), seen=version_of(tournament), actor=director)


def _school(members: Mapping[PlayerId, Player]) -> frozenset[int]:
    return frozenset(members[number].pk for number in sorted(members)[_SCHOOL])
