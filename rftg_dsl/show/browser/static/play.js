"use strict";
// The form for a new game: the game, the player in each seat, and the options.

const PERSON = "me";
const FRIENDS = new URLSearchParams(location.search).has("of"); // from the door on the home page

class Beginning {
  constructor() {
    byId("of").addEventListener("change", () => this.load());
    byId("begin").addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    this.load();
  }

  async load() {
    byId("start").disabled = true;
    byId("wrong").textContent = "";
    try {
      this.choices = await asked(`/play/choices?of=${encodeURIComponent(byId("of").value)}`);
    } catch (error) {
      byId("wrong").textContent = error.message;
      return;
    }
    const [fewest, most] = this.choices.players;
    const seats = byId("seats");
    seats.replaceChildren(seats.firstElementChild, ...Array.from({ length: most }, (_, seat) => this.chair(seat, fewest)));
    byId("settings").replaceChildren(...this.settings());
    byId("start").disabled = false;
    document.body.dataset.ready = "yes";
  }

  chair(seat, fewest) {
    const { bots, stand_in: standIn } = this.choices;
    const options = [[PERSON, "a person"], ...bots.map((bot) => [bot, `bot: ${bot}`])];
    if (seat >= fewest) options.push(["", "nobody"]);
    const chosen = seat === 0 || (FRIENDS && seat < fewest) ? PERSON : seat < fewest ? standIn : "";
    const who = make("select", { name: `seat ${seat}`, "aria-label": `Seat ${seat + 1}` }, ...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
    const name = make("input", { type: "text", maxlength: 30, placeholder: "name", "aria-label": `Name of seat ${seat + 1}`, autocomplete: "off" });
    name.hidden = chosen !== PERSON;
    who.addEventListener("change", () => {
      name.hidden = who.value !== PERSON;
    });
    return make("p", { class: "chair", "data-seat": seat }, make("span", { class: "pawn", "data-seat": seat }), `Seat ${seat + 1} `, who, name);
  }

  settings() {
    const { edition, editions, options, meanings } = this.choices;
    const rows = [];
    const row = (label, input, meaning) => make("label", {}, label, input, meaning ? make("small", { class: "said" }, meaning) : null);
    const choice = (name, label, values, chosen, meaning) => row(label, make("select", { name }, ...values.map((one) => make("option", { value: one, selected: one === chosen }, one))), meaning);
    if (editions.length > 1) rows.push(choice("edition", "Edition", editions, edition, "The printing whose rules and components are used."));
    for (const [name, values] of Object.entries(options)) rows.push(choice(`option ${name}`, capital(name), values, values[0], meanings[name]));
    const seed = make("input", { name: "seed", type: "text", maxlength: 100, placeholder: "at random", autocomplete: "off" });
    rows.push(row("Seed", seed, "The same text deals the same cards and dice again."));
    return rows;
  }

  async begin() {
    const options = {};
    for (const one of byId("settings").querySelectorAll("select[name^='option ']")) {
      if (one.value !== this.choices.options[one.name.slice(7)][0]) options[one.name.slice(7)] = one.value;
    }
    const edition = byId("settings").querySelector("[name=edition]");
    const chosen = { of: byId("of").value, seats: seatsIn(byId("seats")), options, edition: edition ? edition.value : "", seed: byId("settings").querySelector("[name=seed]").value };
    byId("start").disabled = true;
    try {
      location.href = (await asked("/play/new", chosen)).address;
    } catch (error) {
      byId("wrong").textContent = error.message;
      byId("start").disabled = false;
    }
  }
}

/** The player in each seat, in the form that the server expects. */
function seatsIn(place) {
  const found = [];
  for (const chair of place.querySelectorAll(".chair")) {
    const [who, name] = [chair.querySelector("select").value, chair.querySelector("input").value.trim()];
    if (who) found.push(who === PERSON && name ? `${PERSON}:${name}` : who);
  }
  return found;
}

globalThis.beginning = new Beginning();
