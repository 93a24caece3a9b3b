"""A demo club of its own, served, and Chromium to look at it: for what makes pictures."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.tools.processes.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]


def chromium() -> str:
    """Its path. Raises SystemExit where there is none."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("No Chromium was found. Debian: sudo apt install chromium, or set CHROMIUM=/path")
    return found


@contextmanager
def demo_data() -> Iterator[None]:
    """A fresh demo club in a database of its own, which Django of this process looks into."""
    with tempfile.TemporaryDirectory(prefix="clubchess-screens-") as data:
        os.environ |= {"CLUBCHESS_DATA": data, "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "clubchess.settings"}
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright runs its loop in this thread
        for step in (["migrate", "--verbosity", "0"], ["collectstatic", "--no-input", "--verbosity", "0"], ["demo"]):
            subprocess.run([sys.executable, "manage.py", *step], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        import django

        django.setup()
        yield


@contextmanager
def demo_club() -> Iterator[str]:
    """The address of a fresh one. Django of this process looks into the same database."""
    with demo_data(), served(os.environ) as address:
        yield address


def log_in(page: Page, address: str) -> None:
    """As the demo club's director."""
    from django.urls import reverse

    from tournaments.demo.club import USERNAME
    from tournaments.models import Club

    page.goto(f"{address}{reverse('log_in')}")
    page.fill("[name=username]", USERNAME)
    page.fill("[name=password]", Club.objects.get().demo_password)
    page.click("main form button")
    page.wait_for_load_state()
