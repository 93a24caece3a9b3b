"""Keizer: whoever is there meets a near neighbour of the ladder, and a win is worth what the opponent is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import ClassVar, TypeVar

from tournaments.pairing.explanations.standings import POINTS, tie_break_column
from tournaments.pairing.history.byes import ByeChoice
from tournaments.pairing.history.record import AT_THE_BOARD, OpenGameCounts, Record, RoundOutcome, Scoring
from tournaments.pairing.opponents.colour_allocation import ColourCount
from tournaments.pairing.opponents.common_options import meetings_said, postponed_games, white_goes_to
from tournaments.pairing.opponents.neighbours import NeighbourRules, PairingOrder, pair_neighbours
from tournaments.pairing.protocols import (
    AbsenceRules,
    Capabilities,
    NumberedBy,
    RoundCount,
    SystemInfo,
    TieBreak,
    pairing_system,
)
from tournaments.pairing.systems.keizer import presets
from tournaments.pairing.systems.keizer.rescoring import After, Chain, chain_of, last_as_it_stood
from tournaments.pairing.systems.keizer.rules import (
    LadderRules,
    OnCycle,
    OwnValueOf,
    PairedBy,
    Passes,
    Rescoring,
    Restart,
    StartingList,
    ValuesFrom,
)
from tournaments.pairing.systems.keizer.settings import in_the_last_round, ladder_settings
from tournaments.pairing.systems.keizer.sums import Place, Sums, starting_list, unrated_last
from tournaments.pairing.systems.keizer.terms import round_term, total_terms
from tournaments.pairing.systems.keizer.values import Ladder, Rounding, Top, Values
from tournaments.pairing.systems.keizer.worth import BeforeEntry, Worth
from tournaments.pairing.types.absence_kinds import CODES, KINDS, STEPS, OwnKind, Steps
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import (
    OptionError,
    boolean,
    choice,
    fine_print,
    integer,
    nullable_integer,
    nullable_integers,
    nullable_rational,
    or_an_own_kind,
    rational,
    rational_or_word,
    structured,
    values_of,
)
from tournaments.pairing.types.paired_round import PairedRound, Pin, Player, Reason, Rule
from tournaments.pairing.types.paired_round import Place as PlaceFact
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, Row, Table, Term
from tournaments.pairing.types.translation import gettext_noop as _

STARTING_LIST = Rule("keizer/starting_list", _("Before the first round the ladder is the starting list."))
PAIRED_AT = Rule("keizer/paired_at", _("{player} is paired as if in {place} place."), is_private=True, is_remark=True)
BY_RATING = Rule("keizer/by_rating", _("Boards are made by rating, the unrated last."))
LADDER = Rule("keizer/ladder", _("The ladder after round {round}: most Keizer points first."))
UNSETTLED = {
    OnCycle.CALMEST: Rule(
        "keizer/unsettled/calmest",
        _("Re-scoring did not settle. Passes made: {count}. The ranking with the least movement counts."),
    ),
    OnCycle.AVERAGE: Rule(
        "keizer/unsettled/average",
        _("Re-scoring did not settle. Passes made: {count}. The average of the last two passes counts."),
    ),
    OnCycle.LAST: Rule(
        "keizer/unsettled/last", _("Re-scoring did not settle. Passes made: {count}. The last one counts.")
    ),
}
UPSIDE_DOWN = Rule(
    "keizer/upside_down",
    _("The last place is worth {bottom}, more than the first ({top}): there are too few players for these options."),
)
NO_GAP = Rule("keizer/settings/no_gap", _("The same two may meet again in the very next round."))
GAP_OF_ONE = Rule("keizer/settings/gap_of_one", _("The same two meet again after 1 other round at the earliest."))
GAP = Rule("keizer/settings/gap", _("The same two meet again after {count} other rounds at the earliest."))
GAP_OF_ONE_IN_PERIOD = Rule(
    "keizer/settings/gap_of_one_in_period",
    _("In one part of the season the same two meet again after 1 other round at the earliest."),
)
GAP_IN_PERIOD = Rule(
    "keizer/settings/gap_in_period",
    _("In one part of the season the same two meet again after {count} other rounds at the earliest."),
)
ONCE_A_PERIOD = Rule(
    "keizer/settings/once_a_period", _("In one part of the season the same two meet once at the most.")
)
MEETINGS_IN_PERIOD = Rule(
    "keizer/settings/meetings_in_period",
    _("The same two meet at most {count} times in one part of the season."),
)
NO_REMATCH = Rule("keizer/settings/no_rematch", _("Up to round {round} nobody meets the same player twice."))
COLOUR_LIMIT = Rule("keizer/settings/colour_limit", _("The same colour in a row, at most: {count}."))
_PAIRED = {
    PairingOrder.TOP_DOWN: Rule(
        "keizer/settings/top_down",
        _("Paired from the top: each player meets the nearest below they are allowed to meet."),
    ),
    PairingOrder.NEAREST: Rule(
        "keizer/settings/nearest", _("All players are paired so that opponents are as close together as possible.")
    ),
}
_WHITE = {
    ColourCount.WHITES: Rule(
        "keizer/settings/whites",
        _("White goes to the player who has had it less often; if equal, to the lower placed."),
    ),
    ColourCount.BALANCE: Rule(
        "keizer/settings/balance",
        _(
            "White goes to the player with the lower colour balance: games with White minus games with "
            "Black. If equal, two who have met swap the colours of their last game; otherwise the lower "
            "placed has White."
        ),
    ),
}
_SITS_OUT = {
    ByeChoice.SHARED: Rule("keizer/settings/bye_shared", _("The lowest placed of those with fewest byes sits out.")),
    ByeChoice.LOWEST: Rule("keizer/settings/bye_lowest", _("The lowest placed sits out.")),
}
IN_NUMBERS = Rule(
    "keizer/settings/in_numbers",
    _("{count} players: first place is worth {top}, last {last}; beating the leader brings {win}, a bye {bye}."),
)

TOTAL = replace(
    POINTS, name=_("Keizer points"), legend=_("What the games and the other rounds are worth in this table")
)
VALUE = Column(
    code="value",
    short=_("Worth"),
    name=_("Value"),
    legend=_("What a win against this player is worth in this table"),
)
NEXT_VALUE = Column(
    code="next_value",
    short=_("Worth next"),
    name=_("Next value"),
    legend=_("What a win against this player will be worth in the table after the next round"),
)

_NUMBERED_BY = {
    StartingList.RATING: NumberedBy.RATING,
    StartingList.NUMBER: NumberedBy.ENTERING,
    StartingList.LOT: NumberedBy.LOT,
}

_VALUES = _("Values of the places")
_GAMES = _("Games and totals")
_NOT_PLAYING = _("Not playing")
_PAIRING = _("Pairing")

PartT = TypeVar("PartT")


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class Keizer:
    """A ladder for a whole season (rulebook, keizer).

    The starting list is by rating or by number. Each place has a value, the first the highest. After each round all
    games so far count with the values of the ranking before it: a win pays the opponent's value, a draw half of it,
    and everybody's own value counts once; who did not play gets a part of the own value. The totals are the new
    ranking.
    The round: whoever is there, in ladder order, meets the nearest below not met within the gap (1-5). Who has had
    white less often has white; if both had it equally often, the lower placed (6).
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Keizer"),
        summary=_(
            "For club championships over months: whoever is there meets a near neighbour in the table, a win is worth "
            "what the opponent is worth today, and staying away costs but throws nobody out."
        ),
        source=_("J. H. Keizer, Netherlands; clubs in the Netherlands, Belgium and Germany"),
        without_tie_breaks=_("Tie-breaks decide nothing here: with equal totals the starting list decides."),
        presets=presets.PRESETS,
        preset_names=presets.NAMES,
        preset_sentences=presets.SENTENCES,
        suits=(
            Suits(
                occasion=Occasion.WEEKLY,
                sentence=_(
                    "Made for club seasons: everyone who is there is paired, and a win is worth what the opponent "
                    "is worth."
                ),
            ),
        ),
        questions=presets.QUESTIONS,
    )

    starting_list: StartingList = choice(
        StartingList.RATING,
        label=_("Starting list"),
        choices={
            StartingList.RATING: _("By rating with the unrated last"),
            StartingList.NUMBER: _("By start number as after last season"),
            StartingList.LOT: _("By lot"),
        },
        group=_VALUES,
    )
    ladder: Ladder = fine_print(
        choice(
            Ladder.STEP,
            label=_("From place to place"),
            choices={
                Ladder.STEP: _("Each place is worth one step less"),
                Ladder.RANGE_PLACE: _("Evenly from the first place down to the last"),
                Ladder.RANGE_SCORE: _("By the totals: close in points means close in value"),
            },
            group=_VALUES,
        ),
        example=_("With 5 players, first worth 9 and last worth 3, evenly: 9, 7½, 6, 4½, 3."),
    )
    top: Top | Fraction = rational_or_word(
        Top.RATIO,
        label=_("Value of the first place"),
        words={
            Top.RATIO: _("from the ratio of first to last"),
            Top.N: _("the number of players"),
            Top.TWO_N: _("twice the number of players"),
            Top.ONE_AND_A_HALF_N: _("one and a half times the number of players"),
        },
        help=_("What the first place is worth: a number, or one of these words."),
        minimum=0,
        group=_VALUES,
    )
    ratio: Fraction = rational(
        3,
        label=_("Ratio of first place to last"),
        help=_("Above 1. Only used if the value of the first place follows from the ratio."),
        group=_VALUES,
    )
    top_rounding: Rounding = fine_print(
        choice(
            Rounding.DOWN,
            label=_("Rounding of the first place's value"),
            choices={
                Rounding.DOWN: _("Always down"),
                Rounding.HALF_EVEN: _("To the nearest, halves to the even number"),
                Rounding.HALF_UP: _("To the nearest, halves up"),
                Rounding.UP: _("Always up"),
            },
            help=_("Where the value of the first place follows from the ratio."),
            group=_VALUES,
        ),
        example=_("34 players: three times the last place would be 49½ at the top; rounded down it is 49."),
    )
    step: Fraction = fine_print(
        rational(
            1,
            minimum=0,
            label=_("Step"),
            help=_("How much less each place is worth than the one above it."),
            group=_VALUES,
        ),
        example=_("First place worth 48, step 1: the places are worth 48, 47, 46 and so on."),
    )
    bottom: Fraction = fine_print(
        rational(1, minimum=0, label=_("Value of the last place"), help=_("Where there is no step."), group=_VALUES)
    )
    min_value: Fraction | None = fine_print(
        nullable_rational(label=_("Lowest value allowed"), help=_("Empty: no limit."), group=_VALUES),
        example=_("Ten players, first worth 8, no value below 3: 8, 7, 6, 5, 4, 3, 3, 3, 3, 3."),
    )
    value_unit: Fraction = fine_print(
        rational(
            "1/1000000",
            label=_("Rounding of the values"),
            help=_("Where there is no step; halves up."),
            group=_VALUES,
        ),
        example=_("With ½, a value of 14⅓ becomes 14½."),
    )

    values_from: ValuesFrom = fine_print(
        choice(
            ValuesFrom.RANKING,
            label=_("Basis of the values"),
            choices={
                ValuesFrom.RANKING: _("The ranking after each round"),
                ValuesFrom.START: _("The starting list for the whole season"),
            },
            group=_VALUES,
        ),
        example=_(
            "If the first of 20 falls to place 8, a win against them still brings what the first place is worth."
        ),
    )

    rescoring: Rescoring = fine_print(
        choice(
            Rescoring.CLASSIC,
            label=_("Re-scoring"),
            choices={
                Rescoring.CLASSIC: _("After each round all games count with the newest values"),
                Rescoring.FROZEN: _("A game keeps the value it was played for"),
                Rescoring.COMPLETE: _("All games, again and again until the ranking stays"),
            },
            group=_GAMES,
        ),
        example=_(
            "You beat the leader, worth 48, who later falls to place 5, worth 44: your win brings 44 from then "
            "on, or 48 for good."
        ),
    )
    restart: Restart = fine_print(
        choice(
            Restart.PREVIOUS,
            label=_("Start of the first pass"),
            choices={Restart.PREVIOUS: _("The ranking of the round before"), Restart.INITIAL: _("The starting list")},
            group=_GAMES,
        )
    )
    max_passes: int = fine_print(
        integer(50, minimum=1, maximum=1000, label=_("Most passes"), group=_GAMES),
        example=_("The ranking gives values, the values give a new ranking: one pass. 50 are hardly ever needed."),
    )
    on_cycle: OnCycle = fine_print(
        choice(
            OnCycle.CALMEST,
            label=_("If the ranking does not settle"),
            choices={
                OnCycle.CALMEST: _("The ranking with the least movement"),
                OnCycle.AVERAGE: _("The mean of the last two passes"),
                OnCycle.LAST: _("The last pass"),
            },
            group=_GAMES,
        ),
        example=_("Two players pass each other in each count: then this decides."),
    )
    win_share: Fraction = fine_print(
        rational(1, minimum=0, label=_("Win"), help=_("Part of the opponent's value."), group=_GAMES),
        example=_("With 1, beating the leader, worth 48, brings 48."),
    )
    draw_share: Fraction = fine_print(
        rational("1/2", minimum=0, label=_("Drawn game"), group=_GAMES),
        example=_("With ½, a draw against the leader, worth 48, brings 24."),
    )
    loss_share: Fraction = fine_print(
        rational(0, minimum=0, label=_("Loss"), group=_GAMES),
        example=_("With 1/4, losing to the leader, worth 48, brings 12."),
    )
    loss_points: Fraction | None = fine_print(
        nullable_rational(
            minimum=0, label=_("Fixed points for a loss"), help=_("In place of a part of the value."), group=_GAMES
        ),
        example=_("With 12, everybody gets 12 for a game lost at the board."),
    )
    forfeit_win: Fraction = fine_print(rational(1, minimum=0, label=_("Win by forfeit"), group=_GAMES))
    forfeit_loss: Fraction = fine_print(
        rational(
            0,
            minimum=0,
            label=_("Loss by forfeit"),
            help=_("Where both lose by forfeit, neither gets anything."),
            group=_GAMES,
        )
    )
    open_game: OpenGameCounts = postponed_games(group=_GAMES)
    own_value: Fraction = fine_print(
        rational(
            1,
            minimum=0,
            label=_("Own value counts n times at first"),
            help=_("In your total. 0: not at all."),
            group=_GAMES,
        ),
        example=_("With 1, the leader begins with 48 points and the last with 16."),
    )
    own_value_of: OwnValueOf = fine_print(
        choice(
            OwnValueOf.CURRENT,
            label=_("Table for your own value"),
            choices={
                OwnValueOf.CURRENT: _("This table"),
                OwnValueOf.START: _("The starting list"),
                OwnValueOf.FINAL: _("The final ladder, after the last planned round"),
            },
            group=_GAMES,
        )
    )
    own_value_fade: int = fine_print(
        integer(
            0,
            minimum=0,
            maximum=1000,
            label=_("Rounds until your own value fades away"),
            help=_("0: it does not fade."),
            group=_GAMES,
        ),
        example=_("With 10, half of it counts after round 5."),
    )
    round_item: Fraction | None = fine_print(
        nullable_rational(
            label=_("Rounding of what each round earns"), help=_("Halves up. Empty: exact."), group=_GAMES
        ),
        example=_("With ½, a third of 44, which is 14⅔, becomes 14½."),
    )
    round_total: Fraction | None = fine_print(
        nullable_rational(label=_("Rounding of the totals"), help=_("Halves up. Empty: exact."), group=_GAMES),
        example=_("With 1, a total of 103⅓ becomes 103."),
    )

    bye_share: Fraction = rational(
        "1/2", minimum=0, label=_("Bye"), help=_("Part of your own value."), group=_NOT_PLAYING
    )
    bye_points: Fraction | None = fine_print(
        nullable_rational(
            label=_("Fixed points for a bye"), help=_("In place of a part of your own value."), group=_NOT_PLAYING
        ),
        example=_("With 40, everybody gets 40 for a bye, the leader and the last."),
    )
    excused_share: Fraction = rational(
        "1/3", minimum=0, label=_("Excused absence"), help=_("Part of your own value."), group=_NOT_PLAYING
    )
    excused_points: Fraction | None = fine_print(
        nullable_rational(label=_("Fixed points for an excused absence"), group=_NOT_PLAYING)
    )
    excused_steps: Steps | None = fine_print(
        structured(
            None,
            STEPS,
            nullable=True,
            label=_("Excused absence in steps"),
            help=_(
                "Parts of your own value that change after some absences, such as 5 × 0.4; 5 × 0.3. A part "
                "without a number is for all later ones."
            ),
            group=_NOT_PLAYING,
        ),
        example=_("With 5 × 0.4; 5 × 0.3, your 6th excused absence brings 0.3 of your value, the 11th nothing."),
    )
    unexcused_share: Fraction = rational(
        0, minimum=0, label=_("Unexcused absence"), help=_("Part of your own value."), group=_NOT_PLAYING
    )
    unexcused_points: Fraction | None = fine_print(
        nullable_rational(label=_("Fixed points for an unexcused absence"), group=_NOT_PLAYING)
    )
    club_share: Fraction = rational(
        "2/3", minimum=0, label=_("Club duty"), help=_("Part of your own value."), group=_NOT_PLAYING
    )
    club_points: Fraction | None = fine_print(
        nullable_rational(label=_("Fixed points for club duty"), group=_NOT_PLAYING)
    )
    club_win_share: Fraction | None = fine_print(
        nullable_rational(
            minimum=0,
            label=_("Club duty with own game won"),
            help=_("Part of your own value. Empty: as any club duty."),
            group=_NOT_PLAYING,
        ),
        example=_("With 1, ½ and 0, a team match counts like a game against yourself."),
    )
    club_draw_share: Fraction | None = fine_print(
        nullable_rational(minimum=0, label=_("Club duty with own game drawn"), group=_NOT_PLAYING)
    )
    club_loss_share: Fraction | None = fine_print(
        nullable_rational(minimum=0, label=_("Club duty with own game lost"), group=_NOT_PLAYING)
    )
    absence_kinds: tuple[OwnKind, ...] = fine_print(
        structured(
            (),
            KINDS,
            label=_("Our kinds of absence"),
            help=_("Anyone who opens a number can read this name. Do not name an illness."),
            group=_NOT_PLAYING,
        )
    )
    counted_absences: tuple[AbsenceCode, ...] = fine_print(
        structured(
            (AbsenceKind.EXCUSED.value, AbsenceKind.UNEXCUSED.value),
            CODES,
            label=_("Use up the paid absences"),
            group=_NOT_PLAYING,
        )
    )
    before_entry: BeforeEntry = fine_print(
        choice(
            BeforeEntry.UNEXCUSED,
            label=_("Rounds before joining"),
            choices={
                BeforeEntry.UNEXCUSED: _("As unexcused absences"),
                BeforeEntry.EXCUSED: _("As excused absences"),
                BeforeEntry.NOTHING: _("No points"),
            },
            group=_NOT_PLAYING,
        ),
        example=_("Joining in round 4: rounds 1, 2 and 3 count like this."),
    )
    late_points: Fraction | None = fine_print(
        nullable_rational(label=_("Fixed points for rounds before joining"), group=_NOT_PLAYING),
        example=_("With 15, joining in round 4 brings 45 for rounds 1, 2 and 3."),
    )
    paid_absences: int | None = nullable_integer(
        None,
        minimum=0,
        label=_("Paid absences"),
        help=_("How many absences earn points. Empty: all of them."),
        group=_NOT_PLAYING,
    )
    halving: bool = fine_print(
        boolean(False, label=_("Each absence earns half of the one before"), group=_NOT_PLAYING),
        example=_("The first absence earns 12, the second 6, the third 3."),
    )
    default_absence: AbsenceCode = or_an_own_kind(
        choice(
            AbsenceKind.EXCUSED,
            label=_("Anyone not marked"),
            choices={
                AbsenceKind.EXCUSED: _("Counts as excused"),
                AbsenceKind.UNEXCUSED: _("Counts as unexcused"),
                AbsenceKind.CLUB: _("Counts as on club duty"),
            },
            group=_NOT_PLAYING,
        )
    )
    withdrawn_share: Fraction | None = fine_print(
        nullable_rational(
            "3/4",
            minimum=0,
            label=_("Against withdrawn players"),
            help=_("Part of your own value, in place of theirs. Empty: they keep value and place."),
            group=_NOT_PLAYING,
        ),
        example=_("With 3/4, a player worth 40 who has beaten somebody now gone gets 30 for it."),
    )

    withdrawn_pay: Fraction = fine_print(
        rational(
            0,
            minimum=0,
            label=_("Pay after withdrawing"),
            help=_("Part of your own value for each round. Only where the withdrawn keep value and place."),
            group=_NOT_PLAYING,
        )
    )

    paired_by: PairedBy = fine_print(
        choice(
            PairedBy.LADDER,
            label=_("Order for the pairing"),
            choices={PairedBy.LADDER: _("The ranking"), PairedBy.RATING: _("Rating with the unrated last")},
            group=_PAIRING,
        ),
        example=_("By rating, neighbours in strength meet, whatever their points."),
    )
    pairing: PairingOrder = fine_print(
        choice(
            PairingOrder.TOP_DOWN,
            label=_("Pairing"),
            choices={
                PairingOrder.TOP_DOWN: _("From the top, each with the nearest below"),
                PairingOrder.NEAREST: _("All together as near as possible"),
            },
            group=_PAIRING,
        )
    )
    gap: int = integer(
        3,
        minimum=0,
        maximum=10_000,
        label=_("Rounds before the same two meet again"),
        help=_("3: after 3 other rounds at the earliest. 0: in the next round already."),
        group=_PAIRING,
    )
    max_meetings: int | None = nullable_integer(
        None,
        minimum=1,
        label=_("Games of the same two"),
        help=_("At most, in the whole tournament. Empty: no limit."),
        group=_PAIRING,
    )
    max_meetings_in_period: int | None = fine_print(
        nullable_integer(
            None,
            minimum=1,
            label=_("Games of the same two in one part of the season"),
            help=_("At most. Empty: no limit of its own."),
            group=_PAIRING,
        ),
        example=_("With 1 and two parts: once before Christmas and once after it."),
    )
    gap_over_periods: bool = fine_print(
        boolean(
            False,
            label=_("The rounds before the same two meet again run on into the next part of the season"),
            group=_PAIRING,
        ),
        example=_("Two who met in the last round of the first part do not meet at once in the second."),
    )
    no_rematch_until: int | None = fine_print(
        nullable_integer(
            None,
            minimum=1,
            label=_("No rematches up to round"),
            help=_("Empty: no such round."),
            group=_PAIRING,
        ),
        example=_("With 12: in rounds 1 to 12 everybody meets somebody new."),
    )
    colour_count: ColourCount = fine_print(
        white_goes_to(
            help=_(
                "If equal, the lower placed has White; by balance, two who have met swap the colours of their last "
                "game instead."
            ),
            group=_PAIRING,
        )
    )
    colour_limit: int | None = fine_print(
        nullable_integer(
            None,
            minimum=1,
            label=_("Same colour in a row"),
            help=_("At most. Empty: no limit."),
            group=_PAIRING,
        ),
        example=_("With 2, nobody gets White a third time in a row."),
    )
    bye_choice: ByeChoice = choice(
        ByeChoice.SHARED,
        label=_("Who sits out"),
        choices={
            ByeChoice.SHARED: _("The lowest placed of those with fewest byes"),
            ByeChoice.LOWEST: _("The lowest placed"),
        },
        group=_PAIRING,
    )
    period_rounds: tuple[int, ...] | None = fine_print(
        nullable_integers(
            label=_("Final rounds of the parts of the season"),
            help=_("Such as 9, 18. Empty: one season."),
            group=_PAIRING,
        ),
        example=_(
            "With 9, 18: the count of paid absences starts again in round 10, and the same two may meet again then."
        ),
    )

    def __post_init__(self) -> None:
        _refuse_contradictions(self)

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        """In the order of the starting list; a lot is drawn where that is chosen."""
        if self.starting_list is StartingList.LOT:
            return lots.sort("number", (entrant.number for entrant in entrants))
        return tuple(entrant.number for entrant in starting_list(entrants, self.starting_list))

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        chain = self._chain(snapshot)
        record = self.capabilities().record(snapshot)
        placed = self._placed(record)
        ladder = self._paired_from([chain.sums.start[place] for place in chain.after[-1].ladder], placed)
        paired = pair_neighbours(record, ladder, _part(self, NeighbourRules), pinned=pinned)
        remarks = [
            PAIRED_AT.reason(player=Player(number), place=PlaceFact(placed[number]))
            for number in paired.order
            if number in placed
        ]
        return replace(paired, ordered_by=self._ordered_by(snapshot), notes=(*paired.notes, *remarks))

    def _paired_from(self, ladder: Sequence[Entrant], placed: Mapping[PlayerId, int]) -> list[PlayerId]:
        """The list from whose top boards are made (rulebook, keizer_clubs, 7)."""
        if self.paired_by is PairedBy.RATING:
            return [each.number for each in sorted(ladder, key=unrated_last)]
        return _with_places(ladder, placed)

    def _placed(self, record: Record) -> dict[PlayerId, int]:
        """At which place somebody is paired who has not played so many games yet."""
        return {
            each.number: at.place
            for each in record.snapshot.entrants
            if (at := each.paired_at)
            and self.paired_by is PairedBy.LADDER
            and not _has_played(each.number, at.games, record)
        }

    def _ordered_by(self, snapshot: TournamentSnapshot) -> Reason:
        if self.paired_by is PairedBy.RATING:
            return BY_RATING.reason()
        return LADDER.reason(round=played) if (played := len(snapshot.rounds)) else STARTING_LIST.reason()

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        """By total, then place in the starting list; tie-breaks are shown, but decide nothing."""
        chain = self._chain(snapshot)
        after, number = chain.after[-1], len(snapshot.rounds)
        cells = _cells(chain, number)
        record = self.capabilities().record(snapshot)
        for tie_break in tie_breaks:
            for player, cell in tie_break.cells(record, frozenset(snapshot.by_number)).items():
                cells[player][tie_break.info.short] = cell
        in_turn = [chain.sums.start[place] for place in _listed(chain, after, snapshot)]
        return Table(
            after_round=number,
            columns=(TOTAL, VALUE, NEXT_VALUE, *map(tie_break_column, tie_breaks)),
            rows=tuple(
                Row(
                    rank=rank,
                    player=entrant.number,
                    cells=cells[entrant.number],
                    withdrawn=entrant.is_away(number + 1),
                )
                for rank, entrant in enumerate(in_turn, start=1)
            ),
            notes=self._notes(chain, after),
        )

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        shown = []
        for number in range(len(snapshot.rounds) + 1):
            then = snapshot.after(number)
            chain = self._chain(then)
            totals, start = chain.after[-1].totals, chain.sums.start
            shown.append(
                {
                    start[place].number: Fraction(totals[place], chain.sums.scale.totals)
                    for place in _listed(chain, chain.after[-1], then)
                }
            )
        return shown

    def settings(self) -> tuple[Reason, ...]:
        return (*ladder_settings(self._ladder_rules()), *self._pairing_settings())

    def capabilities(self) -> Capabilities:
        """Games count 1, ½ and 0 where tie-breaks ask; the totals are Keizer's own."""
        worth = _part(self, Worth)
        return Capabilities(
            scoring=Scoring(
                win=Fraction(1),
                draw=Fraction(1, 2),
                loss=Fraction(0),
                bye=self.bye_points or Fraction(0),
                excused=self.excused_points or Fraction(0),
                unexcused=self.unexcused_points or Fraction(0),
                club=self.club_points or Fraction(0),
                late=self.late_points or Fraction(0),
                default_absence=self.default_absence,
                open_game=self.open_game,
            ),
            limits=_part(self, NeighbourRules).limits,
            rounds=RoundCount(decides=in_the_last_round(self._ladder_rules())),
            absences=AbsenceRules(
                gives=worth.gives,
                paid=self.paid_absences,
                counted=worth.counted,
                own_kinds=self.absence_kinds,
                by_result=frozenset(kind for kind in worth.gives if worth.by_result(kind)),
                period_rounds=self.period_rounds or (),
            ),
            numbered_by=_NUMBERED_BY[self.starting_list],
            begins_by_rating=self.starting_list is StartingList.RATING,
            counts_absentees=True,
            knows_owed_evenings=True,
            lends_games=False,
            pairs_at_places=self.paired_by is PairedBy.LADDER,
            is_sum_of_rounds=False,
            shares_places=False,
            decimals=1 if self.ladder is Ladder.STEP else 0,
            columns_of_points=frozenset(column.code for column in (TOTAL, VALUE, NEXT_VALUE)),
            revalues_rounds=self.rescoring is not Rescoring.FROZEN,
        )

    def in_numbers(self, size: int) -> Reason:
        """Before round 1: the leader of the starting list beaten, and the last one sitting out."""
        entrants = tuple(Entrant(number=number) for number in range(1, size + 1))
        sums = Sums(rules=self._ladder_rules(), entrants=entrants, out=frozenset(), capacity=64)
        scale, worth = sums.scale, sums.rules.worth
        first, *_between, last = sums.start_values
        (win,), pay = scale.items(worth.win_share, [first]), worth.of_others[RoundOutcome.BYE]
        bye = scale.items(pay.share, [last])[0] if pay.points is None else scale.points(pay.points)
        return IN_NUMBERS.reason(
            count=size,
            top=scale.value(first),
            last=scale.value(last),
            win=Fraction(win, scale.totals),
            bye=Fraction(bye, scale.totals),
        )

    def given_by_last_round(self, snapshot: TournamentSnapshot, player: PlayerId) -> Term:
        chain = self._chain(snapshot)
        number = len(snapshot.rounds)
        is_counted_anew = self.rescoring is Rescoring.COMPLETE
        return round_term(chain, number, last_as_it_stood(chain) if is_counted_anew else chain.after[number], player)

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        return snapshot.all_played

    def _chain(self, snapshot: TournamentSnapshot) -> Chain:
        return chain_of(self._ladder_rules(), snapshot)

    def _ladder_rules(self) -> LadderRules:
        return LadderRules(
            starting_list=self.starting_list,
            values_from=self.values_from,
            values=_part(self, Values),
            worth=_part(self, Worth),
            passes=_part(self, Passes),
        )

    def _notes(self, chain: Chain, after: After) -> tuple[Reason, ...]:
        notes = []
        if after.unsettled:
            notes.append(UNSETTLED[self.on_cycle].reason(count=after.unsettled))
        top = chain.sums.rules.values.top_of(len(after.ladder))
        if self.ladder is not Ladder.STEP and after.ladder and top < self.bottom:
            notes.append(UPSIDE_DOWN.reason(bottom=self.bottom, top=top))
        return tuple(notes)

    def _pairing_settings(self) -> tuple[Reason, ...]:
        return (
            *((BY_RATING.reason(),) if self.paired_by is PairedBy.RATING else ()),
            _PAIRED[self.pairing].reason(),
            self._gap_setting(),
            *self._meetings_settings(),
            *((COLOUR_LIMIT.reason(count=self.colour_limit),) if self.colour_limit is not None else ()),
            _WHITE[self.colour_count].reason(),
            _SITS_OUT[self.bye_choice].reason(),
        )

    def _meetings_settings(self) -> Iterator[Reason]:
        if self.max_meetings is not None:
            yield meetings_said(self.max_meetings)
        if self.max_meetings_in_period is not None:
            in_period = self.max_meetings_in_period
            yield ONCE_A_PERIOD.reason() if in_period == 1 else MEETINGS_IN_PERIOD.reason(count=in_period)
        if self.no_rematch_until is not None:
            yield NO_REMATCH.reason(round=self.no_rematch_until)

    def _gap_setting(self) -> Reason:
        match self.gap, bool(self.period_rounds) and not self.gap_over_periods:
            case 0, _any:
                return NO_GAP.reason()
            case 1, in_period:
                return (GAP_OF_ONE_IN_PERIOD if in_period else GAP_OF_ONE).reason()
            case gap, in_period:
                return (GAP_IN_PERIOD if in_period else GAP).reason(count=gap)


def _with_places(ladder: Sequence[Entrant], placed: Mapping[PlayerId, int]) -> list[PlayerId]:
    """The ladder, in which each who is paired as if at a place stands there, or last, for the pairing alone; of several
    at one place the higher rated first."""
    moved = [entrant for entrant in ladder if entrant.number in placed]
    found = [entrant.number for entrant in ladder if entrant.number not in placed]
    for entrant in sorted(moved, key=lambda each: (placed[each.number], *unrated_last(each), each.number)):
        found.insert(placed[entrant.number] - 1, entrant.number)
    return found


def _has_played(player: PlayerId, games: int | None, record: Record) -> bool:
    """So many games at the board, an open one not among them."""
    return games is not None and sum(entry.outcome in AT_THE_BOARD for entry in record.entries[player]) >= games


def _part(system: Keizer, part: type[PartT]) -> PartT:
    """The options that a part of the ladder or the pairing has fields for."""
    values = values_of(system)
    return part(**{each.name: values[each.name] for each in fields(part)})  # type: ignore[arg-type]


def _listed(chain: Chain, after: After, snapshot: TournamentSnapshot) -> list[Place]:
    """The rows of the table, best first. Before any round the starting list, whatever it is worth."""
    sums = chain.sums
    places = [sums.place[entrant.number] for entrant in snapshot.listed()]
    return list(sums.ranked(places, after.totals)) if snapshot.rounds else sorted(places)


def _cells(chain: Chain, number: int) -> dict[PlayerId, dict[str, Cell]]:
    """Total and values. Who has withdrawn is worth nothing; who is back was worth nothing in this round."""
    sums, after = chain.sums, chain.after[number]
    coming = sums.values(after.ladder, after.totals if number else None)
    unit = sums.scale.totals
    nothing = Cell(value=None)
    cells = {}
    for place, entrant in enumerate(sums.start):
        explain = partial(total_terms, chain, number, entrant.number)
        cells[entrant.number] = {
            TOTAL.code: Cell(value=Fraction(after.totals[place], unit), explain=explain),
            VALUE.code: nothing,
            NEXT_VALUE.code: nothing,
        }
    for place in after.ladder:
        row = cells[sums.start[place].number]
        if place in after.valued:
            in_force = sum([each.values[place] for each in after.passes])
            row[VALUE.code] = _value_cell(in_force, len(after.passes) * sums.scale.values)
        row[NEXT_VALUE.code] = _value_cell(coming[place], sums.scale.values)
    return cells


@lru_cache(maxsize=4096)
def _value_cell(units: int, scale: int) -> Cell:
    """Kept, since a ladder by steps has the same values in every table."""
    return Cell(value=Fraction(units, scale))


def _refuse_contradictions(system: Keizer) -> None:
    """Raises OptionError for options that are fine one by one, but not together, or not as units."""
    if system.ratio <= 1:
        raise OptionError("ratio", _("The option {option} is {given}, but must be above 1."), given=system.ratio)
    units = {"value_unit": system.value_unit, "round_item": system.round_item, "round_total": system.round_total}
    for code, unit in units.items():
        if unit is not None and unit <= 0:
            raise OptionError(code, _("The option {option} is {given}, but must be above 0."), given=unit)
    if isinstance(system.top, Fraction):
        if system.ladder is not Ladder.STEP and system.bottom > system.top:
            raise OptionError(
                "bottom",
                _("The option {option} is {given}, but must not be above the top, {top}."),
                given=system.bottom,
                top=system.top,
            )
        if system.min_value is not None and system.min_value > system.top:
            raise OptionError(
                "min_value",
                _("The option {option} is {given}, but must not be above the top, {top}."),
                given=system.min_value,
                top=system.top,
            )
    most, in_period = system.max_meetings, system.max_meetings_in_period
    if most is not None and in_period is not None and in_period > most:
        raise OptionError(
            "max_meetings_in_period",
            _("{given} games in one part of the season are more than {max} in all."),
            given=in_period,
            max=most,
        )
    _refuse_contradicting_pays(system)
    if system.own_value_of is OwnValueOf.FINAL and system.rescoring is not Rescoring.FROZEN:
        raise OptionError(
            "own_value_of",
            _("The option {option} is {given}, which is only there with the re-scoring “{frozen}”."),
            given=system.own_value_of.value,
            frozen=Rescoring.FROZEN.value,
        )


def _refuse_contradicting_pays(system: Keizer) -> None:
    """Of games and of absences: what says the same thing twice, or names a kind that is not there."""
    worth = _part(system, Worth)
    by_club_result = worth.by_result(AbsenceKind.CLUB)
    contradictions = {
        "loss_points": (
            system.loss_points is not None and system.loss_share > 0,
            _("A loss pays a share or fixed points, not both."),
        ),
        "values_from": (
            system.values_from is ValuesFrom.START and system.ladder is Ladder.RANGE_SCORE,
            _("Values by score follow the ranking; they cannot stay those of the starting list."),
        ),
        "excused_steps": (
            system.excused_steps is not None and system.excused_points is not None,
            _("Excused absences pay fixed points or in steps, only one of them."),
        ),
        "club_win_share": (
            bool(by_club_result) and system.club_points is not None,
            _("Club duty cannot be paid both by fixed points and by result."),
        ),
        "withdrawn_pay": (
            system.withdrawn_pay > 0 and system.withdrawn_share is not None,
            _("Withdrawn players have no value here. Clear “Against withdrawn players” first."),
        ),
        "halving": (
            system.halving and any(worth.steps_of(kind) for kind in worth.counted),
            _("Steps and halving exclude each other."),
        ),
    }
    for option, (is_so, message) in contradictions.items():
        if is_so:
            raise OptionError(option, message)
    known = worth.gives
    for option, codes in {
        "counted_absences": system.counted_absences,
        "default_absence": [system.default_absence],
    }.items():
        for code in codes:
            if code not in known:
                raise OptionError(option, _("There is no kind of absence “{given}” here."), given=code)
