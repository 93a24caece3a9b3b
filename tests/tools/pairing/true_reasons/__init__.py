"""Whether what a round says of itself is so: each sentence read literally, from the raw rows alone.

For each rule that a board, a bye, somebody left out, a note, a refusal or a change after publishing can carry there is
a predicate under the rule's code (`saying.says`), in a file per family that is found by being here. Its parameters are
the gaps of the sentence. It shares no code with the systems: facts come from `page_facts` and the oracles, and who
could have been paired is tried by algebra or by a table of all subsets.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from tests.tools.pairing.true_reasons.saying import Said, is_true
from tests.tools.pairing.true_reasons.scene import Scene
from tournaments.pairing.protocols import ExplainingSystem, PairingSystem
from tournaments.pairing.types.paired_round import PairedRound, Pin, Reason
from tournaments.pairing.types.snapshot import TournamentSnapshot
from tournaments.pairing.wording import sentence

for _found in pkgutil.iter_modules(__path__):
    import_module(f"{__name__}.{_found.name}")


def said_of(
    system: PairingSystem, snapshot: TournamentSnapshot, paired: PairedRound, pinned: Sequence[Pin] = ()
) -> Iterator[tuple[Said, Reason]]:
    """Each reason of the round with the place where it is said, also of what is said only when somebody asks."""
    scene = Scene(system, snapshot, paired, pinned)
    further = system.why_not(snapshot, pinned=pinned) if isinstance(system, ExplainingSystem) else {}
    for board in paired.boards:
        for reason in (*board.reasons, *further.get(frozenset({board.white, board.black}), ())):
            yield Said(scene, board=board), reason
    for bye in paired.byes:
        for reason in (*bye.reasons, *further.get(frozenset({bye.player}), ())):
            yield Said(scene, about=bye.player, bye=bye), reason
    for left in paired.left_out:
        for reason in left.reasons:
            yield Said(scene, about=left.player), reason
    for reason in (*paired.notes, *((paired.ordered_by,) if paired.ordered_by else ())):
        yield Said(scene), reason


def untrue(
    system: PairingSystem, snapshot: TournamentSnapshot, paired: PairedRound, pinned: Sequence[Pin] = ()
) -> list[str]:
    """What is said and not so."""
    said = said_of(system, snapshot, paired, pinned)
    return [f"{reason.rule}: {sentence(reason, str)}" for where, reason in said if not is_true(where, reason)]


def untrue_refusal(
    system: PairingSystem, snapshot: TournamentSnapshot, reasons: Sequence[Reason], pinned: Sequence[Pin] = ()
) -> list[str]:
    """Of a round that could not be paired."""
    where = Said(Scene(system, snapshot, None, pinned))
    return [f"{reason.rule}: {sentence(reason, str)}" for reason in reasons if not is_true(where, reason)]
