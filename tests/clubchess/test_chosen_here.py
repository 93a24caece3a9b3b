"""What a page of the installation chooses before its database is read, and by which addresses phones come in."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest
from django.test import RequestFactory

from clubchess import ending, local_network, site, this_machine
from clubchess.chosen_here import Chosen, read, write
from clubchess.platforms import successor


def test_what_was_chosen_is_read_again(tmp_path: Path) -> None:
    assert read(tmp_path) == Chosen()
    chosen = Chosen(phones=True, backup_folder="/media/stick æ", backups_kept=3)
    write(tmp_path, chosen)
    write(tmp_path, chosen)
    assert read(tmp_path) == chosen
    assert [file.name for file in tmp_path.iterdir()] == ["chosen.json"]


@pytest.mark.parametrize(
    "written",
    [
        *("", "{", "[]", "null", '"x"', '{"phones": true, "unknown": 1}', '{"phones": 1}', '{"backup_folder": 7}'),
        *('{"backups_kept": -1}', '{"backups_kept": true}', '{"backups_kept": 1001}', "\xff"),
        json.dumps({"backup_folder": "a" * 20_000}),
    ],
)
def test_a_file_that_is_none_of_ours_is_as_none(written: str, tmp_path: Path) -> None:
    (tmp_path / "chosen.json").write_text(written, encoding="latin-1")
    assert read(tmp_path) == Chosen()


def test_only_addresses_from_next_door_are_offered_and_the_way_out_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapter(*found: tuple[str, bool]) -> SimpleNamespace:
        return SimpleNamespace(ips=[SimpleNamespace(ip=ip, is_IPv4=is_v4) for ip, is_v4 in found])

    adapters = [
        adapter(("127.0.0.1", True), ("::1", False)),
        adapter(("10.42.0.1", True), ("fe80::1", False)),
        adapter(("192.168.1.20", True), ("8.8.8.8", True)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(local_network, "_outward", lambda: "192.168.1.20")
    assert local_network.addresses() == ("192.168.1.20", "10.42.0.1")
    monkeypatch.setattr(local_network, "_outward", lambda: "8.8.8.8")
    assert local_network.addresses() == ("10.42.0.1", "192.168.1.20")


def test_phones_that_were_let_in_take_nothing_from_whoever_sits_here(settings: Any) -> None:
    """The network's own requests are from elsewhere all the same."""
    settings.PHONES_HOST = "192.168.1.20"
    settings.ALLOWED_HOSTS = [*sorted(this_machine.NAMES), "192.168.1.20"]
    this_machine.listens_on(["127.0.0.1", "192.168.1.20"])
    try:
        here = RequestFactory().get("/", headers={"host": "localhost:8000"})
        assert this_machine.is_from_this_machine(here)
        for address, host in (("192.168.1.20", "localhost"), ("127.0.0.1", "192.168.1.20"), ("192.168.1.9", "x")):
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "x"] if host == "x" else settings.ALLOWED_HOSTS
            asked = RequestFactory().get("/", headers={"host": host}, REMOTE_ADDR=address)
            assert not this_machine.is_from_this_machine(asked)
    finally:
        this_machine.listens_on([])


def test_what_leads_phones_here_names_the_address_they_come_in_by(settings: Any) -> None:
    settings.PUBLIC_ADDRESS = ""
    asked = RequestFactory().get("/", headers={"host": "localhost"})
    site.phones_come_in_by("http://192.168.1.20:8000")
    try:
        assert site.site_of(asked) == "http://192.168.1.20:8000"
        settings.PUBLIC_ADDRESS = "https://chess.example.org"
        assert site.site_of(asked) == "https://chess.example.org"
    finally:
        site.phones_come_in_by("")
    settings.PUBLIC_ADDRESS = ""
    assert site.site_of(asked) == "http://localhost"


def test_a_server_that_told_nothing_cannot_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "_of_this_process", ending._Ending())
    assert not ending.can_end()
    with pytest.raises(RuntimeError):
        ending.end(begins_again=True)
    assert not ending.is_beginning_again()


def test_it_begins_again_as_it_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(successor.sys, "argv", ["/a b/clubchess", "--data", "/x"])
    monkeypatch.setattr(successor.sys, "orig_argv", ["python3", "-X", "dev", "/a b/clubchess", "--data", "/x"])
    monkeypatch.setattr(successor.sys, "executable", "/usr/bin/python3")
    monkeypatch.setattr(successor.os, "execv", lambda _program, line: called.append(list(line)))
    monkeypatch.setattr(successor.subprocess, "call", lambda line: called.append(list(line)) or 7)
    with pytest.raises(SystemExit):
        successor.begin_again("--no-browser", "8003")
    monkeypatch.delattr(successor.os, "geteuid")  # as on Windows
    with pytest.raises(SystemExit, match="7"):
        successor.begin_again("--no-browser", "8003")
    assert called[0] == called[-1] == ["/usr/bin/python3", "-X", "dev", "/a b/clubchess", "--no-browser", "8003"]
