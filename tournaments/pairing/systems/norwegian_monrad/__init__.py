"""Norwegian Monrad (Norges Sjakkforbund): score groups first, colours inside them; with Konrad, for whoever comes."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.explanations.standings import points_table
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.byes import bye_candidates, in_turn_reasons, third_white_reasons
from tournaments.pairing.history.colours import colours_with_walk_overs, counted_without_a_game
from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.history.opponents_points import ForfeitQuality, quality_of_forfeits, results_that_count
from tournaments.pairing.history.record import ABSENCES, OpenGameCounts, PointsOf, Record, RoundOutcome
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.colour_allocation import TURNED
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.list_order import listed, listed_by
from tournaments.pairing.opponents.opponent_reasons import Places, opponent_reasons, passed_over, places_of
from tournaments.pairing.protocols import (
    Capabilities,
    NumberedBy,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TeamDefaults,
    TieBreak,
    TieBreakList,
    pairing_system,
)
from tournaments.pairing.search.last_resort import (
    ALLOW_REMATCH,
    NOBODY_PRESENT,
    LastResort,
    at_least_rematches,
    refuse_finished,
    rematch_reason,
    who_is_stuck,
)
from tournaments.pairing.systems.norwegian_monrad import rules
from tournaments.pairing.systems.norwegian_monrad.boards import boards_of
from tournaments.pairing.systems.norwegian_monrad.colours import Colours, colours_of_pair
from tournaments.pairing.systems.norwegian_monrad.pairing import LastRound
from tournaments.pairing.systems.norwegian_monrad.round_search import RoundSearch, SecondGames
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import choice, fine_print, integer
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Player,
    Reason,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Table
from tournaments.pairing.types.translation import gettext_noop as _


class Numbering(StrEnum):
    LOT = "lot"
    SEEDED = "seeded"


class ForfeitColour(StrEnum):
    NONE = "none"
    ASSIGNED = "assigned"


# not all: STRICT needs no sentence
COLOURS_IN_LAST = {LastRound.RELAXED: rules.RELAXED_LAST, LastRound.IGNORED: rules.IGNORED_LAST}


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class NorwegianMonrad(PointsSystem):
    """The list is points descending, number ascending. The odd one out has a walk-over, which counts as white. (1, 2)

    Each score group is completed with the fewest floaters such that everything below can still be completed. From the
    top everybody meets the first on the list whose colours suit them, else the first whom the hard colour rules allow,
    else floats down; nobody meets twice. (3) If that is impossible the colour rules fall, then the round stops. (4) In
    the last round the hard colour rules count for less. (5)
    Hard are: no colour three times in a row, at most two more of one colour than of the other. (Words)

    Konrad, for changing attendance, is this with paid absences and second games. First of all nobody meets twice; only
    where not everybody can get a new opponent do as few meet again as must be, those whose game is oldest. An option
    lets those meet again as well who have nobody new left in their score group. (Konrad)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Norwegian Monrad"),
        summary=_(
            "For tournaments of a fixed number of rounds: players with equal points meet, and inside "
            "the score group the colours decide who meets whom."
        ),
        source=_("Norges Sjakkforbund"),
        suits=(
            Suits(
                occasion=Occasion.WEEKLY,
                sentence=_("Missing an evening costs little, but two may meet twice."),
                preset="konrad",
                languages=frozenset({"nb"}),
            ),
            *(
                Suits(
                    occasion=each,
                    sentence=_("A fixed number of rounds; players with equal points meet."),
                    languages=frozenset({"nb"}),
                )
                for each in (Occasion.EVENING, Occasion.WEEKEND)
            ),
        ),
        presets={"konrad": {"max_meetings": 2, "paid_absences": 3}},
        preset_names={"konrad": _("Konrad, for clubs where not everybody comes every time")},
        of_teams=TeamDefaults(
            options={**common.TWO_ONE_NOTHING, "bye_points": Fraction(2)},
            tie_breaks=common.OF_TEAMS,
            presets={"no_team": {"list_second": True}},
            preset_names={"no_team": _("As in Norway’s championships for teams")},
            preset_tie_breaks={
                "no_team": (
                    {"code": "board_points"},
                    {"code": "direct_encounter"},
                    {"code": "monrad", "cut": 1},
                    {"code": "monrad"},
                )
            },
        ),
        default_tie_breaks=(
            {"code": "monrad", "cut": 2, "from_rounds": 7},
            {"code": "monrad", "cut": 1},
            {"code": "monrad"},
            {"code": "neustadtl"},
        ),
        tie_break_lists=(
            common.BY_OWN_ROUNDS,
            TieBreakList(
                name=_("FIDE: direct encounter, Buchholz, rounds won"),
                saved=(
                    {"code": "direct_encounter"},
                    {"code": "fide_buchholz", "cut": 1},
                    {"code": "fide_buchholz"},
                    {"code": "fide_wins"},
                ),
            ),
        ),
    )

    numbering: Numbering = choice(
        Numbering.LOT,
        label=_("Start numbers"),
        choices={Numbering.LOT: _("By lot"), Numbering.SEEDED: _("Seeded by rating, in four groups")},
    )
    half_byes: int = integer(0, minimum=0, label=_("Half-point byes"), help=_("Each player may ask for this many."))
    half_bye_last_rounds: int = integer(
        2, minimum=0, label=_("Last rounds without half-point byes"), help=_("2: none in the last 2 rounds.")
    )
    last_round: LastRound = fine_print(
        choice(
            LastRound.RELAXED,
            label=_("Colours in the last round"),
            choices={
                LastRound.RELAXED: _("Count, but no longer bar a game"),
                LastRound.STRICT: _("Count as in the other rounds"),
                LastRound.IGNORED: _("Do not matter for who meets whom"),
            },
        )
    )
    last_resort: LastResort = common.if_not_all_can_be_paired(LastResort.STOP)
    max_meetings: int = common.meetings()
    second_games: SecondGames = fine_print(
        choice(
            SecondGames.NEEDED,
            label=_("Rematches"),
            choices={
                SecondGames.NEEDED: _("Only where not everybody can get a new opponent"),
                SecondGames.SCORE_GROUP: _("Also for those who have nobody new left in their score group"),
            },
        )
    )
    second_game_gap: int = fine_print(
        integer(
            1,
            minimum=0,
            label=_("Rounds before the same two meet again"),
            help=_("3: after 3 other rounds at the earliest."),
        )
    )
    forfeit_colour: ForfeitColour = fine_print(
        choice(
            ForfeitColour.NONE,
            label=_("A forfeited game and the colours"),
            choices={
                ForfeitColour.NONE: _("Nobody has had a colour"),
                ForfeitColour.ASSIGNED: _("Both have had the colour they were given"),
            },
        )
    )
    forfeit_quality: ForfeitQuality = quality_of_forfeits()
    paid_absences: int = integer(
        0,
        minimum=0,
        label=_("Paid absences"),
        help=_("3: the first 3 absences of each player score like a draw."),
    )
    counting_rounds: int | None = results_that_count()
    open_game: OpenGameCounts = common.postponed_games()
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    win: Fraction = common.points_for_a_win(1)
    draw: Fraction = common.points_for_a_draw("1/2")
    loss: Fraction = common.points_for_a_loss(0)
    bye_points: Fraction = common.points_for_the_bye(1)
    rank_by: PointsOf = common.ranked_by()
    list_second: bool = common.list_goes_by_both()
    bye_boards: Fraction | None = common.boards_of_the_bye()

    # Numbers

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        by_lot = lots.sort("number", (entrant.number for entrant in entrants))
        if self.numbering is Numbering.LOT:
            return by_lot
        ratings = {entrant.number: entrant.rating for entrant in entrants}
        if entrants and not any(ratings.values()):
            raise PairingImpossible([rules.NO_RATINGS.reason()])
        return _seeded(sorted(by_lot, key=lambda number: -(ratings[number] or 0)), by_lot)

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        order = listed(record, here.present)
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        boards, byes, notes = self._rest(record, places_of(order), by_hand.rest)
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered([*by_hand.boards, *boards], order),
            byes=(*byes, *by_hand.byes, *here.byes),
            left_out=here.left_out,
            notes=notes,
            order=tuple(order),
            ordered_by=listed_by(record),
        )

    def _rest(
        self, record: Record, places: Places, order: Sequence[PlayerId]
    ) -> tuple[list[PairedBoard], tuple[PairedBye, ...], tuple[Reason, ...]]:
        """Everybody not set by hand."""
        with_forfeits = self.forfeit_colour is ForfeitColour.ASSIGNED
        had = colours_with_walk_overs(record, with_forfeits=with_forfeits)
        colours = Colours(had=had)
        is_last = record.snapshot.next_number == record.snapshot.planned_rounds
        last_round = self.last_round if is_last else None
        spared = colours.two_whites if last_round in (None, LastRound.STRICT) else frozenset()
        sits_out = self._bye_candidates(record, order, spared) if len(order) % 2 else None
        found = RoundSearch(
            record=record,
            order=order,
            had=had,
            sits_out=sits_out,
            last_round=last_round,
            max_meetings=self.max_meetings,
            second_games=self.second_games,
            second_game_gap=self.second_game_gap,
        ).find()
        if found is None:
            boards, bye, notes = self._last_resort(record, places, order, colours, sits_out)
        else:
            boards, bye, notes = [*boards_of(record, found, places)], found.bye, found.notes
        in_turn = [player for player in order if player in (sits_out or ())]
        third_whites = (
            () if bye is None else third_white_reasons(record, in_turn, bye, spared, with_forfeits=with_forfeits)
        )
        relaxed = found is None or found.spares_second_games
        byes = _byes(bye, sits_out or (), third_whites, relaxed=relaxed)
        return [_with_counted(record, board, with_forfeits=with_forfeits) for board in boards], byes, notes

    def _last_resort(
        self,
        record: Record,
        places: Places,
        order: Sequence[PlayerId],
        colours: Colours,
        sits_out: Sequence[PlayerId] | None,
    ) -> tuple[list[PairedBoard], PlayerId | None, tuple[Reason, ...]]:
        if sits_out is not None and not sits_out:
            raise PairingImpossible([rules.ALL_HAD_IT.reason(), rules.GIVE_BYE.reason()])
        if self.last_resort is LastResort.STOP:
            stuck = who_is_stuck(order, record.barred(self.max_meetings))
            raise PairingImpossible([*stuck, ALLOW_REMATCH.reason()])
        found = at_least_rematches(record, order, max_meetings=1, bye=sits_out)
        boards = []
        for higher, lower, skipped in passed_over(order, found.pairs):
            reasons = opponent_reasons(record, places, higher, lower, skipped, max_meetings=1, relaxed=True)
            if (higher, lower) in found.rematches:
                reasons = (rematch_reason(record, higher, lower), *reasons)
            white, black, why = colours_of_pair(record, colours, higher, lower)
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=(*reasons, why)))
        return boards, found.bye, found.notes

    # The walk-over

    def _bye_candidates(
        self, record: Record, order: Sequence[PlayerId], spared: AbstractSet[PlayerId]
    ) -> list[PlayerId]:
        """From the end of the list, without those who have had points for nothing (rulebook, norwegian_monrad 2)."""
        had = {RoundOutcome.BYE, RoundOutcome.FORFEIT_WIN}
        may = [player for player in order if not any(entry.outcome in had for entry in record.entries[player])]
        return bye_candidates(record, may, spared=spared)

    # Tables

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        record = self._record(snapshot)
        columns = (rules.PAID_SO_FAR,) if self.paid_absences else ()
        cells = {player: {rules.PAID_SO_FAR.code: Cell(value=self._paid(record, player))} for player in record.entries}
        return points_table(
            record,
            tie_breaks,
            columns=columns,
            cells=cells if columns else None,
            counting_rounds=self.counting_rounds,
            forfeits=self.forfeit_quality,
        )

    def settings(self) -> tuple[Reason, ...]:
        said = [self._games_said()]
        if self.half_byes:
            said.append(self._half_byes_said())
        if self.paid_absences == 1:
            said.append(rules.PAID_ONE.reason(draw=self.draw))
        elif self.paid_absences:
            said.append(rules.PAID.reason(draw=self.draw, count=self.paid_absences))
        said.append(common.meetings_said(self.max_meetings))
        if self.max_meetings > 1:
            only_if_needed = self.second_games is SecondGames.NEEDED
            said.append(
                rules.AGAIN_IF_NEEDED.reason()
                if only_if_needed
                else rules.AGAIN_IN_GROUP.reason(count=self.second_game_gap)
            )
        if self.counting_rounds is not None:
            said.append(rules.COUNTED.reason(count=self.counting_rounds))
        if self.rank_by is PointsOf.BOARDS:
            said.append(common.BY_BOARD_POINTS.reason())
        if self.open_game is OpenGameCounts.DRAW:
            said.append(common.OPEN_AS_DRAW.reason())
        return (*said, *common.own_kinds_said(self.absence_kinds))

    def capabilities(self) -> Capabilities:
        return Capabilities(
            bye_is_white=True,
            scoring=replace(self._scoring(), paid_absences=self.paid_absences),
            limits=PairLimits(max_meetings=self.max_meetings, never_relaxed=self.last_resort is LastResort.STOP),
            rounds=self._round_plan(),
            absences=self._absence_rules(paid=self.paid_absences or None),
            numbered_by=NumberedBy.LOT if self.numbering is Numbering.LOT else NumberedBy.RATING,
            half_byes=HalfByeLimits(allowed=self.half_byes, not_in_last=self.half_bye_last_rounds),
            expects_everybody=self.max_meetings == 1,  # not Konrad, for whoever comes
            bye_once=True,
            counting_rounds=self.counting_rounds,
            tie_break_options={
                "forfeit_quality": self.forfeit_quality,
                "counting_rounds": self.counting_rounds,
            },
        )

    def _half_byes_said(self) -> Reason:
        match self.half_bye_last_rounds:
            case 0:
                return rules.HALF_BYES_ALWAYS.reason(count=self.half_byes)
            case 1:
                return rules.HALF_BYES_NOT_LAST.reason(count=self.half_byes)
        return rules.HALF_BYES.reason(count=self.half_byes, rounds=self.half_bye_last_rounds)

    def _round_plan(self) -> RoundCount:
        """Rounds are fixed in advance; with second games, as in Konrad, the evenings may simply go on."""
        goes_on = self.max_meetings > 1
        decides = [COLOURS_IN_LAST[self.last_round].reason()] if self.last_round in COLOURS_IN_LAST else []
        if self.half_byes and self.half_bye_last_rounds:
            decides.append(self._half_byes_said())
        return RoundCount(
            kind=RoundCountKind.FREE if goes_on else RoundCountKind.ASKED,
            proposed=None if goes_on else 7,
            prefers_odd=not goes_on,
            halves_leaders=not goes_on,
            decides=tuple(decides),
        )

    def _paid(self, record: Record, player: PlayerId) -> int:
        return min(self.paid_absences, sum(entry.outcome in ABSENCES for entry in record.entries[player]))


def _with_counted(record: Record, board: PairedBoard, *, with_forfeits: bool) -> PairedBoard:
    """With what counted in the colours that are spoken of and was no game: of the two, and of those passed over."""
    players = {board.white, board.black} if board.reasons[-1].rule != TURNED.code else set()
    for reason in board.reasons:
        if reason.rule in rules.OF_PASSED_OVER:
            players |= {fact.number for fact in reason.facts.values() if isinstance(fact, Player)}
    counted = counted_without_a_game(record, sorted(players), with_forfeits=with_forfeits)
    return replace(board, reasons=(*board.reasons, *counted))


def _byes(
    player: PlayerId | None, candidates: Sequence[PlayerId], third_whites: Sequence[Reason], *, relaxed: bool
) -> tuple[PairedBye, ...]:
    """`relaxed` when the least rematches decided who."""
    if player is None:
        return ()
    reasons = in_turn_reasons(
        candidates, player, rules.WALK_OVER.reason(player=Player(player)), third_whites, relaxed=relaxed
    )
    return (PairedBye(player=player, kind=ByeKind.PAIRING, reasons=reasons),)


def _seeded(by_rating: Sequence[PlayerId], by_lot: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
    """Four equal groups, dealt so that A meets C and B meets D in round 1; whoever is over comes last."""
    lot = {player: place for place, player in enumerate(by_lot)}
    size = len(by_rating) // 4
    a, b, c, d = (iter(sorted(by_rating[index * size : (index + 1) * size], key=lot.__getitem__)) for index in range(4))
    cycle = [a, c, d, b, c, a, b, d]
    dealt = [next(cycle[place % 8]) for place in range(4 * size)]
    return (*dealt, *sorted(by_rating[4 * size :], key=lot.__getitem__))
