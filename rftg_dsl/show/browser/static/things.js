"use strict";
// What lies on a table, drawn from data: cards with what is on them, dice, and piles.

const MANY = 12; // more identical things than this are drawn as one with a number; three times as many pieces, as a pile

/** Draws the pieces and dice of one game. `game` has places, looks, sides and names, as reels have them. */
class Things {
  constructor(game, ask) {
    this.game = game;
    this.ask = ask; // called with the id of a piece to look at
    this.cards = new Map();
    this.places = new Map(game.places.map((place) => [place.name, place]));
  }

  // -- names -----------------------------------------------------------------------------------------------------

  title(place) {
    const known = this.places.get(wordOf(place));
    return known ? known.title : wordOf(place);
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

  // -- pieces ----------------------------------------------------------------------------------------------------

  /** What lies at a place: its pieces, or a pile of them. `now` has the table, what lies where, and what has changed. */
  piecesAt(place, now) {
    const pieces = now.table.pieces[place] || [];
    const known = this.places.get(wordOf(place));
    const hidden = known ? known.seen === "none" : false;
    if (pieces.length > 1 && (hidden || pieces.every((piece) => piece === null) || pieces.length > 3 * MANY)) {
      const glow = now.changes.has(place) ? "pile changed" : "pile";
      return [make("span", { class: glow, role: "img", "aria-label": `${pieces.length} pieces, face down` }, String(pieces.length))];
    }
    return pieces.map((piece) => (piece === null ? this.back() : this.card(piece, now)));
  }

  back() {
    return make("span", { class: "card back", role: "img", "aria-label": "A piece, face down" });
  }

  /** A piece: its picture, or else its name and printed numbers, with whatever lies on it. */
  card(piece, now) {
    const { table, held, changes } = now;
    const side = this.game.sides[this.sideOf(piece, table)];
    const name = this.nameOf(piece, table);
    const seat = this.seatOf(piece);
    const places = held.get(piece) || [];
    const signature = JSON.stringify([this.sideOf(piece, table), table.tags[piece] || 0]);
    let card = this.cards.get(piece);
    if (!card || card.signature !== signature || places.length || card.places) {
      const picture = side && seat === null && side.name === name ? this.picture(side) : null;
      const pawn = seat !== null && side && side.kind in this.game.looks;
      const parts = picture ? [picture] : pawn ? [this.sign(side.kind), make("span", { class: "unseen" }, name)] : [make("span", { class: "name" }, name)];
      if (side && !picture && !pawn) parts.unshift(make("span", { class: "printed" }, ...this.badges(side)));
      if (table.tags[piece]) parts.push(make("span", { class: "tag" }, String(table.tags[piece])));
      parts.push(...places.map((place) => this.onPiece(place, now, picture && side)));
      const element = card ? card.element : make("button", { type: "button", class: "card", "data-piece": piece, click: () => this.ask(piece) });
      element.replaceChildren(...parts);
      element.dataset.side = this.sideOf(piece, table);
      if (seat !== null) element.dataset.seat = seat;
      element.classList.toggle("pawned", seat !== null);
      element.classList.toggle("pictured", picture !== null);
      element.classList.toggle("wide", picture !== null && isWide(side));
      card = { element, signature, places: places.length };
      this.cards.set(piece, card);
    }
    card.element.classList.toggle("changed", changes.has(piece) || places.some((place) => changes.has(place)));
    return card.element;
  }

  /** The picture of a side as an image, so that nothing in it can affect the page. */
  picture(side) {
    if (!side.picture && !side.address) return null;
    if (!side.address) side.address = URL.createObjectURL(new Blob([side.picture], { type: "image/svg+xml" }));
    const [width, height] = side.size; // so that the page knows its shape before it is loaded
    return make("img", { class: "picture", src: side.address, alt: side.name, width, height, draggable: "false" });
  }

  /** The numbers printed on a side. */
  badges(side) {
    const found = [];
    for (const [name, value] of side.has) {
      if (/^\d+$/.test(value)) found.push(make("span", { class: "badge", title: name }, make("span", { class: "unseen" }, `${name} `), value));
    }
    return found;
  }

  /** What lies on a piece: on its picture, where `side` has spots for the place, or else below it. */
  onPiece(place, { table, stocks, changes }, side) {
    const spots = (side && side.spots[wordOf(place)]) || [];
    const box = make("span", { class: `on${spots.length ? " spotted" : ""}${changes.has(place) ? " changed" : ""}`, title: this.title(place), "data-place": place });
    const crowd = new Map();
    for (const piece of table.pieces[place] || []) {
      const seat = piece === null ? null : this.seatOf(piece);
      const token = make("span", { class: piece === null ? "token good" : "token", "data-seat": seat, "data-piece": piece, title: piece === null ? "face down" : this.nameOf(piece, table) });
      const tag = (piece !== null && table.tags[piece]) || 0;
      if (spots.length) {
        const nth = crowd.get(tag) || 0;
        crowd.set(tag, nth + 1);
        this.put(token, side, spots[Math.min(tag, spots.length - 1)], nth);
      } else if (tag) token.append(String(tag));
      box.append(token);
    }
    for (const [kind, n] of stocks.get(place) || []) box.append(this.stock(kind, n, place));
    return box;
  }

  /** Puts a token on a spot of a picture, or beside the `nth` others that lie there. */
  put(token, side, [x, y], nth) {
    token.style.left = `calc(${(100 * x) / side.size[0]}% - ${nth} * 0.8em)`;
    token.style.marginTop = `${(100 * y) / side.size[0]}%`; // of the width, because other things may lie below the picture
  }

  // -- stock -----------------------------------------------------------------------------------------------------

  /** Identical things at a place, one by one or, if there are many, as one with a number; drawn as `look` says. */
  stock(kind, n, place, look = kind, title = this.game.titles[kind]) {
    const name = title || (kind === "?" ? "not seen" : kind);
    const box = make("span", { class: "things", role: "img", "aria-label": `${n} ${name}`, title: `${n} ${name}`, "data-cell": `${kind}@${place}` });
    if (n > MANY) box.append(this.sign(look), `×${n}`);
    else for (let one = 0; one < n; one += 1) box.append(this.sign(look));
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
}

const isWide = ({ size: [width, height] }) => width > height;

/** The id of the component that a side belongs to. */
const componentOf = (side) => side.replace(/\.[^.]*$/, "");

/** The side with an id, followed by the other sides of its component; none if there is no such side. */
function sidesOf(sides, id) {
  if (!sides[id]) return [];
  const others = Object.keys(sides).filter((other) => other !== id && componentOf(other) === componentOf(id));
  return [id, ...others].map((each) => sides[each]);
}

/** The name of a place without its owner. */
const wordOf = (place) => place.split(".")[0];

/** The place of a cell, and the kind of what lies there. */
const placeOf = (cell) => cell.slice(cell.indexOf("@") + 1);
const kindOf = (cell) => cell.slice(0, cell.indexOf("@"));
