"""One round of the plan: whose game is set up, and why somebody has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing.history.attendance import PairingField
from tournaments.pairing.opponents.fixed_pairings import TakenOut
from tournaments.pairing.systems.all_play_all import rules
from tournaments.pairing.systems.all_play_all.berger import BergerTable, Pair
from tournaments.pairing.systems.all_play_all.carried import carried_in
from tournaments.pairing.types.paired_round import Fact, Group, LeftOut, PairedBoard, PairedBye, PairedRound, Player
from tournaments.pairing.types.snapshot import OUTSIDE, ByeKind, PlayerId, TournamentSnapshot


def planned_board(
    plan: BergerTable, number: int, pair: Pair, *, board: int, is_postponed: bool, away: Sequence[PlayerId] = ()
) -> PairedBoard:
    white, black = pair
    return PairedBoard(
        board=board,
        white=white,
        black=black,
        reasons=(
            rules.meeting_reason(plan, number, white, black),
            *(rules.POSTPONED.reason(player=Player(player)) for player in away),
            rules.colour_reason(plan, number, white, black),
        ),
        is_postponed=is_postponed,
    )


class PlannedRound:
    """One round of the plan among those who are there for it."""

    def __init__(
        self,
        plan: BergerTable,
        snapshot: TournamentSnapshot,
        here: PairingField,
        by_hand: TakenOut,
        *,
        postpones: bool = True,
    ) -> None:
        self.plan, self.snapshot, self.here, self.by_hand = plan, snapshot, here, by_hand
        self.number = snapshot.next_number
        self.postpones = postpones
        taking_part = {each.number for each in snapshot.entrants if each.takes_part(self.number)}
        self.held = frozenset(player for player in taking_part if player <= self.plan.numbers)
        self.set_otherwise = here.present - set(by_hand.rest) | {bye.player for bye in here.byes}
        self.met_elsewhere = self._met_elsewhere()
        carried = carried_in(snapshot, plan).get(self.number, ())
        self.carried = {frozenset({game.white, game.black}): game.group for game in carried}

    def paired(self) -> PairedRound:
        games = [pair for pair in self.plan.games(self.number, self.held) if self._is_set_up(pair)]
        boards = [self._planned_board(place, pair) for place, pair in enumerate(games, start=1)]
        boards += [replace(board, board=number) for number, board in enumerate(self.by_hand.boards, len(boards) + 1)]
        seated = {player for board in boards for player in (board.white, board.black)}
        alone = [player for player in self.by_hand.rest if player not in seated]
        byes = [self._bye(player) for player in alone if player in self.held]
        without = [
            LeftOut(player=player, reasons=(rules.NO_NUMBER.reason(player=Player(player)),))
            for player in alone
            if player not in self.held
        ]
        odd = (bye.player for bye in (*byes, *self.by_hand.byes) if bye.kind is ByeKind.PAIRING)
        return PairedRound(
            number=self.number,
            boards=tuple(boards),
            byes=(*byes, *self.by_hand.byes, *self.here.byes),
            left_out=(*(left for left in self.here.left_out if left.player not in seated), *without),
            order=tuple(sorted({*seated, *odd})),
            ordered_by=rules.BY_NUMBER.reason(),
        )

    @property
    def is_barred(self) -> bool:
        """Whether two who would meet in this round shall not."""
        pairs = self.plan.games(self.number, self.held)
        return any(frozenset(pair) in self.snapshot.forbidden_pairs for pair in pairs)

    def _planned_board(self, place: int, pair: Pair) -> PairedBoard:
        away = [player for player in sorted(pair) if player not in self.here.present] if self.postpones else []
        return planned_board(self.plan, self.number, pair, board=place, is_postponed=bool(away), away=away)

    def _is_set_up(self, pair: Pair) -> bool:
        both = frozenset(pair)
        is_free = not both & self.set_otherwise and both not in self.snapshot.forbidden_pairs
        return is_free and both not in self.met_elsewhere and both not in self.carried

    def _met_elsewhere(self) -> frozenset[frozenset[PlayerId]]:
        """Who have had more boards than the plan had them meet so far: the director has set one out of turn."""
        had = Counter(frozenset({game.white, game.black}) for played in self.snapshot.rounds for game in played.games)
        if not had:
            return frozenset()
        pairs = (frozenset(pair) for pair in self.plan.games(self.number, self.held))
        before = self.plan.cycle(self.number) - 1
        return frozenset(pair for pair in pairs if had[pair] > before)

    def _bye(self, player: PlayerId) -> PairedBye:
        other = self.plan.opponent(player, self.number)
        facts: dict[str, Fact] = {"player": Player(player), "round": self.number}
        entrant = self.snapshot.by_number.get(other)
        if entrant is None or entrant.joined_round > self.number:
            if other == self.plan.dummy:
                return PairedBye(player=player, kind=ByeKind.PAIRING, reasons=(rules.ODD_NUMBER.reason(**facts),))
            reason = rules.VACANT.reason(**facts, number=other)
        elif other not in self.held:
            reason = rules.OPPONENT_LEFT.reason(**facts, other=Player(other))
        elif (group := self.carried.get(frozenset({player, other}))) is not None:
            facts["other"] = Player(other)
            is_outside = group == OUTSIDE
            reason = (
                rules.PLAYED_BEFORE.reason(**facts) if is_outside else rules.CARRIED.reason(**facts, group=Group(group))
            )
        elif {player, other} in self.snapshot.forbidden_pairs:
            reason = rules.SHALL_NOT_MEET.reason(**facts, other=Player(other))
        elif frozenset({player, other}) in self.met_elsewhere:
            reason = rules.MET_ALREADY.reason(**facts, other=Player(other))
        else:
            reason = rules.OPPONENT_TAKEN.reason(**facts, other=Player(other))
        return PairedBye(player=player, kind=ByeKind.ZERO, reasons=(reason,))
