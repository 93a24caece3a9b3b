"""Federations' rating lists, bytes to people one at a time: a file of each layout, however long it is."""

from tournaments.exchange.rating_lists.batches import opened_upload
from tournaments.exchange.rating_lists.reader import LAYOUTS, OpenList, open_list
from tournaments.exchange.rating_lists.types import ListedPerson, ListSource, UnreadableList

__all__ = ["LAYOUTS", "ListSource", "ListedPerson", "OpenList", "UnreadableList", "open_list", "opened_upload"]
