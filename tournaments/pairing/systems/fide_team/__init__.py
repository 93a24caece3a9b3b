"""FIDE's Swiss system for teams, 2026: score groups with the fewest upfloaters, colours a wish and never a bar."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.history.attendance import PairingField, pairing_field
from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.history.record import OpenGameCounts, PointsOf, Record
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.list_order import listed, listed_by
from tournaments.pairing.opponents.starting_list import (
    NUMBERED_BY,
    InitialColour,
    Numbering,
    colour_of_number_one,
    first_colour_of,
    numbered_as,
    numbers_so_far,
    start_numbers_by,
)
from tournaments.pairing.protocols import (
    Capabilities,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TeamDefaults,
    pairing_system,
)
from tournaments.pairing.search.last_resort import ALLOW_REMATCH, NOBODY_PRESENT, refuse_finished, who_is_stuck
from tournaments.pairing.systems.fide_team import rules
from tournaments.pairing.systems.fide_team.pairing_brackets import Field, numbers
from tournaments.pairing.systems.fide_team.team_cards import ColourRules, TeamCard, team_cards_of
from tournaments.pairing.systems.fide_team.telling import Telling
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import choice, integer
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Pin, Reason
from tournaments.pairing.types.snapshot import ByeKind, Colour, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class FideTeam(PointsSystem):
    """The list is score descending, number ascending. Never: two who have met, a bye for who has had one or won by
    forfeit. (C1, C2)

    The bye goes first, so that all others can be paired. (3.4) From the top, a score group with as few upfloaters as
    it needs, as high and as early in the list as can be. (3.5) In it the fewest wrong colours, then the first pairs by
    number, upper half against lower half. (3.6) Colours are given when all are paired. (4)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("FIDE Swiss for teams"),
        summary=_(
            "For tournaments of teams with a fixed number of rounds, by FIDE's rules of 2026: teams with equal points "
            "meet, and colours never keep two teams apart. The program is not endorsed by FIDE."
        ),
        source=_("FIDE Handbook C.04.6, in force since February 2026"),
        default_tie_breaks=({"code": "fide_buchholz"}, {"code": "direct_encounter"}),
        of_teams=TeamDefaults(tie_breaks=common.OF_TEAMS, only=True),
    )

    numbering: Numbering = start_numbers_by()
    initial_colour: InitialColour = colour_of_number_one()
    colour_rules: ColourRules = choice(
        ColourRules.A,
        label=_("Colour preferences"),
        choices={
            ColourRules.A: _("Type A: only after two more of a colour, or two in a row"),
            ColourRules.B: _("Type B: also mild ones, after each match"),
            ColourRules.NONE: _("None: colours do not matter for who meets whom"),
        },
    )
    half_byes: int = integer(0, minimum=0, label=_("Half-point byes"), help=_("Each team may ask for this many."))
    half_bye_last_rounds: int = integer(
        2, minimum=0, label=_("Last rounds without half-point byes"), help=_("2: none in the last 2 rounds.")
    )
    open_game: OpenGameCounts = common.postponed_games(OpenGameCounts.DRAW)
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    win: Fraction = common.points_for_a_win(2)
    draw: Fraction = common.points_for_a_draw(1)
    loss: Fraction = common.points_for_a_loss(0)
    bye_points: Fraction = common.points_for_the_bye(1)
    rank_by: PointsOf = common.ranked_by()
    bye_boards: Fraction | None = common.boards_of_the_bye()

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        return numbered_as(self.numbering, entrants, lots)

    def first_colour(self, snapshot: TournamentSnapshot) -> Colour:
        return first_colour_of(self.initial_colour, snapshot)

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        order = listed(record, here.present)
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        card_of = self._cards(record, here)
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        field = _field(record, [card_of[team] for team in by_hand.rest])
        told = Telling(record=record, field=field, initial=self.first_colour(snapshot))
        boards = [*by_hand.boards, *(board for bracket in field.brackets() for board in told.boards(bracket))]
        in_order = sorted(boards, key=lambda board: _place(card_of[board.white], card_of[board.black]))
        return PairedRound(
            number=snapshot.next_number,
            boards=tuple(replace(board, board=number) for number, board in enumerate(in_order, start=1)),
            byes=(*told.byes(), *by_hand.byes, *here.byes),
            left_out=here.left_out,
            order=tuple(order),
            ordered_by=listed_by(record),
        )

    def _cards(self, record: Record, here: PairingField) -> dict[PlayerId, TeamCard]:
        """Of all who are here, best first."""
        seen: AbstractSet[PlayerId] = here.present | {bye.player for bye in here.byes if bye.kind is ByeKind.PAIRING}
        in_list = [entrant.number for entrant in record.snapshot.entrants]
        places = numbers_so_far(record, in_list, seen, len(record.snapshot.rounds))
        return {card.number: card for card in team_cards_of(record, places, here.present, self.colour_rules)}

    # Tables

    def settings(self) -> tuple[Reason, ...]:
        preferences = {ColourRules.A: (), ColourRules.B: (rules.TYPE_B,), ColourRules.NONE: (rules.NO_PREFERENCES,)}
        return (
            rules.NOT_ENDORSED.reason(),
            self._games_said(),
            *((self._half_byes_said(),) if self.half_byes else ()),
            rules.NEVER_TWICE.reason(),
            *(rule.reason() for rule in preferences[self.colour_rules]),
            *((common.BY_BOARD_POINTS.reason(),) if self.rank_by is PointsOf.BOARDS else ()),
            *((common.OPEN_AS_DRAW.reason(),) if self.open_game is OpenGameCounts.DRAW else ()),
            *common.own_kinds_said(self.absence_kinds),
        )

    def capabilities(self) -> Capabilities:
        decides = [rules.FLOATS_LAST.reason()]
        if self.half_byes and self.half_bye_last_rounds:
            decides.append(self._half_byes_said())
        return Capabilities(
            scoring=self._scoring(),
            limits=PairLimits(max_meetings=1, never_relaxed=True),
            rounds=RoundCount(
                kind=RoundCountKind.ASKED, proposed=7, prefers_odd=True, halves_leaders=True, decides=tuple(decides)
            ),
            absences=self._absence_rules(),
            numbered_by=NUMBERED_BY[self.numbering],
            half_byes=HalfByeLimits(allowed=self.half_byes, not_in_last=self.half_bye_last_rounds),
            bye_once=True,
        )

    def _half_byes_said(self) -> Reason:
        match self.half_bye_last_rounds:
            case 0:
                return rules.HALF_BYES_ALWAYS.reason(count=self.half_byes)
            case 1:
                return rules.HALF_BYES_NOT_LAST.reason(count=self.half_byes)
        return rules.HALF_BYES.reason(count=self.half_byes, rounds=self.half_bye_last_rounds)


def _field(record: Record, cards: Sequence[TeamCard]) -> Field:
    """Those who are not set by hand. Raises PairingImpossible."""
    planned, coming = record.snapshot.planned_rounds, record.snapshot.next_number
    field = Field(cards=cards, barred=record.barred(), floats_count=planned is None or coming <= planned - 2)
    if len(cards) % 2 and not field.in_turn_for_bye:
        raise PairingImpossible([rules.NO_BYE.reason(), rules.GIVE_BYE.reason()])
    if not field.can_be_paired:
        raise PairingImpossible([*who_is_stuck(numbers(cards), field.barred), ALLOW_REMATCH.reason()])
    return field


def _place(white: TeamCard, black: TeamCard) -> tuple[int, int, int]:
    """By the score of the higher ranked, the sum of both, the number of the higher ranked (C.04.2 3.6)."""
    scores = white.score, black.score
    return -max(scores), -sum(scores), min((-card.score, card.number) for card in (white, black))[1]
