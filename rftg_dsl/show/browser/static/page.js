"use strict";
// Building blocks of pages. Text from outside is only ever inserted as text; nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element with attributes (a function becomes an event listener) and children (elements or strings). */
function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Like `make`, but for an element of a drawing. */
function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Makes the element that the server describes as [tag, attributes, ...content]. */
function built([tag, attributes, ...content], maker = tag === "svg" ? draw : make) {
  return maker(tag, attributes, ...content.map((part) => (typeof part === "string" ? part : built(part, tag === "svg" ? draw : maker))));
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const byId = (id) => document.getElementById(id);

/** A text that begins with a capital letter. */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// Names that people type are folded in the same way as in rftg_dsl/base/spelling.py; a test compares the two.
const LETTERS = { "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ŋ": "n", "ı": "i" };
const LEFT_OUT = /[\p{M}\p{Cf}'"`´ʹʻʼʽˈ′″‘’‚‛“”„‟‹›«»\u115f\u1160\u2800\u3164\uffa0]/gu;
const BETWEEN = /[\p{P}\p{Z}\s~−]+/gu;

/** A string in lower case, without accents and quotes, and with single spaces between words. */
function fold(text) {
  const parts = text.normalize("NFKD").replace(LEFT_OUT, "").replace(BETWEEN, " ").trim();
  const small = [...parts].flatMap((one) => [...one.toUpperCase()].map((each) => each.toLowerCase()));
  return small.map((one) => LETTERS[one] || one).join("");
}

/** Whether a text contains every word of another, at least as part of a word, and however it is typed. */
function says(text, wanted) {
  const folded = fold(text);
  return fold(wanted).split(" ").every((part) => folded.includes(part));
}

/** Whether the reader prefers reduced motion. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Unpacks the data embedded in a page: JSON, compressed with gzip and encoded in base64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Sends `data`, if any, to the server and returns its response as data; throws an error with the server's message. */
async function asked(address, data) {
  const sending = data === undefined ? {} : { method: "POST", body: data instanceof Blob ? data : JSON.stringify(data) };
  if (data !== undefined && !(data instanceof Blob)) sending.headers = { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(address, sending);
  } catch {
    throw new Error("The server does not answer: is 'rftg serve' still running?");
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok && found !== null) return found;
  const wrong = (found && found.wrong) || { message: "The server could not answer; see its terminal.", hint: "" };
  throw Object.assign(new Error([wrong.message, wrong.hint].filter(Boolean).join(": ")), { status: answer.status, found });
}

/** Begins a game in which the reader has the first seat and bots have the others, as few as the game allows. */
async function playAgainstBots(of, options = {}) {
  const { players, stand_in: bot } = await asked(`/play/choices?of=${encodeURIComponent(of)}`);
  const seats = ["me", ...Array(players[0] - 1).fill(bot)];
  location.href = (await asked("/play/new", { of, seats, options })).address;
}

/** A side that the server has drawn, as an image, so that nothing in it can affect the page, and its text. */
function figureOf(side, name = "picture") {
  const address = URL.createObjectURL(new Blob([side.picture], { type: "image/svg+xml" }));
  const picture = make("img", { class: name, src: address, alt: side.name, load: () => URL.revokeObjectURL(address) });
  return make("figure", {}, picture, make("figcaption", {}, ...side.text.map((line) => make("p", { class: "rule" }, line))));
}

/** Shows an error message in the part of the page for errors. */
function complain(text) {
  const place = byId("wrong") || byId("notes");
  place.replaceChildren(make("p", { role: "alert", class: "wrong" }, text));
  document.body.dataset.ready = "wrong";
}

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Opens a dialog with a title, in its first field if it has one; Escape, its button or a click outside closes it. */
function opened(title, ...content) {
  const dialog = byId("dialog");
  const close = make("button", { type: "button", class: "close", "aria-label": "Close", click: () => dialog.close() }, "×");
  dialog.replaceChildren(make("header", {}, make("h2", { id: "dialog-title" }, title), close), ...content.filter(Boolean));
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  const field = dialog.querySelector("input:not([readonly])");
  if (field) field.focus();
  if (field && field.type === "text") field.select();
}

/** Lines of text, each as a paragraph. */
const paragraphs = (lines) => lines.map((line) => make("p", {}, line));
