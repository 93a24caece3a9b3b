"""A line that is cut and mended, closed tabs and killed servers: `python -m soak.line [cuts] [seed]`.

Each tap of a director is done once, or told with what was meant. Ends with 1 where one is lost or done twice.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile

CUTS = 500


def main() -> int:
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else CUTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}  # playwright runs its loop in this thread
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    os.environ["DATABASE_URL"] = ""
    try:
        return _cut(cuts, seed)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _cut(cuts: int, seed: int) -> int:
    import django

    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.test import Client
    from django.test.testcases import LiveServerThread
    from django.test.utils import setup_test_environment
    from playwright.sync_api import sync_playwright

    from tests.tools.browser.bad_line import BadLine
    from tests.tools.casts.factories import Evening

    setup_test_environment()
    call_command("migrate", verbosity=0)
    evening = Evening.of(12)
    evening.open()
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    print(f"seed {seed}")
    client = Client()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(base_url=address, viewport={"width": 820, "height": 1180})
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
        line = BadLine(context, evening, seed=seed)
        line.play(cuts)
        browser.close()
    server.terminate()
    print(line.report())
    return 1 if line.lost or line.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
