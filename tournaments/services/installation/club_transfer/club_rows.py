"""Which rows are a club's: worked out from the models' foreign keys, so that a model added later is found too."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet

from tournaments.models import (
    Club,
    HouseWord,
    LargeUpload,
    ListedRating,
    PushMessage,
    PushSubscription,
    RatingList,
    RatingListUpload,
    SecondFactor,
    Session,
    TextCorrection,
    User,
    VapidKey,
)
from tournaments.recording.row_changes import label_of

ModelType: TypeAlias = type[Model]

OF_THE_INSTALLATION: Mapping[ModelType, str] = {
    User: "people may work for several clubs; those whom a club names go along in a way of their own",
    Session: "a log-in here",
    SecondFactor: "a secret between somebody and this installation",
    HouseWord: "all clubs of an installation see the same texts",
    LargeUpload: "what is being read here, and was within the hour",
    TextCorrection: "a person's own, about the program and no club",
    VapidKey: "by which push services know this installation",
}
"""Models that belong to no club, each with its reason."""

STAYS_HERE: Mapping[ModelType, str] = {
    RatingList: "whoever has the file loads it again, and a club may have two million lines of it",
    RatingListUpload: "a file on its way into such a list",
    ListedRating: "the lines of such a list",
    PushSubscription: "made with this installation's key: elsewhere it reaches nobody",
    PushMessage: "what such a phone was told",
}
"""What is a club's and erased with it, and yet is not in its file."""

_AT_ONCE = 100
"""Rows with all that is in them: an action that entered hundreds of players is some hundred kilobytes."""


@functools.cache
def paths() -> Mapping[ModelType, str]:
    """How a row of each model leads to its club, as a query names it: "pk" for the club itself. In an order in which
    no model comes before one that it refers to."""
    found: dict[ModelType, tuple[int, int, str]] = {Club: (0, 0, "pk")}
    models = sorted(apps.get_app_config("tournaments").get_models(), key=label_of)
    for _step in models:  # no way is longer than there are models
        for model in models:
            if model is Club or model in OF_THE_INSTALLATION:
                continue
            ways = [
                (nulls + key.null, steps + 1, key.name if to is Club else f"{key.name}__{path}")
                for key in foreign_keys(model)
                for to, (nulls, steps, path) in found.items()
                if key.related_model is to and to is not model
            ]
            if ways:
                found[model] = min(ways)
    return {model: found[model][2] for model in _parents_first(found)}


def exported() -> list[ModelType]:
    return [model for model in paths() if model not in STAYS_HERE]


def foreign_keys(model: ModelType) -> list[ForeignKey[Any, Any]]:
    return [column for column in model._meta.concrete_fields if isinstance(column, ForeignKey)]


def keys_of(model: ModelType, club: Club) -> array[int]:
    """In order, eight bytes each: all that is kept in memory of a large club."""
    own = model._base_manager.filter(**{paths()[model]: club.pk})
    return array("q", own.order_by("pk").values_list("pk", flat=True))


def in_pieces(keys: Sequence[int], size: int = _AT_ONCE) -> list[Sequence[int]]:
    return [keys[begin : begin + size] for begin in range(0, len(keys), size)]


def rows_with(model: ModelType, keys: Sequence[int]) -> QuerySet[Any]:
    return model._base_manager.filter(pk__in=list(keys)).order_by("pk")


def _parents_first(found: Mapping[ModelType, object]) -> list[ModelType]:
    ordered: list[ModelType] = []
    left = list(found)
    while left:
        ready = [
            model
            for model in left
            if not any(key.related_model in left and key.related_model is not model for key in foreign_keys(model))
        ]
        ordered += ready
        left = [model for model in left if model not in ready]
    return ordered
