"""What is newer than the oldest browsers that are promised (docs/browsers.md), and what has to stand beside it.

A browser passes over what it does not know, mostly without an error. So each entry is one of three: never used; used
where something older stands before it; or a decoration, of which it is said what is missing without it. Which browser
knows what since when is taken from MDN's tables of compatibility.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FLOOR = {"Safari": "15.4", "Chrome": "105", "Firefox": "115"}

NOT_IN_SCRIPTS = {
    r"new FormData\([^()]*,": "a form's data with its button: append the button's name and value",
    r"AbortSignal\.(timeout|any)\(": "AbortController and a timer",
    r"\.(toSorted|toReversed|toSpliced)\(": "a copy, then sort, reverse or splice",
    r"\b(Object|Map)\.groupBy\(|\bPromise\.(withResolvers|try)\(|\bArray\.fromAsync\(": "a loop",
    r"\bURL\.(canParse|parse)\(|\bResponse\.json\(": "the constructor",
    r"\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(": "a loop",
    r"\(\?<[=!]": "a regular expression that looks behind: an error before Safari 16.4, and the whole script is dead",
    r"[^\s/]/[dgimsy]*v[dgimsy]*(?=\.(test|exec)\(|[,;)])": "the flag u",
    r"^\s*static\s*\{": "a static block",
    r"\b(randomUUID|cookieStore|requestIdleCallback)\b": "not everywhere, or by https alone",
    r"\b(showPopover|hidePopover|togglePopover|startViewTransition|checkVisibility|moveBefore|setHTML)\b": "nothing",
    r"\bwindow\.navigation\b|\bscrollend\b|\bonbeforetoggle\b|\bCSS\.highlights\b": "nothing",
    r"\b(focusVisible|keepalive|duplex|fetchPriority|priority)\s*:": "an option that older browsers do not look at",
    r"\.inert\b": "hidden, or disabled",
}
GUARDED_IN_SCRIPTS = {
    r"\bwakeLock\b": r"!navigator\.wakeLock\b",
    r"\bnavigator\.share\b": r"if \(navigator\.share\)",
    r"\bnavigator\.clipboard\b": r"navigator\.clipboard \?",
    r'addEventListener\("beforeunload"': r"\.returnValue = true",
}
"""What a script may use if it also says this."""

NOT_IN_SELECTORS = (
    r":(user-valid|user-invalid|open|popover-open|modal|state\(|dir\(|autofill)(?![\w-])|:nth(-last)?-child\([^)]* of "
    r"|::(details-content|highlight|target-text|scroll-\w+|view-transition|picker)|&"
)
NOT_AS_PROPERTIES = (
    "field-sizing|interpolate-size|anchor-name|position-\\w+|scrollbar-\\w+|container(-\\w+)?|view-transition-\\w+|text-box\\S*"
    "|animation-timeline|content-visibility|counter-set|overscroll-behavior\\S*|margin-trim|white-space-collapse"
)
NOT_AT = r"@(container|property|starting-style|scope|view-transition|position-try)\b"
RANGE = r"@media[^{]*[<>]"
WITH_OLDER_BEFORE = {
    r"color-mix\(|\b(oklch|oklab|lch|lab|color|light-dark)\(": "a colour",
    r"\d(d|s|l)v(h|w|i|b|min|max)\b|\d(cq\w+|r?lh|r?cap|r?ic)\b": "a length in vh, vw or rem",
    r"\b(round|mod|rem|sin|cos|pow|sqrt|abs|sign|calc-size|linear)\(": "a value without it",
    r"""["'] */""": "the content alone",
    r"^clip$": "hidden",
}
WITH_PREFIX = ("hyphens", "user-select", "mask-image", "print-color-adjust", "backdrop-filter", "line-clamp")
DOES_WORK = r"display: none|visibility|content:|outline|opacity|pointer-events|position:|(?<!margin-)bottom:|scroll-"
"""A rule with :has() that does so may be more than looks."""

_STAFF = "staff/staff.css"
DECORATIONS = {
    "parts/round.css: overflow: clip": "the corners of the list of boards are not round",
    "staff/scorecard.css: details.earlier::details-content": (
        "earlier rounds of a card that are folded are not on paper"
    ),
    "staff/scorecard.css: content-visibility: visible": "the same",
    "parts/demo.css: .door:has(h3 a:focus-visible)": "the ring is round the words, not round the door",
    "parts/demo.css: .door:has(h3 a:focus-visible) h3 a": "the same",
    "parts/demo.css: .glass:has(.wall)": "at big letters a screen without room is seen through a glass",
    "parts/correcting.css: body:has(> #correcting) .action-bar": (
        "the evening's buttons are under the bar; their texts are in its list"
    ),
    "staff/page.css: body.public .places:has(li:nth-child(3)) .home a": "the head of a phone's page is a little higher",
    "staff/page.css: body:has(#own:not([hidden])) .find-own": "the way to the names stays beside the own board",
    "staff/paper.css: .before:has(.place) .rating + span::before": "ratings stand beside places",
    "staff/paper.css: .boards .before:has(.place) .rating": "the same",
    "parts/round.css: #own[hidden] ~ #live .boards > li:has(.side:target)": (
        "without scripts the chosen board scrolls away"
    ),
    "parts/series.css: section:has(> .series-rules)": "a heading is printed above rules that are folded",
    "staff/staff.css: .field:has(.errors)": "a wrong field may lie at the edge when it is gone to",
    **{
        f'{_STAFF}: .evening-main:is([data-shown="{shown}"], :has(#shown-{shown}:checked)) .entry:not(.{shown})': (
            "without scripts all are shown"
        )
        for shown in ("unmarked", "present", "away")
    },
    'staff/staff.css: .entry .place:has(.kind[aria-pressed="true"]) .state': "what is pressed is said twice",
    "staff/staff.css: .entry .who:has(.said, .of-name) .rating": "ratings make rows longer",
    "staff/staff.css: .entry .place:has(.kind) .rating": "the same",
    "staff/staff.css: .side .lesser:has(.worth) :is(.rating, .points), .side .lesser:has(.place) .rating": "the same",
    "staff/staff.css: .papers .choice:not(:has(input:checked)) select": "it is asked of each paper how many to a page",
    "staff/staff.css: .last-done:not(:has(*))": "an empty line in the bar",
    "staff/staff.css: .evening-side:has(.key-map)": "the key map scrolls away",
    "staff/staff.css: .evening-side:has(.key-map) .ribbon": "the same",
    'staff/staff.css: .action-bar .pen:not(:has(option[value="later"]:checked)) .at': (
        "the hour is asked for without need"
    ),
    "parts/tables.css: .race svg:has(a:is(:target, .own)) a:not(:target, .own) :is(.course, .end)": (
        "the own line is bold"
    ),
    "staff/tournament.css: .rounds:has(.all-rounds[open]) > ol": "the last rounds stand above all of them",
}

NOT_IN_TEMPLATES = (
    r"<[^>]*\s(popover|popovertarget|commandfor|closedby|inert|shadowrootmode)(?=[\s=>])|until-found|<selectedcontent"
)
"""`<search>`, the name of `<details>` and `blocking` are used: a role, one menu at a time by staff.js, a moment."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    selector: str
    declarations: tuple[tuple[str, str], ...]


def in_script(source: str) -> list[str]:
    code = re.sub(r"^\s*//.*|(?<=[;{}\s])//\s.*", "", source, flags=re.MULTILINE)
    wrong = [
        f"{match[0].strip()}: {instead}"
        for pattern, instead in NOT_IN_SCRIPTS.items()
        for match in re.finditer(pattern, code, re.MULTILINE)
    ]
    for used, guard in GUARDED_IN_SCRIPTS.items():
        if re.search(used, code) and not re.search(guard, code):
            wrong.append(f"{used} without {guard}")
    return wrong


def in_template(source: str) -> list[str]:
    return [match[0] for match in re.finditer(NOT_IN_TEMPLATES, source)]


def in_sheet(name: str, source: str, decorations: dict[str, str] | None = None) -> list[str]:
    known = DECORATIONS if decorations is None else decorations
    text = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    wrong = [match[0].strip() for pattern in (NOT_AT, RANGE) for match in re.finditer(pattern, text)]
    for rule in _rules(text):
        wrong += [each for each in (*_in_selector(rule), *_in_declarations(rule)) if f"{name}: {each}" not in known]
    return wrong


def _rules(text: str) -> Iterator[Rule]:
    """All but those of `@supports`: whoever does not know what they hold does not come to them."""
    text = re.sub(r"@supports[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", text)
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
        yield Rule(
            selector=" ".join(selector.split()),
            declarations=tuple((name.strip(), value.strip()) for name, value in pairs),
        )


def _in_selector(rule: Rule) -> Iterator[str]:
    if re.search(NOT_IN_SELECTORS, rule.selector):
        yield rule.selector
    if ":has(" not in rule.selector:
        return
    # Within :is() and :where() what is not known is passed over alone.
    parts = _parts(re.sub(r":(is|where)\([^()]*(\([^()]*(\([^()]*\))?[^()]*\))?[^()]*\)", "", rule.selector))
    if 0 < sum(":has(" in part for part in parts) < len(parts):
        yield f"{rule.selector}: a rule of its own for what has :has()"
    if re.search(DOES_WORK, "; ".join(f"{name}: {value}" for name, value in rule.declarations)):
        yield rule.selector


def _parts(selector: str) -> list[str]:
    """A list of selectors, by its outer commas."""
    parts, depth = [""], 0
    for letter in selector:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _in_declarations(rule: Rule) -> Iterator[str]:
    before: list[str] = []
    names = {name for name, _value in rule.declarations}
    for name, value in rule.declarations:
        is_said_before = any(name == older or name.startswith(f"{older}-") for older in before)
        is_newer = not name.startswith("--") and any(re.search(each, value) for each in WITH_OLDER_BEFORE)
        if is_newer and not is_said_before:
            yield f"{name}: {value}"
        if name in WITH_PREFIX and f"-webkit-{name}" not in names:
            yield f"{name}: {value} without -webkit-{name}"
        if name == "text-decoration" and len(value.replace("!important", "").split()) > 1:
            yield f"{name}: {value} in one, which Safari takes from 26.2 on"
        if re.fullmatch(NOT_AS_PROPERTIES, name):
            yield f"{name}: {value}"
        if not is_newer:
            before.append(name)
