"""Write the tables of docs/environments.md from the observation fields in the code; `--check` only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import expedition

PAGE = Path(__file__).resolve().parent.parent / "docs" / "environments.md"


def table(game: str) -> str:
    """Where each field lies in the flat row, how long it is, between which values it lies and what it says."""
    lines = ["| field | from | length | values | what it says |", "|---|---:|---:|---|---|"]
    start, made = 0, expedition.make(game)
    for name, length, meaning in made.observation_fields:
        lowest, highest = zip(*made.observation_bounds[start : start + length], strict=True)
        lines.append(f"| `{name}` | {start} | {length} | {min(lowest)} to {max(highest)} | {meaning} |")
        start += length
    lines.append(f"| | | **{start}** | | |")
    return "\n".join(lines)


def order(game: str) -> str:
    """In which order copies of cards, tokens and the like are counted."""
    parts = expedition.make(game).components()
    lists = {"Cards": "cards", "Tokens": "tokens"} if game == "eldorado" else {"Patterns": "patterns"}
    lines = [f"{title}: {', '.join(one['id'] for one in parts[key])}." for title, key in lists.items()]
    if game == "silvergold":
        lines.append(f"Colours: {', '.join(parts['colours'])}.")
    return "\n\n".join(lines)


def filled(page: str) -> str:
    """The page with everything between `<!-- fields GAME -->` and `<!-- end -->` made anew."""
    for game in expedition.games():
        made = f"<!-- fields {game} -->\n\n{table(game)}\n\n{order(game)}\n\n<!-- end -->"
        page, count = re.subn(rf"<!-- fields {game} -->.*?<!-- end -->", made, page, flags=re.S)
        if count != 1:
            raise ValueError(f"{PAGE.name} has no place for the fields of {game}.")
    return page


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        if page != filled(page):
            print("docs/environments.md is not what the code says; run tools/observations.py.", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(filled(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
