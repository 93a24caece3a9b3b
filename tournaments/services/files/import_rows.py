"""The rows of an imported tournament, as if it had been played here."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

from tournaments import clock
from tournaments.exchange.federation_person import BirthDate
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import (
    Attendance,
    Entry,
    ForbiddenPair,
    Game,
    Mark,
    Player,
    PlayerContact,
    Presence,
    PublishedTable,
    Round,
    RoundState,
    Sex,
    Title,
    Tournament,
    Withdrawal,
)
from tournaments.names import clean_name
from tournaments.pairing.history.as_known import as_known
from tournaments.pairing.history.attendance import GIVEN_BYE
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.opponents.fixed_pairings import SET_BY_HAND
from tournaments.pairing.types.paired_round import Player as Named
from tournaments.pairing.types.snapshot import (
    Absence,
    ByeKind,
    Colour,
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.recording import Change
from tournaments.selectors.snapshots import kept_decision, kept_play_off, packed, packed_table
from tournaments.services.files.import_matching import MatchedPlayer, PlayerMatching
from tournaments.services.players.players import PlayerDetails, new_player
from tournaments.services.rounds.result_rows import MadeOf

Entries = Mapping[PlayerId, Entry]


def write_entries(change: Change, tournament: Tournament, plan: PlayerMatching, file: TournamentFile) -> Entries:
    """By start number. Those whom the club does not have are made members, unless they are guests."""
    snapshot = file.snapshot
    new = change.create_many(
        [
            _new_player(tournament, each, is_active=each.number not in file.guests)
            for each in plan.players
            if each.player is None
        ]
    )
    change.create_many(list(_contacts(plan, new)))
    made = iter(new)
    entries = change.create_many(
        [
            Entry(
                tournament=tournament,
                player=each.player or next(made),
                number=each.number,
                rating=each.rating,
                joined_round=snapshot.by_number[each.number].joined_round,
                home_club=each.home_club,
                category=file.category_of.get(each.number, ""),
                is_guest=each.number in file.guests,
                **_seldom(snapshot.by_number[each.number], file),
            )
            for each in plan.players
        ]
    )
    by_number = {each.number: entry for each, entry in zip(plan.players, entries, strict=True)}
    change.create_many(
        [
            Withdrawal(entry=by_number[entrant.number], first_round=first, last_round=last)
            for entrant in snapshot.entrants
            for first, last in entrant.away
        ]
    )
    if snapshot.carried:
        change.update(
            tournament,
            carried=[
                {
                    "white": by_number[game.white].pk,
                    "black": by_number[game.black].pk,
                    "result": game.result.value,
                    "group": game.group,
                    "game": None,
                }
                for game in snapshot.carried
            ],
        )
    if snapshot.play_offs:
        keys = {number: entry.pk for number, entry in by_number.items()}
        change.update(tournament, played_off=[kept_play_off(each, keys) for each in snapshot.play_offs])
    pairs = [sorted((by_number[number] for number in pair), key=lambda entry: entry.pk) for pair in _pairs(snapshot)]
    change.create_many([ForbiddenPair(tournament=tournament, one=one, other=other) for one, other in pairs])
    return by_number


def _seldom(entrant: Entrant, file: TournamentFile) -> dict[str, Any]:
    """What few entries have."""
    at = entrant.paired_at
    return {
        "absence_kind": entrant.absence_kind or "",
        "paired_at_place": at and at.place,
        "paired_at_games": at and at.games,
        "owes_bye": entrant.number in file.snapshot.next_round.owe_bye,
    }


def published_tables(file: TournamentFile, published_at: Sequence[datetime.datetime] = ()) -> list[PublishedTable]:
    """Of each finished round, in order, with the results known when the next was paired. They lack their rounds.

    Where it is not known when they were published, it is now.
    """
    system, tie_breaks = file.configured()
    finished = [played for played in file.snapshot.rounds if played is not file.still_played]
    snapshots = [as_known(file.snapshot, paired=played.number + 1) for played in finished]
    return [
        PublishedTable(
            table=packed_table(
                system.standings(known, tie_breaks).without_places(file.without_place).in_categories(file.category_of)
            ),
            tournament_file=packed(replace(file, snapshot=known, pinned=())),
            published_at=moment,
        )
        for known, moment in zip(snapshots, chain(published_at, repeat(clock.now())), strict=False)
    ]


def write_rounds(
    change: Change,
    tournament: Tournament,
    file: TournamentFile,
    entries: Entries,
    tables: Sequence[PublishedTable],
    held: Sequence[datetime.date] = (),
) -> list[Attendance]:
    """With the tables of those that are finished, which is all but perhaps the last. Gives the rows of the rounds."""
    played = (*file.snapshot.rounds, *file.snapshot.ahead)
    to_play = {each.number for each in (file.still_played, *file.snapshot.ahead) if each is not None}
    gone = {each.number for each in file.snapshot.entrants if any(last is None for _first, last in each.away)}
    rounds = change.create_many(
        [
            Round(
                tournament=tournament,
                number=each.number,
                state=RoundState.PUBLISHED if each.number in to_play else RoundState.FINISHED,
                date=date,
            )
            for each, date in zip(played, chain(held, repeat(None)), strict=False)
        ]
    )
    games = change.create_many(
        [_game(row, game, gone) for row, each in zip(rounds, played, strict=True) for game in each.games]
    )
    by_board = {(game.round_id, game.board): game for game in games}
    slots = change.create_many(
        [
            slot
            for row, each in zip(rounds, played, strict=True)
            for slot in _slots(
                row,
                each,
                {game.board: by_board[row.pk, game.board] for game in each.games},
                entries,
                is_to_come=bool(file.snapshot.ahead) and each.number in to_play,
            )
        ]
    )
    for table, row in zip(tables, rounds, strict=False):
        table.round = row
    change.create_many(tables)
    if file.says_something:
        _write_next_round(change, tournament, file, entries)
    return slots


def _pairs(snapshot: TournamentSnapshot) -> list[list[PlayerId]]:
    return sorted(sorted(pair) for pair in snapshot.forbidden_pairs)


def _new_player(tournament: Tournament, planned: MatchedPlayer, *, is_active: bool) -> Player:
    given_name, _blank, family_name = planned.name.partition(" ")
    details = PlayerDetails(given_name=given_name, family_name=family_name, rating=planned.rating, is_active=is_active)
    person = planned.person
    if person is not None:
        details = replace(
            details,
            given_name=clean_name(person.given_name) or given_name,
            family_name=clean_name(person.family_name),
            title=person.title if person.title in Title.values else "",
            federation=person.federation if re.fullmatch(r"[A-Z]{3}", person.federation) else "",
            fide_id=person.fide_id,
            national_id=clean_name(person.national_id)[:20],
            fide_rating=person.fide_rating,
        )
    return new_player(tournament.club, details)


_SEXES = {"m": Sex.MALE.value, "w": Sex.FEMALE.value}


def _contacts(plan: PlayerMatching, made: Sequence[Player]) -> Iterator[PlayerContact]:
    """Of new players alone: what the club knows of its own stays as it is."""
    people = [each.person for each in plan.players if each.player is None]
    for player, person in zip(made, people, strict=True):
        if person is None or not (person.sex or person.born):
            continue
        yield PlayerContact(player=player, sex=_SEXES.get(person.sex, ""), **_born(person.born))


def _born(born: BirthDate | None) -> dict[str, Any]:
    if born is None:
        return {}
    day = None
    if born.month and born.day:
        with suppress(ValueError):
            day = datetime.date(born.year, born.month, born.day)
    return {"birth_year": born.year, "birth_date": day}


def _game(row: Round, game: PlayedGame, gone: AbstractSet[PlayerId]) -> Game:
    """Nobody waits for those who are gone."""
    is_waited_for = row.state != RoundState.FINISHED and game.date is None and not gone & {game.white, game.black}
    return Game(
        round=row,
        board=game.board,
        result=game.result.value,
        by_hand=game.by_hand,
        unplayed=game.unplayed,
        is_postponed=game.result is Result.OPEN and not is_waited_for,
        known_from=game.known_from,
        earlier=[
            [known.result.value, known.known_from, *MadeOf.from_core(known.boards, known.score).kept]
            for known in game.earlier
        ],
        **MadeOf.from_core(game.boards, game.score).columns,
        date=_day(game.date),
        play_by=_day(game.play_by),
        decided_by=kept_decision(game.decided_by, white=game.white),
    )


def _day(written: str | None) -> datetime.date | None:
    return None if written is None else datetime.date.fromisoformat(written)


def _slots(
    row: Round, played: PlayedRound, games: Mapping[int, Game], entries: Entries, *, is_to_come: bool
) -> Iterator[Attendance]:
    """Everybody who had joined has a row, as in a round that was opened here. Of a plan published whole nobody has been
    asked yet who comes to a round that is to come."""
    mentioned = set()
    for game in played.games:
        for colour, number in ((Colour.WHITE, game.white), (Colour.BLACK, game.black)):
            mentioned.add(number)
            yield Attendance(
                round=row,
                entry=entries[number],
                presence=Presence.UNMARKED if is_to_come else Presence.PRESENT,
                game=games[game.board],
                colour=colour.value,
            )
    for bye in played.byes:
        mentioned.add(bye.player)
        presence = Presence.UNMARKED if is_to_come else _presence(bye)
        yield Attendance(round=row, entry=entries[bye.player], presence=presence, bye=bye.kind.value)
    for away in played.absences:
        mentioned.add(away.player)
        yield _marked(Attendance(round=row, entry=entries[away.player]), away)
    for number, entry in entries.items():
        if number not in mentioned and entry.joined_round <= played.number:
            yield Attendance(round=row, entry=entry)


def _presence(bye: PlayedBye) -> Presence:
    return Presence.PRESENT if bye.kind in ODD_NUMBER else Presence(bye.kind.value)


def _marked(slot: Attendance, away: Absence) -> Attendance:
    slot.presence, slot.kind = Mark.of(away.kind)
    slot.own_result = "" if away.result is None else away.result.value
    return slot


def _write_next_round(change: Change, tournament: Tournament, file: TournamentFile, entries: Entries) -> None:
    """Open for check-in, with everybody marked; with boards or the bye set by hand a draft that waits for the rest."""
    asked = file.snapshot.next_round
    given = [bye.player for bye in asked.byes if bye.kind is ByeKind.PAIRING]
    is_drafted = bool(file.pinned or given)
    row = change.create(
        Round(
            tournament=tournament,
            number=file.snapshot.next_number,
            state=RoundState.DRAFTED if is_drafted else RoundState.OPEN,
        )
    )
    games = change.create_many(
        [
            Game(
                round=row,
                board=board,
                by_hand=True,
                reasons=[SET_BY_HAND.reason(white=Named(pin.white), black=Named(pin.black)).to_json()],
            )
            for board, pin in enumerate(file.pinned, 1)
        ]
    )
    slots = {number: Attendance(round=row, entry=entry) for number, entry in entries.items()}
    taking_part = {each.number for each in file.snapshot.entrants if each.takes_part(row.number)}
    for number in taking_part:
        slots[number].presence = Presence.PRESENT
    for away in asked.absences:
        _marked(slots[away.player], away)
    for bye in asked.byes:
        slots[bye.player].presence = _presence(bye)
        slots[bye.player].bye = bye.kind.value if is_drafted and bye.player in taking_part else ""
    for number in given:
        slots[number].reasons = [GIVEN_BYE.reason(player=Named(number)).to_json()]
    for game, pin in zip(games, file.pinned, strict=True):
        for colour, number in ((Colour.WHITE, pin.white), (Colour.BLACK, pin.black)):
            slots[number].game = game
            slots[number].colour = colour.value
    change.create_many(slots.values())
