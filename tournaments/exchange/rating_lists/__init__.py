"""Federations' rating lists, bytes to people one at a time: a file of each layout, however long it is."""

from tournaments.exchange.rating_lists.reader import LAYOUTS, MOST_UNPACKED, OpenList, open_list
from tournaments.exchange.rating_lists.types import ListedPerson, ListSource, UnreadableList

__all__ = ["LAYOUTS", "MOST_UNPACKED", "ListSource", "ListedPerson", "OpenList", "UnreadableList", "open_list"]
