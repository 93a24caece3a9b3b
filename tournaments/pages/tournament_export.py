"""A tournament to take along: the file that staff download, and the one that everybody may have."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import PUBLIC_STATES, ShownAs, Tournament
from tournaments.pages.names import Audience, plain_names_of
from tournaments.pairing.model.snapshot import NO_SEED
from tournaments.snapshots import exported, snapshot_of, tournament_file_of

_LONGEST_FILE_NAME = 80


class NotNumbered(Exception):
    """Players have no numbers yet, so a file would not name them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Download:
    file_name: str
    """Of plain letters, digits and hyphens: safe in a header and on every disk."""
    data: bytes


def tournament_download(tournament: Tournament, audience: Audience) -> Download:
    """Raises NotNumbered."""
    if audience is Audience.STAFF and tournament.entries.filter(number=None).exists():
        raise NotNumbered
    is_public = audience is Audience.PUBLIC
    file = _public_file(tournament) if is_public else exported(tournament)
    return Download(file_name=_file_name(tournament), data=tournament_file.dump(file, public=is_public))


def _public_file(tournament: Tournament) -> TournamentFile:
    """What everybody sees: published rounds, names as the players wish. Neither the seed, nor who is kept apart from
    whom, nor what the next round will be."""
    published = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    snapshot = snapshot_of(tournament).after(published)
    entries = [entry for entry in tournament.entries.select_related("player") if entry.number is not None]
    nameless = {entry.number for entry in entries if entry.player.shown_as == ShownAs.NUMBER}
    entrants = tuple(
        replace(entrant, rating=None) if entrant.number in nameless else entrant for entrant in snapshot.entrants
    )
    picture = replace(snapshot, entrants=entrants, seed=NO_SEED, forbidden_pairs=frozenset())
    file = tournament_file_of(tournament, picture)
    return replace(
        file,
        names=plain_names_of(entries, Audience.PUBLIC),
        clubs={number: club for number, club in file.clubs.items() if number not in nameless},
    )


def _file_name(tournament: Tournament) -> str:
    plain = (
        unicodedata.normalize("NFKD", f"{tournament.club.slug}-{tournament.slug}").encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain)[:_LONGEST_FILE_NAME].strip("-") + ".json"
