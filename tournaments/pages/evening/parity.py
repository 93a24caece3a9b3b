"""The line that says how many are here and who sits out, before anybody pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.wording import Names, sentence
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import PairedBye, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, Result, TournamentSnapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class Parity:
    """One sentence; `why_not` is not empty where no pairing is possible."""

    text: str
    why_not: tuple[str, ...] = ()
    waits_for_games: bool = False
    """Games of rounds before are open, and may be what it waits for."""
    sitting_out: tuple[PlayerId, ...] = ()
    radar: tuple[str, ...] = ()
    """Who is still waited for: sentences."""

    @property
    def can_pair(self) -> bool:
        return not self.why_not


def parity(
    here: int,
    system: PairingSystem,
    snapshot: TournamentSnapshot,
    names: Names,
    *,
    pinned: Sequence[PinnedBoard] = (),
    are_all_there: bool = True,
) -> Parity:
    """Who sits out is what the system itself answers for those who are here now, or would be paired as if here."""
    if here == 0:
        return Parity(text=_("Nobody is here yet."), why_not=(_("Tap those who have come."),))
    try:
        paired = system.pair(snapshot, pinned=pinned)
    except PairingImpossible as impossible:
        text = ngettext(
            "{here} here, but they cannot be paired.", "{here} here, but they cannot be paired.", here
        ).format(here=here)
        why_not = tuple(sentence(reason, names) for reason in impossible.reasons)
        is_open = any(game.result is Result.OPEN for played in snapshot.rounds for game in played.games)
        return Parity(text=text, why_not=why_not, waits_for_games=is_open)
    sitting_out = _sitting_out(paired.byes)
    if not are_all_there:
        return Parity(text=_text_of_expected(here, sitting_out, names), sitting_out=tuple(sitting_out))
    return Parity(text=parity_text(here, sitting_out, snapshot, names), sitting_out=tuple(sitting_out))


def _text_of_expected(here: int, sitting_out: Sequence[PlayerId], names: Names) -> str:
    called = [names.get(player) or _("number {number}").format(number=player) for player in sitting_out]
    if not called:
        text = ngettext(
            "{count} here or expected, nobody sits out.", "{count} here or expected, nobody sits out.", here
        )
    else:
        text = ngettext(
            "{count} here or expected, sits out: {names}.", "{count} here or expected, sit out: {names}.", len(called)
        )
    return text.format(count=here, names=", ".join(sorted(called)))


def parity_text(here: int, sitting_out: Sequence[PlayerId], snapshot: TournamentSnapshot, names: Names) -> str:
    """The odd one, or several where the director gave a bye beside another."""
    if not sitting_out:
        return ngettext("{here} here, nobody sits out.", "{here} here, nobody sits out.", here).format(here=here)
    called = [names.get(player) or _("number {number}").format(number=player) for player in sitting_out]
    if len(called) > 1:
        return _("{here} here, these sit out: {names}.").format(here=here, names=", ".join(sorted(called)))
    times = byes_had(snapshot, sitting_out[0])
    if times == 0:
        text = ngettext(
            "{here} here, one sits out: {name}, who has had none.",
            "{here} here, one sits out: {name}, who has had none.",
            here,
        )
    else:
        text = ngettext(
            "{here} here, one sits out: {name}, who has sat out once.",
            "{here} here, one sits out: {name}, who has sat out {times} times.",
            times,
        )
    return text.format(here=here, name=called[0], times=times)


def byes_had(snapshot: TournamentSnapshot, player: PlayerId) -> int:
    """As the odd one only (rulebook, "colours"): byes of other kinds do not count."""
    return sum(
        bye.player == player and bye.kind is ByeKind.PAIRING for played in snapshot.rounds for bye in played.byes
    )


def _sitting_out(byes: Sequence[PairedBye]) -> Sequence[PlayerId]:
    return [bye.player for bye in byes if bye.kind is ByeKind.PAIRING]
