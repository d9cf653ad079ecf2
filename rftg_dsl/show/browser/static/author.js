"use strict";
// The author's room: the files of a set and, next to them, its mistakes, its pictures and the results of its scenarios.

const PAUSE = 250; // milliseconds without a key press before the set is checked
const LEVELS = { error: "error", warning: "warning", lint: "remark" };

class Author {
  constructor() {
    this.set = byId("set").dataset.name;
    this.texts = new Map(); // as edited here, by file
    this.saved = new Map(); // as saved on disk, by file
    this.worth = new Worth(this.set);
    this.editor = new Editor(byId("text"), { changed: () => this.changed(), moved: () => this.later(), help: (what, offset) => this.help(what, offset) });
    this.words = new Words(this.set, (text) => this.editor.insertLine(text));
    byId("file").addEventListener("change", () => this.open(byId("file").value));
    byId("save").addEventListener("click", () => this.save());
    byId("add").addEventListener("click", () => this.ask());
    byId("piece").addEventListener("click", () => this.begin().catch((error) => this.failed(error)));
    byId("rename").addEventListener("click", () => this.rename());
    byId("all").addEventListener("click", () => this.turn());
    byId("share").addEventListener("click", () => share(this));
    if (byId("play")) byId("play").addEventListener("click", () => this.play());
    addEventListener("beforeunload", (event) => this.unsaved().length && event.preventDefault());
    addEventListener("keydown", (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.save();
      }
    });
  }

  /** The file in the editor. While another one is loaded, it is not yet the one that was chosen. */
  get file() {
    return this.shown;
  }

  async load(file) {
    if (this.texts.has(file)) return;
    const { text } = await asked(`/author/file?set=${encodeURIComponent(this.set)}&file=${encodeURIComponent(file)}`);
    this.saved.set(file, text);
    this.texts.set(file, text);
  }

  async open(file, start = 0, end = 0) {
    await this.load(file);
    if (file !== this.shown) this.editor.value = this.texts.get(file);
    byId("file").value = this.shown = file;
    this.editor.go(start, end);
    history.replaceState(null, "", `#${encodeURIComponent(file)}`);
    await this.check();
  }

  /** Asks the server about a place in the text; null if it cannot say. */
  async help(what, offset, more = {}) {
    try {
      return await asked(`/author/${what}`, { set: this.set, file: this.file, offset, texts: this.edited(), ...more });
    } catch (error) {
      if (more.new === undefined) return null;
      throw error;
    }
  }

  /** The texts that differ from the disk, and the one that is open. */
  edited() {
    return Object.fromEntries([...new Set([...this.unsaved(), this.file])].map((file) => [file, this.texts.get(file)]));
  }

  // -- editing ---------------------------------------------------------------------------------------------------

  changed() {
    this.worth.stop();
    this.texts.set(this.file, this.editor.value);
    this.mark();
    this.later();
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), PAUSE);
  }

  unsaved() {
    return [...this.texts].filter(([file, text]) => text !== this.saved.get(file)).map(([file]) => file);
  }

  mark() {
    const left = this.unsaved().length;
    byId("save").disabled = !left;
    byId("save").textContent = left ? "Save" : "Saved";
  }

  /** Shows all sides of the set, or again only what is at the cursor. */
  turn() {
    byId("all").setAttribute("aria-pressed", !this.every);
    this.check();
  }

  get every() {
    return byId("all").getAttribute("aria-pressed") === "true";
  }

  /** Has the set checked, and shows the result unless the text has changed since. */
  async check() {
    clearTimeout(this.waiting);
    const nth = (this.asked = (this.asked || 0) + 1);
    const [file, offset, text, texts] = [this.file, this.editor.offset, this.editor.value, this.edited()];
    try {
      const found = await asked("/author/check", { set: this.set, file, offset, texts, all: this.every });
      if (nth !== this.asked || file !== this.file || text !== this.editor.value) return;
      for (const one of found.findings) one.of = this.texts.get(one.file);
      this.show(found);
      this.worth.follow(texts, found);
    } catch (error) {
      byId("state").replaceChildren(make("span", { class: "wrong" }, error.message));
    }
    document.body.dataset.ready = "yes";
  }

  show({ findings, sides: here, scenarios, all }) {
    const sides = all ? all.sides : here;
    this.editor.underline(findings.filter((one) => one.file === this.file));
    const errors = findings.filter((one) => one.level === "error").length;
    this.broken = errors > 0;
    const { passed, failed, wrong } = scenarios;
    const ran = passed || failed.length ? `; ${plural(passed, "scenario")} passed, ${failed.length} failed` : "";
    byId("state").textContent = `${plural(errors, "error")}, ${plural(findings.length - errors, "remark")}${ran}`;
    byId("findings").replaceChildren(...(findings.length ? findings.map((one) => this.finding(one)) : [make("li", { class: "said" }, "Nothing is wrong.")]));
    byId("look").classList.toggle("old", !sides.length && errors > 0);
    if (sides.length) byId("look").replaceChildren(...sides.map((one) => figureOf(one, "picture large")));
    if (here.some((one) => one.broken)) byId("look").append(make("p", { class: "said" }, "A part with a mistake may be missing here."));
    if (all && all.more) byId("look").append(make("p", { class: "said" }, `And ${plural(all.more, "more side")}.`));
    if (!sides.length && !errors) byId("look").replaceChildren(make("p", { class: "said" }, "Put the cursor into a component."));
    const rows = failed.map((one) => this.scenario(one));
    if (wrong) rows.push(make("p", { class: "wrong" }, wrong));
    if (!rows.length) rows.push(make("p", { class: "said" }, passed ? `${plural(passed, "scenario")} passed.` : errors ? "They run when the errors are mended." : "There are none yet: add one to a file in the folder scenarios."));
    byId("scenarios").replaceChildren(...rows, ...this.coverage(scenarios.coverage));
  }

  /** How many effects of the powers the scenarios try and, to be unfolded, those that none of them tries. */
  coverage(found) {
    if (!found || !found.total) return [];
    if (!found.missing.length) return [make("p", { class: "said" }, "The scenarios try every effect of every power.")];
    const open = byId("scenarios").querySelector("details")?.open || null;
    const summary = make("summary", {}, `${found.total - found.covered} of ${plural(found.total, "effect")} not tried by a scenario yet`);
    const why = make("p", {}, "This is no mistake: you can play with the set as it is. To try a sentence, add a scenario in which it happens to a file in the folder scenarios.");
    const rows = found.missing.map((one) => this.place(one, make("span", {}, `${one.side}: `), make("code", {}, one.text), make("span", { class: "hint" }, sentence(one.clauses.join("; ")))));
    return [make("details", { class: "remark", open }, summary, why, ...rows)];
  }

  place(one, ...content) {
    const go = () => this.open(one.file, one.start, one.end).catch((error) => this.failed(error));
    return make("button", { type: "button", class: "at", click: go }, make("small", {}, `${one.file}:${one.line}`), ...content);
  }

  finding(one) {
    const hint = one.hint ? make("span", { class: "hint" }, one.hint) : null;
    const fix = one.fix ? make("button", { type: "button", class: "chip", click: () => this.mend(one) }, one.fix.title) : null;
    return make("li", { class: `level ${one.level}` }, this.place(one, make("b", {}, `${LEVELS[one.level]}: `), one.message, hint), fix);
  }

  /** Applies the fix of a finding, unless the text has changed since it was found. */
  async mend(one) {
    const stale = one.of !== this.texts.get(one.file);
    await this.open(one.file, one.start, one.end);
    if (!stale) this.editor.apply(one.fix.changes);
  }

  /** Asks for a new name for what is named at the cursor, and writes it wherever it is named. */
  async rename() {
    const { offset } = this.editor;
    let at;
    try {
      at = await this.help("rename", offset, { new: "" });
    } catch (error) {
      opened("Rename", make("p", {}, sentence(error.message)));
      return;
    }
    const name = make("input", { type: "text", value: at.name.replace(/^"|"$/g, ""), "aria-label": "New name", maxlength: 100 });
    const wrong = make("p", { class: "wrong", role: "alert" });
    const go = async () => {
      try {
        for (const [file, changes] of Object.entries(await this.help("rename", offset, { new: name.value }))) await this.edit(file, changes);
        byId("dialog").close();
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    opened(`Rename ${at.name}`, make("form", { class: "finish", submit: (event) => event.preventDefault() || go() }, name, make("button", { class: "main" }, "Rename")), wrong);
  }

  /** Changes the text of a file, whether it is open or not. */
  async edit(file, changes) {
    if (file === this.file) {
      this.editor.apply(changes);
      return;
    }
    await this.load(file);
    const later = [...changes].sort((one, other) => other.start - one.start);
    this.texts.set(file, later.reduce((text, { start, end, text: written }) => text.slice(0, start) + written + text.slice(end), this.texts.get(file)));
    this.mark();
  }

  scenario(one) {
    const failures = one.failures.map((each) => this.place({ ...each, file: one.file }, make("code", {}, each.wanted), each.message, each.hint ? make("span", { class: "hint" }, each.hint) : null, ...each.lines.map((line) => make("code", {}, line))));
    return make("div", { class: "level error" }, make("b", {}, `✗ ${one.title}`), ...failures);
  }

  failed(error) {
    byId("state").replaceChildren(make("span", { class: "wrong", role: "alert" }, error.message));
  }

  // -- files -----------------------------------------------------------------------------------------------------

  /** Saves every file that has changed; true if all could be saved. */
  async save() {
    try {
      for (const file of this.unsaved()) {
        const after = this.texts.get(file);
        await asked("/author/save", { set: this.set, file, before: this.saved.get(file), after });
        this.saved.set(file, after);
      }
    } catch (error) {
      this.failed(error);
      return false;
    } finally {
      this.mark();
    }
    return true;
  }

  /** Asks which sort of component to begin, and writes one without powers at the end of a file for components. */
  async begin() {
    const sketches = await asked("/author/sketches", { set: this.set, file: this.file, offset: 0, texts: this.edited() });
    const write = async (text) => {
      byId("dialog").close();
      const files = [...byId("file").options].map((one) => one.value).filter((file) => file.endsWith(".rftg") && !file.startsWith("scenarios/"));
      await this.open(files.includes(this.file) ? this.file : files[0]);
      this.editor.add(text);
    };
    const buttons = Object.entries(sketches).map(([kind, text]) => make("button", { type: "button", class: "chip", click: () => write(text).catch((error) => this.failed(error)) }, capital(kind.replaceAll("-", " "))));
    opened("What is it?", make("p", { class: "finish" }, ...buttons));
  }

  ask() {
    const name = make("input", { type: "text", value: "scenarios/new.rftg", "aria-label": "Name of the file", maxlength: 120 });
    const wrong = make("p", { class: "wrong", role: "alert" });
    const go = async () => {
      try {
        await asked("/author/add", { set: this.set, file: name.value });
        byId("file").append(make("option", {}, name.value));
        byId("dialog").close();
        await this.open(name.value);
        this.editor.go(this.editor.value.length, this.editor.value.length);
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    const about = make("p", { class: "said" }, "Files in the folder scenarios have scenarios in them; all others have components.");
    opened("A new file", about, make("p", { class: "finish" }, name, make("button", { type: "button", class: "main", click: go }, "Begin")), wrong);
  }

  /** Saves the set, then begins a game with it against bots. A set with mistakes is not saved. */
  async play() {
    if (this.broken) {
      opened("Not yet", make("p", {}, "The set has mistakes, and cannot be played with until they are mended. Your text is still here, and nothing was saved."));
      return;
    }
    if (!(await this.save())) return;
    try {
      const { starts } = await asked(`/play/choices?of=${encodeURIComponent(byId("play").dataset.of)}`);
      if (Object.keys(starts).length) this.choose(starts);
      else await playAgainstBots(byId("play").dataset.of);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Asks which of the set's pieces the author has from the start, since any of them may not be drawn for a long time. */
  choose(starts) {
    const wrong = make("p", { class: "wrong", role: "alert" });
    const go = async (options) => {
      try {
        await playAgainstBots(byId("play").dataset.of, options);
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    const plain = make("button", { type: "button", class: "main", id: "draw", click: () => go({}) }, "None: draw them in the game");
    const each = Object.entries(starts).map(([name, options]) => make("button", { type: "button", class: "chip", click: () => go(options) }, name));
    opened("Which piece do you have from the start?", make("p", { class: "finish" }, plain, ...each), wrong);
  }
}

/** A clause as a sentence: "no scenario uses it" becomes "No scenario uses it." */
const sentence = (text) => `${capital(text)}.`;

const author = new Author();
globalThis.author = author;
const wanted = decodeURIComponent(location.hash.slice(1));
const files = [...byId("file").options].map((one) => one.value);
author.open(files.includes(wanted) ? wanted : files.find((one) => one.endsWith(".rftg")) || files[0]).catch((error) => author.failed(error));
author.mark();
