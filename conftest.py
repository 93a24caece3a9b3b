"""The environment tests run in: a data directory of their own, no secrets, plain static files."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import django
import pytest

pytest.register_assert_rewrite("tests.tools")  # an assertion there says what was compared, as one in a test

if "PYTEST_XDIST_WORKER" not in os.environ:  # workers inherit what follows
    # Compiled once, and aside: or each bare pytest would compile all anew, half a minute where nothing may be written.
    compiled = str(Path(__file__).parent / "var" / "check" / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = compiled
    sys.dont_write_bytecode = False
    data = tempfile.mkdtemp(prefix="clubchess-tests-")
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    os.environ |= {
        "CLUBCHESS_DATA": data,
        "SECRET_KEY": "for tests only, " + "x" * 50,
        "STATIC_MANIFEST": "false",
        "DJANGO_SETTINGS_MODULE": "clubchess.settings",
    }
django.setup()


def pytest_configure() -> None:
    from django.conf import settings

    # Argon2 is slow on purpose. Set here and not by the environment, where a real installation could find it.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each test client makes a middleware of its own: static files are looked for when asked for, not all at once.
    settings.WHITENOISE_AUTOREFRESH = True
