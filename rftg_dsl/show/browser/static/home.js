"use strict";
// The home page: one click begins a game against bots.

const INVITATION = "Play against a bot";

async function begin(button) {
  button.disabled = true;
  button.textContent = "Setting up …";
  byId("wrong").replaceChildren();
  try {
    await playAgainstBots(button.dataset.game);
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
