"use strict";
// A seat in a game, or a place to watch it: a replay room that grows, with the question that the seat is asked.

const PACE = 350; // milliseconds to show a step made by others
const PATIENCE = 4000; // the most milliseconds to show all of these steps

class Seat {
  constructor(address) {
    this.address = address;
    this.title = document.title;
    this.gone = []; // the seats of people who are away
    this.state = null;
    this.lines = 0; // the number of lines that the page has
    this.walking = 0;
    this.ask = make("section", { class: "ask", "aria-label": "Your decision", "aria-live": "polite" });
    document.querySelector(".beside").prepend(this.ask);
    byId("help").before(make("button", { type: "button", class: "chip", id: "leave", click: () => this.leave() }, "Leave…"));
    document.addEventListener("visibilitychange", () => this.listen());
    byId("table").addEventListener("click", (event) => this.clicked(event), true);
  }

  async begin() {
    this.take(await asked(`${this.address}/state?from=0`));
    document.body.dataset.ready = "yes";
    this.listen();
  }

  /** Listens for changes, but only while the page is visible: browsers allow few such connections at once. */
  listen() {
    if (document.hidden) {
      if (this.source) this.source.close();
      this.source = null;
    } else if (!this.source && !this.ended()) {
      this.source = new EventSource(`${this.address}/news`);
      this.source.addEventListener("message", (event) => Number(event.data) !== this.state.changes && this.fetch());
      this.source.addEventListener("away", (event) => this.away(JSON.parse(event.data)));
    }
  }

  /** Whether nothing more will happen here: the game is over, and its rematch has begun. */
  ended() {
    return Boolean(this.state && this.state.end && this.state.end.rematch);
  }

  /** Marks the people who are away: their pages are closed, or in the background. */
  away(seats) {
    this.gone = seats;
    for (const mark of document.querySelectorAll(".panel .away")) mark.remove();
    for (const seat of seats) byId(`panel-${seat}-title`)?.append(make("small", { class: "away" }, "away"));
  }

  /** Names the bots that have taken over seats. */
  sit() {
    this.state.seats.forEach((name, seat) => {
      const place = document.querySelector(`#panel-${seat}-title small:not(.away)`);
      const before = room.reel.seats[seat];
      if (place && name !== before) place.textContent = `${name}, in place of ${before}`;
    });
  }

  async fetch() {
    if (this.busy) return;
    try {
      this.take(await asked(`${this.address}/state?from=${this.lines}`));
    } catch (error) {
      this.wrong(error.message);
    }
  }

  // -- messages from the server ----------------------------------------------------------------------------------

  take(state) {
    const first = this.state === null;
    if (first) {
      globalThis.room = new Replay(state.reel);
      if (matchMedia("(max-width: 60rem)").matches) room.table.reveal = () => {}; // so that the question stays in view
    } else if (state.from !== this.lines) {
      if (state.from > this.lines) location.reload();
      else if (state.changes === this.state.changes) return;
    }
    const from = first ? 0 : room.film.settled;
    this.state = state;
    Object.assign(room.reel.causes, state.causes);
    room.grow(first ? [] : state.lines.filter(({ line }) => line > this.lines), state.tail);
    this.lines = Math.max(this.lines, state.line);
    byId("view").replaceChildren(make("option", {}, state.seat < 0 ? "what all see" : `what seat ${state.seat + 1} sees`));
    byId("leave").hidden = state.over || !state.people.includes(state.seat);
    this.show();
    this.walk(first ? room.steps.length : from);
    this.away(this.gone);
    this.sit();
    if (this.ended() && this.source) this.source.close();
  }

  /** Plays the steps from `from` to the last one, slowly enough to follow. */
  walk(from) {
    clearInterval(this.walking);
    const end = room.steps.length;
    const many = end - from;
    if (many < 2 || still()) {
      room.go(end, false);
      this.glow();
      return;
    }
    room.go(from + 1, false);
    this.walking = setInterval(() => {
      if (room.now >= room.steps.length) {
        clearInterval(this.walking);
        this.glow();
      } else room.go(room.now + 1, false);
    }, Math.min(PACE, PATIENCE / many));
  }

  show() {
    const { state } = this;
    this.question = null;
    if (state.over) {
      const ending = new Ending(state, this.address, () => this.rematch());
      this.ask.replaceChildren(make("h2", {}, ending.title()), ending.drawn());
    } else if (state.question) {
      this.question = new Question(state.question, room.table, (answer, said) => this.answer(answer, said), () => this.send("back", {}), (id) => room.lookAt(id));
      this.ask.replaceChildren(make("h2", {}, "Your turn"), this.question.drawn());
    } else {
      const who = state.waits === null ? "" : ` for ${playerIn(state, state.waits)}`;
      this.ask.replaceChildren(make("h2", {}, `Waiting${who}`), make("p", { class: "said" }, "The page goes on by itself."));
    }
    document.title = [this.turn(), this.title].filter(Boolean).join(" · ");
    this.ask.classList.toggle("mine", Boolean(state.question));
    this.ask.scrollTop = 0;
    if (matchMedia("(max-width: 60rem)").matches && state.question) this.ask.scrollIntoView({ block: "start" });
  }

  /** Whose turn it is, for the title of the page. */
  turn() {
    const { state } = this;
    if (state.over) return "Over";
    if (state.question) return "● Your turn";
    return state.waits === null ? "" : `${playerIn(state, state.waits)} to move`;
  }

  /** Highlights the pieces and places that can be chosen now. */
  glow() {
    const chosen = this.question ? this.question.places() : new Set();
    for (const one of byId("table").querySelectorAll("[data-piece], [data-place]")) {
      one.classList.toggle("open", chosen.has(one.dataset.piece || one.dataset.place));
    }
  }

  // -- actions of the person -------------------------------------------------------------------------------------

  clicked(event) {
    if (!this.question || room.now !== room.steps.length) return;
    const at = event.target.closest("[data-piece].open, [data-place].open");
    if (at && this.question.clicked(at.dataset.piece || at.dataset.place)) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  answer(answer, said) {
    return this.send("answer", { answer, said });
  }

  async send(what, more) {
    const { question } = this.state;
    if (this.busy) return;
    this.busy = true;
    clearInterval(this.walking);
    try {
      const at = question ? { at: question.at, nth: question.nth } : {};
      const state = await asked(`${this.address}/${what}`, { ...at, from: this.lines, ...more });
      this.busy = false;
      this.take(state);
      this.focus();
    } catch (error) {
      this.busy = false;
      if (error.status === 409) await this.fetch();
      else this.show();
      this.wrong(error.message);
    }
  }

  /** Begins the rematch, unless somebody has, and goes there. */
  async rematch() {
    await this.send("rematch", {});
    if (this.ended()) location.href = this.state.end.rematch;
  }

  /** Moves the keyboard focus to the next question after an answer. */
  focus() {
    const first = this.ask.querySelector(".options button, input, #done");
    if (first && !byId("dialog").open) first.focus({ preventScroll: true });
  }

  wrong(text) {
    this.ask.append(make("p", { class: "wrong", role: "alert" }, text));
  }

  leave() {
    const go = (concedes) => {
      byId("dialog").close();
      this.send("give-up", { concedes, bot: "greedy" });
    };
    opened(
      "Leave your seat?",
      make("p", {}, "A bot plays on in your place, to the end. The log says so, and you cannot come back."),
      make("p", { class: "finish" }, make("button", { type: "button", class: "main", click: () => go(false) }, "Leave"), " ", make("button", { type: "button", class: "main", click: () => go(true) }, "Concede"), " ", make("button", { type: "button", class: "chip", click: () => byId("dialog").close() }, "Stay")),
    );
  }
}

const seat = new Seat(byId("seat").dataset.address);
globalThis.seat = seat;
seat.begin().catch((error) => complain(error.message));
