"""Which of two teams has White on board 1 (rulebook, teams, B6.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.systems.fide_team.team_cards import TeamCard
from tournaments.pairing.types.snapshot import Colour


class ColourStep(IntEnum):
    """Of article 4.3."""

    NOBODY_HAS_PLAYED = 1
    ONE_PREFERENCE = 2
    BOTH_PREFERENCES = 3
    ONLY_STRONG = 4
    LOWER_LEAN = 5
    LAST_DIFFERENCE = 6
    FIRST_TEAMS_PREFERENCE = 7
    FIRST_TEAM_CHANGES = 8
    OTHER_CHANGES = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class Colours:
    """`decider` is the team whose colour was looked at, where it was one's; `differed` are the rounds in which the two
    last had different colours, White's first, where these decided."""

    white: TeamCard
    black: TeamCard
    step: ColourStep
    decider: TeamCard
    differed: tuple[int, int] | None = None


def first_team(one: TeamCard, other: TeamCard) -> TeamCard:
    """4.2: higher score, other points, lower number."""
    return min(one, other, key=lambda card: (-card.score, -card.second, card.number))


def colours_of(one: TeamCard, two: TeamCard, initial: Colour) -> Colours:
    """`initial` is the initial colour."""
    first = first_team(one, two)
    other = two if first is one else one
    if not first.had and not other.had:
        return _given(first, other, initial if first.place % 2 else initial.other, ColourStep.NOBODY_HAS_PLAYED)
    if not first.clashes_with(other):
        step = ColourStep.BOTH_PREFERENCES if first.wants and other.wants else ColourStep.ONE_PREFERENCE
        if first.wants:
            return _given(first, other, first.wants, step)
        if other.wants:
            return _given(other, first, other.wants, step)
    elif first.wants and first.is_strong is not other.is_strong:
        strong, mild = (first, other) if first.is_strong else (other, first)
        return _given(strong, mild, first.wants, ColourStep.ONLY_STRONG)
    if first.lean != other.lean:
        lower, higher = sorted((first, other), key=lambda card: card.lean)
        return _given(lower, higher, Colour.WHITE, ColourStep.LOWER_LEAN)
    return _by_last_difference(first, other) or _by_first_team(first, other)


def _by_last_difference(first: TeamCard, other: TeamCard) -> Colours | None:
    for (round_, colour), (other_round, others) in zip(reversed(first.had), reversed(other.had), strict=False):
        if colour is not others:
            white, black = (first, other) if colour is Colour.BLACK else (other, first)
            differed = (round_, other_round) if white is first else (other_round, round_)
            return Colours(white=white, black=black, step=ColourStep.LAST_DIFFERENCE, decider=first, differed=differed)
    return None


def _by_first_team(first: TeamCard, other: TeamCard) -> Colours:
    if first.wants:
        return _given(first, other, first.wants, ColourStep.FIRST_TEAMS_PREFERENCE)
    if first.had:
        return _given(first, other, first.had[-1][1].other, ColourStep.FIRST_TEAM_CHANGES)
    return _given(other, first, other.had[-1][1].other, ColourStep.OTHER_CHANGES)


def _given(card: TeamCard, other: TeamCard, colour: Colour, step: ColourStep) -> Colours:
    white, black = (card, other) if colour is Colour.WHITE else (other, card)
    return Colours(white=white, black=black, step=step, decider=card)
