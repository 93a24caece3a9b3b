"""Why this one has White."""

from __future__ import annotations

from tests.tools.pairing.page_facts import FORFEITS
from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.discovery import code_of
from tournaments.pairing.types.paired_round import Player
from tournaments.pairing.types.snapshot import Colour, PlayerId


def other_than(where: Said, player: PlayerId) -> PlayerId:
    assert where.board is not None
    return where.board.black if player == where.board.white else where.board.white


def is_white(where: Said, player: PlayerId) -> bool:
    return where.board is not None and where.board.white == player


def whites(where: Said, player: PlayerId) -> int:
    return where.scene.page.colours(player).count("white")


def last(where: Said, player: PlayerId) -> str | None:
    return ([None, *where.scene.page.colours(player)])[-1]


def last_met(where: Said) -> int:
    return ([0, *where.scene.page.meetings(*where.players)])[-1]


@says("colours/whites")
def fewer_whites(where: Said, white: PlayerId, white_count: int, black_count: int) -> bool:
    counts = whites(where, white), whites(where, other_than(where, white))
    return is_white(where, white) and counts == (white_count, black_count) and white_count < black_count


@says("colours/balance")
def smaller_balance(where: Said, white: PlayerId, white_count: int, black_count: int) -> bool:
    """Whites less blacks."""
    lean = where.scene.page.lean
    counts = lean(white), lean(other_than(where, white))
    return is_white(where, white) and counts == (white_count, black_count) and white_count < black_count


SPEAK_OF_OTHERS = ("norwegian_monrad/3/due", "norwegian_monrad/3/barred", "bye/third_white")
LOOKED_AT = {"colours/both_change": 1, "colours/one_changes": 1, "modified_monrad/5/third": 2, "bye/third_white": 2}
"""So many of the last colours are spoken of; else all."""


def counted(where: Said, *, byes: bool) -> tuple[PlayerId, ...]:
    """Of those whose colours are spoken of there: who has had one by sitting out, or in a forfeited game."""
    own = where.board or where.bye
    assert own is not None
    codes = [reason.rule for reason in own.reasons if not reason.rule.startswith(("colours/bye", "colours/forf"))]
    is_norwegian = code_of(where.scene.system) == "norwegian_monrad"
    most = 99 if is_norwegian and where.board else LOOKED_AT.get(codes[-1], 99)
    of = {*where.players} if where.board and codes[-1] != "colours/turned" else set()
    for reason in own.reasons:
        if reason.rule in SPEAK_OF_OTHERS:
            of |= {fact.number for fact in reason.facts.values() if isinstance(fact, Player)}
    page = where.scene.page
    found = []
    for player in sorted(of):
        had = [
            what for what, _, colour in page.story(player) if what == "pairing" or (colour and page.gives_colour(what))
        ]
        if any((what == "pairing") if byes else what in FORFEITS for what in had[-most:]):
            found.append(player)
    return tuple(found)


@says("colours/bye_counts")
def bye_counts(where: Said, players: tuple[PlayerId, ...]) -> bool:
    return where.scene.page.walk_over_is_white and players == counted(where, byes=True)


@says("colours/forfeit_counts")
def forfeit_counts(where: Said, players: tuple[PlayerId, ...]) -> bool:
    return players == counted(where, byes=False)


@says("colours/equal_whites")
def equal_whites(where: Said, white: PlayerId) -> bool:
    higher, lower = where.players
    return is_white(where, white) and white == lower and whites(where, higher) == whites(where, lower)


@says("colours/equal_balance")
def equal_balance(where: Said, white: PlayerId) -> bool:
    higher, lower = where.players
    lean = where.scene.page.lean
    return is_white(where, white) and white == lower and lean(higher) == lean(lower)


def had_white_last_time(where: Said, white: PlayerId, black: PlayerId, round: int) -> bool:
    had_white = last_met(where) == round and where.scene.page.fates[black, round][2] == "white"
    return where.is_between(white, black) and had_white


@says("colours/turned")
def turned(where: Said, white: PlayerId, black: PlayerId, round: int) -> bool:
    return had_white_last_time(where, white, black, round)


@says("colours/both_change")
def both_change(where: Said, white: PlayerId, black: PlayerId) -> bool:
    return where.is_between(white, black) and (last(where, white), last(where, black)) == ("black", "white")


@says("colours/one_changes")
def one_changes(where: Said, player: PlayerId, colour: Colour, other: PlayerId) -> bool:
    changed = is_white(where, player) if colour is Colour.BLACK else is_white(where, other)
    are_the_two = {player, other} == set(where.players)
    return are_the_two and changed and last(where, player) == colour.value and last(where, other) is None


@says("colours/higher_number")
def higher_number(where: Said) -> bool:
    one, other = where.players
    return last(where, one) is None is last(where, other) and is_white(where, max(one, other))


@says("colours/lower_in_the_list")
def lower_in_the_list(where: Said) -> bool:
    higher, lower = where.players
    return last(where, higher) is None is last(where, lower) and is_white(where, lower)


@says("modified_monrad/5/third")
def had_it_twice(where: Said, player: PlayerId, colour: Colour) -> bool:
    """And has the other one now."""
    has = Colour.WHITE if is_white(where, player) else Colour.BLACK
    return player in where.players and where.scene.page.colours(player)[-2:] == [colour.value] * 2 and has is not colour


@says("modified_monrad/5/equal")
def same_last_and_equal(where: Said, white: PlayerId) -> bool:
    one, other = where.players
    are_same = last(where, one) == last(where, other) is not None
    return (
        are_same and is_white(where, white) and whites(where, one) == whites(where, other) and white > min(one, other)
    )


@says("drawboss_monrad/6/lot")
def by_lot(where: Said, white: PlayerId) -> bool:
    one, other = sorted(where.players)
    drawn = one if int(where.scene.page.lot(f"colour of {one}-{other}")[0], 16) < 8 else other
    return is_white(where, white) and are_equal(where) and white == drawn


def are_equal(where: Said) -> bool:
    """Their colours: as many of each, and the same one last."""
    one, other = where.players
    return where.scene.page.lean(one) == where.scene.page.lean(other) and last(where, one) == last(where, other)


@says("norwegian_monrad/colours/4/odd")
def odd_round(where: Said) -> bool:
    return are_equal(where) and where.scene.page.coming % 2 == 1 and is_white(where, where.players[1])


@says("norwegian_monrad/colours/4/even")
def even_round(where: Said) -> bool:
    return are_equal(where) and where.scene.page.coming % 2 == 0 and is_white(where, where.players[0])
