"use strict";
// The home page: one click begins a game against bots.

const INVITATION = "Play against a bot";

/** Begins a game in which the reader has the first seat and bots have the others, as few as the game allows. */
async function begin(button) {
  const of = button.dataset.game;
  button.disabled = true;
  button.textContent = "Setting up …";
  byId("wrong").replaceChildren();
  try {
    const { players, stand_in: bot } = await asked(`/play/choices?of=${encodeURIComponent(of)}`);
    const seats = ["me", ...Array(players[0] - 1).fill(bot)];
    location.href = (await asked("/play/new", { of, seats })).address;
  } catch (error) {
    invite(button);
    complain(error.message);
  }
}

function invite(button) {
  button.disabled = false;
  button.textContent = INVITATION;
}

/** Lays out the cards beside a game as tiles if they are wider than high, once their size is known. */
function layOut(card) {
  if (card.naturalWidth > card.naturalHeight) card.parentElement.classList.add("tiles");
}

const buttons = [...document.querySelectorAll(".begin")];
for (const button of buttons) button.addEventListener("click", () => begin(button));
// A browser that goes back shows the page as it was left.
addEventListener("pageshow", () => buttons.forEach(invite));
for (const card of document.querySelectorAll(".fan img")) {
  if (card.complete) layOut(card);
  else card.addEventListener("load", () => layOut(card));
}
document.body.dataset.ready = "yes";
