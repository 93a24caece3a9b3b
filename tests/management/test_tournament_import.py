"""manage.py import_tournament and export_tournament."""

import datetime
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.played.played import a_tournament
from tournaments.exchange import tournament_file
from tournaments.models import Action, ShownAs, Tournament, Withdrawal
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

SIX = Path(__file__).parents[1] / "data" / "attendance_monrad_six.json"


def run(*arguments: Any) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_file_goes_in_and_comes_out_as_it_was(cast: Cast, tmp_path: Path) -> None:
    out = run("import_tournament", SIX, "--club", "sk-rockaden")
    made = Tournament.objects.get()
    assert f"Its page is /en/sk-rockaden/{made.slug}/" in out
    assert "players 6, rounds 2" in out
    assert (Action.objects.get().verb, Action.objects.get().actor) == ("tournament.import", None)

    original = tournament_file.dump(tournament_file.parse(SIX.read_bytes()))
    copy = tmp_path / "copy.json"
    copy.write_text("older")
    run("export_tournament", f"sk-rockaden/{made.slug}", "--output", copy)
    assert copy.read_bytes() == original
    assert run("export_tournament", made.short_code.upper()).encode() == original


def test_the_season_and_the_name_can_be_chosen(cast: Cast) -> None:
    spring = cast.add_season("Spring")
    run("import_tournament", SIX, "--club", "sk-rockaden", "--season", "Spring", "--name", "Six")

    assert Tournament.objects.get().name == "Six"
    assert Tournament.objects.get().season == spring


def test_members_are_known_by_their_names_unless_told_otherwise(cast: Cast) -> None:
    cast.add_player("Player", "1")
    run("import_tournament", SIX, "--club", "sk-rockaden")
    assert cast.club.players.count() == 6
    run("import_tournament", SIX, "--club", "sk-rockaden", "--new-players")
    assert cast.club.players.count() == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((SIX, "--club", "nowhere"), "no club with the address nowhere"),
        ((SIX, "--club", "sk-rockaden", "--season", "Spring"), "has no season Spring. Its seasons: Old, 2026–27"),
        ((SIX, "--club", "sk-rockaden", "--season", "Old"), "The season Old is closed"),
        (("missing.json", "--club", "sk-rockaden"), "missing.json: The file cannot be read"),
    ],
)
def test_it_says_what_is_wrong_and_makes_nothing(cast: Cast, arguments: tuple[Any, ...], message: str) -> None:
    cast.add_season("Old", is_open=False, starts_on="2026-09-01")

    with nothing_changes(CommandError, message):
        run("import_tournament", *arguments)


def test_a_club_whose_seasons_are_closed_opens_one_itself(cast: Cast) -> None:
    cast.season.is_open = False
    cast.season.save()

    with nothing_changes(CommandError, "SK Rockaden has no open season"):
        run("import_tournament", SIX, "--club", "sk-rockaden")


@time_machine.travel("2026-11-21")
def test_a_new_clubs_first_season_is_opened_for_it(cast: Cast, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("{}")
    with nothing_changes(CommandError):
        run("import_tournament", tmp_path / "wrong.json", "--club", "bergens")
    run("import_tournament", SIX, "--club", "bergens")

    season = cast.other_club.seasons.get()
    assert season.name == "2026–27"
    assert season.starts_on < datetime.date(2026, 11, 21) < season.ends_on
    assert Tournament.objects.get().season == season


def test_a_wrong_file_is_refused_with_its_place(cast: Cast, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    keys = json.loads(SIX.read_bytes())
    keys["rounds"][1]["games"][0]["white"] = 99
    path.write_text(json.dumps(keys))

    with nothing_changes(CommandError, r"wrong.json: rounds\[1\].games\[0\].white: There is no player") as raised:
        run("import_tournament", path, "--club", "sk-rockaden")
    assert raised.value.returncode == 2  # type: ignore[attr-defined]


def test_the_public_file_says_only_what_everybody_sees() -> None:
    played = a_tournament(players=6)
    Tournament.objects.filter(pk=played.tournament.pk).update(seed="ab" * 32)
    played.play()
    played.play(state="drafted")  # type: ignore[arg-type]
    for number, shown_as in ((1, ShownAs.NUMBER), (2, ShownAs.INITIAL)):
        player = played.entries[number].player
        player.shown_as = shown_as
        player.save()
    played.tournament.entries.update(home_club="Elsewhere")
    entries.forbid_pair(played.tournament, played.entries[1], played.entries[2], actor=None)
    Withdrawal.objects.create(entry=played.entries[6], first_round=2)

    keys = json.loads(run("export_tournament", "rockaden/tuesday-cup", "--public"))
    assert "seed" not in keys
    assert keys["forbidden_pairs"] == []
    assert [each["number"] for each in keys["rounds"]] == [1]
    assert keys["next_round"] == {"games": [], "byes": [], "absences": []}
    assert [(each["name"], each["rating"], each["club"]) for each in keys["players"][:3]] == [
        ("Player 1", None, None),
        ("Anna L.", None, "Elsewhere"),
        ("Åse Ek", 2061, "Elsewhere"),
    ]
    whole = json.loads(run("export_tournament", played.tournament.short_code))
    assert (whole["seed"], whole["forbidden_pairs"]) == ("ab" * 32, [[1, 2]])


@pytest.mark.parametrize("given", ["rockaden/none", "none/tuesday-cup", "none", "/", ""])
def test_an_unknown_tournament_is_said(given: str) -> None:
    a_tournament()

    with pytest.raises(CommandError, match="There is no tournament"):
        run("export_tournament", given)


def test_players_without_numbers_cannot_be_exported(cast: Cast) -> None:
    tournament = cast.add_tournament("Autumn", cast.add_player("Bo"))
    tournament.entries.update(number=None)

    with pytest.raises(CommandError, match="number them first"):
        run("export_tournament", tournament.short_code)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    played = a_tournament()

    with pytest.raises(CommandError, match="cannot be written"):
        run("export_tournament", played.tournament.short_code, "--output", tmp_path)
