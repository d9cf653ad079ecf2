"use strict";
// A question, drawn according to its form: one, some, a bag of things, or an amount. Nothing here depends on the game.

const LIST = 14; // with more options than this, there is a filter

class Question {
  /** `give` is called with an answer and its text, `back` without arguments, and `look` with a side's id. */
  constructor(asked, table, give, back, look) {
    Object.assign(this, { asked, table, give, back, look });
    this.counts = new Map();
    this.rows = new Map();
    this.total = 0;
  }

  /** The whole question as an element. */
  drawn() {
    const { asked } = this;
    const parts = [make("p", { class: "asks", id: "asks" }, asked.text)];
    if (asked.power) parts.push(make("p", { class: "rule" }, asked.power));
    if (asked.sofar) parts.push(this.sofar());
    if (asked.form === "amount") parts.push(this.amount());
    else {
      if (asked.options.length > LIST) parts.push(this.filter());
      parts.push(make("ul", { class: "options" }, ...asked.options.map((one) => this.option(one))));
      if (asked.form !== "one") parts.push(this.done());
    }
    this.mark();
    return make("div", { class: "question", role: "group", "aria-labelledby": "asks" }, ...parts);
  }

  /** The answers so far, which can be taken back. */
  sofar() {
    const back = make("button", { type: "button", class: "chip", id: "take-back", click: () => this.back() }, "Take back");
    return make("div", { class: "sofar" }, make("small", {}, this.asked.sofar), " ", back);
  }

  filter() {
    const input = make("input", { type: "search", class: "sift", placeholder: `Find among ${this.asked.options.length}`, "aria-label": "Find an answer", autocomplete: "off" });
    input.addEventListener("input", () => {
      for (const [id, row] of this.rows) row.element.hidden = !says(`${row.label} ${id}`, input.value);
    });
    return input;
  }

  /** An option: the symbols of its words, its name, what is printed on it, and what it would do. */
  option(one) {
    const { asked, table } = this;
    const signs = one.words.filter((word) => word in table.game.looks).slice(0, 3).map((word) => table.sign(word));
    const label = make("span", { class: "label" }, one.label);
    const text = make("span", { class: "what" }, label);
    if (one.printed) text.append(make("small", {}, one.printed));
    for (const told of one.foreseen.slice(0, 4)) text.append(make("small", { class: "foreseen" }, told));
    const sides = one.sides.map((id) => table.game.sides[id]).filter(Boolean);
    const look = sides.length ? make("button", { type: "button", class: "chip", "aria-label": `Look at ${sides[0].name}`, click: () => this.look(one.sides[0]) }, "?") : null;
    const row = { element: null, count: null, label: one.label, one };
    this.rows.set(one.id, row);
    if (asked.form === "bag") {
      row.count = make("b", { class: "many", "aria-live": "polite" }, "0");
      const less = make("button", { type: "button", class: "step", "aria-label": `One ${one.label} less`, click: () => this.add(one, -1) }, "−");
      const more = make("button", { type: "button", class: "step", "aria-label": `One ${one.label} more`, click: () => this.add(one, 1) }, "+");
      row.element = make("li", { class: "option", "data-id": one.id }, make("span", { class: "face" }, ...signs), text, make("small", {}, `of ${one.there}`), less, row.count, more);
    } else {
      const click = () => (asked.form === "one" ? this.answer(one.id, one.label) : this.toggle(one));
      row.button = make("button", { type: "button", class: "pick", "aria-pressed": asked.form === "some" ? "false" : null, click }, ...signs, text);
      row.element = make("li", { class: "option", "data-id": one.id }, row.button, look);
    }
    return row.element;
  }

  /** Chooses one more of an option, or one less. */
  add(one, by) {
    const n = (this.counts.get(one.id) || 0) + by;
    if (n < 0 || n > one.there || this.total + by > this.asked.high) return;
    this.counts.set(one.id, n);
    this.total += by;
    this.rows.get(one.id).count.textContent = n;
    this.mark();
  }

  toggle(one) {
    const by = this.counts.get(one.id) ? -1 : 1;
    if (this.total + by > this.asked.high) return;
    this.counts.set(one.id, by > 0 ? 1 : 0);
    this.total += by;
    this.rows.get(one.id).button.setAttribute("aria-pressed", String(by > 0));
    this.mark();
  }

  /** Handles a click on a piece or place of the table; false if no option fits. If several fit, marks them in the list. */
  clicked(name) {
    const fitting = this.asked.options.filter((one) => one.on.includes(name));
    if (fitting.length !== 1) {
      if (fitting.length) this.rows.get(fitting[0].id).element.scrollIntoView({ block: "nearest" });
      for (const one of fitting) this.rows.get(one.id).element.classList.add("meant");
      return fitting.length > 0;
    }
    const [one] = fitting;
    if (this.asked.form === "one") this.answer(one.id, one.label);
    else if (this.asked.form === "some") this.toggle(one);
    else this.add(one, (this.counts.get(one.id) || 0) < one.there ? 1 : -one.there);
    return true;
  }

  done() {
    const { low, high } = this.asked;
    this.finish = make("button", { type: "button", class: "main", id: "done", click: () => this.finished() }, "Done");
    const range = low === high ? `Choose ${low}` : low === 0 ? `Choose up to ${high}` : `Choose ${low} to ${high}`;
    this.tally = make("small", { "aria-live": "polite" }, "");
    return make("p", { class: "finish" }, `${range}. `, this.tally, this.finish);
  }

  mark() {
    if (!this.finish) return;
    const { low, high, form } = this.asked;
    this.finish.disabled = this.total < low || this.total > high;
    this.finish.textContent = this.total === 0 && low === 0 ? "Nothing" : "Done";
    this.tally.textContent = `${this.total} chosen. `;
    if (form === "bag") return;
    for (const row of this.rows.values()) row.button.disabled = !this.counts.get(row.one.id) && this.total >= high;
  }

  finished() {
    const chosen = [...this.counts].filter(([, n]) => n > 0);
    const words = chosen.map(([id, n]) => (this.asked.form === "bag" ? `${n} ${this.rows.get(id).label}` : this.rows.get(id).label));
    this.answer(this.asked.form === "bag" ? Object.fromEntries(chosen) : chosen.map(([id]) => id), words.join(", ") || "nothing");
  }

  amount() {
    const { low, high } = this.asked;
    const input = make("input", { type: "number", min: low, max: high, value: low, "aria-labelledby": "asks" });
    const go = make("button", { type: "button", class: "main", id: "done", click: () => input.reportValidity() && this.answer(Number(input.value), input.value) }, "Done");
    return make("p", { class: "finish" }, `${low} to ${high}: `, input, " ", go);
  }

  answer(answer, words) {
    if (this.given) return;
    this.given = true;
    this.give(answer, words);
  }

  /** The pieces and places that the options refer to. */
  places() {
    return new Set(this.asked.options.flatMap((one) => one.on));
  }
}
