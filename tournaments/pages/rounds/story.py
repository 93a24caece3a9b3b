"""How a round was paired: the story that the core tells, in the reader's language and with the names for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from tournaments.models import (
    ODD_BYES,
    UNPUBLISHED_STATES,
    Attendance,
    Game,
    Mark,
    Presence,
    Round,
    RoundRecord,
    RoundState,
    Tournament,
)
from tournaments.pages.common.absence_kinds import mark_in_words
from tournaments.pages.common.display_names import Audience, names_of
from tournaments.pages.common.links import Addresses
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.common.wording import Names, Spelling, parted
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.discovery import kept_rule
from tournaments.pairing.explanations.story import (
    ExplainedBoard,
    ExplainedBye,
    ExplainedGroup,
    ExplainedPlayer,
    Origin,
    Story,
    further_of,
    story,
)
from tournaments.pairing.history.as_known import as_known
from tournaments.pairing.protocols import Further, PairingSystem
from tournaments.pairing.types.paired_round import (
    LeftOut,
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    PinnedBoard,
    Reason,
)
from tournaments.pairing.types.snapshot import (
    AbsenceCode,
    ByeKind,
    Colour,
    NextRound,
    PlayedBye,
    PlayerId,
    TournamentSnapshot,
)
from tournaments.selectors.configured_system import own_kind_names
from tournaments.selectors.snapshots import boards_by_hand, configured_system, snapshot_of, unpacked


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryPlayer:
    """One card on the table, with the points from before the round."""

    number: PlayerId
    name: str
    points: str
    more: str
    """What an accelerated round adds to the points for the pairing; mostly nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryBoard:
    """`differs`: told as it was kept, though today's rules would decide or explain it differently."""

    number: int
    white: str
    black: str
    why: tuple[str, ...]
    passed_over: tuple[str, ...]
    colours: tuple[str, ...]
    differs: bool

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.why + self.passed_over + self.colours


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryBye:
    name: str
    why: tuple[str, ...]
    passed_over: tuple[str, ...]
    differs: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryGroup:
    """`points` is empty where there are no score groups, and everybody is in the one there is."""

    points: str
    own: tuple[str, ...]
    from_above: tuple[str, ...]
    from_below: tuple[str, ...]
    boards: tuple[StoryBoard, ...]
    down: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryOut:
    """Somebody left out, in a sentence or, where none was kept, in `words`."""

    name: str
    sentences: tuple[str, ...]
    words: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryPage:
    """`is_rebuilt`: nothing was kept with the round, so what is told is what the rules make of what is known.

    `by_hand` were set by the director, `stood` were there when the rest was paired once more, `late` came after
    publishing."""

    number: int
    round: Round
    system: str
    is_draft: bool
    is_rebuilt: bool
    differs: bool
    back_url: str
    ordered_by: str
    cards: tuple[StoryPlayer, ...]
    by_hand: tuple[StoryBoard, ...]
    stood: tuple[StoryBoard, ...]
    given: tuple[StoryBye, ...]
    asked: tuple[StoryBye, ...]
    sitting_out: tuple[StoryBye, ...]
    groups: tuple[StoryGroup, ...]
    late: tuple[StoryBoard, ...]
    left_out: tuple[StoryOut, ...]
    notes: tuple[str, ...]
    remarks: tuple[str, ...]


def story_page(tournament: Tournament, audience: Audience, *, number: int) -> StoryPage:
    """A draft is told to the staff alone. Raises NotPublished."""
    found = tournament.rounds.filter(number=number).first()
    if found is None or found.state == RoundState.OPEN or (audience is Audience.PUBLIC and not found.is_public):
        raise NotPublished
    rows = [
        row
        for row in found.attendances.select_related("game", "entry__player").exclude(entry__number=None)
        if row.entry.joined_round <= number or row.game is not None or row.bye
    ]
    record = RoundRecord.objects.filter(round=found).first()
    further = None
    if record is not None:
        packed = bytes(record.tournament_file)
        file = unpacked(packed)
        system, snapshot, pinned = file.configured()[0], file.snapshot, file.pinned
        further = _further_in(packed)
    else:
        system, snapshot, pinned = _rebuilt(tournament, found, rows, audience)
    told = story(system, snapshot, pinned=pinned, kept=_kept(found, rows), further=further)
    return _StoryWords(
        names=names_of(tournament.entries.select_related("player"), audience),
        addresses=Addresses.of(tournament, audience),
        marks={row.entry.number: row.mark for row in rows if row.entry.number is not None},
        kinds={} if audience is Audience.PUBLIC else own_kind_names(tournament),
        guests=frozenset(row.entry.number for row in rows if row.entry.number is not None and row.entry.is_guest),
        spelling=spelling_of(tournament),
    ).page(found, system, told, is_rebuilt=record is None and not system.capabilities().rounds.known_at_start)


@lru_cache(maxsize=32)
def _further_in(packed: bytes) -> Further:
    """What follows from a round's own file stays so and may take a second to work out, while the page that shows it is
    made anew with each result."""
    file = unpacked(packed)
    try:
        return further_of(file.configured()[0], file.snapshot, file.pinned)
    except PairingImpossible:
        return {}


def _rebuilt(
    tournament: Tournament, found: Round, rows: Sequence[Attendance], audience: Audience
) -> tuple[PairingSystem, TournamentSnapshot, tuple[PinnedBoard, ...]]:
    """Of a round that came in a file, as well as it can be known; exactly, where it was published with a whole plan."""
    here = snapshot_of(tournament, before=found)
    system = configured_system(tournament)
    if system.capabilities().rounds.published_at_once:  # nobody was checked in for it
        here = replace(here, next_round=NextRound())
    odd = [PlayedBye(player=row.entry.number or 0, kind=ByeKind(row.bye)) for row in rows if row.bye in ODD_BYES]
    given = odd if len(odd) > 1 else []  # no system has two sit out
    asked = replace(here.next_round, byes=(*here.next_round.byes, *given))
    snapshot = replace(as_known(here, paired=found.number), next_round=asked)
    if audience is Audience.PUBLIC:  # who shall not meet today is not to be guessed from a round of long ago
        snapshot = replace(snapshot, forbidden_pairs=frozenset())
    return system, snapshot, tuple(boards_by_hand(rows))


def _kept(found: Round, rows: Iterable[Attendance]) -> PairedRound:
    """The round as it stands, with the reasons that were kept."""
    games: dict[int, Game] = {}
    sides: dict[int, dict[str, PlayerId]] = {}
    byes: list[PairedBye] = []
    left_out: list[LeftOut] = []
    for row in rows:
        player = row.entry.number or 0
        if row.game is not None:
            games[row.game.pk] = row.game
            sides.setdefault(row.game.pk, {})[row.colour] = player
        elif row.bye:
            byes.append(PairedBye(player=player, kind=ByeKind(row.bye), reasons=_reasons(row.reasons)))
        else:
            left_out.append(LeftOut(player=player, reasons=_reasons(row.reasons)))
    boards = [
        PairedBoard(
            board=game.board,
            white=sides[key][Colour.WHITE],
            black=sides[key][Colour.BLACK],
            reasons=_reasons(game.reasons),
            pinned=game.by_hand,
        )
        for key, game in games.items()
    ]
    return PairedRound(
        number=found.number,
        boards=tuple(sorted(boards, key=lambda board: board.board)),
        byes=tuple(sorted(byes, key=lambda bye: bye.player)),
        left_out=tuple(sorted(left_out, key=lambda left: left.player)),
        notes=_reasons(found.notes),
    )


def _reasons(saved: Iterable[Mapping[str, object]]) -> tuple[Reason, ...]:
    return tuple(map(Reason.from_json, saved))


@dataclass(frozen=True, kw_only=True, slots=True)
class _StoryWords:
    names: Names
    addresses: Addresses
    marks: Mapping[PlayerId, Mark]
    kinds: Mapping[AbsenceCode, str]
    """What the club calls its own of absence, where that may be read."""
    guests: frozenset[PlayerId]
    spelling: Spelling

    def page(self, found: Round, system: PairingSystem, told: Story, *, is_rebuilt: bool) -> StoryPage:
        def boards(origin: Origin) -> tuple[StoryBoard, ...]:
            return tuple(self._board(board) for board in told.first if board.origin is origin)

        notes = parted(told.notes)
        return StoryPage(
            number=found.number,
            round=found,
            system=_(system.info.name),
            is_draft=found.state in UNPUBLISHED_STATES,
            is_rebuilt=is_rebuilt,
            differs=told.differs,
            back_url=self.addresses.round(found.number),
            ordered_by=self.spelling.sentence(told.ordered_by, self.names) if told.ordered_by else "",
            cards=tuple(self._card(card) for card in told.cards),
            by_hand=boards(Origin.BY_HAND),
            stood=boards(Origin.STOOD),
            given=tuple(map(self._bye, told.given)),
            asked=tuple(map(self._bye, told.asked)),
            sitting_out=tuple(map(self._bye, told.sitting_out)),
            groups=tuple(map(self._group, told.groups)),
            late=tuple(map(self._board, told.late)),
            left_out=tuple(self._out(left) for left in told.left_out if left.player not in self.guests),
            notes=self._sentences(notes.relaxed),
            remarks=self._sentences(notes.remarks),
        )

    def _card(self, card: ExplainedPlayer) -> StoryPlayer:
        return StoryPlayer(
            number=card.player,
            name=self._name(card.player),
            points=self.spelling.points(card.points),
            more=self.spelling.points(card.score - card.points) if card.score != card.points else "",
        )

    def _board(self, told: ExplainedBoard) -> StoryBoard:
        return StoryBoard(
            number=told.board.board,
            white=self._name(told.board.white),
            black=self._name(told.board.black),
            why=self._sentences(told.why),
            passed_over=self._sentences(told.passed_over),
            colours=self._sentences(told.colours),
            differs=told.origin is Origin.OTHERWISE,
        )

    def _bye(self, told: ExplainedBye) -> StoryBye:
        return StoryBye(
            name=self._name(told.bye.player),
            why=self._sentences(told.why),
            passed_over=self._sentences(told.passed_over),
            differs=told.origin is Origin.OTHERWISE and told.bye.kind is ByeKind.PAIRING,
        )

    def _group(self, told: ExplainedGroup) -> StoryGroup:
        return StoryGroup(
            points="" if told.points is None else self.spelling.points(told.points),
            own=tuple(map(self._name, told.own)),
            from_above=tuple(map(self._name, told.from_above)),
            from_below=tuple(map(self._name, told.from_below)),
            boards=tuple(map(self._board, told.boards)),
            down=tuple(map(self._name, told.down)),
        )

    def _out(self, left: LeftOut) -> StoryOut:
        mark = self.marks.get(left.player, Mark(Presence.UNMARKED))
        sentences = () if mark.kind in self.kinds else self._sentences(left.reasons)
        for_all = mark.presence.is_here or self.addresses.audience is Audience.PUBLIC
        words = str(mark.presence.in_public) if for_all else mark_in_words(mark, self.kinds)
        return StoryOut(name=self._name(left.player), sentences=sentences, words="" if sentences else words)

    def _name(self, player: PlayerId) -> str:
        return self.names.get(player) or _("Player {number}").format(number=player)

    def _sentences(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Those that the audience may know."""
        for_all = self.addresses.audience is Audience.PUBLIC
        return tuple(
            self.spelling.sentence(reason, self.names)
            for reason in reasons
            if not (for_all and kept_rule(reason.rule).is_private)
        )
