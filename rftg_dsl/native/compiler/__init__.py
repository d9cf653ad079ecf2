"""A compiler from Python functions to C functions, in passes each of which needs only what the pass before it gives.

What comes in are the functions of a game and its kernel. What goes out are C functions, and a pool of the constants
that they refer to. ``docs/native-python.md`` specifies the Python that is accepted.

1. **Read** (``read``): the syntax tree of a function becomes its intermediate form (``ir``). The reader evaluates as
   much as it can: names have their meaning in Python, constants are folded, loops over a few constants are unrolled,
   and short functions are copied into their callers. The other functions that are called become instances of a
   ``Unit``, which are read in turn.
2. **Infer** (``infer``): a fixpoint over all functions that have been read finds the types of variables and results.
   The type of an operation follows from those of its operands (``select``), as the table of operations says
   (``runtime``). Branches that the types rule out are removed.
3. **Emit** (``emit``): each statement is written as C. Nothing is left to decide: ``select`` gives the C operation,
   and the types of its operands determine the conversions.

A value whose type is not known is a word that carries its own type, so less knowledge makes C slower, but never wrong.
Whatever cannot be translated fails at run time, if it is ever reached; then Python plays the game.

Begin with ``ir`` and ``types``. Then read ``reader``, which says where the reader is and what names mean, and the
modules that ``read`` gives it: ``values``, ``conditions``, ``targets``, ``walks`` (loops), ``displays``, ``calls``,
``built_in``, ``expressions`` and ``statements``, in this order. ``compile`` runs the passes.
"""
