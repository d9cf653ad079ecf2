"use strict";
// The games that were begun here: whose turn it is, the links of their seats, and what can be done with them.

const AGAIN = 20_000; // milliseconds until a visible list is fetched again

class Lobby {
  constructor() {
    this.fetch();
    setInterval(() => document.hidden || byId("dialog").open || this.fetch(), AGAIN);
    document.addEventListener("visibilitychange", () => document.hidden || this.fetch());
  }

  async fetch() {
    try {
      this.show(await asked("/play/games"));
    } catch (error) {
      byId("going").textContent = error.message;
    }
  }

  show(found) {
    const drawn = JSON.stringify(found);
    if (drawn === this.drawn) return; // so that a list that is being read or used stays as it is
    this.drawn = drawn;
    const playing = found.games.filter((game) => game.readable && !game.over);
    const rest = found.games.filter((game) => !playing.includes(game));
    document.title = found.title ? `${found.title} · Play` : "Play";
    byId("going").replaceChildren(...(playing.length ? [make("a", { href: "#games" }, plural(playing.length, "game")), ` in progress. ${found.title ? `${found.title}.` : ""}`] : []));
    byId("games").replaceChildren(...this.part("In progress", playing), ...this.part("Over", rest));
    document.body.dataset.games = found.games.length;
  }

  part(title, games) {
    if (!games.length) return [];
    return [make("h2", {}, title), make("ul", { class: "list" }, ...games.map((game) => this.row(game)))];
  }

  row(game) {
    const named = game.readable ? game.title || game.seats.map(({ name }) => name).join(", ") : game.name;
    const parts = [make("h3", {}, named)];
    if (game.readable) parts.push(make("p", { class: "facts" }, ...this.facts(game)), this.links(game));
    else parts.push(make("p", { class: "wrong" }, "This game cannot be read: its log, or the file with its links, is damaged or missing."));
    const tools = make("p", { class: "tools" });
    if (game.readable) tools.append(this.tool("Rename…", named, () => this.rename(game)), " ");
    tools.append(this.tool("Delete…", named, () => this.ask(game, named)));
    return make("li", { class: game.turn ? "game" : "game over", "data-name": game.name }, ...parts, tools);
  }

  facts(game) {
    const facts = [game.game];
    if (game.title) facts.push(game.seats.map(({ name }) => name).join(", "));
    if (game.moment) facts.push(game.over ? `over after ${game.moment}` : game.moment);
    else facts.push("not opened since the server was started");
    facts.push(`begun ${day(game.begun)}`);
    if (day(game.played) !== day(game.begun)) facts.push(`last move ${day(game.played)}`);
    const turn = game.turn ? [make("b", { class: "turn" }, `${game.turn} to move`), " · "] : [];
    return [...turn, facts.join(" · ")];
  }

  /** Links to the seats, to watch, and to the replay. */
  links(game) {
    const seats = game.seats.filter(({ address }) => address);
    const links = seats.map(({ name, address }) => make("a", { class: name === game.turn ? "chip mine" : "chip", href: address }, seats.length > 1 ? `Play as ${name}` : game.over ? "See the end" : "Go on"));
    if (game.over) links.push(make("a", { class: "chip", href: game.replay }, "Replay"));
    else if (game.watch) links.push(make("a", { class: "chip", href: game.watch }, "Watch"));
    links.push(make("a", { class: "chip", href: game.links }, "Links to send"));
    return make("p", { class: "links" }, ...links);
  }

  tool(text, named, click) {
    return make("button", { type: "button", class: "link", "aria-label": `${text.replace("…", "")} ${named}`, click }, text);
  }

  rename(game) {
    const title = make("input", { type: "text", maxlength: 60, value: game.title, "aria-label": "Title", autocomplete: "off" });
    const wrong = make("p", { class: "wrong", role: "alert" });
    const form = make("form", { class: "fields", submit: (event) => { event.preventDefault(); this.send("rename", { name: game.name, title: title.value }, wrong); } }, title, wrong, make("button", { class: "main" }, "Rename"));
    opened("A title for this game", form);
    title.select();
  }

  /** Asks once more before a game is deleted. */
  ask(game, named) {
    const wrong = make("p", { class: "wrong", role: "alert" });
    const gone = game.readable && !game.over ? "It is not over yet, and nobody will be able to go on with it." : "Its log is deleted too, so nobody will be able to replay it.";
    const go = make("button", { type: "button", class: "main", click: () => this.send("delete", { name: game.name }, wrong) }, "Delete it");
    const stay = make("button", { type: "button", class: "chip", click: () => byId("dialog").close() }, "Keep it");
    opened("Delete this game?", make("p", {}, make("b", {}, named)), make("p", {}, `${gone} All its links stop working.`), wrong, make("p", { class: "finish" }, go, " ", stay));
  }

  async send(what, data, wrong) {
    try {
      this.show(await asked(`/play/${what}`, data));
      byId("dialog").close();
    } catch (error) {
      wrong.textContent = error.message;
    }
  }
}

/** A moment as a day and a time, in the reader's own way. */
const day = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

globalThis.lobby = new Lobby();
