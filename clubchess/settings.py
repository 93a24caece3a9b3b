"""One settings file for every installation: what differs comes from the environment (docs/installing.md)."""

import sys
from pathlib import Path
from typing import Any

import environ
import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from clubchess import chosen_here, local_network, program_files
from clubchess.data_directory import close_database, data_directory, make_private
from clubchess.logs import drop_message_of_database_errors, drop_paths, few_stacks_of_outages, frames_only
from clubchess.public_address import host_of, public_address
from clubchess.secret_key import read_or_make_secret_key

env = environ.Env()

BASE_DIR = program_files.ROOT
DATA_DIR = data_directory()
make_private(DATA_DIR)

DEBUG = env.bool("DEBUG", default=False)

# Database -----------------------------------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="")
DATABASE: dict[str, Any] = (
    env.db("DATABASE_URL")
    if DATABASE_URL
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "clubchess.sqlite3")}
)
IS_SQLITE = DATABASE["ENGINE"] == "django.db.backends.sqlite3"
# Kept open: on SQLite the last one to close rewrites the journal, on PostgreSQL opening costs more than most queries.
DATABASE["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
if IS_SQLITE:
    close_database(Path(DATABASE["NAME"]))
    DATABASE["OPTIONS"] = {
        # A transaction that takes the write lock when it begins waits its turn; one that asks later is refused at once.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
    # A file, since a database in memory knows no journal and no second connection.
    DATABASE["TEST"] = {"NAME": str(DATA_DIR / "test_clubchess.sqlite3")}
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True
    DATABASE["DISABLE_SERVER_SIDE_CURSORS"] = True  # a session's own: docs/decisions/0073
    DATABASE["OPTIONS"] = {"connect_timeout": 5, **DATABASE.get("OPTIONS", {})}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Secrets, hosts, https ----------------------------------------------------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if not IS_SQLITE:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. With a database server every process needs the same key: "
            "set SECRET_KEY in the environment to a long random text that only this installation knows."
        )
    SECRET_KEY = read_or_make_secret_key(DATA_DIR / "secret_key")

# What phones open, where that is not what the director opens: it stands in QR codes and is a host of ours.
PUBLIC_ADDRESS = public_address(env.str("PUBLIC_ADDRESS", default=""))
# The machine itself may always ask, or a health check would fail as soon as a real name is set.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("ALLOWED_HOSTS", default=[])]
if PUBLIC_ADDRESS:
    ALLOWED_HOSTS.append(host_of(PUBLIC_ADDRESS))
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# How many proxies stand in front. Their headers are believed only then, and only that many of them.
BEHIND_PROXY = env.int("BEHIND_PROXY", default=0)
HTTPS = env.bool("HTTPS", default=BEHIND_PROXY > 0)
# Who brings it may read /metrics; empty: there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# How long a process that was told to stop says on /readyz that it is not ready, before it takes nobody any more.
LEAVING_SECONDS = env.float("LEAVING_SECONDS", default=0)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Where nothing else says how phones come in, a page may let them in by the network that this machine is in.
IS_REACHED_OTHERWISE = bool(
    not IS_SQLITE or PUBLIC_ADDRESS or BEHIND_PROXY or HTTPS or CSRF_TRUSTED_ORIGINS or ALLOWED_HOSTS[3:]
)
PHONES_HOST = ""
if not IS_REACHED_OTHERWISE and chosen_here.read(DATA_DIR).phones:
    PHONES_HOST = next(iter(local_network.addresses()), "")
    ALLOWED_HOSTS += [PHONES_HOST] if PHONES_HOST else []
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# Of such a name browsers take a cookie only over https, for the whole of this host and from it alone.
HOST_ONLY = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{HOST_ONLY}sessionid"
CSRF_COOKIE_NAME = f"{HOST_ONLY}csrftoken"
KNOWN_BROWSER_COOKIE = f"{HOST_ONLY}known_browser"
CARDS_COOKIE = f"{HOST_ONLY}cards"
CORRECTING_COOKIE = f"{HOST_ONLY}correcting"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # not in a cookie of its own
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=30 * 24 * 3600 if HTTPS else 0)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# The application ----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournaments.apps.TournamentsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
]
MIDDLEWARE = [
    "clubchess.metrics.measured",
    "clubchess.middleware.request_id",
    "clubchess.middleware.accepted_encodings",
    "clubchess.middleware.light_fragments",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubchess.middleware.permissions_policy",
    "clubchess.middleware.content_policy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Answers the phones. What every answer carries is above it; what it does not need (session, forms) is below.
    "tournaments.views.common.page_cache.page_cache",
    # What is not kept is compressed here, on the way out: see docs/decisions for why that gives no secret away.
    "django.middleware.gzip.GZipMiddleware",
    # Not all threads may write. Around the sessions, which are written on the way out.
    "clubchess.middleware.place_to_write",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.session_store.sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "clubchess.middleware.csrf_cookie_with_pages",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubchess.log_in.known_browser.remember_browser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.views.accounts.text_recording.record_texts",
    "clubchess.middleware.refusals",
    "clubchess.middleware.DatabaseGone",
    "clubchess.middleware.BesideAnotherVersion",
    "clubchess.middleware.TooManyLogIns",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "clubchess.urls"
WSGI_APPLICATION = "clubchess.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [program_files.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# People -------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # user names are unique whatever their capitals, by a constraint of its own
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "clubchess.second_factor.SecondFactorBackend",
    "tournaments.log_in.EmailOrUsernameBackend",
]
PASSWORD_HASHERS = [
    "clubchess.log_in.password_hashing.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "clubchess.log_in.passwords.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "clubchess.log_in.passwords.NotStolen"},
    {"NAME": "clubchess.log_in.passwords.NotOfThisPlace"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # a link is a key: it is sent when it is wanted, and a new one is made with a tap
SESSION_ENGINE = "tournaments.session_store"  # which also ends them after hours without a tap
SESSION_COOKIE_AGE = 14 * 24 * 3600  # from the log-in on, whatever happens
LOGIN_URL = "log_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# A whole club stands behind one address, so failures count for one person there (clubchess/log_in/throttle.py);
# over all names only when there are far more of them than a club's evening has.
AXES_HANDLER = "clubchess.log_in.throttle.Handler"
AXES_LOCKOUT_PARAMETERS = "clubchess.log_in.throttle.counted_by"
LOG_IN_FAILURES_OF_ADDRESS = env.int("LOG_IN_FAILURES_OF_ADDRESS", default=100)
AXES_FAILURE_LIMIT = env.int("LOG_IN_FAILURES", default=10)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # nobody keeps a lock up by trying
AXES_LOCKOUT_CALLABLE = "clubchess.log_in.throttle.locked_page"
AXES_CLIENT_IP_CALLABLE = "clubchess.log_in.throttle.client_address"
AXES_USERNAME_CALLABLE = "clubchess.log_in.throttle.counted_as"
AXES_DISABLE_ACCESS_LOG = True
CSRF_FAILURE_VIEW = "clubchess.errors.csrf_failed"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Mail and jobs ------------------------------------------------------------------------------------------------------

# Off where nothing is set: then nothing is queued, and no screen offers it (docs/decisions/0029).
MAIL_ON = bool(env.str("EMAIL_URL", default=""))
if MAIL_ON:
    vars().update(env.email_url("EMAIL_URL"))  # EMAIL_HOST, EMAIL_PORT and so on, as Django names them
    DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="")
    if not DEFAULT_FROM_EMAIL or not PUBLIC_ADDRESS:
        raise ImproperlyConfigured(
            "EMAIL_URL is set, so MAIL_FROM (chess@example.org, whom the mails are from) and PUBLIC_ADDRESS (what "
            "their links begin with) must be set too."
        )
EMAIL_TIMEOUT = 15  # seconds for each answer: a server that hangs keeps the other mails waiting
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}  # any: clubchess/jobs.py, kept_under
# A job whose worker has given no sign of life for so long is another worker's.
JOB_LEFT_BEHIND_SECONDS = env.int("JOB_LEFT_BEHIND_SECONDS", default=600)
# What each process that serves sees to once a day, and each worker every few minutes.
ONCE_A_DAY = ["tournaments.services.activity.retention.forget_what_is_old"]
_ASKING = "tournaments.mail.asking"
REGULAR_JOBS = [f"{_ASKING}.ask_who_has_not_said", f"{_ASKING}.ask_before_matches"] if MAIL_ON else []
_PUSHING = "tournaments.push.jobs"
REGULAR_JOBS += [f"{_PUSHING}.ask_who_has_not_said", f"{_PUSHING}.forget_what_is_old"]
REGULAR_JOBS += ["tournaments.services.installation.own_backups.back_up_by_itself"] if IS_SQLITE else []

# Phones are told by the push services of their browsers, and of no other address. From `.` on: all names below it.
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
# More of them, as scheme, name and port; where they are on this machine or in its network, that must be allowed too.
MORE_PUSH_SERVICES = env.list("PUSH_SERVICES", default=[])
INNER_ADDRESSES = env.bool("INNER_ADDRESSES", default=False)
# The pair by which they know this installation: made by it, unless there is one (PEM, lines ended by \n).
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="", multiline=True)

# Languages and time -------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("nb", _("Norwegian")),
    ("sv", _("Swedish")),
    ("da", _("Danish")),
    ("de", _("German")),
    ("nl", _("Dutch")),
]
LOCALE_PATHS = [program_files.CATALOGUES]
FORMAT_MODULE_PATH = "clubchess.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Public pages that somebody has seen open without a network; see clubchess/offline.py.
OFFLINE_PAGES = env.bool("OFFLINE_PAGES", default=True)

# Static files -------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [] if program_files.IS_INSTALLED else [program_files.STATIC]
if program_files.IS_INSTALLED:
    STATIC_ROOT = program_files.COLLECTED
else:
    STATIC_ROOT = Path(env.str("STATIC_ROOT", default="") or DATA_DIR / "static").absolute()
# Hashed and compressed names need `collectstatic` first, which neither developing nor testing should wait for.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "clubchess.static_files.StaticFiles"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = DEBUG
if not STATIC_MANIFEST:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise looks into it even when it is empty

# Logs: no names, no tokens (clubchess/logs.py) ----------------------------------------------------------------------

ON_TERMINAL = sys.stderr.isatty()
LOG_STEPS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    drop_paths,
    few_stacks_of_outages,
    drop_message_of_database_errors if ON_TERMINAL else frames_only,
]
structlog.configure(
    processors=[*LOG_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": LOG_STEPS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.dev.ConsoleRenderer() if ON_TERMINAL else structlog.processors.JSONRenderer(),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "django.request": {"level": "ERROR"},  # its warnings quote paths, and a path can be an invitation
        "django.security.csrf": {"level": "ERROR"},
        "axes": {"level": "CRITICAL"},  # its lines quote names and addresses
        "django_tasks": {"level": "WARNING"},  # a line for each job that is queued
    },
}
