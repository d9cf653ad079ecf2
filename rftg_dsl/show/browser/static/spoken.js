"use strict";
// Sentences from the server, which number the seats, as the people at the table would say them.

const NO_NAME = "me"; // the name of a person who has given none
const PLAINLY = { has: "have", is: "are", does: "do", goes: "go", was: "were" };

/** Puts names in place of the numbers of seats, and "you" in place of the reader's. */
class Spoken {
  /** `names` are those of the seats; `own` is the reader's seat, or null. */
  constructor(names, own) {
    this.own = own;
    this.names = names.map((name, seat) => ({ name, said: this.saidOf(names, seat) }));
  }

  /** A name that two people have, or that nobody has given, says less than the number of the seat. */
  saidOf(names, seat) {
    const alone = names.filter((name) => name === names[seat]).length === 1;
    return alone && names[seat] !== NO_NAME ? names[seat] : `Seat ${seat + 1}`;
  }

  /** A sentence with the names. */
  say(text) {
    if (!text.includes("Seat ")) return text;
    const bare = this.names.reduce((left, { name }, seat) => left.replaceAll(`Seat ${seat + 1} (${name})`, `Seat ${seat + 1}`), text);
    return bare.replace(/(?:\b((?:an? |the )?)([a-z]+) of )?\bSeat (\d+)\b( [a-z]+)?/g, (all, article, thing, number, next, at) => {
      const seat = Number(number) - 1;
      if (seat !== this.own) return all.replace(`Seat ${number}`, this.names[seat]?.said || `Seat ${number}`);
      const name = thing ? `your ${thing}${next || ""}` : `you${next ? ` ${plainly(next.trim())}` : ""}`;
      return at ? name : capital(name);
    });
  }
}

/** A verb as it follows "you". */
function plainly(verb) {
  if (verb in PLAINLY) return PLAINLY[verb];
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** The name of the player in a seat or, for a person without a name, of the seat. */
function playerIn({ seats }, seat) {
  return seats[seat] === NO_NAME ? `Seat ${seat + 1}` : seats[seat];
}
