"""Reports to federations: that one was sent is remembered, so that the next one holds only the rest."""

from __future__ import annotations

import uuid

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Tournament, User
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.federation_reports import Recipient, SentReport, ToReport, sent_of, to_report
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused


def version_of(told: ToReport) -> str:
    """What is remembered is what was on the screen."""
    return fingerprint([[game.key, game.result] for game in (*told.rest, *told.corrected)])


def remember_report(
    tournament: Tournament,
    to: Recipient,
    file: str,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """All that was not reported yet has been, and the corrections with it. `seen` is version_of what was looked at.

    In a closed season too: that is when reports are sent.
    """
    with recording(tournament, actor=actor, verb="report.send", receipt=receipt) as change:
        told = to_report(tournament)[to]
        games = {game.key: game.result for game in (*told.rest, *told.corrected)}
        if not games:
            raise Refused(_("Everything has been reported already."))
        if version_of(told) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament, fields={"reported"}))
        sent = SentReport(to=to, file=file, at=timezone.now(), by=actor.pk if actor else None, games=games)
        change.update(tournament, reported=[*tournament.reported, sent.to_json()])
        change.facts.update({"games": len(games), "name": tournament.name})


def forget_report(tournament: Tournament, at: str, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """It was not sent after all: its games are to be reported again. `at` is the ISO instant by which it is known."""
    with recording(tournament, actor=actor, verb="report.forget", receipt=receipt) as change:
        sent = sent_of(tournament)
        left = [each for each in sent if each.at.isoformat() != at]
        if len(left) == len(sent):
            return
        change.update(tournament, reported=[each.to_json() for each in left])
        change.facts.update({"name": tournament.name})
