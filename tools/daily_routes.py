"""Routes for the challenge of the day that nobody has laid before, from the workshop's generator.

    python tools/daily_routes.py [count]    writes src/expedition/eldorado/data/daily_routes.json

The same seed gives the same routes: the best of many proposals by the book's advice, the best first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from expedition.workshop import generate

FILE = Path(__file__).resolve().parents[1] / "src/expedition/eldorado/data/daily_routes.json"
SEED = 2026
NAMES = {"en": "Uncharted {n}", "pt": "Rota inédita {n}", "it": "Inesplorata {n}", "fr": "Inexplorée {n}"}


def main(count: int) -> None:
    routes = []
    for number, route in enumerate(generate(SEED, count=count), 1):
        names = {lang: name.format(n=number) for lang, name in NAMES.items()}
        routes.append({"id": f"uncharted_{number}", "names": names, "tiles": route["tiles"], "finish": route["finish"]})
    lines = ",\n  ".join(json.dumps(route, ensure_ascii=False) for route in routes)
    head = '{\n "format": "expedition-routes/1",\n "made": "python tools/daily_routes.py",\n "routes": [\n  '
    FILE.write_text(f"{head}{lines}\n ]\n}}\n", encoding="utf-8")
    print(f"{len(routes)} routes in {FILE.name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 28)
