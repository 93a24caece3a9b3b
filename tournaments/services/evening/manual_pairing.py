"""Boards set by hand: what the director knows better than the system."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import ODD_BYES, Attendance, Bye, Entry, Game, Round, RoundState, User
from tournaments.pairing.history.attendance import given_bye_reasons
from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.fixed_pairings import set_reasons
from tournaments.pairing.protocols import PairLimits
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import Colour
from tournaments.recording import Change, Scope, Stale, last_change_of, recording, refresh
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.snapshots import configured_system, presence_in, snapshot_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.players import notifications
from tournaments.services.rounds.seats import forget_byes_that_are_gone, outsiders, unseated

_NOT_HERE = gettext_lazy("Only somebody who is here can be put on a board or given the bye.")


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
        reasons = _Reasons.of(round).of_board(white, black)
        game = change.create(Game(round=round, board=_board_for(round, freed), by_hand=True, reasons=reasons))
        change.update_many(
            [
                (slots[white.pk], unseated() | {"game": game, "colour": Colour.WHITE.value}),
                (slots[black.pk], unseated() | {"game": game, "colour": Colour.BLACK.value}),
            ]
        )
        _close_gaps(change, round)
        change.facts["board"] = game.board
        return game


def swap_players(
    round: Round,
    one: Entry,
    other: Entry,
    *,
    seen_revision: int,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """Two take each other's place: on a board, with the bye, or without either. On one board the colours are turned.

    Whoever has gone home may leave a board by it, but not come onto one, nor get the bye.
    """
    if one.pk == other.pk:
        raise Refused(_("Choose two different players."))
    with _moving(round, "board.swap", [one, other], seen_revision, actor, receipt) as (change, slots):
        if one.pk not in slots or other.pk not in slots:
            raise Stale
        if any(slots[entry.pk].bye not in {"", *ODD_BYES} for entry in (one, other)):
            raise Refused(_NOT_HERE)
        here = _here(round, slots)
        places = {one: _place(slots[other.pk]), other: _place(slots[one.pk])}
        if places[one] == places[other]:
            raise Refused(_("Both sit out: put them on a board against each other instead."))
        games = _not_begun(slots, [one, other])
        change.update_many([(slots[entry.pk], unseated()) for entry in places])
        reasons = _Reasons.of(round)
        for entry, place in places.items():
            if place["game"] is not None and entry.pk not in here:
                raise Refused(_NOT_HERE)
            if place["game"] is not None:
                change.update(slots[entry.pk], **place)
            elif place["bye"] and entry.pk in here:
                change.update(slots[entry.pk], **place, reasons=reasons.of_bye(entry))
        for game in games.values():
            change.update(game, by_hand=True, reasons=reasons.of_board(*_sides(game, slots)))


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
            others = [slot for slot in slots.values() if slot.bye in ODD_BYES and slot.entry_id != entry.pk]
            change.update_many([(slot, unseated()) for slot in others])
        reasons = _Reasons.of(round).of_bye(entry)
        change.update(slots[entry.pk], **(unseated() | {"bye": Bye.PAIRING.value, "reasons": reasons}))
        _close_gaps(change, round)


def take_bye(
    round: Round, entry: Entry, *, seen_revision: int, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """Who sat out is free, to be put on a board."""
    with _moving(round, "board.take_bye", [entry], seen_revision, actor, receipt) as (change, slots):
        slot = slots.get(entry.pk)
        if slot is None or slot.bye not in ODD_BYES:
            raise Refused(
                _("{name} does not have the bye.").format(name=display_names_in(round.tournament_id)[entry.pk])
            )
        change.update(slot, **unseated())


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
    facts = {"round": round.number, "players": [entry.who for entry in entries]}
    public: list[Scope] = [tournament.club, tournament] if round.is_public else []
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
        refresh(round)
        refuse_when_closed(tournament)
        if round.revision != seen_revision or round.state not in {RoundState.DRAFTED, RoundState.PUBLISHED}:
            raise Stale(last_change_of(round, tournament=tournament))
        slots = {slot.entry_id: slot for slot in Attendance.objects.filter(round=round).select_related("game", "entry")}
        yield change, slots
        forget_byes_that_are_gone(change, round)
        change.touch(round)
        change.relies_on([round], "state")
        notifications.tell_of(round)


def _refuse_absent(round: Round, slots: Mapping[int, Attendance], entries: list[Entry]) -> None:
    here = _here(round, slots)
    if any(entry.pk not in here for entry in entries):
        raise Refused(_NOT_HERE)


def _here(round: Round, slots: Mapping[int, Attendance]) -> set[int]:
    """Keys of the entries that are here to be paired."""
    unmarked = as_unmarked(round.tournament, round)
    return {key for key, slot in slots.items() if presence_in(slot, unmarked).is_here} - outsiders(round)


def _free(change: Change, slots: Mapping[int, Attendance], entries: list[Entry]) -> list[int]:
    """Take the entries off their boards, which vanish. The numbers of these boards, lowest first."""
    games = _not_begun(slots, entries)
    touched = [slot for slot in slots.values() if slot.game_id in games]
    touched += [slots[entry.pk] for entry in entries if slots[entry.pk].game_id is None]
    change.update_many([(slot, unseated()) for slot in touched])
    change.delete_many(games.values())
    return sorted(game.board for game in games.values())


def _not_begun(slots: Mapping[int, Attendance], entries: list[Entry]) -> dict[int, Game]:
    """The boards that these entries are on."""
    games = {slot.game.pk: slot.game for entry in entries if (slot := slots[entry.pk]).game is not None}
    for game in games.values():
        if game.has_begun:
            raise Refused(_("Board {board} has begun and stays as it is.").format(board=game.board))
    return games


def _place(slot: Attendance) -> dict[str, object]:
    """What moves with a swap."""
    return {"game": slot.game, "colour": slot.colour, "bye": slot.bye}


def _sides(game: Game, slots: Mapping[int, Attendance]) -> tuple[Entry, Entry]:
    """White and Black."""
    sides = {slot.colour: slot.entry for slot in slots.values() if slot.game_id == game.pk}
    return sides[Colour.WHITE], sides[Colour.BLACK]


def _board_for(round: Round, freed: list[int]) -> int:
    if freed:
        return freed[0]
    last = Game.objects.filter(round=round).order_by("-board").values_list("board", flat=True).first()
    return (last or 0) + 1


def _close_gaps(change: Change, round: Round) -> None:
    """Boards stay 1..n, in the order they had. Upwards one by one, so that no two ever share a number."""
    for number, game in enumerate(Game.objects.filter(round=round).order_by("board"), 1):
        change.update(game, board=number)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reasons:
    """What is said of a move: that the director made it, and what it does not keep."""

    record: Record
    limits: PairLimits

    @classmethod
    def of(cls, round: Round) -> _Reasons:
        capabilities = configured_system(round.tournament).capabilities()
        snapshot = snapshot_of(round.tournament, before=round)
        return cls(record=capabilities.record(snapshot), limits=capabilities.limits)

    def of_board(self, white: Entry, black: Entry) -> list[dict[str, object]]:
        pin = PinnedBoard(white=white.number or 0, black=black.number or 0)
        return [reason.to_json() for reason in set_reasons(self.record, pin, self.limits)]

    def of_bye(self, entry: Entry) -> list[dict[str, object]]:
        return [reason.to_json() for reason in given_bye_reasons(self.record.snapshot, entry.number or 0)]
