"""The draw of a round, which everybody can check: before it the hash of its seed, after it the seed and every lot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Round, RoundRecord, Tournament
from tournaments.pages.common.display_names import Audience, names_of
from tournaments.pages.common.links import Addresses
from tournaments.pages.common.wording import Names, points_text, sentence
from tournaments.pages.rounds.round import newest_round
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.discovery import kept_rule
from tournaments.pairing.protocols import DrawingSystem
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Reason
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId, TournamentSnapshot
from tournaments.selectors.snapshots import configured_system, unpacked

_DIGITS = 6
"""Of a lot, as shown: they come in the same order as the whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnPlayer:
    """`lots` in the order of the page's columns."""

    number: PlayerId
    name: str
    points: str
    lots: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnBoard:
    """`stands`: it was played so; else the director has changed it since."""

    number: int
    white: str
    black: str
    reasons: tuple[str, ...]
    by_hand: bool
    stands: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnBye:
    name: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class LotsDrawn:
    """Drawn again from the seed, just now."""

    columns: tuple[str, ...]
    players: tuple[DrawnPlayer, ...]
    boards: tuple[DrawnBoard, ...]
    byes: tuple[DrawnBye, ...]

    @property
    def stands(self) -> bool:
        return all(board.stands for board in self.boards)


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawPage:
    """`seed` is empty before the round is published; `draw` None also where the boards were brought along in a file."""

    number: int
    hash: str
    seed: str
    draw: LotsDrawn | None
    round_url: str
    next_url: str
    file_url: str

    @property
    def command(self) -> str:
        """That repeats the draw."""
        arguments = {"--round": str(self.number), "--hash": self.hash, "--round-seed": self.seed}
        given = [word for name, value in arguments.items() if value for word in (name, value)]
        return " ".join(["python", "manage.py", "verify_draw", "tournament.json", *given])


def draw_page(tournament: Tournament, *, number: int) -> DrawPage:
    """Of each published round, and of the one to come. Raises NotPublished."""
    newest = newest_round(tournament) or 0
    if not 1 <= number <= _last_to_tell(tournament, newest) or not configured_system(tournament).info.round_lots:
        raise NotPublished
    lots = Lots(tournament.seed, number)
    is_public = number <= newest
    addresses = Addresses.of(tournament, Audience.PUBLIC)
    where = {"club": tournament.club.slug, "tournament": tournament.slug}
    return DrawPage(
        number=number,
        hash=hashlib.sha256(lots.round_seed).hexdigest(),
        seed=lots.round_seed.hex() if is_public else "",
        draw=_draw(tournament, number, lots) if is_public else None,
        round_url=addresses.round(number) if is_public else reverse("public_tournament", kwargs=where),
        next_url=addresses.draw(number + 1) if number < _last_to_tell(tournament, newest) else "",
        file_url=reverse("public_file", kwargs=where),
    )


def _last_to_tell(tournament: Tournament, newest: int) -> int:
    """The hash of the next round stands from the moment the last one is published: long before it can be drawn."""
    planned = tournament.planned_rounds
    return newest if planned is not None and newest >= planned else newest + 1


def _draw(tournament: Tournament, number: int, lots: Lots) -> LotsDrawn | None:
    found = tournament.rounds.get(number=number)
    record = RoundRecord.objects.filter(round=found).first()
    if record is None:
        return None
    file = unpacked(record.tournament_file)
    system, _tie_breaks = file.configured()
    if not isinstance(system, DrawingSystem):
        return None
    try:
        paired = system.pair_by_lots(file.snapshot, lots, pinned=file.pinned)
    except PairingImpossible:
        return None
    names = names_of(tournament.entries.select_related("player"), Audience.PUBLIC)
    return _Drawn(system=system, names=names, lots=lots).told(file.snapshot, paired, _played(found))


def _played(found: Round) -> frozenset[tuple[PlayerId, PlayerId]]:
    """(white, black) of each board as it was played."""
    sides: dict[int, dict[str, PlayerId]] = {}
    rows = Attendance.objects.filter(round=found, game__isnull=False)
    for game, colour, player in rows.values_list("game_id", "colour", "entry__number"):
        if game is not None and player is not None:
            sides.setdefault(game, {})[colour] = player
    return frozenset((each[Colour.WHITE], each[Colour.BLACK]) for each in sides.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class _Drawn:
    system: DrawingSystem
    names: Names
    lots: Lots

    def told(
        self, snapshot: TournamentSnapshot, paired: PairedRound, played: frozenset[tuple[PlayerId, PlayerId]]
    ) -> LotsDrawn:
        sat_out = [bye for bye in paired.byes if bye.kind is ByeKind.PAIRING]
        by_hand = {player for board in paired.boards if board.pinned for player in (board.white, board.black)}
        purposes = {
            purpose: name for purpose, name in self.system.info.round_lots.items() if purpose != "bye" or sat_out
        }
        return LotsDrawn(
            columns=tuple(_(name) for name in purposes.values()),
            players=self._players(snapshot, [each for each in paired.order if each not in by_hand], [*purposes]),
            boards=tuple(
                DrawnBoard(
                    number=board.board,
                    white=self._name(board.white),
                    black=self._name(board.black),
                    reasons=self._sentences(board.reasons),
                    by_hand=board.pinned,
                    stands=(board.white, board.black) in played,
                )
                for board in paired.boards
            ),
            byes=tuple(DrawnBye(name=self._name(bye.player), reasons=self._sentences(bye.reasons)) for bye in sat_out),
        )

    def _players(
        self, snapshot: TournamentSnapshot, order: Sequence[PlayerId], purposes: Sequence[str]
    ) -> tuple[DrawnPlayer, ...]:
        points = self.system.history(snapshot)[-1]
        drawing = [self.lots.drawing(purpose) for purpose in purposes]
        return tuple(
            DrawnPlayer(
                number=player,
                name=self._name(player),
                points=points_text(points[player]),
                lots=tuple(lot(player).hex()[:_DIGITS] for lot in drawing),
            )
            for player in order
        )

    def _name(self, player: PlayerId) -> str:
        return self.names.get(player) or _("Player {number}").format(number=player)

    def _sentences(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Without those that are for the director alone."""
        return tuple(sentence(reason, self.names) for reason in reasons if not kept_rule(reason.rule).is_private)
