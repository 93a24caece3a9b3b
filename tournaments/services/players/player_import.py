"""A list of players taken over: who is new, who is here already, and whom nobody can tell, who stay as they are."""

from __future__ import annotations

import datetime
import hashlib
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.exchange.player_list import ListedPlayer, say_two_people
from tournaments.models import Club, Pace, Player, PlayerContact, User
from tournaments.models.player import date_field, rating_field
from tournaments.names import folded_name
from tournaments.recording import Change, Stale, recording
from tournaments.services.players.players import (
    PlayerDetails,
    as_child,
    cleaned,
    columns_of,
    details_of,
    new_player,
    where_shown_otherwise,
    with_year,
)


class ImportStep(StrEnum):
    """What the import does with a row."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"  # the person is here, and stays as they are


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviewRow:
    listed: ListedPlayer
    step: ImportStep
    player: Player | None = None
    """The one who is here already."""
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportPreview:
    rows: tuple[PreviewRow, ...]
    fingerprint: str
    """What was decided about whom: another one on confirming means that the club's players changed in between."""


def preview_import(
    club: Club, listed: Sequence[ListedPlayer], *, update: bool, namesakes: Sequence[ListedPlayer] = ()
) -> ImportPreview:
    """What taking over this list would do; `update`: those who are here already get what the list says. Of `namesakes`,
    who are somebody's of `listed` by their name alone, those have a row whom the club knows as others already."""
    both = [*listed, *namesakes]
    folded = {folded_name(row.given_name, row.family_name) for row in both}
    ids = {row.fide_id for row in listed if row.fide_id is not None}
    known = _KnownPlayers.of(
        club.players.filter(Q(folded_name__in=folded) | Q(fide_id__in=ids)).select_related("contact").order_by("pk")
    )
    in_turn = known.in_turn(both)
    planned = (_planned(row, [in_turn[row.row]] if row.row in in_turn else known.matches(row), update) for row in both)
    taken = {row.row for row in listed} | in_turn.keys()
    rows = tuple(row for row in planned if row.listed.row in taken)
    return ImportPreview(rows=_without_taking_twice(rows), fingerprint=_fingerprint(rows))


def import_players(
    club: Club,
    listed: Sequence[ListedPlayer],
    *,
    update: bool,
    namesakes: Sequence[ListedPlayer] = (),
    others: Collection[int] = (),
    are_children: bool = False,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> dict[int, Player]:
    """Whom the list means, by row: new, updated or as they were.

    `seen` is the fingerprint of the preview that the person confirmed. `others`: rows of `namesakes` who are somebody
    else, so new where the club does not know them. `are_children`: all who are new or updated are.
    """

    def details_of_row(player: Player | None, row: ListedPlayer) -> PlayerDetails:
        merged = _merged(player, row)
        return replace(merged, is_child=True) if are_children else merged

    def edited() -> Iterator[tuple[Player, PlayerDetails]]:
        for row in preview_import(club, listed, update=update, namesakes=namesakes).rows:
            if row.player and row.step is ImportStep.UPDATE:
                yield row.player, details_of_row(row.player, row.listed)

    public = where_shown_otherwise(club, edited)
    with recording(club, actor=actor, verb="player.import", receipt=receipt, public=public) as change:
        preview = preview_import(club, listed, update=update, namesakes=namesakes)
        if preview.fingerprint != seen:
            raise Stale
        there = {row.listed.row for row in preview.rows}
        new = [row.listed for row in preview.rows if row.step is ImportStep.ADD]
        new += [row for row in namesakes if row.row in others and row.row not in there]
        created = change.create_many([new_player(club, details_of_row(None, row)) for row in new])
        updated = [(row.player, row.listed) for row in preview.rows if row.player and row.step is ImportStep.UPDATE]
        change.update_many([(player, columns_of(details_of_row(player, from_file))) for player, from_file in updated])
        _write_contacts(change, [*zip(created, new, strict=True), *updated])
        change.facts["players"] = [player.pk for player in (*created, *(player for player, _listed in updated))]
    there_already = {row.listed.row: row.player for row in preview.rows if row.player and not row.problem}
    return there_already | {row.row: player for row, player in zip(new, created, strict=True)}


@dataclass(frozen=True, kw_only=True, slots=True)
class _KnownPlayers:
    """The club's players whom a list may mean. They come with their contact."""

    by_id: Mapping[int, Player]
    by_name: Mapping[str, Sequence[Player]]

    @classmethod
    def of(cls, players: Iterable[Player]) -> _KnownPlayers:
        by_id: dict[int, Player] = {}
        by_name: dict[str, list[Player]] = defaultdict(list)
        for player in players:
            by_name[player.folded_name].append(player)
            if player.fide_id is not None:
                by_id[player.fide_id] = player
        return cls(by_id=by_id, by_name=by_name)

    def matches(self, row: ListedPlayer) -> Sequence[Player]:
        """By FIDE ID; else by name, unless two IDs, two dates or two years of birth say that they are two people. Of
        several of the name the one who was born that day, or that year."""
        if row.fide_id is not None and (found := self.by_id.get(row.fide_id)) is not None:
            return [found]
        of_the_name = self.by_name.get(folded_name(row.given_name, row.family_name), ())
        possible = [each for each in of_the_name if not say_two_people(row.known, _known_of(each))]
        for place in (1, 2):
            told = row.known[place]
            if born_then := [each for each in possible if told is not None and _known_of(each)[place] == told]:
                return born_then
        if row.categories:
            return [each for each in possible if each.categories == row.categories] or possible
        return possible

    def in_turn(self, rows: Iterable[ListedPlayer]) -> dict[int, Player]:
        """By row, where a list has a name as often as the club, and nothing else tells whom it means: several of a
        name are the same several."""
        by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
        for row in rows:
            by_name[folded_name(row.given_name, row.family_name)].append(row)
        found: dict[int, Player] = {}
        for name, of_the_name in by_name.items():
            there = self.by_name.get(name, ())
            if len(of_the_name) == len(there) > 1 and all(len(self.matches(row)) == len(there) for row in of_the_name):
                found |= {row.row: player for row, player in zip(of_the_name, there, strict=True)}
        return found


def _known_of(player: Player) -> tuple[int | None, datetime.date | None, int | None]:
    """As ListedPlayer.known has it."""
    contact = getattr(player, "contact", None)
    return (player.fide_id, contact.birth_date, contact.born_in) if contact else (player.fide_id, None, None)


def _planned(row: ListedPlayer, matches: Sequence[Player], update: bool) -> PreviewRow:
    if len(matches) > 1:
        return PreviewRow(
            listed=row,
            step=ImportStep.SKIP,
            problem=_("The club has several players of this name: a FIDE ID or a date of birth must say which one."),
        )
    if not matches:
        return PreviewRow(listed=row, step=ImportStep.ADD)
    return PreviewRow(listed=row, step=ImportStep.UPDATE if update else ImportStep.SKIP, player=matches[0])


def _without_taking_twice(rows: Sequence[PreviewRow]) -> tuple[PreviewRow, ...]:
    """Two rows may point at one person, one by the FIDE ID and one by the name."""
    first_row: dict[int, int] = {}
    checked = []
    for row in rows:
        if row.player is not None and row.player.pk in first_row:
            problem = _("The same person as in row {row}.").format(row=first_row[row.player.pk])
            checked.append(replace(row, step=ImportStep.SKIP, problem=problem))
            continue
        if row.player is not None:
            first_row[row.player.pk] = row.listed.row
        checked.append(row)
    return tuple(checked)


def _fingerprint(rows: Sequence[PreviewRow]) -> str:
    decided = [(row.listed.row, row.player.pk if row.player else None, bool(row.problem)) for row in rows]
    return hashlib.sha256(repr(decided).encode()).hexdigest()[:16]


def details_of_new(row: ListedPlayer) -> PlayerDetails:
    """Of somebody whom the club does not know."""
    return _merged(None, row)


def _merged(player: Player | None, row: ListedPlayer) -> PlayerDetails:
    """What the file is silent about stays as it was, and so does a name that reads the same: Åsa, not asa."""
    return as_child(_merged_details(player, row), row.contact)


def _merged_details(player: Player | None, row: ListedPlayer) -> PlayerDetails:
    if player is None:
        details = PlayerDetails(given_name=row.given_name, family_name=row.family_name)
        return cleaned(replace(details, **(row.told() | _dates(details, row))))
    details = details_of(player)
    if folded_name(row.given_name, row.family_name) != player.folded_name:
        details = replace(details, given_name=row.given_name, family_name=row.family_name)
    return cleaned(replace(details, **(row.told() | _dates(details, row))))


def _dates(details: PlayerDetails, row: ListedPlayer) -> dict[str, Any]:
    """A rating that is another one has the day that the file tells, or none; never that of the one before."""
    return {
        date_field(pace): row.date_of(pace)
        for pace in Pace
        if (new := getattr(row, rating_field(pace))) is not None
        and (row.date_of(pace) is not None or new != getattr(details, rating_field(pace)))
    }


def _write_contacts(change: Change, players: Sequence[tuple[Player, ListedPlayer]]) -> None:
    told = [(player, row.contact) for player, row in players if row.contact]
    there = {
        contact.player_id: contact for contact in PlayerContact.objects.filter(player__in=[p.pk for p, values in told])
    }
    change.create_many([PlayerContact(player=p, **with_year(values)) for p, values in told if p.pk not in there])
    change.update_many([(row, with_year(values, row)) for p, values in told if (row := there.get(p.pk))])
