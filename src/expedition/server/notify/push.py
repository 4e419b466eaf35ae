"""Web Push (RFC 8030, 8291, 8292): a message only the person's browser can read, signed by this server."""

from __future__ import annotations

import base64
import os
import time
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from expedition.server.notify.outside import Failed, Outside, Refused

LARGEST = 3000  # bytes of plain text; a push service takes 4096 encrypted


def new_key() -> str:
    """A private key for this server, as it is kept."""
    key = ec.generate_private_key(ec.SECP256R1())
    return _b64(key.private_numbers().private_value.to_bytes(32, "big"))


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_subscription(p256dh: str, auth: str) -> None:
    """ValueError if these are not the keys of a browser."""
    try:
        point, secret = _raw(p256dh), _raw(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise ValueError("These are not the keys of a browser's subscription.") from None
    if len(secret) != 16:
        raise ValueError("The subscription's secret has 16 bytes.")


class Gone(Exception):  # noqa: N818
    """The browser does not want messages any more."""


class Pusher:
    def __init__(self, outside: Outside, key: str, contact: str) -> None:
        self._outside = outside
        self._vapid = Vapid02.from_raw(key.encode())
        self._contact = contact
        public = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key = _b64(public)

    async def send(self, endpoint: str, p256dh: str, auth: str, text: bytes, topic: str, seconds: int) -> None:
        """Hand a message to the browser's push service, to be kept there for so many seconds.

        `Gone` when the subscription has ended, `Refused` when the address may not be used, `Failed` to try again.
        """
        body = http_ece.encrypt(
            text[:LARGEST],
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_raw(p256dh),
            auth_secret=_raw(auth),
            version="aes128gcm",
        )
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + 12 * 3600, "sub": self._contact}
        headers = {
            **self._vapid.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(seconds),
            "Urgency": "normal",
            "Topic": topic,  # a newer message takes the place of an undelivered one
        }
        status = await self._outside.post(endpoint, body, headers)
        if status in (404, 410):
            raise Gone
        if status in (400, 401, 403, 413):
            raise Refused(f"the push service answers {status}")
        if not 200 <= status < 300:
            raise Failed(f"the push service answers {status}")
