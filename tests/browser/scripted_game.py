"""A game for two that is won: classic island, Novice, Engineer and Pilot. Robots found it (games/robot.py)."""

SEED = bytes.fromhex("620b6ea62fa92fee1f91f8264b8581be628b0ec6cf482ad436189b3ca13187f8")
ACTIONS = """
0:shore B F 0:draw 0:draw 0:flood 0:flood 1:move B 1:give 0 e 1:draw 1:draw 1:flood 1:flood 0:shore F 0:draw
0:draw 0:discard w 0:flood 0:flood 1:give 0 e 0:discard h 1:shore B 1:draw 1:draw 1:flood 1:flood 0:draw
0:draw 0:discard s 0:discard o 0:flood 0:flood 1:shore Q 1:draw 1:draw 1:discard h 1:flood 1:flood 0:move F
0:move S 0:shore J 0:draw 0:draw 0:discard h 0:discard f 0:flood 0:flood 1:move D 1:shore D 1:shore I 1:draw
1:draw 1:discard s 1:discard w 1:flood 1:flood 0:capture e 0:move J 0:shore A W 0:draw 0:draw 0:flood 0:flood
1:move G 1:capture o 1:shore G 1:draw 1:draw 1:flood 1:flood 1:flood 0:move S 0:shore D Q 0:move J 0:draw
0:draw 0:flood 0:flood 0:flood 1:swim D 1:shore D 1:move J 1:give 0 f 1:draw 1:draw 1:flood 1:flood 1:flood
0:move S 0:move D 0:capture f 0:draw 0:draw 0:flood 0:flood 0:flood 1:move D 1:draw 1:draw 1:flood 1:flood
1:flood 0:give 1 w 1:discard e 0:shore I 0:draw 0:draw 0:flood 0:flood 0:flood 1:move L 1:capture w 1:move V
1:draw 1:draw 1:flood 1:flood 1:flood 0:move S 0:move J 0:draw 0:draw 0:flood 0:flood 0:flood 1:move J
0:escape
"""
