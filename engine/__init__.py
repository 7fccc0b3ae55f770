"""The rules of the game as pure functions over values: no clock, no chance, no input or output, no dependency.

Start with `engine.rules`, the table of contents; `docs/rules.md` numbers the rules that the modules cite.
"""
