"""The last lines said in a room, kept in memory: who comes in reads no database for them."""

from __future__ import annotations

from collections.abc import Iterable

from expedition.server.models import ChatLine
from expedition.server.store.chat import MOST_LINES, ChatStore


class Talk:
    def __init__(self) -> None:
        self._lines: dict[int, ChatLine] = {}  # by number; what is said before the rest is read is here too
        self._is_read = False
        self._forgotten = 0  # how often

    async def lines(self, store: ChatStore, code: str) -> list[ChatLine]:
        while not self._is_read:
            before = self._forgotten
            read = await store.lines(code)
            if before == self._forgotten:  # else it may be from before what was deleted
                self.add(read)
                self._is_read = True
        return [self._lines[number] for number in sorted(self._lines)]

    def add(self, said: Iterable[ChatLine]) -> None:
        self._lines.update({line.number: line for line in said})
        for number in sorted(self._lines)[:-MOST_LINES]:
            del self._lines[number]

    def forget(self) -> None:
        """Something may be missing or may have been deleted: it is read again when somebody asks."""
        self._lines.clear()
        self._is_read = False
        self._forgotten += 1

    def forget_words_of(self, person: str) -> None:
        """This person may have left, and what they said with them."""
        if not self._is_read or any(line.person == person for line in self._lines.values()):
            self.forget()
