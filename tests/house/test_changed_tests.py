"""Which tests `make check` chooses."""

from tools.changed_tests import CORE, MOST, OF_ALL_SHEETS, OF_ALL_TEXTS, chosen, imports_of_tests

IMPORTS = {
    "tests/services/rounds/test_results.py": frozenset({"tests.tools.casts.factories"}),
    "tests/services/evening/test_late_changes.py": frozenset({"tournaments.services.evening.late_changes"}),
    "tests/pages/rounds/test_story.py": frozenset({"tournaments.pages.rounds.story"}),
    "tests/tools/casts/factories.py": frozenset({"tournaments.services.rounds.results"}),
}


def test_the_nearest_come_first() -> None:
    assert chosen(["tournaments/services/evening/late_changes.py", "tests/pages/rounds/test_story.py"], IMPORTS) == [
        "tests/pages/rounds/test_story.py",
        "tests/services/evening/test_late_changes.py",
    ]


def test_a_tool_of_the_tests_passes_it_on() -> None:
    assert chosen(["tournaments/services/rounds/results.py"], IMPORTS) == ["tests/services/rounds/test_results.py"]
    assert chosen(["tests/services/rounds/test_results.py", "tournaments/services/evening/late_changes.py"], IMPORTS)[
        0
    ].endswith("results.py")
    assert chosen(["tests/tools/casts/factories.py"], IMPORTS) == ["tests/services/rounds/test_results.py"]


def test_what_is_no_code_chooses_the_tests_of_its_screen_and_those_of_its_kind() -> None:
    assert chosen(["templates/tournaments/rounds/story/page.html"], IMPORTS) == [
        "tests/pages/rounds/test_story.py",
        *OF_ALL_TEXTS,
    ]
    assert chosen(["static/css/public/story.css"], IMPORTS) == [
        "tests/pages/rounds/test_story.py",
        *sorted(OF_ALL_SHEETS),
    ]
    assert chosen(["locale/de/LC_MESSAGES/django.po"], IMPORTS) == [*OF_ALL_TEXTS]
    assert chosen(["tournaments/pairing/search/first.py"], {}) == sorted(CORE)


def test_of_the_real_tests_a_change_everywhere_chooses_no_more_than_can_be_run() -> None:
    found = chosen(["tournaments/models/__init__.py", "tests/tools/casts/factories.py"], imports_of_tests())

    assert len(found) == MOST
