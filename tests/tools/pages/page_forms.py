"""The forms of a page as a browser sends them: hidden fields, what is filled in or ticked, and the button pressed."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from tests.tools.pages.html_tree import Element, Page

Body = dict[str, list[str]]


class NoSuchForm(LookupError):
    def __init__(self, sought: str, there: Iterable[str]) -> None:
        super().__init__(f"the page has no form for {sought}; it has {sorted(set(there))}")


def form_for(page_address: str, html: str, address: str, *, press: str = "") -> Body:
    """What the first form that leads to the address sends. `press`: the name of the button, or name=value."""
    page = Page.of(html)
    ways = _ways(page, urlsplit(page_address).path)
    leading = [(form, button) for form, button, to in ways if to == address]
    if not leading:
        raise NoSuchForm(address, (to for _form, _button, to in ways))
    form, button = leading[0]
    body = _fields(page, form)
    pressed = button or _button(page, form, press)
    if pressed is not None and (name := pressed.attributes.get("name")):
        body.setdefault(name, []).append(pressed.attributes.get("value") or "")
    return body


def form_of_button(page_address: str, html: str, value: str, *, nth: int = 0) -> tuple[str, Body]:
    """Where a button leads whose value begins so, the first of them or a later one, and what its form sends."""
    page = Page.of(html)
    found = [
        (form, button, to)
        for form, _way, to in _ways(page, urlsplit(page_address).path)
        for button in _inside(page, form, "button")
        if (button.attributes.get("value") or "").startswith(value)
    ]
    if len(found) <= nth:
        raise NoSuchForm(f"a button {value}", (button.attributes.get("value") or "" for _f, button, _to in found))
    form, button, to = found[nth]
    body = _fields(page, form)
    body.setdefault(button.attributes.get("name") or "", []).append(button.attributes.get("value") or "")
    return to, body


def every_form(page_address: str, html: str) -> list[tuple[str, Body]]:
    """Where each button leads, and what it sends."""
    page = Page.of(html)
    found: list[tuple[str, Body]] = []
    for form, leads, to in _ways(page, urlsplit(page_address).path):
        buttons = [each for each in _inside(page, form, "button") if "formaction" not in each.attributes]
        for button in [leads] if leads else buttons or [None]:
            body = _fields(page, form)
            if button is not None and (name := button.attributes.get("name")):
                body.setdefault(name, []).append(button.attributes.get("value") or "")
            found.append((to, body))
    return found


def _ways(page: Page, own_path: str) -> list[tuple[Element, Element | None, str]]:
    """Each form with where it leads, and each of its buttons that leads elsewhere."""
    ways: list[tuple[Element, Element | None, str]] = []
    for form in page.elements:
        if form.tag == "form" and (form.attributes.get("method") or "").lower() == "post":
            ways.append((form, None, form.attributes.get("action") or own_path))
            ways += [
                (form, button, to)
                for button in _inside(page, form, "button")
                if (to := button.attributes.get("formaction"))
            ]
    return ways


def _inside(page: Page, form: Element, *tags: str) -> list[Element]:
    mine = form.attributes.get("id")
    return [
        each
        for each in page.elements
        if each.tag in tags
        and "disabled" not in each.attributes
        and (each.is_within_this(form) or (mine and each.attributes.get("form") == mine))
    ]


def _fields(page: Page, form: Element) -> Body:
    body: Body = {}
    for each in _inside(page, form, "input", "select", "textarea"):
        name = each.attributes.get("name")
        if name and name != "csrfmiddlewaretoken":
            for value in _values(page, each):
                body.setdefault(name, []).append(value)
    return body


def _values(page: Page, each: Element) -> list[str]:
    if each.tag == "textarea":
        return [each.text]
    if each.tag == "select":
        options = [option for option in page.elements if option.tag == "option" and option.is_within_this(each)]
        chosen = [option for option in options if "selected" in option.attributes]
        return [option.attributes.get("value") or "" for option in chosen or options[:1]]
    kind = each.attributes.get("type")
    if kind in {"radio", "checkbox"}:
        return [each.attributes.get("value", "on") or ""] if "checked" in each.attributes else []
    return [] if kind in {"file", "submit", "button"} else [each.attributes.get("value") or ""]


def _button(page: Page, form: Element, press: str) -> Element | None:
    name, _equals, value = press.partition("=")
    for button in _inside(page, form, "button") if press else ():
        if button.attributes.get("name") == name and (not value or button.attributes.get("value") == value):
            return button
    if press:
        raise NoSuchForm(f"a button {press}", (str(each.attributes) for each in _inside(page, form, "button")))
    return None
