"""The oldest browser that is promised, played by a new one: what it did not know yet is taken away from the page."""

from playwright.sync_api import Page, Route

FORM_DATA_OF_A_FORM_ONLY = """
window.FormData = class FormData extends window.FormData {
  constructor(form) { super(form); }
};
"""
NOT_KNOWN_YET = {
    ":has(": ":not-known-yet(",
    "color-mix(": "not-known-yet(",
    '" / "': '" not-known-yet "',
    "::details-content": "::not-known-yet",
    "overflow: clip": "overflow: not-known-yet",
    "subgrid": "not-known-yet",
}
"""Of sheets. What a browser does not know it passes over, a new one like an old one: a value with its line, a selector
with its whole rule, unless it stands within `:is()`."""


def make_older(page: Page) -> None:
    page.add_init_script(FORM_DATA_OF_A_FORM_ONLY)
    page.route("**/*.css", _without_what_is_newer)


def _without_what_is_newer(route: Route) -> None:
    answer = route.fetch()
    sheet = answer.text()
    for newer, unknown in NOT_KNOWN_YET.items():
        sheet = sheet.replace(newer, unknown)
    route.fulfill(status=answer.status, content_type="text/css", body=sheet)
