"""The one door to the database: every write is recorded with who, when, what, and the rows before and after."""

from tournaments.recording.archiving import ARCHIVED_COLUMNS, YOUNGEST, AnotherDatabase, archivable, take_away
from tournaments.recording.blobs import digest_of, keep_logo
from tournaments.recording.card_use import note_use
from tournaments.recording.change import Change
from tournaments.recording.club_transfer import (
    erase_rows,
    forget_in_the_installations_record,
    lock_whole,
    note_whole,
    one_moment,
    put_rows,
    reserve_keys,
    whole_club,
)
from tournaments.recording.current_rows import last_change_in_club, last_change_of, newest_first, refresh
from tournaments.recording.database_restored import outdate_cached_pages
from tournaments.recording.erasing import erase_tournament
from tournaments.recording.forgetting import forget, forget_log, forget_values
from tournaments.recording.house_words import chosen_words, write_house_words
from tournaments.recording.large_uploads import begin_upload, end_upload
from tournaments.recording.other_versions import is_of_another_version, newer_migrations
from tournaments.recording.rating_lists import (
    LISTED_COLUMNS,
    fill_list,
    forget_lists,
    forget_upload,
    new_list,
    note_begun,
    note_of_list,
    put_in_place,
)
from tournaments.recording.refusals import AlreadyDone, Archived, OfAnotherVersion, Stale, UndoRefused
from tournaments.recording.revisions import public_revision, public_revision_and_zone, public_revisions_within
from tournaments.recording.simulations import drop_simulations, keep_simulation, note_simulation
from tournaments.recording.text_corrections import drop_corrections, keep_correction
from tournaments.recording.undo import is_archived, obstacles, undo
from tournaments.recording.unit_of_work import Scope, action_of, is_recording, lock_clubs, recording

__all__ = [
    "ARCHIVED_COLUMNS",
    "LISTED_COLUMNS",
    "YOUNGEST",
    "AlreadyDone",
    "AnotherDatabase",
    "Archived",
    "Change",
    "OfAnotherVersion",
    "Scope",
    "Stale",
    "UndoRefused",
    "action_of",
    "archivable",
    "begin_upload",
    "chosen_words",
    "digest_of",
    "drop_corrections",
    "drop_simulations",
    "end_upload",
    "erase_rows",
    "erase_tournament",
    "fill_list",
    "forget",
    "forget_in_the_installations_record",
    "forget_lists",
    "forget_log",
    "forget_upload",
    "forget_values",
    "is_archived",
    "is_of_another_version",
    "is_recording",
    "keep_correction",
    "keep_logo",
    "keep_simulation",
    "last_change_in_club",
    "last_change_of",
    "lock_clubs",
    "lock_whole",
    "new_list",
    "newer_migrations",
    "newest_first",
    "note_begun",
    "note_of_list",
    "note_simulation",
    "note_use",
    "note_whole",
    "obstacles",
    "one_moment",
    "outdate_cached_pages",
    "public_revision",
    "public_revision_and_zone",
    "public_revisions_within",
    "put_in_place",
    "put_rows",
    "recording",
    "refresh",
    "reserve_keys",
    "take_away",
    "undo",
    "whole_club",
    "write_house_words",
]
