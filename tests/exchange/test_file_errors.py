"""Why a file cannot be taken, in the reader's language, whatever process has read it."""

import io
import pickle
from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG
from tournaments.exchange.apart import unpickled
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.rating_lists import open_list


def test_the_place_is_said_too() -> None:
    error = FileError("The key {key} is missing.", "players[3]", key="{name}")

    with override("de"):
        assert said_of(error) == "Der Schlüssel {name} fehlt. Stelle in der Datei: players[3]."


def test_an_error_within_an_error_is_said_in_the_same_language() -> None:
    with pytest.raises(FileError) as refused:
        list(open_list(io.BytesIO(made.knsb([replace(BERG, rating=9999)] * 30)), pace="rapid").people)

    with override("de"):
        assert said_of(unpickled(pickle.dumps(refused.value))) == (
            "30 Zeilen sind nicht lesbar, deshalb wurde die Liste nicht geladen. Zeile 2: „9999“ ist keine Zahl von 1 "
            "bis 3500."
        )
