"""The evening as a value: what the round's state lets the director see and do."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import assert_never

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    ODD_BYES,
    PUBLIC_STATES,
    Action,
    Attendance,
    Mark,
    MayReport,
    Round,
    RoundState,
    Tournament,
    User,
)
from tournaments.pages.calendar.attendance_settings import waiting_in_words
from tournaments.pages.common.charts.score_groups import ScoreGroups, Seats, score_groups
from tournaments.pages.common.undo_bar import UndoBar, undo_bar
from tournaments.pages.common.wording import EXACT, Names, explained, parted_notes
from tournaments.pages.evening.boards import BoardRow, BoardSide, WithoutBoardRow, board_rows, without_board_rows
from tournaments.pages.evening.check_in import CheckIn, check_in, here_again
from tournaments.pages.evening.match_lines import EnteredMatches
from tournaments.pages.evening.missing_players import expected_in_words, missing_players
from tournaments.pages.evening.own_games import OwnGameRow, own_games
from tournaments.pages.evening.parity import Parity, parity, parity_text
from tournaments.pages.evening.shared_boards import OfferedGames, also_in, offered_games, set_boards
from tournaments.pages.evening.tonights_games import TonightsGames, tonights_games
from tournaments.pages.rounds.matches import known_matches, matches_in_words
from tournaments.pages.setup.settings import basics_of
from tournaments.pages.standings.correction_impact import damage_of_draft
from tournaments.pages.standings.round_context import RoundContext, round_context_ahead, round_context_of, rounds_of
from tournaments.pages.standings.standings import StandingsLink
from tournaments.pairing.protocols import AcceleratingSystem, ExplainingSystem
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import NextRound, PlayedRound, PlayerId, Result, TournamentSnapshot
from tournaments.selectors.availability import KnownResponse, as_unmarked
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.evenings import is_waiting
from tournaments.selectors.misfits import Misfit, forbidden_since, misfit
from tournaments.selectors.result_reports import reported
from tournaments.selectors.shared_games import guests_of
from tournaments.selectors.snapshots import configured_system, knew_the_plan, mark_in, next_round_of, owing, presence_in


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundView:
    """One round in its state; only the newest one can still be open or drafted."""

    number: int
    state: RoundState
    revision: int
    date: datetime.date | None
    started_at: datetime.datetime | None
    is_newest: bool
    is_evening_over: bool
    is_to_come: bool = False
    """Published with the whole plan; its evening is not opened yet."""
    is_planned: bool = False
    """Who meets whom was known from the start: there is nobody to be put on a board, and no guest."""
    check_in: CheckIn
    parity: Parity
    boards: tuple[BoardRow, ...] = ()
    without_board: tuple[WithoutBoardRow, ...] = ()
    added: Mapping[PlayerId, Fraction] = field(default_factory=dict)
    """To whose points more is added for the pairing of the draft alone."""
    notes: tuple[str, ...] = ()
    """What of the rules was not kept."""
    remarks: tuple[str, ...] = ()
    known_matches: tuple[str, ...] = ()
    """In a tree, who has no board yet and could have one."""
    waiting: str = ""
    """When the waiting time ends."""
    again: int = 0
    """How many were here in the round before, on this same evening, take part, and are not marked yet."""
    expected: int = 0
    """How many are expected and not marked yet."""
    misfits: tuple[str, ...] = ()
    """Why the draft no longer fits those who are here."""
    corrected: str = ""
    """What a correction since would make of the draft."""
    says_more: bool = False
    """The system says more of the boards of the draft than is kept with them, and that may take a moment."""

    tonights_games: TonightsGames | None = None
    """Of a plan: which can be played."""
    own_games: tuple[OwnGameRow, ...] = ()
    """For the club's team, where their absence pays by the result."""
    offered_games: OfferedGames | None = None
    """While people check in: what of a cup could be played here tonight; None where no cup's games count here."""
    may_be_reported: bool = False
    """By the players."""

    @property
    def agreed(self) -> Mapping[int, Result]:
        """What both at a board report, by game: all of it is entered with one tap."""
        said = {row.game: row.reported for row in self.boards if row.reported is not None}
        return {game: each.result for game, each in said.items() if each.is_agreed and each.result is not None}

    @property
    def own_games_known(self) -> int:
        """How many of those in team matches our teams know the result of, and nobody has entered here."""
        return sum(bool(each.known) for each in self.own_games)

    @property
    def is_open(self) -> bool:
        return self.state is RoundState.OPEN

    @property
    def is_drafted(self) -> bool:
        return self.state is RoundState.DRAFTED

    @property
    def is_public(self) -> bool:
        return self.state in PUBLIC_STATES

    @property
    def is_finished(self) -> bool:
        """Its table is published."""
        return self.state is RoundState.FINISHED

    @property
    def screen(self) -> str:
        """What the rows of this page look like: a tap made on another screen, or one that ends the round, is answered
        with the whole page."""
        return "boards" if self.state is RoundState.PUBLISHED else self.state.value

    @property
    def score_groups(self) -> ScoreGroups | None:
        """Of the draft: who floats. Nothing where a game is worth what the opponent is worth."""
        sides = [side for row in self.boards for side in (row.white, row.black)]
        known = [side.standing for side in sides if side.standing is not None]
        if any(standing.worth is not None for standing in known) or not (known or self.added):
            return None
        seats = [
            Seats(board=row.board, white=self._paired_by(row.white), black=self._paired_by(row.black))
            for row in self.boards
        ]
        spelling = known[0].spelling if known else EXACT
        return score_groups(seats, spelling, is_accelerated=bool(self.added))

    def _paired_by(self, side: BoardSide) -> Fraction:
        """Nothing for whoever stood in no table yet, but what is added for the pairing."""
        points = (side.standing.points if side.standing else None) or Fraction(0)
        return points + self.added.get(side.number or 0, Fraction(0))

    @property
    def has_by_hand(self) -> bool:
        """Something stays where it is when the rest is paired again."""
        return any(row.is_by_hand for row in self.boards) or any(row.is_given for row in self.without_board)

    @property
    def can_be_moved(self) -> bool:
        """Somebody has not begun to play, in a round that is paired and not over."""
        if not self.is_newest or self.state not in {RoundState.DRAFTED, RoundState.PUBLISHED}:
            return False
        not_begun = any(not row.has_begun for row in self.boards)
        return not_begun or any(row.can_be_moved for row in self.without_board)

    @property
    def open_boards(self) -> tuple[int, ...]:
        return tuple(row.board for row in self.boards if row.is_open)

    @property
    def has_open_games(self) -> bool:
        """Awaited tonight or postponed."""
        return any(not row.has_result for row in self.boards)

    @property
    def takes_latecomers(self) -> bool:
        """Whether somebody can still come into the published round, or leave it before their board has begun."""
        return self.state is RoundState.PUBLISHED and not self.is_planned

    @property
    def before(self) -> int:
        """The number of the round before."""
        return self.number - 1

    @property
    def is_played_without_evening(self) -> bool:
        """Of a plan that hangs on the wall: its results came, and nobody had opened an evening for it."""
        return self.is_planned and self.is_finished and self.date is None and self.started_at is None

    @property
    def is_untouched(self) -> bool:
        """Published, and nothing has happened at the boards yet."""
        return (
            self.state is RoundState.PUBLISHED
            and self.started_at is None
            and not any(row.has_begun or row.is_postponed for row in self.boards)
        )

    @property
    def progress(self) -> str:
        """How many boards are still awaited."""
        waiting = len(self.open_boards)
        if waiting and self.is_to_come:
            return ngettext(
                "{count} game is scheduled for a later evening.",
                "{count} games are scheduled for a later evening.",
                waiting,
            ).format(count=waiting)
        level = sum(row.match is not None and row.match.waits for row in self.boards)
        if waiting == 0 and level:
            return ngettext(
                "{count} tie is level: say who goes through.", "{count} ties are level: say who goes through.", level
            ).format(count=level)
        if waiting == 0 and any(row.is_postponed for row in self.boards):
            return _("All results are in, except for the postponed games.")
        if waiting == 0:
            return _("All results are in.")
        if any(row.matches for row in self.boards):
            return ngettext("{count} match is still playing.", "{count} matches are still playing.", waiting).format(
                count=waiting
            )
        return ngettext("{count} board is still playing.", "{count} boards are still playing.", waiting).format(
            count=waiting
        )

    def board(self, game: int) -> BoardRow | None:
        return next((row for row in self.boards if row.game == game), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningPage:
    """`round` is None before the first round; `next_number` None when the last one is played or the season closed."""

    round: RoundView | None
    entered: int
    numbered: int
    rounds: tuple[StandingsLink, ...]
    planned_rounds: int | None
    next_number: int | None
    closed_season: str
    """Its name, where the season is closed: results can still be corrected."""
    undo_bar: UndoBar | None
    """What the bar says and takes back."""
    can_end: bool
    """The round shown can be made the last one."""
    directs: bool = True
    """A helper sees it all, and has the buttons for check-in and results."""
    schedule_from: int | None = None
    """The first round of a plan that waits to be published whole."""
    schedule_to: int | None = None
    """The last round of a plan that is published, and hangs ahead of its turn."""

    @property
    def newest(self) -> int | None:
        return self.rounds[-1].number if self.rounds else None

    @property
    def has_all_numbers(self) -> bool:
        return self.entered > 0 and self.numbered == self.entered

    @property
    def can_go_on(self) -> bool:
        """Whether the next round can be opened: the newest one is published and waits for no board."""
        if self.next_number is None or self.schedule_from is not None:
            return False
        if self.round is None:
            return self.has_all_numbers
        if self.round.is_to_come:
            return self.round.is_newest and bool(self.round.open_boards)
        return self.round.is_newest and self.round.is_public and not self.round.open_boards

    @property
    def can_publish_table(self) -> bool:
        """Whether the newest round waits for no board, and its table is not published yet."""
        return (
            self.round is not None
            and self.round.is_newest
            and self.round.state is RoundState.PUBLISHED
            and not self.round.open_boards
        )

    @property
    def can_publish_schedule(self) -> bool:
        """Whether all rounds that are left can be published at once."""
        if self.schedule_from is None or not self.directs or not self.has_all_numbers or self.closed_season:
            return False
        return self.round is None or (self.round.is_newest and self.round.is_public and not self.round.open_boards)

    @property
    def can_take_back_schedule(self) -> bool:
        return (
            self.schedule_to is not None
            and self.directs
            and not self.closed_season
            and self.round is not None
            and self.round.is_newest
            and self.round.is_untouched
        )

    @property
    def can_postpone_open(self) -> bool:
        """Some of the newest round have their results, others are waited for."""
        round = self.round
        if round is None or not self.directs or not round.is_newest or round.is_finished or round.is_to_come:
            return False
        return bool(round.open_boards) and not round.is_untouched and not self.closed_season

    @property
    def can_end_evening(self) -> bool:
        """Whether the newest round is published, and nobody has said yet that the evening is over."""
        return (
            self.directs
            and not self.closed_season
            and self.round is not None
            and self.round.is_newest
            and self.round.is_public
            and not self.round.is_to_come
            and not self.round.is_played_without_evening
            and not self.round.is_evening_over
        )

    @property
    def is_over(self) -> bool:
        """The last round is published, all its boards have a result, and no tie of it is level."""
        return (
            self.next_number is None
            and self.round is not None
            and self.round.is_newest
            and all(row.has_result for row in self.round.boards)
            and not any(row.match is not None and row.match.waits for row in self.round.boards)
        )


def evening_page(
    tournament: Tournament,
    number: int | None = None,
    *,
    helper: User | None = None,
    just_done: Action | None = None,
) -> EveningPage:
    """The round of that number, the newest one without; raises Round.DoesNotExist. For a director or for a helper.

    The number of queries does not depend on the number of players. The tournament is as just read, or as its own
    recording left it; `just_done` is the action of that.
    """
    rounds = rounds_of(tournament)
    context = _past_of_shown(tournament, number or len(rounds), rounds) if number is not None or rounds else None
    shown = _of_tournament(context.round, tournament) if context and context.round else None
    framed = round_context_of(tournament, len(rounds), rounds) if context and context.number > len(rounds) else context
    frame = framed.in_words("frame", lambda: _frame(tournament, framed)) if framed else _frame(tournament, None)
    next_number = _next_number(tournament, rounds, framed)
    return EveningPage(
        round=_round_view(shown, context, just_done, newest=len(rounds)) if shown and context else None,
        entered=frame.entered,
        numbered=frame.numbered,
        rounds=frame.rounds,
        planned_rounds=tournament.planned_rounds,
        next_number=next_number,
        schedule_from=next_number if frame.is_published_whole and frame.planned <= len(rounds) else None,
        schedule_to=frame.planned if frame.planned > len(rounds) or (shown and is_waiting(tournament, shown)) else None,
        closed_season="" if tournament.season.is_open else tournament.season.name,
        undo_bar=undo_bar(
            tournament,
            frame.names,
            of_round=shown.number if shown and shown.number < len(rounds) else None,
            helper=helper,
            just_done=just_done,
        ),
        can_end=helper is None and shown is not None and frame.can_end_after == shown.number,
        directs=helper is None,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Frame:
    """What no tap in the round changes. `names` are by player."""

    entered: int
    numbered: int
    names: Mapping[int, DisplayName]
    rounds: tuple[StandingsLink, ...]
    can_end_after: int | None
    is_published_whole: bool
    """All rounds at once."""
    planned: int
    """How many rounds are there, those ahead of their turn too."""


def _frame(tournament: Tournament, context: RoundContext | None) -> _Frame:
    entries = list(context.entries.values() if context else tournament.entries.select_related("player"))
    called = context.display_names if context else display_names_of_entries(entries)
    rounds = context.rounds if context else ()
    is_whole = (
        context.capabilities if context else configured_system(tournament).capabilities()
    ).rounds.published_at_once
    return _Frame(
        entered=len(entries),
        numbered=sum(entry.number is not None for entry in entries),
        names={entry.who: called[entry.pk] for entry in entries},
        rounds=_round_links(tournament, rounds, context.number if context else None),
        can_end_after=basics_of(tournament, rounds, len(entries)).can_end_after,
        is_published_whole=is_whole,
        planned=Round.with_ahead.filter(tournament=tournament).count() if is_whole else len(rounds),
    )


def _past_of_shown(tournament: Tournament, number: int, rounds: tuple[Round, ...]) -> RoundContext:
    """Raises Round.DoesNotExist."""
    if 1 <= number <= len(rounds):
        return round_context_of(tournament, number, rounds)
    return round_context_ahead(tournament, number)


def _of_tournament(found: Round, tournament: Tournament) -> Round:
    shown = copy(found)
    shown.tournament = tournament
    return shown


def _round_links(tournament: Tournament, rounds: Sequence[Round], shown: int | None) -> tuple[StandingsLink, ...]:
    """The newest round stands at the evening's own address."""
    club, slug = tournament.club.slug, tournament.slug
    return tuple(
        StandingsLink(
            number=each.number,
            url=reverse("evening", args=[club, slug])
            if each is rounds[-1]
            else reverse("evening_round", args=[club, slug, each.number]),
            is_shown=each.number == shown,
        )
        for each in rounds
    )


def _next_number(tournament: Tournament, rounds: Sequence[Round], context: RoundContext | None) -> int | None:
    """That of the round to be opened next; of one that is published already, where its evening is still to come."""
    if not tournament.season.is_open:
        return None
    if rounds and is_waiting(tournament, rounds[-1]):
        return len(rounds)
    following = len(rounds) + 1
    if tournament.planned_rounds is not None:
        return None if following > tournament.planned_rounds else following
    return None if context and _has_played_its_plan(context) else following


def _has_played_its_plan(context: RoundContext) -> bool:
    """Where the end follows from the field, and not from what is played."""
    if not context.capabilities.rounds.known_at_start:
        return False
    played = tuple(PlayedRound(number=each.number) for each in context.rounds)
    return context.system.is_finished(replace(context.snapshot, rounds=played))


def _round_view(shown: Round, context: RoundContext, just_done: Action | None, *, newest: int) -> RoundView:
    """`newest` is the number of the newest round whose turn has come."""
    tournament = shown.tournament
    attendances = context.rows(tournament.revision, just_done)
    words = {} if shown.is_public else context.responses(tournament, tournament.revision, just_done)
    unmarked = as_unmarked(tournament, shown, words)
    called, names = context.display_names, context.numbered
    checked_in = check_in(shown, attendances, called, context, words)
    state = RoundState(shown.state)
    is_paired = state is not RoundState.OPEN
    is_drafted = state is RoundState.DRAFTED
    notes = parted_notes(shown.notes)
    snapshot = context.snapshot
    if not shown.is_public:  # after that nobody is paired any more
        snapshot = replace(snapshot, next_round=_next_round(attendances, context, unmarked))
    ties = matches_in_words(tournament, shown.number, names) if shown.is_public else {}
    cups = context.once("cups", lambda: guests_of(tournament))
    presences = {} if is_paired else {row.entry_id: presence_in(row, unmarked) for row in attendances}
    pinned = set_boards(shown, context, presences)
    return RoundView(
        number=shown.number,
        state=state,
        revision=shown.revision,
        date=shown.date,
        started_at=shown.started_at,
        is_newest=shown.number == newest,
        is_evening_over=shown.over_at is not None,
        is_to_come=is_waiting(tournament, shown) or shown.number > newest,
        is_planned=context.capabilities.rounds.known_at_start,
        check_in=checked_in,
        parity=_parity(attendances, snapshot, context, state, checked_in, words, pinned),
        boards=board_rows(
            attendances,
            called,
            context.standings,
            names,
            context.spelling,
            said=reported(shown),
            ties=ties,
            also=also_in(shown, attendances, cups),
            matches=EnteredMatches(attendances=attendances, called=called, tournament=tournament, number=shown.number)
            if tournament.boards is not None and shown.is_public
            else None,
        )
        if is_paired
        else (),
        may_be_reported=shown.tournament.may_report != MayReport.OFF,
        again=0 if is_paired else here_again(shown, checked_in, context),
        expected=0 if is_paired else checked_in.expected,
        without_board=without_board_rows(
            attendances,
            called,
            snapshot,
            shown.number,
            names,
            context.spelling,
            out=context.eliminated,
            kinds=checked_in.offer.own_names,
        )
        if is_paired
        else (),
        own_games=own_games(attendances, called, context.capabilities, shown.date) if shown.is_public else (),
        added=_added(context, snapshot) if is_drafted else {},
        notes=explained(notes.relaxed, names, context.spelling),
        remarks=explained(notes.remarks, names, context.spelling),
        known_matches=known_matches(tournament, names)
        if shown.is_public and shown.number == context.rounds[-1].number
        else (),
        waiting=waiting_in_words(tournament, shown, context.rounds),
        tonights_games=tonights_games(shown, context, attendances, unmarked)
        if shown.number == newest and state is not RoundState.FINISHED
        else None,
        offered_games=offered_games(shown, context, attendances, unmarked, cups)
        if state is RoundState.OPEN and cups
        else None,
        corrected=damage_of_draft(shown, snapshot) if is_drafted else "",
        says_more=is_drafted and isinstance(context.system, ExplainingSystem),
        misfits=(
            *_misfits(attendances, context, unmarked),
            *(
                _("Must not meet each other any more: {names}.").format(
                    names=", ".join(sorted(map(names.__getitem__, pair)))
                )
                for pair in forbidden_since(shown, attendances, snapshot.forbidden_pairs, context.capabilities)
            ),
            *_other_plan(shown),
        )
        if is_drafted
        else (),
    )


def _added(context: RoundContext, snapshot: TournamentSnapshot) -> Mapping[PlayerId, Fraction]:
    return context.system.added_points(snapshot) if isinstance(context.system, AcceleratingSystem) else {}


def _next_round(attendances: Iterable[Attendance], context: RoundContext, unmarked: Mapping[int, Mark]) -> NextRound:
    marks = {row.entry.number: mark_in(row, unmarked) for row in attendances if row.entry.number is not None}
    silent = context.capabilities.scoring.default_absence
    return next_round_of(marks, context.snapshot.entrants, silent, owing(context.entries.values()))


def _parity(
    attendances: Sequence[Attendance],
    snapshot: TournamentSnapshot,
    context: RoundContext,
    state: RoundState,
    checked_in: CheckIn,
    words: Mapping[int, KnownResponse],
    pinned: Sequence[PinnedBoard],
) -> Parity:
    if state is RoundState.OPEN:
        here = _here(snapshot, context)
        present = sum(place.is_here and not place.is_out for place in checked_in.places)
        found = parity(here, context.system, snapshot, context.numbered, pinned=pinned, are_all_there=here == present)
        waiting = missing_players(checked_in, words, context.number, context.usually_here if present else frozenset())
        is_odd = len(found.sitting_out) == 1 and here % 2 == 1 and not context.capabilities.several_without_a_game
        return replace(found, radar=expected_in_words(waiting, words, context.display_names, is_odd=is_odd))
    return _parity_of_draft(attendances, snapshot, context.numbered) if state is RoundState.DRAFTED else Parity(text="")


def _here(snapshot: TournamentSnapshot, context: RoundContext) -> int:
    """How many would be paired now."""
    asked = snapshot.next_round
    away = {each.player for each in asked.absences} | {each.player for each in asked.byes} | context.eliminated.keys()
    return sum(context.entries[key].number not in away for key in context.taking_part)


def _parity_of_draft(attendances: Sequence[Attendance], snapshot: TournamentSnapshot, names: Names) -> Parity:
    sitting_out = [row.entry.number for row in attendances if row.bye in ODD_BYES and row.entry.number is not None]
    playing = sum(row.game_id is not None or row.bye in ODD_BYES for row in attendances)
    return Parity(text=parity_text(playing, sitting_out, snapshot, names))


def _misfits(attendances: Sequence[Attendance], context: RoundContext, unmarked: Mapping[int, Mark]) -> tuple[str, ...]:
    found: dict[Misfit, list[DisplayName]] = {}
    for row in attendances:
        takes_part = row.entry_id in context.taking_part and row.entry.number not in context.eliminated
        wrong = misfit(row, presence_in(row, unmarked), context.capabilities, takes_part=takes_part)
        if wrong is not None:
            found.setdefault(wrong, []).append(context.display_names[row.entry_id])
    return tuple(_misfits_in_words(kind, ", ".join(sorted(found[kind]))) for kind in Misfit if kind in found)


def _misfits_in_words(kind: Misfit, names: str) -> str:
    match kind:
        case Misfit.NO_PLACE:
            return _("Here, but not in this draft: {names}.").format(names=names)
        case Misfit.NOT_HERE:
            return _("In this draft, but not here: {names}.").format(names=names)
        case Misfit.BYE_NOT_ASKED_FOR:
            return _("Have a bye but no longer want it: {names}.").format(names=names)
        case Misfit.BYE_NOT_GIVEN:
            return _("Want a bye but do not have it yet: {names}.").format(names=names)
    assert_never(kind)


def _other_plan(shown: Round) -> tuple[str, ...]:
    return () if knew_the_plan(shown) else (_("The number of planned rounds has changed since it was made."),)
