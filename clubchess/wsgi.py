"""The application as a web server calls it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from clubchess.data_directory import UMASK
from clubchess.small_heap import keep_little

os.umask(UMASK)
keep_little()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")

application = get_wsgi_application()

# What is loaded by now stays: the collector need not look through it again. And a request makes thousands of objects
# that go by themselves, so looking for circles among the newest 700, as Python does unasked, was a tenth of a tap.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 10)
