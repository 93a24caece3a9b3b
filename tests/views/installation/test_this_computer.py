"""The page of whoever runs an installation on their own computer: who sees it, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.first_visit import at_the_machine, from_elsewhere, listening_here_alone
from tournaments.models import Club, User
from tournaments.services.clubs.clubs import create_club
from tournaments.services.installation import putting_back

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="there is no such page elsewhere"),
]


@dataclass(frozen=True, kw_only=True)
class Staff:
    club: Club
    kari: User


@pytest.fixture
def cast(tmp_path: Path, settings: Any) -> Iterator[Staff]:
    settings.DATA_DIR = tmp_path
    with listening_here_alone():
        club, kari = create_club(name="Alfa", username="kari")
        yield Staff(club=club, kari=kari)


def address(cast: Staff, name: str = "this_computer", *arguments: str) -> str:
    return reverse(name, args=[cast.club.slug, *arguments])


def logged_in(client: Client, cast: Staff) -> Client:
    client.force_login(cast.kari, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def test_an_admin_sees_it_at_the_machine_and_is_sent_there_from_elsewhere(cast: Staff) -> None:
    here, elsewhere = logged_in(at_the_machine(), cast), logged_in(from_elsewhere(), cast)
    page = here.get(address(cast))
    assert page.status_code == 200
    assert "Back up now" in page.content.decode()
    assert address(cast) in here.get(reverse("club_home", args=[cast.club.slug])).content.decode()
    told = elsewhere.get(address(cast))
    assert told.status_code == 403
    assert "Open this page on the computer on which Clubchess runs." in told.content.decode()
    assert address(cast) not in elsewhere.get(reverse("club_home", args=[cast.club.slug])).content.decode()
    for name in ("let_phones_in", "make_backup", "choose_backups", "bring_backup", "download_club", "stop_here"):
        assert elsewhere.post(address(cast, name)).status_code == 403


def test_there_is_none_where_clubs_share_an_installation(cast: Staff) -> None:
    here = logged_in(at_the_machine(), cast)
    ClubFactory(name="Another")
    assert here.get(address(cast)).status_code == 404
    assert here.post(address(cast, "erase_this_club"), {"name": cast.club.name}).status_code == 404


def test_under_a_server_that_no_page_ends_nothing_offers_it(cast: Staff) -> None:
    here = logged_in(at_the_machine(), cast)
    page = here.get(address(cast)).content.decode()
    assert "Stop Clubchess" not in page
    assert "Let phones join" not in page
    assert here.post(address(cast, "stop_here")).status_code == 404
    refused = here.post(address(cast, "let_phones_in"), {"phones": "in"})
    assert refused.status_code == 409


def test_bad_input_gets_its_sentence(cast: Staff) -> None:
    here = logged_in(at_the_machine(), cast)
    for typed in ({"folder": "/nowhere", "kept": "5"}, {"folder": "", "kept": "many"}, {"kept": "-1"}, {}):
        assert here.post(address(cast, "choose_backups"), typed).status_code in {409, 422}
    for file in (SimpleUploadedFile("x.zip", b"PK"), SimpleUploadedFile("x.zip", b"")):
        answer = here.post(address(cast, "bring_backup"), {"file": file})
        assert "This is no backup of Clubchess, or only a part of one." in answer.content.decode()
    assert here.post(address(cast, "bring_backup")).status_code == 422
    assert here.post(address(cast, "erase_this_club"), {"name": "Another"}).status_code == 409
    assert here.post(address(cast, "erase_this_club")).status_code == 422
    for name in ("download_backup", "put_back_backup"):
        assert here.get(address(cast, name, "secret_key")).status_code == 404
    assert Club.objects.filter(pk=cast.club.pk).exists()


def test_on_a_new_computer_it_is_said_why_a_backup_could_not_be_put_back(
    cast: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = logged_in(at_the_machine(), cast)
    here.post(address(cast, "erase_this_club"), {"name": cast.club.name})
    monkeypatch.setattr(putting_back, "_failed", "The disk is full.")
    assert "The disk is full." in here.get(reverse("arrive")).content.decode()


def test_the_file_of_the_club_and_its_end(cast: Staff) -> None:
    here = logged_in(at_the_machine(), cast)
    file = here.post(address(cast, "download_club"))
    assert file["Content-Disposition"].startswith(f'attachment; filename="{cast.club.slug}-')
    content = file.content
    assert here.post(address(cast, "erase_this_club"), {"name": cast.club.name}).status_code == 302
    assert here.get(reverse("arrive")).status_code == 200
    assert from_elsewhere().get(reverse("arrive")).status_code == 302
    arrived = here.post(reverse("arrive"), {"file": SimpleUploadedFile("club.zip", content)})
    assert arrived.status_code == 302
    assert Club.objects.get().name == cast.club.name
