"""The demo's series: what last season's championship and groups came to together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tournaments.models import Player, Season, Series, User
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.series import NamedCategory
from tournaments.services.series import SeriesPlan, make_series

_NAME = "Grand prix"
_OPTIONS = {"points_by_place": "lynmix", "every": "1"}
_STRONG = 1800
_SCHOOL = slice(30, 42)
"""Places on the list of members."""


def grand_prix(season: Season, members: Mapping[PlayerId, Player], *, director: User) -> Series:
    """Of all its tournaments, the championship counting double."""
    school = frozenset(members[number].pk for number in sorted(members)[_SCHOOL])
    plan = SeriesPlan(
        name=_NAME,
        options=_OPTIONS,
        events=[(each, Fraction(1 if at else 2)) for at, each in enumerate(season.tournaments.order_by("pk"))],
        categories=[
            NamedCategory(name=f"< {_STRONG}", category=Category(kind=CategoryKind.RATING, high=_STRONG - 1)),
            NamedCategory(
                name="Montessori", category=Category(kind=CategoryKind.LISTED, people=school, own_places=True)
            ),
        ],
    )
    return make_series(season.club, season=season, plan=plan, actor=director)
