"""What is read of pg_restore's script, and what is passed over."""

import io

import pytest

from tournaments.services.installation.backups.dumped_rows import Counter, NoRows, Rows, dumped_rows

SCRIPT = r'''--
-- PostgreSQL database dump
--
\restrict abc
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
\! touch /tmp/owned
COPY public.axes_log FROM PROGRAM 'touch /tmp/owned';
COPY (SELECT 1) TO PROGRAM 'touch /tmp/owned';
COPY public.tournaments_game (id, "number", "a ""b""") FROM stdin;
1	7	\\N
2	\N	COPY public.tournaments_club (id) FROM stdin;
\.


SELECT pg_catalog.setval('public.tournaments_game_id_seq', 12, true);
SELECT pg_catalog.setval('public.tournaments_game_id_seq', 12, true); DROP TABLE x;
SELECT pg_catalog.setval('x', (SELECT lo_import('/etc/passwd')), true);
COPY "Odd".django_site (id) FROM stdin;
\.
'''


def read(script: str) -> list[object]:
    return [
        (found.table, found.columns, b"".join(found.lines).decode()) if isinstance(found, Rows) else found
        for found in dumped_rows(io.BytesIO(script.encode()))
    ]


def test_only_rows_and_counters_are_found() -> None:
    rows = "1\t7\t\\\\N\n2\t\\N\tCOPY public.tournaments_club (id) FROM stdin;\n"
    assert read(SCRIPT) == [
        ("tournaments_game", ("id", "number", 'a "b"'), rows),
        Counter(sequence="tournaments_game_id_seq", value=12, is_given=True),
        ("django_site", ("id",), ""),
    ]


def test_rows_that_nobody_wants_are_passed_over() -> None:
    tables = [found.table for found in dumped_rows(io.BytesIO(SCRIPT.encode())) if isinstance(found, Rows)]
    assert tables == ["tournaments_game", "django_site"]


@pytest.mark.parametrize("script", [SCRIPT[:-3], SCRIPT.replace("UTF8", "LATIN1")])
def test_what_is_cut_off_or_otherwise_encoded_is_refused(script: str) -> None:
    with pytest.raises(NoRows):
        read(script)
