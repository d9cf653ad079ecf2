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

/** Whether the reader wants things to hold still. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The data of a page that brings its own: JSON, packed with gzip and written in base64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
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
