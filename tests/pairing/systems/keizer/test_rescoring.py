"""Chains of tables: what is kept of one never shows in another."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.evenings import evenings
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.systems.keizer import Keizer, rescoring
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import PlayedRound, Result, TournamentSnapshot
from tournaments.pairing.types.table import Table


def afresh(system: Keizer, snapshot: TournamentSnapshot) -> Table:
    rescoring._kept.clear()
    return system.standings(snapshot, ())


def corrected(snapshot: TournamentSnapshot, rng: Random) -> TournamentSnapshot:
    """One result another one."""

    def changed(played: PlayedRound) -> PlayedRound:
        games = [replace(game, result=rng.choice(list(Result))) for game in played.games[:1]]
        return replace(played, games=(*games, *played.games[1:]))

    if not snapshot.rounds:
        return snapshot
    number = rng.randrange(len(snapshot.rounds))
    rounds = list(snapshot.rounds)
    rounds[number] = changed(rounds[number])
    return replace(snapshot, rounds=tuple(rounds))


@given(snapshot=evenings(), chance=st.integers(0, 2**32))
def test_tables_asked_for_in_any_order_are_those_made_afresh(snapshot: TournamentSnapshot, chance: int) -> None:
    rng = Random(chance)
    for rescoring_by in ("classic", "frozen", "complete"):
        system = configured(Keizer, {"rescoring": rescoring_by, "paid_absences": 2})
        asked = [
            known.after(rng.randint(0, len(known.rounds)))
            for known in (snapshot, corrected(snapshot, rng), snapshot, corrected(snapshot, rng))
        ]
        kept = [system.standings(known, ()) for known in asked]
        assert kept == [afresh(system, known) for known in asked]


@given(snapshot=evenings())
def test_longer_tournaments_count_in_finer_units_but_the_same(snapshot: TournamentSnapshot) -> None:
    system = configured(SYSTEMS["keizer"], {"halving": True, "excused_share": "1/3", "own_value_fade": 7})
    short = system.standings(snapshot, ())
    idle = tuple(PlayedRound(number=number) for number in range(len(snapshot.rounds) + 1, 70))
    long = system.standings(replace(snapshot, rounds=(*snapshot.rounds, *idle)), ())
    assert long.after_round == 69
    again = system.standings(snapshot, ())
    assert again == short
