"""Simulated tournaments, looked at from outside: what holds of the file itself, and what the oracles say of it."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from tests.tools.evenings.verifier import Document, shuffled
from tests.tools.pairing.oracles import ORACLES
from tournaments.exchange.tournament_file import TournamentFile, dump, parse
from tournaments.management.simulated_files import SimulatedFile, simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.audit.verification import BYE_BY_HAND, Verdict, verify
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.as_known import before_pairing
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.protocols import Capabilities, PairingSystem
from tournaments.pairing.types.options import Kind, OptionError, configured, fields_of
from tournaments.pairing.types.snapshot import TournamentSnapshot

SMALL = 6
"""Players up to whom the oracles, which try everything, are bearable a thousand times."""
FORFEITS = ("+--", "--+", "---")
BUSY = Rates(attendance=0.7, late=0.15, withdrawals=0.05, forfeits=0.08, postponed=0.08, corrections=0.03, by_hand=0.1)


def simulated(code: str, seed: int) -> SimulatedFile:
    """A tournament of 5 to 14 players and 3 to 9 rounds; presets in turn, and in half of them options by chance."""
    rng = Random(f"{code} {seed}")
    preset = [None, *SYSTEMS[code].info.presets][seed % (1 + len(SYSTEMS[code].info.presets))]
    options = options_by_chance(code, rng, preset) if rng.random() < 0.5 else {}
    return simulated_file(
        code,
        preset=preset,
        options=options,
        seed=seed,
        players=rng.randint(5, 14),
        rounds=rng.randint(3, 9),
        rates=replace(rng.choice([Rates(), Rates(attendance=1.0), BUSY]), forbidden=rng.choice([0.0, 0.0, 0.05])),
    )


def options_by_chance(code: str, rng: Random, preset: str | None = None) -> dict[str, object]:
    """Choices and switches; of the numbers only how often somebody may lose."""
    chosen: dict[str, object] = {}
    for option in fields_of(SYSTEMS[code]):
        if option.kind is Kind.CHOICE:
            values: list[object] = [choice.value for choice in option.choices]
        elif option.kind is Kind.BOOLEAN:
            values = [True, False]
        elif option.code == "elimination":
            values = [None, 1, 2, 3]
        else:
            continue
        with suppress(OptionError):  # it contradicts one that was drawn before
            more = chosen | {option.code: rng.choice(values)}
            configured(SYSTEMS[code], more, preset=preset)
            chosen = more
    return chosen


def check(file: TournamentFile, rng: Random) -> None:
    """The verifier finds nothing, in whatever order the rows stand; nor does what is asked here of the file alone."""
    written = dump(file)
    again = parse(written)
    assert dump(again) == written
    verdict = looked_over(again)
    assert verdict.holds, faults(verdict)
    shuffled_rows = looked_over(shuffled(again, rng))
    assert shuffled_rows == verdict, "the order of the rows decides"
    document: Document = json.loads(written)
    system, tie_breaks = again.configured()
    byes_by_hand = {
        each.number for each in verdict.rounds if any(reason.rule == BYE_BY_HAND.code for reason in each.by_hand)
    }
    _check_rounds(document, system, byes_by_hand)
    capabilities = system.capabilities()
    if capabilities.is_sum_of_rounds and capabilities.counted(again.snapshot) == again.snapshot:
        table = system.standings(again.snapshot, tie_breaks)
        _check_points(
            document, capabilities, {row.player: Fraction(row.cells["points"].value or 0) for row in table.rows}
        )
    if file.system in ORACLES:
        _check_against_oracle(again.snapshot, system, ORACLES[file.system].Oracle, byes_by_hand)


def looked_over(file: TournamentFile) -> Verdict:
    system, tie_breaks = file.configured()
    return verify(system, tie_breaks, file.snapshot)


def faults(verdict: Verdict) -> list[object]:
    return [*verdict.tables, *((each.number, each.differing, each.broken) for each in verdict.rounds if not each.holds)]


def _takes_part(row: dict[str, Any], number: int) -> bool:
    away = any(first <= number and (last is None or number <= last) for first, last in row["away"])
    return bool(row["joined_round"] <= number) and not away


def _check_rounds(document: Document, system: PairingSystem, byes_by_hand: set[int]) -> None:
    """Everybody once, boards 1..n, nobody who takes no part; no forbidden pair, no rematch and no second bye where the
    system has these as hard rules and the director did not have to help."""
    players = {row["number"]: row for row in document["players"]}
    forbidden = {frozenset(pair) for pair in document["forbidden_pairs"]}
    capabilities = system.capabilities()
    sat_out: Counter[int] = Counter()
    for played in document["rounds"]:
        number, games = played["number"], played["games"]
        seated = [player for game in games for player in (game["white"], game["black"])]
        byes = [bye["player"] for bye in played["byes"]]
        named = seated + byes + [absence["player"] for absence in played["absences"]]
        assert len(set(named)) == len(named), "somebody twice in a round"
        assert [game["board"] for game in games] == list(range(1, len(games) + 1))
        assert all(_takes_part(players[player], number) for player in named)
        odd = [bye["player"] for bye in played["byes"] if bye["kind"] == "pairing"]
        met = Counter(
            frozenset((game["white"], game["black"]))
            for before in document["rounds"][: number - 1]
            for game in before["games"]
            if _known(game, before["number"], number) not in FORFEITS
        )
        assert len(odd) <= 1 or capabilities.several_without_a_game or number in byes_by_hand
        for game in games:
            pair = frozenset((game["white"], game["black"]))
            assert game["by_hand"] or pair not in forbidden or not capabilities.heeds_forbidden
            if capabilities.limits.never_relaxed:
                assert game["by_hand"] or met[pair] < (capabilities.limits.max_meetings or 1), (
                    "a rematch past a hard rule"
                )
        if capabilities.bye_once and number not in byes_by_hand:
            assert not any(sat_out[player] for player in odd), "a second bye past a hard rule"
        sat_out.update(odd)


def _known(game: dict[str, Any], played: int, paired: int) -> str:
    """What was known of the result when round `paired` was paired."""
    since = [*game.get("earlier", ()), (game["result"], game.get("known_from") or played + 1)]
    return str(([result for result, first in since if first <= paired] or ["*"])[-1])


def _check_points(document: Document, capabilities: Capabilities, shown: dict[int, Fraction]) -> None:
    """What the rounds give, from the rows alone, is what the table holds (rulebook, README)."""
    scoring = capabilities.scoring
    if capabilities.counting_rounds is not None or scoring.elimination is not None or scoring.paid_absences:
        return
    draw, nothing = scoring.draw, Fraction(0)
    still_open = draw if scoring.open_game is OpenGameCounts.DRAW else nothing
    results = {
        "1-0": (scoring.win, scoring.loss),
        "0-1": (scoring.loss, scoring.win),
        "1/2-1/2": (draw, draw),
        "+--": (scoring.win, nothing),
        "--+": (nothing, scoring.win),
        "---": (nothing, nothing),
        "*": (still_open, still_open),
    }
    absences = {"excused": scoring.excused, "unexcused": scoring.unexcused, "club": scoring.club}
    totals = dict.fromkeys(shown, nothing)
    for played in document["rounds"]:
        worth = {}
        for game in played["games"]:
            worth[game["white"]], worth[game["black"]] = results[game["result"]]
        worth |= {bye["player"]: draw if bye["kind"] == "half" else scoring.bye for bye in played["byes"]}
        kinds = {absence["player"]: absence["kind"] for absence in played["absences"]}
        for row in document["players"]:
            if row["number"] in worth:
                continue
            if played["number"] < row["joined_round"]:
                worth[row["number"]] = scoring.late
            elif not _takes_part(row, played["number"]):
                worth[row["number"]] = nothing
            else:
                worth[row["number"]] = absences[kinds.get(row["number"], scoring.default_absence)]
        totals = {player: total + worth[player] for player, total in totals.items()}
    assert totals == shown


def _check_against_oracle(
    snapshot: TournamentSnapshot, system: PairingSystem, oracle: Any, byes_by_hand: set[int]
) -> None:
    """Small rounds that the director left alone, once more by brute force from the rulebook's page."""
    for played in snapshot.rounds:
        odd = {bye.player for bye in played.byes if bye.kind == "pairing"}
        is_by_hand = played.number in byes_by_hand or any(game.by_hand for game in played.games)
        if not (played.games or odd):
            continue  # byes that were asked for, or that no opponent gives: nobody was paired
        if is_by_hand or 2 * len(played.games) + len(odd) > SMALL:
            continue
        joined = tuple(entrant for entrant in snapshot.entrants if entrant.joined_round <= played.number)
        known = before_pairing(replace(snapshot, entrants=joined), paired=played.number)
        expected = oracle(known, system).pair()
        assert expected is not None, f"the oracle finds no pairing for round {played.number}"
        assert expected.boards == [(game.white, game.black) for game in played.games], played.number
        assert {player for player, kind in expected.byes.items() if kind == "pairing"} == odd, played.number
