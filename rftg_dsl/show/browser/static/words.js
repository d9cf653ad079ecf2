"use strict";
// The author's room: the words of the game and the sentences on printed pieces, found by search and inserted by a click.

const ROWS = 12; // of words, and of sentences

class Words {
  /** `insert` is called with the text of an example. */
  constructor(set, insert) {
    Object.assign(this, { set, insert, found: null });
    byId("sought").addEventListener("input", () => this.search().catch((error) => this.show(make("li", { class: "wrong" }, error.message))));
  }

  async search() {
    const wanted = byId("sought").value.trim();
    this.found ||= asked(`/author/words?set=${encodeURIComponent(this.set)}`);
    const { words, sentences } = await this.found;
    if (wanted !== byId("sought").value.trim()) return;
    if (!wanted) {
      this.show();
      return;
    }
    const near = [(one) => one.word === wanted, (one) => says(one.word, wanted), (one) => says(`${one.sort} ${one.meaning} ${one.example}`, wanted)];
    const named = new Set(near.flatMap((fits) => words.filter(fits))); // the nearest first
    const said = sentences.filter((one) => says(`${one.worded} ${one.written} ${one.name}`, wanted));
    const rows = [
      ...titled("Words", [...named].slice(0, ROWS).map((one) => this.word(one))),
      ...titled("On printed pieces", said.slice(0, ROWS).map((one) => this.sentence(one))),
    ];
    this.show(...(rows.length ? rows : [make("li", { class: "said" }, "No word and no printed sentence says this.")]));
  }

  show(...rows) {
    byId("words").replaceChildren(...rows);
    if (rows.length) byId("sought").closest("section").scrollIntoView({ block: "start" });
  }

  word({ word, sort, meaning, example }) {
    return make("li", {}, make("b", {}, word), make("small", {}, ` ${sort}`), make("p", {}, meaning), example && this.example(example));
  }

  sentence({ name, worded, written }) {
    return make("li", {}, make("small", {}, name), make("p", {}, worded), this.example(written));
  }

  /** An example that goes into the text below the cursor. */
  example(text) {
    return make("button", { type: "button", class: "example", title: "Insert as a line of its own", click: () => this.insert(text) }, text);
  }
}

/** Rows under a title; nothing if there are none. */
const titled = (title, rows) => (rows.length ? [make("li", { class: "title" }, title), ...rows] : []);
