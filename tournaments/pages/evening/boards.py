"""The boards of a round, and those who sit out, for the director."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import ODD_BYES, Attendance, Bye, Game, Mark, Presence
from tournaments.pages.common.absence_kinds import mark_in_words
from tournaments.pages.common.game_day import own_day
from tournaments.pages.common.result_words import FORFEITS, OVER_THE_BOARD, RESULT_TEXTS, RESULT_WORDS, ResultChoice
from tournaments.pages.common.wording import Names, Spelling, sentences
from tournaments.pages.evening.match_lines import EnteredMatch, EnteredMatches
from tournaments.pages.evening.shared_boards import AlsoIn
from tournaments.pages.rounds.matches import MatchWords
from tournaments.pages.standings.ranks_before import RankBefore
from tournaments.pairing.opponents.fixed_pairings import OVERRULED
from tournaments.pairing.teams.board_signs import match_score
from tournaments.pairing.types.snapshot import AbsenceCode, Colour, PlayerId, Result, TournamentSnapshot
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.result_reports import PlayerReport, Reported
from tournaments.selectors.snapshots import has_given_bye

BYE_WORDS = {
    Bye.PAIRING: pgettext_lazy("odd number", "sits out"),
    Bye.UNPAID: pgettext_lazy("odd number", "sits out"),
    Bye.HALF: Presence.HALF_BYE.label,
    Bye.FULL: Presence.FULL_BYE.label,
    Bye.ZERO: Presence.ZERO_BYE.label,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardSide:
    """`entry` is the key; `standing` is from before the round; None for whoever stood in no table yet.

    `says`: what they report of the game while it is open.
    """

    entry: int
    number: int | None
    name: str
    rating: int | None
    standing: RankBefore | None
    says: str


@dataclass(frozen=True, kw_only=True)
class BoardReasons:
    """Reasons as they are kept: sentences only where somebody reads them, since a tap shows one row of sixty."""

    saved: Sequence[Mapping[str, Any]]
    names: Names
    spelling: Spelling

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        return sentences(self.saved, self.names, self.spelling)

    @cached_property
    def overruled(self) -> tuple[str, ...]:
        """Those that say what the director's choice does not keep."""
        overruled = [reason for reason in self.saved if reason["rule"] in OVERRULED]
        return sentences(overruled, self.names, self.spelling)

    @property
    def other_reasons(self) -> tuple[str, ...]:
        return tuple(reason for reason in self.reasons if reason not in self.overruled)


class _WithReasons:
    """A row that says why it is as it is."""

    __slots__ = ()
    why: BoardReasons

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.why.reasons

    @property
    def overruled(self) -> tuple[str, ...]:
        return self.why.overruled

    @property
    def other_reasons(self) -> tuple[str, ...]:
        return self.why.other_reasons


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardRow(_WithReasons):
    game: int
    board: int
    white: BoardSide
    black: BoardSide
    result: Result
    is_postponed: bool
    own_day: str
    """Agreed for it or played on it, where it is not the round's."""
    is_by_hand: bool
    has_begun: bool
    """Nobody is moved from it any more."""
    why: BoardReasons
    reported: Reported | None = None
    """What the players say of it while it is open."""
    match: MatchWords | None = None
    """In a knock-out, who goes on from it."""
    also: AlsoIn | None = None
    """Where the game is one with a game of another tournament."""
    matches: EnteredMatches | None = None
    """Where teams play and the round is published: of the whole round."""

    @property
    def of_match(self) -> EnteredMatch | None:
        """Board by board."""
        return None if self.matches is None else self.matches.of(self.game)

    @property
    def is_open(self) -> bool:
        """Still to be waited for tonight."""
        return self.result is Result.OPEN and not self.is_postponed

    @property
    def has_not_begun(self) -> bool:
        """Whoever sits there can still leave it."""
        return not self.has_begun and not self.is_postponed

    @property
    def has_result(self) -> bool:
        return self.result is not Result.OPEN

    @property
    def result_text(self) -> str:
        return (
            pgettext("a game", "postponed") if self.is_postponed and not self.has_result else RESULT_TEXTS[self.result]
        )

    @property
    def result_words(self) -> str:
        return str(RESULT_WORDS[self.result])

    @property
    def choices(self) -> tuple[ResultChoice, ...]:
        return tuple(self._choice(result) for result in OVER_THE_BOARD)

    @property
    def forfeits(self) -> tuple[ResultChoice, ...]:
        return tuple(self._choice(result) for result in FORFEITS)

    def _choice(self, result: Result) -> ResultChoice:
        return ResultChoice(
            value=result.value,
            text=RESULT_TEXTS[result],
            words=str(RESULT_WORDS[result]),
            is_chosen=result is self.result,
            is_reported=self.reported is not None and self.reported.result is result,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class WithoutBoardRow(_WithReasons):
    """Somebody without a board: a bye or an absence, the word written out."""

    entry: int
    number: int | None
    name: str
    word: str
    is_bye: bool
    is_odd_one: bool
    """Sits out because of the odd number, or by the director's choice (`is_given`)."""
    is_given: bool
    is_free: bool
    """Here, with neither a board nor a bye."""
    is_withdrawn: bool
    is_out: bool
    """Has lost once too often."""
    why: BoardReasons

    @property
    def can_be_moved(self) -> bool:
        """Is here, without a board."""
        return self.is_free or self.is_odd_one


def board_rows(
    attendances: Iterable[Attendance],
    called: Mapping[int, DisplayName],
    standings: Mapping[PlayerId, RankBefore],
    names: Names,
    spelling: Spelling,
    *,
    said: Mapping[int, Reported],
    ties: Mapping[int, MatchWords],
    also: Mapping[int, AlsoIn],
    matches: EnteredMatches | None,
) -> tuple[BoardRow, ...]:
    """Attendances come with their games and entries. `said`: what players report, and `also`, where it counts too,
    by game; `ties` by board."""
    games: dict[int, Game] = {}
    sides: dict[tuple[int, str], BoardSide] = {}
    for row in attendances:
        if row.game is not None:
            games[row.game.pk] = row.game
            sides[row.game.pk, row.colour] = _side(row, called, standings, said.get(row.game.pk))
    return tuple(
        BoardRow(
            game=game.pk,
            board=game.board,
            white=sides[game.pk, Colour.WHITE],
            black=sides[game.pk, Colour.BLACK],
            result=Result(game.result),
            is_postponed=game.is_postponed,
            own_day=own_day(
                game.date,
                is_open=game.result == Result.OPEN.value,
                is_unplayed=game.unplayed,
                is_waited_for=not game.is_postponed,
            ),
            is_by_hand=game.by_hand,
            has_begun=game.has_begun,
            why=BoardReasons(saved=game.reasons, names=names, spelling=spelling),
            reported=said.get(game.pk),
            match=ties.get(game.board),
            also=also.get(game.pk),
            matches=matches,
        )
        for game in sorted(games.values(), key=lambda game: game.board)
    )


def without_board_rows(
    attendances: Iterable[Attendance],
    called: Mapping[int, DisplayName],
    snapshot: TournamentSnapshot,
    round_number: int,
    names: Names,
    spelling: Spelling,
    *,
    out: Collection[PlayerId],
    kinds: Mapping[AbsenceCode, str],
) -> tuple[WithoutBoardRow, ...]:
    """Who is free first, then byes, then the absent, those who are `out` last. Those who join later are not missed, nor
    is a guest of another evening."""
    rows = []
    for row in attendances:
        entrant = snapshot.by_number.get(row.entry.number or 0)
        if row.game_id is None and entrant is not None and entrant.joined_round <= round_number:
            withdrawn = entrant.is_away(round_number)
            if withdrawn and row.entry.is_guest:
                continue
            is_out = entrant.number in out and not withdrawn
            why = BoardReasons(saved=row.reasons, names=names, spelling=spelling)
            rows.append(_out_row(row, called, why, withdrawn=withdrawn, out=is_out, kinds=kinds))
    return tuple(sorted(rows, key=lambda row: (not row.is_free, not row.is_bye, row.is_out, row.number or 0)))


def _side(
    row: Attendance,
    called: Mapping[int, DisplayName],
    standings: Mapping[PlayerId, RankBefore],
    reported: Reported | None,
) -> BoardSide:
    entry = row.entry
    said = reported.by(row.colour) if reported else None
    return BoardSide(
        entry=entry.pk,
        number=entry.number,
        name=called[entry.pk],
        rating=entry.rating,
        standing=standings.get(entry.number or 0),
        says=_said_by(row, said),
    )


def _said_by(row: Attendance, said: PlayerReport | None) -> str:
    if said is not None:
        text = match_score(said.boards, None, None) if said.boards else RESULT_TEXTS[said.result]
        return _("reports {result}").format(result=text)
    if row.handed_in_at is not None and row.game is not None and not row.game.has_begun:
        return _("line-up handed in")
    return ""


def _out_row(
    row: Attendance,
    called: Mapping[int, DisplayName],
    why: BoardReasons,
    *,
    withdrawn: bool,
    out: bool,
    kinds: Mapping[AbsenceCode, str],
) -> WithoutBoardRow:
    is_free = not row.bye and Presence(row.presence).is_here and not withdrawn and not out
    return WithoutBoardRow(
        entry=row.entry_id,
        number=row.entry.number,
        name=called[row.entry_id],
        word=_bye_word(row) if row.bye else _word(row.mark, kinds, withdrawn=withdrawn, out=out),
        is_bye=bool(row.bye),
        is_odd_one=row.bye in ODD_BYES,
        is_given=has_given_bye(row),
        is_free=is_free,
        is_withdrawn=withdrawn,
        is_out=out,
        why=why,
    )


def _bye_word(row: Attendance) -> str:
    """A bye without points that nobody asked for is the plan's."""
    if row.bye == Bye.ZERO and row.presence != Presence.ZERO_BYE:
        return _("no opponent in this round")
    return str(BYE_WORDS[Bye(row.bye)])


def _word(mark: Mark, kinds: Mapping[AbsenceCode, str], *, withdrawn: bool, out: bool) -> str:
    if withdrawn:
        return pgettext("a player", "withdrawn")
    if out:
        return _("knocked out")
    if mark.presence.is_here:
        return str(mark.presence.in_public)
    return mark_in_words(mark, kinds) if mark.absence else _("not here")
