"""Norwegian Monrad against its page, on random evenings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, check_table, own_evenings, some_pins
from tests.tools.pairing.oracles.norwegian_monrad import Oracle, seeded
from tournaments.pairing.history.opponents_points import ForfeitQuality
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.search.last_resort import LastResort
from tournaments.pairing.systems.norwegian_monrad import ForfeitColour, NorwegianMonrad, Numbering
from tournaments.pairing.systems.norwegian_monrad.pairing import LastRound
from tournaments.pairing.systems.norwegian_monrad.round_search import SecondGames
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot

worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)])
systems = st.just(NorwegianMonrad()) | st.builds(
    NorwegianMonrad,
    win=worth,
    loss=worth,
    bye_points=worth,
    last_round=st.sampled_from(LastRound),
    last_resort=st.sampled_from(LastResort),
    max_meetings=st.sampled_from([1, 1, 2, 3]),
    second_games=st.sampled_from(SecondGames),
    second_game_gap=st.sampled_from([0, 1, 1, 3]),
    forfeit_colour=st.sampled_from(ForfeitColour),
    forfeit_quality=st.sampled_from(ForfeitQuality),
    paid_absences=st.sampled_from([0, 1, 3]),
    counting_rounds=st.sampled_from([None, None, 2, 4]),
    open_game=st.sampled_from(OpenGameCounts),
)
many = settings(max_examples=5 * settings().max_examples)


def columns(snapshot: TournamentSnapshot) -> list[str]:
    planned = len(snapshot.rounds) if snapshot.planned_rounds is None else snapshot.planned_rounds
    return [*(["M-2"] if planned >= 7 else []), "M-1", "M", "Neustadtl"]


@many
@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(
    snapshot: TournamentSnapshot, system: NorwegianMonrad, rng: Random
) -> None:
    oracle = Oracle(snapshot, system)
    check_round(system, oracle, snapshot, some_pins(rng, oracle))


@many
@given(own_evenings(systems))
def test_it_pairs_its_own_tournaments_as_the_page_does(played: tuple[NorwegianMonrad, TournamentSnapshot]) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)
    check_table(system, Oracle(snapshot, system), snapshot, columns(snapshot))


konrad = st.builds(
    NorwegianMonrad,
    last_round=st.sampled_from(LastRound),
    max_meetings=st.sampled_from([2, 3]),
    second_games=st.sampled_from([SecondGames.NEEDED, SecondGames.SCORE_GROUP, SecondGames.SCORE_GROUP]),
    second_game_gap=st.sampled_from([0, 0, 1, 2]),
)


@many
@given(own_evenings(konrad, rounds=9))
def test_those_who_meet_again_are_those_of_the_page(
    played: tuple[NorwegianMonrad, TournamentSnapshot],
) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)


@many
@given(any_evenings, systems)
def test_every_table_is_as_the_page_says(snapshot: TournamentSnapshot, system: NorwegianMonrad) -> None:
    check_table(system, Oracle(snapshot, system), snapshot, columns(snapshot))


@many
@given(st.lists(st.none() | st.integers(900, 930), max_size=64), st.binary(min_size=32, max_size=32))
def test_the_seeded_numbers_are_dealt_as_the_page_does(ratings: list[int | None], seed: bytes) -> None:
    assume(any(ratings))
    entrants = [Entrant(number=entry, rating=rating) for entry, rating in enumerate(ratings, start=1)]
    dealt = NorwegianMonrad(numbering=Numbering.SEEDED).start_numbers(entrants, Lots(seed.hex(), 0))
    assert list(dealt) == seeded(ratings, seed.hex())
