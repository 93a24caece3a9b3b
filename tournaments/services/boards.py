"""Boards set by hand: what the director knows better than the system."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Bye, Entry, Game, Presence, Round, RoundState, User
from tournaments.pairing.attendance import GIVEN_BYE
from tournaments.pairing.paired_round import Player
from tournaments.pairing.pins import SET_BY_HAND
from tournaments.pairing.snapshot import Colour, Result
from tournaments.recording import Change, Scope, Stale, last_change_of, recording, refresh
from tournaments.services.refusal import Refused
from tournaments.services.rounds.slots import emptied, outsiders


def set_board(
    round: Round,
    white: Entry,
    black: Entry,
    *,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Game:
    """Two players on one board. Those who lose their opponent by it are free; a published board must not have begun.

    A rematch, a third colour, a forbidden pair: the director may overrule.
    """
    if white.pk == black.pk:
        raise Refused(_("Nobody can play against themselves."))
    with _moving(round, "board.set", [white, black], seen_revision, actor, receipt) as (change, slots):
        _refuse_absent(round, slots, [white, black])
        freed = _free(change, slots, [white, black])
        game = change.create(
            Game(round=round, board=_board_for(round, freed), by_hand=True, reasons=[_set_by_hand(white, black)])
        )
        change.update_many(
            [
                (slots[white.pk], emptied() | {"game": game, "colour": Colour.WHITE.value}),
                (slots[black.pk], emptied() | {"game": game, "colour": Colour.BLACK.value}),
            ]
        )
        _close_gaps(change, round)
        change.facts["board"] = game.board
        return game


def give_bye(
    round: Round,
    entry: Entry,
    *,
    beside: bool = False,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """The bye to a player of the director's choice; an opponent is free then, and so is who had the bye before.

    `beside` whoever has it: a second bye, where two who are here shall not play, each other least of all.
    """
    with _moving(round, "board.give_bye", [entry], seen_revision, actor, receipt) as (change, slots):
        _refuse_absent(round, slots, [entry])
        _free(change, slots, [entry])
        if not beside:
            others = [slot for slot in slots.values() if slot.bye == Bye.PAIRING and slot.entry_id != entry.pk]
            change.update_many([(slot, emptied()) for slot in others])
        reason = GIVEN_BYE.reason(player=Player(entry.number or 0)).to_json()
        change.update(slots[entry.pk], **(emptied() | {"bye": Bye.PAIRING.value, "reasons": [reason]}))
        _close_gaps(change, round)


def remove_board(game: Game, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Both players are free."""
    entries = list(Entry.objects.filter(attendances__game=game))
    if not entries:
        raise Stale
    with _moving(game.round, "board.remove", entries, seen_revision, actor, receipt) as (change, slots):
        change.facts["board"] = game.board
        _free(change, slots, entries)
        _close_gaps(change, game.round)


@contextmanager
def _moving(
    round: Round,
    verb: str,
    entries: list[Entry],
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> Iterator[tuple[Change, Mapping[int, Attendance]]]:
    """The round's attendance rows by entry, if it is still as the person saw it and the entries are in it."""
    tournament = round.tournament
    facts = {"round": round.number, "players": [entry.player_id for entry in entries]}
    public: list[Scope] = [tournament.club, tournament] if round.is_public else []
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
        refresh(round)
        if round.revision != seen_revision or round.state not in {RoundState.DRAFTED, RoundState.PUBLISHED}:
            raise Stale(last_change_of(round, tournament=tournament))
        slots = {slot.entry_id: slot for slot in Attendance.objects.filter(round=round).select_related("game")}
        yield change, slots
        change.touch(round)
        change.relies_on([round], "state")


def _refuse_absent(round: Round, slots: Mapping[int, Attendance], entries: list[Entry]) -> None:
    outside = outsiders(round)
    for entry in entries:
        if entry.pk not in slots or slots[entry.pk].presence != Presence.PRESENT or entry.pk in outside:
            raise Refused(_("Only somebody who is here can be put on a board or given the bye."))


def _free(change: Change, slots: Mapping[int, Attendance], entries: list[Entry]) -> list[int]:
    """Take the entries off their boards, which vanish. The numbers of these boards, lowest first."""
    games = {slot.game.pk: slot.game for entry in entries if (slot := slots[entry.pk]).game is not None}
    for game in games.values():
        if game.started_at is not None or game.result != Result.OPEN:
            raise Refused(_("Board {board} has begun and stays as it is.").format(board=game.board))
    touched = [slot for slot in slots.values() if slot.game_id in games]
    touched += [slots[entry.pk] for entry in entries if slots[entry.pk].game_id is None]
    change.update_many([(slot, emptied()) for slot in touched])
    change.delete_many(games.values())
    return sorted(game.board for game in games.values())


def _board_for(round: Round, freed: list[int]) -> int:
    if freed:
        return freed[0]
    last = Game.objects.filter(round=round).order_by("-board").values_list("board", flat=True).first()
    return (last or 0) + 1


def _close_gaps(change: Change, round: Round) -> None:
    """Boards stay 1..n, in the order they had. Upwards one by one, so that no two ever share a number."""
    for number, game in enumerate(Game.objects.filter(round=round).order_by("board"), 1):
        change.update(game, board=number)


def _set_by_hand(white: Entry, black: Entry) -> dict[str, object]:
    return SET_BY_HAND.reason(white=Player(white.number or 0), black=Player(black.number or 0)).to_json()
