"use strict";
// The table, drawn from data: a panel for each seat and one for shared things. It knows only the game's declarations.

const MANY = 12; // more identical things than this are drawn as one with a number; three times as many pieces, as a pile

/** Draws tables of one game into an element. `game` has places, counters, looks, sides and names, as reels have them. */
class Table {
  constructor(root, game, ask) {
    this.root = root;
    this.game = game;
    this.ask = ask; // called with the id of a piece to look at
    this.cards = new Map();
    this.places = new Map(game.places.map((place) => [place.name, place]));
    this.rank = new Map(game.places.map((place, nth) => [place.name, nth]));
    this.panels = new Map();
    for (const seat of game.seats.keys()) this.panels.set(seat, this.panel(seat));
    this.panels.set(null, this.panel(null));
    root.replaceChildren(...[...this.panels.values()].map((panel) => panel.box));
  }

  panel(seat) {
    const title = seat === null ? "Common" : `Seat ${seat + 1}`;
    const heading = make("h2", {}, make("span", { class: "pawn", "data-seat": seat }), title);
    if (seat !== null) heading.append(make("small", {}, this.game.seats[seat]));
    const score = make("span", { class: "score" });
    const numbers = make("ul", { class: "numbers", "aria-label": "Numbers" });
    const places = make("div", { class: "places" });
    const id = `panel-${seat === null ? "table" : seat}`;
    heading.id = `${id}-title`;
    const head = make("header", {}, heading, score);
    const box = make("section", { class: "panel", id, "aria-labelledby": heading.id, "data-seat": seat }, head, numbers, places);
    return { box, score, numbers, places, boxes: new Map() };
  }

  // -- names -----------------------------------------------------------------------------------------------------

  word(place) {
    return place.split(".")[0];
  }

  title(place) {
    const known = this.places.get(this.word(place));
    return known ? known.title : this.word(place);
  }

  /** A place's owner: a seat's number, null for the table, or the id of the piece it is on. */
  owner(place) {
    const known = this.places.get(this.word(place));
    const rest = place.slice(this.word(place).length + 1);
    if (known && known.owner === "piece") return rest;
    const seat = ownerOf(place);
    if (seat !== null && seat < this.game.seats.length) return seat;
    return !known && rest ? rest : null;
  }

  /** The side of a piece that faces up or, if none is known, an id that has a name. */
  sideOf(piece, table) {
    if (table.sides[piece]) return table.sides[piece];
    const bare = piece.split("#")[0];
    const owned = bare.replace(/\.\d{1,3}$/, "");
    return [bare, owned].find((id) => id in this.game.names || id in this.game.sides) || bare;
  }

  nameOf(piece, table) {
    const side = this.sideOf(piece, table);
    const known = this.game.names[side] || (this.game.sides[side] || {}).name;
    if (known) return known;
    const both = Object.entries(this.game.names).filter(([id]) => id.startsWith(`${side}.`)).map(([, name]) => name);
    return both.join(" / ") || piece;
  }

  /** The seat that a piece belongs to, wherever it is, according to its id; null if there is none. */
  seatOf(piece) {
    const found = /\.(\d{1,3})$/.exec(piece.split("#")[0]);
    return found && Number(found[1]) < this.game.seats.length ? Number(found[1]) : null;
  }

  // -- drawing ---------------------------------------------------------------------------------------------------

  /** Draws a table; `changes` names the pieces, places and counters that glow. */
  show(table, changes, scores) {
    const held = this.heldOn(table);
    for (const [seat, panel] of this.panels) {
      this.showNumbers(panel, seat, table, changes);
      this.showPlaces(panel, seat, table, held, changes);
      if (seat !== null && scores) {
        panel.score.replaceChildren(make("b", {}, String(scores[seat] ?? "")), scores[seat] === 1 ? " point" : " points");
      }
    }
  }

  /** For each piece that things lie on, the places that hold them. */
  heldOn(table) {
    const held = new Map();
    const places = new Set([...Object.keys(table.pieces), ...Object.keys(table.stock).map((cell) => cell.slice(cell.indexOf("@") + 1))]);
    for (const place of places) {
      const owner = this.owner(place);
      if (typeof owner !== "string") continue;
      if (!held.has(owner)) held.set(owner, []);
      held.get(owner).push(place);
    }
    return held;
  }

  /** The counters that the game reports. */
  counted(seat) {
    const owner = seat === null ? "table" : "seat";
    const reported = this.game.reported[seat === null ? "table" : "seats"];
    const all = this.game.counters.filter((one) => one.owner === owner);
    if (!reported.length) return all.filter((one) => one.spoken);
    return all.filter((one) => reported.includes(one.name) || reported.includes(one.plural));
  }

  showNumbers(panel, seat, table, changes) {
    const rows = [];
    for (const one of this.counted(seat)) {
      const name = seat === null ? one.name : `${one.name}.${seat}`;
      if (!(name in table.counters)) continue;
      const value = table.counters[name];
      const text = one.sign ? `${one.sign}${value}` : String(value);
      const glow = changes.has(name) ? "changed" : null;
      const word = one.sign ? "" : one.titles[value === 1 ? 0 : one.titles.length - 1];
      const number = make("b", {}, text);
      const parts = word.startsWith("...") ? [`${word.slice(3).trim()} `, number] : [number, word && ` ${word}`];
      rows.push(make("li", { class: glow, title: one.plural, "data-name": name }, ...parts));
    }
    panel.numbers.replaceChildren(...rows);
    panel.numbers.hidden = rows.length === 0;
  }

  showPlaces(panel, seat, table, held, changes) {
    const stocks = new Map();
    for (const [cell, n] of Object.entries(table.stock)) {
      const [kind, place] = [cell.slice(0, cell.indexOf("@")), cell.slice(cell.indexOf("@") + 1)];
      if (this.owner(place) !== seat) continue;
      if (!stocks.has(place)) stocks.set(place, []);
      stocks.get(place).push([kind, n]);
    }
    for (const place of [...stocks.keys(), ...Object.keys(table.pieces)]) {
      if (this.owner(place) === seat && !panel.boxes.has(place)) panel.boxes.set(place, this.box(place));
    }
    const order = [...panel.boxes.keys()].sort((one, other) => this.order(one) - this.order(other));
    for (const place of order) this.fill(panel.boxes.get(place), place, table, stocks.get(place) || [], held, changes);
    const boxes = order.map((place) => panel.boxes.get(place).box);
    if (boxes.some((box, nth) => panel.places.children[nth] !== box)) panel.places.replaceChildren(...boxes);
  }

  /** The sort key of a place: places in play come first, then the order of declaration decides. */
  order(place) {
    const known = this.places.get(this.word(place));
    return (this.rank.get(this.word(place)) ?? 999) - (known && known.active ? 1000 : 0);
  }

  box(place) {
    const count = make("span", { class: "count" });
    const content = make("div", { class: "content" });
    const title = make("h3", {}, this.title(place), count);
    return { box: make("div", { class: "place", "data-place": place }, title, content), content, count, drawn: "" };
  }

  fill(box, place, table, stock, held, changes) {
    const pieces = table.pieces[place] || [];
    const known = this.places.get(this.word(place));
    const hidden = known ? known.seen === "none" : false;
    const pile = pieces.length > 1 && (hidden || pieces.every((piece) => piece === null) || pieces.length > 3 * MANY);
    box.box.classList.toggle("empty", !pieces.length && !stock.length);
    box.box.classList.toggle("active", Boolean(known && known.active));
    box.box.classList.toggle("changed", changes.has(place));
    const dice = stock.map(([kind, n]) => this.things(kind, n));
    if (pile) {
      const last = changes.has(place) ? " changed" : "";
      const label = `${pieces.length} pieces, face down`;
      box.content.replaceChildren(make("span", { class: `pile${last}`, role: "img", "aria-label": label }, String(pieces.length)), ...dice);
      return;
    }
    const cards = pieces.map((piece) => (piece === null ? this.back() : this.card(piece, table, held, changes)));
    box.content.replaceChildren(...cards, ...dice);
  }

  back() {
    return make("span", { class: "card back", role: "img", "aria-label": "A piece, face down" });
  }

  /** A piece: its picture, or else its name and printed numbers, with whatever lies on it. */
  card(piece, table, held, changes) {
    const side = this.game.sides[this.sideOf(piece, table)];
    const name = this.nameOf(piece, table);
    const on = (held.get(piece) || []).map((place) => this.onPiece(place, table, changes));
    const seat = this.seatOf(piece);
    const glow = changes.has(piece) || (held.get(piece) || []).some((place) => changes.has(place));
    const signature = JSON.stringify([this.sideOf(piece, table), table.tags[piece] || 0, held.get(piece) || []]);
    let card = this.cards.get(piece);
    if (!card || card.signature !== signature || on.length) {
      const picture = side && seat === null && side.name === name ? this.picture(side) : null;
      const parts = picture ? [picture] : [make("span", { class: "name" }, name)];
      if (side && !picture) parts.unshift(make("span", { class: "printed" }, ...this.badges(side)));
      if (table.tags[piece]) parts.push(make("span", { class: "tag" }, String(table.tags[piece])));
      parts.push(...on);
      const element = card ? card.element : make("button", { type: "button", class: "card", "data-piece": piece, click: () => this.ask(piece) });
      element.replaceChildren(...parts);
      if (seat !== null) element.dataset.seat = seat;
      element.classList.toggle("pawned", seat !== null);
      element.classList.toggle("pictured", picture !== null);
      element.classList.toggle("wide", picture !== null && side.wide);
      card = { element, signature };
      this.cards.set(piece, card);
    }
    card.element.classList.toggle("changed", glow);
    return card.element;
  }

  /** The picture of a side as an image, so that nothing in it can affect the page. */
  picture(side) {
    if (!side.picture && !side.address) return null;
    if (!side.address) side.address = URL.createObjectURL(new Blob([side.picture], { type: "image/svg+xml" }));
    return make("img", { class: "picture", src: side.address, alt: side.name, draggable: "false" });
  }

  /** The numbers printed on a side. */
  badges(side) {
    const found = [];
    for (const [name, value] of side.has) {
      if (/^\d+$/.test(value)) found.push(make("span", { class: "badge", title: name }, make("span", { class: "unseen" }, `${name} `), value));
    }
    return found;
  }

  onPiece(place, table, changes) {
    const box = make("span", { class: changes.has(place) ? "on changed" : "on", title: this.title(place), "data-place": place });
    for (const piece of table.pieces[place] || []) {
      const seat = piece === null ? null : this.seatOf(piece);
      box.append(make("span", { class: "token", "data-seat": seat, "data-piece": piece, title: piece === null ? "face down" : this.nameOf(piece, table) }));
      const tag = piece !== null && table.tags[piece];
      if (tag) box.lastChild.append(String(tag));
    }
    for (const [cell, n] of Object.entries(table.stock)) {
      if (cell.endsWith(`@${place}`)) box.append(this.things(cell.slice(0, cell.indexOf("@")), n));
    }
    return box;
  }

  /** Identical things, drawn one by one or, if there are many, as one with a number. */
  things(kind, n) {
    const title = this.game.titles[kind] || (kind === "?" ? "not seen" : kind);
    const box = make("span", { class: "things", role: "img", "aria-label": `${n} ${title}`, title: `${n} ${title}` });
    if (n > MANY) box.append(this.sign(kind), `×${n}`);
    else for (let one = 0; one < n; one += 1) box.append(this.sign(kind));
    return box;
  }

  /** The icon of a word, with its colour and its symbol. */
  sign(word) {
    const look = this.game.looks[word] || { ink: "#666", front: "#fff", sign: word.slice(0, 1).toUpperCase() };
    const face = draw("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
    face.append(draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: look.ink, stroke: "#0006", "stroke-width": 1 }));
    const inside = { transform: "translate(3.6 3.6) scale(.7)", fill: look.front };
    if (look.path) face.append(draw("path", { d: look.path, "fill-rule": "evenodd", ...inside }));
    else face.append(draw("text", { x: 12, y: 17, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: look.front }, look.sign));
    return face;
  }

  // -- movement --------------------------------------------------------------------------------------------------

  /** The current page positions of the pieces and places that some changes move things between. */
  spots(changes) {
    const spots = new Map();
    for (const [kind, ...what] of changes) {
      const names = kind === "move" ? what.slice(-1) : kind === "shift" ? what.slice(0, 2).map(placeOf) : [];
      for (const name of names) {
        const element = this.find(name);
        if (element) spots.set(name, element.getBoundingClientRect());
      }
    }
    return spots;
  }

  /** The element of a piece or place; null if it is not drawn, or if it is a piece that is face down. */
  find(name) {
    if (name === null) return null;
    const quoted = CSS.escape(name);
    return this.root.querySelector(`[data-piece="${quoted}"]`) || this.root.querySelector(`[data-place="${quoted}"]`);
  }

  /** Animates everything that has moved, starting from where it was. */
  slide(changes, before) {
    if (still()) return;
    for (const [kind, ...what] of changes) {
      if (kind === "move") {
        const piece = what[what.length - 1];
        const [element, from] = [this.find(piece), before.get(piece)];
        if (element && from) glide(element, from, element.getBoundingClientRect());
      } else if (kind === "shift") {
        const [from, target] = [before.get(placeOf(what[0])), this.find(placeOf(what[1]))];
        if (from && target) this.fly(what[0].split("@")[0], from, target.getBoundingClientRect());
      }
    }
  }

  /** Scrolls the first thing that has changed into view. */
  reveal() {
    const first = this.root.querySelector(".place.changed, .card.changed, .numbers .changed");
    if (first) first.scrollIntoView({ block: "nearest" });
  }

  /** Animates a thing that flies from one place to another and then disappears. */
  fly(kind, from, to) {
    const flying = make("span", { class: "flying" }, this.sign(kind));
    document.body.append(flying);
    const middle = (box) => `translate(${box.x + Math.min(box.width / 2, 60)}px, ${box.y + box.height / 2}px)`;
    flying.animate([{ transform: middle(from) }, { transform: middle(to) }], { duration: 380, easing: "ease-in-out" }).finished.then(
      () => flying.remove(),
      () => flying.remove(),
    );
  }
}

function glide(element, from, to) {
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (!x && !y) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: 380, easing: "ease-in-out" });
}

/** The place of a cell. */
const placeOf = (cell) => cell.slice(cell.indexOf("@") + 1);

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
