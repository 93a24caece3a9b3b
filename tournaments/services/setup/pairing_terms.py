"""What holds of one player alone: how their absences count, where they are paired, whether they owe an evening."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, User
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind
from tournaments.recording import recording, refresh
from tournaments.selectors.snapshots import configured_system
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused

MOST = 10_000
"""Places and games."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingTerms:
    """Empty and None: as for everybody."""

    absence_kind: AbsenceCode = ""
    place: int | None = None
    games: int | None = None
    owes_bye: bool = False

    @classmethod
    def of(cls, entry: Entry) -> PairingTerms:
        return cls(
            absence_kind=entry.absence_kind,
            place=entry.paired_at_place,
            games=entry.paired_at_games,
            owes_bye=entry.owes_bye,
        )


def set_pairing_terms(
    entry: Entry, terms: PairingTerms, *, actor: User | None, receipt: uuid.UUID | None = None
) -> Entry:
    """The tables follow at once where absences count otherwise; a draft may no longer fit."""
    tournament = entry.tournament
    capabilities = configured_system(tournament).capabilities()
    with recording(
        tournament,
        actor=actor,
        verb="entry.pairing_terms",
        receipt=receipt,
        facts={"player": entry.who},
        public=[tournament],
    ) as change:
        refuse_when_closed(tournament)
        refresh(entry)
        known = {*AbsenceKind, *(own.code for own in capabilities.absences.own_kinds)}
        if terms.absence_kind and terms.absence_kind not in known:
            raise Refused(_("There is no kind of absence “{given}” here.").format(given=terms.absence_kind))
        if terms.place is not None and not capabilities.pairs_at_places:
            raise Refused(_("Boards are made by rating here, so nobody can be paired as if at another place."))
        if terms.games is not None and terms.place is None:
            raise Refused(_("Give a place as well as a number of games."))
        change.update(
            entry,
            absence_kind=terms.absence_kind,
            paired_at_place=terms.place,
            paired_at_games=terms.games,
            owes_bye=terms.owes_bye and capabilities.knows_owed_evenings,
        )
        return entry
