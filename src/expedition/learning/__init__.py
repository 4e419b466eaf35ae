"""Players that teach themselves: one network a game, trained by playing against itself (extra `train`).

    python -m expedition.learning train eldorado --minutes 10 --save eldorado.ckpt
    python -m expedition.learning evaluate eldorado network planner

What a game adds it says itself: rows and masks, how far along a seat is (`rule_standing`), which set-ups there are.
"""
