"""The program as a folder to click on, for the system this runs on: `python -m tools.bundle [WHEEL]`, `make bundle`.

On Windows and macOS also what installs it, `.msi` and `.pkg`. It needs Python alone, and on Windows WiX 3.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
RECIPES = ROOT / "deploy" / "bundle"
ENVIRONMENT = ROOT / ".venv-bundle"
SYSTEM = {"Darwin": "macos", "Windows": "windows"}.get(platform.system(), "linux")


def main(wheels: list[str]) -> None:
    """Of the newest wheel in dist/, unless another is named."""
    wheel = Path(wheels[0]) if wheels else max(DIST.glob("*.whl"), key=lambda file: file.stat().st_mtime)
    version = wheel.name.split("-")[1]
    name = f"Clubchess-{version}-{SYSTEM}-{platform.machine().lower()}"
    python = environment_with(wheel)
    built = ENVIRONMENT / "built"
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", built, "--workpath",
        ENVIRONMENT / "work", RECIPES / "clubchess.spec")  # fmt: skip
    folder = DIST / name
    shutil.rmtree(folder, ignore_errors=True)
    if SYSTEM == "macos":
        folder.mkdir()
        run("ditto", built / "Clubchess.app", folder / "Clubchess.app")
    else:
        shutil.move(built / "Clubchess", folder)
    made = [packed(folder), *installers(folder, version)]
    say(f"{folder.name}/: {size_of(folder) / 1e6:.0f} MB")
    for file in made:
        say(f"{file.name}: {file.stat().st_size / 1e6:.0f} MB")


def environment_with(wheel: Path) -> Path:
    """Its Python. Nothing is in there but what the wheel asks for, and PyInstaller."""
    venv.create(ENVIRONMENT, clear=True, with_pip=True, symlinks=SYSTEM != "windows")
    python = ENVIRONMENT / ("Scripts/python.exe" if SYSTEM == "windows" else "bin/python")
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*install, "--require-hashes", "-r", RECIPES / "requirements.txt")
    run(*install, "--no-deps", wheel.resolve())
    return python


def packed(folder: Path) -> Path:
    """Unpacked it is the folder again, with all that a system knows of its files."""
    archive = folder.with_name(folder.name + (".tar.gz" if SYSTEM == "linux" else ".zip"))
    archive.unlink(missing_ok=True)
    if SYSTEM == "macos":
        run("ditto", "-c", "-k", "--keepParent", folder, archive)
    else:
        shutil.make_archive(str(folder), "gztar" if SYSTEM == "linux" else "zip", DIST, folder.name)
    return archive


def installers(folder: Path, version: str) -> list[Path]:
    if SYSTEM == "windows":
        return [windows_installer(folder, version)]
    return [macos_installer(folder, version)] if SYSTEM == "macos" else []


def windows_installer(folder: Path, version: str) -> Path:
    """By WiX 3: https://github.com/wixtoolset/wix3, on GitHub's runners in %WIX%."""
    wix = Path(os.environ["WIX"]) / "bin" if "WIX" in os.environ else Path()
    made = ENVIRONMENT / "msi"
    made.mkdir()
    installer = folder.with_name(f"{folder.name}.msi")
    run(wix / "heat.exe", "dir", folder, "-nologo", "-ag", "-sfrag", "-srd", "-sreg", "-scom", "-cg", "Files", "-dr",
        "INSTALLDIR", "-var", "var.Folder", "-out", made / "files.wxs")  # fmt: skip
    run(wix / "candle.exe", "-nologo", "-arch", "x64", f"-dFolder={folder}", f"-dVersion={numbers_of(version)}", "-out",
        f"{made}{os.sep}", RECIPES / "clubchess.wxs", made / "files.wxs")  # fmt: skip
    run(wix / "light.exe", "-nologo", "-out", installer, made / "clubchess.wixobj", made / "files.wixobj")
    return installer


def macos_installer(folder: Path, version: str) -> Path:
    installer = folder.with_name(f"{folder.name}.pkg")
    run("pkgbuild", "--component", folder / "Clubchess.app", "--install-location", "/Applications", "--identifier",
        "org.clubchess.Clubchess", "--version", version, installer)  # fmt: skip
    return installer


def numbers_of(version: str) -> str:
    """What Windows takes for a version: three numbers."""
    return ".".join([*re.findall(r"\d+", version.partition("+")[0]), "0", "0"][:3])


def size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def run(*line: str | Path) -> None:
    # Not where the checkout could be imported in place of the wheel.
    subprocess.run([str(each) for each in line], cwd=ENVIRONMENT, check=True)


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  # a command's output


if __name__ == "__main__":
    main(sys.argv[1:])
