"""tools/venv: what somebody reads whose machine lacks something, and when it asks the network."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLD = "#!/bin/sh\nexit 1\n"
WITHOUT_VENV = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexit 0\n'


def make_venv(directory: Path, *requirements: Path, python: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "tools" / "venv", directory, *requirements],
        env={"PATH": os.environ["PATH"], "PYTHON": str(python), "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("script", "sentence"), [(OLD, "needs Python 3.11 or newer"), (WITHOUT_VENV, "sudo apt install python3-venv")]
)
def test_it_says_what_the_machine_lacks(tmp_path: Path, script: str, sentence: str) -> None:
    python = tmp_path / "python"
    python.write_text(script)
    python.chmod(0o755)

    result = make_venv(tmp_path / "venv", python=python)

    assert sentence in result.stderr
    assert result.returncode == 1
    assert not (tmp_path / "venv").exists()


@pytest.mark.slow
def test_it_installs_again_only_when_the_requirements_have_changed(tmp_path: Path) -> None:
    venv, requirements = tmp_path / "a venv", tmp_path / "requirements.txt"
    requirements.write_text("# nothing\n")

    first = make_venv(venv, requirements, python=Path(sys.executable))
    second = make_venv(venv, requirements, python=Path(sys.executable))
    requirements.write_text("# nothing, differently\n")
    third = make_venv(venv, requirements, python=Path(sys.executable))

    assert [result.returncode for result in (first, second, third)] == [0, 0, 0]
    assert [f"installing {requirements}" in result.stderr for result in (first, second, third)] == [True, False, True]


@pytest.mark.slow
def test_what_could_not_be_installed_is_tried_again(tmp_path: Path) -> None:
    venv, requirements = tmp_path / "venv", tmp_path / "requirements.txt"
    requirements.write_text("no-such-package-of-ours==1\n")

    results = [make_venv(venv, requirements, python=Path(sys.executable)) for _ in range(2)]

    assert all(result.returncode and "installing" in result.stderr for result in results)
