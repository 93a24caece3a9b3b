"""The verbs that are raced and killed: from which state, how they are pressed, and what they leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Bye, Game, Presence, Round, RoundRecord, RoundState
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.services import rounds
from tournaments.services.rounds import results


@dataclass(frozen=True, kw_only=True, slots=True)
class Verb:
    name: str
    before: Callable[[Evening], None]
    """From the tournament as it is after its set-up to the screen on which the verb stands."""
    made_for: Callable[[Evening], Callable[[], object]]
    """The press, made for what is on the screen now."""


def _played(evening: Evening) -> None:
    evening.play()


def _checked_in(evening: Evening) -> None:
    evening.play()
    evening.open()
    evening.check_in()


def _drafted(evening: Evening) -> None:
    _checked_in(evening)
    evening.pair()


def _published(evening: Evening) -> None:
    _drafted(evening)
    evening.publish()


def _next(evening: Evening) -> Callable[[], object]:
    seen = evening.tournament.rounds.count() + 1
    return lambda: rounds.open_next_round(evening.tournament, seen_number=seen, actor=evening.director)


def _pair(evening: Evening) -> Callable[[], object]:
    seen = evening.round
    return lambda: rounds.pair_round(seen, seen_revision=seen.revision, actor=evening.director)


def _publish(evening: Evening) -> Callable[[], object]:
    seen = evening.round
    return lambda: rounds.publish_round(seen, seen_revision=seen.revision, actor=evening.director)


def _enter(evening: Evening) -> Callable[[], object]:
    game = evening.game(1)
    return lambda: results.enter_result(game, Result.DRAW, seen=game.result, actor=evening.director)


VERBS = {
    verb.name: verb
    for verb in (
        Verb(name="next", before=_played, made_for=_next),
        Verb(name="pair", before=_checked_in, made_for=_pair),
        Verb(name="publish", before=_drafted, made_for=_publish),
        Verb(name="enter", before=_published, made_for=_enter),
    )
}


def assert_whole(evening: Evening) -> None:
    """Each round is whole: what the database alone does not hold of rows that belong together."""
    for round_ in Round.objects.filter(tournament=evening.tournament):
        slots = list(Attendance.objects.filter(round=round_))
        assert len(slots) == evening.tournament.entries.count()
        games = list(Game.objects.filter(round=round_))
        paired = round_.state != RoundState.OPEN
        assert RoundRecord.objects.filter(round=round_).count() == paired
        assert sorted(game.board for game in games) == list(range(1, len(games) + 1))
        for game in games:
            assert {slot.colour for slot in slots if slot.game_id == game.pk} == set(Colour)
        for slot in slots:
            plays = slot.game_id is not None or slot.bye == Bye.PAIRING
            assert plays == (paired and slot.presence == Presence.PRESENT)
