"""A correction before it is saved: what another result of an earlier game makes of the newest table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Game, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.result_words import RESULT_TEXTS, RESULT_WORDS
from tournaments.pages.standings.correction_impact import Damage, damage_of
from tournaments.pages.standings.corrections import READ_AT_ONCE, ChangedRow, changed_rows
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pairing.explanations.correction_impact import with_result
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.snapshot import PlayedGame, Result, TournamentSnapshot


class NothingToCorrect(LookupError):
    """The game is in no published round."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionPage:
    """`rows` are those of the newest table whose place or numbers the correction changes."""

    game: int
    round: int
    board: int
    white: str
    black: str
    then: Result
    now: Result
    after_round: int
    damage: Damage
    points_name: str
    rows: tuple[ChangedRow, ...]

    @property
    def is_short(self) -> bool:
        return len(self.rows) <= READ_AT_ONCE

    @property
    def changes_result(self) -> bool:
        return self.now is not self.then

    @property
    def takes_away(self) -> bool:
        return self.now is Result.OPEN

    @property
    def then_text(self) -> str:
        return RESULT_TEXTS[self.then]

    @property
    def then_words(self) -> str:
        return str(RESULT_WORDS[self.then])

    @property
    def now_text(self) -> str:
        return RESULT_TEXTS[self.now]

    @property
    def now_words(self) -> str:
        return str(RESULT_WORDS[self.now])


def correction_page(tournament: Tournament, game: Game, result: Result) -> CorrectionPage:
    """Of a tournament as just read; nothing is written. Raises NothingToCorrect."""
    published = published_tournament(tournament, Audience.STAFF)
    number = game.round.number
    played = _played(published.state.current.snapshot, number, game.board)
    after = _after(published, number)
    return CorrectionPage(
        game=game.pk,
        round=number,
        board=game.board,
        white=published.names[played.white],
        black=published.names[played.black],
        then=played.result,
        now=result,
        after_round=after,
        damage=damage_of(tournament, number, game.board, result, published.names),
        points_name=_(POINTS.name),
        rows=_changed(published, number, game.board, result, after),
    )


def _after(published: PublishedTournament, number: int) -> int:
    """The table that is shown to all; of a round in play the live one."""
    return published.after_round if number <= published.after_round else published.newest


def _played(snapshot: TournamentSnapshot, number: int, board: int) -> PlayedGame:
    for played in snapshot.rounds:
        for game in played.games:
            if (played.number, game.board) == (number, board):
                return game
    raise NothingToCorrect


def _changed(
    published: PublishedTournament, number: int, board: int, result: Result, after: int
) -> tuple[ChangedRow, ...]:
    current = published.state.current
    corrected = with_result(current.snapshot, number, board, result)
    then = current.table(after)
    now = current.table_of(corrected.after(after))
    return changed_rows(
        then, now, published.names, lambda player, _edition: published.scorecard_url(player), published.state.spelling
    )
