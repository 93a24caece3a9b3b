"""Rows ↔ the core's values: the only bridge."""

from __future__ import annotations

import datetime
import gzip
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.exchange.team_rows import BoardPlayers, ListedMember
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import (
    ODD_BYES,
    PUBLIC_STATES,
    UNPUBLISHED_STATES,
    Attendance,
    Bye,
    Entry,
    ForbiddenPair,
    Game,
    LineUpPlace,
    Mark,
    Player,
    Presence,
    Round,
    RoundRecord,
    RoundState,
    TeamMember,
    Tournament,
    Withdrawal,
)
from tournaments.pairing.explanations.correction_impact import PairedFrom
from tournaments.pairing.explanations.late_changes import SetBoard, SetRound
from tournaments.pairing.history.as_known import as_known, match_known_when
from tournaments.pairing.history.attendance import GIVEN_BYE
from tournaments.pairing.history.record import RoundEntry, rounds_by_player
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.teams.board_signs import from_signs
from tournaments.pairing.teams.rosters import RosterMember
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceCode,
    BoardScore,
    ByeKind,
    CarriedGame,
    Colour,
    Entrant,
    KnownBefore,
    MatchDecision,
    NextRound,
    OwnGame,
    PairedAt,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    PlayOff,
    PlayOffGame,
    Result,
    TournamentSnapshot,
    played_early,
)
from tournaments.pairing.types.table import Table
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.carried_games import with_played_before
from tournaments.selectors.categories import categories_of, category_of_players
from tournaments.selectors.configured_system import UnreadableHere
from tournaments.selectors.configured_system import configured_system as configured_system
from tournaments.selectors.configured_system import configured_tie_breaks as configured_tie_breaks
from tournaments.selectors.evenings import paired_later


def snapshot_of(
    tournament: Tournament,
    *,
    before: Round | None = None,
    rounds_only: bool = False,
    rounds: Iterable[Round] | None = None,
    entries: Iterable[Entry] | None = None,
    unmarked: Mapping[int, Mark] | None = None,
) -> TournamentSnapshot:
    """The tournament as the core sees it: all rounds paired so far, or those before a round that is to be paired.

    `before` gives the absences and requested byes of `next_round`, unless `rounds_only`. Only entries with a number
    exist for the core. Five queries, whatever the size; one more for what was said of a round to be paired, or for the
    rounds ahead of a plan published whole, one less for all its `rounds` in order, for all its `entries`, and for what
    `as_unmarked` says of the round before which it is, where they have been read.
    """
    known = list(_core_only(tournament) if entries is None else entries)
    entrants = _entrants(tournament, known)
    numbers = {key: entrant.number for key, entrant in entrants.items()}
    slots: dict[int, list[dict[str, Any]]] = defaultdict(list)
    ahead = _ahead(tournament)
    wanted = Attendance.objects.filter(round__tournament=tournament)
    if before is not None and not ahead:
        wanted = wanted.filter(round__number__lte=before.number)
    for slot in wanted.values(*_SLOT):
        slots[slot["round_id"]].append(slot)
    so_far = list(tournament.rounds.order_by("number") if rounds is None else rounds)
    paired = [
        each
        for each in so_far
        if (each.number < before.number if before is not None else each.state != RoundState.OPEN)
    ]

    def played(number: int, key: int) -> PlayedRound:
        return _played_round(number, slots[key], numbers)

    later = {each.pk: each.number for each in so_far[len(paired) :] if each.is_public and ahead}
    to_come = [played(number, key) for key, number in (later | ahead).items()]
    if before is not None:
        is_next = before.pk not in ahead and before.number >= len(so_far)
        early = [each for each in to_come if each.number == before.number or not is_next]
        to_come = [each for each in to_come if each not in early]
        to_come += played_early(early, coming=before.number)
    return TournamentSnapshot(
        entrants=tuple(entrants.values()),
        rounds=tuple(played(each.number, each.pk) for each in paired),
        ahead=tuple(to_come),
        carried=_carried(tournament, numbers, has_begun=any(each.state != RoundState.OPEN for each in so_far)),
        play_offs=_play_offs(tournament, numbers),
        next_round=_next_round(
            slots[before.pk],
            entrants,
            known,
            tournament,
            as_unmarked(tournament, before) if unmarked is None else unmarked,
        )
        if before is not None and not rounds_only
        else NextRound(),
        forbidden_pairs=frozenset(
            frozenset({numbers[one], numbers[other]})
            for one, other in ForbiddenPair.objects.filter(tournament=tournament).values_list("one", "other")
            if one in numbers and other in numbers
        ),
        planned_rounds=tournament.planned_rounds,
        boards=tournament.boards,
        seed=tournament.seed,
    )


def _carried(tournament: Tournament, numbers: Mapping[int, PlayerId], *, has_begun: bool) -> tuple[CarriedGame, ...]:
    """As they stand now where they were played: a correction there is one here."""
    rows = tournament.carried if has_begun else with_played_before(tournament)
    kept = [each for each in rows if {each["white"], each["black"]} <= numbers.keys()]
    keys = [each["game"] for each in kept if each["game"] is not None]
    now = dict(Game.objects.filter(pk__in=keys).values_list("pk", "result")) if keys else {}
    return tuple(
        CarriedGame(
            white=numbers[each["white"]],
            black=numbers[each["black"]],
            result=Result(now.get(each["game"], each["result"])),
            group=each["group"],
        )
        for each in kept
    )


def _play_offs(tournament: Tournament, numbers: Mapping[int, PlayerId]) -> tuple[PlayOff, ...]:
    """Those that are over, as they stand now: a correction there is one here. Nothing is read where a shared first
    place stays shared."""
    if tournament.play_off_of_id is not None or configured_system(tournament).capabilities().plays_off is None:
        return ()
    kept = (_kept_play_off(each, numbers) for each in tournament.played_off or ())
    played = list(tournament.play_offs.filter(trashed_at=None).order_by("pk"))
    players = _players_of(tournament, numbers) if played else {}
    found = (outcome_of(each, players) for each in played)
    return tuple(each for each in (*kept, *found) if each is not None)


def _players_of(tournament: Tournament, numbers: Mapping[int, PlayerId]) -> Mapping[int, PlayerId]:
    """By the key of the player."""
    entries = tournament.entries.filter(pk__in=numbers).values_list("pk", "player")
    return {player: numbers[key] for key, player in entries}


def outcome_of(play_off: Tournament, players: Mapping[int, PlayerId]) -> PlayOff | None:
    """How a play-off has ended, in the numbers that its players have in the tournament it belongs to; None before."""
    snapshot, system = snapshot_of(play_off), configured_system(play_off)
    if system.capabilities().knocks_out is not None:  # a tie that is level is not over, be its round the last one
        snapshot = replace(snapshot, planned_rounds=None)
    whole = replace(snapshot, rounds=(*snapshot.rounds, *snapshot.ahead), ahead=(), next_round=NextRound())
    games = [game for played in system.capabilities().counted(whole).rounds for game in played.games]
    is_open = any(game.result is Result.OPEN for game in games)
    if not whole.rounds or is_open or not system.is_finished(whole):
        return None
    entries = play_off.entries.filter(number__isnull=False, player__in=players).values_list("number", "player")
    there = {number: players[player] for number, player in entries}
    by_rank: dict[int, list[PlayerId]] = {}
    for row in system.standings(whole, configured_tie_breaks(play_off, system)).rows:
        if row.player in there:
            by_rank.setdefault(row.rank, []).append(there[row.player])
    return PlayOff(
        order=tuple(map(tuple, by_rank.values())),
        games=tuple(
            PlayOffGame(white=there[white], black=there[black], result=result)
            for game in games
            for white, black, result in _all_games_of(game)
            if {white, black} <= there.keys()
        ),
    )


def _all_games_of(game: PlayedGame) -> Iterator[tuple[PlayerId, PlayerId, Result]]:
    """The board's, and those that decided its tie: White, Black and the result of each."""
    yield game.white, game.black, game.result
    for colour, result in game.decided_by.games if game.decided_by else ():
        white, black = (game.white, game.black) if colour is Colour.WHITE else (game.black, game.white)
        yield white, black, result


def kept_play_off(play_off: PlayOff, entries: Mapping[PlayerId, int]) -> dict[str, object]:
    """As a tournament's row keeps one that is not here; `entries` are keys by number."""
    return {
        "order": [[entries[player] for player in level] for level in play_off.order],
        "games": [[entries[game.white], entries[game.black], game.result.value] for game in play_off.games],
    }


def _kept_play_off(kept: Mapping[str, Any], numbers: Mapping[int, PlayerId]) -> PlayOff | None:
    """None where somebody of it has lost their number here."""
    if not {key for level in kept["order"] for key in level} <= numbers.keys():
        return None
    return PlayOff(
        order=tuple(tuple(numbers[key] for key in level) for level in kept["order"]),
        games=tuple(
            PlayOffGame(white=numbers[white], black=numbers[black], result=Result(result))
            for white, black, result in kept["games"]
        ),
    )


def _ahead(tournament: Tournament) -> dict[int, int]:
    """By their keys the numbers of the rounds that hang on the wall, and whose turn has not come."""
    if not configured_system(tournament).capabilities().rounds.published_at_once:
        return {}
    return dict(Round.with_ahead.filter(tournament=tournament).ahead().values_list("pk", "number"))


_WHOSE = ("entry__number", "entry__tournament", "round__number")


def rounds_of(entries: Collection[Entry], rounds: Iterable[Round]) -> Mapping[int, tuple[RoundEntry, ...]]:
    """By the entry's key, what each of these rounds was for it, as the record of its tournament has it.

    `rounds` are all published ones of the entries' tournaments, in order; the entries come with their tournaments.
    Three queries, however many seasons: of each round only the board at which the entry sat is read.
    """
    keys = [each.pk for each in entries]
    own = Attendance.objects.filter(entry__in=keys, round__state__in=PUBLIC_STATES)
    others = Attendance.objects.filter(game__sides__entry__in=keys, round__state__in=PUBLIC_STATES)
    slots: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    numbers: dict[int, dict[int, PlayerId]] = defaultdict(dict)
    for slot in [*own.values(*_SLOT, *_WHOSE), *others.exclude(entry__in=keys).values(*_SLOT, *_WHOSE)]:
        tournament = slot["entry__tournament"]
        slots[tournament, slot["round__number"]].append(slot)
        numbers[tournament][slot["entry_id"]] = slot["entry__number"]
    away: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    for key, first, last in Withdrawal.objects.filter(entry__in=keys).values_list("entry", "first_round", "last_round"):
        away[key].append((first, last))
    published: dict[int, list[int]] = defaultdict(list)
    for each in rounds:
        published[each.tournament_id].append(each.number)
    of_tournament: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.number is not None:
            of_tournament[entry.tournament_id].append(entry)

    def played(tournament: int, asked: Sequence[Entry]) -> Iterator[tuple[int, tuple[RoundEntry, ...]]]:
        """In a tournament in which nothing stands but the boards at which they sat: reckoned once for all of them."""
        met = numbers[tournament]
        entrants = {number: Entrant(number=number) for number in met.values()}
        entrants |= {
            number: Entrant(number=number, joined_round=each.joined_round, away=tuple(away[each.pk]))
            for each in asked
            if (number := each.number) is not None
        }
        found = tuple(_played_round(number, slots[tournament, number], met) for number in published[tournament])
        snapshot = TournamentSnapshot(entrants=tuple(entrants.values()), rounds=found)
        by_player = rounds_by_player(snapshot, configured_system(asked[0].tournament).capabilities().scoring)
        return ((each.pk, tuple(by_player[each.number])) for each in asked if each.number is not None)

    return dict(pair for tournament, asked in of_tournament.items() for pair in played(tournament, asked))


def played_round(number: int, rows: Iterable[Attendance], numbers: Mapping[int, PlayerId]) -> PlayedRound:
    """One round as its rows say, which come with their games; `numbers` of its entries by key."""
    return _played_round(number, map(_slot_of, rows), numbers)


def _slot_of(row: Attendance) -> Mapping[str, Any]:
    slot = dict(zip(_OWN_SLOT, _own_slot(row), strict=True))
    if row.game is not None:
        slot |= zip(_GAME_SLOT, _game_slot(row.game), strict=True)
    return slot


def out_before(round: Round) -> Mapping[PlayerId, int]:
    """The numbers of the eliminated, each with the round that decided it; nothing is read where nobody can be."""
    capabilities = configured_system(round.tournament).capabilities()
    return (
        capabilities.out_before(snapshot_of(round.tournament, before=round)) if capabilities.somebody_may_be_out else {}
    )


def is_played_out(tournament: Tournament, *, after: int) -> bool:
    """Whether nothing is left to play after this round, whose results are in: the plan is played, or it is decided.

    Nothing is read where only the plan can say so.
    """
    if tournament.planned_rounds is not None and after >= tournament.planned_rounds:
        return True
    system = configured_system(tournament)
    capabilities = system.capabilities()
    if not capabilities.scoring.elimination and capabilities.rounds.kind is not RoundCountKind.FOLLOWS:
        return False
    return system.is_finished(snapshot_of(tournament))


def without_place(tournament: Tournament, entries: Iterable[Entry] | None = None) -> frozenset[PlayerId]:
    """The numbers of those who take no place in the tables: guests, unless the tournament gives them one.

    `entries` are all of the tournament's, where they have been read; else the guests are asked for.
    """
    if tournament.guests_take_places:
        return frozenset()
    if entries is None:
        entries = tournament.entries.filter(is_guest=True).only("number", "is_guest")
    return frozenset(entry.number for entry in entries if entry.is_guest and entry.number is not None)


def ranked(tournament: Tournament, snapshot: TournamentSnapshot, entries: Iterable[Entry] | None = None) -> Table:
    """The table after the snapshot's last round, by the tournament's system as configured. `entries` are all of the
    tournament's, where they have been read."""
    system = configured_system(tournament)
    table = system.standings(snapshot, configured_tie_breaks(tournament, system))
    table = table.without_places(without_place(tournament, entries))
    return table.in_categories(category_of_players(tournament, entries))


def table_of(tournament: Tournament, *, after: int) -> Table:
    """The table after a round that has been paired, as it stands now."""
    return ranked(tournament, snapshot_of(tournament).after(after))


def tournament_file_of(
    tournament: Tournament,
    snapshot: TournamentSnapshot,
    *,
    pinned: Iterable[PinnedBoard] = (),
    entries: Iterable[Entry] | None = None,
) -> TournamentFile:
    """The snapshot with what a file says besides: names and clubs, system and options as saved. `entries` are all of
    the tournament's with their players, where they have been read."""
    if entries is None:
        entries = tournament.entries.select_related("player").order_by("pk")
    by_number = {entry.number: entry for entry in entries if entry.number is not None}
    return TournamentFile(
        name=tournament.name,
        system=tournament.system,
        names={number: entry.full_name for number, entry in by_number.items()},
        clubs={number: entry.home_club for number, entry in by_number.items() if entry.home_club},
        guests=frozenset(number for number, entry in by_number.items() if entry.is_guest),
        guests_take_places=tournament.guests_take_places,
        categories=tuple(each.name for each in categories_of(tournament)),
        category_of=category_of_players(tournament, by_number.values()),
        decimals_shown=tournament.decimals_shown,
        rounds_an_evening=tournament.rounds_an_evening,
        preset=tournament.preset or None,
        options=tournament.options,
        tie_breaks=None if tournament.tie_breaks is None else tuple(tournament.tie_breaks),
        snapshot=snapshot,
        pinned=tuple(pinned),
    )


def people_of_teams(entries: Collection[int]) -> Mapping[int, Player]:
    """Everybody who is or was in one of these teams, by the number that the file of the tournament gives them."""
    ids: dict[int, int] = {}
    found: dict[int, Player] = {}
    members = TeamMember.objects.filter(entry__in=entries, entry__number__isnull=False)
    for each in members.select_related("player").order_by("entry__number", "place", "pk"):
        found[ids.setdefault(each.player_id, len(ids) + 1)] = each.player
    return found


def with_teams(file: TournamentFile, tournament: Tournament) -> TournamentFile:
    """With the members of teams, and who sat at which board: three questions more. People are numbered by the boards
    of the teams they are in first."""
    if file.snapshot.boards is None:
        return file
    members = TeamMember.objects.filter(entry__tournament=tournament, entry__number__isnull=False)
    ids: dict[int, int] = {}
    of_team: dict[PlayerId, list[ListedMember]] = defaultdict(list)
    person_of: dict[int, int] = {}
    for each in members.select_related("player", "entry").order_by("entry__number", "place", "pk"):
        person_of[each.pk] = ids.setdefault(each.player_id, len(ids) + 1)
        in_team = RosterMember(
            member=person_of[each.pk], rating=each.rating, from_round=each.from_round, until_round=each.until_round
        )
        of_team[each.entry.number or 0].append(ListedMember(name=each.player.full_name, in_team=in_team))
    seats: dict[tuple[int, int], dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    sat = LineUpPlace.objects.filter(member__in=person_of).select_related("attendance__game__round")
    sat = sat.exclude(attendance__game__boards="", attendance__game__own_halves=None)  # of which nothing is known yet
    for place in sat:
        game = place.attendance.game
        if game is not None:
            there = seats[game.round.number, game.board][place.board]
            there[place.attendance.colour] = person_of[place.member_id]
    return replace(
        file,
        board_colours=tournament.board_colours,
        members={number: tuple(team) for number, team in of_team.items()},
        line_ups={
            match: tuple(
                BoardPlayers(
                    first=boards.get(board, {}).get(Colour.WHITE), second=boards.get(board, {}).get(Colour.BLACK)
                )
                for board in range(1, file.snapshot.boards + 1)
            )
            for match, boards in seats.items()
        },
    )


def exported(tournament: Tournament) -> TournamentFile:
    """As `_exported`, with the members of teams."""
    return with_teams(_exported(tournament), tournament)


def _exported(tournament: Tournament) -> TournamentFile:
    """The tournament as it stands, to be taken elsewhere. Only entries with a number are in it.

    A round that is not published yet is `next_round`: who is marked away or asks for a bye, and what the director has
    set by hand. While nobody is marked at all it says nothing.
    """
    coming = tournament.rounds.filter(state__in=UNPUBLISHED_STATES).order_by("number").first()
    entries = list(_core_only(tournament))
    snapshot = snapshot_of(tournament, before=coming, entries=entries)
    owe_bye = owing(entries) & snapshot.by_number.keys()
    if coming is None:
        return tournament_file_of(tournament, replace(snapshot, next_round=NextRound(owe_bye=owe_bye)))
    unmarked = as_unmarked(tournament, coming)
    rows = {
        row.entry.number: row
        for row in coming.attendances.select_related("entry", "game")
        if row.entry.number is not None
    }
    presences = {number: presence_in(row, unmarked) for number, row in rows.items()}
    if set(presences.values()) <= {Presence.UNMARKED, Presence.NO_SHOW} and not _is_anybody_marked(rows.values()):
        return tournament_file_of(tournament, replace(snapshot, next_round=NextRound(owe_bye=owe_bye)))
    taking_part = {entrant.number for entrant in snapshot.entrants if entrant.takes_part(coming.number)}
    asked = snapshot.next_round
    said = {number for number, presence in presences.items() if presence != Presence.UNMARKED} | taking_part
    here = {number for number in taking_part & rows.keys() if presences[number].is_here}
    given = [PlayedBye(player=each, kind=ByeKind.PAIRING) for each in sorted(here) if has_given_bye(rows[each])]
    next_round = NextRound(
        absences=tuple(absence for absence in asked.absences if absence.player in said),
        byes=(*asked.byes, *given),
        owe_bye=owe_bye,
    )
    pinned = boards_by_hand(row for number, row in rows.items() if number in here)
    return tournament_file_of(tournament, replace(snapshot, next_round=next_round), pinned=pinned)


def presence_in(row: Attendance, unmarked: Mapping[int, Mark]) -> Presence:
    return mark_in(row, unmarked).presence


def mark_in(row: Attendance, unmarked: Mapping[int, Mark]) -> Mark:
    """What a row counts as: its mark always wins; `unmarked` says what those without one count as."""
    mark = row.mark
    return unmarked.get(row.entry_id, mark) if mark.presence is Presence.UNMARKED else mark


def _is_anybody_marked(rows: Iterable[Attendance]) -> bool:
    return any(row.presence != Presence.UNMARKED for row in rows)


def boards_by_hand(rows: Iterable[Attendance]) -> list[PinnedBoard]:
    """Boards that the director has set, where both players are among the rows. Rows come with game and entry."""
    sides: dict[tuple[int, int], dict[str, PlayerId]] = defaultdict(dict)
    for row in rows:
        if row.entry.number is not None and row.game is not None and row.game.by_hand:
            sides[row.game.board, row.game.pk][row.colour] = row.entry.number
    return [
        PinnedBoard(white=side[Colour.WHITE], black=side[Colour.BLACK])
        for _board, side in sorted(sides.items())
        if len(side) == len(Colour)
    ]


def set_round_of(round: Round, rows: Iterable[Attendance]) -> SetRound:
    """A published round as it stands, over what was known when it was paired. Rows come with game and entry."""
    tournament = round.tournament
    snapshot = snapshot_of(tournament, before=round)
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    out: dict[bool, set[PlayerId]] = {True: set(), False: set()}
    unpaid: set[PlayerId] = set()
    for row in rows:
        entrant = snapshot.by_number.get(row.entry.number or 0)
        if row.game_id is not None:
            sides[row.game_id][row.colour] = row
        elif entrant and Presence(row.presence).is_here and entrant.takes_part(round.number):
            out[row.bye in ODD_BYES].add(entrant.number)
            if row.bye == Bye.UNPAID:
                unpaid.add(entrant.number)
    return SetRound(
        system=configured_system(tournament),
        snapshot=replace(as_known(snapshot, paired=round.number), next_round=snapshot.next_round),
        boards=tuple(sorted(map(_set_board, sides.values()), key=lambda board: board.board)),
        sitting_out=frozenset(out[True]),
        unpaid=frozenset(unpaid),
        free=frozenset(out[False]),
        on_two_dates=bool(paired_later(round)),
    )


def _set_board(sides: Mapping[str, Attendance]) -> SetBoard:
    white, black = sides[Colour.WHITE], sides[Colour.BLACK]
    game = white.game
    if game is None or white.entry.number is None or black.entry.number is None:
        raise ValueError("a board of a published round has a game and two numbers")
    return SetBoard(
        board=game.board,
        white=white.entry.number,
        black=black.entry.number,
        has_begun=game.has_begun or game.is_postponed,
        by_hand=game.by_hand,
    )


def has_given_bye(row: Attendance) -> bool:
    """Whether the director gave this bye, so that pairing again leaves it."""
    return any(reason["rule"] == GIVEN_BYE.code for reason in row.reasons)


def packed(file: TournamentFile) -> bytes:
    """As kept with a round: the same file gives the same bytes."""
    return gzip.compress(tournament_file.dump(file, for_people=False), compresslevel=6, mtime=0)


def unpacked(kept: bytes | memoryview) -> TournamentFile:
    """Of what is kept with a round. Raises UnreadableHere."""
    try:
        return tournament_file.parse(gzip.decompress(bytes(kept)))
    except FileError as error:
        raise UnreadableHere("the file of a round") from error


def packed_table(table: Table) -> bytes:
    """As published: columns, rows and notes, without what the numbers are the sum of."""
    return gzip.compress(json.dumps(table.to_json(), ensure_ascii=False).encode(), compresslevel=6, mtime=0)


def unpacked_table(kept: bytes | memoryview) -> Table:
    return Table.from_json(json.loads(gzip.decompress(bytes(kept))))


def unpacked_places(kept: bytes | memoryview) -> dict[PlayerId, int]:
    """Of a table as published, the places alone: those who take one. Quicker than the whole table."""
    rows = json.loads(gzip.decompress(bytes(kept)))["rows"]
    return {
        row["player"]: row["rank"] - row.get("unplaced_above", 0)
        for row in rows
        if row.get("unplaced_above", 0) is not None
    }


def paired_since(tournament: Tournament, *, after: int) -> tuple[PairedFrom, ...]:
    """What the rounds after that one were paired from, drafts too. Where one was not paired here nothing is kept."""
    records = RoundRecord.objects.filter(round__tournament=tournament, round__number__gt=after)
    return tuple(
        paired_from(record.round.number, record) for record in records.select_related("round").order_by("round__number")
    )


def paired_from(number: int, record: RoundRecord) -> PairedFrom:
    file = unpacked(record.tournament_file)
    system, _tie_breaks = file.configured()
    return PairedFrom(number=number, system=system, snapshot=file.snapshot, pinned=file.pinned)


def knew_the_results(round: Round) -> bool:
    """Whether the file kept with a round knew of each earlier game what that game says was known by then."""
    kept = unpacked(round.record.tournament_file).snapshot
    now = snapshot_of(round.tournament, before=round)
    return all(
        {game.board: (game.result, game.boards, game.score) for game in was.games}
        == {game.board: match_known_when(round.number, played.number, game) for game in played.games}
        for was, played in zip(kept.rounds, now.rounds, strict=True)
    )


def knew_the_plan(round: Round) -> bool:
    """Whether a paired round was paired as the last one, or as one that is not, just as the plan has it now.

    Where nothing hangs on that it knew enough; so does a round that no file was kept with.
    """
    kept = getattr(round, "record", None)
    if kept is None or not configured_system(round.tournament).capabilities().rounds.decides:
        return True
    then = unpacked(kept.tournament_file).snapshot.planned_rounds
    return (then == round.number) == (round.tournament.planned_rounds == round.number)


_OF_GAME = "game__"
_SLOT = (
    "round_id",
    "entry_id",
    "presence",
    "kind",
    "own_result",
    "bye",
    "colour",
    "game_id",
    "game__board",
    "game__result",
    "game__boards",
    "game__own_halves",
    "game__their_halves",
    "game__by_hand",
    "game__unplayed",
    "game__known_from",
    "game__earlier",
    "game__date",
    "game__play_by",
    "game__decided_by",
)
_OWN_SLOT = tuple(name for name in _SLOT if not name.startswith(_OF_GAME))
_GAME_SLOT = tuple(name for name in _SLOT if name.startswith(_OF_GAME))
_own_slot = attrgetter(*_OWN_SLOT)
_game_slot = attrgetter(*(name.removeprefix(_OF_GAME) for name in _GAME_SLOT))
"""At once, since a round's rows are read after each result."""


_OF_ENTRANTS = (
    "number",
    "rating",
    "joined_round",
    "absence_kind",
    "paired_at_place",
    "paired_at_games",
    "owes_bye",
)


def _core_only(tournament: Tournament) -> Iterable[Entry]:
    return tournament.entries.only(*_OF_ENTRANTS, "tournament")


def _entrants(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, Entrant]:
    """By the key of the entry."""
    away: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    intervals = Withdrawal.objects.filter(entry__tournament=tournament).order_by("first_round")
    for entry, first, last in intervals.values_list("entry", "first_round", "last_round"):
        away[entry].append((first, last))
    return {
        each.pk: Entrant(
            number=each.number,
            rating=each.rating,
            joined_round=each.joined_round,
            away=tuple(away[each.pk]),
            absence_kind=each.absence_kind or None,
            paired_at=PairedAt(place=each.paired_at_place, games=each.paired_at_games)
            if each.paired_at_place
            else None,
        )
        for each in entries
        if each.number is not None
    }


def _played_round(number: int, slots: Iterable[Mapping[str, Any]], numbers: Mapping[int, PlayerId]) -> PlayedRound:
    sides: dict[int, dict[str, Mapping[str, Any]]] = defaultdict(dict)
    byes: list[PlayedBye] = []
    absences: list[Absence] = []
    for slot in slots:
        player = numbers.get(slot["entry_id"])
        if player is None:
            continue
        if slot["game_id"] is not None:
            sides[slot["game_id"]][slot["colour"]] = slot
        elif slot["bye"]:
            byes.append(PlayedBye(player=player, kind=ByeKind(slot["bye"])))
        elif (kind := slot["kind"] or Presence(slot["presence"]).absence) is not None:
            absences.append(Absence(player=player, kind=kind, result=_own_game(slot["own_result"])))
    games = [_played_game(game, numbers) for game in sides.values()]
    return PlayedRound(
        number=number,
        games=tuple(games),
        byes=tuple(byes),
        absences=tuple(absences),
    )


def _own_game(kept: str) -> OwnGame | None:
    return OwnGame(kept) if kept else None


def _played_game(sides: Mapping[str, Mapping[str, Any]], numbers: Mapping[int, PlayerId]) -> PlayedGame:
    white, black = sides[Colour.WHITE], sides[Colour.BLACK]
    return PlayedGame(
        board=white["game__board"],
        white=numbers[white["entry_id"]],
        black=numbers[black["entry_id"]],
        result=Result(white["game__result"]),
        boards=from_signs(white["game__boards"]),
        score=_score(white["game__own_halves"], white["game__their_halves"]),
        by_hand=white["game__by_hand"],
        unplayed=white["game__unplayed"],
        known_from=white["game__known_from"],
        earlier=tuple(_known_before(*each) for each in white["game__earlier"]),
        date=_day(white["game__date"]),
        play_by=_day(white["game__play_by"]),
        decided_by=_decided(white["game__decided_by"], numbers[white["entry_id"]], numbers[black["entry_id"]]),
    )


def _known_before(result: str, known_from: int, boards: str = "", halves: Sequence[int] | None = None) -> KnownBefore:
    return KnownBefore(Result(result), known_from, from_signs(boards), _score(*halves) if halves else None)


def _score(own: int | None, their: int | None) -> BoardScore | None:
    return None if own is None or their is None else (Fraction(own, 2), Fraction(their, 2))


def _day(date: datetime.date | None) -> str | None:
    return None if date is None else date.isoformat()


def _decided(kept: Mapping[str, Any] | None, white: PlayerId, black: PlayerId) -> MatchDecision | None:
    """A row names the colour, so that it does not hang on the numbers."""
    if kept is None:
        return None
    return MatchDecision(
        step=kept["step"],
        winner=white if kept["winner"] == Colour.WHITE else black,
        games=tuple((Colour(colour), Result(result)) for colour, result in kept["games"]),
    )


def seen_decision(kept: Mapping[str, Any] | None) -> str:
    """What a screen showed of a game's decision, to be sent back."""
    if kept is None:
        return ""
    games = ",".join(f"{colour} {result}" for colour, result in kept["games"])
    return f"{kept['step']} {kept['winner']} {games} {kept.get('counts_as', '')}".rstrip()


def kept_decision(decided: MatchDecision | None, *, white: PlayerId) -> dict[str, object] | None:
    """As a game's row keeps it."""
    if decided is None:
        return None
    return {
        "step": decided.step,
        "winner": (Colour.WHITE if decided.winner == white else Colour.BLACK).value,
        "games": [[colour.value, result.value] for colour, result in decided.games],
    }


def _next_round(
    slots: Iterable[Mapping[str, Any]],
    entrants: Mapping[int, Entrant],
    entries: Iterable[Entry],
    tournament: Tournament,
    unmarked: Mapping[int, Mark],
) -> NextRound:
    """`entrants` by the key of the entry."""
    marked = [slot for slot in slots if slot["presence"] != Presence.UNMARKED and slot["entry_id"] in entrants]
    marks = {entry: mark for entry, mark in unmarked.items() if entry in entrants}
    marks |= {slot["entry_id"]: Mark(Presence(slot["presence"]), slot["kind"]) for slot in marked}
    results = {entrants[slot["entry_id"]].number: _own_game(slot["own_result"]) for slot in marked}
    silent = configured_system(tournament).capabilities().scoring.default_absence
    by_number = {entrants[entry].number: mark for entry, mark in marks.items()}
    asked = next_round_of(by_number, entrants.values(), silent, owing(entries))
    return replace(asked, absences=tuple(replace(each, result=results.get(each.player)) for each in asked.absences))


def owing(entries: Iterable[Entry]) -> frozenset[PlayerId]:
    """Who sits out unpaid if the number is odd."""
    return frozenset(each.number for each in entries if each.owes_bye and each.number is not None)


def next_round_of(
    marks: Mapping[PlayerId, Mark],
    entrants: Iterable[Entrant],
    silent: AbsenceCode,
    owe_bye: frozenset[PlayerId] = frozenset(),
) -> NextRound:
    """Who is not marked and has said nothing counts as away, and so does an entry without a row."""
    absences = []
    byes = []
    for entrant in entrants:
        mark = marks.get(entrant.number, _UNMARKED)
        if (kind := mark.presence.requested_bye) is not None:
            byes.append(PlayedBye(player=entrant.number, kind=kind))
        elif not mark.presence.is_here:
            counts_as = mark.absence or entrant.absence_kind or silent
            absences.append(Absence(player=entrant.number, kind=counts_as))
    return NextRound(absences=tuple(absences), byes=tuple(byes), owe_bye=owe_bye)


_UNMARKED = Mark(Presence.UNMARKED)
