"use strict";
// A card with all its sides, at a size that can be read: beside the card under the pointer or with the focus, or under a long press.

const WIDTH = 330; // pixels; of a wide card, a third more
const REST = 120; // milliseconds that the pointer must rest
const PRESS = 450; // milliseconds of a long press

class Zoom {
  /** `sidesFor` returns the side that an element shows and then those on its back; none if it shows none. */
  constructor(table, sidesFor) {
    this.table = table;
    this.sidesFor = sidesFor;
    this.box = make("div", { class: "zoom", "aria-hidden": "true", hidden: true });
    document.body.append(this.box);
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.wait(event.target, REST));
    document.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? this.hide() : this.wait(event.target, PRESS)));
    document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.wait(event.target, 0));
    for (const kind of ["pointerup", "pointercancel", "scroll", "focusout"]) document.addEventListener(kind, () => this.hide(), true);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    // A long press shows a card, and must neither choose it nor open a menu.
    document.addEventListener("click", (event) => this.pressed && event.pointerType !== "mouse" && stop(event), true);
    document.addEventListener("contextmenu", (event) => this.shown && stop(event));
  }

  wait(target, pause) {
    clearTimeout(this.timer);
    const at = target.closest("[data-side]");
    if (!at || at.closest("dialog") || !this.sidesFor(at).length) {
      this.hide();
      return;
    }
    if (at === this.shown) return;
    this.timer = setTimeout(() => this.show(at, pause === PRESS), pause);
  }

  show(at, pressed) {
    const sides = this.sidesFor(at);
    if (!sides.length || !at.isConnected) return;
    const width = Math.min(isWide(sides[0]) ? WIDTH * 1.33 : WIDTH, innerWidth - 16);
    const tall = sides.reduce((sum, side) => sum + side.size[1] / side.size[0], 0);
    const each = Math.min(width, (innerHeight - 16) / tall);
    const pictures = sides.map((side) => this.table.things.picture(side));
    for (const picture of pictures) picture.style.width = `${each}px`;
    this.box.replaceChildren(...pictures);
    this.box.hidden = false;
    [this.shown, this.pressed] = [at, pressed];
    const height = each * tall;
    const card = at.getBoundingClientRect();
    const right = card.right + 10 + width < innerWidth ? card.right + 10 : Math.max(8, card.left - width - 10);
    const top = Math.max(8, Math.min(card.top + card.height / 2 - height / 2, innerHeight - height - 8));
    this.box.style.transform = `translate(${pressed ? (innerWidth - width) / 2 : right}px, ${top}px)`;
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.shown = null;
    if (this.pressed) setTimeout(() => (this.pressed = false), 50);
  }
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
