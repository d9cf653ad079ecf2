"use strict";
// Folding: applies a log's events to a table, as docs/log-format.md describes, without rules, chance or a page.

const PARTS = ["stock", "pieces", "counters", "facts", "sides", "tags", "entered"];

/** A table to which events are applied. An unseen piece is null, and its place is not tracked. */
class Folded {
  constructor(table) {
    this.table = structuredClone(table);
    this.where = new Map();
    for (const [place, pieces] of Object.entries(this.table.pieces)) {
      for (const piece of pieces) if (piece !== null) this.where.set(piece, place);
    }
  }

  fold(event) {
    FOLDS[event[0]].call(this, event);
  }

  put(part, name, value) {
    const left = part === "counters" || part === "facts" || part === "sides" ? value === null : !value || value.length === 0;
    if (left) delete this.table[part][name];
    else this.table[part][name] = value;
  }

  /** Removes a piece from a place; null stands for an unseen piece. */
  take(piece, place) {
    const there = this.table.pieces[place] || [];
    const at = there.indexOf(piece);
    there.splice(at < 0 ? there.indexOf(null) : at, 1);
    if (!there.length) delete this.table.pieces[place];
  }

  lay(piece, place, index) {
    const there = (this.table.pieces[place] ||= []);
    there.splice(index === null ? there.length : index, 0, piece);
    if (piece !== null) this.where.set(piece, place);
  }
}

const FOLDS = {
  shift([, , , source, target, n]) {
    const stock = this.table.stock;
    this.put("stock", source, (stock[source] || 0) - n);
    stock[target] = (stock[target] || 0) + n;
  },
  move([, , , piece, place, index]) {
    this.take(piece, this.where.get(piece));
    this.lay(piece, place, index);
  },
  pass([, , , piece, source, place, index]) {
    this.take(piece, source);
    if (piece !== null) this.where.delete(piece);
    this.lay(index === null ? null : piece, place, index);
  },
  adjust([, , , counter, by]) {
    this.table.counters[counter] += by;
  },
  flip([, , , piece, side]) {
    this.table.sides[piece] = side;
  },
  tag([, , , piece, n]) {
    this.put("tags", piece, n);
  },
  enter([, , , piece, nth]) {
    this.put("entered", piece, nth);
    this.table.last_entered = Math.max(nth, this.table.last_entered);
  },
  wake([, , , n]) {
    this.table.woken = n;
  },
  fact([, , , fact, value]) {
    this.table.facts[fact] = value;
  },
  arrange([, , , place, pieces]) {
    if (pieces) this.table.pieces[place] = [...pieces];
  },
  see([, , , parts]) {
    for (const part of PARTS) {
      for (const [name, value] of Object.entries(parts[part] || {})) {
        if (part === "pieces") this.see(name, value || []);
        else this.put(part, name, value);
      }
    }
  },
  note() {},
};

/** Sets the pieces in a place; null stands for an unseen piece. */
Folded.prototype.see = function (place, pieces) {
  for (const piece of this.table.pieces[place] || []) {
    if (piece !== null && this.where.get(piece) === place) this.where.delete(piece);
  }
  for (const piece of pieces) if (piece !== null) this.where.set(piece, place);
  this.put("pieces", place, [...pieces]);
};

// -- what a viewer sees ------------------------------------------------------------------------------------------

const EVERYTHING = null;
const PUBLIC = -1;

/** The seat that a place, cell, counter or fact belongs to; null for the table and for pieces. */
function ownerOf(name) {
  const held = name.slice(name.indexOf("@") + 1);
  const found = /^[^.]*\.(\d{1,3})$/.exec(held);
  return found ? Number(found[1]) : null;
}

/** The table as a viewer sees it. `screen`: the table as it was when screens went up, or null if there are none. */
function seenTable(table, who, unseen, screen) {
  if (who === EVERYTHING) return table;
  const base = screen === null ? table : behindScreens(table, who, screen);
  const whole = (place) => {
    const level = unseen.places[place.split(".")[0]] || "all";
    return level === "all" || (level !== "none" && ownerOf(place) === who);
  };
  const shown = { ...base, stock: {}, pieces: {}, counters: {}, sides: {}, tags: {}, entered: {} };
  for (const [cell, n] of Object.entries(base.stock)) {
    const place = cell.slice(cell.indexOf("@") + 1);
    const name = whole(place) ? cell : `?@${place}`;
    shown.stock[name] = (shown.stock[name] || 0) + n;
  }
  const known = new Set();
  for (const [place, pieces] of Object.entries(base.pieces)) {
    const top = whole(place) ? pieces.length : unseen.places[place.split(".")[0]] === "top" ? 1 : 0;
    shown.pieces[place] = pieces.map((piece, nth) => (nth < top ? piece : null));
    for (const piece of pieces.slice(0, top)) known.add(piece);
  }
  for (const [counter, n] of Object.entries(base.counters)) {
    const level = unseen.counters[counter.split(".")[0]] || "all";
    if (level === "all" || (level === "owner" && ownerOf(counter) === who)) shown.counters[counter] = n;
  }
  for (const part of ["sides", "tags", "entered"]) {
    for (const [piece, value] of Object.entries(base[part])) if (known.has(piece)) shown[part][piece] = value;
  }
  return shown;
}

/** The table while seats act behind screens: viewers see their own things as they are, and all others as they were. */
function behindScreens(table, who, screen) {
  const mine = (name) => who !== PUBLIC && ownerOf(name) === who;
  const merged = { ...screen, stock: {}, pieces: {}, counters: {}, facts: {} };
  for (const part of ["stock", "counters", "facts"]) {
    for (const [name, value] of Object.entries(screen[part])) if (!mine(name)) merged[part][name] = value;
    for (const [name, value] of Object.entries(table[part])) if (mine(name)) merged[part][name] = value;
  }
  const own = new Set();
  for (const [place, pieces] of Object.entries(table.pieces)) {
    if (!mine(place)) continue;
    merged.pieces[place] = pieces;
    for (const piece of pieces) own.add(piece);
  }
  for (const [place, pieces] of Object.entries(screen.pieces)) {
    const left = mine(place) ? [] : pieces.filter((piece) => !own.has(piece));
    if (left.length) merged.pieces[place] = left;
  }
  for (const part of ["sides", "tags", "entered"]) {
    merged[part] = { ...screen[part] };
    for (const piece of own) {
      if (piece in table[part]) merged[part][piece] = table[part][piece];
      else delete merged[part][piece];
    }
  }
  return merged;
}

// -- forwards and backwards --------------------------------------------------------------------------------------

const EVERY = 100; // steps between two cached tables, so that going back is as fast as going forward

/** A game that can be viewed after any step; `steps` are lists of events. */
class Film {
  constructor(table, steps) {
    this.steps = steps;
    this.kept = [{ table: structuredClone(table), screen: null }];
  }

  /** Replaces the steps; the first `same` of them have not changed. */
  cut(same, steps) {
    this.steps = steps;
    this.kept.length = Math.min(this.kept.length, Math.floor(same / EVERY) + 1);
  }

  /** The table after `n` steps, and the table as it was when screens went up, or null if there are none. */
  at(n) {
    let from = Math.min(Math.floor(n / EVERY), this.kept.length - 1);
    const folded = new Folded(this.kept[from].table);
    let screen = this.kept[from].screen;
    for (let step = from * EVERY; step < n; step += 1) {
      for (const event of this.steps[step]) {
        folded.fold(event);
        if (event[0] === "note" && event[1] === "concealed") screen = structuredClone(folded.table);
        if (event[0] === "note" && event[1] === "disclosed") screen = null;
      }
      if ((step + 1) % EVERY === 0 && (step + 1) / EVERY === this.kept.length) {
        this.kept.push({ table: structuredClone(folded.table), screen });
      }
    }
    return { table: folded.table, screen };
  }
}
