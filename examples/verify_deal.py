"""Check a finished game's deal with nothing but Python: was the seed what was promised, and did I have a part in it?

    python verify_deal.py room.json record.json [my contribution]

`room.json` is GET /api/rooms/CODE, `record.json` is GET /api/rooms/CODE/record. That the record follows from its seed
by the rules is what `expedition verify record.json` checks. docs/fair-shuffles.md tells the rules this script follows;
`python verify_deal.py --vectors` prints the test vectors given there.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MASK = 0xFFFFFFFF


def sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode("ascii")).digest()


def seed_from(code: str, secret: str, contributions: list[dict[str, Any]]) -> str:
    lines = ["expedition-seed/1", code, secret, *(f"{one['seat']} {one['entropy']}" for one in contributions), ""]
    return sha256("\n".join(lines))[:16].hex()


def faults(room: dict[str, Any], record: dict[str, Any]) -> Iterator[str]:
    fair = room["fairness"]
    if sha256(fair["secret"]).hex() != fair["commitment"]:
        yield "The server's secret is not the one it had committed to."
    if seed_from(room["code"], fair["secret"], fair["contributions"]) != room["seed"]:
        yield "The seed does not follow from the secret and the contributions."
    if sha256(room["seed"]).hex() != room["commitment"]:
        yield "The seed is not the one that was promised at the start."
    if record.get("seed") != room["seed"]:
        yield "The record has another seed than the room."


def words(seed: int) -> Iterator[int]:
    """ChaCha with eight rounds and a 128-bit key: the four 32-bit words of the seed, lowest first."""
    key = [seed >> 32 * i & MASK for i in range(4)]
    constants = [0x61707865, 0x3120646E, 0x79622D36, 0x6B206574]  # "expand 16-byte k"
    for block in range(2**32):
        start = [*constants, *key, *key, block, 0, 0, 0]
        x = start[:]
        for _ in range(4):
            for i in range(4):
                quarter(x, i, i + 4, i + 8, i + 12)
            for i in range(4):
                quarter(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
        yield from ((a + b) & MASK for a, b in zip(x, start))


def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) & MASK
        x[r] ^= x[p]
        x[r] = (x[r] << turn | x[r] >> 32 - turn) & MASK


def below(stream: Iterator[int], n: int) -> int:
    """A number in [0, n), each equally likely."""
    product = next(stream) * n
    while (product & MASK) < 2**32 % n:
        product = next(stream) * n
    return product >> 32


def shuffle(stream: Iterator[int], pile: list[int]) -> list[int]:
    for i in range(len(pile) - 1, 0, -1):
        j = below(stream, i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


def vectors() -> dict[str, Any]:
    made: dict[str, Any] = {"seed": [], "stream": []}
    for contributed in ([], [{"seat": 0, "entropy": "00112233445566778899aabbccddeeff"}]):
        secret = "5" * 64
        line = {"code": "K7QMPA", "secret": secret, "commitment": sha256(secret).hex(), "contributions": contributed}
        made["seed"].append({**line, "seed": seed_from("K7QMPA", secret, contributed)})
    for seed in (0, 1, 0x000102030405060708090A0B0C0D0E0F):
        stream = words(seed)
        line = {"seed": f"{seed:032x}", "words": [next(stream) for _ in range(18)]}
        stream = words(seed)
        line["below_10"] = [below(stream, 10) for _ in range(12)]
        made["stream"].append({**line, "shuffled": shuffle(words(seed), list(range(12)))})
    return made


def main() -> int:
    if sys.argv[1:] == ["--vectors"]:
        print(json.dumps(vectors(), indent=1))
        return 0
    if len(sys.argv) not in (3, 4):
        print(__doc__)
        return 2
    room, record = (json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3])
    if room.get("status") != "over" or not room.get("fairness"):
        print("Only a finished game that was dealt here can be checked.")
        return 2
    found = list(faults(room, record))
    contributed = [one["entropy"] for one in room["fairness"]["contributions"]]
    if len(sys.argv) == 4 and sys.argv[3] not in contributed:
        found.append("Your contribution is not part of the seed.")
    for fault in found:
        print(fault)
    if not found:
        print(f"The seed is what was promised; {len(contributed)} player(s) had a part in it.")
        if len(sys.argv) == 4:
            print("Your contribution is part of it: nobody could choose the deal alone.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
