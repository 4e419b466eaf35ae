"""Push, mail and requests to strangers' addresses, each against a real endpoint on this machine."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
from email import message_from_bytes
from email.policy import default
from typing import Any

import http_ece
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st
from tests.server.clients import free_port
from tests.server.coming_back.doubles import endpoint

from expedition.core.errors import SetupError
from expedition.server.notify import push
from expedition.server.notify.mail import Account, Mailer, is_address
from expedition.server.notify.outside import Failed, Outside, Refused, check_address, is_outside


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The half of a push subscription that never leaves the browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.p256dh = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> bytes:
        return bytes(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


async def test_a_push_arrives_signed_and_only_its_browser_can_read_it() -> None:
    browser, outside = Browser(), Outside(private=True)
    pusher = push.Pusher(outside, push.new_key(), "mailto:table@example.org")
    async with endpoint(201) as service:
        keys = (b64(browser.p256dh), b64(browser.auth))
        push.check_subscription(*keys)
        await pusher.send(f"{service.url}/abc", *keys, b'{"kind":"turn"}', "turns", 600)
        (taken,) = service.taken
    await outside.close()
    assert browser.read(taken.body) == b'{"kind":"turn"}'
    assert b"turn" not in taken.body
    assert taken.headers["ttl"] == "600"
    assert taken.headers["content-encoding"] == "aes128gcm"
    scheme, _, rest = taken.headers["authorization"].partition(" ")
    said = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme.lower() == "vapid"
    assert said["k"] == pusher.public_key
    _verify(said["t"], said["k"])
    claims = json.loads(base64.urlsafe_b64decode(said["t"].split(".")[1] + "=="))
    assert claims["aud"] == service.url
    assert claims["sub"] == "mailto:table@example.org"


def _unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _verify(token: str, key: str) -> None:
    """InvalidSignature unless the server's key signed the token (ES256)."""
    signed, _, signature = token.rpartition(".")
    raw = _unb64(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _unb64(key))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("status", "error"), [(410, push.Gone), (404, push.Gone), (403, Refused), (429, Failed), (500, Failed)]
)
async def test_what_a_push_service_answers_is_understood(status: int, error: type[Exception]) -> None:
    browser, outside = Browser(), Outside(private=True)
    pusher = push.Pusher(outside, push.new_key(), "mailto:table@example.org")
    async with endpoint(status) as service:
        with pytest.raises(error):
            await pusher.send(service.url, b64(browser.p256dh), b64(browser.auth), b"{}", "turns", 60)
    await outside.close()


@pytest.mark.parametrize(("p256dh", "auth"), [("", ""), ("AAAA", b64(bytes(16))), ("!!", "!!"), ("Zm9v", "Zm9v")])
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match="subscription"):
        push.check_subscription(p256dh, auth)


# -- strangers' addresses ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.5.5", "169.254.169.254", "0.0.0.0", "100.64.1.1", "224.0.0.1",
        "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::a00:1",
        "fe80::1%eth0",
    ],
)  # fmt: skip
def test_private_addresses_are_known_as_such(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_open_addresses_are_known_as_such(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org", "https://", "https://user:pw@example.org/", "https://127.0.0.1/",
        "https://[::1]/", "https://example.org:22/", "https://example.org:99999/", "https://exa mple.org",
        "javascript:alert(1)", "https://[", "https://169.254.169.254/latest", "https://é.org", "x" * 2000,
    ],
)  # fmt: skip
def test_addresses_that_may_not_be_used_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        check_address(url, private=False)


@given(st.text(max_size=60))
def test_no_text_at_all_breaks_the_check(text: str) -> None:
    kept = None
    with contextlib.suppress(ValueError):
        kept = check_address(text, private=False)
    assert kept in (None, text)


async def test_a_name_that_leads_home_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name looks like a stranger's; only where it leads tells."""
    async with endpoint(200) as service:
        port = int(service.url.rpartition(":")[2])

        async def home(self: Any, host: str, asked: int, **_: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr(asyncio.get_running_loop().__class__, "getaddrinfo", home, raising=False)
        outside = Outside(private=False)
        with pytest.raises(Refused, match="private"):
            await outside.post("https://hooks.example.org/x", b"{}", {})
        await outside.close()
        assert service.taken == []


async def test_a_redirect_is_not_followed() -> None:
    outside = Outside(private=True)
    async with endpoint(302) as service:
        assert await outside.post(f"{service.url}/a", b"{}", {}) == 302
        assert [one.path for one in service.taken] == ["/a"]
    with pytest.raises(Failed):
        await outside.post(service.url, b"{}", {})  # nobody listens there any more
    await outside.close()


# -- mail ----------------------------------------------------------------------------------------------------------


class Postbox:
    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.refuses = False

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if self.refuses:
            return "550 nobody here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.letters.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"


async def test_a_letter_arrives_with_its_way_out() -> None:
    box = Postbox()
    office = Controller(box, hostname="127.0.0.1", port=free_port(), ready_timeout=20)
    office.start()
    try:
        port = office.server.sockets[0].getsockname()[1]
        account = Account.read(f"smtp://127.0.0.1:{port}", "table@example.org")
        assert account is not None
        stop = "https://house.example/#/stop/abc"
        await Mailer(account).send("ana@example.org", "Tua vez\nnow", "Olá, é a tua vez.", stop)
        ((to, letter),) = box.letters
        assert to == ["ana@example.org"]
        assert letter["Subject"] == "Tua vez now"
        assert letter["List-Unsubscribe"] == f"<{stop}>"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert "é a tua vez" in letter.get_content()
        box.refuses = True
        with pytest.raises(Refused, match="550"):
            await Mailer(account).send("ana@example.org", "x", "y", None)
    finally:
        office.stop()
    with pytest.raises(Failed):
        await Mailer(account).send("ana@example.org", "x", "y", None)


async def test_a_password_is_never_sent_in_the_clear() -> None:
    box = Postbox()
    office = Controller(box, hostname="127.0.0.1", port=free_port(), ready_timeout=20)
    office.start()
    try:
        port = office.server.sockets[0].getsockname()[1]
        account = Account.read(f"smtp://me:secret@127.0.0.1:{port}", "table@example.org")
        assert account is not None
        with pytest.raises(Failed, match="without encryption"):
            await Mailer(account).send("ana@example.org", "x", "y", None)
        assert box.letters == []
    finally:
        office.stop()


@pytest.mark.parametrize(
    "text", ["", "a", "a@b", "@b.org", "a@.org", "a b@c.org", "a@b.org\nBcc: x@y.z", "<a@b.org>", "a@b..org."]
)
def test_what_is_no_mail_address(text: str) -> None:
    assert not is_address(text)


def test_mail_is_set_up_with_a_sentence() -> None:
    assert Account.read("", "") is None
    with pytest.raises(SetupError, match="smtp://"):
        Account.read("http://x", "a@b.org")
    with pytest.raises(SetupError, match="sender"):
        Account.read("smtp://x", "")
    assert is_address("ana.maria+table@mail.example.org")
