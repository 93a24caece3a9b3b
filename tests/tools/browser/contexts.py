"""Contexts of the browser that are emptied and used again: to start one takes longer than most pages take to open."""

from __future__ import annotations

import functools
import inspect
import re
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

_STAYS = re.compile(r"\.clock\.|grant_permissions|context\.(?:on|once|route|add_init_script|expose_|set_(?!offline))")
"""What cannot be taken back, or is not worth it: contexts of such a module are new, and are used once."""


@functools.cache
def leaves_something(module: ModuleType) -> bool:
    return _STAYS.search(inspect.getsource(module)) is not None


@dataclass(kw_only=True)
class _Kept:
    context: BrowserContext
    blank: Page
    """Never leaves about:blank: with no page at all a context gives up its process."""
    line: CDPSession


@dataclass(kw_only=True)
class Contexts:
    """Of one browser, by what they were made with."""

    browser: Browser
    _idle: dict[str, list[_Kept]] = field(default_factory=dict)
    _out: list[tuple[str, _Kept]] = field(default_factory=list)

    def take(self, **options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        idle = self._idle.setdefault(key, [])
        kept = idle.pop() if idle else self._new(options)
        self._out.append((key, kept))
        return kept.context

    def give_back_all(self, origin: str) -> None:
        while self._out:
            key, kept = self._out.pop()
            if not kept.context.is_closed():
                _empty(kept, origin)
                self._idle[key].append(kept)

    def close(self) -> None:
        for kept in (each for idle in self._idle.values() for each in idle):
            kept.context.close()

    def _new(self, options: dict[str, Any]) -> _Kept:
        context = self.browser.new_context(**options)
        blank = context.new_page()
        line = context.new_cdp_session(blank)
        line.send("ServiceWorker.enable")
        return _Kept(context=context, blank=blank, line=line)


def _empty(kept: _Kept, origin: str) -> None:
    """Pages first, and workers: whoever still runs could write again what was just cleared. With a page go its routes,
    its listeners, its history and what it was told over a session of its own."""
    context, line = kept.context, kept.line
    for page in context.pages:
        if page is not kept.blank:
            page.close()
    context.set_offline(False)
    context.clear_cookies()
    line.send("ServiceWorker.stopAllWorkers")
    line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    line.send("Network.clearBrowserCache")
