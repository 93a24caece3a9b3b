"""One round of a cup: its ties, its free passes, and why somebody has neither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from tournaments.pairing.history.attendance import PairingField, pairing_field
from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.colour_allocation import ColourCount, Colouring, by_count
from tournaments.pairing.opponents.fixed_pairings import TakenOut, take_out
from tournaments.pairing.protocols import PairLimits
from tournaments.pairing.search.first import first
from tournaments.pairing.search.last_resort import NOBODY_PRESENT, PAIR_BY_HAND
from tournaments.pairing.systems.cup import rules
from tournaments.pairing.systems.cup.drawing import (
    Pair,
    Slot,
    bracket_round,
    pass_takers,
    passes_among,
    slots_by_round,
    slots_of,
)
from tournaments.pairing.systems.cup.matches import PLAIN, CupCourse, MatchRules, has_left, match_of
from tournaments.pairing.types.knockout import Match
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import (
    MOST_NAMED,
    LeftOut,
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Player,
    Reason,
    Rule,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, NextRound, PlayerId, TournamentSnapshot


class CupDraw(StrEnum):
    EACH_ROUND = "each_round"
    BRACKET = "bracket"
    BRACKET_LOT = "bracket_lot"


class FreeTo(StrEnum):
    LOT = "lot"
    BEST = "best"
    FINALISTS = "finalists"


class CupColours(StrEnum):
    FIRST_DRAWN = "first_drawn"
    LOT = "lot"
    LOWER_SEED = "lower_seed"
    BALANCE = "balance"


class ThirdPlace(StrEnum):
    NONE = "none"
    GAME = "game"
    CONSOLATION = "consolation"


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """Of the options, what the draw asks for."""

    draw: CupDraw
    free_to: FreeTo
    fill_to: int | None
    colours: CupColours
    third_place: ThirdPlace
    lucky_loser: bool
    rules: MatchRules


def third_place_match(snapshot: TournamentSnapshot, course: CupCourse, tie_rules: MatchRules) -> Match | None:
    """Between the two who lost in the round before, if it was played."""
    for played in snapshot.rounds[1:]:
        semi_finalists = course.lost_in(played.number - 1)
        for game in played.games:
            if len(semi_finalists) == 2 and {game.white, game.black} == semi_finalists:
                return match_of(snapshot, played.number, game, tie_rules)
    return None


def bracket_field(snapshot: TournamentSnapshot, course: CupCourse) -> frozenset[PlayerId]:
    """From the first round on; who came in later, set by hand, has no place of their own in the tree."""
    if not snapshot.rounds:
        return course.players
    seated = {each for game in snapshot.rounds[0].games for each in (game.white, game.black)}
    return frozenset(player for player in course.players if player in seated or (1, player) in course.passed)


def drawn_losers(
    setup: Setup, snapshot: TournamentSnapshot, number: int, losers: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """In the order in which they would go on; nobody where the cup has no such places."""
    if not setup.lucky_loser:
        return ()
    stay = [player for player in losers if not has_left(snapshot, player)]
    return Lots(snapshot.seed, number).sort("lucky_loser", stay)


def lucky_in(setup: Setup, snapshot: TournamentSnapshot) -> Callable[[int, Sequence[PlayerId]], PlayerId | None]:
    """Of a round's losers the next to get a place that nobody took; asked once for each such place."""
    used: Counter[int] = Counter()

    def lucky(number: int, losers: Sequence[PlayerId]) -> PlayerId | None:
        place = used[number]
        used[number] += 1
        drawn = drawn_losers(setup, snapshot, number, losers)
        return drawn[place] if place < len(drawn) else None

    return lucky


def lucky_losers(setup: Setup, snapshot: TournamentSnapshot, course: CupCourse) -> list[PlayerId]:
    """For each tie of the last round from which nobody went on."""
    number = len(snapshot.rounds)
    last = [tie for tie in course.matches if tie.round_number == number]
    places = sum(tie.winner is None and not tie.is_open for tie in last)
    losers = [tie.opponent(tie.winner) for tie in last if tie.winner is not None]
    return list(drawn_losers(setup, snapshot, number, losers)[:places])


@dataclass(frozen=True, kw_only=True, slots=True)
class Undrawn:
    """Two who know that they meet in a round that has been drawn without them."""

    round_number: int
    pair: Pair


def undrawn_matches(setup: Setup, snapshot: TournamentSnapshot, course: CupCourse) -> list[Undrawn]:
    """In a tree, ties that became known only when their round had been drawn."""
    found = []
    walked = slots_by_round(snapshot, course, bracket_field(snapshot, course), lucky_in(setup, snapshot))
    for played, (standing, ties) in zip(snapshot.rounds, walked, strict=False):
        busy = {player for game in played.games for player in (game.white, game.black)}
        busy |= {bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING}
        for index, slot in enumerate(slots_of(standing)):
            pair = slot.pair
            if index in ties or pair is None or busy & {*pair} or not course.still_in >= {*pair}:
                continue
            if not any(has_left(snapshot, player) for player in pair):
                found.append(Undrawn(round_number=played.number, pair=pair))
    return found


def late_boards(setup: Setup, snapshot: TournamentSnapshot, course: CupCourse) -> dict[int, tuple[PairedBoard, ...]]:
    """The boards of those ties, with the colours that they would have had in their round."""
    found: dict[int, list[PairedBoard]] = {}
    for tie in undrawn_matches(setup, snapshot, course):
        then = replace(snapshot, rounds=snapshot.rounds[: tie.round_number - 1], next_round=NextRound())
        board = _Round(setup, then, pairing_field(then), course, None).board(tie.pair, rules.WINNERS)
        found.setdefault(tie.round_number, []).append(replace(board, pinned=True))
    return {number: tuple(boards) for number, boards in found.items()}


def may_come_back(setup: Setup, snapshot: TournamentSnapshot, course: CupCourse) -> frozenset[PlayerId]:
    """Who is out but may be drawn in the next round all the same: for third place, or in a place that nobody took."""
    found = set(lucky_losers(setup, snapshot, course))
    last = course.lost_in(len(snapshot.rounds))
    if setup.third_place is ThirdPlace.GAME and len(course.still_in) == 2 and len(last) == 2:
        found |= last
    return frozenset(found)


def paired_round(
    setup: Setup, snapshot: TournamentSnapshot, course: CupCourse, second_cup: CupCourse | None, pinned: Sequence[Pin]
) -> PairedRound:
    """Raises PairingImpossible."""
    here = pairing_field(snapshot)
    if not here.present:
        raise PairingImpossible([NOBODY_PRESENT.reason()])
    return _Round(setup, snapshot, here, course, second_cup).paired(pinned)


class _Round:
    def __init__(
        self,
        setup: Setup,
        snapshot: TournamentSnapshot,
        here: PairingField,
        course: CupCourse,
        second_cup: CupCourse | None,
    ) -> None:
        self.setup, self.snapshot, self.here, self.course, self.second_cup = setup, snapshot, here, course, second_cup
        self.number = snapshot.next_number
        self.lots = Lots(snapshot.seed, self.number)
        self.record = Record(snapshot=snapshot, scoring=PLAIN, forfeits_are_meetings=True)
        self.is_tree = setup.draw is not CupDraw.EACH_ROUND

    def paired(self, pinned: Sequence[Pin]) -> PairedRound:
        slots = self._slots() if self.is_tree else []
        order = [each for slot in slots for each in (slot.first, slot.second) if each is not None]
        if not self.is_tree:
            order = [*self.lots.sort(f"cup:{self.number}", self._still_in())]
        self._refuse_over(order)
        busy = set(order)
        third = self._third_place(order)
        busy.update(third or ())
        by_hand = take_out(self.record, self._to_be_set(order), pinned, PairLimits())
        given = {bye.player for bye in (*by_hand.byes, *self._given())}
        rest = [player for player in order if player in by_hand.rest or player not in self.here.present]
        rest = [player for player in rest if player not in given]
        boards, byes = self._by_tree(slots, rest) if self.is_tree else self._by_lot(order, rest, len(given))
        main = numbered([*by_hand.boards, *boards], [*dict.fromkeys([*order, *self._to_be_set(order)])])
        side = [*([self.board(third, rules.THIRD)] if third and not self._is_set(third, by_hand) else ())]
        more, more_byes = self._second_cup(busy, by_hand)
        boards = [*main, *side, *more]
        boards = [replace(board, board=place) for place, board in enumerate(boards, start=1)]
        byes = [*byes, *more_byes, *by_hand.byes]
        return self._round(boards, byes, order, slots)

    def _round(
        self, boards: Sequence[PairedBoard], byes: Sequence[PairedBye], order: Sequence[PlayerId], slots: Sequence[Slot]
    ) -> PairedRound:
        seated = {player for board in boards for player in (board.white, board.black)}
        placed = seated | {bye.player for bye in byes}
        asked = [bye for bye in self.here.byes if bye.player not in placed and self._is_waiting(bye.player)]
        placed |= {bye.player for bye in asked}
        odd = {bye.player for bye in byes if bye.kind is ByeKind.PAIRING}
        said = {left.player: left for left in self.here.left_out}
        waiting = {slot.waiting for slot in slots}
        forbidden = self.is_tree and any(
            {board.white, board.black} in self.snapshot.forbidden_pairs for board in boards if not board.pinned
        )
        return PairedRound(
            number=self.number,
            boards=tuple(boards),
            byes=(*byes, *asked),
            left_out=tuple(
                self._left_out(player, said.get(player), is_waiting=player in waiting)
                for player in self.snapshot.by_number
                if player not in placed
            ),
            notes=(rules.FORBIDDEN_IN_TREE.reason(),) if forbidden else (),
            order=tuple(
                dict.fromkeys([*(player for player in order if player in seated | odd), *sorted(seated | odd)])
            ),
            ordered_by=(rules.BY_TREE if self.is_tree else rules.BY_LOT).reason(),
        )

    # Who is in

    def _still_in(self) -> list[PlayerId]:
        """Raises PairingImpossible while a tie is open."""
        open_ties = [*self.course.open_matches, *(self.second_cup.open_matches if self.second_cup else ())]
        if open_ties:
            raise PairingImpossible([*map(_open_tie, open_ties[:MOST_NAMED]), rules.DECIDE_FIRST.reason()])
        return sorted(
            [
                *(player for player in self.course.still_in if self._stays(player)),
                *lucky_losers(self.setup, self.snapshot, self.course),
            ]
        )

    def _stays(self, player: PlayerId) -> bool:
        return not has_left(self.snapshot, player)

    def _slots(self) -> list[Slot]:
        lucky = lucky_in(self.setup, self.snapshot)
        slots = bracket_round(self.snapshot, self.course, bracket_field(self.snapshot, self.course), self.number, lucky)
        if slots and not any(slot.pair or slot.alone for slot in slots):
            self._refuse_waiting()
        return slots

    def _refuse_waiting(self) -> None:
        """Nobody knows yet whom they meet: raises PairingImpossible."""
        waiting = [_open_tie(tie) for tie in self.course.open_matches[:MOST_NAMED]]
        remedies = [rules.DECIDE_FIRST.reason()] if waiting else []
        for tie in self.undrawn[:MOST_NAMED]:
            one, other = map(Player, tie.pair)
            waiting.append(rules.UNDRAWN.reason(first=one, second=other, round=tie.round_number))
        remedies += [rules.DRAW_IT.reason()] if self.undrawn else []
        if waiting:
            raise PairingImpossible([*waiting, *remedies])

    @cached_property
    def undrawn(self) -> list[Undrawn]:
        """Of rounds gone by, where this is a tree."""
        return undrawn_matches(self.setup, self.snapshot, self.course) if self.is_tree else []

    def _refuse_over(self, order: Sequence[PlayerId]) -> None:
        stay = [player for player in self.course.still_in if self._stays(player)]
        if len(order) > 1 or (self.is_tree and len(stay) > 1):
            return
        left = [*order, *stay]
        if left:
            raise PairingImpossible([rules.WINNER.reason(player=Player(left[0]))])
        raise PairingImpossible([rules.NOBODY_LEFT.reason()])

    def _to_be_set(self, order: Sequence[PlayerId]) -> list[PlayerId]:
        """Whom the director may set on a board: those in who are here, then those out who are here."""
        here = self.here.present
        return [
            *(player for player in order if player in here),
            *sorted(player for player in here if player not in order),
        ]

    def _given(self) -> list[PairedBye]:
        return [bye for bye in self.here.byes if bye.kind is ByeKind.PAIRING]

    def _is_waiting(self, player: PlayerId) -> bool:
        return player in self.course.still_in

    # The main draw

    def _by_lot(
        self, order: Sequence[PlayerId], rest: Sequence[PlayerId], given: int
    ) -> tuple[list[PairedBoard], list[PairedBye]]:
        passes = max(0, passes_among(len(order), self.setup.fill_to) - given)
        passes += (len(rest) - passes) % 2
        takers = pass_takers(rest, passes, self.course.passes, self._preferred(rest))
        playing = [player for player in rest if player not in takers]
        found = first(playing, self.record.forbidden)
        if found is None:
            raise PairingImpossible([rules.FORBIDDEN.reason(), PAIR_BY_HAND.reason()])
        boards = [self.board(pair, rules.DRAWN) for pair in found.pairs]
        return boards, [self._free_pass(player, len(takers)) for player in rest if player in takers]

    def _preferred(self, players: Sequence[PlayerId]) -> list[PlayerId]:
        """Who has a free pass before the lot is asked, in their order."""
        ratings: Mapping[PlayerId, int] = {player: self.snapshot.by_number[player].rating or 0 for player in players}
        if self.setup.free_to is FreeTo.BEST:
            return sorted(players, key=lambda player: -ratings[player])
        return [player for player in (1, 2) if self.setup.free_to is FreeTo.FINALISTS and player in players]

    def _free_pass(self, player: PlayerId, count: int) -> PairedBye:
        if self.setup.free_to is FreeTo.BEST:
            reason = rules.FREE_TO_BEST.reason(player=Player(player), count=count)
        elif self.setup.free_to is FreeTo.FINALISTS and player in (1, 2):
            reason = rules.FREE_TO_FINALIST.reason(player=Player(player))
        else:
            reason = rules.FREE_BY_LOT.reason(player=Player(player), count=count)
        return PairedBye(player=player, kind=ByeKind.PAIRING, reasons=(reason,))

    def _by_tree(self, slots: Sequence[Slot], rest: Sequence[PlayerId]) -> tuple[list[PairedBoard], list[PairedBye]]:
        free = frozenset(rest)
        why = rules.IN_THE_TREE if self.number == 1 else rules.WINNERS
        pairs = [slot.pair for slot in slots if slot.pair is not None and free.issuperset(slot.pair)]
        boards = [self.board(pair, why) for pair in pairs]
        in_pairs = {player for pair in pairs for player in pair}
        waiting = {slot.waiting for slot in slots}
        byes = [
            PairedBye(player=player, kind=ByeKind.PAIRING, reasons=(rules.FREE_IN_TREE.reason(player=Player(player)),))
            for player in rest
            if player not in in_pairs and player not in waiting
        ]
        return boards, byes

    # Beside the main draw

    def _third_place(self, order: Sequence[PlayerId]) -> Pair | None:
        if self.setup.third_place is not ThirdPlace.GAME or len(order) != 2:
            return None
        losers = sorted(player for player in self.course.lost_in(self.number - 1) if self._stays(player))
        return (losers[0], losers[1]) if len(losers) == 2 else None

    def _second_cup(self, busy: AbstractSet[PlayerId], by_hand: TakenOut) -> tuple[list[PairedBoard], list[PairedBye]]:
        """Those who lost in the first round, drawn anew each time."""
        if self.second_cup is None or self.second_cup.open_matches:
            return [], []
        set_by_hand = self.here.present - set(by_hand.rest)
        field = [
            player
            for player in self.second_cup.still_in
            if self._stays(player) and player not in busy and player not in set_by_hand
        ]
        if len(field) < 2:
            return [], []
        order = self.lots.sort(f"consolation:{self.number}", field)
        takers = pass_takers(order, passes_among(len(order), None), self.second_cup.passes)
        playing = [player for player in order if player not in takers]
        found = first(playing, self.record.forbidden)
        if found is None:
            raise PairingImpossible([rules.FORBIDDEN.reason(), PAIR_BY_HAND.reason()])
        byes = [
            PairedBye(
                player=player, kind=ByeKind.PAIRING, reasons=(rules.FREE_CONSOLATION.reason(player=Player(player)),)
            )
            for player in order
            if player in takers
        ]
        return [self.board(pair, rules.CONSOLATION) for pair in found.pairs], byes

    def _is_set(self, pair: Pair, by_hand: TakenOut) -> bool:
        return bool({*pair} & (self.here.present - set(by_hand.rest)))

    # Boards, and who has none

    def board(self, pair: Pair, why: Rule) -> PairedBoard:
        one, other = pair
        facts = {"first": Player(one), "second": Player(other)}
        drawn = why.reason(**facts, round=self.number) if why is rules.WINNERS else why.reason(**facts)
        white, black, colour = self._colours(one, other)
        away = [player for player in sorted(pair) if player not in self.here.present]
        postponed = (rules.POSTPONED.reason(player=Player(player)) for player in away)
        return PairedBoard(
            board=0, white=white, black=black, reasons=(drawn, *postponed, colour), is_postponed=bool(away)
        )

    def _colours(self, one: PlayerId, other: PlayerId) -> Colouring:
        match self.setup.colours:  # not all: the lot decides after it
            case CupColours.FIRST_DRAWN:
                return Colouring(one, other, rules.FIRST_DRAWN.reason(white=Player(one)))
            case CupColours.LOWER_SEED:
                lower, higher = max(one, other), min(one, other)
                return Colouring(lower, higher, rules.LOWER_SEED.reason(white=Player(lower)))
            case CupColours.BALANCE:
                found = by_count(ColourCount.WHITES, self.record.whites, one, other)
                if found is not None:
                    return found
        white, black = self.lots.sort("colour", (one, other))
        return Colouring(white, black, rules.BY_LOT_COLOUR.reason(white=Player(white)))

    def _left_out(self, player: PlayerId, said: LeftOut | None, *, is_waiting: bool) -> LeftOut:
        reason: Reason | None = None
        tie = self.course.out.get(player)
        if tie is not None and tie.winner is not None:
            reason = rules.OUT.reason(player=Player(player), other=Player(tie.winner), round=tie.round_number)
        elif tie is not None:
            reason = rules.BOTH_OUT.reason(player=Player(player), round=tie.round_number)
        elif said is not None:
            return said
        elif (tie_to_come := next((each for each in self.undrawn if player in each.pair), None)) is not None:
            (other,) = {*tie_to_come.pair} - {player}
            reason = rules.TO_MEET.reason(player=Player(player), other=Player(other), round=tie_to_come.round_number)
        elif is_waiting:
            reason = rules.WAITS.reason(player=Player(player))
        else:
            mine = next((each for each in self.course.open_matches if player in each.players), None)
            if mine is not None:
                reason = rules.NOT_DECIDED.reason(player=Player(player), round=mine.round_number)
        return LeftOut(player=player, reasons=(reason or rules.NOT_IN.reason(player=Player(player)),))


def _open_tie(tie: Match) -> Reason:
    return rules.OPEN_TIE.reason(white=Player(tie.white), black=Player(tie.black), round=tie.round_number)
