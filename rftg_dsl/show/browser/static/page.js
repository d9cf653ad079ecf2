"use strict";
// Parts of pages. Text from outside only ever becomes text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes (functions listen), and children: elements or texts. */
function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same of a drawing. */
function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
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

// Names as people type them, folded as rftg_dsl/base/spelling.py does: a test compares the two.
const LETTERS = { "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ŋ": "n", "ı": "i" };
const LEFT_OUT = /[\p{M}\p{Cf}'"`´ʹʻʼʽˈ′″‘’‚‛“”„‟‹›«»\u115f\u1160\u2800\u3164\uffa0]/gu;
const BETWEEN = /[\p{P}\p{Z}\s~−]+/gu;

/** The letters, digits and symbols of a text in small letters, without accents and quotes, and blanks between words. */
function fold(text) {
  const parts = text.normalize("NFKD").replace(LEFT_OUT, "").replace(BETWEEN, " ").trim();
  const small = [...parts].flatMap((one) => [...one.toUpperCase()].map((each) => each.toLowerCase()));
  return small.map((one) => LETTERS[one] || one).join("");
}

/** Whether a text has all words of another, or parts of words, however they are typed. */
function says(text, wanted) {
  const folded = fold(text);
  return fold(wanted).split(" ").every((part) => folded.includes(part));
}

/** Whether the reader wants things to hold still. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The data of a page that brings its own: JSON, packed with gzip and written in base64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** What the server answers, as data; an error says what is wrong. `data`: what it is sent. */
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

/** Says what went wrong, where the page has a place for it. */
function complain(text) {
  const place = byId("wrong") || byId("notes");
  place.replaceChildren(make("p", { role: "alert", class: "wrong" }, text));
  document.body.dataset.ready = "wrong";
}

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** A dialog with a title; it closes with Escape, with its button, and with a click beside it. */
function opened(title, ...content) {
  const dialog = byId("dialog");
  const close = make("button", { type: "button", class: "close", "aria-label": "Close", click: () => dialog.close() }, "×");
  dialog.replaceChildren(make("header", {}, make("h2", { id: "dialog-title" }, title), close), ...content);
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}
