"""Rounds of the demo, played through the services as a director would."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

from tournaments.models import Attendance, Entry, Game, Presence, Round, Tournament, User
from tournaments.pairing.model.snapshot import Colour, Result
from tournaments.services import attendance, results, rounds
from tournaments.snapshots import out_before

_WHITE_IS_WORTH = 35  # rating points
_DRAWS = 0.2  # share of the games


def open_round(tournament: Tournament, number: int, marks: Mapping[int, Presence], director: User) -> Round:
    """`marks` by the player's key, in the order in which they come; whoever is out need not."""
    opened = rounds.open_next_round(tournament, seen_number=number, actor=director)
    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=tournament)}
    out = out_before(opened)
    for player, presence in marks.items():
        if entries[player].number not in out:
            attendance.mark(opened, entries[player], presence, seen=Presence.UNMARKED, actor=director)
    return opened


def publish(opened: Round, director: User) -> Round:
    rounds.pair_round(opened, seen_revision=opened.revision, actor=director)
    opened.refresh_from_db()
    rounds.publish_round(opened, seen_revision=opened.revision, actor=director)
    opened.refresh_from_db()
    return opened


def play(published: Round, director: User, *, forfeits: Collection[int] = ()) -> None:
    """All games to their end; on boards of `forfeits` Black has not come."""
    for game in _games(published):
        result = Result.WHITE_WINS_BY_FORFEIT if game.board in forfeits else _result(game)
        results.enter_result(game, result, seen=Result.OPEN, actor=director)


def play_half(published: Round, director: User) -> None:
    """The round has started, and the games at the lower boards are over."""
    games = _games(published)
    rounds.start_round(published, seen_revision=published.revision, actor=director)
    for game in games[len(games) // 2 :]:
        results.enter_result(game, _result(game), seen=Result.OPEN, actor=director)


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
