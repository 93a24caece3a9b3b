"""Questions that every tap asks the database: written as SQL once, and asked again with other values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

_HIGHEST = 2**31 - 1
"""Beyond it a key is in no table, and a database may refuse it: there Django asks, as always."""


class CompiledQuery:
    """A query set that is made from keys and slugs alone, and asks for nothing else.

    Django takes as long to write a question as the database to answer it, and a tap asks seven that are always the
    same. `make` gives the query set for arguments of the `kinds`; it is called once per kind of database.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *kinds: type[int] | type[str]) -> None:
        self._make = make
        # What is not likely to stand in a question by itself, and fits into the smallest column.
        self._marks = [32_101 + place if kind is int else f"argument {place}" for place, kind in enumerate(kinds)]
        self._questions: dict[str, _Question] = {}

    def __call__(self, *arguments: int | str) -> list[Any]:
        """The rows as the query set would give them."""
        if any(isinstance(each, int) and not 0 <= each <= _HIGHEST for each in arguments):
            return list(self._make(*arguments))
        connection = connections[DEFAULT_DB_ALIAS]
        question = self._questions.get(connection.vendor)
        if question is None:
            question = _Question(self._make(*self._marks), self._marks, connection)
            self._questions[connection.vendor] = question
        return question.asked(arguments, connection)

    def first(self, *arguments: int | str) -> Any:
        """None where there is none."""
        return next(iter(self(*arguments)), None)


class _Question:
    """SQL, and where in its values the arguments stand."""

    def __init__(self, rows: QuerySet[Any, Any], marks: Sequence[int | str], connection: BaseDatabaseWrapper) -> None:
        self._rows = rows
        self._compiler = rows.query.get_compiler(connection=connection)
        self._sql, self._values = self._compiler.as_sql()
        self._places = [marks.index(each) if each in marks else None for each in self._values]
        if len({*self._places} - {None}) != len(marks):
            raise ValueError(f"an argument does not stand in {self._sql}")

    def asked(self, arguments: Sequence[int | str], connection: BaseDatabaseWrapper) -> list[Any]:
        values = tuple(
            value if place is None else type(value)(arguments[place])
            for value, place in zip(self._values, self._places, strict=True)
        )
        compiler = copy(self._compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_args, **_more: (self._sql, values)
        query = copy(self._rows.query)
        query.get_compiler = lambda *_args, **_more: compiler  # type: ignore[method-assign]
        rows: QuerySet[Any, Any] = QuerySet(model=self._rows.model, query=query, using=DEFAULT_DB_ALIAS)
        answered: Iterable[Any] = self._rows._iterable_class(rows)  # type: ignore[assignment]  # of rows
        return list(answered)
