"""Links that act for a person without a session: confirming a mail address, stopping messages."""

from __future__ import annotations

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

_TWO_DAYS = 2 * 86_400


class Tokens:
    def __init__(self, secret: str) -> None:
        self._stop = URLSafeSerializer(secret, salt="stop")
        self._mail = URLSafeTimedSerializer(secret, salt="mail")

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
