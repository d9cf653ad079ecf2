"use strict";
// The replay room: a game shown step by step, in full or as one viewer sees it.

// Viewers, other than seats, which are numbered from 0.
const EVERYTHING = null;
const PUBLIC = -1;

class Replay {
  constructor(reel) {
    this.reel = reel;
    this.films = new Map();
    this.keep(reel);
    this.now = 0;
    this.waits = null; // the seat that a game in progress waits for
    this.asks = null; // the question that is open in it, for the reader
    this.playing = 0;
    this.entries = [];
    this.table = new Table(byId("table"), reel, (piece) => this.look(piece));
    this.spoken = new Spoken(reel.seats, this.table.own);
    this.zoom = new Zoom(this.table, (element) => (element.matches(".pawned") ? [] : sidesOf(reel.sides, element.dataset.side)));
    this.header();
    this.see(reel.seen_by, 1);
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  header() {
    const { reel } = this;
    const view = byId("view");
    if (reel.seen_by !== null) {
      const only = reel.seen_by === PUBLIC ? "what all see" : `what seat ${reel.seen_by + 1} sees`;
      view.append(make("option", {}, only));
      view.disabled = true;
    } else {
      view.append(make("option", { value: "" }, "everything"), make("option", { value: PUBLIC }, "what all see"));
      reel.seats.forEach((name, seat) => view.append(make("option", { value: seat }, `what seat ${seat + 1} (${name}) sees`)));
      view.addEventListener("change", () => this.choose(view.value === "" ? EVERYTHING : Number(view.value)).catch((error) => complain(error.message)));
    }
    byId("game").textContent = reel.title;
    const more = [reel.edition && `${reel.edition} edition`, ...reel.sets.filter((one) => one !== "base"), ...Object.entries(reel.options).map((one) => one.join("="))];
    byId("edition").textContent = more.filter(Boolean).join(" · ");
    this.phases();
    if (reel.verdict) this.judged();
    const notes = [];
    if (reel.missing) notes.push(`${reel.missing}: the log speaks alone.`);
    if (reel.stopped) notes.push(`Line ${reel.stopped.line} cannot be shown: ${reel.stopped.reason}`);
    else if (!reel.complete) notes.push("The log ends before the game does.");
    byId("notes").replaceChildren(...notes.map((text) => make("p", {}, text)));
    for (const [id, act] of Object.entries(MOVES)) {
      const button = byId(id);
      if (button) button.addEventListener("click", () => act(this));
    }
    byId("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("help").addEventListener("click", () => this.help());
  }

  /** Lists the phases of a round, unless there is only one. */
  phases() {
    const { phases, titles } = this.reel;
    if (phases.length < 2) return;
    const steps = phases.map((name) => make("li", {}, make("span", { class: "phase", "data-word": name, title: titles[name] }, this.table.things.sign(name), make("span", {}, titles[name]))));
    byId("phases").replaceChildren(...steps);
  }

  /** Shows the audit's verdict next to the title. */
  judged() {
    const { verdict } = this.reel;
    const button = byId("verdict");
    button.replaceChildren(make("span", { "aria-hidden": "true" }, { valid: "✓ ", invalid: "✗ ", sealed: "⌂ " }[verdict.verdict] || "? "), verdict.verdict);
    button.dataset.verdict = verdict.verdict;
    button.addEventListener("click", () => this.judge());
    button.hidden = false;
  }

  /** Fetches the verdict, which takes longer than the rest. */
  async later() {
    const { reel } = this;
    reel.verdict = await asked(reel.later.verdict);
    this.judged();
  }

  /** Keeps films; if the lines of several are in one list, `by` says whose a line is. */
  keep({ tables, lines }) {
    for (const [who, table] of tables) this.films.set(who, new Film(table, lines.filter(({ by }) => !by || by.includes(who))));
  }

  /** Switches to a viewer's view; the film for a viewer is fetched on first use, unless the page has it. */
  async choose(who) {
    this.chosen = who;
    if (!this.films.has(who)) this.keep(await asked(`${this.reel.later.film}${who}`));
    if (this.chosen === who) this.see(who, this.line());
  }

  /** Shows a viewer's view at a line. */
  see(who, line) {
    this.film = this.films.get(who);
    this.tell();
    this.go(this.stepOf(line), false);
  }

  /** Appends new lines of a game in progress; those in `tail` are shown until the game goes on. */
  grow(lines, tail) {
    const from = this.film.settled;
    this.film.grow(lines, tail);
    this.tell(from);
  }

  get steps() {
    return this.film.steps;
  }

  // -- moving ----------------------------------------------------------------------------------------------------

  line() {
    return this.now ? this.steps[this.now - 1].line : 1;
  }

  /** The number of steps up to and including part `nth` of a line, or of the first later line that has steps. */
  stepOf(line, nth = 0) {
    const first = this.steps.findIndex((step) => step.line >= line);
    if (first < 0) return this.steps.length;
    return line <= 1 ? 0 : first + 1 + Math.max(0, Math.min(nth, this.steps.length) - 1);
  }

  follow() {
    const found = /^#line=(\d{1,7})(?:\.(\d{1,4}))?$/.exec(location.hash);
    if (found) this.go(this.stepOf(Number(found[1]), Number(found[2] || 0)), false);
  }

  go(to, link = true) {
    const n = Math.max(0, Math.min(to, this.steps.length));
    const forward = n === this.now + 1;
    this.now = n;
    const step = n ? this.steps[n - 1] : null;
    const changes = step ? step.changes : [];
    const before = forward ? spotsBefore(this.table, changes) : new Map();
    this.shown = this.film.at(n);
    this.table.show(this.shown, changedBy(changes), this.standingAt(n), this.acting(step));
    this.table.reveal();
    if (forward) slide(this.table, changes, before);
    this.caption(step);
    this.why(step);
    this.mark(n);
    this.moved();
    if (link) history.replaceState(null, "", `#line=${this.line()}${this.part(n)}`);
  }

  /** Called after each move; a seat in a game replaces it. */
  moved() {}

  /** The seats that act in a step; after the last one, the seat that the game waits for. */
  acting(step) {
    const seat = this.waits !== null && this.now === this.steps.length ? this.waits : step ? step.seat : null;
    return seat === null ? [] : [seat];
  }

  /** The suffix of a step's link, which identifies the step's part of the line. */
  part(n) {
    let part = 1;
    for (let at = n - 1; at > 0 && this.steps[at - 1].line === this.steps[n - 1].line; at -= 1) part += 1;
    return part > 1 ? `.${part}` : "";
  }

  /** Moves forwards or backwards to where `what`, the round or the stage, changes. */
  jump(by, what) {
    const key = (n) => (n ? what(this.steps[n - 1]) : "");
    let to = this.now + by;
    if (by < 0) {
      const here = key(to);
      while (to > 0 && key(to - 1) === here) to -= 1;
    } else {
      while (to < this.steps.length && key(to) === key(this.now)) to += 1;
    }
    this.go(to);
  }

  play() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      this.playing = setInterval(() => {
        if (this.now >= this.steps.length) this.play();
        else this.go(this.now + 1);
      }, 900);
    }
    byId("play").textContent = this.playing ? "❚❚" : "▶";
    byId("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("dialog").open) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift ${event.key}` : event.key;
    const typing = event.target.matches("select, input:not([type=range]), textarea");
    const pressing = event.key === " " && event.target.matches("button");
    if (!(name in KEYS) || typing || pressing) return;
    event.preventDefault();
    KEYS[name](this);
  }

  // -- next to the table -----------------------------------------------------------------------------------------

  caption(step) {
    const now = this.stageAt(this.now);
    const where = step ? [step.round, now].filter(Boolean).join(" · ") : "Before the game";
    byId("where").textContent = where;
    byId("caption").textContent = step ? this.words(step) : "The table as it is laid out";
    byId("counter").textContent = `line ${this.line()} · step ${this.now} of ${this.steps.length}`;
    byId("slider").value = this.now;
    byId("slider").setAttribute("aria-valuetext", `step ${this.now}, ${where}`);
    const picked = this.picked(now);
    for (const phase of document.querySelectorAll(".phase")) {
      const current = now === this.reel.titles[phase.dataset.word];
      const seats = picked.get(phase.dataset.word) || [];
      phase.querySelectorAll(".pawn").forEach((pawn) => pawn.remove());
      phase.append(...seats.map((seat) => make("span", { class: "pawn", role: "img", "data-seat": seat, title: `selected by ${playerIn(this.reel, seat)}`, "aria-label": `selected by ${playerIn(this.reel, seat)}` })));
      phase.classList.toggle("now", current);
      if (current) phase.setAttribute("aria-current", "step");
      else phase.removeAttribute("aria-current");
    }
  }

  /** The seats that selected each phase. In the first phase of a round they still choose, so there are none. */
  picked(now) {
    const { phases, titles, seats, table } = this.reel;
    const { counters, facts } = this.shown;
    const found = new Map();
    if (now === titles[phases[0]]) return found;
    const listed = facts[table.selects] || [];
    seats.forEach((_, seat) => {
      for (const word of listed[seat] || [counters[`${table.selects}.${seat}`]]) {
        const phase = table.selected[word];
        if (phase) found.set(phase, [...(found.get(phase) || []), seat]);
      }
    });
    return found;
  }

  stage(name) {
    return this.reel.titles[name] || name;
  }

  /** The title of the stage after `n` steps; after the last one, of the stage that the open question belongs to. */
  stageAt(n) {
    const asked = n === this.steps.length && this.asks && this.asks.stage;
    return asked || (n ? this.stage(this.steps[n - 1].stage) : "");
  }

  /** What happens in a step: what a player would say of it or, if it says nothing, what was decided. */
  words(step) {
    return capital(this.spoken.say(step.text || step.said)).replace(/:$/, " begins");
  }

  /** Shows the steps from one on next to the table: the story, the rounds, the scores. */
  tell(from = 0) {
    byId("slider").max = this.steps.length;
    this.story(from);
    this.band();
    this.graph();
  }

  /** Lists the story from a step on, with headings for rounds and stages. */
  story(from) {
    const rows = [];
    const list = byId("story");
    const last = from ? this.steps[from - 1] : null;
    let [round, stage] = last ? [last.round, last.stage] : [null, null];
    this.entries.length = from;
    if (!from) list.replaceChildren();
    else while (list.lastElementChild !== this.entries[from - 1].parentElement) list.lastElementChild.remove();
    this.steps.slice(from).forEach((step, at) => {
      const nth = from + at;
      if (step.round !== round) rows.push(make("li", { class: "round" }, make("h3", {}, step.round)));
      if ((step.round !== round || step.stage !== stage) && step.stage) rows.push(make("li", { class: "stage" }, this.stage(step.stage)));
      [round, stage] = [step.round, step.stage];
      const entry = make("button", { type: "button", class: step.text ? "told" : "said", "data-seat": step.seat, click: () => this.go(nth + 1) });
      entry.append(make("span", { class: "line" }, String(step.line)), make("span", {}, this.words(step) || "…"));
      rows.push(make("li", {}, entry));
      this.entries.push(entry);
    });
    list.append(...rows);
  }

  mark(n) {
    if (this.marked) this.marked.removeAttribute("aria-current");
    this.marked = this.entries[n - 1];
    const list = byId("story");
    if (this.marked) {
      this.marked.setAttribute("aria-current", "step");
      this.centre(list, this.marked);
    } else list.scrollTop = 0;
    const round = n ? this.steps[n - 1].round : "";
    for (const one of byId("band").children) one.classList.toggle("here", one.dataset.round === round);
    const needle = byId("needle");
    if (needle) needle.setAttribute("x1", this.across(n)), needle.setAttribute("x2", this.across(n));
  }

  /** Scrolls a list to one of its entries, several times because the entries change height when they are laid out. */
  centre(list, entry, more = 3) {
    const [box, at] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
    list.scrollTop += at.y + at.height / 2 - box.y - box.height / 2;
    if (more) requestAnimationFrame(() => entry === this.marked && this.centre(list, entry, more - 1));
  }

  /** Draws the rounds as a band; the more steps a round has, the wider it is. */
  band() {
    const rounds = [];
    this.steps.forEach((step, nth) => {
      const last = rounds[rounds.length - 1];
      if (last && last.round === step.round) last.n += 1;
      else rounds.push({ round: step.round, n: 1, first: nth });
    });
    byId("band").replaceChildren(
      ...rounds.map((one) => {
        const short = one.round === "setup" ? "⚑" : one.round.split(" ").pop();
        const button = make("button", { type: "button", "data-round": one.round, "aria-label": one.round, title: one.round, click: () => this.go(one.first + 1) }, short);
        button.style.flexGrow = one.n;
        return button;
      }),
    );
  }

  // -- why -------------------------------------------------------------------------------------------------------

  /** Shows the causes of a step: the tile, its sentence, the rule. */
  why(step) {
    const box = byId("why");
    const rows = [];
    if (step && step.said && step.text) rows.push(make("p", { class: "said" }, `Line ${step.line}: ${this.spoken.say(step.said)}`));
    for (const id of step ? step.why : []) rows.push(this.cause(id, this.reel.causes[id] || {}));
    if (!rows.length) rows.push(make("p", { class: "said" }, step ? "Nothing more is known of this." : "Step forward to see what happens, and why."));
    box.replaceChildren(...rows);
  }

  cause(id, known) {
    const row = make("div", { class: "cause" });
    if (known.name) row.append(make("button", { type: "button", class: "link", click: () => this.lookAt(known.side) }, known.name), " ");
    if (known.text) row.append(make("q", {}, known.text));
    const { text, rule, place } = known.author || {};
    const said = [text, rule && `rule ${rule}`, place, id].filter(Boolean).join(" · ");
    row.append(make("details", {}, make("summary", {}, "for authors"), make("small", {}, said)));
    return row;
  }

  /** Opens a dialog about a piece, with the side that faces up. */
  look(piece) {
    this.lookAt(this.table.things.sideOf(piece, this.shown), piece);
  }

  lookAt(id, piece) {
    const side = this.reel.sides[id];
    const name = this.reel.names[id] || (side || {}).name || piece || id;
    const content = [make("p", { class: "kind" }, [side && side.kind, piece || id].filter(Boolean).join(" · "))];
    if (side) {
      const picture = side.name === name ? this.table.things.picture(side) : null;
      if (picture) {
        picture.classList.add("large");
        content.push(picture);
      }
      content.push(make("dl", {}, ...side.has.flatMap(([word, value]) => [make("dt", {}, word), make("dd", {}, value)])));
      content.push(...side.text.map((line) => make("p", { class: "rule" }, line)));
      if (!side.text.length) content.push(make("p", { class: "rule" }, "No power is printed on it."));
    }
    opened(name, ...content);
  }

  judge() {
    const { verdict } = this.reel;
    const rows = [make("p", {}, verdict.reason || "Every line is the one that the rules and the inputs give.")];
    if (verdict.line) {
      const go = () => {
        byId("dialog").close();
        this.go(this.stepOf(verdict.line));
      };
      rows.push(make("p", {}, make("button", { type: "button", class: "link", click: go }, `line ${verdict.line}`), verdict.rule && ` (${verdict.rule})`));
    }
    if (verdict.rests) rows.push(make("p", {}, `What it rests on: ${verdict.rests}.`));
    rows.push(...verdict.remarks.map((text) => make("p", {}, text)));
    if (verdict.root) rows.push(make("p", {}, "Root: ", make("code", {}, verdict.root)));
    opened(`The audit: ${verdict.verdict}`, ...rows);
  }

  help() {
    const rows = Object.entries(MEANINGS).flatMap(([keys, meaning]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, meaning)]);
    const keys = make("dl", { class: "keys" }, ...rows);
    const rules = Object.entries(this.reel.guide || {}).map(([title, lines]) => make("details", {}, make("summary", {}, title), ...paragraphs(lines)));
    if (!rules.length) opened("Keys", keys);
    else opened("Help", make("h3", {}, "How the game goes"), ...rules, make("h3", {}, "Keys"), keys);
  }

  // -- the scores ------------------------------------------------------------------------------------------------

  /** The computed numbers after `n` steps: in a game in progress those of now, and in the past the scores at a mark. */
  standingAt(n) {
    if (this.standing && (this.walking || n === this.steps.length)) return this.standing;
    return { scores: this.steps.slice(0, n).findLast(hasScores)?.scores };
  }

  across(n) {
    return 30 + (n / Math.max(1, this.steps.length)) * 360;
  }

  /** Draws a line for each seat with its score after each round; the lines also have different dash patterns. */
  graph() {
    const marks = [];
    this.steps.forEach((step, nth) => {
      if (hasScores(step)) marks.push([nth + 1, step.scores]);
    });
    const box = byId("graph");
    box.parentElement.hidden = !marks.length;
    if (!marks.length) return;
    const most = Math.max(1, ...marks.flatMap(([, totals]) => totals));
    const up = (total) => 130 - (total / most) * 115;
    const chart = draw("svg", { viewBox: "0 0 400 150", role: "img", "aria-label": this.inWords(marks) });
    for (const at of [0, Math.round(most / 2), most]) {
      chart.append(draw("line", { class: "grid", x1: 30, x2: 390, y1: up(at), y2: up(at) }));
      chart.append(draw("text", { class: "tick", x: 25, y: up(at) + 4, "text-anchor": "end" }, String(at)));
    }
    this.reel.seats.forEach((name, seat) => {
      const points = marks.map(([n, totals]) => `${this.across(n).toFixed(1)},${up(totals[seat]).toFixed(1)}`).join(" ");
      chart.append(draw("polyline", { class: "series", "data-seat": seat, points }));
    });
    chart.append(draw("line", { id: "needle", x1: 30, x2: 30, y1: 10, y2: 134 }));
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.x) / box.width) * 400;
      this.go(Math.round(((x - 30) / 360) * this.steps.length));
    });
    const legend = this.reel.seats.map((name, seat) =>
      make("li", {}, draw("svg", { viewBox: "0 0 30 8", class: "key", "aria-hidden": "true" }, draw("line", { class: "series", "data-seat": seat, x1: 0, x2: 30, y1: 4, y2: 4 })), `Seat ${seat + 1} (${name})`),
    );
    box.replaceChildren(chart, make("ul", { class: "legend" }, ...legend));
  }

  inWords(marks) {
    const [, totals] = marks[marks.length - 1];
    return `Scores in the end: ${totals.map((total, seat) => `seat ${seat + 1} ${total}`).join(", ")}`;
  }
}

const hasScores = (step) => step.scores?.length > 0;
const ofRound = (step) => step.round;
const ofStage = (step) => `${step.round} ${step.stage}`;

const MOVES = {
  first: (room) => room.go(0),
  "phase-back": (room) => room.jump(-1, ofStage),
  back: (room) => room.go(room.now - 1),
  play: (room) => room.play(),
  on: (room) => room.go(room.now + 1),
  "phase-on": (room) => room.jump(1, ofStage),
  last: (room) => room.go(room.steps.length),
};

const KEYS = {
  ArrowLeft: MOVES.back,
  ArrowRight: MOVES.on,
  "Shift ArrowLeft": MOVES["phase-back"],
  "Shift ArrowRight": MOVES["phase-on"],
  PageUp: (room) => room.jump(-1, ofRound),
  PageDown: (room) => room.jump(1, ofRound),
  Home: MOVES.first,
  End: MOVES.last,
  " ": MOVES.play,
  "?": (room) => room.help(),
};

const MEANINGS = {
  "← →": "a step back, a step forward",
  "Shift ← →": "to the phase before, to the next phase",
  "Page Up, Page Down": "to the round or turn before, to the next one",
  "Home, End": "to the beginning, to the end",
  Space: "play, pause",
  "?": "these keys",
  ...(byId("seat") ? { "1 to 9": "an answer by its number", Enter: "done, when several things are chosen", Tab: "to the next answer, Enter or Space to give it" } : {}),
};

/** Shows a game in the page. */
function shown(reel) {
  globalThis.room = new Replay(reel);
  document.body.dataset.ready = "yes";
  if (reel.later) room.later().catch((error) => complain(error.message));
}

/** Shows the game whose data the page contains, or whose address it names. */
async function begin(data) {
  byId("table").replaceChildren(make("p", { class: "said" }, "The game is being read…"));
  shown(data.dataset.from ? await asked(data.dataset.from) : await unpacked(data.textContent.trim()));
}

if (byId("data")) begin(byId("data")).catch((error) => complain(error.message));
