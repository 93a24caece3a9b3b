"""No model, column or fact is forgotten when a club moves or is erased: one added tomorrow is asked about here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.models import BinaryField, Model

from tools.files import files_in
from tournaments.models import (
    Action,
    Availability,
    Club,
    ClubLogo,
    ClubRatingList,
    Fixture,
    InboxItem,
    Invitation,
    OutsideTeam,
    PublishedTable,
    RoundRecord,
    Series,
    Tournament,
    User,
)
from tournaments.services.installation.club_transfer.club_rows import (
    OF_THE_INSTALLATION,
    STAYS_HERE,
    exported,
    foreign_keys,
    paths,
)
from tournaments.services.installation.club_transfer.exporting import STAY_BEHIND
from tournaments.services.installation.club_transfer.json_keys import (
    IN_JSON,
    KEYS_IN_FACTS,
    WITHOUT_KEYS,
    Misshapen,
    json_columns,
    with_keys,
)

ROOT = Path(__file__).parents[2]
OURS = frozenset(apps.get_app_config("tournaments").get_models())


def test_every_model_is_a_clubs_or_says_why_it_is_not() -> None:
    assert set(paths()) | set(OF_THE_INSTALLATION) == OURS
    assert not set(paths()) & set(OF_THE_INSTALLATION)
    assert set(exported()) == set(paths()) - set(STAYS_HERE)
    assert set(STAYS_HERE) < set(paths())


def test_no_model_comes_before_one_that_it_refers_to() -> None:
    order = list(paths())
    for place, model in enumerate(order):
        others = {key.related_model for key in foreign_keys(model)} - {model} - set(OF_THE_INSTALLATION)
        assert others <= set(order[:place]), model


def test_what_stays_is_referred_to_by_nothing_that_goes() -> None:
    for model in exported():
        assert not {key.related_model for key in foreign_keys(model)} & set(STAYS_HERE), model


def test_every_private_column_goes_along_or_says_why_not() -> None:
    """Contacts, cards and what strangers wrote to the club are the club's; codes and links are the installation's."""
    private = {(model, name) for model in exported() for name in getattr(model, "PRIVATE", ())}
    stay = {(model, name) for model, names in STAY_BEHIND.items() for name in names}

    assert {f"{model.__name__}.{name}" for model, name in private - stay} == {
        *(f"PlayerContact.{name}" for name in ("sex", "birth_date", "birth_year", "phone", "email")),
        *(f"InboxItem.{name}" for name in ("name", "home_club", "rating_number", "text")),
        "CardKey.token_hash",
    }
    assert stay <= private


def test_every_json_column_is_known_to_hold_keys_or_none() -> None:
    assert set(json_columns()) == set(IN_JSON) | set(WITHOUT_KEYS)
    assert not set(IN_JSON) & set(WITHOUT_KEYS)


def test_every_binary_column_is_known() -> None:
    """Tournament files and tables know start numbers and no keys; a picture knows nothing."""
    found = {
        (model, column.attname)
        for model in exported()
        for column in model._meta.concrete_fields
        if isinstance(column, BinaryField)
    }
    assert found == {
        (ClubLogo, "png"),
        (RoundRecord, "tournament_file"),
        (PublishedTable, "tournament_file"),
        (PublishedTable, "table"),
    }


def test_every_fact_that_is_a_key_is_known() -> None:
    """Wherever a service writes a fact, in whichever of the ways that are used."""
    facts = {
        (name, value) for file in files_in(ROOT / "tournaments" / "services", "**/*.py") for name, value in _facts(file)
    }
    keys = {name for name, value in facts if _is_key(value)}

    assert keys <= set(KEYS_IN_FACTS)
    assert {"player", "players", "user", "by_card", "season", "series", "event", "entry", "list"} <= keys


def _is_key(value: ast.expr) -> bool:
    """player.pk, entry.player_id, a list of such, or a query for them."""
    text = ast.unparse(value)
    return any(
        isinstance(node, ast.Attribute) and (node.attr == "pk" or node.attr.endswith("_id")) for node in ast.walk(value)
    ) or ("values_list" in text and "player" in text)


def _facts(file: Path) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        given: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="facts"), attr="update"), args=given):
                pass
            case ast.Call(keywords=keywords):
                given = [word.value for word in keywords if word.arg == "facts"]
            case ast.Assign(targets=[ast.Subscript(value=ast.Attribute(attr="facts"), slice=ast.Constant(value=name))]):
                yield str(name), node.value
            case ast.Assign(targets=[ast.Name(id="facts" | "told" | "about" | "said")], value=value):
                given = [value]
            case (
                ast.Assign(targets=[ast.Attribute(attr="facts")], value=value)
                | ast.AugAssign(target=ast.Attribute(attr="facts"), value=value)
                | ast.AnnAssign(target=ast.Name(id="facts"), value=ast.expr() as value)
            ):
                given = [value]
        for expression in given:
            for inside in ast.walk(expression):
                if isinstance(inside, ast.Dict):
                    for name, value in zip(inside.keys, inside.values, strict=True):
                        if isinstance(name, ast.Constant):
                            yield str(name.value), value


_CATEGORY = {"name": "U18", "kind": "age", "people": [3, 1]}
_AWARD = {"of": 0, "person": 3, "first": 1, "last": 1, "place": 1, "cents": 5, "thing": "", "pool": 5, "level": [3, 4]}


@pytest.mark.parametrize(
    ("model", "attname", "value", "moved"),
    [
        (
            Action,
            "facts",
            {"player": 3, "round": 3, "players": [3, 4]},
            {"player": 1003, "round": 3, "players": [1003, 1004]},
        ),
        (Action, "facts", {"season": "2025/26", "user": None}, {"season": "2025/26", "user": None}),
        (Action, "public", [["club", 1], ["tournament", 2]], [["club", 1001], ["tournament", 1002]]),
        (
            Action,
            "relies_on",
            [{"model": "round", "pks": [3, 4], "fields": ["state"]}],
            [{"model": "round", "pks": [1003, 1004], "fields": ["state"]}],
        ),
        (
            Action,
            "changes",
            [
                {"model": "attendance", "pk": 9, "before": None, "after": {"round_id": 3, "presence": "present"}},
                {"model": "round", "pk": 3, "before": {}, "after": {}},
                {"model": "series", "pk": 2, "before": {"play_off": [3]}, "after": {"play_off": [4]}},
                {"model": "club", "pk": 1, "before": {}, "after": {}, "private": True},
            ],
            [
                {"model": "attendance", "pk": 1009, "before": None, "after": {"round_id": 1003, "presence": "present"}},
                {"model": "round", "pk": 1003, "before": {}, "after": {}},
                {"model": "series", "pk": 1002, "before": {"play_off": [1003]}, "after": {"play_off": [1004]}},
                {"model": "club", "pk": 1001, "before": {}, "after": {}, "private": True},
            ],
        ),
        (
            Action,
            "changes",
            [{"model": "user", "pk": 9, "before": None, "after": {"username": "kari", "is_superuser": True}}],
            [{"model": "user", "pk": 1009, "before": None, "after": {}, "private": True}],
        ),
        (InboxItem, "facts", {"entry": 7, "times": 2}, {"entry": 1007, "times": 2}),
        (Fixture, "draft", [3, None, 4], [1003, None, 1004]),
        (Availability, "said_before", {"said": "later", "noted_by_id": 5}, {"said": "later", "noted_by_id": 1005}),
        (OutsideTeam, "table", [["1", "Rivals"]], [["1", "Rivals"]]),
        (Action, "facts", {"fixtures": [2], "team": "First"}, {"fixtures": [1002], "team": "First"}),
        (
            Tournament,
            "carried",
            [
                {"white": 1, "black": 2, "result": "1-0", "group": 1, "game": 4},
                {"white": 1, "black": 2, "result": "1-0", "group": 1, "game": None},
            ],
            [
                {"white": 1001, "black": 1002, "result": "1-0", "group": 1, "game": 1004},
                {"white": 1001, "black": 1002, "result": "1-0", "group": 1, "game": None},
            ],
        ),
        (
            Tournament,
            "played_off",
            [{"order": [[2], [1, 3]], "games": [[2, 1, "1-0"]]}],
            [{"order": [[1002], [1001, 1003]], "games": [[1002, 1001, "1-0"]]}],
        ),
        (Tournament, "play_off_of_id", 3, 1003),
        (
            Tournament,
            "reported",
            [{"to": "trf", "by": 2, "games": {"12": "1-0"}}],
            [{"to": "trf", "by": 1002, "games": {"1012": "1-0"}}],
        ),
        (
            Tournament,
            "prizes",
            {
                "lists": [{"name": "A", "category": _CATEGORY}, {"name": "B", "category": None}],
                "fixed": {"at": "2026-11-26", "awards": [_AWARD]},
                "left_out": [5],
                "lots": [6, 7],
            },
            {
                "lists": [
                    {"name": "A", "category": {**_CATEGORY, "people": [1001, 1003]}},
                    {"name": "B", "category": None},
                ],
                "fixed": {"at": "2026-11-26", "awards": [{**_AWARD, "person": 1003, "level": [1003, 1004]}]},
                "left_out": [1005],
                "lots": [1006, 1007],
            },
        ),
        (Tournament, "prizes", {"lists": [], "fixed": None}, {"lists": [], "fixed": None}),
        (Series, "categories", [_CATEGORY, {"name": "x"}], [{**_CATEGORY, "people": [1001, 1003]}, {"name": "x"}]),
        (Series, "play_off", [3, 1], [1003, 1001]),
        (
            Series,
            "published",
            {"at": "2026-11-26", "rows": [{"player": 3, "place": 1, "total": "3"}]},
            {"at": "2026-11-26", "rows": [{"player": 1003, "place": 1, "total": "3"}]},
        ),
        (Invitation, "tournaments", [4], [1004]),
        (ClubRatingList, "rows", [[3, "1500", 7]], [[1003, "1500", 7]]),
        (Tournament, "options", {"win": 3}, {"win": 3}),
        (Tournament, "counts_in_id", 3, 1003),
        (Tournament, "counts_in_id", None, None),
    ],
)
def test_keys_inside_json_are_written_anew(model: type[Model], attname: str, value: Any, moved: Any) -> None:
    assert with_keys(model, attname, value, lambda _model, key: int(key) + 1_000) == moved


def test_each_key_is_one_of_its_own_model() -> None:
    asked: list[tuple[type[Model], int]] = []

    def key(model: type[Model], value: int) -> int:
        asked.append((model, value))
        return value

    with_keys(Tournament, "reported", [{"by": 2, "games": {"12": "1-0"}}], key)
    changes = [{"model": "tournament", "pk": 5, "before": {"reported": [{"by": 3, "games": {}}]}, "after": {}}]
    with_keys(Action, "changes", changes, key)

    game = next(model for model in OURS if model.__name__ == "Game")
    assert asked == [(User, 2), (game, 12), (Tournament, 5), (User, 3)]


@pytest.mark.parametrize(
    ("model", "attname", "value"),
    [
        (Action, "changes", [{"model": "game"}]),
        (Action, "changes", [{"model": "session", "pk": 1, "before": None, "after": {}}]),
        (Action, "facts", 3),
        (Series, "play_off", "3"),
        (Fixture, "draft", "34"),
        (OutsideTeam, "table", [[1]]),
        (OutsideTeam, "table", {"a": "b"}),
        (Tournament, "played_off", [{"order": [3]}]),
        (Series, "published", {"rows": [3]}),
        (Club, "embedded_on", ["https://a.example; script-src *"]),
    ],
)
def test_what_has_another_shape_is_refused(model: type[Model], attname: str, value: Any) -> None:
    with pytest.raises(Misshapen):
        with_keys(model, attname, value, lambda _model, key: int(key))
