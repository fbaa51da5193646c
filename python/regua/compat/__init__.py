"""Drop-ins: the names of other libraries, with Régua's measures behind them.

Changing an import line is enough: ``import regua.compat.sacrebleu as sacrebleu``. What is not
covered raises and says so; ``docs/compat.md`` lists it.
"""
