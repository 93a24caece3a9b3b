"""TRF16 and TRF26, the federations' text format for reports: bytes to values and back, no database."""

from tournaments.exchange.federation_person import BirthDate
from tournaments.exchange.trf.reader import LARGEST, looks_like_trf, parse
from tournaments.exchange.trf.types import Identity, Note, Trf, TrfCell, TrfEdition, TrfMark, TrfPlayer
from tournaments.exchange.trf.writer import dump

__all__ = [
    "LARGEST",
    "BirthDate",
    "Identity",
    "Note",
    "Trf",
    "TrfCell",
    "TrfEdition",
    "TrfMark",
    "TrfPlayer",
    "dump",
    "looks_like_trf",
    "parse",
]
