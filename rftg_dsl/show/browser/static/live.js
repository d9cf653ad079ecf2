"use strict";
// A seat in a game, or a place to watch it: a replay room that grows, with the question that the seat is asked.

const PATIENCE = 2500; // the most milliseconds to show the steps made by others

class Seat {
  constructor(address) {
    this.address = address;
    this.title = document.title;
    this.gone = []; // the seats of people who are away
    this.state = null;
    this.lines = 0; // the number of lines that the page has
    this.walking = 0;
    this.ask = make("section", { class: "ask", "aria-label": "Your decision", "aria-live": "polite" });
    this.past = make(
      "section",
      { class: "looking", hidden: true, role: "status" },
      make("h2", {}, "You are looking back"),
      make("p", { class: "said" }, "The table shows an earlier moment of the game."),
      make("button", { type: "button", class: "main", id: "now", click: () => room.go(room.steps.length) }, "Back to now"),
    );
    document.querySelector(".beside").prepend(this.past, this.ask);
    for (const more of document.querySelectorAll(".beside details")) more.open = false;
    if (byId("seat").dataset.author) byId("help").before(make("a", { class: "chip", href: "/" }, "Home"));
    byId("help").before(
      make("button", { type: "button", class: "chip", id: "settings", click: () => settings.open() }, "Settings"),
      make("button", { type: "button", class: "chip", id: "leave", click: () => this.leave() }, "Leave…"),
    );
    document.addEventListener("visibilitychange", () => this.listen());
    this.ask.addEventListener("scroll", () => this.more());
    addEventListener("resize", () => this.more());
    for (const id of ["table", "phases"]) byId(id).addEventListener("click", (event) => this.clicked(event), true);
    document.addEventListener("keydown", (event) => this.pressed(event));
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
      if (place && name !== before) place.textContent = seat === this.state.seat ? `${name} plays for you` : `${name}, in place of ${playerIn(room.reel, seat)}`;
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
      room.moved = () => this.look();
      this.guide = new Guide(state.reel);
      if (matchMedia("(max-width: 60rem)").matches) room.table.reveal = () => {}; // so that the question stays in view
    } else if (state.from !== this.lines) {
      if (state.from > this.lines) location.reload();
      else if (state.changes === this.state.changes) return;
    }
    const from = first ? 0 : room.film.settled;
    this.state = state;
    Object.assign(room.reel.causes, state.causes);
    room.waits = state.waits;
    room.asks = state.question;
    room.grow(first ? [] : state.lines.filter(({ line }) => line > this.lines), state.tail);
    this.lines = Math.max(this.lines, state.line);
    byId("leave").hidden = state.over || !state.people.includes(state.seat);
    this.walk(first ? room.steps.length : from);
    this.away(this.gone);
    this.sit();
    if (this.ended() && this.source) this.source.close();
  }

  /** Plays the steps from `from` to the last one, slowly enough to follow, and then shows the question. */
  walk(from) {
    const end = room.steps.length;
    const pace = Math.min(settings.pace, PATIENCE / Math.max(1, end - from));
    if (end - from < 2 || !pace) {
      this.arrive();
      return;
    }
    this.wait("…", make("button", { type: "button", class: "chip", id: "skip", click: () => this.arrive() }, "Skip"));
    clearInterval(this.walking);
    room.walking = true;
    room.go(from + 1, false);
    this.walking = setInterval(() => (room.now + 1 >= room.steps.length ? this.arrive() : room.go(room.now + 1, false)), pace);
  }

  /** Shows the table as it is, and the question that is about it. */
  arrive() {
    clearInterval(this.walking);
    this.show();
    room.table.wanted = new Set(this.question ? this.question.things() : []);
    room.walking = false;
    room.standing = this.state.standing;
    room.go(room.steps.length, false);
    if (document.activeElement === document.body) this.focusOn(".question");
    this.more();
  }

  /** Marks a question that goes on below what can be seen of it. */
  more() {
    const { scrollTop, clientHeight, scrollHeight } = this.ask;
    this.ask.classList.toggle("more", this.mine && scrollTop + clientHeight < scrollHeight - 8);
  }

  /** Puts the question aside while the table shows an earlier moment, because it is not about that one. */
  look() {
    const past = !room.walking && room.now < room.steps.length;
    this.past.hidden = !past;
    this.ask.hidden = past;
    document.body.classList.toggle("past", past);
    if (!room.walking) this.mark(past);
  }

  show() {
    const { state } = this;
    this.question = null;
    if (state.over) {
      const ending = new Ending(state, this.address, () => this.rematch());
      this.ask.replaceChildren(make("h2", {}, ending.title()), ending.drawn());
      byId("graph").closest("details")?.setAttribute("open", "");
    } else if (state.question) {
      this.question = new Question(state.question, room.table, {
        give: (answer, said) => this.answer(answer, said),
        back: () => this.send("back", {}),
        look: (id) => room.lookAt(id),
        changed: () => this.mark(),
        say: (text) => room.spoken.say(text),
      });
      const guide = this.guide.drawn(state.question, room.stageAt(room.steps.length));
      this.ask.replaceChildren(make("h2", {}, "Your turn"), ...(guide ? [guide] : []), this.question.drawn());
      if (!this.mine && settings.sound) ring();
    } else {
      const who = state.waits === null ? "" : ` for ${playerIn(state, state.waits)}`;
      this.wait(`Waiting${who}`, make("p", { class: "said" }, "The page goes on by itself."));
    }
    this.mine = Boolean(state.question);
    document.title = [this.turn(), this.title].filter(Boolean).join(" · ");
    this.ask.classList.toggle("mine", Boolean(state.question));
    this.ask.scrollTop = 0;
    if (matchMedia("(max-width: 60rem)").matches && state.question) this.ask.scrollIntoView({ block: "start" });
  }

  /** Whose turn it is, for the title of the page. */
  turn() {
    const { state } = this;
    if (state.over) return "The end";
    if (state.question) return "● Your turn";
    return state.waits === null ? "" : `${playerIn(state, state.waits)} to move`;
  }

  wait(title, ...more) {
    this.ask.replaceChildren(make("h2", {}, title), ...more);
    this.ask.classList.remove("mine");
  }

  /** Marks the things that can be chosen now, and scrolls to one of them if none is in view. */
  mark(past = false) {
    for (const root of [byId("table"), byId("phases")]) {
      if (this.question && !past) this.question.mark(root);
      else for (const thing of root.querySelectorAll(".open, .chosen")) thing.classList.remove("open", "chosen");
    }
    const open = [...byId("table").querySelectorAll(".open")];
    const box = byId("table").getBoundingClientRect();
    const inView = (thing) => thing.getBoundingClientRect().top < box.bottom && thing.getBoundingClientRect().bottom > box.top;
    if (open.length && !open.some(inView)) open[0].scrollIntoView({ block: "nearest" });
  }

  // -- actions of the person -------------------------------------------------------------------------------------

  clicked(event) {
    if (!this.question || room.now !== room.steps.length) return;
    for (let at = event.target.closest(".open"); at; at = at.parentElement.closest(".open")) {
      if (this.question.clicked(nameOf(at))) {
        this.more();
        stop(event);
        return;
      }
    }
  }

  pressed(event) {
    const typing = event.target.matches("select, input:not([type=range]), textarea");
    const pressing = event.key === "Enter" && event.target.matches("button, a, summary");
    if (typing || pressing || event.ctrlKey || event.altKey || event.metaKey || byId("dialog").open) return;
    if (this.question && room.now === room.steps.length && this.question.pressed(event.key)) event.preventDefault();
  }

  answer(answer, said) {
    byId("understood")?.click(); // whoever answers has read it
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
    // With several things to choose, Enter must finish rather than choose the first one.
    const first = this.question && this.question.asked.form !== "amount" && !this.question.single ? ".question" : ".options button, input, #done";
    this.focusOn(first);
  }

  focusOn(selector) {
    const part = this.ask.querySelector(selector);
    if (part && !byId("dialog").open) part.focus({ preventScroll: true });
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
      make("p", {}, "To go on later, close the page: the game is kept. If you leave, a bot plays on in your place, to the end, and the log says that you left."),
      make("p", {}, "Concede to give the game up: a bot plays on too, and the log says that you conceded."),
      make("p", { class: "finish" }, make("button", { type: "button", class: "main", click: () => go(false) }, "Leave"), " ", make("button", { type: "button", class: "main", click: () => go(true) }, "Concede"), " ", make("button", { type: "button", class: "chip", click: () => byId("dialog").close() }, "Stay")),
    );
  }
}

const seat = new Seat(byId("seat").dataset.address);
globalThis.seat = seat;
seat.begin().catch((error) => complain(error.message));
