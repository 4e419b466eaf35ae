"""Mail by SMTP, where the house has an account: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from expedition.core.errors import SetupError
from expedition.server.notify.outside import Failed, Refused

_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Account:
    """Where mail is handed in."""

    scheme: str
    host: str
    port: int
    user: str | None
    password: str | None
    sender: str

    @classmethod
    def read(cls, address: str, sender: str) -> Account | None:
        """None where no mail is set up; SetupError says what is wrong."""
        if not address:
            return None
        parts = urlsplit(address)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise SetupError("The mail server is smtp://user:password@host:587 or smtps://user:password@host:465.")
        if not sender or not is_address(sender):
            raise SetupError("Mail needs a sender: set EXPEDITION_MAIL_FROM to an address such as table@example.org.")
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
        user = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        return cls(parts.scheme, parts.hostname, port, user, password, sender)


def is_address(text: str) -> bool:
    """Whether this can be a mail address; whether it is one, only a mail to it tells."""
    if not 3 <= len(text) <= 200 or not text.isascii() or any(sign <= " " or sign in '<>(),;:"[]\\' for sign in text):
        return False
    name, at, host = text.rpartition("@")
    try:
        Address(addr_spec=text)
    except (ValueError, IndexError, HeaderParseError):
        return False
    return bool(at and name and "." in host and not host.startswith(".") and not host.endswith("."))


class Mailer:
    def __init__(self, account: Account) -> None:
        self._account = account

    async def send(self, to: str, subject: str, text: str, stop: str | None) -> None:
        """Hand a letter in. `stop` is the link that ends these mails."""
        letter = EmailMessage()
        letter["From"] = Address("Expedition", addr_spec=self._account.sender)
        letter["To"] = Address(addr_spec=to)
        letter["Subject"] = " ".join(subject.split())
        letter["Date"] = formatdate(usegmt=True)
        letter["Message-ID"] = make_msgid(domain=self._account.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            letter["List-Unsubscribe"] = f"<{stop}>"
        letter.set_content(text)
        try:
            await asyncio.to_thread(self._hand_in, letter)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused) as error:
            raise Refused(f"the mail server refuses the address: {_code(error)}") from None
        except (smtplib.SMTPException, OSError) as error:
            raise Failed(f"{type(error).__name__}: {_code(error)}") from None

    def _hand_in(self, letter: EmailMessage) -> None:
        account = self._account
        if account.scheme == "smtps":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(account.host, account.port, timeout=_SECONDS, context=context)
        else:
            server = smtplib.SMTP(account.host, account.port, timeout=_SECONDS)
        with server:
            server.ehlo()
            if account.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if account.user is not None:
                if account.scheme == "smtp" and not isinstance(server.sock, ssl.SSLSocket):
                    raise smtplib.SMTPException("the password is not sent without encryption")
                server.login(account.user, account.password or "")
            server.send_message(letter)


def _code(error: Exception) -> str:
    """What went wrong, without the address it went wrong for."""
    if isinstance(error, smtplib.SMTPResponseException):
        return str(error.smtp_code)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return ", ".join(str(code) for code, _ in error.recipients.values())
    return str(error)[:200]
