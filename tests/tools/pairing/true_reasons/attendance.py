"""Who is not there to be paired, and why."""

from __future__ import annotations

from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import PlayerId


def marked(where: Said, player: PlayerId) -> tuple[str, str] | None:
    coming = where.scene.snapshot.next_round
    kinds = [("absence", row.kind.value) for row in coming.absences if row.player == player]
    kinds += [("bye", row.kind.value) for row in coming.byes if row.player == player]
    return kinds[0] if kinds else None


def is_of(where: Said, player: PlayerId) -> bool:
    """Said of nobody else; who gets a bye in a change after publishing is told of there."""
    return where.about in (player, None)


def is_active(where: Said, player: PlayerId) -> bool:
    page = where.scene.page
    return page.entrants[player].joined_round <= page.coming and not page.is_away(player, page.coming)


@says("attendance/excused")
def excused(where: Said, player: PlayerId) -> bool:
    return is_of(where, player) and is_active(where, player) and marked(where, player) == ("absence", "excused")


@says("attendance/unexcused")
def unexcused(where: Said, player: PlayerId) -> bool:
    return is_of(where, player) and is_active(where, player) and marked(where, player) == ("absence", "unexcused")


@says("attendance/club")
def club(where: Said, player: PlayerId) -> bool:
    return is_of(where, player) and is_active(where, player) and marked(where, player) == ("absence", "club")


@says("attendance/own_kind")
def own_kind(where: Said, player: PlayerId) -> bool:
    what, kind = marked(where, player) or ("", "")
    is_own = what == "absence" and kind not in ("excused", "unexcused", "club")
    return is_of(where, player) and is_active(where, player) and is_own


@says("attendance/unpaid_bye")
def unpaid_bye(where: Said, player: PlayerId) -> bool:
    return asked_for(where, player, "unpaid")


@says("attendance/withdrawn")
def withdrawn(where: Said, player: PlayerId) -> bool:
    return is_of(where, player) and where.scene.page.is_away(player, where.scene.page.coming)


@says("attendance/not_yet_joined")
def not_yet_joined(where: Said, player: PlayerId, round: int) -> bool:
    page = where.scene.page
    return is_of(where, player) and page.entrants[player].joined_round == round > page.coming


def asked_for(where: Said, player: PlayerId, kind: str) -> bool:
    own = where.bye is not None and where.bye.player == player and where.bye.kind.value == kind
    return own and is_active(where, player) and marked(where, player) == ("bye", kind)


@says("attendance/full_bye")
def full_bye(where: Said, player: PlayerId) -> bool:
    return asked_for(where, player, "full")


@says("attendance/half_bye")
def half_bye(where: Said, player: PlayerId) -> bool:
    return asked_for(where, player, "half")


@says("attendance/zero_bye")
def zero_bye(where: Said, player: PlayerId) -> bool:
    return asked_for(where, player, "zero")


@says("attendance/given_bye")
def given_bye(where: Said, player: PlayerId) -> bool:
    return is_of(where, player) and player in where.scene.given_byes


@says("attendance/bye_again")
def bye_again(where: Said, player: PlayerId, count: int) -> bool:
    return is_of(where, player) and count >= 1 and where.scene.page.byes_had(player) == count
