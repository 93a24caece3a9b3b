"""A club's whole life on two computers, in the program as it is started: the first page, a round, phones let in, a
backup, all of it put back elsewhere. `CLUBCHESS_PROGRAM` names an installed one; else it is that of the checkout."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations_in_both_schemes, slides_sideways
from tests.tools.casts.first_visit import PASSWORD
from tests.tools.migrated import kept_file
from tests.tools.processes.served import ROOT, free_port, until_it_answers

PROGRAM = os.environ.get("CLUBCHESS_PROGRAM", "")
NAMES = ["Ada Elm", "Bo Oak", "Cy Ash", "Di Fir", "Ed Yew", "Fay Hazel", "Gus Rowan", "Hal Maple"]
BEGUN_AGAIN = 60_000
"""Milliseconds that a busy machine may take."""


@contextmanager
def running(data: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Its address, and the process. Whoever has not stopped it yet does so at the end."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    if PROGRAM:
        line = [PROGRAM, "--data", str(data), "--no-browser"]
    else:
        data.mkdir(mode=0o700)
        shutil.copyfile(kept_file(), data / "clubchess.sqlite3")
        kept |= {"CLUBCHESS_DATA": str(data), "STATIC_MANIFEST": "false"}
        line = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{free_port()}"]
    with subprocess.Popen(line, cwd=ROOT, env=kept, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = next(said.split()[3] for said in process.stdout if said.startswith("Clubchess is at"))
            until_it_answers(int(address.rstrip("/").rpartition(":")[2]), process)
            yield address.rstrip("/"), process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def log_in(page: Page, address: str) -> None:
    page.goto(f"{address}/en/log-in/")
    page.get_by_label("User name or e-mail address").fill("kari")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url("**/staff/")


@pytest.mark.django_db
def test_from_the_first_page_to_another_computer(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport=TABLET, locale="en", reduced_motion="reduce")
    page.set_default_timeout(8_000)
    here, there = tmp_path / "one computer æ", tmp_path / "another"
    with running(here) as (address, process):
        page.goto(f"{address}/")
        for label, typed in (("The club's name", "The Rooks"), ("Your name", "Kari Elm")):
            page.get_by_label(label).fill(typed)
        page.get_by_label("User name or e-mail address").fill("kari")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("The password once more").fill(PASSWORD)
        page.get_by_role("button", name="Make the club").click()
        page.get_by_label("Paste your list").fill("\n".join(NAMES))
        page.get_by_role("button", name="They play today").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
        for name in NAMES:
            page.get_by_role("button", name=name).click()
        expect(page.locator(".entry.present")).to_have_count(len(NAMES))
        page.click("#pair")
        expect(page.locator(".pairing.drafted")).to_have_count(4)
        page.click("#publish")
        expect(page.locator(".pairing.open")).to_have_count(4)

        computer = f"{address}/en/the-rooks/staff/this-computer/"
        page.goto(computer)
        page.get_by_role("button", name="Let phones join").click()
        expect(page.get_by_role("heading", name="Clubchess is restarting")).to_be_visible()
        expect(page.get_by_role("button", name="Keep phones out")).to_be_visible(timeout=BEGUN_AGAIN)
        page.get_by_role("button", name="Back up now").click()
        expect(page.get_by_text("The backup is made.")).to_be_visible()
        page.set_viewport_size(PHONE)
        assert not slides_sideways(page)
        assert not axe_violations_in_both_schemes(page)
        page.set_viewport_size(TABLET)
        with page.expect_download() as downloaded:
            page.get_by_role("button", name="Download").first.click()
        backup = tmp_path / downloaded.value.suggested_filename
        downloaded.value.save_as(backup)

        page.get_by_role("button", name="Put back").first.click()
        page.get_by_role("button", name="Put back").click()
        page.wait_for_url(f"{address}/en/", timeout=BEGUN_AGAIN)
        log_in(page, address)
        page.goto(f"{address}/en/the-rooks/staff/actions/")
        expect(page.get_by_text("was put back (by: Kari Elm)")).to_be_visible()
        page.goto(computer)
        page.get_by_role("button", name="Stop Clubchess").click()
        expect(page.get_by_role("heading", name="Clubchess has stopped")).to_be_visible()
        assert process.wait(timeout=30) == 0

    with running(there) as (address, _process):
        page.goto(f"{address}/")
        page.get_by_role("link", name="Put back its backup").click()
        page.get_by_label("File").set_input_files(backup)
        page.get_by_role("button", name="Put back").click()
        page.wait_for_url(f"{address}/en/", timeout=BEGUN_AGAIN)
        log_in(page, address)
        page.goto(f"{address}/en/the-rooks/staff/players/")
        expect(page.get_by_role("link", name="Hal Maple")).to_be_visible()
        page.goto(f"{address}/en/the-rooks/staff/this-computer/erase/")
        page.get_by_label("The club's name").fill("The Rooks")
        page.get_by_role("button", name="Erase").click()
        expect(page.get_by_role("heading", name="Make your club")).to_be_visible()
