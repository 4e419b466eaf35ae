"""Draw the learning curve that `examples/ppo_eldorado.py --curve FILE` wrote.

python benchmarks/learning_curve.py curve.json        writes docs/pictures/learning.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "learning.svg"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 340, 60, 50, 40, 20


def draw(curve: list[dict[str, float]]) -> str:
    """The round in which games end against the time spent, as SVG."""
    points = [(p["seconds"] / 60, p["last_round"]) for p in curve if p["games"] > 0]
    longest, highest = max(x for x, _ in points), 60.0

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + x / longest * (WIDTH - LEFT - RIGHT)
        return round(across, 1), round(HEIGHT - BOTTOM - y / highest * (HEIGHT - BOTTOM - TOP), 1)

    path = " ".join(f"{'L' if i else 'M'}{a},{b}" for i, (a, b) in enumerate(place(x, y) for x, y in points))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-label="Round in which self-play games end, against minutes of training" '
        'font-family="Alegreya Sans, sans-serif" font-size="14" fill="#1d2a2c">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fcf8ed"/>',
        f'<text x="{LEFT}" y="24" font-weight="700">Round in which self-play games end</text>',
    ]
    for y in range(0, 61, 10):
        a, b = place(0, y)
        parts.append(f'<path d="M{a},{b}H{WIDTH - RIGHT}" stroke="#d9cba8"/>')
        parts.append(f'<text x="{a - 8}" y="{b + 5}" text-anchor="end">{y}</text>')
    for x in range(int(longest) + 1):
        a, b = place(x, 0)
        parts.append(f'<text x="{a}" y="{b + 20}" text-anchor="middle">{x}</text>')
    a, b = place(longest / 2, 0)
    parts.append(f'<text x="{a}" y="{b + 40}" text-anchor="middle">minutes on one H200</text>')
    parts.append(f'<path d="{path}" fill="none" stroke="#a8321a" stroke-width="2.5" stroke-linejoin="round"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), encoding="utf-8")
