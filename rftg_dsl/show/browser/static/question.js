"use strict";
// A question, drawn according to its form: one, some, a bag of things, or an amount. Nothing here depends on the game.
// An answer can be given in the list, by a number key, or on the things of the table that it is about.

const LIST = 14; // with more options than this, there is a filter
const FEW = 6; // with more options than this, each has two lines at most
const KEYED = 9; // options that have a number key
const THINGS = "[data-piece], [data-cell], [data-place]:not(.spotted), [data-word]"; // for a place on a picture, its piece

class Question {
  /**
   * `give` is called with an answer and its text, `back` and `changed` without arguments, `look` with a side's id, and
   * `say` with a sentence, to put names into it.
   */
  constructor(asked, table, { give, back, look, changed, say }) {
    Object.assign(this, { asked, table, give, back, look, changed, say });
    this.counts = new Map();
    this.rows = new Map();
    this.total = 0;
    this.meant = []; // things that were clicked, if several options fit each of them
    this.did = asked.did.includes(" ") || asked.did === "chose" ? "chosen" : asked.did; // what becomes of a thing that is chosen
    this.single = asked.form === "one" || (asked.form !== "amount" && asked.low === 1 && asked.high === 1);
  }

  /** The whole question as an element. */
  drawn() {
    const { asked } = this;
    const parts = [make("p", { class: "asks", id: "asks" }, this.say(asked.text))];
    if (asked.power) parts.push(make("p", { class: "rule" }, asked.power));
    if (asked.sofar) parts.push(this.sofar());
    if (asked.form === "amount") parts.push(this.amount());
    else {
      if (asked.options.length > LIST) parts.push(this.filter());
      parts.push(...this.lists());
      if (!this.single) parts.push(this.done());
    }
    this.count();
    return make("div", { class: "question", role: "group", tabindex: -1, "aria-labelledby": "asks" }, ...parts);
  }

  /** The answers so far, which can be taken back. */
  sofar() {
    const back = make("button", { type: "button", class: "chip", id: "take-back", click: () => this.back() }, "Take back");
    return make("div", { class: "sofar" }, make("small", {}, this.say(this.asked.sofar)), " ", back);
  }

  filter() {
    const input = make("input", { type: "search", class: "sift", placeholder: `Find among ${this.asked.options.length}`, "aria-label": "Find an answer", autocomplete: "off" });
    input.addEventListener("input", () => {
      for (const [id, row] of this.rows) row.element.hidden = !says(`${row.label} ${id}`, input.value);
    });
    return input;
  }

  /** The options in a list or, where their labels begin alike, in a list for each beginning. */
  lists() {
    const { options } = this.asked;
    const heads = [...new Set(options.map((one) => one.head))];
    const name = options.length > FEW ? "options many" : "options";
    this.all = make("button", { type: "button", class: "chip", hidden: true, click: () => this.widen() }, "Show all answers");
    const listOf = (head) => make("ol", { class: name, "aria-label": head || null }, ...options.flatMap((one, nth) => (one.head === head ? [this.option(one, nth)] : [])));
    const titled = (head) => (head ? [make("p", { class: "head" }, capital(this.say(head)))] : []);
    return [this.all, ...heads.flatMap((head) => [...titled(head), listOf(head)])];
  }

  /** An option: the symbols of its words, its name, what is printed on it, and what it would do. */
  option(one, nth) {
    const { asked, table } = this;
    const signs = one.words.filter((word) => word in table.game.looks).slice(0, 3).map((word) => table.things.sign(word));
    const label = make("span", { class: "label" }, this.say(one.label.slice(one.head.length).trim()));
    const text = make("span", { class: "what" }, label);
    if (one.printed) text.append(make("small", {}, one.printed));
    for (const told of one.foreseen.slice(0, 4)) text.append(make("small", { class: "foreseen" }, this.say(told)));
    const sides = one.sides.map((id) => table.game.sides[id]).filter(Boolean);
    const key = nth < KEYED ? make("kbd", { "aria-hidden": "true" }, String(nth + 1)) : null;
    const look = sides.length ? make("button", { type: "button", class: "chip", "aria-label": `Look at ${sides[0].name}`, click: () => this.look(one.sides[0]) }, "?") : null;
    const row = { element: null, count: null, label: one.label, one };
    this.rows.set(one.id, row);
    if (asked.form === "bag" && !this.single) {
      row.count = make("b", { class: "many", "aria-live": "polite" }, "0");
      const less = make("button", { type: "button", class: "step", "aria-label": `One ${one.label} less`, click: () => this.add(one, -1) }, "−");
      const more = make("button", { type: "button", class: "step", "aria-label": `One ${one.label} more`, click: () => this.add(one, 1) }, "+");
      row.element = make("li", { class: "option", "data-id": one.id }, key, make("span", { class: "face" }, ...signs), text, make("small", {}, `of ${one.there}`), less, row.count, more);
    } else {
      if (one.there > 1) text.append(make("small", {}, `one of ${one.there}`));
      const click = () => this.choose(one);
      row.button = make("button", { type: "button", class: "pick", "aria-pressed": this.single ? null : "false", "aria-keyshortcuts": nth < KEYED ? nth + 1 : null, click }, key, ...signs, text);
      row.element = make("li", { class: "option", "data-id": one.id, "data-side": one.sides[one.head ? one.sides.length - 1 : 0] }, row.button, look);
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
    this.count();
  }

  toggle(one) {
    const by = this.counts.get(one.id) ? -1 : 1;
    if (this.total + by > this.asked.high) return;
    this.counts.set(one.id, by > 0 ? 1 : 0);
    this.total += by;
    this.rows.get(one.id).button.setAttribute("aria-pressed", String(by > 0));
    this.count();
  }

  /** Chooses an option as a click on it does: where one is asked for, that is the answer. A bag gets one more of it. */
  choose(one) {
    const { form } = this.asked;
    if (this.single) this.answer(form === "one" ? one.id : form === "bag" ? { [one.id]: 1 } : [one.id], one.label);
    else if (form === "some") this.toggle(one);
    else {
      const n = this.counts.get(one.id) || 0;
      this.add(one, n < one.there && this.total < this.asked.high ? 1 : -n);
    }
  }

  /** Handles a click on a thing of the table; false if no option fits. If several fit, lists only these. */
  clicked(name) {
    const fits = (names) => this.asked.options.filter((one) => names.every((each) => thingsOf(one).includes(each)));
    let fitting = fits([...this.meant, name]);
    if (!fitting.length) {
      this.meant = [];
      fitting = fits([name]);
    }
    if (!fitting.length) return false;
    if (fitting.length === 1) {
      this.meant = [];
      this.choose(fitting[0]);
    } else this.meant.push(name);
    this.narrow(fitting);
    if (this.meant.length) this.rows.get(fitting[0].id).element.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** Lists only some options, if several fit what was clicked. */
  narrow(fitting) {
    for (const row of this.rows.values()) row.element.classList.toggle("meant", this.meant.length > 0 && fitting.includes(row.one));
    this.all.hidden = this.meant.length === 0;
  }

  /** Lists all options again. */
  widen() {
    this.meant = [];
    this.narrow([]);
  }

  /** Handles a key: a number chooses an option, Enter finishes a choice of several; whether it did. */
  pressed(key) {
    const one = /^[1-9]$/.test(key) && this.asked.form !== "amount" ? this.asked.options[Number(key) - 1] : undefined;
    if (one) this.choose(one);
    else if (key === "Enter" && this.finish && !this.finish.disabled) this.finished();
    else return false;
    return true;
  }

  /** The things that the options are about. */
  things() {
    return this.asked.options.flatMap(thingsOf);
  }

  /** Marks the things in `root` that can be chosen, and those that are. */
  mark(root) {
    const open = new Set(this.things());
    const chosen = new Set(this.asked.options.filter((one) => this.counts.get(one.id)).flatMap(thingsOf));
    for (const thing of root.querySelectorAll(THINGS)) {
      const name = nameOf(thing);
      thing.classList.toggle("open", open.has(name));
      thing.classList.toggle("chosen", chosen.has(name));
      thing.dataset.chosen = this.did;
    }
  }

  done() {
    this.finish = make("button", { type: "button", class: "main", id: "done", click: () => this.finished() }, "Done");
    this.tally = make("span", { "aria-live": "polite" }, "");
    return make("p", { class: "finish" }, this.finish, this.tally);
  }

  /** Says what is chosen and what is missing. */
  count() {
    if (!this.finish) return;
    const { low, high, form } = this.asked;
    this.finish.disabled = this.total < low || this.total > high;
    this.finish.textContent = this.total === 0 && low === 0 ? "Nothing" : "Done";
    const range = low === high ? ` of ${high} ${this.did}` : low === 0 ? ` ${this.did}, up to ${high}` : ` ${this.did}; choose ${low} to ${high}`;
    this.tally.textContent = `${this.total}${range}`;
    this.changed();
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
}

/** The things of a table that an option is about: pieces, cells and places or, if there are none, words. */
const thingsOf = (one) => (one.on.length ? one.on : one.words);

/** The name of a thing of the table, as options have it. */
const nameOf = ({ dataset }) => dataset.piece || dataset.cell || dataset.place || dataset.word;
