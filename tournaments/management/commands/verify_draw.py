"""Repeat the draw of a round from a tournament file and the seed that was published after it."""

from __future__ import annotations

import hashlib
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile, parse
from tournaments.management.tournament_files import WRONG_FILE, bytes_of
from tournaments.pairing.history.as_known import before_pairing
from tournaments.pairing.protocols import DrawingSystem
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard, Reason
from tournaments.pairing.types.snapshot import NO_SEED, ByeKind, PlayedRound, PlayerId
from tournaments.pairing.wording import sentence

DIFFERS = 1
_BYTES = 32
_DIGITS = 16
"""Of a lot, as printed."""


class LotsWrittenDown(Lots):
    """Remembers every lot that was drawn, by purpose; of a hash without a number the purpose alone."""

    def drawing(self, purpose: str) -> Callable[[int], bytes]:
        lot, drawn = super().drawing(purpose), self.drawn.setdefault(purpose, {})

        def draw(number: int) -> bytes:
            drawn[number] = lot(number)
            return drawn[number]

        return draw

    def hash_of(self, purpose: str) -> bytes:
        self.drawn[purpose] = {None: super().hash_of(purpose)}
        return super().hash_of(purpose)

    @property
    def drawn(self) -> dict[str, dict[PlayerId | None, bytes]]:
        drawn: dict[str, dict[PlayerId | None, bytes]] = self.__dict__.setdefault("by_purpose", {})
        return drawn


class Command(BaseCommand):
    help = (
        "Repeat the draw of a round from a tournament file, as everybody can download it, and the seed of the round, "
        "as it is published after it: check the hash that was published before, print each lot, and compare the "
        "boards. Exit status 1 when something differs, 2 when the file was wrong. The database is not touched."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="TOURNAMENT_FILE")
        parser.add_argument("--round", type=int, metavar="N", help="which round; without it the last one in the file")
        parser.add_argument("--round-seed", type=_hex, metavar="HEX", help="64 hex digits, published after the round")
        parser.add_argument("--hash", type=_hex, metavar="HEX", help="SHA-256 of the seed, published before the round")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            tournament = parse(bytes_of(file))
            system, _tie_breaks = tournament.configured()
        except FileError as error:
            self.stderr.write(f"{file}: {error.place}: {error}" if error.place else f"{file}: {error}")
            sys.exit(WRONG_FILE)
        if not isinstance(system, DrawingSystem):
            raise CommandError(f"{tournament.system} draws no lots for its rounds.")
        rounds = len(tournament.snapshot.rounds)
        number = rounds if options["round"] is None else options["round"]
        if not 1 <= number <= rounds:
            raise CommandError(f"The file has no round {number}; rounds in it: {rounds}.")
        seed = options["round_seed"] or _seed_in(tournament, number)
        faults = [*self._check_hash(seed, options["hash"]), *self._draw(tournament, system, number, seed)]
        for fault in faults:
            self.stdout.write(f"DIFFERS: {fault}")
        if faults:
            self.stdout.write("Pairs that a club keeps apart stand in no public file, and can be why a board differs.")
            sys.exit(DIFFERS)
        self.stdout.write("Every board and bye is as it was drawn.")

    def _check_hash(self, seed: bytes, published: bytes | None) -> Iterator[str]:
        found = hashlib.sha256(seed)
        self.stdout.write(f"Seed of the round: {seed.hex()}\nSHA-256 of it:     {found.hexdigest()}")
        if published is None:
            self.stdout.write("No --hash was given: note it before the round, to check that the seed was not changed.")
        elif found.digest() != published:
            yield f"the hash published before the round was {published.hex()}."

    def _draw(self, file: TournamentFile, system: DrawingSystem, number: int, seed: bytes) -> list[str]:
        lots = LotsWrittenDown.of_round(number, seed)
        played = file.snapshot.rounds[number - 1]
        best: tuple[list[str], PairedRound] | None = None
        for given, pinned in _readings(played):
            known = before_pairing(file.snapshot, paired=number, given=given)
            try:
                paired = system.pair_by_lots(known, lots, pinned=pinned)
            except PairingImpossible as impossible:
                faults = [f"no draw was possible: {_said(impossible.reasons, file)}"]
                best = best or (faults, PairedRound(number=number, boards=()))
                continue
            faults = [*_differing(played, paired, given, file)]
            if best is None or not best[1].boards or len(faults) < len(best[0]):
                best = faults, paired
            if not faults:
                break
        if best is None:
            raise AssertionError("there is always one reading")
        self._print(file, best[1], lots)
        return best[0]

    def _print(self, file: TournamentFile, paired: PairedRound, lots: Lots) -> None:
        if isinstance(lots, LotsWrittenDown):
            for purpose, drawn in sorted(lots.drawn.items(), key=lambda each: _in_natural_order(each[0])):
                in_order = sorted(drawn.items(), key=lambda each: each[1])
                told = ", ".join(
                    f"{'' if player is None else f'{player} '}{lot.hex()[:_DIGITS]}" for player, lot in in_order
                )
                self.stdout.write(f"{purpose}: {told}")
        for bye in paired.byes:
            if bye.kind is ByeKind.PAIRING:
                self.stdout.write(f"Bye: {_name(file, bye.player)}. {_said(bye.reasons, file)}")
        for board in paired.boards:
            pair = f"{_name(file, board.white)} - {_name(file, board.black)}"
            self.stdout.write(f"Board {board.board}: {pair}. {_said(board.reasons, file)}")


def _hex(given: str) -> bytes:
    try:
        read = bytes.fromhex(given.strip())
    except ValueError:
        read = b""
    if len(read) != _BYTES:
        raise ArgumentTypeError("64 hex digits are needed")
    return read


def _seed_in(file: TournamentFile, number: int) -> bytes:
    """Raises CommandError."""
    if file.snapshot.seed == NO_SEED:
        raise CommandError("The file holds no seed, so the seed of the round is needed: --round-seed.")
    return Lots(file.snapshot.seed, number).round_seed


def _readings(played: PlayedRound) -> Iterator[tuple[tuple[PlayerId, ...], tuple[PinnedBoard, ...]]]:
    """Byes and boards of the director's may have been set before the draw or after."""
    by_hand = tuple(PinnedBoard(white=game.white, black=game.black) for game in played.games if game.by_hand)
    sat_out = tuple(bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING)
    for given in dict.fromkeys(((), sat_out)):
        for pinned in dict.fromkeys((by_hand, ())):
            yield given, pinned


def _differing(
    played: PlayedRound, paired: PairedRound, given: Iterable[PlayerId], file: TournamentFile
) -> Iterator[str]:
    """Of what the director did not set."""
    drawn = {(board.white, board.black): board.board for board in paired.boards}
    for game in played.games:
        if not game.by_hand and (game.white, game.black) not in drawn:
            yield f"board {game.board}, {_name(file, game.white)} - {_name(file, game.black)}, was not drawn so."
    by_hand = {player for game in played.games if game.by_hand for player in (game.white, game.black)}
    sat_out = {bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING}
    byes = {bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING}
    for player in sorted(sat_out - byes):
        yield f"the bye of {_name(file, player)} was not drawn."
    for player in sorted(byes - sat_out - by_hand):
        yield f"{_name(file, player)} was drawn for the bye."
    if given:
        yield f"only with the bye given by the director, to {', '.join(_name(file, player) for player in given)}."


def _in_natural_order(purpose: str) -> tuple[tuple[int, str], ...]:
    """The purposes of players by their numbers."""
    return tuple((int(word), "") if word.isdigit() else (0, word) for word in purpose.replace("-", " ").split())


def _name(file: TournamentFile, player: PlayerId) -> str:
    return f"{file.names[player]} ({player})"


def _said(reasons: Iterable[Reason], file: TournamentFile) -> str:
    return " ".join(sentence(reason, file.names.__getitem__) for reason in reasons)
