"""Attendance Monrad: how the cards lie, and who has White."""

from __future__ import annotations

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
