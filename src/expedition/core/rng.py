"""All chance of a game: ChaCha with eight rounds, keyed by the 128 bits of the seed.

The stream is the same on every target, and what players have seen of it tells nothing about what follows.
Words are kept as signed 32-bit fields; arithmetic runs on 64-bit ints masked to 32 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Annotated, Any

from expedition.core.errors import PositionError
from expedition.core.jit import rule
from expedition.core.layout import Array, Byte, Fields, Int

MASK = 0xFFFFFFFF
SIGN = 0x80000000
SEED_BITS = 128


class Chance(Fields):
    """The generator's part of a record."""

    rng_key: Annotated[list[int], Array("i4", 4)]
    rng_count: Int
    rng_used: Byte
    rng_word: Annotated[list[int], Array("i4", 16)]


@rule
def _signed(x: int) -> int:
    return x - ((x & SIGN) << 1)


@rule
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & MASK
    d ^= a
    d = ((d << 16) & MASK) | (d >> 16)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 12) & MASK) | (b >> 20)
    a = (a + b) & MASK
    d ^= a
    d = ((d << 8) & MASK) | (d >> 24)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 7) & MASK) | (b >> 25)
    return a, b, c, d


@rule
def _refill(s: Chance) -> None:
    """The next block of sixteen words (the 128-bit key form of ChaCha)."""
    k0 = s.rng_key[0] & MASK
    k1 = s.rng_key[1] & MASK
    k2 = s.rng_key[2] & MASK
    k3 = s.rng_key[3] & MASK
    n = s.rng_count & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3120646E, 0x79622D36, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k0, k1, k2, k3
    d0, d1, d2, d3 = n, 0, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    w = s.rng_word
    w[0] = _signed((a0 + 0x61707865) & MASK)
    w[1] = _signed((a1 + 0x3120646E) & MASK)
    w[2] = _signed((a2 + 0x79622D36) & MASK)
    w[3] = _signed((a3 + 0x6B206574) & MASK)
    w[4] = _signed((b0 + k0) & MASK)
    w[5] = _signed((b1 + k1) & MASK)
    w[6] = _signed((b2 + k2) & MASK)
    w[7] = _signed((b3 + k3) & MASK)
    w[8] = _signed((c0 + k0) & MASK)
    w[9] = _signed((c1 + k1) & MASK)
    w[10] = _signed((c2 + k2) & MASK)
    w[11] = _signed((c3 + k3) & MASK)
    w[12] = _signed((d0 + n) & MASK)
    w[13] = _signed(d1)
    w[14] = _signed(d2)
    w[15] = _signed(d3)
    s.rng_count = _signed((n + 1) & MASK)
    s.rng_used = 0


@rule
def seed_chance(s: Chance, k0: int, k1: int, k2: int, k3: int) -> None:
    """Start the stream of a key given as four unsigned 32-bit words; nothing of an older stream stays behind."""
    s.rng_key[0] = _signed(k0)
    s.rng_key[1] = _signed(k1)
    s.rng_key[2] = _signed(k2)
    s.rng_key[3] = _signed(k3)
    s.rng_count = 0
    s.rng_used = 16
    for i in range(16):
        s.rng_word[i] = 0


@rule
def next_word(s: Chance) -> int:
    """The next unsigned 32-bit word. A word that was given out is wiped: the record holds the future only."""
    if s.rng_used >= 16:
        _refill(s)
    i = s.rng_used
    x = s.rng_word[i] & MASK
    s.rng_word[i] = 0
    s.rng_used = i + 1
    return x


@rule
def below(s: Chance, n: int) -> int:
    """A number in [0, n), each equally likely (multiply and shift, rejecting the uneven rest)."""
    m = next_word(s) * n
    if (m & MASK) < n:
        least = (MASK + 1 - n) % n
        while (m & MASK) < least:
            m = next_word(s) * n
    return m >> 32


@rule
def shuffle(s: Chance, pile: MutableSequence[int], start: int, count: int) -> None:
    """Put pile[start : start + count] into random order."""
    for i in range(count - 1, 0, -1):
        j = below(s, i + 1)
        x = pile[start + i]
        pile[start + i] = pile[start + j]
        pile[start + j] = x


def seed_words(seed: int) -> tuple[int, int, int, int]:
    """A seed of up to 128 bits as the four words of a key, lowest first."""
    return (seed & MASK, (seed >> 32) & MASK, (seed >> 64) & MASK, (seed >> 96) & MASK)


def chance_to_dict(s: Chance) -> dict[str, Any]:
    """The generator's state in a snapshot: key, blocks made and words of the last one given out."""
    key = "".join(f"{word & MASK:08x}" for word in reversed(s.rng_key))
    return {"key": key, "count": s.rng_count & MASK, "used": s.rng_used}


def chance_from_dict(s: Chance, data: object) -> None:
    """Go on exactly where a snapshot's generator stood; PositionError says what is wrong with it."""
    if not isinstance(data, Mapping):
        raise PositionError('the generator is an object with "key", "count" and "used".', "rng")
    key, count, used = data.get("key"), data.get("count"), data.get("used")
    if not isinstance(key, str) or len(key) != SEED_BITS // 4 or not set(key) <= set("0123456789abcdef"):
        raise PositionError(f"the key is {SEED_BITS // 4} lower-case hexadecimal digits, not {key!r}.", "rng.key")
    if type(count) is not int or not 0 <= count <= MASK:
        raise PositionError(f"count is a whole number of 32 bits, not {count!r}.", "rng.count")
    if type(used) is not int or not 0 <= used <= 16 or (count == 0 and used < 16):
        raise PositionError(f"used is a number from 0 to 16 (16 before the first block), not {used!r}.", "rng.used")
    seed_chance(s, *seed_words(int(key, 16)))
    s.rng_word[:] = [0] * 16
    s.rng_count = _signed(count)
    if used < 16:
        s.rng_count = _signed(count - 1)
        _refill(s)
        s.rng_word[:used] = [0] * used
    s.rng_used = used
