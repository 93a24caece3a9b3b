"""The process that shows the window: `python -m clubchess.window_child`. It knows neither Django nor the data.

Each line that comes in is what to show, as JSON: nothing while the program starts, its `address`, or a marked `text`
with the `facts` for its gaps; after the last one it ends. It says when the window is there, and when somebody wants
the program stopped.
"""

from __future__ import annotations

import gettext
import json
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from clubchess import program_files
from clubchess.languages import OWN_NAMES

if TYPE_CHECKING:
    import tkinter

IS_SHOWN: Final = "shown\n"
STOP: Final = "stop\n"
NO_WINDOW: Final = 3
"""The exit code where there can be none."""
_ICON: Final = Path(__file__).with_name("icon.png")
_LOOKS: Final = 100
"""Milliseconds between two looks at what has come in."""
_WIDTH: Final = 360
"""Of the text, in pixels."""

Translate = Callable[[str], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowState:
    text: str
    address: str = ""
    """Empty where nothing can be opened."""
    has_ended: bool = False
    """The program has: there is nothing to stop."""


def shown(said: Mapping[str, Any], _: Translate) -> WindowState:
    if "text" in said:
        return WindowState(text=_(said["text"]).format(**said["facts"]), has_ended=True)
    if "address" in said:
        return WindowState(text=_("Clubchess is running."), address=said["address"])
    return WindowState(text=_("Clubchess is starting …"))


def language_of(preferences: Iterable[str]) -> str:
    """The first of them that there is. They are called `nb_no` or `nb`."""
    for name in preferences:
        language = name.partition("_")[0]
        language = "nb" if language in {"no", "nn"} else language
        if language in OWN_NAMES:
            return language
    return "en"


def translation_into(language: str) -> Translate:
    return gettext.translation("django", program_files.CATALOGUES, [language], fallback=True).gettext


class WindowOnScreen:
    def __init__(self, root: tkinter.Tk, _: Translate) -> None:
        from tkinter import PhotoImage, ttk

        self._root, self._translate, self._address = root, _, ""
        root.title("Clubchess")
        root.iconphoto(True, PhotoImage(file=_ICON))
        root.resizable(width=False, height=False)
        self._text = ttk.Label(root, wraplength=_WIDTH)
        self._text.pack(padx=20, pady=(20, 10), fill="x")
        self._buttons = ttk.Frame(root)
        self._buttons.pack(padx=20, pady=(0, 20), fill="x")
        self._open = ttk.Button(self._buttons, text=_("Open Clubchess"), command=self._open_it)
        self._stop = ttk.Button(self._buttons, text=_("Stop Clubchess"), command=self._stop_it)
        for button in (self._open, self._stop):
            button.pack(side="left", expand=True, fill="x", padx=4)
        # Whoever only tidies up stops no evening.
        root.protocol("WM_DELETE_WINDOW", root.iconify)
        if root.tk.call("tk", "windowingsystem") == "aqua":
            root.createcommand("::tk::mac::Quit", self._stop_it)
        self.show(shown({}, _))

    def show(self, now: WindowState) -> None:
        self._text["text"], self._address = now.text, now.address
        self._open.state(["!disabled" if now.address else "disabled"])
        if now.has_ended:
            self._buttons.destroy()
            self._root.protocol("WM_DELETE_WINDOW", self._root.destroy)
            self._root.deiconify()

    def show_what_comes(self, lines: SimpleQueue[str]) -> None:
        """Of threads the one that made the window alone may change it."""
        while not lines.empty():
            line = lines.get()
            if not line:
                self._root.destroy()
                return
            self.show(shown(json.loads(line), self._translate))
        self._root.after(_LOOKS, self.show_what_comes, lines)

    def _open_it(self) -> None:
        webbrowser.open(self._address)

    def _stop_it(self) -> None:
        for button in (self._open, self._stop):
            button.state(["disabled"])
        say(STOP)


def read(lines: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put("")


def say(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def main() -> None:
    try:
        import tkinter
    except ImportError:
        sys.exit(NO_WINDOW)
    try:
        root = tkinter.Tk(className="Clubchess")
    except tkinter.TclError:
        sys.exit(NO_WINDOW)
    root.tk.call("package", "require", "msgcat")  # which knows where each system keeps its user's language
    preferences = root.tk.splitlist(root.tk.call("msgcat::mcpreferences"))
    window = WindowOnScreen(root, translation_into(language_of(preferences)))
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=read, args=[lines], daemon=True).start()
    window.show_what_comes(lines)
    say(IS_SHOWN)
    root.mainloop()


if __name__ == "__main__":
    main()
