"""The promises that pairing systems and tie-breaks keep."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Protocol, TypeAlias, TypeVar, runtime_checkable

from tournaments.pairing.history.attendance import eliminated
from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.knockout import Bracket, Match, MatchEnding, NotPlayed
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Suits
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, Pin, Reason
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, Colour, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Table, Term


class Shape(StrEnum):
    """A way in which a tournament of this system is worth showing."""

    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    CARDS = "cards"


class RoundCountKind(StrEnum):
    """Who says how many rounds there are."""

    FREE = "free"  # the director, or nobody: the rounds may simply go on
    ASKED = "asked"  # the director, before the tournament begins
    FOLLOWS = "follows"  # the system itself, from the field: nobody is asked


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCount:
    """What a configured system says about the number of rounds."""

    kind: RoundCountKind = RoundCountKind.FREE
    proposed: int | None = None
    """A number to begin with, where the director is asked."""
    prefers_odd: bool = False
    """An odd number leaves either colour open before the last round."""
    halves_leaders: bool = False
    """Leaders meet, so that each round at most halves those with all points: 2^rounds should reach the field."""
    decides: tuple[Reason, ...] = ()
    """What is different because a round is the last one planned, or near it: a sentence each."""
    of_field: Callable[[int], int] | None = None
    """How many rounds so many entrants play, where the number follows from the field."""
    known_at_start: bool = False
    """Who meets whom in which round does not hang on results."""
    published_at_once: bool = False
    """All rounds are published together, before anybody plays."""


class MeetingLimit(StrEnum):
    """Why two have met as often as they may."""

    IN_ALL = "in_all"
    IN_PERIOD = "in_period"
    NOT_YET = "not_yet"


@dataclass(frozen=True, kw_only=True, slots=True)
class PairLimits:
    """What a system asks of a pair besides that it is not forbidden.

    Without a gap any rematch beyond `max_meetings` is unusual and has to be declared; with one, rematches are part of
    the system.
    """

    gap: int | None = None
    """At least so many rounds lie between two games of the same players."""
    max_meetings: int | None = None
    """So many games of the same players at the most; None: no limit, but where there is no gap one."""
    colour_limit: int | None = None
    """The same colour so many times in a row at the most; None: the system has no limit of its own."""
    period_rounds: tuple[int, ...] | None = None
    """The last rounds of the parts of a season."""
    max_meetings_in_period: int | None = None
    """So many games of the same players in one part of the season at the most."""
    gap_over_periods: bool = False
    """Whether the gap reaches over the border of two parts."""
    no_rematch_until: int | None = None
    """Up to this round nobody meets twice."""
    never_relaxed: bool = False
    """The system stops rather than letting two meet more often: only the director can."""

    def period_start(self, coming: int) -> int:
        """The first round of the part of the season that the round to come belongs to."""
        return max((last for last in self.period_rounds or () if last < coming), default=0) + 1

    def too_recent(self, gap: int, coming: int) -> int:
        """The first round so recent that who last met in it may not meet."""
        return max(1 if self.gap_over_periods else self.period_start(coming), coming - gap)

    def is_at_a_limit(self, met: Sequence[int], coming: int) -> bool:
        """Whether two who have met in these rounds have met as often as they may (rulebook, keizer_clubs, 1)."""
        return self.limit_reached(met, coming) is not None

    def limit_reached(self, met: Sequence[int], coming: int) -> MeetingLimit | None:
        if not met:
            return None
        if self.max_meetings is not None and len(met) >= self.max_meetings:
            return MeetingLimit.IN_ALL
        in_period = self.max_meetings_in_period
        if in_period is not None and sum(number >= self.period_start(coming) for number in met) >= in_period:
            return MeetingLimit.IN_PERIOD
        if self.no_rematch_until is not None and coming <= self.no_rematch_until:
            return MeetingLimit.NOT_YET
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceRules:
    """What staying away means, besides the points in `Scoring`."""

    gives: Mapping[AbsenceCode, Hashable] | None = None
    """Where a kind gives something else than points: values that are equal exactly where two kinds give the same."""
    paid: int | None = None
    """So many pay, the first ones; None: no such limit."""
    counted: frozenset[AbsenceCode] = frozenset(AbsenceKind)
    """The kinds that use up the paid ones."""
    own_kinds: tuple[OwnKind, ...] = ()
    """Those that the club has named itself."""
    by_result: frozenset[AbsenceCode] = frozenset()
    """The kinds that pay by the result of the player's own game elsewhere."""
    period_rounds: tuple[int, ...] = ()
    """After these rounds they are counted anew."""


class Unplayed(StrEnum):
    """What a game that is not played in time becomes: proposed at the date, never done unasked."""

    DIRECTOR = "director"
    BOTH_LOSE = "both_lose"
    CALLER_LOSES = "caller_loses"
    DRAW = "draw"


class AlreadyPlayed(StrEnum):
    """Which game of each two is taken over from the tournament in which these games count too."""

    NONE = "none"
    FIRST = "first"
    LAST = "last"


class PlayBy(StrEnum):
    """By when a game is to be played that was not played with its round."""

    LAST_ROUND = "last_round"
    BEFORE_LAST = "before_last"
    NEXT_ROUND = "next_round"


class NumberedBy(StrEnum):
    """Where start numbers come from."""

    LOT = "lot"
    RATING = "rating"
    ENTERING = "entering"
    """The order in which the players were entered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Capabilities:
    """What screens, pins, verifier, simulator and the shared tests read of a configured system: nothing else is read of
    its options.

    What has no default here every system says; what has one says what most systems do.
    """

    scoring: Scoring
    """What rounds are worth, and who is out after how many losses."""
    limits: PairLimits
    rounds: RoundCount
    absences: AbsenceRules = AbsenceRules()
    numbered_by: NumberedBy = NumberedBy.LOT
    half_byes: HalfByeLimits | None = None
    """None: the system says nothing of half-point byes."""
    expects_everybody: bool = True
    """Who has said nothing is waited for; otherwise it is made for clubs whose players just turn up."""
    bye_is_white: bool = False
    """The bye for the odd number counts as a game with White, and stands so on a card."""
    bye_once: bool = False
    """Nobody gets the bye for the odd number a second time, but from the director."""
    knows_owed_evenings: bool = False
    """Who owes an evening sits out unpaid, where the number is odd."""
    pairs_at_places: bool = False
    """Somebody may be paired as if at a place of the ranking."""
    several_without_a_game: bool = False
    """More may be without a game than the one left over by an odd number."""
    postpones: bool = False
    """The game of somebody who is away is set up all the same, to be played another day."""
    unplayed: Unplayed = Unplayed.DIRECTOR
    play_by: PlayBy = PlayBy.LAST_ROUND
    """What is proposed of a game that is not played in time."""
    forfeits_are_meetings: bool = False
    """Two whose game was forfeited have met: where the draw, and not the game, makes the pair."""
    heeds_forbidden: bool = True
    """Pairs that shall not meet are kept apart; not where a tree that was drawn once says who meets."""
    counts_absentees: bool = False
    """Whoever has entered changes boards and tables, also if they never come: values or places rest on the number."""
    begins_by_rating: bool = False
    """The table before the first round goes by the ratings, and those that come rest on it."""
    is_sum_of_rounds: bool = True
    """A total is the sum of what the rounds gave by `scoring`; otherwise the table is worked out in the system's own
    way."""
    shares_places: bool = True
    """Those who are equal share a place; otherwise each place is had once."""
    decimals: int | None = None
    """Points are shown with so many, unless the tournament says otherwise; None: they are halves, and shown as such."""
    columns_of_points: frozenset[str] = frozenset({"points"})
    """The codes of those columns of its tables that hold points; tie-breaks have their own."""
    revalues_rounds: bool = False
    """What a round gives changes with those that follow: a total is not the sum of what was published before."""
    counting_rounds: int | None = None
    """So many rounds, each player's best, make the total; None: all."""
    tie_break_options: Mapping[str, object] = field(default_factory=dict)
    """By the codes of tie-breaks' options: what those are set to unless the tie-break says otherwise."""
    knocks_out: Callable[[TournamentSnapshot], Mapping[PlayerId, int]] | None = None
    """Where a lost tie is the end: who has nothing to play any more before the next round, each with the round that
    decided it. The system is a `KnockOutSystem` then."""
    losers_play_on: bool = False
    """Who is out is proposed for the tournament in which its games may count."""
    enters_everybody: bool = False
    """Every member is in who does not say no."""
    games_of_matches: int = 1
    """So many at the most, of which the first is the board's."""
    as_counted: Callable[[TournamentSnapshot], TournamentSnapshot] | None = None
    """The rounds as points and tie-breaks take them, where somebody's leaving changes what games count as, or games of
    another stage count; None: as they were played."""
    lends_games: bool = True
    """Its games may be games of another tournament's rounds too."""
    already_played: AlreadyPlayed = AlreadyPlayed.NONE
    """Of each two, the game that they have had in that tournament before this one began, and that counts here."""
    carries_games: bool = False
    """Of a final: games that its players have had in the first stage may count in it, and are not played again."""
    plays_off: Callable[[TournamentSnapshot, Sequence[TieBreak]], Sequence[PlayerId]] | None = None
    """Where a shared first place is played off in a tournament of its own: who are to play it, best first; nobody while
    games are open, and where it is decided. None: it is shared."""

    def record(self, snapshot: TournamentSnapshot) -> Record:
        """Of the rounds as they count."""
        return Record(
            snapshot=self.counted(snapshot),
            scoring=self.scoring,
            forfeits_are_meetings=self.forfeits_are_meetings,
        )

    @property
    def pairs_round_by_round(self) -> bool:
        """By results and attendance, and whoever loses stays in."""
        return self.knocks_out is None and not self.rounds.known_at_start

    @property
    def somebody_may_be_out(self) -> bool:
        return self.scoring.elimination is not None or self.knocks_out is not None

    def out_before(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, int]:
        """Who is out before the round to be paired, each with the round that decided it; nobody in most systems."""
        return eliminated(self.scoring, snapshot) if self.knocks_out is None else self.knocks_out(snapshot)

    def counted(self, snapshot: TournamentSnapshot) -> TournamentSnapshot:
        return snapshot if self.as_counted is None else self.as_counted(snapshot)


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreakList:
    """Saved tie-breaks that clubs choose together, in order. `name` is a marked message."""

    name: str
    saved: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PresetAnswer:
    """What a club says, and the saved options that it sets."""

    code: str
    label: str
    options: Mapping[str, object]


@dataclass(frozen=True, kw_only=True, slots=True)
class PresetQuestion:
    """Of how a club plays: its answers set options over those of the preset. Texts are marked messages."""

    code: str
    label: str
    answers: tuple[PresetAnswer, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamDefaults:
    """Of a tournament of teams (rulebook, teams, B2 to B4). `options`: values in place of the system's own defaults.
    `tie_breaks`: saved ones. `presets`, with their marked names, are those that say something for teams alone;
    `preset_tie_breaks` are saved ones by their codes."""

    options: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: tuple[Mapping[str, object], ...] = ()
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    preset_names: Mapping[str, str] = field(default_factory=dict)
    preset_tie_breaks: Mapping[str, tuple[Mapping[str, object], ...]] = field(default_factory=dict)
    only: bool = False
    """It pairs teams only: no tournament of players is offered it."""

    def tie_breaks_of(self, preset: str | None) -> tuple[Mapping[str, object], ...]:
        return self.preset_tie_breaks.get(preset or "", self.tie_breaks)


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemInfo:
    """Texts are marked messages. `presets` maps a code to saved options, `default_tie_breaks` are saved tie-breaks."""

    name: str
    summary: str
    source: str
    shown_as: frozenset[Shape] = frozenset(Shape)
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    preset_names: Mapping[str, str] = field(default_factory=dict)
    """What each preset is called: marked messages."""
    preset_sentences: Mapping[str, str] = field(default_factory=dict)
    """What it means, in numbers: marked messages."""
    suits: tuple[Suits, ...] = ()
    """When it is proposed to whoever only knows when they play."""
    questions: tuple[PresetQuestion, ...] = ()
    """To be asked before all the options."""
    default_tie_breaks: tuple[Mapping[str, object], ...] = ()
    of_teams: TeamDefaults | None = None
    """What is different where teams play; None: it pairs no teams."""
    tie_break_lists: tuple[TieBreakList, ...] = ()
    """Others to choose from, beside its own and none at all."""
    without_tie_breaks: str = ""
    """Where no tie-break decides anything: a marked sentence that says so, and what settles equal totals instead."""
    round_lots: Mapping[str, str] = field(default_factory=dict)
    """Of a system that draws each round, the purposes of the lots that decide who comes first: marked messages. Then
    the public can check the draw, and the system is a `DrawingSystem`."""

    @property
    def is_for_players(self) -> bool:
        """Whether a tournament of players can choose it."""
        return self.of_teams is None or not self.of_teams.only


@runtime_checkable
class PairingSystem(Protocol):
    """A configured system: a frozen dataclass whose fields are its options, whose module name is its code."""

    info: ClassVar[SystemInfo]

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId | None, ...]:
        """Who gets start number 1, 2, …: the entrants' provisional numbers (1..n as entered) in that order; None:
        nobody has this number yet."""
        ...

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        """The next round. Raises PairingImpossible, and nothing else."""
        ...

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        """The table after the snapshot's last round."""
        ...

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        """The points that each table showed, after round 0, 1, … n; without those it did not list."""
        ...

    def settings(self) -> tuple[Reason, ...]:
        """The options in force in words, a sentence each."""
        ...

    def capabilities(self) -> Capabilities:
        """What is read of the options outside the system."""
        ...

    def is_finished(self, snapshot: TournamentSnapshot) -> bool: ...


Further: TypeAlias = Mapping[frozenset[PlayerId], tuple[Reason, ...]]
"""By the players of a board, or the one who has the bye: what more there is to say, as `PairedBoard.reasons` has it."""


@runtime_checkable
class ExplainingSystem(PairingSystem, Protocol):
    """A system in which it takes work to say who was passed over and why: it is done when somebody asks."""

    def why_not(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> Further:
        """Of the round that `pair` makes. Raises PairingImpossible where it does."""
        ...


@runtime_checkable
class AcceleratingSystem(PairingSystem, Protocol):
    """A system that may pair by more than the points."""

    def added_points(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, Fraction]:
        """What whom is given for the pairing of the next round alone; nobody where the points are what counts."""
        ...

    def added_by_round(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, Sequence[Fraction]]:
        """The same for round 1, 2, …, the last ones that add something: of all that are planned."""
        ...


@runtime_checkable
class ColourDrawingSystem(PairingSystem, Protocol):
    """A system in which one colour is drawn or set before the first round, and the others follow from it."""

    def first_colour(self, snapshot: TournamentSnapshot) -> Colour:
        """Of the odd numbers in round 1."""
        ...


@runtime_checkable
class ListingSystem(PairingSystem, Protocol):
    """A system in which late entrants come into the list at their place, and all behind them move down."""

    def in_list(self, snapshot: TournamentSnapshot) -> Sequence[PlayerId]:
        """From the first place on, as the list is now."""
        ...


@runtime_checkable
class DrawingSystem(PairingSystem, Protocol):
    """A system whose rounds are drawn by lot, anew each time, so that nobody can foresee them and everybody can repeat
    them."""

    def pair_by_lots(self, snapshot: TournamentSnapshot, lots: Lots, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        """The next round with these lots, whatever the snapshot's seed. Raises PairingImpossible."""
        ...


@runtime_checkable
class ScheduledSystem(PairingSystem, Protocol):
    """A system in which the numbers alone say who meets whom in which round: all of it is known from the start."""

    def schedule(self, snapshot: TournamentSnapshot) -> tuple[PairedRound, ...]:
        """Every round of the plan for those who have entered, whatever has been played and whoever is away."""
        ...

    def free_numbers(self, snapshot: TournamentSnapshot) -> tuple[PlayerId, ...]:
        """The numbers that nobody has, lowest first: a latecomer takes the first. None: nobody can join."""
        ...

    def missing_games(self, snapshot: TournamentSnapshot) -> Mapping[int, tuple[PairedBoard, ...]]:
        """By rounds gone by, the games of the plan that they do not hold, of those who joined late or came back: to be
        played yet."""
        ...


@runtime_checkable
class KnockOutSystem(PairingSystem, Protocol):
    """A system of ties: who loses one is out, and a game that leaves it open waits for who goes on."""

    step_names: ClassVar[Mapping[str, str]]
    """What each step that may decide a tie is called: marked messages."""

    def matches(self, snapshot: TournamentSnapshot) -> tuple[Match, ...]:
        """All that were drawn, by round and board."""
        ...

    def endings(self, snapshot: TournamentSnapshot, tie: Match) -> tuple[MatchEnding, ...]:
        """By what such a tie may be decided that its first game left open."""
        ...

    def known_since(self, snapshot: TournamentSnapshot) -> Mapping[int, tuple[PairedBoard, ...]]:
        """By rounds that have been drawn, ties of a tree whose two were not known by then but are now: to be set up."""
        ...

    def if_not_played(self, snapshot: TournamentSnapshot, tie: Match, away: AbstractSet[PlayerId]) -> NotPlayed | None:
        """What is proposed of an open tie when its last date has gone by, where these of its two were away and no other
        day is agreed; None: the director decides. It is never done unasked."""
        ...

    def brackets(self, snapshot: TournamentSnapshot) -> tuple[Bracket, ...]:
        """The cup, and after it the cup of those who lost early, where there is one."""
        ...


@runtime_checkable
class SystemInNumbers(PairingSystem, Protocol):
    """A system whose options are understood only in numbers."""

    def in_numbers(self, size: int) -> Reason:
        """What the options come to among so many players, 2 at least: one sentence."""
        ...


@runtime_checkable
class LadderSystem(PairingSystem, Protocol):
    """A system in which a round is worth what the table before it says; what it brings is known before it is played."""

    def given_by_last_round(self, snapshot: TournamentSnapshot, player: PlayerId) -> Term:
        """What the snapshot's last round gives by the values in force in it, before anything is counted anew."""
        ...


SystemT = TypeVar("SystemT", bound=PairingSystem)


def pairing_system(system: type[SystemT]) -> type[SystemT]:
    """Above each system's class: mypy refuses one that does not keep the whole protocol."""
    return system


class Family(StrEnum):
    """What a tie-break looks at: those of a family stand together where one is chosen."""

    OWN_GAMES = "own_games"
    OPPONENTS = "opponents"
    EACH_OTHER = "each_other"
    RATINGS = "ratings"
    BOARDS = "boards"
    """They say something where teams play, and are offered nowhere else."""
    OTHER = "other"


class Schedule(StrEnum):
    """Where a tie-break says something: FREE where results and attendance make the pairs, FIXED where the draw does
    and a forfeit is a game (`forfeits_are_meetings`)."""

    ANY = "any"
    FREE = "free"
    FIXED = "fixed"

    def fits(self, capabilities: Capabilities) -> bool:
        return self is Schedule.ANY or (self is Schedule.FIXED) == capabilities.forfeits_are_meetings


@dataclass(frozen=True, kw_only=True, slots=True)
class TieBreakInfo:
    """`short` is the column's code in tables and files, for instance Buchholz-1, or marked; other texts are marked."""

    name: str
    short: str
    summary: str
    """For whoever chooses: one sentence that says who stands higher by it."""
    legend: str
    """For whoever reads a table: what the number is."""
    higher_is_better: bool = True
    family: Family = Family.OTHER
    schedule: Schedule = Schedule.ANY
    """Elsewhere it is not offered."""
    is_other_points: bool = False
    """Of teams, the points that do not rank: its column is headed as theirs."""


@runtime_checkable
class TieBreak(Protocol):
    """A configured tie-break: a frozen dataclass whose fields are its options, whose module name is its code."""

    @property
    def info(self) -> TieBreakInfo:
        """Depends on the options: cut 1 is called Buchholz-1."""
        ...

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        """A value for each of `tied`, with the terms it is made of."""
        ...


@runtime_checkable
class RepeatableTieBreak(TieBreak, Protocol):
    """A tie-break that may stand in a list more than once: each time it may part others."""

    def repeated(self, turn: int) -> TieBreak:
        """The same for the second time, the third, …: its column has a code of its own."""
        ...


@runtime_checkable
class NotingTieBreak(TieBreak, Protocol):
    """A tie-break that can have a reason to say nothing at all."""

    def notes(self, record: Record) -> tuple[Reason, ...]:
        """For above the table, which leaves its column out."""
        ...
