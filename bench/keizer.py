"""Keizer tables of a season against reading it as JSON: `python -m bench.keizer` from the root."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bench._clock import median_ms
from bench._size import sized
from tournaments.exchange.tournament_file import FORMAT, TournamentFile, parse
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.systems.keizer import rescoring

PLAYERS, ROUNDS = sized((100, 50), (10, 4))
KINDS = ("excused", "long_term", "club", "team")
SEASON = Path(__file__).parents[1] / "tournaments" / "demo" / "club_season.json"


EVERY_OPTION = {
    "absence_kinds": [
        {"code": "long_term", "name": "Away for long", "share": "1/3", "paid": 10},
        {"code": "team", "name": "In the second team", "win_share": "1", "draw_share": "1/2", "loss_share": "0"},
    ],
    "counted_absences": ["excused", "unexcused", "long_term"],
    "excused_steps": [[5, "0.4"], [5, "0.3"], [None, "0.2"]],
    "paid_absences": 8,
    "period_rounds": [12, 24],
    "club_win_share": "2/3",
    "club_draw_share": "1/2",
    "club_loss_share": "1/3",
    "loss_points": "2",
    "withdrawn_pay": "1/3",
    "withdrawn_share": None,
}


def season(rounds_played: int = ROUNDS, kinds: Sequence[str] = ("excused",), **options: object) -> bytes:
    """Everybody but four comes to every round, and plays somebody."""
    rng = Random(1)
    rounds = []
    for number in range(1, rounds_played + 1):
        players = rng.sample(range(1, PLAYERS + 1), PLAYERS)
        pairs = zip(players[:-4:2], players[1:-4:2], strict=True)
        games = [
            {"board": board, "white": white, "black": black, "result": rng.choice(["1-0", "0-1", "1/2-1/2"])}
            for board, (white, black) in enumerate(pairs, 1)
        ]
        absences = [
            {"player": player, "kind": kinds[(number + at) % len(kinds)]} for at, player in enumerate(players[-4:])
        ]
        rounds.append({"number": number, "games": games, "absences": absences})
    players = [
        {"number": number, "name": f"P{number}", "rating": 2200 - 7 * number} for number in range(1, PLAYERS + 1)
    ]
    head = {"format": FORMAT, "version": 1, "name": "Season", "system": "keizer", "options": options}
    return json.dumps(head | {"players": players, "rounds": rounds}).encode()


def forget() -> None:
    """Tables are kept between calls: measured is what they cost from nothing."""
    rescoring._kept.clear()


def all_totals(system: PairingSystem, file: TournamentFile) -> None:
    system.standings(file.snapshot, ())  # works out the tables before it on the way


def measure(name: str, data: bytes) -> None:
    json_ms = median_ms(lambda: json.loads(data))
    file = parse(data)
    system, _tie_breaks = file.configured()
    rounds = len(file.snapshot.rounds)
    snapshots = [file.snapshot.after(number) for number in range(1, rounds + 1)]

    def but_the_last() -> None:
        forget()
        system.standings(snapshots[-2], ())

    from_nothing = median_ms(lambda: all_totals(system, file), before=forget)
    one_more = median_ms(lambda: system.standings(snapshots[-1], ()), before=but_the_last)
    as_tables = median_ms(lambda: [system.standings(snapshot, ()) for snapshot in snapshots], before=forget)
    print(f"{name}: json.loads {json_ms:.2f} ms")
    print(f"  {rounds} re-rankings from nothing {from_nothing:6.1f} ms  {from_nothing / json_ms:5.1f} x")
    print(f"  one more round              {one_more:6.2f} ms  {one_more / from_nothing:5.2f} of that")
    print(f"  all {rounds} as tables of cells  {as_tables:6.1f} ms  {as_tables / json_ms:5.1f} x")


def main() -> None:
    measure(f"{PLAYERS} players, {ROUNDS} rounds, classic, step", season())
    measure(f"{PLAYERS} players, {ROUNDS} rounds, frozen, step", season(rescoring="frozen"))
    measure(f"{PLAYERS} players, {ROUNDS} rounds, complete, step", season(rescoring="complete"))
    few = sized(37, 4)
    measure(f"{PLAYERS} players, {few} rounds, no option", season(few))
    measure(f"{PLAYERS} players, {few} rounds, every option", season(few, KINDS, **EVERY_OPTION))
    data = SEASON.read_bytes()
    measure("a real season of 62 players, values by score", data)


if __name__ == "__main__":
    main()
