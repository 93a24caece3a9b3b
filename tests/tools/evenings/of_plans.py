"""A season's plan and a cup, pressed together at random: the buttons that only they have, beside all the others."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tools.evenings import invariants, verifier
from tests.tools.evenings.machine import PLAYED, Evenings
from tournaments.models import Attendance, Game, Round, Tournament
from tournaments.pairing.protocols import KnockOutSystem, ScheduledSystem
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import configured_system, seen_decision, snapshot_of
from tournaments.services import rounds
from tournaments.services.cup import matches
from tournaments.services.cup.matches import EnteredDecision
from tournaments.services.rounds import game_dates, results, unplayed_games
from tournaments.services.rounds.unplayed_games import WAYS, DecidedGame

A_WEEK = datetime.timedelta(days=7)


class _KnownBefore(Evenings):
    """Who meets whom is known before the evening, so somebody away can have a game, to be played another day."""

    tie_breaks = (None,)
    planned = (None,)
    at_once = False

    def check_draft(self, last: Round) -> None:
        verifier.check_kept(last, self._rng)

    def check_refused(self, last: Round) -> None:
        """Whether it had to be is a question for the tests of the core."""

    def goes_on(self, number: int) -> bool:
        return True

    def all_games(self) -> list[Game]:
        """Those of rounds ahead too."""
        found = Game.objects.filter(round__tournament=self._key, round__state__in=["published", "finished"])
        return list(found.select_related("round__tournament__club").order_by("round__number", "board"))

    @rule()
    @precondition(lambda self: self.is_at("published"))
    def postpone_open(self) -> None:
        self.on_last(rounds.postpone_open)

    @rule(data=st.data(), weeks=st.integers(-2, 3))
    @precondition(lambda self: self.all_games())
    def agree_a_day(self, data: st.DataObject, weeks: int) -> None:
        game = data.draw(st.sampled_from(self.all_games()))
        day = (game.round.date or datetime.date(2026, 11, 26)) + weeks * A_WEEK
        self.desk.press_hard(game_dates.set_dates, game, date=day if weeks else None, seen=game.seen)

    @rule(data=st.data(), result=st.sampled_from(sorted(WAYS)))
    @precondition(lambda self: self.all_games())
    def decide_what_was_not_played(self, data: st.DataObject, result: Result) -> None:
        some = data.draw(st.lists(st.sampled_from(self.all_games()), min_size=1, max_size=3, unique=True))
        decided = {game.pk: DecidedGame(result, game.seen) for game in some}
        self.desk.press_hard(unplayed_games.decide_unplayed, self.tournament, decided)

    def check(self, tournament: Tournament) -> None:
        invariants.check(tournament, only_here_play=False, at_once=self.at_once)
        system = configured_system(tournament)
        snapshot = snapshot_of(tournament)
        table = system.standings(snapshot, ())
        assert sorted(row.player for row in table.rows) == sorted(each.number for each in snapshot.listed())
        for each in Round.with_ahead.filter(tournament=tournament):
            seated = Counter(Attendance.objects.filter(round=each, game__isnull=False).values_list("entry", flat=True))
            assert not seated or max(seated.values()) == 1, "nobody has two games in a round"


class Plans(_KnownBefore):
    """An all-play-all."""

    system = "all_play_all"
    at_once = True
    options: Sequence[dict[str, object]] = (
        {},
        {"publish": "round"},
        {"cycles": 2, "withdrawal": "annul"},
        {"spare_numbers": 2, "withdrawal": "keep", "unplayed": "draw"},
        {"numbering": "rating", "postpone": False, "order": "lost"},
    )

    @rule()
    def publish_plan(self) -> None:
        self.desk.press_hard(rounds.publish_schedule, self.tournament, seen_number=self._next_number())

    @rule()
    def take_back_plan(self) -> None:
        self.desk.press_hard(rounds.take_back_schedule, self.tournament, seen_number=self._number_on())

    def _next_number(self) -> int:
        return Round.with_ahead.filter(tournament=self._key).count() + 1

    def _number_on(self) -> int:
        last = self.last
        return last.number if last is not None else 1

    @rule(data=st.data(), result=st.sampled_from(PLAYED))
    @precondition(lambda self: self.all_games())
    def play_early_or_late(self, data: st.DataObject, result: Result) -> None:
        game = data.draw(st.sampled_from(self.all_games()))
        self.desk.press_hard(results.enter_result, game, result, seen=game.result)

    def check(self, tournament: Tournament) -> None:
        """No two have more games against each other than there are cycles, but for what the director has set."""
        super().check(tournament)
        system = configured_system(tournament)
        assert isinstance(system, ScheduledSystem)
        met: Counter[frozenset[int]] = Counter()
        for game in Game.objects.filter(round__tournament=tournament, by_hand=False).prefetch_related("sides"):
            met[frozenset(side.entry_id for side in game.sides.all())] += 1
        cycles = system.capabilities().limits.max_meetings
        assert cycles is None or not met or max(met.values()) <= cycles


class Cups(_KnownBefore):
    """A knock-out."""

    system = "cup"
    options: Sequence[dict[str, object]] = (
        {},
        {"draw": "bracket", "third_place": "game"},
        {"draw": "bracket_lot", "absent": "lot", "games": 2},
        {"consolation": "first_round", "third_place": "consolation", "decide": "lower"},
        {"draw": "bracket", "lucky_loser": True, "absent": "both_out"},
    )

    @rule(data=st.data(), winner=st.sampled_from(Colour), step=st.sampled_from(["", "", "blitz", "armageddon", "lot"]))
    @precondition(lambda self: self.all_games())
    def decide(self, data: st.DataObject, winner: Colour, step: str) -> None:
        game = data.draw(st.sampled_from(self.all_games()))
        system, snapshot = configured_system(self.tournament), snapshot_of(self.tournament)
        assert isinstance(system, KnockOutSystem)
        found = [
            tie for tie in system.matches(snapshot) if (tie.round_number, tie.board) == (game.round.number, game.board)
        ]
        steps = [way.step for tie in found for way in system.endings(snapshot, tie)]
        chosen = step or (data.draw(st.sampled_from(steps)) if steps else "blitz")
        self.desk.press_hard(
            matches.decide_match, game, EnteredDecision(step=chosen, winner=winner), seen=seen_decision(game.decided_by)
        )

    @rule(data=st.data())
    @precondition(lambda self: [game for game in self.all_games() if game.decided_by])
    def open_again(self, data: st.DataObject) -> None:
        decided = [game for game in self.all_games() if game.decided_by]
        game = data.draw(st.sampled_from(decided))
        self.desk.press_hard(matches.clear_decision, game, seen=seen_decision(game.decided_by))

    @rule()
    @precondition(lambda self: self.is_at("published", "finished"))
    def decide_all(self) -> None:
        """So that many rounds are reached."""
        last = self.last
        assert last is not None
        for tie in matches.open_matches(last):
            game = Game.objects.get(round=last, board=tie.board)
            for way in matches.endings_of(last, tie):
                winner = Colour.WHITE if way.winner in (None, tie.white) else Colour.BLACK
                if self.desk.press(
                    matches.decide_match,
                    game,
                    EnteredDecision(step=way.step, winner=winner),
                    seen=seen_decision(game.decided_by),
                ):
                    break

    @rule()
    @precondition(lambda self: self.last)
    def set_up_known(self) -> None:
        system = configured_system(self.tournament)
        assert isinstance(system, KnockOutSystem)
        known = system.known_since(snapshot_of(self.tournament))
        self.desk.press_hard(matches.set_up_known, self.tournament, seen=sum(map(len, known.values())))

    def check(self, tournament: Tournament) -> None:
        """Nobody who has lost a tie is waited for in the newest round, and the tree has everybody once.

        An older tie is open again where who had left it comes back later: that the other may be out by then is known,
        and for the director to mend.
        """
        super().check(tournament)
        system, snapshot = configured_system(tournament), snapshot_of(tournament)
        assert isinstance(system, KnockOutSystem)
        knocked_out = system.capabilities().knocks_out
        assert knocked_out is not None
        out = knocked_out(snapshot)
        newest = [tie for tie in system.matches(snapshot) if tie.is_open and tie.round_number == len(snapshot.rounds)]
        waiting = {player for tie in newest for player in tie.players}
        assert not waiting & set(out), "whoever has an open tie is not out"
        for tree in system.brackets(snapshot):
            for places in tree.rounds:
                names = Counter(side.player for place in places for side in place.sides if side.player is not None)
                assert not names or max(names.values()) == 1, "nobody stands twice in a round of the tree"
