"""The second factor: codes by the clock of an app, and recovery codes for whoever has lost it."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import uuid

import pyotp
import structlog
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments.models import SecondFactor, User
from tournaments.recording import Change, recording
from tournaments.services.accounts.sessions import end_all_sessions
from tournaments.services.common.refusal import Refused

ISSUER = "Clubchess"
SECONDS = 30
STEPS_ASIDE = 1
"""Clocks may differ by half a minute (RFC 6238, 5.2)."""
RECOVERY_CODES = 10
TOLD_EACH = 10
"""Wrong codes in a row, whoever types them has the password: a line in the log each time, and a mail to its owner."""
FAILURES = 100
"""Wrong codes in a row, after which only a recovery code opens, which nobody guesses (NIST SP 800-63B, 5.2.2)."""
_RECOVERY_BYTES = 15  # 120 bits by chance, so a plain hash of it will do (OWASP ASVS 5.0, 6.5.2)

TELL_OF_WRONG_CODES = "tournaments.mail.wrong_codes.tell_of_wrong_codes"
"""The job, by its name, since it says things in words."""

log = structlog.get_logger("clubchess")


def is_on(user: User) -> bool:
    return SecondFactor.objects.filter(user=user).exists()


def is_owed(user: User) -> bool:
    """Whoever runs the installation must have one, and gets nowhere before."""
    return user.is_superuser and not is_on(user)


def recovery_codes_left(user: User) -> int:
    factor = SecondFactor.objects.filter(user=user).first()
    return 0 if factor is None else len(factor.recovery_hashes)


def new_secret() -> str:
    """160 bits, as RFC 4226 recommends."""
    return pyotp.random_base32(32)


def address_of(user: User, secret: str) -> str:
    """What the QR code holds: apps on phones read it."""
    return pyotp.TOTP(secret, interval=SECONDS).provisioning_uri(name=user.username, issuer_name=ISSUER)


def turn_on(user: User, secret: str, code: str, *, receipt: uuid.UUID | None = None) -> list[str]:
    """The recovery codes, shown now and kept nowhere. `code` proves that the app has the secret."""
    step = _step_of(secret, code, after=-1)
    if step is None:
        raise Refused(_("This code is wrong. Wait for the next one, and check that the phone's clock is right."))
    codes = _new_codes()
    with recording(None, actor=user, verb="user.second_factor_on", receipt=receipt) as change:
        there = User.objects.select_for_update().get(pk=user.pk)  # the same form from two windows: one of them does it
        if is_on(there):
            raise Refused(_("You have a second factor already."))
        row = SecondFactor(user=there, secret=secret, last_step=step)
        row.recovery_hashes = [_hash_of(each) for each in codes]
        change.create(row)
        change.facts["user"] = user.pk
    log.info("second_factor_on", user=user.pk)
    return codes


def use_code(user: User, code: str) -> bool:
    """A code by the clock or a recovery code: good once. A wrong one is counted."""
    with recording(None, actor=user, verb="user.second_factor_code") as change:
        row = SecondFactor.objects.select_for_update().filter(user=user).first()
        if row is None:
            return False
        change.facts["user"] = user.pk
        is_good = _use(change, row, code)
        failures = 0 if is_good else row.failures + 1
        change.update(row, failures=failures)
    if failures and failures % TOLD_EACH == 0:
        log.warning("second_factor_failures", user=user.pk, failures=failures)
        if settings.MAIL_ON and user.email:
            import_string(TELL_OF_WRONG_CODES).enqueue(user=user.pk, codes=failures)
    return is_good


def new_recovery_codes(user: User, *, receipt: uuid.UUID | None = None) -> list[str]:
    """Those before are dead."""
    codes = _new_codes()
    with recording(None, actor=user, verb="user.new_recovery_codes", receipt=receipt) as change:
        row = _row_of(user)
        change.update(row, recovery_hashes=[_hash_of(each) for each in codes])
        change.facts["user"] = user.pk
    return codes


def turn_off(user: User, *, receipt: uuid.UUID | None = None) -> None:
    with recording(None, actor=user, verb="user.second_factor_off", receipt=receipt) as change:
        if user.is_superuser:
            raise Refused(_("Everybody who runs the installation needs a second factor."))
        change.delete(_row_of(user))
        change.facts["user"] = user.pk
    log.warning("second_factor_off", user=user.pk)


def reset(user: User) -> None:
    """By whoever runs the installation, for somebody who has lost phone and codes. Ends their log-ins."""
    with recording(None, actor=None, verb="user.second_factor_reset") as change:
        change.delete(_row_of(user))
        change.facts["user"] = user.pk
    end_all_sessions(user)
    log.warning("second_factor_reset", user=user.pk)


def _use(change: Change, row: SecondFactor, code: str) -> bool:
    plain = re.sub(r"[\s-]", "", code)
    if plain.isascii() and plain.isdigit() and len(plain) == 6:
        step = _step_of(row.secret, plain, after=row.last_step) if row.failures < FAILURES else None
        if step is not None:
            change.update(row, last_step=step)
        return step is not None
    left = [each for each in row.recovery_hashes if not secrets.compare_digest(each, _hash_of(code))]
    is_one = len(left) < len(row.recovery_hashes)
    if is_one:
        change.update(row, recovery_hashes=left)
        log.warning("recovery_code_used", user=row.user_id, left=len(left))
    return is_one


def _step_of(secret: str, code: str, *, after: int) -> int | None:
    """The half minute that this code belongs to, where that is later than `after`."""
    plain = re.sub(r"[\s-]", "", code)
    now = int(timezone.now().timestamp()) // SECONDS
    totp = pyotp.TOTP(secret, interval=SECONDS)
    near = range(now - STEPS_ASIDE, now + STEPS_ASIDE + 1)
    good = [step for step in near if secrets.compare_digest(totp.generate_otp(step).encode(), plain.encode())]
    return next((step for step in good if step > after), None)


def _row_of(user: User) -> SecondFactor:
    row = SecondFactor.objects.select_for_update().filter(user=user).first()
    if row is None:
        raise Refused(_("There is no second factor to change."))
    return row


def _new_codes() -> list[str]:
    return [
        _grouped(base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode()) for _each in range(RECOVERY_CODES)
    ]


def _grouped(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4)).lower()


def _hash_of(code: str) -> str:
    plain = re.sub(r"[\s-]", "", code).lower()
    return hashlib.sha256(plain.encode(errors="replace")).hexdigest()
