"""Whole tournaments, pressed together at random from all the buttons there are."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.tools.evenings import invariants, verifier
from tests.tools.evenings.club import a_club, a_tournament
from tests.tools.evenings.desk import Desk
from tournaments.models import (
    Action,
    AfterNoShow,
    Attendance,
    Availability,
    Entry,
    ForbiddenPair,
    Game,
    MayReport,
    PairFrom,
    Player,
    Presence,
    RespondedBy,
    Response,
    Round,
    Tournament,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import reported
from tournaments.selectors.snapshots import snapshot_of, tournament_file_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.evening import attendance, end_evening, late_changes, manual_pairing
from tournaments.services.rounds import result_reports, results
from tournaments.services.setup import entries, settings, tournaments

MEMBERS = 11
OPTIONS: Sequence[dict[str, object]] = (
    {},
    {"last_resort": "stop"},
    {"max_meetings": 2, "open_game": "draw"},
    {"excused_points": "2", "absent_points": "1/2", "late_points": "1/3", "bye_points": "2"},
    {"colour_count": "balance", "buchholz": "mean"},
)
TIE_BREAKS: Sequence[list[dict[str, object]] | None] = (
    None,
    [],
    [{"code": "wins"}, {"code": "head_to_head"}],
    [{"code": "head_to_head"}, {"code": "neustadtl"}, {"code": "monrad", "cut": 1}, {"code": "monrad"}],
)
MARKS = [presence for presence in Presence if presence is not Presence.OWN_KIND]
"""What any system knows."""
PRESENCES = [Presence.PRESENT] * 8 + MARKS
RESULTS = [result for result in Result if result is not Result.OPEN]
PLAYED = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]


class Evenings(RuleBasedStateMachine):
    """Rows are read anew for every step, as by a page that was loaded just now; all is rolled back at the end."""

    system = "attendance_monrad"
    options = OPTIONS
    tie_breaks = TIE_BREAKS
    planned: Sequence[int | None] = (None, None, None, 4)

    def __init__(self) -> None:
        super().__init__()
        self._rolled_back = transaction.atomic()
        self._rolled_back.__enter__()
        self._rng = Random(0)
        self._key = 0
        self._players: list[Player] = []
        self._moved: set[int] = set()  # numbers of rounds whose boards were moved after publishing

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._rolled_back.__exit__(None, None, None)

    # What is there

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("club").get(pk=self._key)

    @property
    def last(self) -> Round | None:
        return self.tournament.rounds.select_related("tournament__club").order_by("-number").first()

    @property
    def entered(self) -> list[Entry]:
        return list(Entry.objects.filter(tournament=self._key).select_related("tournament__club").order_by("pk"))

    def games(self, *states: str) -> list[Game]:
        found = Game.objects.filter(round__tournament=self._key, round__state__in=states)
        return list(found.select_related("round__tournament__club").order_by("round__number", "board"))

    def is_at(self, *states: str) -> bool:
        last = self.last
        return (last.state if last else "none") in states

    def on_last(self, service: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        last = self.last
        assert last is not None
        return self.desk.press_hard(service, last, *args, **kwargs, seen_revision=last.revision)

    # The set-up

    @initialize(
        seed=st.integers(0, 2**16),
        count=st.integers(2, 9),
        held=st.integers(0, 5),
        may_report=st.sampled_from(MayReport),
        pair_from=st.sampled_from([PairFrom.HERE, PairFrom.HERE, PairFrom.EXPECTED]),
        after_no_show=st.sampled_from(AfterNoShow),
        data=st.data(),
    )
    def begin(
        self,
        seed: int,
        count: int,
        held: int,
        may_report: MayReport,
        pair_from: PairFrom,
        after_no_show: AfterNoShow,
        data: st.DataObject,
    ) -> None:
        """Somewhere in the middle of it, so that few steps reach many rounds; `held` is 0 for an empty tournament."""
        club, self._players = a_club(MEMBERS)
        options = data.draw(st.sampled_from(self.options))
        planned = data.draw(st.sampled_from(self.planned))
        made = a_tournament(club, options=options, planned_rounds=planned, seed=f"{seed:064x}", system=self.system)
        self._key = made.pk
        Tournament.objects.filter(pk=self._key).update(
            may_report=may_report, pair_from=pair_from, after_no_show=after_no_show, out_after=1
        )
        self.desk = Desk()
        if held:
            self.desk.press(entries.enter_players, self.tournament, self._players[:count])
            self.draw()
            self.open_round()
        for _ in range(held - 1):
            if self.is_at("open"):
                self.hold_an_evening(data)

    @rule(data=st.data(), joins=st.sampled_from([None, None, None, 2, 4]))
    @precondition(lambda self: len(self.entered) < MEMBERS)
    def enter(self, data: st.DataObject, joins: int | None) -> None:
        there = {entry.player_id for entry in self.entered}
        waiting = [player for player in self._players if player.pk not in there]
        some = data.draw(st.lists(st.sampled_from(waiting), min_size=1, max_size=1 if there else 8, unique=True))
        last = self.last
        late = joins if last is None or joins is None or joins > last.number else None
        self.desk.press_hard(entries.enter_players, self.tournament, some, joined_round=late)

    @rule()
    @precondition(lambda self: self.is_at("none"))
    def draw(self) -> None:
        self.desk.press_hard(entries.draw_numbers, self.tournament)

    @rule(data=st.data())
    @precondition(lambda self: self.entered)
    def remove(self, data: st.DataObject) -> None:
        self.desk.press_hard(entries.remove_entry, data.draw(st.sampled_from(self.entered)))

    @rule(data=st.data())
    @precondition(lambda self: self.entered)
    def withdraw(self, data: st.DataObject) -> None:
        self.desk.press_hard(entries.withdraw_entry, data.draw(st.sampled_from(self.entered)))

    @rule(data=st.data())
    @precondition(lambda self: self.entered)
    def bring_back(self, data: st.DataObject) -> None:
        self.desk.press_hard(entries.return_entry, data.draw(st.sampled_from(self.entered)))

    @rule(data=st.data())
    @precondition(lambda self: len(self.entered) > 1)
    def forbid(self, data: st.DataObject) -> None:
        one, other = data.draw(st.permutations(self.entered))[:2]
        self.desk.press_hard(entries.forbid_pair, self.tournament, one, other)

    @rule(data=st.data())
    @precondition(lambda self: ForbiddenPair.objects.filter(tournament=self._key).exists())
    def allow(self, data: st.DataObject) -> None:
        pairs = ForbiddenPair.objects.filter(tournament=self._key).select_related("one", "other").order_by("pk")
        pair = data.draw(st.sampled_from(list(pairs)))
        self.desk.press_hard(entries.allow_pair, self.tournament, pair.one, pair.other)

    @rule(data=st.data())
    def change_options(self, data: st.DataObject) -> None:
        options = data.draw(st.sampled_from(self.options))
        tie_breaks = data.draw(st.sampled_from(self.tie_breaks))
        seen = tournaments.version_of(self.tournament)
        self.desk.press_hard(
            tournaments.change_options, self.tournament, options=options, tie_breaks=tie_breaks, seen=seen
        )

    @rule(planned=st.sampled_from([None, 1, 2, 3, 4, 5, 6]), name=st.sampled_from(["Tuesday cup", "Autumn"]))
    def edit(self, planned: int | None, name: str) -> None:
        there = self.tournament
        values = {"name": name, "season": there.season, "planned_rounds": planned}
        self.desk.press_hard(settings.edit_tournament, there, **values, seen=settings.version_of(there))

    @rule()
    @precondition(lambda self: self.last)
    def end(self) -> None:
        last, there = self.last, self.tournament
        assert last is not None
        self.desk.press_hard(settings.end_tournament, there, after=last.number, seen=settings.version_of(there))

    # The evening

    @rule()
    @precondition(lambda self: self.is_at("none", "published", "finished"))
    def open_round(self) -> None:
        last = self.last
        self.desk.press_hard(rounds.open_next_round, self.tournament, seen_number=last.number + 1 if last else 1)

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("open", "drafted"))
    def mark_everybody(self, data: st.DataObject) -> None:
        for slot in self._slots():
            self._mark(slot, data.draw(st.sampled_from(PRESENCES)), self.desk.press)

    @rule(data=st.data())
    @precondition(lambda self: self.last)
    def mark_one(self, data: st.DataObject) -> None:
        if slots := self._slots():
            self._mark(data.draw(st.sampled_from(slots)), data.draw(st.sampled_from(MARKS)), self.desk.press_hard)

    @rule()
    @precondition(lambda self: self.last)
    def mark_again(self) -> None:
        self.desk.press_hard(attendance.mark_again, self.last)

    @rule()
    @precondition(lambda self: self.last)
    def mark_expected(self) -> None:
        self.desk.press_hard(attendance.mark_expected, self.last)

    @rule(data=st.data(), said=st.sampled_from(Response), by_card=st.booleans())
    @precondition(lambda self: self.last and self.entered)
    def say(self, data: st.DataObject, said: Response, by_card: bool) -> None:
        """Of tonight, whatever has become of it: by card, or noted by the director."""
        last = self.last
        assert last is not None
        if last.date is None:  # of a plan, and not played yet
            return
        entry = data.draw(st.sampled_from(self.entered))
        card = (
            {"said_by": RespondedBy.CARD, "by_card": entry.player_id} if by_card else {"said_by": RespondedBy.TELEPHONE}
        )
        self.desk.press_hard(availability.respond, entry, last.date, said, **card)

    @rule(data=st.data())
    @precondition(lambda self: Availability.objects.filter(entry__tournament=self._key).exists())
    def take_word_back(self, data: st.DataObject) -> None:
        there = Availability.objects.filter(entry__tournament=self._key).select_related("entry__tournament__club")
        plan = data.draw(st.sampled_from(list(there.order_by("pk"))))
        self.desk.press_hard(availability.withdraw_response, plan.entry, plan.date, said_by=RespondedBy.TELEPHONE)

    @rule(data=st.data())
    @precondition(lambda self: Availability.objects.filter(entry__tournament=self._key, said=Response.CLUB).exists())
    def confirm_duty(self, data: st.DataObject) -> None:
        there = Availability.objects.filter(entry__tournament=self._key, said=Response.CLUB)
        duties = list(there.select_related("entry__tournament__club").order_by("pk"))
        self.desk.press_hard(availability.confirm_response, data.draw(st.sampled_from(duties)))

    def _slots(self) -> list[Attendance]:
        rows = Attendance.objects.filter(round=self.last)
        return list(rows.select_related("round__tournament__club", "entry").order_by("entry"))

    def _mark(self, slot: Attendance, presence: Presence, how: Callable[..., bool]) -> None:
        assert slot.round is not None
        how(attendance.mark_attendance, slot.round, slot.entry, presence, seen=slot.presence)

    @rule()
    @precondition(lambda self: self.is_at("open", "drafted"))
    def pair(self) -> None:
        last = self.last
        assert last is not None
        if self.on_last(rounds.pair_round):
            last.refresh_from_db()
            self.check_draft(last)
        elif last.state == "open":
            self.check_refused(last)

    def check_draft(self, last: Round) -> None:
        verifier.check_draft(last, self._rng)

    def check_refused(self, last: Round) -> None:
        snapshot = snapshot_of(self.tournament, before=last)
        verifier.check_no_pairing_was_possible(tournament_file_of(self.tournament, snapshot))

    @rule()
    @precondition(lambda self: self.is_at("open", "drafted"))
    def call_off(self) -> None:
        self.on_last(rounds.call_off_round)

    @rule()
    @precondition(lambda self: self.is_at("drafted"))
    def publish(self) -> None:
        self.on_last(rounds.publish_round)

    @rule()
    @precondition(lambda self: self.is_at("drafted", "published"))
    def take_back(self) -> None:
        self.on_last(rounds.take_back_round)

    @rule()
    @precondition(lambda self: self.is_at("published"))
    def start(self) -> None:
        self.on_last(rounds.start_round)

    @rule()
    @precondition(lambda self: self.is_at("published"))
    def finish(self) -> None:
        self.on_last(rounds.finish_round)

    @rule()
    @precondition(lambda self: self.last)
    def end_evening(self) -> None:
        self.on_last(end_evening.end_evening)

    @rule(data=st.data())
    @precondition(lambda self: self.games("published"))
    def enter_all_results(self, data: st.DataObject) -> None:
        for game in self.games("published"):
            if game.result == Result.OPEN:
                self.desk.press(results.enter_result, game, data.draw(st.sampled_from(PLAYED)), seen=game.result)

    @rule(data=st.data(), result=st.sampled_from(RESULTS))
    @precondition(lambda self: self.games("published", "finished"))
    def enter_result(self, data: st.DataObject, result: Result) -> None:
        game = data.draw(st.sampled_from(self.games("published", "finished")))
        self.desk.press_hard(results.enter_result, game, result, seen=game.result)

    @rule(data=st.data(), verb=st.sampled_from([results.clear_result, results.postpone_game]))
    @precondition(lambda self: self.games("published", "finished"))
    def clear_or_postpone(self, data: st.DataObject, verb: Callable[..., Any]) -> None:
        game = data.draw(st.sampled_from(self.games("published", "finished")))
        self.desk.press_hard(verb, game, seen=game.result)

    @rule(data=st.data(), what=st.sampled_from(["say", "say", "confirm", "take back"]), result=st.sampled_from(PLAYED))
    @precondition(lambda self: self.games("published", "finished"))
    def report(self, data: st.DataObject, what: str, result: Result) -> None:
        """By one of the two, who may be mistaken about what the other has said, or about who the other is."""
        game = data.draw(st.sampled_from(self.games("published", "finished")))
        sides = list(game.sides.select_related("round__tournament__club", "entry__player").order_by("pk"))
        row, other = data.draw(st.permutations(sides))
        by_card = row.entry.player
        if what == "say":
            opponent = data.draw(st.sampled_from([other, other, other, row])).entry_id
            self.desk.press_hard(result_reports.report_result, row, result, seen_opponent=opponent, by_card=by_card)
        else:
            verb = result_reports.confirm_report if what == "confirm" else result_reports.take_back_report
            self.desk.press_hard(verb, row, seen=result, by_card=by_card)

    @rule()
    @precondition(lambda self: self.is_at("published"))
    def accept_agreed(self) -> None:
        last = self.last
        assert last is not None
        agreed = {game: said.result for game, said in reported(last).items() if said.is_agreed and said.result}
        self.desk.press_hard(result_reports.accept_agreed, last, agreed)

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("open"))
    def hold_an_evening(self, data: st.DataObject) -> None:
        """All that a round is when nothing goes wrong, so that many rounds are reached."""
        number = self.tournament.rounds.count()
        self.mark_everybody(data)
        self.pair()
        if self.is_at("drafted"):
            self.publish()
        if self.is_at("published"):
            self.enter_all_results(data)
            self.open_round()
            assert self.goes_on(number)

    def goes_on(self, number: int) -> bool:
        """After an evening on which nothing went wrong."""
        return self.is_at("open") or self.tournament.planned_rounds == number

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("published") and self.entered)
    def pair_those_here(self, data: st.DataObject) -> None:
        last = self.last
        assert last is not None
        slots = self._slots()
        free = [slot.entry_id for slot in slots if slot.game_id is None] or [slot.entry_id for slot in slots]
        some = data.draw(st.lists(st.sampled_from(free), unique=True))
        later = datetime.timedelta(days=data.draw(st.sampled_from([0, 1, 7])))
        date = (last.date or self.tournament.season.starts_on) + later
        self.on_last(late_changes.pair_those_here, some, date=date)

    # By hand

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("drafted", "published") and len(self.entered) > 1)
    def set_board(self, data: st.DataObject) -> None:
        white, black = data.draw(st.permutations(self.entered))[:2]
        self._move(manual_pairing.set_board, white, black)

    @rule(data=st.data(), beside=st.booleans())
    @precondition(lambda self: self.is_at("drafted", "published"))
    def give_bye(self, data: st.DataObject, beside: bool) -> None:
        self._move(manual_pairing.give_bye, data.draw(st.sampled_from(self.entered)), beside=beside)

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("drafted", "published") and len(self.entered) > 1)
    def swap_players(self, data: st.DataObject) -> None:
        one, other = data.draw(st.permutations(self.entered))[:2]
        self._move(manual_pairing.swap_players, one, other)

    @rule(data=st.data())
    @precondition(lambda self: self.is_at("drafted", "published"))
    def take_bye(self, data: st.DataObject) -> None:
        self._move(manual_pairing.take_bye, data.draw(st.sampled_from(self.entered)))

    @rule(data=st.data())
    @precondition(lambda self: self.games("drafted", "published"))
    def remove_board(self, data: st.DataObject) -> None:
        last = self.last
        assert last is not None
        game = data.draw(st.sampled_from(self.games("drafted", "published")))
        if self.desk.press_hard(manual_pairing.remove_board, game, seen_revision=last.revision) and last.is_public:
            self._moved.add(last.number)

    def _move(self, verb: Callable[..., Any], *who: Entry, **how: bool) -> None:
        last = self.last
        assert last is not None
        if self.on_last(verb, *who, **how) and last.is_public:
            self._moved.add(last.number)

    # Back

    @rule(data=st.data())
    @precondition(lambda self: Action.objects.filter(tournament=self._key, undone_by=None).exists())
    def undo(self, data: st.DataObject) -> None:
        standing = Action.objects.filter(tournament=self._key, undone_by=None).order_by("-id")
        self.desk.press(undo_action, data.draw(st.sampled_from(list(standing[:40]))))

    @rule()
    @precondition(lambda self: Action.objects.filter(tournament=self._key).exists())
    def undo_newest(self) -> None:
        newest = Action.objects.filter(tournament=self._key, undone_by=None).order_by("-id").first()
        assert newest is not None
        self.desk.press(undo_action, newest)

    @rule(data=st.data())
    @precondition(lambda self: self.last)
    def press_on_an_old_page(self, data: st.DataObject) -> None:
        """What was on the screen is no longer there: nothing happens, whatever is pressed."""
        last = self.last
        assert last is not None
        verb = data.draw(
            st.sampled_from(
                [
                    rounds.call_off_round,
                    rounds.pair_round,
                    rounds.publish_round,
                    rounds.take_back_round,
                    rounds.start_round,
                    rounds.finish_round,
                ]
            )
        )
        assert not self.desk.press(verb, last, seen_revision=last.revision - 1)
        assert not self.desk.press(rounds.open_next_round, self.tournament, seen_number=last.number)
        for game in self.games("published", "finished")[-1:]:
            other = Result.DRAW if game.result != Result.DRAW else Result.WHITE_WINS
            wrong = next(result for result in Result if result not in (game.result, other))
            assert not self.desk.press(results.enter_result, game, other, seen=wrong)

    # What must hold

    @invariant()
    def holds(self) -> None:
        if not self._key:
            return
        tournament = self.tournament
        self.check(tournament)

    def check(self, tournament: Tournament) -> None:
        invariants.check(tournament, moved_after_publishing=self._moved)
        verifier.check_what_was_known(tournament)
        verifier.check_table(tournament)
