"""Sheets and scripts as they are sent: the same, only smaller."""

from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from clubchess.static_files import StaticFiles, as_sent, in_one_piece

STATIC = Path(settings.BASE_DIR, "static")
OURS = sorted(path for kind in ("css", "js") for path in (STATIC / kind).rglob(f"*.{kind}"))
assert len(OURS) > 50


def test_comments_and_blanks_go_and_nothing_else() -> None:
    script = b'"use strict";\n\n// Why.\n(function () {\n  call("https://x  y"); // of course\n})();\n'
    assert as_sent("js/one.js", script) == b'"use strict";(function(){call("https://x  y");})();'

    sheet = b"/* Why,\n   at length. */\na {\n  color: red; /* of course */\n}\n"
    assert as_sent("css/one.css", sheet) == b"a{color:red}"
    sheet = b'a::before { content: "1.0: a,  b"; margin: -0.5rem calc(1em + 0.2em); font: 1em/1 "A B", serif; }'
    assert as_sent("css/one.css", sheet).decode() == (
        'a::before{content:"1.0: a,  b";margin:-0.5rem calc(1em + 0.2em);font:1em/1 "A B",serif}'
    )


def test_a_sheet_is_sent_with_those_it_imports() -> None:
    tokens, parts = ((STATIC / "css" / "parts" / f"{name}.css").read_text() for name in ("tokens", "parts"))
    sheet = b'/* Why. */\n@import "../parts/tokens.css";\n@import "../parts/parts.css";\na { color: red; }\n'
    whole = in_one_piece("css/staff/projector.css", sheet)
    assert whole.decode() == f"/* Why. */\n{tokens}\n{parts}\na {{ color: red; }}\n"
    with pytest.raises(FileNotFoundError):
        in_one_piece("css/staff/projector.css", b'@import "nowhere.css";\n')


def test_a_sheet_is_sent_in_one_piece_under_its_hashed_name_too(tmp_path: Path) -> None:
    source = FileSystemStorage(location=STATIC)
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    paths = {name: (source, name) for name in (str(path.relative_to(STATIC)) for path in OURS if path.suffix == ".css")}
    for name in paths:
        storage.save(name, source.open(name))

    post_processed = storage.post_process(paths)
    processed = {name: hashed for name, hashed, _done in post_processed if hashed.endswith(".css")}

    sent = (tmp_path / processed["css/staff/clubchess.css"]).read_text()
    assert "@import" not in sent
    assert "--disc-white" in sent
    assert ".square-key" in sent


@pytest.mark.parametrize("path", [path for path in OURS if path.suffix == ".css"], ids=str)
def test_nothing_is_left_to_import(path: Path) -> None:
    assert b"@import" not in in_one_piece(str(path.relative_to(STATIC)), path.read_bytes())


@pytest.mark.parametrize("path", OURS, ids=str)
def test_every_file_of_ours_is_smaller_as_it_is_sent(path: Path) -> None:
    source = path.read_bytes()
    sent = as_sent(str(path.relative_to(STATIC)), source)
    assert len(brotli.compress(sent)) < len(brotli.compress(source))


def test_what_is_collected_is_what_is_sent_and_the_files_of_others_stay(tmp_path: Path) -> None:
    """Under the hashed name too, which is the one that browsers ask for."""
    (tmp_path / "source" / "js").mkdir(parents=True)
    (tmp_path / "source" / "vendor").mkdir()
    (tmp_path / "source" / "js" / "one.js").write_text("// Why.\nrun();\n")
    (tmp_path / "source" / "vendor" / "two.js").write_text("// Theirs.\nrun();\n")
    source = FileSystemStorage(location=tmp_path / "source")
    storage = StaticFiles(location=tmp_path / "sent", base_url="/static/")
    paths = {name: (source, name) for name in ("js/one.js", "vendor/two.js")}
    for name in paths:
        storage.save(name, source.open(name))

    processed = {name: hashed for name, hashed, _done in storage.post_process(paths)}

    for name in ("js/one.js", processed["js/one.js"]):
        assert (tmp_path / "sent" / name).read_bytes() == b"run();"
    assert processed["js/one.js"] != "js/one.js"
    for name in ("vendor/two.js", processed["vendor/two.js"]):
        assert (tmp_path / "sent" / name).read_bytes() == b"// Theirs.\nrun();\n"
