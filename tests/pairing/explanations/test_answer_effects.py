"""What an answer promises is what the table then gives."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.decided import with_ties_decided
from tests.tools.pairing.evenings import evenings, played_round
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.explanations import answer_effects
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import RoundOutcome, outcomes
from tournaments.pairing.protocols import KnockOutSystem, PairingSystem
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.systems.keizer.rules import Rescoring
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    PlayedRound,
    PlayerId,
    TournamentSnapshot,
)
from tournaments.pairing.types.table import Table, Term

WITH_PRESETS = [(code, preset) for code in SYSTEMS for preset in (None, *SYSTEMS[code].info.presets)]
FULL = {RoundOutcome.WIN: Fraction(1), RoundOutcome.DRAW: Fraction(1, 2), RoundOutcome.LOSS: Fraction(0)}


def term_of(table: Table, player: PlayerId, number: int) -> Term:
    row = next(row for row in table.rows if row.player == player)
    (found,) = [term for term in row.cells[POINTS.code].terms if term.reason.facts.get("round") == number]
    return found


def promised(system: PairingSystem, before: TournamentSnapshot, after: TournamentSnapshot) -> dict[PlayerId, Term]:
    """Of everybody who took part in the last round, the answer that came true. Forfeits and open games were not asked
    for."""
    played = after.rounds[-1]
    found = {}
    for each in played.absences:
        found[each.player] = answer_effects.away(system, before, each.player, each.kind)
    for bye in played.byes:
        found[bye.player] = answer_effects.bye(system, before, bye.player, bye.kind)
    for game in played.games:
        white, black = outcomes(system.capabilities().scoring.open_game)[game.result]
        if white in FULL:
            found[game.white] = answer_effects.game(system, before, game.white, game.black, white)
            found[game.black] = answer_effects.game(system, before, game.black, game.white, black)
    taking_part = {entrant.number for entrant in before.entrants if entrant.takes_part(played.number)}
    return {player: term for player, term in found.items() if player in taking_part}


@pytest.mark.parametrize(("code", "preset"), first_fast(len(SYSTEMS), WITH_PRESETS))
@given(before=evenings(), chance=st.integers(0, 2**32))
def test_an_answer_gives_what_the_table_then_gives(
    code: str, preset: str | None, before: TournamentSnapshot, chance: int
) -> None:
    system = configured(SYSTEMS[code], {}, preset=preset)
    before = with_ties_decided(system, before, Random(chance))
    # no round of a cup is drawn before: what a tie left open came to may be settled by who is seated in the next one
    assume(not (isinstance(system, KnockOutSystem) and any(tie.is_open for tie in system.matches(before))))
    after = replace(before, rounds=(*before.rounds, played_round(before, chance)))

    table = system.standings(after, ())

    for player, term in promised(system, before, after).items():
        assert term == term_of(table, player, before.next_number)


@given(before=evenings(), chance=st.integers(0, 2**32))
def test_where_all_is_counted_anew_it_gives_what_the_table_before_says(before: TournamentSnapshot, chance: int) -> None:
    """The values after the round hang on everybody's results: as the table stands is all that can be promised."""
    complete = Keizer(rescoring=Rescoring.COMPLETE)
    number = before.next_number  # whoever leaves or comes back with the round after it changes everybody's values
    assume(all(entrant.is_away(number) == entrant.is_away(number + 1) for entrant in before.entrants))
    after = replace(before, rounds=(*before.rounds, played_round(before, chance)))
    rows = {row.player: row.cells["next_value"].value for row in complete.standings(before, ()).rows}
    worth = {player: value for player, value in rows.items() if isinstance(value, Fraction)}

    found = promised(complete, before, after)

    for game in after.rounds[-1].games:
        white, _black = outcomes(complete.open_game)[game.result]
        if game.white in found and {game.white, game.black} <= worth.keys():
            assert found[game.white].amount == FULL[white] * worth[game.black]
    for absence in after.rounds[-1].absences:
        if absence.kind is AbsenceKind.CLUB and absence.player in found.keys() & worth.keys():
            assert found[absence.player].amount == complete.club_share * worth[absence.player]


def test_a_late_word_a_duty_and_a_used_up_quota_each_say_what_they_cost() -> None:
    """rulebook, keizer, Not playing: a third, nothing, two thirds of the own value; with one paid absence, nothing."""
    keizer = Keizer(paid_absences=1)
    start = TournamentSnapshot(entrants=tuple(Entrant(number=n, rating=2000 - n) for n in range(1, 7)), seed="5e" * 32)

    def pays(kind: AbsenceKind, snapshot: TournamentSnapshot) -> Fraction:
        return answer_effects.away(keizer, snapshot, 1, kind).amount

    assert pays(AbsenceKind.EXCUSED, start) == Fraction(7, 3)  # six players: 7, 6, 5, 4, 3, 2
    assert pays(AbsenceKind.UNEXCUSED, start) == 0
    assert pays(AbsenceKind.CLUB, start) == Fraction(14, 3)
    assert answer_effects.bye(keizer, start, 1, ByeKind.PAIRING).amount == Fraction(7, 2)
    assert answer_effects.game(keizer, start, 1, 6, RoundOutcome.WIN).amount == 2
    absence = Absence(player=1, kind=AbsenceKind.EXCUSED)
    away_once = replace(start, rounds=(PlayedRound(number=1, absences=(absence,)),))
    assert pays(AbsenceKind.EXCUSED, away_once) == 0
