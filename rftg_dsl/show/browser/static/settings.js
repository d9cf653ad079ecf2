"use strict";
// What a reader has set for all games on this machine: the speed of moves, a sound at one's turn, and explanations.

const SPEEDS = { slow: ["slowly", 900], steady: ["steadily", 350], fast: ["fast", 120], none: ["at once", 0] }; // milliseconds a step

class Settings {
  constructor() {
    const kept = readKept();
    this.speed = kept.speed in SPEEDS ? kept.speed : "steady";
    this.sound = kept.sound === true;
    this.guide = kept.guide !== false;
    this.told = kept.told || {}; // by game, the phases and questions that have been explained
  }

  /** The milliseconds for which a step is shown; 0 to show only the last one. */
  get pace() {
    return still() ? 0 : SPEEDS[this.speed][1];
  }

  set(name, value) {
    this[name] = value;
    try {
      localStorage.setItem("rftg", JSON.stringify({ speed: this.speed, sound: this.sound, guide: this.guide, told: this.told }));
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }

  /** Opens a dialog with all settings. */
  open() {
    const speeds = Object.entries(SPEEDS).map(([name, [title]]) => make("option", { value: name, selected: name === this.speed }, title));
    const speed = make("select", { id: "speed", change: () => this.set("speed", speed.value) }, ...speeds);
    const sound = make("input", { type: "checkbox", id: "sound", checked: this.sound, change: () => this.set("sound", sound.checked) && ring() });
    const heard = make("button", { type: "button", class: "chip", click: ring }, "Listen");
    const guide = make("input", { type: "checkbox", id: "guide", checked: this.guide, change: () => this.set("guide", guide.checked) });
    const again = make("button", { type: "button", class: "chip", click: () => this.set("told", {}) }, "Explain everything again");
    opened(
      "Settings",
      make("p", {}, make("label", {}, "Show what the others do ", speed)),
      make("p", {}, make("label", {}, sound, " A sound when it is my turn"), " ", heard),
      make("p", {}, make("label", {}, guide, " Explain each phase and question the first time"), " ", again),
      authorLink("link"),
    );
  }
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem("rftg")) || {};
  } catch {
    return {};
  }
}

/** A link to the author's room with the game of this page already chosen; null for people who may not open it. */
function authorLink(name) {
  const { author } = byId("seat").dataset;
  return author ? make("a", { class: name, href: author }, "Make your own pieces") : null;
}

/** Plays two short tones. */
function ring() {
  const audio = new AudioContext();
  const loud = audio.createGain();
  loud.gain.value = 0.12;
  loud.connect(audio.destination);
  [660, 880].forEach((pitch, nth) => {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(loud);
    tone.start(audio.currentTime + nth * 0.16);
    tone.stop(audio.currentTime + nth * 0.16 + 0.14);
    if (nth) tone.addEventListener("ended", () => audio.close());
  });
}

const settings = new Settings();
