"""Modified Monrad (Arne Kildal): for schools; cards on the table, and colours that alternate almost strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.byes import bye_reasons
from tournaments.pairing.history.colours import colours_with_walk_overs, counted_without_a_game, run_of
from tournaments.pairing.history.record import OpenGameCounts, PointsOf, Record
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.choice_reasons import DEARER, OTHERS_LEFT, choices, why_not_before
from tournaments.pairing.opponents.colour_allocation import (
    BOTH_CHANGE,
    HIGHER_NUMBER,
    ONE_CHANGES,
    ColourCount,
    Colouring,
    by_change,
    by_count,
)
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.list_order import listed, listed_by
from tournaments.pairing.opponents.opponent_reasons import Places, next_reason, places_of
from tournaments.pairing.opponents.preference_tiers import PreferenceTiers
from tournaments.pairing.protocols import (
    Capabilities,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TeamDefaults,
    TieBreakList,
    pairing_system,
)
from tournaments.pairing.search.last_resort import (
    NOBODY_PRESENT,
    Completed,
    LastResort,
    complete,
    refuse_finished,
    rematch_reason,
)
from tournaments.pairing.tie_breaks.quality import bye_is_cut_first, cuts_in_eight_rounds
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import choice, rational
from tournaments.pairing.types.paired_round import (
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
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _

OTHER_COLOUR = Rule(
    "modified_monrad/4/1",
    _("{higher} had {colour} last time; {lower} is the first on the list who had not and can still play {higher}."),
)
FIRST_FREE = Rule("modified_monrad/4/free", _("{lower} is the first on the list who can still play {higher}."))
SAME_COLOUR = Rule(
    "modified_monrad/4/2/any",
    _("Everybody who can still play {higher} had {colour} last time too; {lower} is the first of them on the list."),
)
SAME_COLOUR_ONCE = Rule(
    "modified_monrad/4/2/once",
    _(
        "Everybody who can still play {higher} had {colour} last time too; {lower} is the first on the "
        "list who had it only once in a row."
    ),
)
THIRD_IN_A_ROW = Rule(
    "modified_monrad/4/3",
    _("Everybody who can still play {higher} had {colour} the last two times, so one of the two gets it again."),
)
LAST_ROUND = Rule(
    "modified_monrad/7",
    _("In the last round the list alone decides: {lower} is the first on it who can still play {higher}."),
)
PROTECTED = Rule(
    "modified_monrad/5/third", _("{player} had {colour} the last two times, so gets the other colour now.")
)
EQUAL = Rule(
    "modified_monrad/5/equal",
    _("Both had the same colour last time, and White equally often: {white} has the higher number, so gets White."),
)

OTHERS = Rule("modified_monrad/settings/others", _("A bye scores {bye}, an absence {absent}."))
COLOURS_LAST = Rule(
    "modified_monrad/settings/last", _("In the last round the list alone decides who meets, whatever the colours.")
)

_LONG = 2  # a third of the same colour in a row is what is to be avoided
_LOOKED_AT = {BOTH_CHANGE.code: 1, ONE_CHANGES.code: 1, PROTECTED.code: _LONG}
"""So many of the last colours decide; of what is not here all do."""


class LastRoundColours(StrEnum):
    IGNORED = "ignored"
    KEPT = "kept"


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class ModifiedMonrad(PointsSystem):
    """Numbers by lot; the list is points descending, number ascending. (1-3)

    From the top everybody meets the first on the list not yet met who had the other colour last, also across score
    groups; else one with the same colour where nobody gets it a third time in a row; else whoever is left. Always so
    that all the others can be paired too. In the last round the list alone decides. (4, 7)
    Colours: both change where that is possible. (5) The odd one out has a walk-over, which counts as white. (6)
    If not everybody can be paired, the least rematches are allowed, or the round stops. (8)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Modified Monrad"),
        summary=_(
            "For school tournaments: easy to run with cards on a table, colours alternate nearly always, "
            "and a lost game gives a point too."
        ),
        source=_("Arne Kildal, Norwegian school chess"),
        suits=(
            Suits(
                occasion=Occasion.DAY,
                sentence=_("Made for schools: a lost game gives a point too, and colours change nearly every round."),
                languages=frozenset({"nb"}),
            ),
        ),
        default_tie_breaks=({"code": "quality"},),
        of_teams=TeamDefaults(
            tie_breaks=({"code": "quality"}, {"code": "board_points"}),
            presets={"school": {}},
            preset_names={"school": _("Schools")},
        ),
        tie_break_lists=(
            common.BY_OWN_ROUNDS,
            TieBreakList(
                name=_("Quality, then standard points"), saved=({"code": "quality"}, {"code": "standard_points"})
            ),
        ),
    )

    win: Fraction = common.points_for_a_win(3)
    draw: Fraction = common.points_for_a_draw(2)
    loss: Fraction = common.points_for_a_loss(1, only_at_board=True)
    bye_points: Fraction = common.points_for_the_bye(3)
    absent_points: Fraction = rational(0, minimum=0, label=_("Absence"))
    last_round_colours: LastRoundColours = choice(
        LastRoundColours.IGNORED,
        label=_("Colours in the last round"),
        choices={
            LastRoundColours.IGNORED: _("Do not matter for who meets whom"),
            LastRoundColours.KEPT: _("Matter as in the other rounds"),
        },
    )
    cuts_at_eight: int = cuts_in_eight_rounds()
    bye_uses_cut: bool = bye_is_cut_first()
    max_meetings: int = common.meetings()
    last_resort: LastResort = common.if_not_all_can_be_paired(LastResort.REMATCH)
    open_game: OpenGameCounts = common.postponed_games()
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    rank_by: PointsOf = common.ranked_by()
    list_second: bool = common.list_goes_by_both()
    bye_boards: Fraction | None = common.boards_of_the_bye()

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        order = listed(record, here.present)
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        colours = colours_with_walk_overs(record)
        levels = self._levels(snapshot, colours)
        spared = frozenset() if snapshot.next_number == snapshot.planned_rounds else _two_whites(colours)
        found = complete(
            record,
            by_hand.rest,
            max_meetings=self.max_meetings,
            last_resort=self.last_resort,
            candidates=levels,
            spared=spared,
        )
        boards = [*by_hand.boards, *self._boards(record, places_of(order), by_hand.rest, found, levels, colours)]
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered(boards, order),
            byes=(*self._bye(record, by_hand.rest, found, spared), *by_hand.byes, *here.byes),
            left_out=here.left_out,
            notes=found.notes,
            order=tuple(order),
            ordered_by=listed_by(record),
        )

    def settings(self) -> tuple[Reason, ...]:
        return (
            common.GAMES_AT_BOARD.reason(win=self.win, draw=self.draw, loss=self.loss),
            OTHERS.reason(bye=self.bye_points, absent=self.absent_points),
            common.meetings_said(self.max_meetings),
            *((COLOURS_LAST.reason(),) if self.last_round_colours is LastRoundColours.IGNORED else ()),
            *((common.BY_BOARD_POINTS.reason(),) if self.rank_by is PointsOf.BOARDS else ()),
            *((common.OPEN_AS_DRAW.reason(),) if self.open_game is OpenGameCounts.DRAW else ()),
            *common.own_kinds_said(self.absence_kinds),
        )

    def capabilities(self) -> Capabilities:
        return Capabilities(
            bye_is_white=True,
            scoring=self._scoring(absent=self.absent_points),
            absences=self._absence_rules(),
            expects_everybody=False,
            limits=PairLimits(max_meetings=self.max_meetings, never_relaxed=self.last_resort is LastResort.STOP),
            rounds=RoundCount(
                kind=RoundCountKind.ASKED,
                proposed=5,
                prefers_odd=True,
                halves_leaders=True,
                decides=(COLOURS_LAST.reason(),) if self.last_round_colours is LastRoundColours.IGNORED else (),
            ),
            tie_break_options={"cuts_at_eight": self.cuts_at_eight, "bye_uses_cut": self.bye_uses_cut},
        )

    def _is_by_the_list(self, snapshot: TournamentSnapshot) -> bool:
        is_last = snapshot.next_number == snapshot.planned_rounds
        return is_last and self.last_round_colours is LastRoundColours.IGNORED

    def _levels(self, snapshot: TournamentSnapshot, colours: Mapping[PlayerId, Sequence[Colour]]) -> PreferenceTiers:
        """Rulebook, modified_monrad 4. Kinds are the last colour and whether it was had twice in a row."""
        if self._is_by_the_list(snapshot):
            return PreferenceTiers(kind_of=dict.fromkeys(colours, None), levels={None: ((None,),)})
        kind_of = {player: (had[-1], run_of(had) >= _LONG) if had else None for player, had in colours.items()}
        kinds = [None, *((colour, is_long) for colour in Colour for is_long in (False, True))]
        levels: dict[object, tuple[tuple[object, ...], ...]] = {None: (tuple(kinds),)}
        for colour in Colour:
            other = (None, (colour.other, False), (colour.other, True))
            levels[colour, False] = (other, ((colour, False), (colour, True)))
            levels[colour, True] = (other, ((colour, False),), ((colour, True),))
        return PreferenceTiers(kind_of=kind_of, levels=levels)

    def _bye(
        self, record: Record, order: Sequence[PlayerId], found: Completed, spared: AbstractSet[PlayerId]
    ) -> tuple[PairedBye, ...]:
        if found.bye is None:
            return ()
        reasons = bye_reasons(record, order, found.bye, relaxed=bool(found.rematches), spared=spared)
        return (PairedBye(player=found.bye, kind=ByeKind.PAIRING, reasons=reasons),)

    def _boards(
        self,
        record: Record,
        places: Places,
        order: Sequence[PlayerId],
        found: Completed,
        levels: PreferenceTiers,
        colours: Mapping[PlayerId, Sequence[Colour]],
    ) -> list[PairedBoard]:
        free = [player for player in order if player != found.bye]
        by_the_list = self._is_by_the_list(record.snapshot)
        boards = []
        for chosen in choices(free, found.pairs, levels):
            higher, lower = chosen.higher, chosen.lower
            if (higher, lower) in found.rematches:
                why = [rematch_reason(record, higher, lower)]
            else:
                if not colours[higher] and not chosen.before and not by_the_list:
                    why = [next_reason(places, higher, lower)]
                else:
                    why = [self._why(higher, lower, colours, by_the_list=by_the_list)]
                otherwise = DEARER if found.rematches else OTHERS_LEFT
                why += why_not_before(record, chosen, max_meetings=self.max_meetings, otherwise=otherwise)
            white, black, colour = self._colours(higher, lower, colours)
            counted = counted_without_a_game(record, (white, black), last=_LOOKED_AT.get(colour.rule))
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=(*why, colour, *counted)))
        return boards

    def _why(
        self,
        higher: PlayerId,
        lower: PlayerId,
        colours: Mapping[PlayerId, Sequence[Colour]],
        *,
        by_the_list: bool,
    ) -> Reason:
        """Each level is looked through only where the one before it had nobody."""
        pair = {"higher": Player(higher), "lower": Player(lower)}
        for_higher, for_lower = colours[higher], colours[lower]
        if by_the_list:
            return LAST_ROUND.reason(**pair)
        if not for_higher:
            return FIRST_FREE.reason(**pair)
        colour = for_higher[-1]
        if not for_lower or colour is not for_lower[-1]:
            return OTHER_COLOUR.reason(**pair, colour=colour)
        if run_of(for_higher) < _LONG:
            return SAME_COLOUR.reason(**pair, colour=colour)
        if run_of(for_lower) < _LONG:
            return SAME_COLOUR_ONCE.reason(**pair, colour=colour)
        return THIRD_IN_A_ROW.reason(higher=Player(higher), colour=colour)

    def _colours(self, higher: PlayerId, lower: PlayerId, colours: Mapping[PlayerId, Sequence[Colour]]) -> Colouring:
        """Rulebook, modified_monrad 5."""
        older, younger = sorted((higher, lower))

        def last_of(player: PlayerId) -> Colour | None:
            return next(reversed(colours[player]), None)

        if not colours[older] and not colours[younger]:
            return Colouring(younger, older, HIGHER_NUMBER.reason())
        return by_change(last_of, older, younger) or _after_the_same_colour(older, younger, colours)


def _two_whites(colours: Mapping[PlayerId, Sequence[Colour]]) -> frozenset[PlayerId]:
    """For whom White would be the third in a row."""
    return frozenset(
        player for player, had in colours.items() if had and had[-1] is Colour.WHITE and run_of(had) >= _LONG
    )


def _after_the_same_colour(
    older: PlayerId, younger: PlayerId, colours: Mapping[PlayerId, Sequence[Colour]]
) -> Colouring:
    colour = colours[older][-1]
    spared = [player for player in (older, younger) if run_of(colours[player]) >= _LONG]
    if len(spared) == 1:
        (player,) = spared
        other = younger if player == older else older
        white, black = (other, player) if colour is Colour.WHITE else (player, other)
        return Colouring(white, black, PROTECTED.reason(player=Player(player), colour=colour))
    fewer = by_count(ColourCount.WHITES, lambda player: colours[player].count(Colour.WHITE), older, younger)
    return fewer or Colouring(younger, older, EQUAL.reason(white=Player(younger)))
