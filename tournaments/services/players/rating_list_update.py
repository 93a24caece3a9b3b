"""Members get what a rating list says: old and new for each, nothing before it is confirmed, one undo."""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Club, ListedRating, Pace, Player, PlayerContact, RatingList, User
from tournaments.models.player import date_field, rating_field
from tournaments.recording import Stale, recording
from tournaments.selectors.rating_list_lookup import FIDE, named, with_numbers
from tournaments.services.common.refusal import Refused


class FoundMember(StrEnum):
    """How a member was found in the list."""

    NUMBER = "number"
    NAME = "name"  # and year of birth where both tell one: only proposed


@dataclass(frozen=True, kw_only=True, slots=True)
class MemberUpdate:
    """`values`: what the list says otherwise, by the names of a player's fields. With a problem there are none."""

    player: Player
    match: FoundMember
    listed: ListedRating | None
    values: Mapping[str, Any]
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class UpdatePreview:
    rows: tuple[MemberUpdate, ...]
    unchanged: int
    """Found, and all as the list says."""
    not_found: int
    fingerprint: str


def preview_update(club: Club, row: RatingList) -> UpdatePreview:
    players = list(club.players.filter(is_active=True).order_by("pk"))
    by_fide, by_national = _by_number(row, players)
    born = {
        contact.player_id: contact.born_in
        for contact in PlayerContact.objects.filter(player__in=players).only("player", "birth_date", "birth_year")
    }
    national_counts = Counter(player.national_id for player in players if player.national_id)
    rows: list[MemberUpdate] = []
    unknown = []
    for player in players:
        in_turn = [*by_national.get(player.national_id, ()), *by_fide.get(player.fide_id or 0, ())]
        found = list({each.pk: each for each in in_turn}.values())
        if not found:
            unknown.append(player)
        elif len(found) > 1:
            problem = _("Two people in the list have this number: {names}.").format(
                names=" · ".join(each.name for each in found[:3])
            )
            rows.append(_problem(player, FoundMember.NUMBER, problem))
        elif national_counts[player.national_id] > 1:
            rows.append(
                _problem(player, FoundMember.NUMBER, _("Another member has the same number: put one of them right."))
            )
        else:
            rows.append(_update(player, found[0], row, FoundMember.NUMBER))
    rows += _by_name(row, unknown, born, taken={each.listed.pk for each in rows if each.listed})
    changes = tuple(each for each in rows if each.values or each.problem)
    decided = [
        (each.player.pk, each.listed and each.listed.pk, sorted(map(str, each.values.items()))) for each in changes
    ]
    return UpdatePreview(
        rows=changes,
        unchanged=len(rows) - len(changes),
        not_found=len(players) - len(rows),
        fingerprint=hashlib.sha256(repr(decided).encode()).hexdigest()[:16],
    )


def _by_number(
    row: RatingList, players: Iterable[Player]
) -> tuple[Mapping[int, list[ListedRating]], Mapping[str, list[ListedRating]]]:
    fide = [player.fide_id for player in players if player.fide_id]
    national = [player.national_id for player in players if player.national_id]
    by_fide: dict[int, list[ListedRating]] = defaultdict(list)
    by_national: dict[str, list[ListedRating]] = defaultdict(list)
    for each in with_numbers(row, fide=fide, national=national):
        if each.fide_id and all(other.pk != each.pk for other in by_fide[each.fide_id]):
            by_fide[each.fide_id].append(each)
        if each.national_id and all(other.pk != each.pk for other in by_national[each.national_id]):
            by_national[each.national_id].append(each)
    return by_fide, by_national


def _by_name(
    row: RatingList, players: Sequence[Player], born: Mapping[int, int | None], *, taken: Collection[int]
) -> list[MemberUpdate]:
    """Proposed where one person of the list is called so, or one of the year; nobody for two members of one name."""
    names = {(player.given_name, player.family_name) for player in players}
    found = named(row, names)
    several = Counter(player.folded_name for player in players)
    proposed = []
    for player in players:
        year = born.get(player.pk)
        possible = [
            each
            for each in found[player.given_name, player.family_name]
            if each.pk not in taken
            and (year is None or each.birth_year is None or each.birth_year == year)
            and (not player.fide_id or not each.fide_id)
            and (not player.national_id or not each.national_id)
        ]
        of_the_year = [each for each in possible if year is not None and each.birth_year == year] or possible
        if len(of_the_year) == 1 and several[player.folded_name] == 1:
            proposed.append(_update(player, of_the_year[0], row, FoundMember.NAME))
    return proposed


def _update(player: Player, listed: ListedRating, row: RatingList, match: FoundMember) -> MemberUpdate:
    """Where the list has no rating, or no title, what stands there stays; and so does a national rating where FIDE's is
    kept beside it and the list is FIDE's."""
    values: dict[str, Any] = {}
    for pace in Pace:
        if (new := getattr(listed, rating_field(pace))) is not None:
            values |= {rating_field(pace): new, date_field(pace): row.valid_on}
    if row.source == FIDE and listed.rating is not None:
        values["fide_rating"] = listed.rating
        if player.rating and player.fide_rating and player.rating != player.fide_rating:
            values = {name: value for name, value in values.items() if name not in {"rating", "rating_date"}}
    for name in ("title", "federation", "fide_id", "national_id"):
        if new := getattr(listed, name):
            values[name] = new
    for name in ("fide_id", "national_id"):
        if getattr(player, name) and match is FoundMember.NUMBER:
            values.pop(name, None)  # what is known is not the list's to change
    different = {name: value for name, value in values.items() if getattr(player, name) != value}
    taken_by = _has_number(player, different.get("fide_id"))
    if taken_by is not None:
        return _problem(
            player,
            match,
            _("{other} has the FIDE ID {number}.").format(other=taken_by.full_name, number=different["fide_id"]),
        )
    return MemberUpdate(player=player, match=match, listed=listed, values=different)


def _has_number(player: Player, number: int | None) -> Player | None:
    if number is None:
        return None
    return Player.objects.filter(club=player.club_id, fide_id=number).exclude(pk=player.pk).first()


def _problem(player: Player, match: FoundMember, problem: str) -> MemberUpdate:
    return MemberUpdate(player=player, match=match, listed=None, values={}, problem=problem)


def update_members(
    club: Club,
    row: RatingList,
    chosen: Collection[int],
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> list[Player]:
    """`chosen`: keys of the members who were ticked; `seen` is the fingerprint of the plan that was on the screen."""
    with recording(club, actor=actor, verb="player.update_ratings", receipt=receipt) as change:
        plan = preview_update(club, row)
        if plan.fingerprint != seen:
            raise Stale
        updates = [each for each in plan.rows if each.player.pk in chosen and each.values]
        if not updates:
            raise Refused(_("Nobody was chosen, so nothing is changed."))
        change.update_many([(each.player, each.values) for each in updates])
        change.facts["players"] = [each.player.pk for each in updates]
    return [each.player for each in updates]
