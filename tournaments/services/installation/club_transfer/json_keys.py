"""Where keys of rows stand inside JSON: each is written anew where a club is moved, or an undo would miss its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

from django.db.models import ForeignKey, JSONField

from tournaments.models import (
    Action,
    Attendance,
    Availability,
    Club,
    ClubRatingList,
    Entry,
    Event,
    Fixture,
    Game,
    InboxItem,
    Invitation,
    League,
    OutsideTeam,
    Player,
    Round,
    Season,
    Series,
    SimulationRun,
    Tournament,
    User,
)
from tournaments.recording.other_versions import model_called
from tournaments.recording.row_changes import RowChange, column_of, kept_attnames, label_of, to_json
from tournaments.services.clubs.clubs import WEB_SITE
from tournaments.services.installation.club_transfer.club_rows import ModelType, exported
from tournaments.services.installation.club_transfer.values import BadValue, checked

KeyOf: TypeAlias = Callable[[ModelType, Any], int]
"""The key in the place of one that stands there. Raises Misshapen for what can be none."""
Moved: TypeAlias = Callable[[Any, KeyOf], Any]
"""What stands in a JSON column, with other keys in it. Raises Misshapen and what Python raises for the wrong type."""


class Misshapen(Exception):
    """Nothing that this program writes there."""


KEYS_IN_FACTS: Mapping[str, ModelType] = {
    "player": Player,
    "players": Player,
    "by_card": Player,
    "user": User,
    "club": Club,
    "tournament": Tournament,
    "season": Season,
    "event": Event,
    "series": Series,
    "entry": Entry,
    "invitation": Invitation,
    "list": ClubRatingList,
    "league": League,
    "team": OutsideTeam,
    "fixture": Fixture,
    "fixtures": Fixture,
}
"""Facts of actions and of the inbox that are keys; where one is a text instead, it is a name and stays."""


def with_keys(model: ModelType, attname: str, value: Any, key: KeyOf) -> Any:
    """What is in a column, with other keys: of a row that is referred to, and of those inside JSON."""
    if value is None:
        return None
    column = model._meta.get_field(attname)
    if isinstance(column, ForeignKey):
        return key(column.related_model, value)
    moved = IN_JSON.get((model, attname))
    if moved is None:
        return value
    try:
        return moved(value, key)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Misshapen from error


def _facts(value: Any, key: KeyOf) -> Any:
    return {name: _fact(name, fact, key) for name, fact in value.items()}


def _fact(name: str, fact: Any, key: KeyOf) -> Any:
    model = KEYS_IN_FACTS.get(name)
    if model is None or fact is None or isinstance(fact, str):
        return fact
    if model is Player:
        return [_who(each, key) for each in fact] if isinstance(fact, list) else _who(fact, key)
    return _several(model, fact, key) if isinstance(fact, list) else key(model, fact)


def _who(fact: Any, key: KeyOf) -> int:
    """Of a team the key of its entry, made negative: Entry.who."""
    return -key(Entry, -fact) if isinstance(fact, int) and fact < 0 else key(Player, fact)


def _several(model: ModelType, value: Any, key: KeyOf) -> list[int]:
    if not isinstance(value, list):
        raise Misshapen
    return [key(model, each) for each in value]


def _changes(value: Any, key: KeyOf) -> list[RowChange]:
    return [_change(each, key) for each in value]


def _change(kept: RowChange, key: KeyOf) -> RowChange:
    """Of people's accounts only that there was a change: another installation's never becomes an undo of ours. So with
    what no column of today can hold, and what a model held that there is no longer. What lacks values is undone
    nowhere."""
    images = {side: kept[side] for side in ("before", "after")}
    if not all(image is None or isinstance(image, dict) for image in images.values()):
        raise Misshapen
    stripped: RowChange = {side: None if image is None else {} for side, image in images.items()}
    if _is_gone(kept["model"]):
        return {"model": kept["model"], "pk": _NO_ROW} | stripped | {"private": True}
    model = _model_called(kept["model"])
    moved = {"model": kept["model"], "pk": key(model, kept["pk"])}
    try:
        whole = {side: _image(model, image, key) for side, image in images.items()}
    except (Misshapen, BadValue):
        return moved | stripped | {"private": True}
    return moved | whole | ({"private": True} if kept.get("private") else {})


def _image(model: ModelType, image: Any, key: KeyOf) -> dict[str, Any] | None:
    if image is None:
        return None
    if model is User or not _kept(model).issuperset(image):
        raise Misshapen
    moved = {attname: with_keys(model, attname, value, key) for attname, value in image.items()}
    for attname, value in moved.items():
        checked(column_of(model, attname), value)
    return moved


def _relies_on(value: Any, key: KeyOf) -> list[dict[str, Any]]:
    moved = []
    for each in value:
        if _is_gone(each["model"]):
            continue
        model = _model_called(each["model"])
        pks = [key(model, pk) for pk in each["pks"]]
        moved.append({"model": each["model"], "pks": pks, "fields": [str(name) for name in each["fields"]]})
    return moved


def _public(value: Any, key: KeyOf) -> list[list[Any]]:
    scopes: dict[str, ModelType] = {label_of(Club): Club, label_of(Tournament): Tournament}
    return [[label, key(scopes[label], pk)] for label, pk in value if not _is_gone(label)]


_NO_ROW = 0


def _is_gone(label: Any) -> bool:
    """The record is older than the models: one may be gone, or have another name by now."""
    return isinstance(label, str) and model_called(label) is None


def _model_called(label: str) -> ModelType:
    found = _by_label().get(label)
    if found is None:
        raise Misshapen
    return found


@cache
def _by_label() -> Mapping[str, ModelType]:
    models: list[ModelType] = [*exported(), User]
    return {label_of(model): model for model in models}


@cache
def _kept(model: ModelType) -> frozenset[str]:
    """Columns that may stand in the record."""
    return frozenset(kept_attnames(model))


def _carried(value: Any, key: KeyOf) -> Any:
    return [
        {
            **each,
            "white": key(Entry, each["white"]),
            "black": key(Entry, each["black"]),
            "game": None if each["game"] is None else key(Game, each["game"]),
        }
        for each in value
    ]


def _played_off(value: Any, key: KeyOf) -> Any:
    return [
        {
            "order": [_several(Entry, level, key) for level in each["order"]],
            "games": [[key(Entry, white), key(Entry, black), str(result)] for white, black, result in each["games"]],
        }
        for each in value
    ]


def _reported(value: Any, key: KeyOf) -> Any:
    return [
        {
            **each,
            "by": None if each["by"] is None else key(User, each["by"]),
            "games": {str(key(Game, int(game))): result for game, result in each["games"].items()},
        }
        for each in value
    ]


def _prizes(value: Any, key: KeyOf) -> Any:
    moved = {
        **value,
        "lists": [
            {**each, "category": _category(each["category"], key) if each["category"] else each["category"]}
            for each in value["lists"]
        ],
    }
    if value.get("fixed") is not None:
        moved["fixed"] = {
            **value["fixed"],
            "awards": [
                {**each, "person": key(Player, each["person"]), "level": _several(Player, each["level"], key)}
                for each in value["fixed"]["awards"]
            ],
        }
    people = {name: _several(Player, value[name], key) for name in ("left_out", "lots") if name in value}
    return moved | people


def _category(value: Any, key: KeyOf) -> Any:
    """People by their keys stand in order."""
    return {**value, "people": sorted(_several(Player, value["people"], key))} if value.get("people") else value


def _categories(value: Any, key: KeyOf) -> Any:
    return [_category(each, key) for each in value]


def _published(value: Any, key: KeyOf) -> Any:
    return {**value, "rows": [{**row, "player": key(Player, row["player"])} for row in value["rows"]]}


def _draft(value: Any, key: KeyOf) -> Any:
    if not isinstance(value, list):
        raise Misshapen
    return [None if each is None else key(Player, each) for each in value]


def _said_before(value: Any, key: KeyOf) -> Any:
    """Columns of an answer."""
    image = _image(Availability, value, key)
    return image if image is None else {name: to_json(each) for name, each in image.items()}


def _table(value: Any, _key: KeyOf) -> Any:
    """No keys; but a page shows each cell."""
    if not all(isinstance(row, list) and all(isinstance(cell, str) for cell in row) for row in value):
        raise Misshapen
    return value


def _rated(value: Any, key: KeyOf) -> Any:
    return [[key(Player, row[0]), *row[1:]] for row in value]


def _sites(value: Any, _key: KeyOf) -> Any:
    """No keys; but they go into a header, those that an undo brings back too."""
    if not isinstance(value, list) or not all(WEB_SITE.fullmatch(each) for each in value):
        raise Misshapen
    return value


IN_JSON: Mapping[tuple[ModelType, str], Moved] = {
    (Club, "embedded_on"): _sites,
    (Action, "facts"): _facts,
    (Action, "changes"): _changes,
    (Action, "relies_on"): _relies_on,
    (Action, "public"): _public,
    (InboxItem, "facts"): _facts,
    (Availability, "said_before"): _said_before,
    (Fixture, "draft"): _draft,
    (OutsideTeam, "table"): _table,
    (Tournament, "carried"): _carried,
    (Tournament, "played_off"): _played_off,
    (Tournament, "prizes"): _prizes,
    (Tournament, "reported"): _reported,
    (Series, "categories"): _categories,
    (Series, "play_off"): partial(_several, Player),
    (Series, "prizes"): _prizes,
    (Series, "published"): _published,
    (Invitation, "tournaments"): partial(_several, Tournament),
    (ClubRatingList, "rows"): _rated,
}

WITHOUT_KEYS: Mapping[tuple[ModelType, str], str] = {
    (Tournament, "options"): "of the pairing system, which knows start numbers and no keys",
    (Tournament, "tie_breaks"): "as the options",
    (Tournament, "round_dates"): "days",
    (Tournament, "last_dates"): "days",
    (Tournament, "categories"): "names and ratings",
    (League, "rules"): "as the options",
    (Round, "notes"): "reasons, which name start numbers",
    (Game, "reasons"): "reasons, which name start numbers",
    (Attendance, "reasons"): "reasons, which name start numbers",
    (Game, "earlier"): "results and numbers of rounds",
    (Game, "decided_by"): "a step, colours and results",
    (Series, "options"): "numbers and words",
    (SimulationRun, "field"): "ratings and numbers, without names",
    (SimulationRun, "ways"): "systems and presets",
    (SimulationRun, "rows"): "figures",
    (SimulationRun, "figures"): "figures",
}


def json_columns() -> list[tuple[ModelType, str]]:
    return [
        (model, column.attname)
        for model in exported()
        for column in model._meta.concrete_fields
        if isinstance(column, JSONField)
    ]
