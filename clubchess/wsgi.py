"""The application as a web server calls it."""

import os

from django.core.wsgi import get_wsgi_application

from clubchess.data_directory import UMASK

os.umask(UMASK)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")

application = get_wsgi_application()
