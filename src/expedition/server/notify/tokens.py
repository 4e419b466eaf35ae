"""Links that act for a person without a session: confirming a mail address, stopping messages, a new password."""

from __future__ import annotations

import hashlib
import hmac

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

_TWO_DAYS = 2 * 86_400
_HOUR = 3_600


class Tokens:
    def __init__(self, secret: str) -> None:
        self._stop = URLSafeSerializer(secret, salt="stop")
        self._mail = URLSafeTimedSerializer(secret, salt="mail")
        self._reset = URLSafeTimedSerializer(secret, salt="reset")
        self._secret = secret.encode()

    def stop(self, person: str) -> str:
        return str(self._stop.dumps(person))

    def read_stop(self, token: str) -> str | None:
        try:
            return str(self._stop.loads(token))
        except BadSignature:
            return None

    def confirm(self, person: str, address: str) -> str:
        return str(self._mail.dumps([person, address]))

    def read_confirm(self, token: str) -> tuple[str, str] | None:
        try:
            person, address = self._mail.loads(token, max_age=_TWO_DAYS)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(person), str(address)

    def reset(self, person: str, password: str) -> str:
        """Good for an hour, and for one change: it names the password (its hash) that it replaces."""
        return str(self._reset.dumps([person, self._mark(password)]))

    def reset_person(self, token: str) -> str | None:
        try:
            person, _ = self._reset.loads(token, max_age=_HOUR)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(person)

    def is_reset(self, token: str, person: str, password: str) -> bool:
        """Whether the token was made for this person and this password."""
        try:
            found = self._reset.loads(token, max_age=_HOUR)
        except BadSignature:
            return False
        return bool(found == [person, self._mark(password)])

    def _mark(self, password: str) -> str:
        return hmac.new(self._secret, password.encode(), hashlib.sha256).hexdigest()[:16]
