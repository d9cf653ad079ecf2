"""Any possible tree, as Hypothesis makes them."""

from hypothesis import strategies as st

from rftg_dsl.syntax import tree

names = st.sampled_from("worlds dice tableau gray non-gray developers own the x y-z2".split())
word = names.map(tree.Word)
run = st.lists(word, min_size=1, max_size=3).map(tuple)


simple = st.lists(word, min_size=1, max_size=2).map(tuple).map(lambda those: tree.Words((those,)))


acts = st.tuples(run, st.sampled_from(((), (tree.Word("for"),)))).map(lambda parts: tree.Words((sum(parts, ()),)))
"""What things may be: ``traded``, ``paid for``."""


@st.composite
def words(draw: st.DrawFn) -> tree.Words:
    runs = draw(st.lists(run, min_size=1, max_size=3))
    joins = draw(
        st.lists(st.sampled_from(("and", "or")).map(tree.Word), min_size=len(runs) - 1, max_size=len(runs) - 1)
    )
    number = draw(st.none() | st.integers(0, 20).map(lambda n: tree.Quantity("exact", n, n)))
    return tree.Words(tuple(runs), tuple(joins), number=number)


small = st.integers(-3, 20)
exact = st.builds(
    lambda n, money: tree.Quantity("exact", abs(n) if money else n, abs(n) if money else n, money), small, st.booleans()
)
quantities = st.one_of(
    exact,
    st.builds(lambda low, high: tree.Quantity("between", low, high), small, small),
    st.builds(lambda high: tree.Quantity("up to", 0, high), small),
    st.integers(0, 20).map(lambda high: tree.Quantity("up to", 0, high, money=True)),
    st.builds(lambda n, how: tree.Quantity(how, n, n), small, st.sampled_from(("more", "less", "exactly"))),
    st.just(tree.Quantity("all")),
    st.just(tree.Quantity("any")),
)
things = st.builds(lambda quantity, words: tree.Nominal(quantity, words), st.none() | quantities, words())
compared = st.builds(
    lambda words, how, n: tree.Nominal(None, words, tree.Quantity(how, n, n)),
    words(),
    st.sampled_from(("up to more", "up to less", "exact", "more", "less")),
    st.integers(0, 20),
)
preposition_words = st.sampled_from("to from in on with without of against".split()).map(tree.Word)
title = st.text("Ab '.#{};:,", max_size=6).map(lambda text: tree.Atom("string", text))
nothing = tree.Nominal(None, None)
preposition = st.one_of(
    st.builds(tree.Preposition, preposition_words, things | compared),
    st.builds(
        lambda names: tree.Preposition(tree.Word("called"), nothing, tuple(names)),
        st.lists(title, min_size=1, max_size=2),
    ),
    st.builds(
        lambda name, by, how: tree.Preposition(name, nothing, change=tree.Change(by, how)),
        preposition_words,
        st.integers(0, 9),
        st.sampled_from(("more", "less")),
    ),
)
prepositions = st.lists(preposition, max_size=2).map(tuple)
sums = st.builds(lambda nominal, rest: tree.Counted(nominal, rest), things, prepositions)
pers = st.builds(lambda one, less: tree.Per(one, less), sums, st.none() | sums)
counted = st.builds(lambda quantity, words: tree.Nominal(quantity, words), quantities, words())
clauses = st.builds(
    lambda said, nominal, rest, per: tree.Clause(said, nominal, rest, per),
    words(),
    st.none() | counted,
    prepositions,
    st.none() | pers,
)
predicates = st.builds(tree.Be, things, prepositions, st.sampled_from(("is", "are")))
conditions = clauses.map(tree.Condition) | st.builds(
    lambda quantity, subject, rest, be: tree.Condition(tree.Clause(subject, tree.Nominal(quantity, subject), rest), be),
    quantities,
    words(),
    prepositions,
    predicates,
)
phrases = st.one_of(
    st.builds(tree.Window, simple, simple),
    st.builds(tree.Until, simple, simple),
    conditions,
    st.builds(lambda said, be: tree.Clause(said, be=be), words(), predicates),
    st.builds(lambda many, per: tree.Otherwise(tree.Row(many, per)), quantities, pers),
    st.just(tree.Change(0, "any")),
    st.builds(lambda said, rest: tree.Trigger(said, rest), words(), prepositions),
    clauses,
    clauses.map(tree.Option),
    clauses.map(tree.Otherwise),
    clauses.map(tree.Whoever),
    st.just(tree.Choice()),
    st.builds(tree.Permission, words(), prepositions, st.booleans(), acts),
    st.builds(tree.Change, small, st.sampled_from(("more", "less", "exactly")), st.none() | pers),
    st.builds(tree.Bound, small, st.booleans()),
    st.booleans().map(tree.Rounding),
    st.builds(tree.Limit, word, st.sampled_from((1, 2))),
)
segments = st.lists(phrases, min_size=1, max_size=3).map(lambda those: tree.Segment(tuple(those)))
powers = st.lists(segments, min_size=1, max_size=3).map(lambda those: tree.Sentence(tuple(those)))
atoms = st.one_of(
    names.map(lambda text: tree.Atom("word", text)),
    small.map(lambda n: tree.Atom("number", str(n))),
    small.map(lambda n: tree.Atom("money", str(abs(n)))),
    st.sampled_from(("T12", "B-2")).map(lambda text: tree.Atom("id", text)),
    st.text("ab c'.", max_size=5).map(lambda text: tree.Atom("string", text)),
)
headers = st.lists(atoms, max_size=3).map(tuple)
sides = st.builds(
    lambda kind, name, rest, members: tree.Side(kind, name, rest, tuple(members)),
    word,
    title,
    headers,
    st.lists(powers, max_size=2),
)
stages = st.builds(
    lambda kind, rest, test, members: tree.Stage(tree.Word(kind), rest, test, tuple(members)),
    st.sampled_from(("phase", "step")),
    headers,
    st.none() | conditions,
    st.lists(powers, max_size=2),
)
declarations = st.builds(
    lambda kind, rest, members: tree.Declaration(kind, rest, tuple(members)),
    word,
    headers,
    st.lists(sides | powers | stages, max_size=3),
)

# -- scenarios

seat_numbers = st.integers(1, 5)
named = st.builds(lambda name, nth: tree.Reference(name=name, nth=nth), title, st.integers(0, 9))
seated = st.builds(lambda seat: tree.Reference(seat=seat), seat_numbers)
numbered = st.builds(lambda number: tree.Reference(number=number), small)
worded = st.builds(tree.Reference, run)
link = st.builds(tree.Link, preposition_words | st.just(tree.Word("at")), named | seated | numbered | worded)
links = st.lists(link, max_size=2).map(tuple)
amounts = st.integers(0, 20)
begun = st.one_of(
    st.builds(tree.Item, named, st.none() | amounts, links=links),
    st.builds(tree.Item, seated, links=links),
    st.builds(tree.Item, worded | st.just(tree.Reference()), amounts, st.booleans(), links),
)
"""Items that are told from the words before them."""
items = begun | st.builds(tree.Item, worded, links=links)
more = st.lists(items, max_size=2).map(tuple)
tails = st.lists(link, min_size=1, max_size=2).map(lambda those: tree.Item(links=tuple(those)))
subjects = st.tuples(st.just(0) | seat_numbers, st.none() | title)
lines = st.one_of(
    st.builds(lambda number, words: tree.Line(words, number=number), small, run),
    st.builds(
        lambda words, mark, first, rest, of: tree.Line(words, mark, (first, *rest), *of),
        run,
        st.sampled_from((":", "+", "-")),
        items,
        more,
        subjects,
    ),
    st.builds(lambda words, of: tree.Line(words, "", (), *of), run, subjects),
    st.builds(
        lambda words, first, rest, of: tree.Line(words, "", (first, *rest), *of), run, begun | tails, more, subjects
    ),
    st.builds(
        lambda words, first, rest, of: tree.Line(words, "", (tree.Item(), first, *rest), *of),
        run,
        items,
        more,
        subjects,
    ),
)
parts = st.builds(
    lambda kind, those: tree.Part(tree.Word(kind), tuple(those)),
    st.sampled_from(("given", "when", "then")),
    st.lists(lines, max_size=3),
)
unheaded = st.lists(lines, min_size=1, max_size=2).map(lambda those: [tree.Part(tree.Word(""), tuple(those))])
scenarios = st.builds(
    lambda header, first, rest: tree.Scenario(header, (*first, *rest)),
    headers,
    st.just([]) | unheaded,
    st.lists(parts, max_size=3),
)
files = st.builds(
    lambda some, tests: tree.File(tuple(some), tuple(tests)),
    st.lists(declarations, max_size=3),
    st.lists(scenarios, max_size=2),
)
