"""A game to click through in a notebook: the table as a picture, and a button for every legal action.

    from expedition.envs.notebook import TableWidget
    TableWidget("silvergold", players=2, bots={1: "greedy"}, seed=7)

Seats without a bot are played by whoever clicks. `widget.state` is the game, to look at between clicks.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from expedition.core.extras import needs
from expedition.core.game import State
from expedition.core.registry import make
from expedition.players import make_bot

with needs("notebook"):
    import ipywidgets


class TableWidget(ipywidgets.VBox):  # type: ignore[misc]
    """A table: picture, what happened last, and what the seat to act may do."""

    def __init__(
        self, game: str, bots: Mapping[int, str] | None = None, seed: int | None = None, lang: str = "en", **setup: Any
    ) -> None:
        made = make(game, **setup)
        self.state: State[Any] = made.new(seed)
        self.lang = lang
        self.bots = {made.check_seat(seat): make_bot(game, name, seed=seat) for seat, name in (bots or {}).items()}
        self.picture = ipywidgets.HTML()
        self.told = ipywidgets.HTML()
        self.choices = ipywidgets.Box(layout=ipywidgets.Layout(flex_flow="row wrap"))
        super().__init__([self.picture, self.told, self.choices])
        self._let_bots_act()
        self._show("")

    def play(self, action: int) -> None:
        """One action of the seat to act, and the bots' answers: what a button does."""
        words = self.state.describe(action, self.lang)
        self.state.apply(action)
        self._let_bots_act()
        self._show(words)

    def _let_bots_act(self) -> None:
        while not self.state.is_over and self.state.actor in self.bots:
            seat = self.state.actor
            self.state.apply(self.bots[seat].choose_state(self.state, seat), seat)

    def _show(self, words: str) -> None:
        state = self.state
        self.picture.value = state._repr_svg_() or f"<pre>{escape(state.game.text(state))}</pre>"
        self.told.value = f"<p>{escape(words)}</p>"
        if state.is_over:
            self.told.value += f"<p>{escape(repr(state))}: {escape(str(state.ranking()))}</p>"
        self.choices.children = [] if state.is_over else [self._button(action) for action in state.legal_actions()]

    def _button(self, action: int) -> Any:
        words = self.state.describe(action, self.lang)
        button = ipywidgets.Button(description=words, tooltip=words, layout=ipywidgets.Layout(width="auto"))
        button.on_click(lambda _: self.play(action))
        return button
