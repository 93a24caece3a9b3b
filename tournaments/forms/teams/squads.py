"""The club's list for a league, as one page sends it: a row a person, and names to be put on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.forms.common.typed_numbers import short_number
from tournaments.models import League, OutsideTeam, Player, SquadPlace
from tournaments.names import folded_name
from tournaments.services.teams.squads import Nominated

_LONGEST = 40_000


@dataclass(frozen=True, kw_only=True, slots=True)
class SquadRow:
    """As it stands in the form, be it wrong."""

    player: Player
    position: str
    team: str
    rating: str
    is_foreign: bool
    is_gone: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SquadForm:
    """`wrong`: sentences; while there are any, nothing is saved. `names` are those that were typed, and `into` the team
    they go to."""

    rows: tuple[SquadRow, ...]
    names: str = ""
    into: str = ""
    wrong: tuple[str, ...] = ()
    people: tuple[Nominated, ...] = ()


def squad_form(league: League) -> SquadForm:
    """As the list stands."""
    rows = tuple(_row(place) for place in league.squad.select_related("player").order_by("position", "pk"))
    return SquadForm(rows=rows)


def _row(place: SquadPlace) -> SquadRow:
    return SquadRow(
        player=place.player,
        position=str(place.position),
        team=str(place.team_id or ""),
        rating=str(place.rating or ""),
        is_foreign=place.is_foreign,
    )


def sent_squad(league: League, data: Mapping[str, str]) -> SquadForm:
    """Rows go by their numbers; whoever has the number of another comes before them where they have been moved up. A
    name of the box goes below the others of its team, with the rating that the club has of them."""
    teams = {str(team.pk): team for team in league.teams.order_by("number")}
    known = {str(player.pk): player for player in league.club.players.all()}
    wrong: list[str] = []
    rows = [_sent_row(player, data) for key, player in known.items() if f"at-{key}" in data]
    there = {place.player_id: place.position for place in league.squad.all()}
    rows.sort(key=lambda row: _order(row, there))
    into = data.get("into", "")
    names = data.get("names", "")[:_LONGEST]
    added, unknown = _named(names, known, {row.player.pk for row in rows if not row.is_gone})
    wrong += unknown
    people = [_nominated(row, teams, wrong) for row in rows if not row.is_gone]
    team = teams.get(into)
    new = [Nominated(player=player, team=team, rating=player.rating) for player in added]
    return SquadForm(
        rows=tuple(rows), names=names, into=into, wrong=tuple(wrong), people=tuple(_placed(people, new, team))
    )


def _sent_row(player: Player, data: Mapping[str, str]) -> SquadRow:
    key = player.pk
    return SquadRow(
        player=player,
        position=data[f"at-{key}"].strip(),
        team=data.get(f"team-{key}", ""),
        rating=data.get(f"rating-{key}", "").strip(),
        is_foreign=f"foreign-{key}" in data,
        is_gone=f"gone-{key}" in data,
    )


def _order(row: SquadRow, there: Mapping[int, int]) -> tuple[float, bool, int]:
    was = there.get(row.player.pk, 10_000)
    typed = short_number(row.position)
    at = was if typed is None else typed
    return (at, at >= was, was)


def _placed(people: list[Nominated], new: list[Nominated], team: OutsideTeam | None) -> list[Nominated]:
    """Below the last of the team, or of a higher one; those of none at the end."""
    if team is None:
        return [*people, *new]
    last = max((at for at, each in enumerate(people, 1) if each.team and each.team.number <= team.number), default=0)
    return [*people[:last], *new, *people[last:]]


def _nominated(row: SquadRow, teams: Mapping[str, OutsideTeam], wrong: list[str]) -> Nominated:
    rating = short_number(row.rating)
    if row.rating and rating is None:
        wrong.append(_("{player}: a rating is a whole number.").format(player=row.player.full_name))
    return Nominated(
        player=row.player,
        team=teams.get(row.team),
        rating=rating,
        is_foreign=row.is_foreign,
    )


def _named(names: str, known: Mapping[str, Player], there: set[int]) -> tuple[list[Player], list[str]]:
    """The club's members of these names, one a line; a line that starts with a number and a dot is read without it."""
    by_name: dict[str, list[Player]] = {}
    for player in known.values():
        by_name.setdefault(player.folded_name, []).append(player)
    found: list[Player] = []
    wrong: list[str] = []
    for line in names.splitlines():
        name = line.strip().lstrip("0123456789").lstrip(".)").strip() if line.strip()[:1].isdigit() else line.strip()
        if not name:
            continue
        same = by_name.get(folded_name(name, ""), [])
        if len(same) != 1:
            text = _("No member is called “{name}”.") if not same else _("More than one member is called “{name}”.")
            wrong.append(text.format(name=name[:100]))
        elif same[0].pk not in there:
            there.add(same[0].pk)
            found.append(same[0])
    return found, wrong
