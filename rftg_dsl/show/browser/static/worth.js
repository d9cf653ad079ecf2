"use strict";
// The author's room: what the sides at the cursor are worth. Each answer of the server knows a little more than the last.

const STILL = 1000; // milliseconds without a change before anything is measured

class Worth {
  constructor(set) {
    this.set = set;
    this.wanted = { texts: {}, sides: [], sound: false };
    byId("measure").addEventListener("click", () => this.toggle());
    this.explain();
  }

  get on() {
    return byId("measure").getAttribute("aria-pressed") === "true";
  }

  toggle() {
    const on = !this.on;
    byId("measure").setAttribute("aria-pressed", on);
    byId("measure").textContent = on ? "Stop" : "Measure";
    if (on) this.begin();
    else this.stop();
  }

  /** Measures the sides at the cursor, after each check of the set; goes on if they are being measured already. */
  follow(texts, { sides, findings }) {
    const wanted = { texts, sides: sides.map((one) => one.id), sound: !findings.some((one) => one.level === "error") };
    if (this.run && JSON.stringify(wanted) === JSON.stringify(this.wanted)) return;
    this.stop();
    this.wanted = wanted;
    byId("worth").replaceChildren();
    if (this.on) this.waiting = setTimeout(() => this.begin(), STILL);
    else this.explain();
  }

  /** Asks for nothing more; the server stops when it has played for the last answer. */
  stop() {
    clearTimeout(this.waiting);
    this.run = null;
    byId("worth").removeAttribute("aria-busy");
  }

  explain(text = "Bots play with the side at the cursor, and without it.") {
    byId("worth").replaceChildren(make("p", { class: "said" }, text));
  }

  async begin() {
    this.stop();
    const { texts, sides, sound } = this.wanted;
    if (!sound) return this.explain("It is measured when the errors are mended.");
    if (!sides.length) return this.explain("Put the cursor into a component: it is measured at once, until you press Stop.");
    const run = (this.run = {});
    byId("worth").setAttribute("aria-busy", "true");
    if (!byId("worth").querySelector(".value")) this.explain("Getting ready. The first time, printed sides are measured to compare with, which can take a minute.");
    try {
      while (this.run === run) {
        const found = await asked("/author/measure", { set: this.set, texts, sides });
        if (this.run !== run) return;
        this.show(found);
        if (found.done) return this.finish();
      }
    } catch (error) {
      if (this.run === run) byId("worth").replaceChildren(make("p", { class: "wrong" }, error.message));
      if (this.run === run) this.finish();
    }
  }

  /** Leaves the figures as they are. The run remains, so that the same sides are not measured again. */
  finish() {
    byId("worth").removeAttribute("aria-busy");
  }

  show({ said, notes = [], sides = [] }) {
    const values = sides.map(({ name, parts }) => make("div", { class: "value" }, sides.length > 1 ? make("h3", {}, name) : null, ...parts.map((part) => built(part))));
    byId("worth").replaceChildren(...values, ...[said, ...notes].map((line) => make("p", { class: "said" }, line)));
  }
}
