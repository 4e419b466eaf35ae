"""What a message says. It names games, people at the table and the time left: nothing that is hidden at the table."""

from __future__ import annotations

from collections.abc import Sequence

from expedition.core.registry import game_class
from expedition.core.types import Json
from expedition.core.words import WordsError, say

_HOUR = 3_600_000


def title_of(game: str, setup: Json, lang: str) -> str:
    """The game's name, or its route's where it has one of the book."""
    route = setup.get("route")
    if isinstance(route, str):
        try:
            return say(f"{game}.route.{route}", lang)
        except WordsError:
            pass
    return game_class(game).title(lang)


def left(milliseconds: int, lang: str) -> str:
    """Time left in whole hours or days, never more than there is."""
    hours = max(0, milliseconds) // _HOUR
    if hours >= 48:
        return say("notice.days", lang, count=hours // 24)
    return say("notice.hours", lang, count=hours)


def line(game: Json, now: int, lang: str) -> str:
    """One waiting game in one line."""
    title = title_of(game["game"], game["setup"], lang)
    others = ", ".join(game["others"])
    parts = [say("notice.with", lang, title=title, others=others) if others else title]
    if game.get("deadline"):
        parts.append(left(game["deadline"] - now, lang))
    return ", ".join(parts)


def message(kind: str, content: Json, now: int, lang: str, house: str) -> Json:
    """Title, text and link of a message in somebody's language."""
    games: Sequence[Json] = content["games"]
    link = f"{house}#/r/{games[0]['room']}" if len(games) == 1 else f"{house}#/games"
    if content.get("link"):
        link = f"{house}#/{content['link']}"
    values = {"count": len(games), "who": content.get("who", ""), "what": content.get("what", "")}
    return {
        "title": say(f"notice.{kind}.title", lang, **values),
        "text": "\n".join(line(game, now, lang) for game in games[:10]) or say(f"notice.{kind}.text", lang, **values),
        "link": link,
    }


def mail_text(told: Json, name: str, stop: str, lang: str) -> str:
    hello = say("notice.hello", lang, name=name)
    return (
        f"{hello}\n\n{told['title']}\n\n{told['text']}\n\n{told['link']}\n\n-- \n{say('notice.stop', lang)}\n{stop}\n"
    )
