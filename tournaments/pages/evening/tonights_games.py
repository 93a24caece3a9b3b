"""Of a plan: which of tonight's games can be played, and which postponed ones, since both are here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import PUBLIC_STATES, Attendance, Mark, Presence, Round
from tournaments.pages.common.game_day import own_day
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pairing.protocols import ScheduledSystem
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.evenings import is_schedule_too_long
from tournaments.selectors.snapshots import presence_in


@dataclass(frozen=True, kw_only=True, slots=True)
class TonightsGame:
    """`words` say what it waits for, or that it can be played. `game` is its key where it has one: of an earlier
    round."""

    white: DisplayName | str
    black: DisplayName | str
    words: str
    can_be_played: bool
    round_number: int
    game: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TonightsGames:
    """`of_round` in the order of the boards; `postponed`, those of earlier rounds whose two are both here."""

    of_round: tuple[TonightsGame, ...]
    postponed: tuple[TonightsGame, ...]

    @property
    def ready(self) -> int:
        return sum(each.can_be_played for each in self.of_round)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Postponed:
    game: int
    round_number: int
    white: int
    black: int
    own_day: str


def tonights_games(
    shown: Round, context: RoundContext, attendances: Sequence[Attendance], unmarked: Mapping[int, Mark]
) -> TonightsGames | None:
    """Before the round is published who meets whom is the plan's. None of a system without a plan."""
    system = context.system
    if not isinstance(system, ScheduledSystem):
        return None
    presences = {row.entry_id: presence_in(row, unmarked) for row in attendances}
    keys = {number: entry.pk for number, entry in context.by_number.items()}
    of_round: tuple[TonightsGame, ...] = ()
    if shown.is_public:
        pairs = _at_boards(attendances)
        here = {key for key, presence in presences.items() if presence.is_here} | _came(attendances)
    else:
        planned = context.once("pairs of the plan", lambda: _planned(shown, system, context))
        pairs = [(keys[white], keys[black]) for white, black in planned]
        here = {key for key, presence in presences.items() if presence.is_here}
        of_round = tuple(_of_round(pair, context, presences) for pair in pairs)
    busy = {key for pair in pairs if here.issuperset(pair) for key in pair}
    waiting: Iterable[_Postponed] = context.once("postponed games", lambda: _postponed(shown))
    postponed = [_together(each, context, busy) for each in waiting if {each.white, each.black} <= here]
    return TonightsGames(of_round=of_round, postponed=tuple(sorted(postponed, key=lambda each: not each.can_be_played)))


def _planned(shown: Round, system: ScheduledSystem, context: RoundContext) -> list[tuple[PlayerId, PlayerId]]:
    """None of a plan too long to be worked out for a tap."""
    if is_schedule_too_long(shown.tournament, max(context.by_number, default=0)):
        return []
    rounds = {each.number: each for each in system.schedule(context.snapshot)}
    found = rounds.get(context.number)
    return [(board.white, board.black) for board in found.boards] if found else []


def _came(attendances: Iterable[Attendance]) -> set[int]:
    """Who plays in the round, or has played: nobody is checked in where a plan was published whole."""
    return {
        row.entry_id
        for row in attendances
        if row.game is not None and not row.game.is_postponed and not Result(row.game.result).is_forfeit
    }


def _at_boards(attendances: Iterable[Attendance]) -> list[tuple[int, int]]:
    """Those who are still playing."""
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    for row in attendances:
        if row.game is not None and not row.game.is_postponed and row.game.result == Result.OPEN.value:
            sides[row.game.pk][row.colour] = row.entry_id
    return [(pair[Colour.WHITE], pair[Colour.BLACK]) for pair in sides.values() if len(pair) == len(Colour)]


def _of_round(pair: tuple[int, int], context: RoundContext, presences: Mapping[int, Presence]) -> TonightsGame:
    named = [context.display_names[key] for key in pair]
    presence = [presences.get(key, Presence.UNMARKED) for key in pair]
    away = [name for name, each in zip(named, presence, strict=True) if not each.is_here and each is not _OPEN]
    missing = [name for name, each in zip(named, presence, strict=True) if each is _OPEN]
    if away:
        words = (
            _("{player} is away: to be played another day").format(player=away[0])
            if len(away) == 1
            else _("both are away: to be played another day")
        )
    elif missing:
        words = _("waits for {player}").format(player=missing[0]) if len(missing) == 1 else _("waits for both")
    else:
        words = _("both are here")
    return TonightsGame(
        white=named[0],
        black=named[1],
        words=words,
        can_be_played=not away and not missing,
        round_number=context.number,
    )


_OPEN = Presence.UNMARKED


def _postponed(shown: Round) -> tuple[_Postponed, ...]:
    """Open games of earlier rounds, as long as nobody has left."""
    rows = Attendance.objects.filter(
        round__tournament=shown.tournament_id,
        round__number__lt=shown.number,
        round__state__in=PUBLIC_STATES,
        game__result=Result.OPEN.value,
    ).select_related("game", "round")
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    for row in rows.order_by("round__number", "game__board"):
        sides[row.game_id or 0][row.colour] = row
    return tuple(
        _Postponed(
            game=key,
            round_number=pair[Colour.WHITE].round.number,
            white=pair[Colour.WHITE].entry_id,
            black=pair[Colour.BLACK].entry_id,
            own_day=own_day(game.date, is_open=True) if (game := pair[Colour.WHITE].game) else "",
        )
        for key, pair in sides.items()
        if len(pair) == len(Colour)
    )


def _together(each: _Postponed, context: RoundContext, busy: frozenset[int] | set[int]) -> TonightsGame:
    """Both are here: whether they are free for it, or have their game of the round first."""
    both = {each.white, each.black}
    is_free = not both & busy
    words = _("both are here and free: play it now") if is_free else _("both are here, but play in this round first")
    return TonightsGame(
        white=context.display_names[each.white],
        black=context.display_names[each.black],
        words=f"{words} ({each.own_day})" if each.own_day else words,
        can_be_played=is_free,
        round_number=each.round_number,
        game=each.game,
    )
