"""The window of the program that one clicks on: what it says, in whose language, and that it stops the program. It is
drawn in `make release` (tools/bundle_trial.py), where there is a screen."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

from clubchess import command_line, start, window, window_child
from clubchess.languages import OWN_NAMES
from clubchess.start import CannotStart
from clubchess.window import Window
from clubchess.window_child import WindowState, language_of, shown, translation_into
from tests.tools.processes.waiting import until

SHOWN = "import sys; say = lambda text: print(text, flush=True); say('shown'); hear = sys.stdin.readline; "


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The signals that this process would have got."""
    got: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", got.append)
    return got


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def runs(code: str) -> None:
        monkeypatch.setattr(window, "command", lambda _child: [sys.executable, "-c", code])

    return runs


# What it says ---------------------------------------------------------------------------------------------------------


def test_it_says_what_the_program_does_in_every_language() -> None:
    said: list[dict[str, Any]] = [{}, {"address": "http://127.0.0.1:8000/"}, {"text": "Stop Clubchess", "facts": {}}]
    texts = {language: [shown(each, translation_into(language)).text for each in said] for language in OWN_NAMES}
    assert texts["en"] == ["Clubchess is starting …", "Clubchess is running.", "Stop Clubchess"]
    assert texts["nb"] == ["Clubchess starter …", "Clubchess kjører.", "Stopp Clubchess"]
    assert len({texts[language][1] for language in OWN_NAMES}) >= 5


def test_why_it_did_not_start_is_said_with_its_facts() -> None:
    error = CannotStart(
        "Clubchess cannot make its database {file}: {error}. Nothing was changed.", file="C:\\{x}", error="full"
    )
    assert str(error) == "Clubchess cannot make its database C:\\{x}: full. Nothing was changed."
    assert shown({"text": error.text, "facts": error.facts}, translation_into("nl")) == WindowState(
        text="Clubchess kan zijn database C:\\{x} niet maken: full. Er is niets gewijzigd.", has_ended=True
    )


@pytest.mark.parametrize(
    ("preferences", "language"),
    [(["nb_no", "nb", ""], "nb"), (["nn"], "nb"), (["fr_be", "nl"], "nl"), (["fr"], "en"), (["c", ""], "en")],
)
def test_it_speaks_as_its_user(preferences: list[str], language: str) -> None:
    assert language_of(preferences) == language


# The program and its window -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["say('stop'); hear()", "sys.exit()"], ids=["asked to stop", "ended"])
def test_whoever_stops_it_there_stops_the_program(ends: str, stopped: list[int], child: Callable[[str], None]) -> None:
    child(f"{SHOWN} hear(); hear(); {ends}")
    it = Window()
    it.starts()
    it.runs_at("http://127.0.0.1:8000/")
    until(lambda: bool(stopped))
    it.close()
    assert stopped == [signal.SIGTERM]


def test_a_program_that_ends_by_itself_closes_its_window(stopped: list[int], child: Callable[[str], None]) -> None:
    child(f"{SHOWN} [*sys.stdin]")
    it = Window()
    it.starts()
    it.close()
    assert stopped == []


def test_a_fault_stands_there_until_it_is_closed(stopped: list[int], child: Callable[[str], None]) -> None:
    child(f'{SHOWN} said = hear(); sys.exit(\'"facts": {{"first": "1"}}\' not in said)')
    it = Window()
    it.failed("{first}", first="1")
    assert it._process is not None
    assert (it._process.returncode, stopped) == (0, [])


def test_without_a_screen_the_program_goes_on(stopped: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    it = Window()
    it.starts()
    assert it._process is not None
    assert it._process.wait(timeout=30) == window_child.NO_WINDOW
    it.runs_at("http://127.0.0.1:8000/")
    it.close()
    assert stopped == []


# Starting -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "said", "code"),
    [
        (CannotStart("All {ports}", ports=3), ("All {ports}", {"ports": "3"}), "All 3"),
        (KeyError("x"), ("Clubchess has stopped: {error}", {"error": "KeyError('x')"}), 1),
    ],
)
def test_whatever_keeps_it_from_starting_is_seen(
    error: BaseException, said: tuple[str, object], code: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    class Told:
        def failed(self, text: str, **facts: str) -> None:
            seen.append((text, facts))

        def close(self) -> None:
            seen.append("closed")

    def broken(**_more: object) -> None:
        raise error

    monkeypatch.setattr(start, "Window", Told)
    monkeypatch.setattr(start, "start", broken)
    with pytest.raises(SystemExit) as ended:
        start.start_in_a_window()
    assert seen == [said, "closed"]
    assert ended.value.code == code


@pytest.mark.parametrize(
    ("is_frozen", "arguments", "begun"),
    [
        (True, [], "window"),
        (True, ["--again", "8003"], "window"),
        (True, ["--no-browser"], (False, None)),
        (False, [], (True, None)),
        (False, ["--no-browser"], (False, None)),
        (False, ["--again", "8003"], (False, 8003)),
    ],
)
def test_only_the_folder_that_one_clicks_on_has_a_window(
    is_frozen: bool, arguments: list[str], begun: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr(sys, "frozen", is_frozen, raising=False)
    monkeypatch.setattr(sys, "argv", ["Clubchess", *arguments])
    monkeypatch.setattr(command_line, "_begin", lambda **_more: None)
    monkeypatch.setattr(start, "start_in_a_window", lambda **_more: seen.append("window"))
    monkeypatch.setattr(start, "start", lambda *, opens_browser, port: seen.append((opens_browser, port)))
    command_line.installed()
    assert seen == [begun]
