"""A tournament looked over again: each round paired from what was known then, and what holds of every tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

from tournaments.pairing.explanations.standings import PLAY_OFF, POINTS
from tournaments.pairing.history.as_known import before_pairing, known_when
from tournaments.pairing.history.record import ODD_NUMBER, Record, Scoring
from tournaments.pairing.protocols import PairingSystem, ScheduledSystem, TieBreak
from tournaments.pairing.search.last_resort import REMATCH as DECLARED_REMATCH
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairedRound,
    PairingImpossible,
    Pin,
    PinnedBoard,
    Player,
    Reason,
    Rule,
)
from tournaments.pairing.types.snapshot import (
    AbsenceCode,
    AbsenceKind,
    ByeKind,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.table import Cell, Column, Row, Table
from tournaments.pairing.types.translation import gettext_noop as _

NOT_PAIRED_SO = Rule(
    "verification/board", _("Board {board}: {white} had White against {black}, which is not what the system pairs.")
)
COLOURS_TURNED = Rule(
    "verification/colours", _("Board {board}: {white} had White against {black}, but the system gives {black} White.")
)
ANOTHER_PLACE = Rule(
    "verification/place", _("Board {board}: {white} and {black} are on board {proposed} by the system.")
)
NOT_THIS_BYE = Rule(
    "verification/bye", _("{player} sat out because of the odd number, but not by the system's choice.")
)
WOULD_PAIR = Rule("verification/proposed", _("By the system, {white} has White against {black} on board {board}."))
WOULD_SIT_OUT = Rule("verification/proposed_bye", _("By the system, {player} sits out because of the odd number."))
NO_PAIRING = Rule("verification/impossible", _("The system finds no pairing for this round, and says why:"))
SET_BY_HAND = Rule("verification/by_hand", _("Board {board}: the director set {white} against {black}."))
BYE_BY_HAND = Rule("verification/bye_by_hand", _("The director let {player} sit out."))
FILE_ALONE = Rule(
    "verification/file_alone",
    _(
        "The data saved when the round was paired gives these boards. The tournament as it is now no "
        "longer shows all of it: who had entered or was here, how many rounds were planned, who must "
        "not meet."
    ),
)
BROKEN_OFF = Rule(
    "verification/broken_off",
    _("Paired as a round that was not to be the last: the number of planned rounds may have been set afterwards."),
)
TWO_DATES = Rule(
    "verification/two_dates",
    _("Paired on two dates: board {board} and those after it were paired when the earlier boards already existed."),
)

TWICE = Rule("verification/twice", _("{player} is in the round more than once."))
NO_ENTRANT = Rule("verification/no_entrant", _("The round names number {number}, which nobody has."))
TAKES_NO_PART = Rule("verification/takes_no_part", _("{player} is in the round, but had withdrawn or not yet joined."))
BOARD_NUMBERS = Rule("verification/board_numbers", _("The boards are not numbered 1, 2, 3 without a gap."))
ALONE = Rule("verification/alone", _("Board {board}: {player} is on both sides."))
REMATCH = Rule(
    "verification/rematch",
    _("Board {board}: {white} and {black} had met before, and no reason is given for the rematch."),
)
FORBIDDEN = Rule(
    "verification/forbidden", _("Board {board}: {white} and {black} are a forbidden pair."), is_private=True
)
NOT_IN_ORDER = Rule("verification/known", _("Board {board}: the saved history of the result is not in order of time."))
KEPT_OTHERWISE = Rule(
    "verification/kept",
    _("Round {round}, board {board}: the result saved with this round is not the result of the game."),
)
ROUND_NUMBERS = Rule("verification/round_numbers", _("The rounds are not numbered 1, 2, 3 without a gap."))
NOT_CONSERVED = Rule(
    "verification/conserved", _("The points of all players come to {table}, but the rounds give {rounds}.")
)
NOT_THE_SUM = Rule("verification/sum", _("{player}: the table says {value}, but its parts come to {sum}."))
ANOTHER_HISTORY = Rule("verification/history", _("The points shown for round {round} are not those of its table."))
NOT_LISTED = Rule("verification/listed", _("The table after round {round} does not list everybody just once."))
WRONG_PLACE = Rule(
    "verification/rank",
    _("After round {round} the places of {higher} and {lower} do not match their points and tie-breaks."),
)
NOT_AS_PUBLISHED = Rule(
    "verification/published", _("The table published after round {round} does not follow from what was known then.")
)


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptRound:
    """What was kept with a round when it was paired: a second witness beside the tournament as it stands."""

    system: PairingSystem
    snapshot: TournamentSnapshot
    pinned: tuple[PinnedBoard, ...] = ()
    given: frozenset[PlayerId] = frozenset()
    """Byes that the director gave, before pairing or after."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedWitness:
    """A table as published, and what it was made from."""

    system: PairingSystem
    tie_breaks: tuple[TieBreak, ...]
    snapshot: TournamentSnapshot
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundVerdict:
    number: int
    boards: int
    differing: tuple[Reason, ...] = ()
    """What is not as the system pairs, and what it pairs instead."""
    by_hand: tuple[Reason, ...] = ()
    broken: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.differing and not self.broken


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    rounds: tuple[RoundVerdict, ...]
    tables: tuple[Reason, ...] = ()
    """What is wrong with the tables."""

    @property
    def holds(self) -> bool:
        return not self.tables and all(each.holds for each in self.rounds)


def verify(
    system: PairingSystem,
    tie_breaks: Sequence[TieBreak],
    snapshot: TournamentSnapshot,
    *,
    kept: Mapping[int, KeptRound] | None = None,
    published: Mapping[int, PublishedWitness] | None = None,
) -> Verdict:
    """All rounds and tables of the tournament; `kept` and `published` are by the number of the round."""
    numbers = [played.number for played in snapshot.rounds]
    if numbers != list(range(1, len(numbers) + 1)):
        return Verdict(rounds=(), tables=(ROUND_NUMBERS.reason(),))
    malformed = {played.number: tuple(_malformed(snapshot, played)) for played in snapshot.rounds}
    if any(malformed.values()):
        return Verdict(
            rounds=tuple(
                RoundVerdict(number=played.number, boards=len(played.games), broken=malformed[played.number])
                for played in snapshot.rounds
            )
        )
    plan = _plan_followed(system, snapshot)
    return Verdict(
        rounds=tuple(
            _round_of_plan(system, snapshot, plan, number)
            if plan
            else _round(system, snapshot, number, (kept or {}).get(number))
            for number in numbers
        ),
        tables=(
            *_tables(system, tie_breaks, snapshot),
            *(
                NOT_AS_PUBLISHED.reason(round=number)
                for number, each in sorted((published or {}).items())
                if _said(each.system.standings(each.snapshot, each.tie_breaks)) != _said(each.table)
            ),
        ),
    )


# Each round


@dataclass(frozen=True, kw_only=True, slots=True)
class _Attempt:
    """The round paired again, under one reading of what the director had set."""

    proposed: PairedRound | None
    differing: tuple[Reason, ...]
    given: frozenset[PlayerId]
    note: Reason | None = None


def _round(system: PairingSystem, snapshot: TournamentSnapshot, number: int, kept: KeptRound | None) -> RoundVerdict:
    played = snapshot.rounds[number - 1]
    alone = _from_the_file(system, snapshot, played)
    if alone.differing:
        alone = _on_two_dates(system, snapshot, played) or alone
    if alone.differing and number == snapshot.planned_rounds == len(snapshot.rounds):
        as_any_other = _from_the_file(system, replace(snapshot, planned_rounds=number + 1), played)
        if not as_any_other.differing:
            alone = replace(as_any_other, note=BROKEN_OFF.reason())
    found = alone if kept is None else _from_the_record(kept, played)
    notes = () if found.note is None else (found.note,)
    known = kept.snapshot if kept is not None else before_pairing(snapshot, paired=number)
    return RoundVerdict(
        number=number,
        boards=len(played.games),
        differing=found.differing,
        by_hand=(
            *(_of_board(SET_BY_HAND, game) for game in played.games if game.by_hand),
            *(BYE_BY_HAND.reason(player=Player(player)) for player in sorted(found.given)),
        ),
        broken=(
            *_wrong_in_itself(snapshot, played),
            *_unmarked(kept.system if kept else system, known, played, found.proposed),
            *(() if kept is None else _known_otherwise(snapshot, kept, number)),
        ),
        notes=(FILE_ALONE.reason(),) if alone.differing and not found.differing else notes,
    )


def _plan_followed(system: PairingSystem, snapshot: TournamentSnapshot) -> tuple[PairedRound, ...]:
    """The plan for all who have entered, once somebody has joined late or left: rounds that were published have
    followed it since. Else none, and each round is held against what was known when it was paired."""
    is_followed = any(each.joined_round > 1 or each.away for each in snapshot.entrants)
    if not is_followed or not isinstance(system, ScheduledSystem):
        return ()
    everybody = tuple(replace(each, joined_round=1, away=()) for each in snapshot.entrants)
    return system.schedule(replace(snapshot, entrants=everybody))


def _round_of_plan(
    system: PairingSystem, snapshot: TournamentSnapshot, plan: Sequence[PairedRound], number: int
) -> RoundVerdict:
    """Held against the plan, wherever its boards stand by now."""
    played = snapshot.rounds[number - 1]
    boards = {
        frozenset((each.white, each.black)): each for each in (plan[number - 1].boards if plan[number - 1 :] else ())
    }
    pairs = {game: frozenset((game.white, game.black)) for game in played.games}
    there = frozenset[PlayerId]().union(*pairs.values(), {bye.player for bye in played.byes})
    met = system.capabilities().record(snapshot.after(number - 1)).met
    own = [game for game in played.games if not game.by_hand]
    return RoundVerdict(
        number=number,
        boards=len(played.games),
        differing=(
            *(_of_board(NOT_PAIRED_SO, game) for game in own if pairs[game] not in boards),
            *(
                _of_board(COLOURS_TURNED, game)
                for game in own
                if pairs[game] in boards and boards[pairs[game]].white != game.white
            ),
            *(
                WOULD_PAIR.reason(white=Player(each.white), black=Player(each.black), board=each.board)
                for pair, each in boards.items()
                if not pair & there
                and all(snapshot.by_number[player].takes_part(number) for player in pair)
                and not met(each.white, each.black)
            ),
        ),
        by_hand=tuple(_of_board(SET_BY_HAND, game) for game in played.games if game.by_hand),
        broken=tuple(
            _wrong_in_itself(
                snapshot, played, planned=frozenset().union(*(boards.keys() & pairs.values())), plays_early=True
            )
        ),
    )


def _from_the_record(kept: KeptRound, played: PlayedRound) -> _Attempt:
    proposed, reasons = _paired(kept.system, kept.snapshot, kept.pinned)
    stayed_out = _odd(kept.snapshot.next_round) - kept.given  # since an earlier date of the round
    byes = tuple(bye for bye in played.byes if bye.player not in stayed_out)
    return _attempt(replace(played, byes=byes), kept.snapshot, proposed, reasons, kept.given)


def _from_the_file(system: PairingSystem, snapshot: TournamentSnapshot, played: PlayedRound) -> _Attempt:
    """Boards set by hand may have been set before pairing or after, and late entrants may have been on the list or not:
    the reading that leaves least is taken."""
    pins = tuple(PinnedBoard(white=game.white, black=game.black) for game in played.games if game.by_hand)
    byes = _odd(played)
    there = _named_by_then(snapshot, played.number)
    joined = tuple(each for each in snapshot.entrants if each.joined_round <= played.number or each.number in there)
    entered = [replace(snapshot, entrants=joined)] if len(joined) < len(snapshot.entrants) else []
    best: _Attempt | None = None
    for each in (*entered, snapshot):
        own_byes: tuple[Reason, ...] | None = None
        for given, is_stated in _given(byes, several=system.capabilities().several_without_a_game):
            for pinned in dict.fromkeys((pins, ())):
                known = before_pairing(each, paired=played.number, given=given)
                proposed, reasons = _paired(system, known, pinned)
                is_the_directors = is_stated or own_byes is None
                attempt = _attempt(played, known, proposed, reasons, given if is_the_directors else frozenset())
                if not attempt.differing:
                    return attempt
                if not is_the_directors:
                    attempt = replace(attempt, differing=(*attempt.differing, *(own_byes or ())))
                elif proposed is not None:
                    own_byes = _would_sit_out(_byes_of_the_system(proposed, known))
                if best is None or len(attempt.differing) < len(best.differing):
                    best = attempt
    if best is None:
        raise AssertionError("there is always one reading")
    return best


def _on_two_dates(system: PairingSystem, snapshot: TournamentSnapshot, played: PlayedRound) -> _Attempt | None:
    """The last boards, all with one date of their own, as paired when those before them stood: if that gives them just
    so. Who sat out on the first date may have played on, and nothing says who that was."""
    first, later = _by_date(played)
    if not first or not later:
        return None
    byes = [None, *(bye for bye in played.byes if bye.kind is ByeKind.PAIRING)]
    again = [game.white for game in later] + [game.black for game in later]
    for stays_out in byes:
        others = tuple(bye for bye in played.byes if bye.kind is not ByeKind.PAIRING or bye is stays_out)
        plays_on = [None] if stays_out else [None, *again, *(bye.player for bye in byes if bye)]
        for player in plays_on:
            out = others if player is None else (*others, PlayedBye(player=player, kind=ByeKind.PAIRING))
            before = replace(played, games=first, byes=out)
            rounds = (*snapshot.rounds[: played.number - 1], before, *snapshot.rounds[played.number :])
            attempt = _from_the_file(system, replace(snapshot, rounds=rounds), before)
            if attempt.differing:
                continue
            found = _on_second_date(system, snapshot, played, first, stays_out, attempt)
            if not found.differing:
                return found
    return None


def _by_date(played: PlayedRound) -> tuple[tuple[PlayedGame, ...], tuple[PlayedGame, ...]]:
    """The boards before the last that have the date of the very last, and those."""
    games = sorted(played.games, key=lambda game: game.board)
    date = games[-1].date if games else None
    later = tuple(takewhile(lambda game: date is not None and game.date == date, reversed(games)))
    return tuple(games[: len(games) - len(later)]), tuple(reversed(later))


def _on_second_date(
    system: PairingSystem,
    snapshot: TournamentSnapshot,
    played: PlayedRound,
    first: Sequence[PlayedGame],
    stays_out: PlayedBye | None,
    on_first: _Attempt,
) -> _Attempt:
    given = on_first.given | ({stays_out.player} if stays_out else set())
    known = before_pairing(snapshot, paired=played.number, given=given)
    pins = [PinnedBoard(white=game.white, black=game.black) for game in played.games if game in first or game.by_hand]
    proposed, reasons = _paired(system, known, pins)
    attempt = _attempt(played, known, proposed, reasons, given)
    if attempt.proposed is not None and on_first.proposed is not None:
        new = [board for board in attempt.proposed.boards if not board.pinned]
        both = replace(attempt.proposed, boards=(*on_first.proposed.boards, *new))
        attempt = replace(attempt, proposed=both)
    return replace(attempt, given=on_first.given, note=TWO_DATES.reason(board=len(first) + 1))


def _named_by_then(snapshot: TournamentSnapshot, number: int) -> set[PlayerId]:
    """Named in a round by then, whatever is said of when they joined; that is found elsewhere."""
    return {
        player
        for played in snapshot.rounds[:number]
        for player in (
            *(player for game in played.games for player in (game.white, game.black)),
            *(bye.player for bye in played.byes),
            *(away.player for away in played.absences),
        )
    }


def _given(byes: frozenset[PlayerId], *, several: bool) -> Iterator[tuple[frozenset[PlayerId], bool]]:
    """Which byes the director may have given, and whether the round itself says so: at most one is the system's, unless
    it leaves several without a game.

    A single bye that the director gave is not marked: it is taken for one only where the system finds no pairing.
    """
    if several:
        yield frozenset(), True
        yield byes, False
        return
    if len(byes) > 1:
        yield from ((byes - {each}, True) for each in sorted(byes))
        yield byes, True
        return
    yield frozenset(), True
    if byes:
        yield byes, False


def _paired(
    system: PairingSystem, known: TournamentSnapshot, pinned: Sequence[Pin]
) -> tuple[PairedRound | None, tuple[Reason, ...]]:
    try:
        return system.pair(known, pinned=pinned), ()
    except PairingImpossible as impossible:
        return None, impossible.reasons


def _attempt(
    played: PlayedRound,
    known: TournamentSnapshot,
    proposed: PairedRound | None,
    reasons: tuple[Reason, ...],
    given: frozenset[PlayerId],
) -> _Attempt:
    own = [game for game in played.games if not game.by_hand]
    odd = _odd(played) - given
    if proposed is None:
        differing = (NO_PAIRING.reason(), *reasons) if own or odd else ()
    else:
        byes = _byes_of_the_system(proposed, known)
        if byes and byes <= {player for game in played.games if game.by_hand for player in (game.white, game.black)}:
            given, odd = given | (odd - byes), odd & byes  # put on a board by the director, and another for them
        differing = tuple(_differing(played, own, odd, proposed, byes))
    return _Attempt(proposed=proposed, differing=differing, given=given)


def _byes_of_the_system(proposed: PairedRound, known: TournamentSnapshot) -> frozenset[PlayerId]:
    given = {bye.player for bye in known.next_round.byes}
    return frozenset(bye.player for bye in proposed.byes if bye.kind is ByeKind.PAIRING) - given


def _would_sit_out(players: Iterable[PlayerId]) -> tuple[Reason, ...]:
    return tuple(WOULD_SIT_OUT.reason(player=Player(player)) for player in sorted(players))


def _differing(
    played: PlayedRound,
    own: Sequence[PlayedGame],
    odd: AbstractSet[PlayerId],
    proposed: PairedRound,
    byes: AbstractSet[PlayerId],
) -> Iterator[Reason]:
    """Of what the director did not set. Numbers of boards count where the boards are just those of the system, and
    none of them stood when the rest was paired."""
    boards = {(board.white, board.black): board for board in proposed.boards}
    stood = [game for game in own if (board := boards.get((game.white, game.black))) is not None and board.pinned]
    all_the_same = {(game.white, game.black) for game in played.games} == set(boards) and not stood
    concerned = set(odd - byes)
    for game in own:
        board = boards.get((game.white, game.black))
        if board is not None:
            if all_the_same and board.board != game.board:
                pair = {"white": Player(game.white), "black": Player(game.black)}
                yield ANOTHER_PLACE.reason(board=game.board, **pair, proposed=board.board)
        elif (game.black, game.white) in boards:
            yield _of_board(COLOURS_TURNED, game)
        else:
            yield _of_board(NOT_PAIRED_SO, game)
            concerned |= {game.white, game.black}
    yield from (NOT_THIS_BYE.reason(player=Player(player)) for player in sorted(odd - byes))
    for board in proposed.boards:
        if concerned & {board.white, board.black}:
            yield WOULD_PAIR.reason(white=Player(board.white), black=Player(board.black), board=board.board)
    yield from _would_sit_out(byes & concerned)


def _odd(played: PlayedRound | NextRound) -> frozenset[PlayerId]:
    return frozenset(bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING)


def _of_board(rule: Rule, game: PlayedGame) -> Reason:
    return rule.reason(board=game.board, white=Player(game.white), black=Player(game.black))


def _malformed(snapshot: TournamentSnapshot, played: PlayedRound) -> Iterator[Reason]:
    """What makes it no round at all."""
    yield from (
        ALONE.reason(board=game.board, player=Player(game.white)) for game in played.games if game.white == game.black
    )
    seated = Counter(player for game in played.games for player in {game.white, game.black})
    seated.update(bye.player for bye in played.byes)
    seated.update(absence.player for absence in played.absences)
    for number in sorted(seated):
        if number not in snapshot.by_number:
            yield NO_ENTRANT.reason(number=number)
        elif seated[number] > 1:
            yield TWICE.reason(player=Player(number))


def _wrong_in_itself(
    snapshot: TournamentSnapshot,
    played: PlayedRound,
    *,
    planned: AbstractSet[PlayerId] = frozenset(),
    plays_early: bool = False,
) -> Iterator[Reason]:
    """Numbers of boards, who should not be in the round, and results known before they were played.

    `planned` have a game of the plan, which belongs to its round whenever they joined or left; with `plays_early` such
    games may be played before their round.
    """
    if [game.board for game in played.games] != list(range(1, len(played.games) + 1)):
        yield BOARD_NUMBERS.reason()
    paired = _odd(played).union(*({game.white, game.black} for game in played.games))
    for number in sorted(paired):
        if number not in planned and not snapshot.by_number[number].takes_part(played.number):
            yield TAKES_NO_PART.reason(player=Player(number))
    for game in played.games:
        since = [known.known_from for known in game.earlier] + [game.known_from or played.number + 1]
        if (since[0] <= played.number and not plays_early) or since != sorted(set(since)):
            yield _of_board(NOT_IN_ORDER, game)


def _unmarked(
    system: PairingSystem, known: TournamentSnapshot, played: PlayedRound, proposed: PairedRound | None
) -> Iterator[Reason]:
    """Rematches beyond what the system allows that are neither the director's nor declared; forbidden pairs."""
    capabilities = system.capabilities()
    limits, record = capabilities.limits, capabilities.record(known)
    boards = {(board.white, board.black): board for board in proposed.boards} if proposed else {}
    for game in played.games:
        board = boards.get((game.white, game.black))
        if game.by_hand or (board is not None and board.pinned):  # it stood when the rest was paired
            continue
        if capabilities.heeds_forbidden and {game.white, game.black} in known.forbidden_pairs:
            yield _of_board(FORBIDDEN, game)
        met = len(record.met(game.white, game.black))
        if limits.gap is None and met >= (limits.max_meetings or 1) and not _declares(board):
            yield _of_board(REMATCH, game)


def _declares(board: PairedBoard | None) -> bool:
    return board is not None and any(reason.rule == DECLARED_REMATCH.code for reason in board.reasons)


def _known_otherwise(snapshot: TournamentSnapshot, kept: KeptRound, number: int) -> Iterator[Reason]:
    for was, now in zip(kept.snapshot.rounds, snapshot.rounds, strict=False):
        results = {game.board: game.result for game in was.games}
        for game in now.games:
            if results.get(game.board) is not known_when(number, now.number, game):
                yield KEPT_OTHERWISE.reason(round=now.number, board=game.board)


# Tables


def _tables(system: PairingSystem, tie_breaks: Sequence[TieBreak], snapshot: TournamentSnapshot) -> Iterator[Reason]:
    history = system.history(snapshot)
    shares = system.capabilities().shares_places
    for number in range(len(snapshot.rounds) + 1):
        then = snapshot.after(number)
        table = system.standings(then, tie_breaks)
        told = [history[number]] if number < len(history) else []
        if told != [{row.player: row.cells[POINTS.code].value for row in table.rows}]:
            yield ANOTHER_HISTORY.reason(round=number)
        if sorted(row.player for row in table.rows) != [entrant.number for entrant in then.listed()]:
            yield NOT_LISTED.reason(round=number)
        if number or not then.ahead:  # before any round nobody is ranked but by what was played early
            yield from _places(table, {PLAY_OFF, *(each.info.short for each in tie_breaks)}, shares=shares)
    yield from _sums(table.rows)
    yield from _conserved(system, then, table)


def _said(table: Table) -> tuple[object, ...]:
    """Without the words of the columns, which may have become better since."""
    rows = [replace(row, unplaced_above=0) for row in table.rows]  # who takes a place is the club's to say
    return table.after_round, [column.code for column in table.columns], rows, table.notes


def _places(table: Table, tie_breaks: AbstractSet[str], *, shares: bool) -> Iterator[Reason]:
    """Most points first; a place is shared where everything that ranks is equal, and nowhere else; before any round,
    never."""
    first = next(column for column in table.columns if column.code == table.ranked_by)
    keys = [column.code for column in table.columns if column is first or column.code in tie_breaks]
    rows = [row for row in table.rows if row.place is not None]
    if rows != list(table.rows[: len(rows)]):
        yield WRONG_PLACE.reason(
            round=table.after_round, higher=Player(table.rows[0].player), lower=Player(rows[-1].player)
        )
    for place, (before, row) in enumerate(zip((None, *rows), rows, strict=False), start=1):
        is_level = before is not None and table.after_round > 0 and _level(before, row, keys)
        rank = before.rank if before is not None and is_level and shares else place
        is_behind = before is None or table.after_round == 0 or _is_behind(before, row, first)
        if row.rank != rank or not is_behind:
            higher = row if before is None else before
            yield WRONG_PLACE.reason(round=table.after_round, higher=Player(higher.player), lower=Player(row.player))
            return


def _is_behind(before: Row, row: Row, first: Column) -> bool:
    better, worse = (Fraction(each.cells[first.code].value or 0) for each in (before, row))
    return better <= worse if first.lower_is_better else better >= worse


def _points(row: Row) -> Fraction:
    return Fraction(row.cells[POINTS.code].value or 0)


def _level(one: Row, other: Row, keys: Iterable[str]) -> bool:
    return all(_key(one, key) == _key(other, key) for key in keys)


def _key(row: Row, code: str) -> object:
    cell: Cell | None = row.cells.get(code)
    return None if cell is None else cell.key


def _sums(rows: Iterable[Row]) -> Iterator[Reason]:
    for row in rows:
        for cell in row.cells.values():
            parts = sum((term.amount for term in cell.terms), Fraction(0))
            if cell.terms and isinstance(cell.value, Fraction) and parts != cell.value:
                yield NOT_THE_SUM.reason(player=Player(row.player), value=cell.value, sum=parts)


def _conserved(system: PairingSystem, snapshot: TournamentSnapshot, table: Table) -> Iterator[Reason]:
    """Where rounds give points, and all rounds count: games and byes and absences come to what the table holds."""
    capabilities = system.capabilities()
    if not capabilities.is_sum_of_rounds or capabilities.counting_rounds is not None:
        return
    snapshot = capabilities.counted(snapshot)
    listed = {row.player for row in table.rows}
    scoring = capabilities.scoring
    out_after = capabilities.record(snapshot).out_after
    given = Fraction(0)
    for played in snapshot.rounds:
        out = {player for player, number in out_after.items() if number < played.number}
        given += _worth_of(snapshot, played, listed, out, scoring)
    given += _for_paid_absences(snapshot, listed, scoring)
    held = sum(map(_points, table.rows), Fraction(0))
    if given != held:
        yield NOT_CONSERVED.reason(table=held, rounds=given)


def _worth_of(
    snapshot: TournamentSnapshot,
    played: PlayedRound,
    listed: AbstractSet[PlayerId],
    out: AbstractSet[PlayerId],
    scoring: Scoring,
) -> Fraction:
    """What a round gives to all who are listed; those who are out get nothing for staying away."""
    nothing = Fraction(0)
    still_open = scoring.draw if scoring.open_game == "draw" else nothing
    sides = {
        Result.WHITE_WINS: (scoring.win, scoring.loss),
        Result.BLACK_WINS: (scoring.loss, scoring.win),
        Result.DRAW: (scoring.draw, scoring.draw),
        Result.WHITE_WINS_BY_FORFEIT: (scoring.win, nothing),
        Result.BLACK_WINS_BY_FORFEIT: (nothing, scoring.win),
        Result.BOTH_FORFEIT: (nothing, nothing),
        Result.OPEN: (still_open, still_open),
    }
    byes = {
        ByeKind.PAIRING: scoring.bye,
        ByeKind.FULL: scoring.bye,
        ByeKind.HALF: scoring.draw,
        ByeKind.ZERO: nothing,
        ByeKind.UNPAID: nothing,
    }
    gained: dict[PlayerId, Fraction] = {}
    for game in played.games:
        gained[game.white], gained[game.black] = sides[game.result] if game.counts else (nothing, nothing)
    for bye in played.byes:
        counts = bye.kind in ODD_NUMBER or bye.player not in out
        gained[bye.player] = byes[bye.kind] if counts else nothing
    absences: dict[AbsenceCode, Fraction] = {
        AbsenceKind.EXCUSED: scoring.excused,
        AbsenceKind.UNEXCUSED: scoring.unexcused,
        AbsenceKind.CLUB: scoring.club,
    }
    kinds = {absence.player: absence.kind for absence in played.absences}
    for entrant in snapshot.entrants:
        if entrant.number in gained:
            continue
        if played.number < entrant.joined_round:
            gained[entrant.number] = scoring.late
        elif not entrant.is_away(played.number) and entrant.number not in out:
            unmarked = entrant.absence_kind or scoring.default_absence
            gained[entrant.number] = absences.get(kinds.get(entrant.number, unmarked), nothing)
    return sum((points for player, points in gained.items() if player in listed), nothing)


def _for_paid_absences(snapshot: TournamentSnapshot, listed: AbstractSet[PlayerId], scoring: Scoring) -> Fraction:
    """What the first absences of each give more than others do."""
    if not scoring.paid_absences:
        return Fraction(0)
    record = Record(snapshot=snapshot, scoring=scoring)
    plain = Record(snapshot=snapshot, scoring=replace(scoring, paid_absences=0))
    return sum((record.points[player] - plain.points[player] for player in listed), Fraction(0))
