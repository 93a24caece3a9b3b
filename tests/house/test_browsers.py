"""Nothing that we send needs a newer browser than docs/browsers.md promises."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.tools.guards.newer import DECORATIONS, FLOOR, in_script, in_sheet, in_template

ROOT = Path(settings.BASE_DIR)


def sheet_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def test_nothing_is_newer_than_the_browsers_that_are_promised() -> None:
    scripts = {path: in_script(path.read_text()) for path in ROOT.glob("static/js/*.js")}
    sheets = {path: in_sheet(sheet_of(path), path.read_text()) for path in ROOT.glob("static/css/*/*.css")}
    templates = {path: in_template(path.read_text()) for path in ROOT.glob("templates/**/*.html")}
    assert min(len(scripts), len(sheets), len(templates)) > 10
    found = {str(path.relative_to(ROOT)): wrong for path, wrong in (scripts | sheets | templates).items() if wrong}
    assert found == {}


def test_each_decoration_is_still_used() -> None:
    used = {
        f"{sheet_of(path)}: {each}"
        for path in ROOT.glob("static/css/*/*.css")
        for each in in_sheet(sheet_of(path), path.read_text(), {})
    }
    assert set(DECORATIONS) == used


def test_what_is_promised_stands_in_the_docs() -> None:
    page = (ROOT / "docs/browsers.md").read_text()
    assert [name for name, version in FLOOR.items() if f"{name} {version}" not in page] == []


@pytest.mark.parametrize(
    "script",
    [
        "const data = new FormData(form, submitter || null);",
        "fetch(address, { signal: AbortSignal.timeout(8000) });",
        "const rows = found.toSorted();",
        "const last = /(?<=#)p\\d+/.exec(hash);",
        "const word = /[\\p{L}--[a-z]]/v.exec(key);",
        "const receipt = crypto.randomUUID();",
        "fetch(address, { keepalive: true });",
        'navigator.wakeLock.request("screen");',
        'window.addEventListener("beforeunload", function (event) { event.preventDefault(); });',
    ],
)
def test_a_script_that_is_too_new_is_refused(script: str) -> None:
    assert in_script(script) != []


@pytest.mark.parametrize(
    "sheet",
    [
        ".a, .b:has(.c) { color: red; }",
        ".a:has(:checked) .b { display: none; }",
        "body:has(.bar) .warning { bottom: 9rem; }",
        "td a { color: color-mix(in srgb, red 45%, transparent); }",
        'td a { content: "✓" / ""; content: "✓"; }',
        "td a { text-decoration: underline dotted; }",
        ".name { hyphens: auto; }",
        ".page { min-height: 100dvh; }",
        ".page { overflow: clip; }",
        "details::details-content { color: red; }",
        ".a { & .b { color: red; } }",
        ".a { field-sizing: content; }",
        ".a:user-invalid { color: red; }",
        "@media (width >= 40rem) { .a { color: red; } }",
        "@container (min-width: 40rem) { .a { color: red; } }",
    ],
)
def test_a_sheet_that_is_too_new_is_refused(sheet: str) -> None:
    assert in_sheet("a.css", sheet) != []


@pytest.mark.parametrize(
    "sheet",
    [
        ".a:is(.b, :has(.c)) { color: red; }",
        ".a:has(.b), .a:has(.c) { color: red; }",
        "td a { text-decoration: underline; text-decoration-color: color-mix(in srgb, red 45%, transparent); }",
        'td a { content: "✓"; content: "✓" / ""; }',
        ".page { min-height: 100vh; min-height: 100dvh; }",
        "@supports selector(a::details-content) { @media print { a::details-content { display: block; } } }",
        "/* color-mix() */ .a { font: 600 1rem/1.4 serif; }",
    ],
)
def test_a_sheet_that_says_it_in_the_old_way_too_is_taken(sheet: str) -> None:
    assert in_sheet("a.css", sheet) == []


@pytest.mark.parametrize("template", ['<div popover id="menu">', "<main inert>", '<p hidden="until-found">'])
def test_a_template_that_is_too_new_is_refused(template: str) -> None:
    assert in_template(template) != []
