"""A tournament to take along: the file that staff download, and the one that everybody may have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import PUBLIC_STATES, Tournament
from tournaments.pages.common.display_names import (
    Audience,
    is_number_only,
    knows_rating_of,
    plain_names_of,
)
from tournaments.pages.common.visible_categories import categories_shown
from tournaments.pairing.types.snapshot import NO_SEED, Entrant, PlayerId
from tournaments.selectors.categories import categories_of
from tournaments.selectors.snapshots import configured_system, exported, snapshot_of, tournament_file_of

_LONGEST_FILE_NAME = 80


class NotNumbered(Exception):
    """Players have no numbers yet, so a file would not name them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Download:
    file_name: str
    """Of plain letters, digits and hyphens: safe in a header and on every disk."""
    data: bytes
    type: str = "application/json"


def tournament_download(tournament: Tournament, audience: Audience) -> Download:
    """Raises NotNumbered."""
    if audience is Audience.STAFF and tournament.entries.filter(number=None).exists():
        raise NotNumbered
    is_public = audience is Audience.PUBLIC
    file = _public_file(tournament) if is_public else exported(tournament)
    return Download(file_name=file_name(tournament), data=tournament_file.dump(file, public=is_public))


def _public_file(tournament: Tournament) -> TournamentFile:
    """What everybody sees: published rounds, names as the players wish, ratings of those who are named in full. Neither
    the seed, nor who is kept apart from whom, nor what the next round will be."""
    published = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    snapshot = snapshot_of(tournament).after(published)
    entries = [entry for entry in tournament.entries.select_related("player") if entry.number is not None]
    nameless = {entry.number for entry in entries if is_number_only(entry)}
    hidden = {entry.number or 0 for entry in entries if not knows_rating_of(entry, Audience.PUBLIC)}
    keeps_order = configured_system(tournament).capabilities().begins_by_rating
    snapshot = replace(
        snapshot,
        entrants=_without_ratings(snapshot.entrants, hidden, keeps_order=keeps_order),
        seed=NO_SEED,
        forbidden_pairs=frozenset(),
    )
    file = tournament_file_of(tournament, snapshot)
    return replace(
        file,
        names=plain_names_of(entries, Audience.PUBLIC),
        clubs={number: club for number, club in file.clubs.items() if number not in nameless},
        category_of=categories_shown(file.category_of, entries, categories_of(tournament), Audience.PUBLIC),
    )


def _without_ratings(
    entrants: Sequence[Entrant], hidden: Collection[PlayerId], *, keeps_order: bool
) -> tuple[Entrant, ...]:
    """`keeps_order`: whoever is hidden gets the lowest number that leaves them where they stand by their rating. The
    tables then are the same, and show that order anyway; how far one is from the next is not in the file."""
    stand_ins: dict[PlayerId, int] = {}
    rated = [entrant for entrant in entrants if entrant.rating is not None] if keeps_order else []
    below, next_number = -1, 0
    for entrant in sorted(rated, key=lambda each: (each.rating or 0, -each.number)):  # the lowest first
        if entrant.number in hidden:
            stand_ins[entrant.number] = below if entrant.number < next_number else below + 1
        below, next_number = stand_ins.get(entrant.number, entrant.rating or 0), entrant.number
    return tuple(
        replace(entrant, rating=stand_ins.get(entrant.number)) if entrant.number in hidden else entrant
        for entrant in entrants
    )


def file_name(tournament: Tournament, what: str = "", kind: str = "json") -> str:
    whole = "-".join(filter(None, (tournament.club.slug, tournament.slug)))[:_LONGEST_FILE_NAME]
    plain = unicodedata.normalize("NFKD", f"{whole}-{what}" if what else whole).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain).strip("-") + f".{kind}"
