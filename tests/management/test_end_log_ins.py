"""Log-ins ended on the command line (OWASP ASVS 5.0, 7.4.5)."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tournaments.models import User

pytestmark = pytest.mark.django_db

HOME = "/en/sk-rockaden/staff/"


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get(HOME).status_code == 200
    return client


def test_one_person_is_logged_out_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    cast = Cast()
    phone, tablet, dag = logged_in(cast.kari), logged_in(cast.kari), logged_in(cast.dag)
    call_command("end_log_ins", "KARI")

    assert [each.get(HOME).status_code for each in (phone, tablet, dag)] == [302, 302, 200]
    assert "Log-ins of kari that were ended: 2." in capsys.readouterr().out


def test_everybody_is_logged_out() -> None:
    cast = Cast()
    clients = [logged_in(cast.kari), logged_in(cast.dag)]
    call_command("end_log_ins", "--everybody")

    assert [each.get(HOME).status_code for each in clients] == [302, 302]


@pytest.mark.parametrize(("arguments", "part"), [(("nobody",), "Nobody is called nobody"), ((), "required")])
def test_it_says_what_is_wrong(arguments: tuple[str, ...], part: str) -> None:
    with pytest.raises(CommandError, match=part):
        call_command("end_log_ins", *arguments)
