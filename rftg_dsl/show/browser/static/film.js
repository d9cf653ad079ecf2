"use strict";
// A film: a game as one viewer sees it, which can be viewed after any step. See rftg_dsl/show/browser/film.py.

const EVERY = 100; // steps between two cached tables, so that going back is as fast as going forward

/** The kinds of changes that a step makes to a table. */
const CHANGES = {
  set(table, part, name, value) {
    if (value === null) delete table[part][name];
    else table[part][name] = structuredClone(value);
  },
  shift({ stock }, source, target, n) {
    stock[source] -= n;
    if (!stock[source]) delete stock[source];
    stock[target] = (stock[target] || 0) + n;
  },
  move({ pieces }, source, at, target, index, piece) {
    pieces[source].splice(at, 1);
    if (!pieces[source].length) delete pieces[source];
    (pieces[target] ||= []).splice(index, 0, piece);
  },
};

class Film {
  constructor(table, lines) {
    this.kept = [table];
    this.steps = stepsIn(lines);
    this.settled = this.steps.length;
  }

  /** Replaces the steps from `settled` on with those in `lines`, and then in `tail`, which the next call replaces. */
  grow(lines, tail) {
    this.kept.length = Math.min(this.kept.length, Math.floor(this.settled / EVERY) + 1);
    this.steps.length = this.settled;
    this.steps.push(...stepsIn(lines));
    this.settled = this.steps.length;
    this.steps.push(...stepsIn(tail));
  }

  /** The table after `n` steps. */
  at(n) {
    const from = Math.min(Math.floor(n / EVERY), this.kept.length - 1);
    const table = structuredClone(this.kept[from]);
    for (let step = from * EVERY; step < n; step += 1) {
      for (const [kind, ...what] of this.steps[step].changes) CHANGES[kind](table, ...what);
      if ((step + 1) / EVERY === this.kept.length) this.kept.push(structuredClone(table));
    }
    return table;
  }
}

/** The steps in some lines, each with what applies to its whole line. */
function stepsIn(lines) {
  return lines.flatMap(({ steps, ...line }) => steps.map((step) => ({ ...line, ...step })));
}
