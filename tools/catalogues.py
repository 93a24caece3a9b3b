"""What catalogues lack, and where they are out of step with the code: `python -m tools.catalogues`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tools.collected_texts import ROOT, Text, collected


def faults(root: Path = ROOT) -> Iterator[str]:
    code = collected(root)
    for file in sorted(root.glob("locale/*/LC_MESSAGES/django.po")):
        name = file.relative_to(root)
        messages = messages_of(file.parts[-3], root)
        for text in sorted(code.keys() - messages.keys(), key=str):
            yield f"{name}: lacks a text of {code[text]}, `make messages` adds it: {_named(text)}"
        for text in sorted(messages.keys() - code.keys(), key=str):
            yield f"{name}: no file has this text any more, `make messages` drops it: {_named(text)}"
        for text, message in messages.items():
            if message.fuzzy:
                yield f"{name}: fuzzy: {_named(text)}"
            if not all([message.string] if isinstance(message.string, str) else message.string or ()):
                yield f"{name}: not translated: {_named(text)}"


def messages_of(language: str, root: Path = ROOT) -> dict[Text, Message]:
    with (root / "locale" / language / "LC_MESSAGES/django.po").open("rb") as opened:
        return {_text_of(message): message for message in read_po(opened, language) if message.id}


def _text_of(message: Message) -> Text:
    one, several = (message.id, None) if isinstance(message.id, str) else message.id[:2]
    return message.context, one, several


def _named(text: Text) -> str:
    context, one, _several = text
    return f"{context} | {one}" if context else one


if __name__ == "__main__":
    found = list(faults())
    said = "All texts are in all catalogues, and translated: "
    print("\n".join(found) if found else f"{said}{len(collected())} in each of {len(list(ROOT.glob('locale/*/')))}.")  # noqa: T201  # a command's output
    sys.exit(bool(found))
