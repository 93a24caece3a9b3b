"""A team of a tournament for its captain: the match, who plays it, and how it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.models import (
    PUBLIC_STATES,
    Attendance,
    Entry,
    Game,
    LineUpBy,
    MayReport,
    MemberAway,
    Player,
    RoundState,
    Tournament,
)
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pairing.teams.board_colours import colour_of_first
from tournaments.pairing.teams.board_signs import MIRRORED, from_signs, halves_text
from tournaments.pairing.types.snapshot import Colour, Result, score_of
from tournaments.selectors.result_reports import Ended, PlayerReport, reported
from tournaments.selectors.team_entries.team_line_ups import (
    TeamLineUp,
    closed_in_words,
    closes_at,
    is_closed,
    is_sealed,
    members_now,
    rosters_of,
    signs_to_begin_with,
    team_line_ups,
)

_ENDED = {
    Ended.WON: pgettext_lazy("a captain, of a board", "Won"),
    Ended.DRAW: pgettext_lazy("a captain, of a board", "Draw"),
    Ended.LOST: pgettext_lazy("a captain, of a board", "Lost"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTeamLink:
    name: str
    tournament: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSeat:
    """On somebody's own card: where they sit in their team's match."""

    team: str
    tournament: str
    round: int
    label: str
    """As the board is called: 3.2."""
    colour: str
    opponent: str
    """Empty where nobody sits there."""
    other_team: str
    result: str
    """Own side first; empty while the game is open."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTeams:
    led: tuple[OwnTeamLink, ...]
    """As their captain."""
    seats: tuple[OwnSeat, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnCandidate:
    member: int
    name: str
    rating: int | None
    plays: bool
    is_away: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class EndedChoice:
    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTeamBoard:
    """A board of the match, from the captain's side."""

    number: int
    label: str
    colour: str
    name: str
    """Empty: nobody sits there."""
    opponent: str
    result: str
    """Own side first: of what is entered, or decided since a seat is empty."""
    choices: tuple[EndedChoice, ...]
    """How it ended, where that can be reported."""
    differs: str
    """Where the other captain has reported something else, what, from this side."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnMatch:
    round: int
    number: int
    opponent: str
    other_entry: int
    score: str
    """Own side first; empty before the first result."""
    boards: tuple[OwnTeamBoard, ...]
    candidates: tuple[OwnCandidate, ...]
    """Of whom the captain says who plays; none where they do not say it."""
    can_hand_in: bool
    is_handed_in: bool
    is_sealed: bool
    """The other side's line-up is not told yet."""
    until: str
    """Until when it is handed in, or that it is closed."""
    can_report: bool
    said: str
    confirms: str
    takes_back: str
    is_contradicted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTeamPage:
    entry: int
    name: str
    tournament: str
    standings_url: str
    boards: int
    match: OwnMatch | None
    without: str
    """Why there is none."""
    members: tuple[str, ...]
    """In the order of the boards; where there is a match, it says who they are."""


def own_teams(player: Player) -> OwnTeams:
    """Of tournaments that go on. One query for whoever is in no team."""
    is_member = Q(members__player=player, members__until_round=None)
    entries = Entry.objects.filter(
        Q(captain=player) | is_member, tournament__trashed_at=None, tournament__season__is_open=True
    )
    found = list(entries.distinct().select_related("tournament__club").order_by("-tournament", "pk"))
    return OwnTeams(
        led=tuple(
            OwnTeamLink(
                name=entry.team_name,
                tournament=entry.tournament.name,
                url=reverse("captain_entry", args=[player.club.slug, player.public_key, entry.pk]),
            )
            for entry in found
            if entry.captain_id == player.pk
        ),
        seats=tuple(seat for entry in found for seat in _seats(entry, player)),
    )


def _seats(entry: Entry, player: Player) -> Sequence[OwnSeat]:
    """In the newest round, once everybody may know."""
    row = newest_match(entry)
    return [] if row is None or row.game is None else _Match.of(row, entry.tournament).seats_of(player)


def own_team_page(entry: Entry, row: Attendance | None) -> OwnTeamPage:
    """The entry comes with its tournament. `row` is newest_match(entry)."""
    tournament = entry.tournament
    match = None if row is None or row.game is None else _Match.of(row, tournament).shown()
    return OwnTeamPage(
        entry=entry.pk,
        name=entry.team_name,
        tournament=tournament.name,
        standings_url=reverse("public_standings", args=[tournament.club.slug, tournament.slug]),
        boards=tournament.boards or 0,
        match=match,
        without=_without(row) if match is None else "",
        members=tuple(member.player.full_name for member in members_now(entry)) if match is None else (),
    )


def _without(row: Attendance | None) -> str:
    if row is None:
        return _("No round is published yet.")
    return _("In round {number} the team has no match.").format(number=row.round.number)


def newest_match(entry: Entry) -> Attendance | None:
    """The team's row in the newest round that everybody sees; with a game, if it has one there."""
    rows = Attendance.objects.filter(entry=entry, round__state__in=PUBLIC_STATES)
    return rows.select_related("round", "game", "entry").order_by("-round__number").first()


def signs_told(row: Attendance, tournament: Tournament, told: Mapping[int, Ended]) -> str:
    """A match as a captain reports it, as `Game.boards`: by board how it ended for the team of this row, which comes
    with its round and game. Boards at which nobody sits are as they are; of which nothing is told stays open."""
    match = _Match.of(row, tournament)
    return "".join(
        _sign(told[board], is_first=match.is_first) if sign == "*" and board in told else sign
        for board, sign in enumerate(match.begun, start=1)
    )


def _sign(ended: Ended, *, is_first: bool) -> str:
    if ended is Ended.DRAW:
        return "="
    return "1" if (ended is Ended.WON) is is_first else "0"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Match:
    """From the side of one of the two teams."""

    own: Attendance
    other: Attendance
    game: Game
    tournament: Tournament
    line_ups: tuple[TeamLineUp, TeamLineUp]
    """Own and other."""
    is_first: bool
    begun: str
    """Its signs before the first result."""

    @classmethod
    def of(cls, row: Attendance, tournament: Tournament) -> _Match:
        if row.game is None:
            raise ValueError("the row has no match")
        row.round.tournament = tournament
        other = Attendance.objects.filter(game=row.game).exclude(pk=row.pk).select_related("entry").get()
        found = team_line_ups([row, other], tournament, number=row.round.number)
        is_first = row.colour == Colour.WHITE
        sides = (found[row.pk], found[other.pk]) if is_first else (found[other.pk], found[row.pk])
        return cls(
            own=row,
            other=other,
            game=row.game,
            tournament=tournament,
            line_ups=(found[row.pk], found[other.pk]),
            is_first=is_first,
            begun=signs_to_begin_with(*sides, tournament.boards or 0),
        )

    @property
    def is_secret(self) -> bool:
        return is_sealed(self.game, [self.own, self.other], self.tournament) and not self.is_closed

    @property
    def is_closed(self) -> bool:
        return self.game.has_begun or is_closed(self.own.round, self.tournament)

    def colour(self, board: int) -> Colour:
        left = colour_of_first(self.tournament.board_colours, board)
        return left if self.is_first else left.other

    def text(self, result: Result) -> str:
        """Own side first; empty while it is open."""
        if result is Result.OPEN:
            return ""
        return RESULT_TEXTS[result if self.is_first else MIRRORED[result]]

    def score(self, signs: str) -> str:
        first, second = score_of(from_signs(signs))
        return self._written(first, second)

    def _written(self, first: Fraction, second: Fraction) -> str:
        own, other = (first, second) if self.is_first else (second, first)
        return f"{halves_text(own)}–{halves_text(other)}"

    def seats_of(self, player: Player) -> list[OwnSeat]:
        """None or one."""
        if self.is_secret:
            return []
        own, other = self.line_ups
        signs = from_signs(self.game.boards or self.begun)
        return [
            OwnSeat(
                team=self.own.entry.team_name,
                tournament=self.tournament.name,
                round=self.own.round.number,
                label=f"{self.game.board}.{board}",
                colour=self.colour(board).value,
                opponent=_named(other, board),
                other_team=self.other.entry.team_name,
                result=self.text(signs[board - 1]),
            )
            for board, seated in enumerate(own, 1)
            if seated is not None and seated.player_id == player.pk
        ]

    def shown(self) -> OwnMatch:
        said = reported(self.own.round).get(self.game.pk)
        own, other = (said.by(self.own.colour), said.by(self.other.colour)) if said is not None else (None, None)
        hides = self.is_secret
        can_report = self._can_report(hides=hides)
        hands_in = self.tournament.line_up == LineUpBy.CAPTAIN and not self.game.has_begun
        return OwnMatch(
            round=self.own.round.number,
            number=self.game.board,
            opponent=self.other.entry.team_name,
            other_entry=self.other.entry_id,
            score=self._entered_score(),
            boards=tuple(
                self._board(board, own, other, hides=hides, can_report=can_report)
                for board in range(1, len(self.begun) + 1)
            )
            if self.game.own_halves is None
            else (),
            candidates=self._candidates() if hands_in else (),
            can_hand_in=hands_in and not self.is_closed,
            is_handed_in=self.own.handed_in_at is not None,
            is_sealed=hides,
            until=self._until() if hands_in else "",
            can_report=can_report,
            said=self._said(own, other) if can_report else "",
            confirms=self._confirms(own, other) if can_report else "",
            takes_back=own.boards if can_report and own is not None else "",
            is_contradicted=said is not None and said.is_contradicted,
        )

    def _can_report(self, *, hides: bool) -> bool:
        return (
            self.tournament.may_report != MayReport.OFF
            and self.own.round.state == RoundState.PUBLISHED
            and self.game.result == Result.OPEN
            and not self.game.boards
            and not self.game.is_postponed
            and not hides
        )

    def _confirms(self, own: PlayerReport | None, other: PlayerReport | None) -> str:
        return "" if other is None or (own is not None and own.told == other.told) else other.boards

    def _entered_score(self) -> str:
        if self.game.own_halves is not None and self.game.their_halves is not None:
            return self._written(Fraction(self.game.own_halves, 2), Fraction(self.game.their_halves, 2))
        return self.score(self.game.boards) if self.game.boards else ""

    def _board(
        self, board: int, own: PlayerReport | None, other: PlayerReport | None, *, hides: bool, can_report: bool
    ) -> OwnTeamBoard:
        sign = (self.game.boards or self.begun)[board - 1]
        told = None if own is None else own.boards[board - 1]
        heard = None if other is None else other.boards[board - 1]
        is_told = can_report and sign == "*"
        lines = self.line_ups[0]
        member = lines[board - 1] if lines else None
        return OwnTeamBoard(
            number=board,
            label=f"{self.game.board}.{board}",
            colour=self.colour(board).value,
            name="" if member is None else member.player.full_name,
            opponent="" if hides else _named(self.line_ups[1], board),
            result="" if hides else self.text(from_signs(sign)[0]),
            choices=tuple(
                EndedChoice(
                    value=ended.value,
                    text=str(words),
                    is_chosen=(told or heard) == _sign(ended, is_first=self.is_first),
                )
                for ended, words in _ENDED.items()
            )
            if is_told
            else (),
            differs=self.text(from_signs(heard)[0]) if told is not None and heard is not None and told != heard else "",
        )

    def _candidates(self) -> tuple[OwnCandidate, ...]:
        roster = rosters_of([self.own.entry_id], self.own.round.number).get(self.own.entry_id, ())
        away = set(MemberAway.objects.filter(attendance=self.own).values_list("member", flat=True))
        seated = {member.pk for member in self.line_ups[0] if member is not None}
        return tuple(
            OwnCandidate(
                member=member.pk,
                name=member.player.full_name,
                rating=member.rating,
                plays=member.pk in seated,
                is_away=member.pk in away,
            )
            for member in roster
        )

    def _until(self) -> str:
        if self.is_closed:
            return closed_in_words(self.own.round, self.tournament)
        closes = closes_at(self.own.round, self.tournament)
        if closes is None:
            return _("You can change it until the round begins.")
        at = closes.astimezone(ZoneInfo(self.tournament.club.time_zone))
        return _("You can change it until {time}.").format(time=time_format(at.time(), "H:i"))

    def _said(self, own: PlayerReport | None, other: PlayerReport | None) -> str:
        opponent = self.other.entry.team_name
        told = "" if own is None else self.score(own.boards)
        heard = "" if other is None else self.score(other.boards)
        if own is None and other is None:
            return ""
        if other is None:
            text = _("You reported {told}. {opponent} has not confirmed it yet.")
        elif own is None:
            text = _("{opponent} reports {heard}, your team first.")
        else:
            text = _("You report {told}, {opponent} reports {heard}. The director decides.")
        return text.format(told=told, heard=heard, opponent=opponent)


def _named(line_up: TeamLineUp, board: int) -> str:
    """As everybody reads it: a child's name is not told by another's card."""
    member = line_up[board - 1] if line_up else None
    return "" if member is None else name_of(member.player, Audience.PUBLIC, None)
