"""Cup (knock-out): who loses is out; drawn by lot each round, or by a tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Final

from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.protocols import (
    Capabilities,
    NumberedBy,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TeamDefaults,
    TieBreak,
    pairing_system,
)
from tournaments.pairing.search.last_resort import refuse_finished
from tournaments.pairing.systems.cup import rules
from tournaments.pairing.systems.cup.bracket import bracket_by_lots, bracket_drawn_once, matches_to_come, winner_of
from tournaments.pairing.systems.cup.drawing import passes_among, rounds_of
from tournaments.pairing.systems.cup.match_deciding import STEP_NAMES, MatchSteps, read_steps, refuse_undecided
from tournaments.pairing.systems.cup.matches import (
    PLAIN,
    CupCourse,
    MatchRules,
    course_of,
    endings_of,
    field_of,
    has_left,
)
from tournaments.pairing.systems.cup.rounds import (
    CupColours,
    CupDraw,
    FreeTo,
    Setup,
    ThirdPlace,
    bracket_field,
    late_boards,
    lucky_in,
    may_come_back,
    paired_round,
    third_place_match,
)
from tournaments.pairing.systems.cup.seeds import power_of_two
from tournaments.pairing.types.knockout import Bracket, BracketPlace, Match, MatchEnding, NotPlayed
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import (
    OptionError,
    boolean,
    choice,
    fine_print,
    integer,
    nullable_integer,
    of_files,
    text,
)
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, Pin, Player, Reason
from tournaments.pairing.types.snapshot import Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Row, Table, Term
from tournaments.pairing.types.translation import gettext_noop as _

PLACE = Column(
    code="place",
    short=_("Place"),
    name=_("Place"),
    legend=_("By the round in which somebody lost; all who lost in one round share a place"),
    kind=ColumnKind.NUMBER,
    priority=2,
    lower_is_better=True,
)
WON = Column(
    code="points",
    short=_("Rounds"),
    name=_("Rounds won"),
    legend=_("Ties won and byes"),
    priority=1,
)
_ONE: Final = Fraction(1)
_NOTHING: Final = Fraction(0)


class Consolation(StrEnum):
    """What those who are out play."""

    NONE = "none"
    FIRST_ROUND = "first_round"
    ALL = "all"


class Absent(StrEnum):
    """What is proposed at a round's last date, where a tie was not played."""

    DIRECTOR = "director"
    OTHER_ADVANCES = "other_advances"
    LOT = "lot"
    BOTH_OUT = "both_out"


_DEFAULT_DECIDE: Final = read_steps("blitz(2, 5), armageddon(6, 5)") or MatchSteps(())
_DECIDE_OF_TEAMS: Final = read_steps("board_weights, bottom_out, blitz_match(1), lot") or MatchSteps(())


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class Cup:
    """Who loses a tie is out; with n entrants and B the smallest power of two that reaches n, B − n have a free pass in
    the first round. Drawn by lot after each round, or a tree drawn once: neighbours meet, winners of neighbours meet.

    A tie is one game or two; a draw is decided by a list of steps, worked off until somebody is ahead. Those that need
    no further game the machine works off itself, of teams also those on the boards of the match; the others wait for
    the director. Whoever leaves loses a tie that is open. Places go by the round of the loss.
    """

    step_names: ClassVar[Mapping[str, str]] = STEP_NAMES
    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Cup"),
        summary=_("Knock-out: the loser of a tie is out. Drawn by lot each round, or a tree drawn once."),
        source=_("Club rules"),
        presets={
            "usual": {},
            "nl": {"decide": "blitz(2, 5), sudden(5), lot"},
            "de": {"decide": "rapid(1, 15), sudden(5)"},
            "dk": {"decide": "lower"},
            "long": {"decide": "rapid(2, 15), armageddon(15, 12)"},
        },
        preset_names={
            "usual": _("Two blitz games, then Armageddon"),
            "nl": _("Blitz, then sudden death, then the lot"),
            "de": _("A rapid game, then sudden death"),
            "dk": _("The lower rated player goes through"),
            "long": _("Two rapid games, then Armageddon"),
        },
        of_teams=TeamDefaults(options={"decide": _DECIDE_OF_TEAMS}),
        without_tie_breaks=_("The later a player loses, the higher the place; tie-breaks decide nothing."),
    )

    draw: CupDraw = choice(
        CupDraw.EACH_ROUND,
        label=_("Opponents"),
        choices={
            CupDraw.EACH_ROUND: _("By lot after each round"),
            CupDraw.BRACKET: _("A tree, places by rating"),
            CupDraw.BRACKET_LOT: _("A tree, places by lot"),
        },
    )
    seeded: int = integer(0, minimum=0, maximum=256, label=_("Seeded by rating"), help=_("With a tree: 0, 2, 4, 8 …"))
    free_to: FreeTo = choice(
        FreeTo.LOT,
        label=_("Byes"),
        choices={
            FreeTo.LOT: _("By lot"),
            FreeTo.BEST: _("To the highest ratings"),
            FreeTo.FINALISTS: _("To last year's finalists, entered first"),
        },
    )
    fill_to: int | None = fine_print(
        nullable_integer(
            None,
            minimum=2,
            label=_("Players left after the byes"),
            help=_(
                "A power of two, such as 16. Until then as many ties as possible. Empty: all byes in the first round."
            ),
        )
    )
    games: int = integer(1, minimum=1, maximum=2, label=_("Games of a tie"))
    final_games: int = integer(1, minimum=1, maximum=2, label=_("Games of the final"))
    colours: CupColours = choice(
        CupColours.FIRST_DRAWN,
        label=_("White in the first game"),
        choices={
            CupColours.FIRST_DRAWN: _("The player drawn first"),
            CupColours.LOT: _("By lot"),
            CupColours.LOWER_SEED: _("The lower seed"),
            CupColours.BALANCE: _("The player who has had White fewer times"),
        },
    )
    decide: MatchSteps = text(
        _DEFAULT_DECIDE,
        parse=read_steps,
        label=_("After a draw"),
        help=_("Steps such as blitz(2, 5), armageddon(6, 5), lower or lot, worked off until somebody is ahead."),
    )
    decide_final: MatchSteps | None = text(
        None, parse=read_steps, nullable=True, label=_("After a draw in the final"), help=_("Empty: as in other ties.")
    )
    third_place: ThirdPlace = choice(
        ThirdPlace.NONE,
        label=_("Third place"),
        choices={
            ThirdPlace.NONE: _("It is shared"),
            ThirdPlace.GAME: _("It is played for"),
            ThirdPlace.CONSOLATION: _("Goes to the winner of the losers' cup"),
        },
    )
    consolation: Consolation = choice(
        Consolation.NONE,
        label=_("Players knocked out"),
        choices={
            Consolation.NONE: _("They do not play on"),
            Consolation.FIRST_ROUND: _("Those knocked out in the first round play a cup of their own"),
            Consolation.ALL: _("They join the evening's tournament"),
        },
        help=_(
            "Choose the evening's tournament under “Name, season and rounds”. You then get suggestions for "
            "whom to enter there."
        ),
    )
    carry_points: bool = of_files(boolean(False, label=_("There the games of the cup count")))
    counts_in: str | None = of_files(
        text(None, parse=str.strip, nullable=True, label=_("Games count too in the tournament"))
    )
    absent: Absent = choice(
        Absent.DIRECTOR,
        label=_("A tie not played by its last date"),
        choices={
            Absent.DIRECTOR: _("The director decides"),
            Absent.OTHER_ADVANCES: _("If one was away, the other goes through"),
            Absent.LOT: _("If one was away, the other goes through; if both were, lots are drawn"),
            Absent.BOTH_OUT: _("If one was away, the other goes through; if both were, both are out"),
        },
        help=_("Suggested to the director; nothing is decided automatically."),
    )
    lucky_loser: bool = boolean(False, label=_("If nobody takes a place, one of the losers is drawn for it"))
    auto_enter: bool = boolean(
        False,
        label=_("All members are in unless they say no"),
        help=_("Active members are entered when this is chosen, and once more when round 1 is opened."),
    )

    def __post_init__(self) -> None:
        if self.seeded and power_of_two(self.seeded) != self.seeded:
            raise OptionError("seeded", _("{option} is {given}, but must be 0 or a power of two."), given=self.seeded)
        if self.fill_to is not None and power_of_two(self.fill_to) != self.fill_to:
            raise OptionError("fill_to", _("{option} is {given}, but must be a power of two."), given=self.fill_to)
        refuse_undecided("decide", self.decide)
        if self.decide_final is not None:
            refuse_undecided("decide_final", self.decide_final)

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        """In a tree a number is a seed; the best are seeded, the others drawn."""
        numbers = sorted(entrant.number for entrant in entrants)
        drawn = lots.sort("number", numbers)
        ratings = {entrant.number: entrant.rating or 0 for entrant in entrants}
        by_rating = sorted(drawn, key=lambda number: -ratings[number])
        if self.draw is CupDraw.BRACKET and not self.seeded:
            return tuple(by_rating)
        ahead: Iterable[PlayerId] = by_rating[: self.seeded] if self.draw is not CupDraw.EACH_ROUND else ()
        if self.draw is CupDraw.EACH_ROUND and self.free_to is FreeTo.FINALISTS:
            ahead = numbers[:2]
        first = tuple(ahead)
        return (*first, *(number for number in drawn if number not in first))

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        return paired_round(self._setup(), snapshot, self._course(snapshot), self._consolation(snapshot), pinned)

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        course = self._course(snapshot)
        stay = [player for player in course.still_in if not has_left(snapshot, player)]
        return snapshot.all_played or (bool(snapshot.rounds) and len(stay) <= 1)

    def _setup(self) -> Setup:
        return Setup(
            draw=self.draw,
            free_to=self.free_to,
            fill_to=self.fill_to if self.draw is CupDraw.EACH_ROUND else None,
            colours=self.colours,
            third_place=self.third_place,
            lucky_loser=self.lucky_loser,
            rules=self._match_rules(),
        )

    def _match_rules(self) -> MatchRules:
        return MatchRules(
            games=self.games,
            decide=self.decide,
            final_games=max(self.games, self.final_games),
            decide_final=self.decide_final or self.decide,
            in_step=self.draw is CupDraw.EACH_ROUND,
        )

    def _course(self, snapshot: TournamentSnapshot) -> CupCourse:
        return course_of(snapshot, self._match_rules(), field_of(snapshot))

    def _consolation(self, snapshot: TournamentSnapshot) -> CupCourse | None:
        """The cup of those who lost in the first round."""
        if self.consolation is not Consolation.FIRST_ROUND or not snapshot.rounds:
            return None
        losers = self._course(snapshot).lost_in(1)
        return course_of(snapshot, self._match_rules(), losers, first_round=2)

    def in_numbers(self, size: int) -> Reason:
        """One worked line: what so many entrants come to."""
        passes = passes_among(size, self._setup().fill_to)
        ties = size - 1 + (self.third_place is ThirdPlace.GAME and size > 3)
        rounds = rounds_of(size, self._setup().fill_to)
        return rules.IN_NUMBERS.reason(size=size, passes=passes, rounds=rounds, ties=ties)

    # Ties

    def matches(self, snapshot: TournamentSnapshot) -> tuple[Match, ...]:
        course, second_cup = self._course(snapshot), self._consolation(snapshot)
        third = third_place_match(snapshot, course, self._match_rules())
        beside = [*(second_cup.matches if second_cup else ()), *([third] if third else [])]
        found = {(tie.round_number, tie.board): tie for tie in (*beside, *course.matches)}
        return tuple(found[place] for place in sorted(found))

    def endings(self, snapshot: TournamentSnapshot, tie: Match) -> tuple[MatchEnding, ...]:
        return endings_of(snapshot, tie, self._match_rules())

    def known_since(self, snapshot: TournamentSnapshot) -> Mapping[int, tuple[PairedBoard, ...]]:
        if self.draw is CupDraw.EACH_ROUND:
            return {}
        return late_boards(self._setup(), snapshot, self._course(snapshot))

    def if_not_played(self, snapshot: TournamentSnapshot, tie: Match, away: AbstractSet[PlayerId]) -> NotPlayed | None:
        if self.absent is Absent.DIRECTOR or not tie.is_open or not away & tie.players:
            return None
        if not away >= tie.players:
            [gone] = away & tie.players
            other = tie.opponent(gone)
            return NotPlayed(winner=other, reason=rules.ONE_AWAY.reason(player=Player(gone), other=Player(other)))
        if self.absent is Absent.LOT:
            lots = Lots(snapshot.seed, tie.round_number)
            [winner, loser] = lots.sort("absent", (tie.white, tie.black))
            reason = rules.BOTH_AWAY_LOT.reason(player=Player(winner), other=Player(loser))
            return NotPlayed(winner=winner, reason=reason, is_by_lot=True)
        if self.absent is Absent.BOTH_OUT:
            rule = rules.BOTH_AWAY_LUCKY if self.lucky_loser else rules.BOTH_AWAY_OUT
            return NotPlayed(winner=None, reason=rule.reason(white=Player(tie.white), black=Player(tie.black)))
        return None

    def brackets(self, snapshot: TournamentSnapshot) -> tuple[Bracket, ...]:
        course, second_cup = self._course(snapshot), self._consolation(snapshot)
        rounds = self._bracket_rounds(snapshot, course)
        stay = {player for player in snapshot.by_number if not has_left(snapshot, player)}
        main = Bracket(
            first_round=1,
            rounds=rounds,
            to_come=() if self.draw is not CupDraw.EACH_ROUND else self._to_come(snapshot, course, len(rounds)),
            third_place=third_place_match(snapshot, course, self._match_rules()),
            winner=winner_of(course, stay),
        )
        if second_cup is None or not second_cup.players or len(snapshot.rounds) < 2:
            return (main,)
        beside = bracket_by_lots(second_cup, 2, len(snapshot.rounds))
        return (main, Bracket(first_round=2, rounds=beside, winner=winner_of(second_cup, stay)))

    def _bracket_rounds(self, snapshot: TournamentSnapshot, course: CupCourse) -> tuple[tuple[BracketPlace, ...], ...]:
        if self.draw is CupDraw.EACH_ROUND:
            return bracket_by_lots(course, 1, len(snapshot.rounds))
        return bracket_drawn_once(snapshot, course, bracket_field(snapshot, course), lucky_in(self._setup(), snapshot))

    def _to_come(self, snapshot: TournamentSnapshot, course: CupCourse, drawn: int) -> tuple[int, ...]:
        left = len(course.still_in) - len({tie for tie in course.open_matches if tie.round_number == drawn})
        return matches_to_come(left, self.fill_to)

    def _knocked_out(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, int]:
        """But for those who have something to play yet: for third place, in the losers' cup, or in a free place."""
        course, second_cup = self._course(snapshot), self._consolation(snapshot)
        waiting = set(second_cup.still_in) if second_cup is not None else set()
        waiting.update(may_come_back(self._setup(), snapshot, course))
        return {player: tie.round_number for player, tie in course.out.items() if player not in waiting}

    # Tables

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        course = self._course(snapshot)
        listed = [entrant.number for entrant in snapshot.listed()]
        places = self._places(snapshot, course, [player for player in listed if player in course.players])
        rows = [
            Row(
                rank=places.get(player, len(places) + 1),
                player=player,
                cells={
                    PLACE.code: Cell(value=places.get(player)),
                    WON.code: Cell(
                        value=Fraction(course.survived.get(player, 0)),
                        explain=lambda player=player: _terms(snapshot, course, player),  # type: ignore[misc]
                    ),
                },
                withdrawn=has_left(snapshot, player),
                unplaced_above=0 if player in places else None,
            )
            for player in sorted(listed, key=lambda each: (places.get(each, len(places) + 1), each))
        ]
        return Table(after_round=len(snapshot.rounds), columns=(PLACE, WON), rows=tuple(rows), ranked_by=PLACE.code)

    def _places(
        self, snapshot: TournamentSnapshot, course: CupCourse, players: Sequence[PlayerId]
    ) -> Mapping[PlayerId, int]:
        """Of those in the cup: 1, 2, 3, 3, 5; before any round by number."""
        if not snapshot.rounds:
            return {player: place for place, player in enumerate(sorted(players), start=1)}
        keys = {player: 2 * course.survived.get(player, 0) for player in players}
        third = third_place_match(snapshot, course, self._match_rules())
        if self.third_place is ThirdPlace.GAME and third is not None and third.winner is not None:
            keys[third.winner] += 1
        second_cup = self._consolation(snapshot)
        if self.third_place is ThirdPlace.CONSOLATION and second_cup is not None:
            last = [player for player in second_cup.still_in if player in keys]
            rounds = rounds_of(len(course.players), self.fill_to)
            if len(last) == 1 and len(snapshot.rounds) >= rounds:
                keys[last[0]] = 2 * (rounds - 2) + 1
        values = sorted(keys.values(), reverse=True)
        return {player: values.index(key) + 1 for player, key in keys.items()}

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        found = []
        for count in range(len(snapshot.rounds) + 1):
            then = snapshot.after(count)
            survived = self._course(then).survived
            found.append({each.number: Fraction(survived.get(each.number, 0)) for each in then.listed()})
        return found

    # What it says of itself

    def settings(self) -> tuple[Reason, ...]:
        return tuple(self._said())

    def _said(self) -> Iterable[Reason]:
        yield {
            CupDraw.EACH_ROUND: rules.EACH_ROUND,
            CupDraw.BRACKET: rules.TREE_BY_RATING,
            CupDraw.BRACKET_LOT: rules.TREE_BY_LOT,
        }[self.draw].reason()
        if self.seeded and self.draw is not CupDraw.EACH_ROUND:
            yield rules.SEEDED.reason(count=self.seeded)
        if self.draw is CupDraw.EACH_ROUND:
            yield {
                FreeTo.LOT: rules.PASSES_LOT,
                FreeTo.BEST: rules.PASSES_BEST,
                FreeTo.FINALISTS: rules.PASSES_FINALISTS,
            }[self.free_to].reason()
            if self.fill_to is not None:
                yield rules.FILLED.reason(count=self.fill_to)
        yield (rules.ONE_GAME if self.games == 1 else rules.TWO_GAMES).reason()
        if self.final_games > self.games:
            yield rules.FINAL_OF_TWO.reason()
        yield from (step.reason() for step in self.decide.steps)
        if self.decide_final is not None:
            yield rules.FINAL_OWN.reason()
            yield from (step.reason() for step in self.decide_final.steps)
        if self.third_place is not ThirdPlace.NONE:
            is_game = self.third_place is ThirdPlace.GAME
            yield (rules.THIRD_PLACE if is_game else rules.THIRD_BY_CONSOLATION).reason()
        if self.consolation is not Consolation.NONE:
            is_cup = self.consolation is Consolation.FIRST_ROUND
            yield (rules.SECOND_CUP if is_cup else rules.LOSERS_ELSEWHERE).reason()
        if self.carry_points:
            yield rules.POINTS_CARRIED.reason()
        at_the_date = {  # not all: where the director decides there is nothing to say
            Absent.OTHER_ADVANCES: rules.ABSENT_OTHER,
            Absent.LOT: rules.ABSENT_LOT,
            Absent.BOTH_OUT: rules.ABSENT_OUT,
        }
        if self.absent in at_the_date:
            yield at_the_date[self.absent].reason()
        if self.lucky_loser:
            yield rules.LUCKY.reason()
        if self.auto_enter:
            yield rules.EVERYBODY.reason()

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=PLAIN,
            limits=PairLimits(gap=0),  # the lot may draw two again, in the cup of those who lost
            rounds=RoundCount(
                kind=RoundCountKind.FOLLOWS, of_field=lambda players: rounds_of(players, self._setup().fill_to)
            ),
            numbered_by=(NumberedBy.RATING if self.draw is CupDraw.BRACKET and not self.seeded else NumberedBy.LOT),
            half_byes=HalfByeLimits(allowed=0),
            several_without_a_game=True,
            postpones=True,
            forfeits_are_meetings=True,
            heeds_forbidden=self.draw is CupDraw.EACH_ROUND,
            counts_absentees=True,
            knocks_out=self._knocked_out,
            losers_play_on=self.consolation is Consolation.ALL,
            enters_everybody=self.auto_enter,
            games_of_matches=self._match_rules().final_games,
            is_sum_of_rounds=False,
            shares_places=True,
        )


def _terms(snapshot: TournamentSnapshot, course: CupCourse, player: PlayerId) -> tuple[Term, ...]:
    """A round each."""
    ties = {tie.round_number: tie for tie in course.matches if player in tie.players}
    return tuple(_term(course, player, played.number, ties.get(played.number)) for played in snapshot.rounds)


def _term(course: CupCourse, player: PlayerId, number: int, tie: Match | None) -> Term:
    if tie is None:
        if (number, player) in course.passed:
            return Term(reason=rules.PASSED.reason(round=number), amount=_ONE)
        return Term(reason=rules.NO_TIE.reason(round=number), amount=_NOTHING)
    if tie.is_open:
        rule = rules.OPEN
    elif tie.winner is None:
        rule = rules.NO_WINNER
    else:
        rule = rules.WON if tie.winner == player else rules.LOST
    reason = rule.reason(round=number, opponent=Player(tie.opponent(player)))
    return Term(reason=reason, amount=_ONE if tie.winner == player else _NOTHING)
