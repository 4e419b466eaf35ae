"""A player of one's own: one class with one method. It takes the whole move that looks best and plays its first action.

expedition arena examples/own_bot.py:Mine random --game silvergold --games 40
expedition demo eldorado --bots examples/own_bot.py:Mine,guide
"""

from expedition.core.registry import game_of
from expedition.players import Bot


class Mine(Bot):
    name = "mine"

    def choose(self, information, actions, budget=None):
        """`information` is all this seat has ever been shown, `actions` are the numbers of what it may do."""
        game = game_of(information["game"], information["setup"])
        state = game.determinize(information)  # a whole game that could be the one on the table
        moves = state.gestures(information["seat"])
        best = max(moves, key=lambda move: game.gesture_worth(information, move))
        return best["actions"][0]
