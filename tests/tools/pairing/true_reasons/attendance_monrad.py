"""Attendance Monrad: how the cards lie, and who has White."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page
from tournaments.pairing.types.snapshot import PlayerId


class AttendancePage(Page):
    def given(self, player: PlayerId, number: int) -> Fraction:
        what = self.fates[player, number][0]
        own = {"excused": "excused_points", "club": "excused_points", "late": "late_points"}
        return Fraction(self.option(own[what])) if what in own else super().given(player, number)

    def total_after(self, player: PlayerId, rounds: int) -> Fraction:
        return sum((self.given(player, number) for number in range(1, rounds + 1)), Fraction(0))

    def positions(self) -> list[PlayerId]:
        """Sorted anew after each round, and those with equal points as they lay before it."""
        joined = {number: entrant.joined_round for number, entrant in sorted(self.entrants.items())}
        order = [number for number in joined if joined[number] == 1]
        for after in range(1, self.held + 1):
            order += [number for number in joined if joined[number] == after + 1]
            before = order.index
            order = sorted(order, key=lambda number: (-self.total_after(number, after), before(number)))
        return order

    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        once = self.option("second_bye") == "stop"
        return [player for player in super().turns(field) if not (once and self.byes_had(player))]

    def order(self) -> list[PlayerId]:
        present = set(self.present())
        return [player for player in self.positions() if player in present]


PAGES["attendance_monrad"] = AttendancePage


@says("attendance_monrad/1")
def by_number(where: Said) -> bool:
    return not where.scene.snapshot.rounds and where.lies_as_said and where.scene.order == sorted(where.scene.order)


@says("attendance_monrad/2")
def by_points(where: Said) -> bool:
    return bool(where.scene.snapshot.rounds) and where.lies_as_said


# Nobody twice


def is_asked_once(where: Said, players: tuple[PlayerId, ...]) -> bool:
    """And those are they who have had the bye, as the cards lie."""
    field, page = where.scene.field, where.scene.page
    had = [player for player in field if page.byes_had(player)]
    return page.option("second_bye") == "stop" and len(field) % 2 == 1 and [*players] == had


@says("impossible/all_had_bye")
def all_had_bye(where: Said, players: tuple[PlayerId, ...]) -> bool:
    return is_asked_once(where, players) and len(players) == len(where.scene.field)


@says("impossible/only_second_bye")
def only_second_bye(where: Said, players: tuple[PlayerId, ...]) -> bool:
    page, field = where.scene.page, where.scene.field
    is_legal = None if page.option("last_resort") == "stop" else lambda one, other: not page.is_forbidden(one, other)
    would_do = {
        player
        for player in field
        if where.scene.can_all_be_paired([other for other in field if other != player], is_legal)
    }
    return is_asked_once(where, players) and bool(would_do) and would_do <= {*players}


@says("impossible/allow_second_bye")
def second_bye_would_be_allowed(where: Said) -> bool:
    return where.scene.paired is None and len(where.scene.field) % 2 == 1
