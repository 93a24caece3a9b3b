"""FIDE's system for teams: the brackets as they can be seen from the boards, the bye, and the colours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.tools.pairing.oracles.fide_team import Oracle
from tests.tools.pairing.true_reasons.byes import sits_out, would_do
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page
from tournaments.pairing.types.snapshot import Colour, PlayerId


class TeamPage(Page, Oracle):
    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        return [team for team in self.byes_in_turn(field) if self.may_have_bye(team)]


PAGES["fide_team"] = TeamPage


def page_of(where: Said) -> TeamPage:
    page = where.scene.page
    assert isinstance(page, TeamPage)
    return page


# The brackets, as the boards show them: in each pair is somebody of the score group


def score_of(where: Said) -> Fraction:
    """Of the score group in which the board was made."""
    return max(page_of(where).scores[team] for team in where.players)


def members(where: Said) -> list[PlayerId]:
    """By number."""
    scores = page_of(where).scores
    boards = [(board.white, board.black) for board in where.scene.boards]
    return sorted(team for pair in boards if max(map(scores.__getitem__, pair)) == score_of(where) for team in pair)


def residents(where: Said) -> list[PlayerId]:
    return [team for team in members(where) if page_of(where).scores[team] == score_of(where)]


def upfloaters(where: Said) -> list[PlayerId]:
    return [team for team in members(where) if team not in residents(where)]


def lower(where: Said) -> list[PlayerId]:
    """All behind the group when it was paired, best first."""
    return [
        team
        for team in where.scene.to_pair
        if page_of(where).scores[team] < score_of(where) and not came_up_above(where, team)
    ]


def came_up_above(where: Said, team: PlayerId) -> bool:
    scores = page_of(where).scores
    (pair,) = (pair for each in where.scene.boards if team in (pair := (each.white, each.black)))
    return max(map(scores.__getitem__, pair)) > score_of(where)


def by_number(where: Said) -> tuple[int, PlayerId | None]:
    """The place of the board's lower number in its bracket, and who has that place in the lower half."""
    group = members(where)
    place, half = group.index(min(where.players)) + 1, len(group) // 2
    return place, group[place + half - 1] if place <= half else None


@says("fide_team/3.6")
def halves(where: Said, place: int) -> bool:
    return by_number(where) == (place, max(where.players))


@says("fide_team/3.6/best")
def best(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    is_changed = by_number(where)[1] != lower
    if not is_changed or (higher, lower) != (min(where.players), max(where.players)):
        return False
    if len(where.scene.field) > 9:
        return True
    found = page_of(where).by_brackets(where.scene.field)
    return found is not None and any((higher, lower) in bracket.pairs for bracket in found[0])


def would_be_next(where: Said, higher: PlayerId, skipped: PlayerId) -> bool:
    return higher == min(where.players) and by_number(where)[1] == skipped != max(where.players)


@says("fide_team/3.6/met")
def met(where: Said, higher: PlayerId, skipped: PlayerId, round: int) -> bool:
    return would_be_next(where, higher, skipped) and page_of(where).meetings(higher, skipped)[-1:] == [round]


@says("fide_team/3.6/forbidden")
def forbidden(where: Said, higher: PlayerId, skipped: PlayerId) -> bool:
    return would_be_next(where, higher, skipped) and page_of(where).is_forbidden(higher, skipped)


@says("fide_team/3.6/colour")
def same_colour(where: Said, higher: PlayerId, skipped: PlayerId, colour: Colour) -> bool:
    wants = page_of(where).preferences
    both = wants[higher].colour == wants[skipped].colour == colour.value
    return would_be_next(where, higher, skipped) and both


def comes_up(where: Said, player: PlayerId, points: Fraction, own: Fraction) -> bool:
    scores = page_of(where).scores
    return player in where.players and scores[player] == own < points == score_of(where)


@says("fide_team/3.5/odd")
def odd(where: Said, player: PlayerId, points: Fraction, own: Fraction) -> bool:
    is_odd = len(residents(where)) % 2 == 1 and upfloaters(where) == [player]
    return is_odd and comes_up(where, player, points, own)


@says("fide_team/3.5/stuck")
def stuck(where: Said, player: PlayerId, points: Fraction, own: Fraction) -> bool:
    can = where.scene.can_all_be_paired
    among_themselves = can(residents(where)) and can(lower(where))
    return len(upfloaters(where)) > 1 and comes_up(where, player, points, own) and not among_themselves


def stands_higher(where: Said, skipped: PlayerId) -> PlayerId | None:
    """Than the only one who came up: who that is."""
    up, behind = upfloaters(where), lower(where)
    is_so = (
        len(up) == 1 and up[0] in where.players and skipped in behind and behind.index(skipped) < behind.index(up[0])
    )
    return up[0] if is_so else None


def can_come_up(where: Said, team: PlayerId) -> bool:
    rest = [other for other in lower(where) if other != team]
    return where.scene.can_all_be_paired([*residents(where), team]) and where.scene.can_all_be_paired(rest)


@says("fide_team/3.5/unpaired")
def unpaired(where: Said, skipped: PlayerId) -> bool:
    return stands_higher(where, skipped) is not None and not can_come_up(where, skipped)


def leaves_following(where: Said, up: PlayerId, points: Fraction) -> bool:
    """Whether the group on so many points then needs no more teams from below than its number asks for."""
    can, scores = where.scene.can_all_be_paired, page_of(where).scores
    rest = [team for team in lower(where) if team != up]
    group = [team for team in rest if scores[team] == points]
    below = [team for team in rest if team not in group]
    if len(group) % 2 == 0:
        return can(group) and can(below)
    return any(can([*group, team]) and can([other for other in below if other != team]) for team in below)


@says("fide_team/3.5/following")
def following(where: Said, skipped: PlayerId, points: Fraction) -> bool:
    up, scores = stands_higher(where, skipped), page_of(where).scores
    is_next = points == max(scores[team] for team in where.scene.field if scores[team] < score_of(where))
    if up is None or not is_next or not can_come_up(where, skipped) or scores[up] != scores[skipped]:
        return False
    return leaves_following(where, up, points) and not leaves_following(where, skipped, points)


@says("fide_team/3.5/floated")
def floated(where: Said, skipped: PlayerId, round: int) -> bool:
    page, up = page_of(where), stands_higher(where, skipped)
    is_so = up is not None and page.scores[up] == page.scores[skipped] and not page.floated(up)
    return is_so and page.floated(skipped) and round == page.held and can_come_up(where, skipped)


# The bye


def before_in_turn(where: Said, player: PlayerId) -> list[PlayerId]:
    turns = page_of(where).byes_in_turn(where.scene.field)
    return turns[: turns.index(player)]


@says("fide_team/3.4")
def bye(where: Said, player: PlayerId) -> bool:
    may = page_of(where).may_have_bye
    earlier = [team for team in before_in_turn(where, player) if may(team)]
    return sits_out(where, player) and may(player) and not any(would_do(where, team) for team in earlier)


@says("fide_team/C2")
def had_it(where: Said, skipped: PlayerId) -> bool:
    assert where.about is not None
    return skipped in before_in_turn(where, where.about) and not page_of(where).may_have_bye(skipped)


@says("fide_team/3.4.1")
def leaves_others(where: Said, skipped: PlayerId) -> bool:
    assert where.about is not None
    is_earlier = skipped in before_in_turn(where, where.about) and page_of(where).may_have_bye(skipped)
    return is_earlier and not would_do(where, skipped)


@says("fide_team/impossible/bye")
def no_bye(where: Said) -> bool:
    return len(where.scene.field) % 2 == 1 and not page_of(where).turns(where.scene.field)


@says("fide_team/impossible/give_bye")
def give_bye(where: Said) -> bool:
    return where.scene.paired is None and len(where.scene.field) % 2 == 1


# Colours


def by_step(where: Said, number: int) -> bool:
    return where.board is not None and page_of(where).white_and_step(*where.players) == (where.board.white, number)


def gets(where: Said, player: PlayerId, colour: Colour) -> bool:
    assert where.board is not None
    return player == (where.board.white if colour is Colour.WHITE else where.board.black)


def prefers(where: Said, team: PlayerId, colour: Colour) -> bool:
    return page_of(where).preferences[team].colour == colour.value


def both_prefer(where: Said, colour: Colour) -> bool:
    return all(prefers(where, team, colour) for team in where.players)


def is_first(where: Said, player: PlayerId) -> bool:
    return page_of(where).first_team(*where.players) == player


@says("fide_team/4.3.1")
def neither_has_played(where: Said, player: PlayerId, place: int, odd: Colour, even: Colour) -> bool:
    page = page_of(where)
    is_so = by_step(where, 1) and is_first(where, player) and page.places[player] == place
    return is_so and odd.value == page.initial and even is odd.other


@says("fide_team/4.3.2")
def one_prefers(where: Said, player: PlayerId, colour: Colour) -> bool:
    prefer = [team for team in where.players if page_of(where).preferences[team].colour]
    return by_step(where, 2) and prefer == [player] and prefers(where, player, colour) and gets(where, player, colour)


@says("fide_team/4.3.3")
def colours_fit(where: Said, white: PlayerId, black: PlayerId) -> bool:
    fit = prefers(where, white, Colour.WHITE) and prefers(where, black, Colour.BLACK)
    return by_step(where, 3) and where.is_between(white, black) and fit


@says("fide_team/4.3.4")
def only_strong(where: Said, player: PlayerId, colour: Colour) -> bool:
    strong = [team for team in where.players if page_of(where).preferences[team].is_strong]
    return by_step(where, 4) and both_prefer(where, colour) and strong == [player] and gets(where, player, colour)


@says("fide_team/4.3.5")
def lower_lean(where: Said, white: PlayerId, white_count: int, black_count: int) -> bool:
    if where.board is None or where.board.white != white or not by_step(where, 5):
        return False
    return (page_of(where).lean(white), page_of(where).lean(where.board.black)) == (white_count, black_count)


@says("fide_team/4.3.6")
def last_difference(where: Said, white: PlayerId, white_round: int, black: PlayerId, black_round: int) -> bool:
    if not by_step(where, 6) or not where.is_between(white, black):
        return False
    page = page_of(where)
    matches = zip(reversed(page.played(white)), reversed(page.played(black)), strict=False)
    differing = [(one, other) for one, other in matches if one[1] != other[1]]
    return differing[0] == ((white_round, "black"), (black_round, "white"))


def last_colours_are_the_same(where: Said) -> bool:
    one, other = (page_of(where).colours(team) for team in where.players)
    shorter = min(len(one), len(other))
    return one[len(one) - shorter :] == other[len(other) - shorter :]


@says("fide_team/4.3.7")
def first_prefers(where: Said, player: PlayerId, colour: Colour) -> bool:
    same = both_prefer(where, colour) and last_colours_are_the_same(where)
    return by_step(where, 7) and same and is_first(where, player) and gets(where, player, colour)


@says("fide_team/4.3.8")
def first_changes(where: Said, player: PlayerId, colour: Colour) -> bool:
    is_so = is_first(where, player) and page_of(where).colours(player)[-1:] == [colour.value]
    return by_step(where, 8) and is_so and last_colours_are_the_same(where) and gets(where, player, colour.other)


@says("fide_team/4.3.9")
def other_changes(where: Said, player: PlayerId, colour: Colour) -> bool:
    had = {team: page_of(where).colours(team) for team in where.players}
    only = [team for team in where.players if had[team]] == [player]
    return by_step(where, 9) and only and had[player][-1] == colour.value and gets(where, player, colour.other)
