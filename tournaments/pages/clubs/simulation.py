"""What the planner found, side by side: in plain sentences, and as numbers with their spread."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import clock
from tournaments.models import Club, SimulationRun, SimulationState
from tournaments.pages.common.system_choice import system_tile
from tournaments.pairing.discovery import SYSTEMS
from tournaments.simulation import SEASONS
from tournaments.simulation.field import SimulatedField
from tournaments.simulation.statistics import Spread, spreads_from_json

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_STANDS_STILL = datetime.timedelta(seconds=100)
_WHOLE = 10
"""From there on no decimal is worth reading."""

_MEASURES: dict[str, StrPromise] = {
    "games": gettext_lazy("Games per player"),
    "met_again": gettext_lazy("Opponents met more than once"),
    "most_meetings": gettext_lazy("Most games of the same two"),
    "without_game": gettext_lazy("Evenings at the club without a game"),
    "most_without_game": gettext_lazy("Most for any player"),
    "gap": gettext_lazy("Rating points between opponents"),
    "wide_gap": gettext_lazy("In nine games out of ten at most"),
    "strongest_wins": gettext_lazy("The strongest regular wins"),
    "colours_apart": gettext_lazy("Difference between games with White and Black"),
    "most_colours_apart": gettext_lazy("Highest for any player"),
    "postponed": gettext_lazy("Games left for another day, in all"),
    "not_paired": gettext_lazy("Evenings on which nobody could be paired"),
    "evenings": gettext_lazy("Evenings the tournament lasts"),
}
"""In the order in which they are read."""
_SHARES = {"strongest_wins"}


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedSystemColumn:
    """`is_offered`: the system is still there, so that a tournament of it can be made at `new_url`."""

    name: str
    preset: str
    sentences: tuple[str, ...]
    new_url: str
    is_offered: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasureCell:
    """`spread` is empty where four seasons in five do not differ."""

    mean: str
    spread: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasureRow:
    name: str
    cells: tuple[MeasureCell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationPage:
    key: int
    state: str
    asked_at: datetime.datetime
    based_on: str
    field: str
    """Who plays, in a sentence."""
    seed: str
    again_url: str
    """The form with the same seed."""
    systems: tuple[SimulatedSystemColumn, ...]
    rows: tuple[MeasureRow, ...]
    percent: int
    """Of the evenings, while it runs."""
    working_on: str
    """The system whose seasons are being played."""
    still_since: datetime.datetime | None
    """Where nothing has moved for a time."""

    @property
    def is_running(self) -> bool:
        return self.state == SimulationState.RUNNING

    @property
    def is_done(self) -> bool:
        return self.state == SimulationState.DONE


@dataclass(frozen=True, kw_only=True, slots=True)
class EarlierSimulation:
    url: str
    asked_at: datetime.datetime
    state: str
    systems: str


def simulation_page(planning: SimulationRun) -> SimulationPage:
    plan = SimulatedField.from_json(planning.field)
    ways = [_SimulatedSystem(system, preset) for system, preset in planning.ways]
    spreads = [spreads_from_json(saved) for saved in planning.figures]
    all_evenings = max(1, len(ways) * SEASONS * plan.evenings)
    at = min(len(ways) - 1, planning.evenings_played // (SEASONS * plan.evenings))
    stands_still = clock.now() - planning.moved_at > _STANDS_STILL
    return SimulationPage(
        key=planning.pk,
        state=planning.state,
        asked_at=planning.asked_at,
        based_on=planning.based_on,
        field=_field_in_words(plan),
        seed=planning.seed,
        again_url=_again(planning),
        systems=tuple(
            SimulatedSystemColumn(
                name=way.name,
                preset=way.preset_name,
                sentences=tuple(_sentences(spreads[place], plan.evenings)) if spreads else (),
                new_url=way.new_url(planning.club),
                is_offered=way.is_offered,
            )
            for place, way in enumerate(ways)
        ),
        rows=tuple(_rows(spreads, plan.evenings)),
        percent=min(100, 100 * planning.evenings_played // all_evenings),
        working_on=ways[at].full_name,
        still_since=planning.moved_at if planning.state == SimulationState.RUNNING and stands_still else None,
    )


def earlier_simulations(club: Club) -> tuple[EarlierSimulation, ...]:
    """The latest first."""
    return tuple(
        EarlierSimulation(
            url=reverse("planning", args=[club.slug, each.pk]),
            asked_at=each.asked_at,
            state=each.get_state_display(),
            systems=" · ".join(_SimulatedSystem(system, preset).full_name for system, preset in each.ways),
        )
        for each in SimulationRun.objects.filter(club=club).order_by("-pk")
    )


class _SimulatedSystem:
    def __init__(self, system: str, preset: str) -> None:
        self.system, self.preset = system, preset
        kind = SYSTEMS.get(system)
        self.is_offered = kind is not None and (not preset or preset in kind.info.presets)
        self.name, self.preset_name = system, preset
        if kind is not None:
            card = system_tile(system, kind)
            self.name = card.name
            self.preset_name = card.preset(preset).name if len(card.presets) > 1 else ""

    @property
    def full_name(self) -> str:
        if not self.preset_name:
            return self.name
        return _("{system}: {preset}").format(system=self.name, preset=self.preset_name)

    def new_url(self, club: Club) -> str:
        address = reverse("create_tournament", args=[club.slug, self.system])
        return f"{address}?{urlencode({'preset': self.preset})}" if self.preset else address


def _again(planning: SimulationRun) -> str:
    query = {"seed": planning.seed, "ways": [f"{system}/{preset}" for system, preset in planning.ways]}
    query["evenings"] = planning.field["evenings"]
    return f"{reverse('planner', args=[planning.club.slug])}?{urlencode(query, doseq=True)}"


def _field_in_words(plan: SimulatedField) -> str:
    evening = sum(member.comes for member in plan.members)
    return ngettext(
        "{members} members, of whom about {evening} come to an evening; {evenings} evening.",
        "{members} members, of whom about {evening} come to an evening; {evenings} evenings.",
        plan.evenings,
    ).format(members=len(plan.members), evening=round(evening), evenings=plan.evenings)


def _rows(spreads: list[dict[str, Spread]], evenings: int) -> Iterator[MeasureRow]:
    """Without those that say nothing here: nowhere is a game postponed, nothing is over early."""
    usual: Mapping[str, float] = {"postponed": 0, "not_paired": 0, "evenings": evenings}
    for code, name in _MEASURES.items():
        found = [each[code] for each in spreads]
        if not found or all(each.low == each.high == each.mean == usual.get(code) for each in found):
            continue
        yield MeasureRow(name=str(name), cells=tuple(_cell(each, is_share=code in _SHARES) for each in found))


def _cell(spread: Spread, *, is_share: bool) -> MeasureCell:
    if is_share:
        return MeasureCell(mean=_("{count} %").format(count=round(100 * spread.mean)), spread="")
    low, high = _number(spread.low), _number(spread.high)
    between = "" if low == high else _("{low} to {high}").format(low=low, high=high)
    return MeasureCell(mean=_number(spread.mean), spread=between)


def _number(value: float) -> str:
    is_whole = value >= _WHOLE or value == int(value)
    return number_format(round(value) if is_whole else round(value, 1), 0 if is_whole else 1)


def _sentences(found: Mapping[str, Spread], evenings: int) -> Iterator[str]:
    """What the numbers mean for a member, the most important first."""
    mean = {code: spread.mean for code, spread in found.items()}
    yield _meetings(mean)
    yield _without_game(mean)
    yield _("Opponents are about {gap} rating points apart; in one game of ten more than {wide}.").format(
        gap=_number(mean["gap"]), wide=_number(mean["wide_gap"])
    )
    yield _("The strongest regular wins {percent} of 100 seasons.").format(percent=round(100 * mean["strongest_wins"]))
    yield _("A player's games with White and Black differ by about {count} on average, at most by {most}.").format(
        count=_number(mean["colours_apart"]), most=_number(mean["most_colours_apart"])
    )
    if round(mean["postponed"]):
        count = round(mean["postponed"])
        yield ngettext(
            "About {count} game of the season is left for another day, since one of the two is away.",
            "About {count} games of the season are left for another day, since one of the two is away.",
            count,
        ).format(count=count)
    if round(mean["not_paired"], 1):
        yield _("On about {count} evenings nobody can be paired: too many have met already.").format(
            count=_number(mean["not_paired"])
        )
    if mean["evenings"] < evenings:
        yield _("It is over after about {count} evenings.").format(count=_number(mean["evenings"]))


def _meetings(mean: Mapping[str, float]) -> str:
    again = round(mean["met_again"])
    if mean["most_meetings"] == 1:
        return _("No two meet twice.")
    if not again:
        return _("Hardly anybody meets an opponent twice.")
    return ngettext(
        "Everybody meets about {count} opponent more than once; the same two up to {most} times.",
        "Everybody meets about {count} opponents more than once; the same two up to {most} times.",
        again,
    ).format(count=again, most=_number(mean["most_meetings"]))


def _without_game(mean: Mapping[str, float]) -> str:
    if not round(mean["without_game"], 1):
        return _("Hardly anybody ever comes without getting a game.")
    return _("A member comes to about {count} evenings without getting a game, at worst to {most}.").format(
        count=_number(mean["without_game"]), most=_number(mean["most_without_game"])
    )
