"""Pair the next round of tournament files."""

from __future__ import annotations

from typing import Any

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.management.tournament_files import TournamentFilesCommand, reasons_json, table_text
from tournaments.pairing.explanations.story import further_of, in_full
from tournaments.pairing.types.paired_round import PairedRound, Reason
from tournaments.pairing.wording import sentence


class Command(TournamentFilesCommand):
    help = "Pair the next round of each tournament file. The database is not touched."

    def answer_json(self, file: TournamentFile, **options: Any) -> dict[str, object]:
        paired = _pair(file)
        return {
            "round": paired.number,
            "boards": [
                {
                    "board": board.board,
                    "white": board.white,
                    "black": board.black,
                    "reasons": reasons_json(board.reasons, file),
                }
                for board in paired.boards
            ],
            "byes": [
                {"player": bye.player, "kind": bye.kind.value, "reasons": reasons_json(bye.reasons, file)}
                for bye in paired.byes
            ],
            "left_out": [
                {"player": left.player, "reasons": reasons_json(left.reasons, file)} for left in paired.left_out
            ],
            "notes": reasons_json(paired.notes, file),
        }

    def answer_text(self, file: TournamentFile, **options: Any) -> str:
        paired = _pair(file)

        def name(player: int) -> str:
            return f"{file.names[player]} ({player})"

        def because(reasons: tuple[Reason, ...]) -> str:
            return " ".join(sentence(reason, file.names.__getitem__) for reason in reasons)

        rows = [(str(b.board), name(b.white), name(b.black), because(b.reasons)) for b in paired.boards]
        rows += [("bye", name(bye.player), bye.kind.value, because(bye.reasons)) for bye in paired.byes]
        rows += [("-", name(left.player), "", because(left.reasons)) for left in paired.left_out]
        table = table_text(("Board", "White", "Black", "Why"), rows, left=(1, 2, 3))
        notes = [sentence(note, file.names.__getitem__) for note in paired.notes]
        return "\n".join([f"{file.name}, round {paired.number}", *notes, table])


def _pair(file: TournamentFile) -> PairedRound:
    system, _tie_breaks = file.configured()
    paired = system.pair(file.snapshot, pinned=file.pinned)
    return in_full(paired, further_of(system, file.snapshot, file.pinned))
