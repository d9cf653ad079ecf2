"use strict";
// A text area with a coloured copy behind it. The browser handles the text itself, so keys, undo and screen readers work.

const TOKENS = /(?<comment>#[^\n]*)|(?<string>"[^"\n]*"?)|(?<number>\$?[0-9]+)|(?<id>[A-Z][\w-]*)|(?<mark>[{},:+=;$-])/g;

class Editor {
  constructor(text, colours, changed, moved) {
    Object.assign(this, { text, colours, marks: [] });
    text.addEventListener("input", () => {
      this.marks = []; // their positions are out of date
      this.paint();
      changed();
    });
    text.addEventListener("scroll", () => this.follow());
    document.addEventListener("selectionchange", () => document.activeElement === text && moved());
    text.addEventListener("keydown", (event) => this.key(event));
  }

  get value() {
    return this.text.value;
  }

  set value(value) {
    this.text.value = value;
    this.marks = [];
    this.paint();
    this.text.scrollTop = 0;
    this.follow();
  }

  get offset() {
    return this.text.selectionStart;
  }

  /** Underlines the text at each finding. */
  underline(marks) {
    this.marks = marks.map((one) => ({ ...one, end: Math.max(one.end, one.start + 1) })).sort((one, other) => one.start - other.start);
    this.paint();
  }

  /** Indents a new line like the one before, and two spaces more after an opening brace. Tab still moves the focus. */
  key(event) {
    if (event.key !== "Enter" || event.ctrlKey || event.altKey || event.metaKey) return;
    const line = this.value.slice(this.value.lastIndexOf("\n", this.offset - 1) + 1, this.offset);
    const inner = /\{\s*$/.test(line) ? "  " : "";
    const indent = /^ */.exec(line)[0] + inner;
    if (!indent) return;
    event.preventDefault();
    document.execCommand("insertText", false, `\n${indent}`);
  }

  follow() {
    this.colours.scrollTop = this.text.scrollTop;
    this.colours.scrollLeft = this.text.scrollLeft;
  }

  paint() {
    const parts = [];
    let at = 0;
    for (const found of this.value.matchAll(TOKENS)) {
      if (found.index > at) parts.push([at, found.index, ""]);
      at = found.index + found[0].length;
      parts.push([found.index, at, Object.keys(found.groups).find((name) => found.groups[name] !== undefined)]);
    }
    parts.push([at, this.value.length, ""]);
    this.colours.replaceChildren(...parts.flatMap((part) => this.cut(part)), "\n");
    this.follow();
  }

  /** Splits a part of the text wherever a finding begins or ends. */
  cut([start, end, sort]) {
    const around = this.marks.filter((one) => one.start < end && one.end > start);
    const cuts = [...new Set([start, end, ...around.flatMap((one) => [one.start, one.end])])].filter((n) => n >= start && n <= end).sort((a, b) => a - b);
    const found = [];
    for (let nth = 1; nth < cuts.length; nth += 1) {
      const text = this.value.slice(cuts[nth - 1], cuts[nth]);
      const mark = around.find((one) => one.start <= cuts[nth - 1] && one.end >= cuts[nth]);
      const name = [sort && `t-${sort}`, mark && `m-${mark.level}`].filter(Boolean).join(" ");
      found.push(name ? make("span", { class: name }, text) : text);
    }
    return found;
  }

  /** Selects a range of the text and scrolls to it. */
  go(start, end) {
    this.text.focus();
    this.text.setSelectionRange(start, end);
    const lines = this.value.slice(0, start).split("\n").length;
    const tall = parseFloat(getComputedStyle(this.text).lineHeight);
    this.text.scrollTop = Math.max(0, lines * tall - this.text.clientHeight / 2);
  }
}
