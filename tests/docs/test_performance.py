"""The tables of docs/performance.md are those of the kept figures."""

import json

import pytest
from benchmarks import figures


def test_every_table_of_the_page_is_made_of_the_kept_figures():
    kept = json.loads(figures.KEPT.read_text(encoding="utf-8"))
    page = figures.PAGE.read_text(encoding="utf-8")
    assert sorted(name for _, name, _ in figures.BLOCK.findall(page)) == sorted(figures.TABLES)
    assert figures.page_of(kept, page) == page, "run `python benchmarks/figures.py`"


@pytest.mark.parametrize(("rate", "told"), [(6_449_000, "6.4 million"), (24_480, "24,500"), (171_400, "171,000")])
def test_rates_are_told_in_three_figures(rate, told):
    assert figures.short(rate) == told


def test_setups_are_told_in_words():
    assert figures.told_setup("silvergold (players 2)") == "Silver & Gold, 2 players"
    long = "eldorado (players 2, route swamplands, caves True, max_rounds 100)"
    assert figures.told_setup(long) == "El Dorado, 2 players, route swamplands, caves"
