"""Rounds of the demo, played through the services as a director would."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TypeVar

from tournaments import clock
from tournaments.models import Attendance, Entry, Game, Presence, Round, Tournament, User
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import out_before
from tournaments.services import rounds
from tournaments.services.common.refusal import Refused
from tournaments.services.cup import matches
from tournaments.services.evening import attendance, end_evening
from tournaments.services.rounds import results

Marks = Mapping[int, Presence]
"""By the player's key, in the order in which they come; whoever is out need not be marked."""

EachT = TypeVar("EachT")

_WHITE_IS_WORTH = 35  # rating points
_DRAWS = 0.2  # share of the games


@dataclass(frozen=True, kw_only=True, slots=True)
class PastRound:
    """A round of an earlier evening, and when it was; on boards of `forfeits` Black had not come, and the games on
    those of `postponed` are to be played yet."""

    tournament: Tournament
    number: int
    marks: Marks
    begins: datetime.datetime
    minutes: int
    """How long the longest game took."""
    check_in: int
    """So many minutes before it the doors were opened."""
    ends_evening: bool
    forfeits: Collection[int] = ()
    postponed: Collection[int] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TonightsRound:
    """It is checking in, or else half of its games are over."""

    tournament: Tournament
    number: int
    marks: Marks
    is_checking_in: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Programme:
    """A tournament of this season that is set up, and what is played of it."""

    past: tuple[PastRound, ...]
    tonight: TonightsRound

    def without(self, players: Collection[int]) -> Programme:
        """Nobody need mark them tonight: the evening knows already where they are."""
        marks = {player: presence for player, presence in self.tonight.marks.items() if player not in players}
        return replace(self, tonight=replace(self.tonight, marks=marks))


def play_past(programmes: Sequence[Programme], director: User) -> None:
    """Evening by evening, as they were."""
    play_rounds((each for programme in programmes for each in programme.past), director)


def play_rounds(past: Iterable[PastRound], director: User) -> None:
    """In the order in which they began."""
    for each in sorted(past, key=lambda each: each.begins):
        _play_past(each, director)


def open_tonight(programmes: Sequence[Programme], director: User) -> None:
    """What happens tonight happens now."""
    for programme in programmes:
        _open_tonight(programme.tonight, director)


def _play_past(past: PastRound, director: User) -> None:
    opened = _open_round(past.tournament, past.number, past.marks, director, past=past)
    with clock.at(past.begins):
        publish(opened, director)
    games = _games(opened)
    for moment, game in spread(games, past.begins, past.minutes // 2, past.minutes):
        with moment:
            _end_game(game, past, director)
    if past.ends_evening:
        opened.refresh_from_db()
        with clock.at(past.begins + datetime.timedelta(minutes=past.minutes + 5)):
            end_evening.end_evening(opened, seen_revision=opened.revision, actor=director)


def _end_game(game: Game, past: PastRound, director: User) -> None:
    if game.board in past.postponed:
        results.postpone_game(game, seen=Result.OPEN, actor=director)
        return
    result = Result.WHITE_WINS_BY_FORFEIT if game.board in past.forfeits else _result(game)
    results.enter_result(game, result, seen=Result.OPEN, actor=director)
    _decide(game, director)


def _decide(game: Game, director: User) -> None:
    """In a knock-out, by a blitz game and a draw, or whatever comes first in its list."""
    for tie in matches.open_matches(game.round):
        if tie.board == game.board:
            [way, *_] = matches.endings_of(game.round, tie)
            white_goes_on = _result(game) is Result.WHITE_WINS or game.board % 2 == 1
            winner = Colour.WHITE if white_goes_on else Colour.BLACK
            winner = tie.colour_of(way.winner) if way.winner is not None else winner
            won = Result.WHITE_WINS if winner is Colour.WHITE else Result.BLACK_WINS
            games = ((Colour.WHITE, won), (Colour.WHITE, Result.DRAW)) if way.games >= 2 else ()
            decision = matches.EnteredDecision(step=way.step, winner=winner, games=games)
            matches.decide_match(game, decision, seen="", actor=director)


def _open_tonight(tonight: TonightsRound, director: User) -> None:
    opened = _open_round(tonight.tournament, tonight.number, tonight.marks, director)
    if tonight.is_checking_in:
        return
    try:
        publish(opened, director)
    except Refused:  # the few who are left may all have met, which the director now sees
        return
    _play_half(opened, director)


def _open_round(
    tournament: Tournament, number: int, marks: Marks, director: User, *, past: PastRound | None = None
) -> Round:
    """`past` is None for tonight."""
    doors_open = nullcontext() if past is None else clock.at(past.begins - datetime.timedelta(minutes=past.check_in))
    with doors_open:
        opened = rounds.open_next_round(tournament, seen_number=number, actor=director)
    if opened.is_public:  # its boards hang on the wall: nobody is checked in for them
        return opened
    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=tournament)}
    out = out_before(opened)
    coming = [(player, presence) for player, presence in marks.items() if entries[player].number not in out]
    moments = (
        spread(coming, past.begins, -past.check_in, 0) if past else zip(repeat(nullcontext()), coming, strict=False)
    )
    for moment, (player, presence) in moments:
        with moment:
            attendance.mark_attendance(opened, entries[player], presence, seen=Presence.UNMARKED, actor=director)
    return opened


def publish(opened: Round, director: User) -> None:
    if opened.is_public:
        opened.refresh_from_db()
        return
    rounds.pair_round(opened, seen_revision=opened.revision, actor=director)
    opened.refresh_from_db()
    rounds.publish_round(opened, seen_revision=opened.revision, actor=director)
    opened.refresh_from_db()


def _play_half(published: Round, director: User) -> None:
    """The round has started, and the games at the lower boards are over."""
    games = _games(published)
    rounds.start_round(published, seen_revision=published.revision, actor=director)
    for game in games[len(games) // 2 :]:
        results.enter_result(game, _result(game), seen=Result.OPEN, actor=director)


def spread(
    things: Sequence[EachT], begins: datetime.datetime, first: int, last: int
) -> Iterable[tuple[AbstractContextManager[None], EachT]]:
    """Each with its moment, from the `first` minute of the round to the `last`."""
    for place, each in enumerate(things):
        seconds = 60 * first + 60 * (last - first) * place // len(things)
        yield clock.at(begins + datetime.timedelta(seconds=seconds)), each


def _games(round: Round) -> Sequence[Game]:
    return list(Game.objects.filter(round=round).select_related("round__tournament__club").order_by("board"))


def _result(game: Game) -> Result:
    """As the ratings would have it, and the same each time the same two meet in the same round."""
    sides = {slot.colour: slot.entry for slot in Attendance.objects.filter(game=game).select_related("entry__player")}
    white, black = sides[Colour.WHITE], sides[Colour.BLACK]
    difference = (white.rating or 0) + _WHITE_IS_WORTH - (black.rating or 0)
    expected = 1 / (1 + 10 ** (-difference / 400))
    lot = hashlib.sha256(f"{game.round.number}:{white.player}:{black.player}".encode()).digest()
    chance = int.from_bytes(lot[:4], "big") / 2**32
    if abs(chance - expected) < _DRAWS / 2:
        return Result.DRAW
    return Result.WHITE_WINS if chance < expected else Result.BLACK_WINS
