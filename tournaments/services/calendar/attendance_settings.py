"""Who comes to a tournament's evenings: its settings, changed while it runs."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from enum import StrEnum

from django.db.models import Field
from django.utils.translation import gettext as _

from tournaments.models import Expected, Game, LateCountsAs, LineUpPlace, PairFrom, Tournament, User
from tournaments.pairing.teams.board_colours import is_pattern
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.configured_system import own_kinds
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

SETTINGS = (
    "expected",
    "pair_from",
    "closing_days",
    "closing_time",
    "bye_closing",
    "late_counts_as",
    "after_no_show",
    "out_after",
    "waiting_time",
    "who_comes",
    "may_say",
    "may_report",
    "may_flag",
    "may_ask_to_postpone",
    "may_join",
    "line_up",
    "line_up_closes",
    "board_colours",
)


class AttendanceMode(StrEnum):
    """How a club knows who comes: what it says of itself, and the settings follow."""

    TELL = "tell"
    TURN_UP = "turn_up"
    AHEAD = "ahead"


ATTENDANCE_MODES: Mapping[AttendanceMode, Mapping[str, object]] = {
    AttendanceMode.TELL: {"expected": Expected.EVERYBODY, "pair_from": PairFrom.HERE},
    AttendanceMode.TURN_UP: {"expected": Expected.WHO_SAYS, "pair_from": PairFrom.HERE},
    AttendanceMode.AHEAD: {"expected": Expected.EVERYBODY, "pair_from": PairFrom.EXPECTED},
}
MOST_DAYS_BEFORE = 7
MOST_NO_SHOWS = 5
LONGEST_WAIT = 60
LATEST_LINE_UP, EARLIEST_LINE_UP = 60, -1440
"""Minutes after the round is published, and before it starts."""


def settings_of(tournament: Tournament) -> dict[str, object]:
    return {name: getattr(tournament, name) for name in SETTINGS}


def settings_without_own_kinds(tournament: Tournament) -> dict[str, object]:
    """For a system that has no kinds of absence of the club's own."""
    is_own = tournament.late_counts_as not in LateCountsAs.values
    return settings_of(tournament) | ({"late_counts_as": LateCountsAs.UNEXCUSED} if is_own else {})


def attendance_mode_of(tournament: Tournament) -> AttendanceMode | None:
    """None where the two are set in a way of its own."""
    now = settings_of(tournament)
    return next((way for way, settings in ATTENDANCE_MODES.items() if settings.items() <= now.items()), None)


def version_of(tournament: Tournament) -> str:
    """What a form about these was made for."""
    return fingerprint(settings_of(tournament))


def change_settings(
    tournament: Tournament,
    settings: Mapping[str, object],
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """By their names in SETTINGS; those that are not named stay. What was said and marked before stays as it is.

    `seen` is the version_of(tournament) that the form was made for.
    """
    with recording(
        tournament, actor=actor, verb="tournament.change_settings", receipt=receipt, public=[tournament]
    ) as change:
        now = settings_of(tournament)
        changed = {name: value for name, value in settings.items() if value != now[name]}
        if not changed:
            return tournament
        if version_of(tournament) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament, fields=set(SETTINGS)))
        refuse_when_closed(tournament)
        if "board_colours" in changed:
            refuse_colours_of_played_boards(tournament)
        kinds = {*own_kinds(tournament), tournament.late_counts_as}
        refuse_settings(now | changed, kinds, boards=tournament.boards)
        change.facts["settings"] = sorted(changed)
        change.update(tournament, **changed)
    return tournament


def refuse_colours_of_played_boards(tournament: Tournament) -> None:
    """Once somebody has sat at a board, or captains have said who sits there knowing the colours."""
    games = Game.objects.filter(round__tournament=tournament).exclude(boards="", own_halves=None)
    if games.exists() or LineUpPlace.objects.filter(attendance__round__tournament=tournament).exists():
        raise Refused(_("Boards have been played: who has White on which stays."))


def refuse_settings(settings: Mapping[str, object], kinds: Collection[AbsenceCode] = (), *, boards: int | None) -> None:
    """All of them, or those of a tournament that is being made. `kinds`: the club's own of absence."""
    for name, value in settings.items():
        column = Tournament._meta.get_field(name)
        if not isinstance(column, Field) or not column.choices:
            continue
        known = {*dict(column.flatchoices), *(kinds if name == "late_counts_as" else ())}
        if value not in known:
            raise Refused(_("There is no such choice."))
    colours = settings.get("board_colours")
    if isinstance(colours, str) and not is_pattern(colours, boards or 0):
        raise Refused(_("There is no such choice."))
    if (settings.get("closing_days") is None) != (settings.get("closing_time") is None):
        raise Refused(_("A closing time is a day and an hour."))
    _refuse_number(settings, "closing_days", 0, MOST_DAYS_BEFORE)
    _refuse_number(settings, "out_after", 1, MOST_NO_SHOWS)
    _refuse_number(settings, "waiting_time", 1, LONGEST_WAIT)
    _refuse_number(settings, "line_up_closes", EARLIEST_LINE_UP, LATEST_LINE_UP)


def _refuse_number(settings: Mapping[str, object], name: str, least: int, most: int) -> None:
    number = settings.get(name)
    if isinstance(number, int) and not least <= number <= most:
        raise Refused(_("The number is from {least} to {most}.").format(least=least, most=most))
