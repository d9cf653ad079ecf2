"use strict";
// The end of a game: who won and by what, how a tie was broken, and where to go from here.

class Ending {
  /** `rematch` is called when the person asks for one; `address` is that of the seat or of the watcher. */
  constructor(state, address, rematch) {
    Object.assign(this, { state, address, rematch });
  }

  /** The name of the player in a seat. */
  name(seat) {
    return playerIn(this.state, seat);
  }

  title() {
    const { winners, scores } = this.state.end;
    const points = plural(scores[winners[0]], "point");
    if (winners.length > 1) return `${listed(winners.map((seat) => (seat === this.state.seat ? "you" : this.name(seat))))} share the victory, with ${points} each`.replace(/^you/, "You");
    return winners[0] === this.state.seat ? `You win with ${points}` : `${this.name(winners[0])} wins with ${points}`;
  }

  drawn() {
    const { end } = this.state;
    const parts = [make("p", { class: "said" }, `The game ended: ${listed(end.why)}.`), this.table()];
    if (end.tie) parts.push(make("p", { class: "tie" }, end.tie));
    parts.push(this.next());
    return make("div", { class: "ending" }, ...parts);
  }

  /** The score as a table: a row for each line, a column for each seat. */
  table() {
    const { end, seats } = this.state;
    const mark = (seat) => (end.winners.includes(seat) ? "won" : null);
    const head = seats.map((_, seat) => make("th", { scope: "col", class: mark(seat) }, make("span", { class: "pawn", "data-seat": seat }), seat === this.state.seat ? "You" : this.name(seat)));
    const cells = (points) => points.map((n, seat) => make("td", { class: mark(seat) }, n === null ? "–" : String(n)));
    const rows = end.rows.map(({ name, points }) => make("tr", {}, make("th", { scope: "row" }, name), ...cells(points)));
    const total = make("tr", {}, make("th", { scope: "row" }, "Total"), ...cells(end.scores));
    const table = make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...head)), make("tbody", {}, ...rows), make("tfoot", {}, total));
    return make("div", { class: "scores", tabindex: 0, role: "group", "aria-label": "Scores" }, table);
  }

  /** The rematch, the replay and the log. */
  next() {
    const { end, people, seat } = this.state;
    const links = [];
    if (end.rematch) links.push(make("a", { class: "main", id: "rematch", href: end.rematch }, seat < 0 ? "Watch the rematch" : "To your seat in the rematch"));
    else if (people.includes(seat)) links.push(make("button", { type: "button", class: "main", id: "rematch", click: () => this.rematch() }, "Rematch"));
    links.push(make("a", { class: "chip", href: `${this.address}/replay` }, "Replay with all hands"), make("a", { class: "chip", href: `${this.address}/log`, download: true }, "Download the log"));
    const author = authorLink("chip");
    if (author) links.push(author);
    const moved = !end.rematch && people.includes(seat) && make("small", {}, "In a rematch, everyone moves up by one seat.");
    return make("div", { class: "next" }, ...links, moved || null);
  }
}

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0]);
