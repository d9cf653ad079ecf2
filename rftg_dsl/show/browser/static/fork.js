"use strict";
// What if: another game that continues from the line shown, with any choice of people and bots.

async function whatIf() {
  const { seats } = room.reel;
  const line = room.line();
  const { bots } = await asked(`/play/choices?of=${encodeURIComponent(room.reel.game)}`);
  const chairs = seats.map((name, seat) => {
    const options = [["me", "a person"], ...bots.map((bot) => [bot, `bot: ${bot}`])];
    const chosen = seat === 0 ? "me" : bots.includes(name) ? name : bots[0];
    const who = make("select", { "aria-label": `Seat ${seat + 1}` }, ...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
    return make("p", { class: "chair" }, make("span", { class: "pawn", "data-seat": seat }), `Seat ${seat + 1} `, who);
  });
  const wrong = make("p", { class: "wrong", role: "alert" });
  const begin = make("button", { class: "main", type: "button", click: () => go() }, "Play on from here");
  async function go() {
    begin.disabled = true;
    const chosen = chairs.map((chair) => chair.querySelector("select").value);
    try {
      location.href = (await asked("/play/fork", { name: byId("data").dataset.name, line, seats: chosen })).address;
    } catch (error) {
      wrong.textContent = error.message;
      begin.disabled = false;
    }
  }
  opened(`What if, from line ${line}`, make("p", {}, "Another game begins here. Its dice are those of this game, as far as they are thrown alike."), ...chairs, wrong, begin);
}

byId("help").before(make("button", { type: "button", class: "chip", id: "what-if", click: () => whatIf().catch((error) => complain(error.message)) }, "What if…"));
