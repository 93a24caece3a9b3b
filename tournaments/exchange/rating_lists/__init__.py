"""Federations' rating lists, bytes to people one at a time: a file of each layout, however long it is."""

from tournaments.exchange.rating_lists.reader import LAYOUTS, OpenList, open_list
from tournaments.exchange.rating_lists.types import ListedPerson, Source, UnreadableList

__all__ = ["LAYOUTS", "ListedPerson", "OpenList", "Source", "UnreadableList", "open_list"]
