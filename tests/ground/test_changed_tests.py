"""Which tests `make check` chooses."""

from tools.changed_tests import CORE, MOST, OF_ALL_SHEETS, OF_ALL_TEXTS, chosen, imports_of_tests

IMPORTS = {
    "tests/services/test_results.py": frozenset({"tests.tools.factories"}),
    "tests/services/test_late.py": frozenset({"tournaments.services.late"}),
    "tests/pages/test_story.py": frozenset({"tournaments.pages.story"}),
    "tests/tools/factories.py": frozenset({"tournaments.services.results"}),
}


def test_the_nearest_come_first() -> None:
    assert chosen(["tournaments/services/late.py", "tests/pages/test_story.py"], IMPORTS) == [
        "tests/pages/test_story.py",
        "tests/services/test_late.py",
    ]


def test_a_tool_of_the_tests_passes_it_on() -> None:
    assert chosen(["tournaments/services/results.py"], IMPORTS) == ["tests/services/test_results.py"]
    assert chosen(["tests/services/test_results.py", "tournaments/services/late.py"], IMPORTS)[0].endswith("results.py")
    assert chosen(["tests/tools/factories.py"], IMPORTS) == ["tests/services/test_results.py"]


def test_what_is_no_code_chooses_the_tests_of_its_screen_and_those_of_its_kind() -> None:
    assert chosen(["templates/tournaments/story/page.html"], IMPORTS) == ["tests/pages/test_story.py", *OF_ALL_TEXTS]
    assert chosen(["static/css/public_story.css"], IMPORTS) == ["tests/pages/test_story.py", *sorted(OF_ALL_SHEETS)]
    assert chosen(["locale/de/LC_MESSAGES/django.po"], IMPORTS) == [*OF_ALL_TEXTS]
    assert chosen(["tournaments/pairing/search/first.py"], {}) == sorted(CORE)


def test_of_the_real_tests_a_change_everywhere_chooses_no_more_than_can_be_run() -> None:
    found = chosen(["tournaments/models/__init__.py", "tests/tools/factories.py"], imports_of_tests())

    assert len(found) == MOST
