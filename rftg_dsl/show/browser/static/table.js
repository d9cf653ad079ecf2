"use strict";
// The table, drawn from data: what is in the middle, and a panel for each seat, laid out as the game says.

// Widths of a card in pixels, for the reader and the middle and for others; the first pair with which all fits is used.
const SIZES = [[184, 130], [168, 120], [152, 106], [138, 96], [126, 80], [116, 68], [106, 60], [96, 54], [86, 50], [76, 46], [66, 42]];

/** Draws tables of one game into an element. `game` is a reel; `ask` is called with the id of a piece to look at. */
class Table {
  constructor(root, game, ask) {
    this.root = root;
    this.game = game;
    this.things = new Things(game, ask);
    this.own = game.live && game.seen_by >= 0 ? game.seen_by : null; // the seat of the reader who plays
    const first = this.own || 0;
    this.wanted = new Set(); // places that are shown though they are empty, because a question is about them
    this.panels = new Map();
    this.panels.set(null, new Panel(this, null));
    // The others follow in the order in which they sit to the left of the reader.
    game.seats.forEach((_, nth) => this.panels.set((first + nth) % game.seats.length, new Panel(this, (first + nth) % game.seats.length)));
    const [middle, ...seats] = [...this.panels.values()].map((panel) => panel.element);
    root.replaceChildren(middle, make("div", { class: "seats" }, ...seats));
    addEventListener("resize", () => this.fit());
  }

  /** A place's owner: a seat's number, null for the table, or the id of the piece it is on. */
  owner(place) {
    const known = this.things.places.get(wordOf(place));
    const rest = place.slice(wordOf(place).length + 1);
    if (known && known.owner === "piece") return rest;
    const seat = ownerOf(place);
    if (seat !== null && seat < this.game.seats.length) return seat;
    return !known && rest ? rest : null;
  }

  /**
   * Draws a table; `changes` names the pieces, places and counters that glow, and `acts` the seats that act. `standing`
   * has the seats' `scores` and, by name, their other computed `numbers`, as far as they are known.
   */
  show(table, changes, standing, acts = []) {
    const stocks = stocksOf(table);
    const now = { table, changes, stocks, held: this.heldOn(table, stocks), wanted: this.wanted, numbers: standing.numbers || {} };
    for (const [seat, panel] of this.panels) {
      panel.show(now, standing.scores && seat !== null ? standing.scores[seat] : undefined);
      panel.element.classList.toggle("acts", acts.includes(seat));
    }
    const filled = [...this.root.querySelectorAll(".place")].map((place) => place.childElementCount).join();
    if (filled !== this.filled) this.fit();
    this.filled = filled;
  }

  /** For each piece that things lie on, the places that hold them. */
  heldOn(table, stocks) {
    const held = new Map();
    for (const place of new Set([...Object.keys(table.pieces), ...stocks.keys()])) {
      const owner = this.owner(place);
      if (typeof owner === "string") held.set(owner, [...(held.get(owner) || []), place]);
    }
    return held;
  }

  /** Makes cards as large as they can be while everything is in view; where the page scrolls, the style decides. */
  fit() {
    const { root } = this;
    if (getComputedStyle(root).overflowY === "visible") {
      for (const name of ["--card", "--small"]) root.style.removeProperty(name);
      return;
    }
    const use = ([card, small]) => {
      root.style.setProperty("--card", `${card}px`);
      root.style.setProperty("--small", `${this.own === null ? card : small}px`);
    };
    let [low, high] = [0, SIZES.length - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      use(SIZES[middle]);
      if (root.scrollHeight <= root.clientHeight) high = middle;
      else low = middle + 1;
    }
    use(SIZES[low]);
  }

  /** The element of a piece or place; null if it is not drawn, or if it is a piece that is face down. */
  find(name) {
    if (name === null) return null;
    const quoted = CSS.escape(name);
    return this.root.querySelector(`[data-piece="${quoted}"]`) || this.root.querySelector(`[data-place="${quoted}"]`);
  }

  /** Where a piece or place is on the page; for a place that takes no room now, where its owner's panel is. */
  spot(name) {
    const element = this.find(name);
    const nearest = [element, element?.closest(".card"), this.panels.get(ownerOf(name || ""))?.element];
    const drawn = nearest.find((one) => one && one.getClientRects().length);
    return drawn ? drawn.getBoundingClientRect() : null;
  }

  /** Scrolls the first thing that has changed into view. */
  reveal() {
    const first = this.root.querySelector(".place.changed, .card.changed, .numbers .changed");
    if (first) first.scrollIntoView({ block: "nearest" });
  }
}

/** What belongs to one seat, or lies in the middle of the table if the seat is null. */
class Panel {
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.score = make("span", { class: "score" });
    this.numbers = make("ul", { class: "numbers", "aria-label": "Numbers" });
    const layout = table.game.table[seat === null ? "middle" : "seat"];
    this.groups = layout.map((group) => new Group(table.things, seat, group));
    this.rest = new Group(table.things, seat, { title: "", shows: "cards", keep: false, folded: false, boxes: [] });
    this.named = new Set(layout.flatMap((group) => group.boxes.flatMap((box) => box.places.map((place) => placeFor(place, seat)))));
    const groups = make("div", { class: "groups" }, ...[...this.groups, this.rest].map((group) => group.element));
    const id = `panel-${seat === null ? "table" : seat}`;
    const kind = seat === null ? "panel middle" : seat === table.own ? "panel own" : "panel";
    this.element = make("section", { class: kind, id, "aria-labelledby": `${id}-title`, "data-seat": seat }, this.head(`${id}-title`), groups);
  }

  head(id) {
    if (this.seat === null) return make("header", {}, make("h2", { id, class: "unseen" }, "In the middle"), this.numbers);
    const name = this.table.game.seats[this.seat];
    const whose = this.seat === this.table.own ? "You" : name;
    const title = make("h2", { id }, make("span", { class: "pawn", "data-seat": this.seat }), whose, make("small", {}, `Seat ${this.seat + 1}`));
    return make("header", {}, title, make("span", { class: "turn" }, this.seat === this.table.own ? "your turn" : "to play"), this.numbers, this.score);
  }

  show(now, score) {
    this.showNumbers(now);
    this.score.replaceChildren(...(score === undefined ? [] : [make("b", {}, String(score)), score === 1 ? " point" : " points"]));
    for (const place of new Set([...now.stocks.keys(), ...Object.keys(now.table.pieces)])) {
      if (this.table.owner(place) !== this.seat || this.named.has(place)) continue;
      this.named.add(place);
      this.rest.add({ places: [place], word: "", title: this.table.things.title(place) });
    }
    for (const group of [...this.groups, this.rest]) group.show(now);
    this.element.hidden = this.seat === null && this.numbers.hidden && [...this.groups, this.rest].every((group) => group.element.hidden);
  }

  showNumbers({ table, changes, numbers }) {
    const { looks } = this.table.game;
    const rows = [];
    for (const one of this.table.game.table.numbers) {
      const name = placeFor(one.name, this.seat);
      const value = one.computed ? numbers[one.name]?.[this.seat] : table.counters[name];
      if (one.owner !== (this.seat === null ? "table" : "seat") || typeof value !== "number") continue;
      const shown = Math.max(value, one.least ?? value);
      const word = one.sign ? "" : one.titles[shown === 1 ? 0 : one.titles.length - 1];
      const number = make("b", {}, `${one.sign}${shown}`);
      const parts = word.startsWith("...") ? [`${word.slice(3).trim()} `, number] : [number, word && ` ${word}`];
      if (one.name in looks) parts.unshift(this.table.things.sign(one.name));
      rows.push(make("li", { class: changes.has(name) ? "changed" : null, "data-name": name }, ...parts));
    }
    this.numbers.replaceChildren(...rows);
    this.numbers.hidden = rows.length === 0;
  }
}

/** Boxes that are shown together. `layout` is a group as rftg_dsl/library/table_layout.py describes it. */
class Group {
  constructor(things, seat, layout) {
    this.things = things;
    this.seat = seat;
    this.layout = layout;
    this.boxes = [];
    this.inside = make("div", { class: `boxes ${layout.shows}` });
    this.element = layout.folded
      ? make("details", { class: "group" }, make("summary", {}, layout.title || "More"), this.inside)
      : make("div", { class: "group" }, layout.title && make("h3", {}, layout.title), this.inside);
    layout.boxes.forEach((box) => this.add({ ...box, places: box.places.map((place) => placeFor(place, seat)) }));
  }

  add({ places, word, title }) {
    const { shows } = this.layout;
    const spots = places.map((place) => make("div", { class: "place", "data-place": place }));
    const heading = shows === "cards" ? make("h3", {}, title) : shows === "signs" ? make("span", { class: "heading", title }, this.things.sign(word), make("span", { class: "unseen" }, title)) : null;
    const element = make("div", { class: "box" }, heading, ...spots);
    this.boxes.push({ element, spots, places, word, title });
    this.inside.append(element);
  }

  show(now) {
    for (const box of this.boxes) {
      const full = box.places.map((place, nth) => this.fill(box.spots[nth], place, box, now));
      const wanted = box.places.some((place) => now.wanted.has(place));
      box.element.hidden = !this.layout.keep && !full.includes(true) && !wanted;
      if (wanted && this.layout.folded) this.element.open = true;
      box.element.classList.toggle("empty", !full.includes(true));
    }
    this.element.hidden = this.boxes.every((box) => box.element.hidden);
  }

  /** Draws what lies at a place; whether there is anything. */
  fill(spot, place, { word, title }, now) {
    const stock = now.stocks.get(place) || [];
    const dice = this.layout.shows === "dice";
    const drawn = [...this.things.piecesAt(place, now), ...stock.map(([kind, n]) => (dice ? this.things.stock(kind, n, place, word, title) : this.things.stock(kind, n, place)))];
    const known = this.things.places.get(wordOf(place));
    const full = drawn.length > 0;
    if (!full && dice) drawn.push(make("span", { class: "slot", title }, this.things.sign(word), make("span", { class: "unseen" }, `${title}: none`)));
    spot.classList.toggle("active", Boolean(known && known.active));
    spot.classList.toggle("changed", now.changes.has(place));
    spot.replaceChildren(...drawn);
    return full;
  }
}

/** The things at each place that are not pieces, as pairs of a kind and a number. */
function stocksOf(table) {
  const stocks = new Map();
  for (const [cell, n] of Object.entries(table.stock)) {
    const place = placeOf(cell);
    if (!stocks.has(place)) stocks.set(place, []);
    stocks.get(place).push([kindOf(cell), n]);
  }
  return stocks;
}

/** The name of a seat's own place or counter; for the table's, the name itself. */
const placeFor = (name, seat) => (seat === null ? name : `${name}.${seat}`);

/** The seat that a place or counter belongs to; null for the table and for pieces. */
function ownerOf(name) {
  const found = /^[^.]*\.(\d{1,3})$/.exec(name);
  return found ? Number(found[1]) : null;
}

/** The names of the pieces, places and counters that some changes concern. */
function changedBy(changes) {
  const names = new Set();
  for (const [kind, ...what] of changes) {
    if (kind === "shift") what.slice(0, 2).forEach((cell) => names.add(placeOf(cell)));
    else if (kind === "move") names.add(what[what.length - 1]);
    else names.add(placeOf(what[1]));
  }
  return names;
}
