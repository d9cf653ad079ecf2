"use strict";
// How things move: what has changed places goes from where it was to where it is.

const GLIDE = { duration: 380, easing: "ease-in-out" };

/** Where everything is that some changes will move; asked before the table is drawn again. */
function spotsBefore(table, changes) {
  const spots = new Map();
  for (const [kind, ...what] of changes) {
    const names = kind === "move" ? [what[4], what[0]] : kind === "shift" ? [placeOf(what[0])] : [];
    for (const name of names) {
      const spot = table.spot(name);
      if (spot) spots.set(name, spot);
    }
  }
  return spots;
}

/** Animates everything that has moved, starting from where it was. */
function slide(table, changes, before) {
  if (still()) return;
  for (const [kind, ...what] of changes) {
    if (kind === "move") slidePiece(table, what, before);
    else if (kind === "shift") {
      const to = table.spot(placeOf(what[1]));
      const from = before.get(placeOf(what[0]));
      if (from && to) fly(table.things.sign(kindOf(what[0])), from, to);
    }
  }
}

/** Moves a piece; one that was not seen before comes from its place, and one that is hidden now flies as a back. */
function slidePiece(table, [source, , target, , piece], before) {
  const element = piece === null ? null : table.find(piece);
  const from = (piece !== null && before.get(piece)) || before.get(source);
  if (!from) return;
  if (element && element.getClientRects().length) glide(element, from);
  else {
    const to = table.spot(target);
    if (to) fly(table.things.back(), from, to);
  }
}

function glide(element, from) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (x || y) element.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], GLIDE);
}

/** Animates a thing that flies from one box to another and then disappears. */
function fly(thing, from, to) {
  const flying = make("span", { class: "flying" }, thing);
  document.body.append(flying);
  const middle = (box) => `translate(${box.x + Math.min(box.width / 2, 60)}px, ${box.y + Math.min(box.height / 2, 60)}px)`;
  flying.animate([{ transform: middle(from) }, { transform: middle(to) }], GLIDE).finished.then(
    () => flying.remove(),
    () => flying.remove(),
  );
}
