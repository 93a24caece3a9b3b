"""A tournament for those who were just pasted, with its first round open for check-in."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.utils import timezone

from tournaments.forms.common.names_box import PlayTodayForm
from tournaments.forms.setup.seasons import suggested_season
from tournaments.models import Club, Player, Season, Tournament
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.recording import action_of
from tournaments.selectors.snapshots import configured_system
from tournaments.services import rounds
from tournaments.services.setup.seasons import NewSeason
from tournaments.services.setup.tournaments import create_tournament
from tournaments.views.common.outcome import receipt_of
from tournaments.views.common.request import StaffRequest


def play_today(request: StaffRequest, club: Club, players: Sequence[Player], form: PlayTodayForm) -> None:
    """With what the system has by itself. `form` is valid. Two actions, so that each is undone alone. Raises what the
    services raise."""
    code = form.cleaned_data["system"]
    made = create_tournament(
        club,
        season=_season(club),
        name=form.cleaned_data["name"],
        system=code,
        options={},
        planned_rounds=configured(SYSTEMS[code], {}).capabilities().rounds.proposed,
        players=players,
        is_numbered=True,
        actor=request.user,
        receipt=_receipt(request),
    )
    open_check_in(request, made, _receipt(request))


def open_check_in(request: StaffRequest, tournament: Tournament, receipt: uuid.UUID) -> None:
    """Of round 1, by an action of its own. A plan is looked at first."""
    if not configured_system(tournament).capabilities().rounds.published_at_once:
        opens = uuid.uuid5(receipt, "check-in")
        rounds.open_next_round(tournament, seen_number=1, actor=request.user, receipt=opens)


def tournament_of_today(request: StaffRequest, club: Club) -> Tournament | None:
    """The one that this form has made."""
    action = action_of(club, actor=request.user, receipt=_receipt(request))
    return Tournament.objects.filter(pk=action.facts.get("tournament"), club=club).first() if action else None


def _season(club: Club) -> Season | NewSeason:
    open_one = club.seasons.filter(is_open=True).order_by("-starts_on", "name").first()
    taken = set(club.seasons.values_list("name", flat=True))
    return open_one or NewSeason(**suggested_season(timezone.localdate(), taken))


def _receipt(request: StaffRequest) -> uuid.UUID:
    return uuid.uuid5(receipt_of(request), "today")
