"""One's own account: what is refused by the service; the page is in tests/views."""

from __future__ import annotations

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.services.accounts.own_account import leave_club
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


def test_nobody_leaves_a_club_that_they_do_not_work_for() -> None:
    cast = Cast()
    with nothing_changes(Refused, "^You do not work for SK Rockaden.$"):
        leave_club(cast.club, cast.stig)
