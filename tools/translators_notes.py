"""Writes what translators read beside a message into the five catalogues: `python -m tools.translators_notes`.

A comment (`#. `) at each text of one or two words: what it is, who sees it, beside what; and on which picture of
docs/screens each message stands. A flag (`#, max-length:3`), where there is little room. Nothing else of a catalogue is
touched, and running it again changes nothing: after a merge, or `make messages`, it puts back what is lost.

What it knows it has from locale/seen.csv, which tools.texts_by_page writes, from locale/notes.csv, where people write,
and from the file that asks for the text.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.collected_texts import ROOT, collected
from tools.texts_by_page import GUIDE, Seen, seen

NOTES = ROOT / "locale/notes.csv"
Key = tuple[str | None, str]
"""A message's context and its English."""
GAP = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
WORDS = 2
_LONGEST_QUOTE = 60
_LITTLE_ROOM = ("button", "column head", "menu")
_ENOUGH = 30
"""A text of more letters than that goes over several lines anyway."""
_TIGHT = 6
"""Up to so many letters a word stands in a narrow column: its translation may not be longer than the longest today."""
_NARROW = re.compile(r"\bmark in a|narrow column")
_MAX_LENGTH = re.compile(r"max-length:(\d+)")
_FOLDERS = {
    "mail": "In a mail",
    "demo": "Name of something in the demo club",
    "services": "Refusal or notice after something was sent",
    "forms": "Label, choice or hint of a form",
    "models": "Name of a field or of one of its choices",
    "exchange": "In a file that is read or written",
    "management": "Said by a command in a terminal",
    "ratings": "About ratings",
    "simulation": "About the planner",
    "pages": "On a page",
    "views": "Notice after something was sent",
    "selectors": "On several pages",
    "templates": "On a page",
    "components": "On several pages",
    "systems": "Option, rule or word of a pairing system",
    "tie_breaks": "Name or option of a tie-break",
    "series": "About series of tournaments",
    "opponents": "Option or rule of pairing",
    "groups": "About groups of an event",
    "teams": "About line-ups of a club's teams",
    "pairing": "Word of pairing, in reasons and options",
    "clubchess": "Of the program itself",
}
"""What a text is that no page had, by the innermost folder of its file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """What people have written: a comment, which stands in the place of the one made, and the room there is."""

    comment: str = ""
    room: int | None = None


def is_short(english: str) -> bool:
    """At most two words; a gap is one."""
    return len(GAP.sub("…", english).split()) <= WORDS


def notes() -> dict[Key, Note]:
    """As the file has them."""
    with NOTES.open(encoding="utf-8", newline="") as opened:
        return {
            (row["context"] or None, row["english"]): Note(
                comment=row["comment"], room=int(row["room"]) if row["room"] else None
            )
            for row in csv.DictReader(opened)
        }


def comments(key: Key, row: Seen | None, note: Note | None, file: str) -> list[str]:
    """The lines that stand at a message; `file` asks for it. None where there is nothing to say."""
    lines = []
    if is_short(key[1]):
        by_hand = note.comment if note else ""
        lines.append(by_hand or (_of_page(row) if row else _of_file(file)))
    if row:
        lines.append(_where(row))
    return lines


def _of_page(row: Seen) -> str:
    if row.page in GUIDE:  # what it is stands there in words; its own page the demo club does not have
        return f"{'Button' if 'button' in row.context else 'Word of a page'}, named in the guide; {row.who}."
    kind = row.kind[0].upper() + row.kind[1:]
    also = f" (also: {row.other_kinds})" if row.other_kinds else ""
    said = [f"{kind}{also}", row.who, f"page “{_words(row.page)}”"]
    if row.inside:
        said.append(f"put into “{_quoted(row.inside)}”")
    if _says_something(row.beside) and row.beside not in {row.under, row.inside}:
        said.append(f"beside “{_quoted(row.beside)}”")
    if _says_something(row.under):
        said.append(f"under “{_quoted(row.under)}”")
    return "; ".join(said) + "."


def _where(row: Seen) -> str:
    if not row.pictures:
        return f"No picture; page “{_words(row.page)}”."
    pictures = row.pictures.split()
    more = row.pages - len(pictures)
    rest = "" if more <= 0 else " and on 1 more page" if more == 1 else f" and on {more} more pages"
    return f"Pictures: {', '.join(f'docs/screens/{name}.webp' for name in pictures)}{rest}."


def _of_file(file: str) -> str:
    path = Path(file)
    found = next((_FOLDERS[folder] for folder in reversed(path.parts[:-1]) if folder in _FOLDERS), "In the program")
    about = [
        part for part in path.with_suffix("").parts[1:] if part not in {*_FOLDERS, "tournaments", "__init__", "page"}
    ]
    return f"{found}: {', '.join(_words(part.strip('_')) for part in dict.fromkeys(about))}."


def _words(name: str) -> str:
    return name.removeprefix("staff-").replace("-", " ").replace("_", " ")


def _says_something(english: str) -> bool:
    """More than gaps and single letters, as those of a date."""
    return bool(re.search(r"[^\W\d_]{2}", GAP.sub("", english)))


def _quoted(english: str) -> str:
    text = " ".join(GAP.sub("…", re.sub("<[^>]*>", "", english)).replace("&nbsp;", " ").split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE].rsplit(' ', 1)[0]} …"


# Room -----------------------------------------------------------------------------------------------------------------


def room_for(key: Key, row: Seen | None, note: Note, lengths: Sequence[int]) -> int | None:
    """For the letters of a text that has little; `lengths` are those of its English and its translations. Tight in
    narrow columns, elsewhere a fifth more than the longest. None where there is room enough, or a gap is filled."""
    longest = max(lengths)
    context = key[0] or ""
    if GAP.search(key[1]) or "<" in key[1] or longest > _ENOUGH or context.startswith("date at "):
        return None
    if _NARROW.search(context):
        return longest
    kind = row.kind if row and not row.inside else ""
    said = (context, note.comment.lower(), kind)
    if not any(each.startswith(_LITTLE_ROOM) or each == "a button" for each in said):
        return None
    return longest if kind == "column head" and longest <= _TIGHT else -(-longest * 6 // 5)


# Catalogues -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A message as it stands in a catalogue."""

    lines: tuple[str, ...]
    key: Key
    said: tuple[str, ...]
    """Its translation, by form of the plural."""

    @property
    def room(self) -> int | None:
        found = [_MAX_LENGTH.search(line) for line in self.lines if line.startswith("#,")]
        return next((int(each[1]) for each in found if each), None)

    def noted(self, comments: Sequence[str], room: int | None) -> str:
        """Its lines with these comments and this flag in the place of others. What a programmer has written beside
        the code (`Translators: …`) stays."""
        above = [line for line in self.lines if line.startswith("#") and line[:2] not in {"#.", "#:", "#,"}]
        kept = [line for line in self.lines if line.startswith("#. Translators")]
        places = [line for line in self.lines if line.startswith("#:")]
        flags = [flag.strip() for line in self.lines if line.startswith("#,") for flag in line[2:].split(",")]
        flags = [flag for flag in flags if not _MAX_LENGTH.fullmatch(flag)]
        flags += [f"max-length:{room}"] if room else []
        rest = [line for line in self.lines if not line.startswith("#")]
        said = [f"#. {comment}" for comment in comments]
        return "\n".join([*above, *kept, *said, *places, *([f"#, {', '.join(flags)}"] if flags else []), *rest])


def entries(catalogue: str) -> Iterator[Entry | str]:
    """Of a catalogue's text its blocks, in their order; a block that is no message as it stands."""
    for block in catalogue.rstrip("\n").split("\n\n"):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            keyword, _blank, text = line.partition(" ") if not line.startswith('"') else (name, "", line)
            name = keyword
            parts[name] = parts.get(name, "") + str(ast.literal_eval(text))
        if english := parts.get("msgid"):
            said = tuple(text for name, text in parts.items() if name.startswith("msgstr"))
            yield Entry(lines=tuple(block.splitlines()), key=(parts.get("msgctxt"), english), said=said)
        else:
            yield block


def noted(catalogue: str, said: Mapping[Key, tuple[Sequence[str], int | None]]) -> str:
    """The text of a catalogue with the comments and the room of each message. One that stands there twice, as it may
    after a merge, is left once, as it stands first: gettext's programs would refuse the file."""
    blocks: dict[Key | str, str] = {}
    for each in entries(catalogue):
        if isinstance(each, str):
            blocks[each] = each
        else:
            blocks.setdefault(each.key, each.noted(*said.get(each.key, ((), None))))
    return "\n\n".join(blocks.values()) + "\n"


def catalogues() -> dict[Path, str]:
    return {file: file.read_text(encoding="utf-8") for file in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))}


def written() -> tuple[dict[Path, str], dict[Key, Note]]:
    """Each catalogue as it should stand, and what locale/notes.csv should hold: a text that is new and has little room
    gets its number there, which stays until somebody changes it; one that no catalogue has is dropped."""
    found, known, texts = seen(), notes(), catalogues()
    files = {text[:2]: file for text, file in collected().items()}
    lengths: dict[Key, list[int]] = {}
    for text in texts.values():
        for entry in entries(text):
            if isinstance(entry, Entry):
                lengths.setdefault(entry.key, [len(entry.key[1])]).extend(map(len, entry.said))
    kept: dict[Key, Note] = {}
    said: dict[Key, tuple[Sequence[str], int | None]] = {}
    for key, those in lengths.items():
        note = known.get(key, Note())
        note = Note(comment=note.comment, room=note.room or room_for(key, found.get(key), note, those))
        if note != Note():
            kept[key] = note
        said[key] = comments(key, found.get(key), note, files.get(key, "")), note.room
    return {file: noted(text, said) for file, text in texts.items()}, kept


def write_notes(kept: Mapping[Key, Note]) -> None:
    with NOTES.open("w", encoding="utf-8", newline="") as opened:
        rows = csv.writer(opened, lineterminator="\n")
        rows.writerow(["context", "english", "comment", "room"])
        for key, note in sorted(kept.items(), key=lambda each: (each[0][1], each[0][0] or "")):
            rows.writerow([key[0] or "", key[1], note.comment, note.room or ""])


if __name__ == "__main__":
    made, kept = written()
    write_notes(kept)
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")
