"""Random small Keizer tournaments as tournament files, with everything that happens in a club, for Hypothesis."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

CLUB_PRESETS = ["club_nl", "by_score", "fixed_points", "periods", "team_results"]
BYES = ["pairing", "half", "full", "zero", "unpaid"]
RESULTS = ["1-0", "1-0", "0-1", "0-1", "1/2-1/2", "1/2-1/2", "+--", "--+", "---", "*"]
SHARES = ["0", "1/4", "1/3", "0.35", "1/2", "2/3", "0.667", "3/4", "1"]
POINTS = ["0", "2.5", 10, "40"]
UNITS = ["1/2", 1, "1/3", "0.01"]
NUMBERED_TOPS = [1, 5, 10, "50", "12.5", 200]

OWN_KINDS = [
    [{"code": "other", "name": "Other day", "share": "1/3"}],
    [{"code": "other", "name": "Long", "points": "7", "paid": 1}, {"code": "more", "name": "More"}],
    [{"code": "other", "name": "Steps", "steps": [[1, "1/2"], [1, "1/4"]], "paid": 2}],
    [{"code": "other", "name": "Team", "share": "1/4", "win_share": "1", "loss_share": "1/8", "asked": "card"}],
]
# Each option with values that differ from its default.
OPTIONS: dict[str, list[Any]] = {
    "starting_list": ["number", "lot"],
    "values_from": ["start"],
    "loss_points": ["12", "2.5"],
    "excused_steps": [[[1, "0.4"], [1, "0.3"]], [[2, "1/2"], [None, "1/3"]], [[None, "1/4"]]],
    "club_win_share": SHARES,
    "club_draw_share": ["1/2", "7/6"],
    "club_loss_share": ["0", "1/6"],
    "absence_kinds": OWN_KINDS,
    "counted_absences": [["excused"], [], ["excused", "club"]],
    "withdrawn_pay": ["1/3"],
    "ratio": [2, "1.5", "5/2", 10],
    "step": [2, "1/2", "3"],
    "value_unit": ["1/10", 1, "1/3"],
    "own_value": [0, 2, "1/2"],
    "own_value_fade": [1, 3, 10],
    "win_share": ["3/4", 2],
    "draw_share": ["1/3", "0.4"],
    "loss_share": ["1/10", "1/4"],
    "open_game": ["draw"],
    "forfeit_win": ["1/2", "0"],
    "forfeit_loss": ["1/4"],
    "round_item": UNITS,
    "round_total": UNITS,
    "bye_share": SHARES,
    "excused_share": SHARES,
    "unexcused_share": SHARES,
    "club_share": SHARES,
    "bye_points": POINTS,
    "excused_points": POINTS,
    "unexcused_points": POINTS,
    "club_points": POINTS,
    "before_entry": ["excused", "nothing"],
    "late_points": POINTS,
    "paid_absences": [0, 1, 2],
    "halving": [True],
    "default_absence": ["unexcused", "club"],
    "withdrawn_share": [None, "0", "1/2", "1"],
    "period_rounds": [[2], [1, 3], [2, 4, 6]],
}


@st.composite
def keizer_documents(draw: st.DrawFn, *, rescoring: str | None = None) -> dict[str, Any]:
    """Rounds are drawn at random, not paired by any rule, and the file may even say what no club does: a game in a
    round in which the player had withdrawn, or an absence before joining."""
    rng = Random(draw(st.integers(0, 2**32)))
    count, held = rng.randint(1, 9), rng.randint(0, 6)
    numbers = sorted(rng.sample(range(1, count + 3), count))
    players = [_player(rng, number, held) for number in numbers]
    preset = rng.choice([None, None, None, "classic", "described", *CLUB_PRESETS])
    options = _options(rng, preset, rescoring)
    kinds = [kind["code"] for kind in options.get("absence_kinds", [])]
    for player in players:
        if kinds and rng.random() < 0.2:
            player["absence_kind"] = rng.choice(kinds)
    return {
        "format": "clubchess-tournament",
        "version": 1,
        "name": "Drawn at random",
        "system": "keizer",
        "preset": preset,
        "options": options,
        "planned_rounds": rng.choice([None, max(held, 1), held + 3]),
        "players": players,
        "rounds": [_round(rng, number, players, kinds) for number in range(1, held + 1)],
    }


def as_bytes(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode()


def _options(rng: Random, preset: str | None, rescoring: str | None) -> dict[str, Any]:
    often = rng.choice([0.05, 0.2, 0.4])
    options = {code: rng.choice(values) for code, values in OPTIONS.items() if rng.random() < often}
    if "period_rounds" in options:  # says something only where absences are counted
        options |= rng.choice([{"halving": True}, {"paid_absences": rng.choice([1, 2])}])
    options |= _ladder(rng) if preset in (None, "classic", "described") else {}
    if "absence_kinds" in options:
        options |= {"counted_absences": rng.choice([["excused", "unexcused"], ["other"], ["excused", "other"]])}
        options |= {"default_absence": "other"} if rng.random() < 0.2 else {}
    _take_back_contradictions(options, preset)
    options |= {"rescoring": rescoring or rng.choice(["classic", "classic", "frozen", "complete"])}
    if options["rescoring"] == "complete":
        passes = {"max_passes": rng.choice([1, 2, 3])} if rng.random() < 0.3 else {}
        options |= passes | {
            "restart": rng.choice(["previous", "initial"]),
            "on_cycle": rng.choice(["calmest", "average", "last"]),
        }
    whose = ["current", "start", "final"] if options["rescoring"] == "frozen" else ["current", "current", "start"]
    return options | {"own_value_of": rng.choice(whose)}


def _take_back_contradictions(options: dict[str, Any], preset: str | None) -> None:
    """Of two options that exclude each other the newer one goes."""
    fixed = preset == "fixed_points"  # which has club_points and excused_points
    if preset == "team_results":  # by the result
        options.pop("club_points", None)
    if "loss_share" in options:
        options.pop("loss_points", None)
    if options.get("ladder") == "range_score" or preset == "by_score":
        options.pop("values_from", None)
    if fixed or "excused_points" in options or "halving" in options:
        options.pop("excused_steps", None)
    if fixed or "club_points" in options:
        for code in ("club_win_share", "club_draw_share", "club_loss_share"):
            options.pop(code, None)
    if options.get("withdrawn_share", "") is not None:
        options.pop("withdrawn_pay", None)
    if "halving" in options and "steps" in options.get("absence_kinds", [{}])[0]:
        del options["halving"]


def _ladder(rng: Random) -> dict[str, Any]:
    """Values from the top downwards: a bottom or a least value above it would contradict it."""
    top = rng.choice(["ratio", "ratio", "N", "2N", "1.5N", rng.choice(NUMBERED_TOPS)])
    options: dict[str, Any] = {"ladder": rng.choice(["step", "range_place", "range_score"]), "top": top}
    if top == "ratio":
        options["top_rounding"] = rng.choice(["down", "half_even", "half_up", "up"])
    if options["ladder"] != "step":
        options["bottom"] = rng.choice([0, 1, "1/2"] + ([5, "10"] if top in ("50", "12.5", 200) else []))
    if rng.random() < 0.2:
        options["min_value"] = rng.choice([0, "1/2", 1] + (["7/2", 11] if top in ("50", "12.5", 200) else []))
    return options


def _player(rng: Random, number: int, held: int) -> dict[str, Any]:
    player: dict[str, Any] = {"number": number, "name": f"Player {number}"}
    if rng.random() < 0.8:
        player["rating"] = rng.choice([1500, 1600, rng.randint(1000, 2000)])
    if rng.random() < 0.2:
        player["joined_round"] = rng.randint(1, held + 2)
    if rng.random() < 0.3:
        first = rng.randint(1, held + 2)
        last = rng.choice([None, first, first + 1])
        player["away"] = [[first, last]]
        if last is not None and rng.random() < 0.3:
            player["away"].append([last + 2, rng.choice([None, last + 2])])
    return player


def _round(rng: Random, number: int, players: list[dict[str, Any]], kinds: list[str]) -> dict[str, Any]:
    here, games, byes, absences = [], [], [], []
    for player in players:
        if rng.random() < (0.75 if _takes_part(player, number) else 0.1):
            here.append(player["number"])
        elif rng.random() < 0.6:
            kind = rng.choice([*BYES, "excused", "unexcused", "excused", "club", *kinds, *kinds])
            row = {"player": player["number"], "kind": kind}
            if kind in ("club", *kinds) and rng.random() < 0.6:
                row["result"] = rng.choice(["1", "1/2", "0"])
            (byes if kind in BYES else absences).append(row)
    rng.shuffle(here)
    if len(here) % 2:
        byes.append({"player": here.pop(), "kind": "pairing"})
    for board, (white, black) in enumerate(zip(here[::2], here[1::2], strict=True), 1):
        games.append({"board": board, "white": white, "black": black, "result": rng.choice(RESULTS)})
    return {"number": number, "games": games, "byes": byes, "absences": absences}


def _takes_part(player: dict[str, Any], number: int) -> bool:
    away = any(first <= number and (last is None or number <= last) for first, last in player.get("away", []))
    return not away and bool(player.get("joined_round", 1) <= number)
