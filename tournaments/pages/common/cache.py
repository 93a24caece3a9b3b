"""What is slow to work out is kept in this process: a bounded number of values, each worked out once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from clubchess import house_words
from clubchess.texts.recorder import is_recording_texts

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """At most `limit` values, those asked for last. Many may ask at once: one works it out, the others wait for it.

    A value belongs to a stamp, its version: asked for with another stamp it is worked out anew and the old one is
    dropped. What raises is not kept. Where values are weighed, all together weigh at most `most`; a heavier one is
    given out and not kept. When words are called otherwise on this installation, all go. What holds texts of the
    program says so: where somebody asks which texts a page uses, it is worked out anew and not kept.
    """

    def __init__(
        self,
        *,
        limit: int,
        most: int | None = None,
        weigh: Callable[[Value], int] = lambda value: 0,
        holds_texts: bool = False,
    ) -> None:
        self._limit = limit
        self._most = most
        self._weigh = weigh
        self._holds_texts = holds_texts
        self._weight = 0
        self._values: OrderedDict[Key, tuple[Hashable, Value]] = OrderedDict()
        self._being_made: dict[Key, threading.Lock] = {}
        self._lock = threading.Lock()
        self._words = house_words.generation()

    def get(self, key: Key, make: Callable[[], Value], *, stamp: Hashable = None) -> Value:
        if self._holds_texts and is_recording_texts():
            return make()
        with self._lock:
            self._follow_words()
            if (found := self._found(key, stamp)) is not None:
                return found[1]
            making = self._being_made.setdefault(key, threading.Lock())
        with making:
            try:
                with self._lock:
                    if (found := self._found(key, stamp)) is not None:
                        return found[1]
                words = house_words.generation()
                value = make()
                with self._lock:
                    if words == house_words.generation() == self._words:
                        self._keep(key, stamp, value)
                return value
            finally:
                with self._lock:
                    self._being_made.pop(key, None)

    def peek(self, key: Key) -> tuple[Hashable, Value] | None:
        """The value with its stamp, where there is one, whatever its version. Never waits."""
        with self._lock:
            self._follow_words()
            if (found := self._values.get(key)) is not None:
                self._values.move_to_end(key)
            return found

    def is_being_made(self, key: Key) -> bool:
        with self._lock:
            return key in self._being_made

    def clear(self) -> None:
        with self._lock:
            self._clear()

    @property
    def weight(self) -> int:
        return self._weight

    def __len__(self) -> int:
        return len(self._values)

    def _follow_words(self) -> None:
        if self._words != (words := house_words.generation()):
            self._words = words
            self._clear()

    def _clear(self) -> None:
        self._values.clear()
        self._weight = 0

    def _found(self, key: Key, stamp: Hashable) -> tuple[Hashable, Value] | None:
        found = self._values.get(key)
        if found is None or found[0] != stamp:
            return None
        self._values.move_to_end(key)
        return found

    def _keep(self, key: Key, stamp: Hashable, value: Value) -> None:
        self._drop(key)
        self._values[key] = (stamp, value)
        self._weight += self._weigh(value)
        while len(self._values) > self._limit or (self._most is not None and self._weight > self._most):
            self._drop(next(iter(self._values)))

    def _drop(self, key: Key) -> None:
        dropped = self._values.pop(key, None)
        if dropped is not None:
            self._weight -= self._weigh(dropped[1])
