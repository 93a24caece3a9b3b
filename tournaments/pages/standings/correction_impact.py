"""The damage of a correction as it is read: rounds that would have been paired otherwise, boards side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Action, Round, RoundState, Tournament
from tournaments.pages.common.wording import Names
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.explanations.correction_impact import Board, RoundDamage, damage, paired_otherwise
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.wording import listing
from tournaments.selectors.snapshots import paired_from, paired_since


@dataclass(frozen=True, kw_only=True, slots=True)
class ImpactSide:
    """White and Black, or whoever sits out (`black` is empty); None on the other side where there is no such board."""

    white: str
    black: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class DamagedBoard:
    """`board` is None for those who sit out."""

    board: int | None
    was: ImpactSide | None
    would_be: ImpactSide | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DamagedRound:
    number: int
    sentence: str
    boards: tuple[DamagedBoard, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Damage:
    """`not_kept` says of which rounds nothing was kept; `is_none`: those that were paired again come out the same."""

    rounds: tuple[DamagedRound, ...]
    is_none: bool
    not_kept: str


def damage_of(tournament: Tournament, number: int, board: int, result: Result, names: Names) -> Damage:
    """Of a correction that is not saved yet, on all rounds paired since; a draft may still be paired again."""
    since = list(tournament.rounds.filter(number__gt=number).exclude(state=RoundState.OPEN).order_by("number"))
    kept = paired_since(tournament, after=number)
    drafts = {each.number for each in since if each.state == RoundState.DRAFTED}
    found = damage(kept, number, board, result)
    return Damage(
        rounds=tuple(_round(each, names, is_draft=each.number in drafts) for each in found),
        is_none=bool(kept) and not found,
        not_kept=_not_kept({each.number for each in since} - {each.number for each in kept}),
    )


def damage_done(
    published: PublishedTournament, corrected: Mapping[tuple[int, int], PlayedGame]
) -> tuple[DamagedRound, ...]:
    """What the corrections that stand have kept; `corrected` are the games as they are now, by round and board.

    A round that has been paired again since knew the result, and is left out.
    """
    if not corrected:
        return ()
    actions = Action.objects.filter(tournament=published.state.tournament, verb__in=("result.enter", "result.clear"))
    last: dict[tuple[int, int], Action] = {}
    for action in actions.filter(facts__has_key="damage").only("facts").order_by("-id"):
        last.setdefault((action.facts["round"], action.facts["board"]), action)
    found = [
        saved
        for place, action in sorted(last.items())
        if place in corrected and action.facts["result"] == corrected[place].result.value
        for saved in map(RoundDamage.from_json, action.facts["damage"])
        if saved.number <= published.newest and saved.number < (corrected[place].known_from or 0)
    ]
    return tuple(_round(each, published.names, is_draft=False) for each in found)


def damage_of_draft(draft: Round, snapshot: TournamentSnapshot) -> str:
    """What has been corrected since the draft was made, where that would pair it otherwise; empty where it would not.

    `snapshot` is the one from before the draft, as known now.
    """
    is_corrected = any((game.known_from or 0) > draft.number for played in snapshot.rounds for game in played.games)
    if not is_corrected or not hasattr(draft, "record"):
        return ""
    then = paired_from(draft.number, draft.record)
    found = paired_otherwise(then, _as_known_now(then.snapshot, snapshot))
    if found is None:
        return ""
    return _("A result has been corrected since this draft was made. Paired again, it would come out differently.")


def _as_known_now(then: TournamentSnapshot, now: TournamentSnapshot) -> TournamentSnapshot:
    """The results of now; who was here, and all else, as it was when the draft was made."""
    return replace(then, rounds=now.rounds)


def _round(found: RoundDamage, names: Names, *, is_draft: bool) -> DamagedRound:
    return DamagedRound(
        number=found.number,
        sentence=_sentence(found, is_draft=is_draft).format(round=found.number),
        boards=tuple(_boards(found, names)),
    )


def _sentence(found: RoundDamage, *, is_draft: bool) -> str:
    if is_draft:
        return _("Round {round} is still a draft and would now be paired differently. Save, then pair it again.")
    if found.is_impossible:
        return _("Round {round} could not have been paired. It stays as played.")
    if found.has_same_games:
        return _("Round {round} would have had the same games on other boards. It stays as played.")
    return _("Round {round} would have been paired differently. It stays as played.")


def _boards(found: RoundDamage, names: Names) -> Iterable[DamagedBoard]:
    was, would_be = _sides(found.was, names), _sides(found.would_be, names)
    for board in sorted(was.keys() | would_be.keys()):
        yield DamagedBoard(board=board, was=was.get(board), would_be=would_be.get(board))
    if found.sat_out or found.would_sit_out:
        yield DamagedBoard(
            board=None, was=_sitting_out(found.sat_out, names), would_be=_sitting_out(found.would_sit_out, names)
        )


def _sides(boards: Iterable[Board], names: Names) -> dict[int, ImpactSide]:
    return {board: ImpactSide(white=names[white], black=names[black]) for board, white, black in boards}


def _sitting_out(players: Sequence[PlayerId], names: Names) -> ImpactSide | None:
    return ImpactSide(white=", ".join(names[player] for player in players)) if players else None


def _not_kept(numbers: set[int]) -> str:
    if not numbers:
        return ""
    counted = ngettext(
        "Round {rounds} was not paired here, so nothing is said of it.",
        "Rounds {rounds} were not paired here, so nothing is said of them.",
        len(numbers),
    )
    return counted.format(rounds=listing([str(number) for number in sorted(numbers)], _))
