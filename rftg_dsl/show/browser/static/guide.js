"use strict";
// What a first game needs to know: each phase and each kind of question is explained once, with its reason.

const TOLD = 400; // the most phases and questions of a game that are kept as explained

class Guide {
  /** `game` is a reel; its `guide` says how phases go, by their titles. */
  constructor(game) {
    this.game = game;
  }

  get told() {
    return settings.told[this.game.game] || [];
  }

  /** The explanation of a question and of its phase as an element; null if both have been explained already. */
  drawn(question, phase) {
    if (!settings.guide) return null;
    const parts = this.news(question, phase);
    if (!parts.length) return null;
    const box = make("aside", { class: "guide", "aria-label": "Explanation" });
    const understood = () => {
      this.keep(parts.map(([name]) => name));
      box.remove();
    };
    const off = () => {
      settings.set("guide", false);
      box.remove();
    };
    const texts = parts.flatMap(([, title, lines]) => [title && make("h3", {}, title), ...paragraphs(lines)]);
    const choices = Object.entries(question.explanations).map(([title, lines]) => make("details", {}, make("summary", {}, title), ...paragraphs(lines)));
    box.append(...texts.filter(Boolean), choices.length ? make("div", { class: "choices" }, ...choices) : "", make("p", { class: "finish" }, make("button", { type: "button", class: "chip", id: "understood", click: understood }, "Got it"), make("button", { type: "button", class: "link", click: off }, "Explain nothing more")));
    return box;
  }

  /** What has not been explained yet, each with the name under which it is kept, a title and lines. */
  news(question, phase) {
    const found = [];
    if (this.game.guide[phase]) found.push([`phase ${phase}`, phase, this.game.guide[phase]]);
    if (question.reason) found.push([`question ${question.name}`, "", [question.reason]]);
    return found.filter(([name]) => !this.told.includes(name));
  }

  /** Remembers that something has been explained. */
  keep(names) {
    settings.set("told", { ...settings.told, [this.game.game]: [...new Set([...this.told, ...names])].slice(-TOLD) });
  }
}
