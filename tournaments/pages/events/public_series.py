"""A series as the public sees it, and one person's results in it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournaments.models import Club, Series, ShownAs
from tournaments.pages.common.charts.race import Race, race_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.links import player_url
from tournaments.pages.common.option_words import OptionInWords, options_in_words
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import points_text
from tournaments.pages.events.prizes import PublicPrizes, public_prizes
from tournaments.pages.events.series_table import CategoryShown, EventShown, PrizeShown, RowShown, Shown
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.series.options import TIES_IN_WORDS, EventPoints, SeriesOptions
from tournaments.pairing.series.types import SeriesRow
from tournaments.pairing.types.options import fields_of
from tournaments.pairing.wording import listing


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCorrection:
    """Somebody whose place or total is not the published one; `now` is empty for whoever is gone from the table."""

    name: str
    then: str
    now: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesAsPublished:
    """`corrections`: what is different now."""

    at: datetime.datetime | None
    corrections: tuple[TableCorrection, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesPage:
    """`rows` empty before the first event is over."""

    name: str
    season: str
    season_url: str
    state: str
    title: str
    notes: tuple[str, ...]
    events: tuple[EventShown, ...]
    rows: tuple[RowShown, ...]
    has_participation: bool
    has_bonus: bool
    lowest_wins: bool
    categories: tuple[CategoryShown, ...]
    prizes: tuple[PrizeShown, ...]
    """Empty where it is set up what there is to win: then `prize_lists` says it, if the club shows it."""
    prize_lists: PublicPrizes | None
    race: Race | None
    settings: tuple[OptionInWords, ...]
    published: SeriesAsPublished | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultShown:
    """Of one event; `reasons` say how it came about, and why it is struck."""

    event: str
    url: str
    date: datetime.date | None
    text: str
    is_counted: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BonusShown:
    amount: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceShown:
    """In one table: that of all, whose `table` is empty, or a category's."""

    table: str
    place: str
    total: str
    said: tuple[str, ...]
    results: tuple[ResultShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesPersonPage:
    name: str
    series: str
    series_url: str
    player_url: str
    of_all: PlaceShown
    categories: tuple[PlaceShown, ...]
    bonuses: tuple[BonusShown, ...]
    participation: str


def series_of_club(club: Club, key: int) -> Series:
    """Raises NotPublished."""
    found = Series.objects.filter(club=club, pk=key).select_related("season", "club").first()
    if found is None:
        raise NotPublished
    return found


def series_page(club: Club, key: int, audience: Audience = Audience.PUBLIC) -> SeriesPage:
    """Raises NotPublished where there is none."""
    shown = Shown(series_of_club(club, key), audience)
    options = shown.read.reckoned.options
    return SeriesPage(
        name=shown.series.name,
        season=shown.series.season.name,
        season_url=reverse("public_season", args=[club.slug, shown.series.season_id]),
        state=shown.state,
        title=shown.title,
        notes=shown.notes,
        events=shown.events,
        rows=shown.rows(shown.table),
        has_participation=shown.has_participation,
        has_bonus=shown.has_bonus,
        lowest_wins=options.lowest_wins,
        categories=shown.categories,
        prizes=shown.prizes if shown.series.prizes is None else (),
        prize_lists=None if shown.series.prizes is None else public_prizes(shown.series),
        race=_race(shown),
        settings=_settings(options),
        published=_as_published(shown),
    )


def series_person_page(club: Club, key: int, public_key: str) -> SeriesPersonPage:
    """Raises NotPublished for whoever is not in the series or is only a number: no answer tells the two apart."""
    shown = Shown(series_of_club(club, key), Audience.PUBLIC)
    player = club.players.filter(public_key=public_key).exclude(shown_as=ShownAs.NUMBER).first()
    row = shown.table.by_person.get(player.pk) if player is not None else None
    if player is None or row is None:
        raise NotPublished
    bonuses = shown.series.bonuses.filter(player=player).order_by("pk")
    return SeriesPersonPage(
        name=shown.names[player.pk],
        series=shown.series.name,
        series_url=reverse("public_series", args=[club.slug, key]),
        player_url=player_url(club.slug, player),
        of_all=_place(shown, "", row, with_results=True),
        categories=tuple(
            _place(shown, named.name, table.by_person[player.pk], with_results=named.category.own_places)
            for named, table in zip(shown.read.categories, shown.table.categories, strict=True)
            if player.pk in table.by_person
        ),
        bonuses=tuple(BonusShown(amount=points_text(Fraction(each.amount)), reason=each.reason) for each in bonuses),
        participation=points_text(row.participation) if row.participation else "",
    )


def _place(shown: Shown, table: str, row: SeriesRow, *, with_results: bool) -> PlaceShown:
    said = [shown.lacking(row), shown.outlook(row)]
    if row.level:
        others = listing([shown.names[person] for person in row.level], _)
        said.append(_("Shares the place with {players}.").format(players=others))
    return PlaceShown(
        table=table,
        place=ordinal(row.place) if row.place else _("Not ranked"),
        total=points_text(row.total),
        said=(*filter(None, said), *shown.told([row.ahead_by] if row.ahead_by else [])),
        results=_results(shown, row) if with_results else (),
    )


def _results(shown: Shown, row: SeriesRow) -> tuple[ResultShown, ...]:
    found = []
    for event, given in zip(shown.events, shown.read.reckoned.given.events, strict=True):
        if (result := row.results.get(given.key)) is not None:
            found.append(
                ResultShown(
                    event=event.name,
                    url=event.url,
                    date=event.date,
                    text=points_text(result.value),
                    is_counted=result.is_counted,
                    reasons=shown.told(result.reasons),
                )
            )
    return tuple(found)


def _race(shown: Shown) -> Race | None:
    """Over the events held; the lines go by the rows of the table."""
    places = shown.read.reckoned.places
    number = {row.person: at for at, row in enumerate(shown.table.rows, 1)}
    runners = [(at, str(shown.names[person]), shown.url_of(person) or "#table") for person, at in number.items()]
    return race_of(
        runners, {held: {number[person]: place for person, place in each.items()} for held, each in places.items()}
    )


def _settings(options: SeriesOptions) -> tuple[OptionInWords, ...]:
    """What decides something in this series: the options of another way to count are left out."""
    of_lists = {"points_by_place", "rest", "shorten"}
    left_out = {
        label
        for label, code in ((_(each.label), each.code) for each in fields_of(options))
        if (code in of_lists and options.result is not EventPoints.BY_PLACE)
        or (code == "strength_unrated" and options.result is not EventPoints.BEATEN)
        or (code in {"rest", "best", "drop", "minimum"} and getattr(options, code) is None)
        or (code == "every" and not options.every)
    }
    found = {option.label: option for group in options_in_words(options) for option in group.options}
    in_words = {
        "points_by_place": ", ".join(points_text(number) for number in options.points_by_place.numbers)
        or _("from the number of players down to 1"),
        "ties": ", ".join(_(TIES_IN_WORDS[tie]) for tie in options.ties.order) or _("a shared place"),
    }
    for each in fields_of(options):
        if each.code in in_words:
            found[_(each.label)] = OptionInWords(label=_(each.label), value=in_words[each.code])
    return tuple(option for label, option in found.items() if label not in left_out)


def _as_published(shown: Shown) -> SeriesAsPublished | None:
    kept = shown.series.published
    if kept is None:
        return None
    then = {row["player"]: (row["place"], Fraction(row["total"])) for row in kept["rows"]}
    now = {row.person: (row.place, row.total) for row in shown.table.rows}
    changed = [person for person in dict.fromkeys([*then, *now]) if then.get(person) != now.get(person)]
    return SeriesAsPublished(
        at=parse_datetime(kept["at"]),
        corrections=tuple(
            TableCorrection(
                name=shown.names[person] if person in shown.names else _("Player"),
                then=_in_short(then.get(person)),
                now=_in_short(now.get(person)),
            )
            for person in changed
        ),
    )


def _in_short(row: tuple[int | None, Fraction] | None) -> str:
    if row is None:
        return "–"
    place, total = row
    return _("{place}: {total}").format(place=ordinal(place) if place else _("Not ranked"), total=points_text(total))
