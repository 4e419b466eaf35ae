"""The benchmarks count and draw what they say."""

import xml.etree.ElementTree as ET

import pytest
from benchmarks import peers, scaling


def test_the_scaling_plot_is_a_whole_picture_of_all_points():
    line = [(1.0, 2e5), (2.0, 9e5), (4.0, 1.1e6)]
    figures = {axis: {"eldorado": line, "silvergold": line[:2]} for axis in scaling.PANELS}
    drawn = ET.fromstring(scaling.plot(figures, "a note"))
    assert len(drawn.findall(".//{*}circle")) == 4 * 5
    assert "a note" in [text.text for text in drawn.findall(".//{*}text")]
    assert "1.2 M" in [text.text for text in drawn.findall(".//{*}text")]


@pytest.mark.parametrize(("highest", "top"), [(1.0, 1), (900_000, 1e6), (1.21e6, 1.6e6), (8.5e6, 1e7)])
def test_axes_end_at_a_round_number(highest, top):
    assert scaling.nice_top(highest) == pytest.approx(top)


def test_ratios_are_ours_over_theirs(capsys):
    ours = peers.Contestant("El Dorado, 4 players", "compiled", lambda: lambda: 1, ours=True, rates=[4e6, 5e6, 6e6])
    theirs = peers.Contestant("another", "compiled", lambda: lambda: 1, rates=[2e4, 1e4, 1e4])
    peers.show([ours, theirs])
    told = capsys.readouterr().out
    assert "500.0 ×" in told
    assert "4,000,000 to 6,000,000" in told


def test_a_contestant_that_does_not_run_is_named_and_left_out(capsys):
    def broken():
        raise ImportError("not here")

    found = peers.measure(
        [peers.Contestant("broken", "compiled", broken), peers.Contestant("works", "compiled", lambda: lambda: 7)],
        0.01,
        2,
    )
    assert [one.name for one in found] == ["works"]
    assert len(found[0].rates) == 2
    assert "broken does not run here" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("make", [peers.compiled_loop, peers.batch, peers.own_pettingzoo, peers.own_openspiel])
@pytest.mark.parametrize("setup", peers.SETUPS.values(), ids=["eldorado", "silvergold"])
def test_our_contestants_play(make, setup):
    if make is peers.own_openspiel:
        pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra `openspiel`")
    assert make({**setup, "players": 2})() > 0
