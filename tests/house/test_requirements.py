"""Each list of pinned packages holds what the program asks for: one that lacks a package is found when it is built."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]

ASKED_FOR = {
    re.sub(r"[-_.]+", "-", Requirement(line).name).lower()
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
}


def pinned(file: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / file).read_text(), re.MULTILINE))


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt", "deploy/bundle/requirements.txt"])
def test_it_holds_all_that_the_program_asks_for_in_the_same_versions(file: str) -> None:
    assert ASKED_FOR
    assert {name: pinned(file).get(name) for name in ASKED_FOR} == {
        name: pinned("requirements.txt").get(name) for name in ASKED_FOR
    }
    assert None not in {pinned(file).get(name) for name in ASKED_FOR}
