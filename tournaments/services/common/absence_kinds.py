"""A kind of absence that a club has named itself, or the refusal that there is none of that code."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.selectors.configured_system import own_kinds
from tournaments.services.common.refusal import Refused


def own_kind(tournament: Tournament, code: AbsenceCode) -> OwnKind:
    if (found := own_kinds(tournament).get(code)) is None:
        raise Refused(_("There is no kind of absence “{given}” here.").format(given=code))
    return found
