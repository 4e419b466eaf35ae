"""Names that could be taken for another's: Unicode's security profile (UTS 39) for what people call themselves.

A name is one script, or a mixture people really write (Japanese, Chinese or Korean with Latin letters), nothing in it
is invisible, and its digits are of one kind. Its skeleton is what it looks like: names with one skeleton look alike.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

# letters and marks that are not seen at all; other invisible signs are told by their category
_UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
_UNSEEN |= set(range(0xE0000, 0xE1000))
_NEUTRAL = {"COMMON", "INHERITED"}
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)


def check_honest(name: str) -> None:
    """ValueError where a name mixes what nobody mixes, or holds what nobody sees."""
    for sign in name:
        if ord(sign) in _UNSEEN:
            raise ValueError(f"The sign U+{ord(sign):04X} cannot be seen and cannot be used here.")
    scripts = categories.unique_aliases(name) - _NEUTRAL
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise ValueError("A name keeps to one alphabet: letters of several can look alike.")
    zeros = {ord(sign) - unicodedata.decimal(sign) for sign in name if unicodedata.category(sign) == "Nd"}
    if len(zeros) > 1:
        raise ValueError("A name keeps to one kind of digits.")


def name_key(name: str) -> str:
    """By which an account is found: the name without case and spaces."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def skeleton(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)).replace(" ", "")
    return unicodedata.normalize("NFD", "".join(_prototype(sign) for sign in plain))[:96]


@lru_cache(maxsize=4096)
def _prototype(sign: str) -> str:
    """The sign that stands for all that look like this one."""
    alike = [str(one["c"]).strip("\u200e\u200f") for one in confusables_data.get(sign, [])]
    if len(alike) != 1:  # it is the one the others are compared with, or nothing looks like it
        return sign
    others = confusables_data.get(alike[0], [])
    return min(sign, alike[0]) if len(others) == 1 else alike[0]
