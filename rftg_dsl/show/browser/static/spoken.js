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
    return bare.replace(/(\b[a-z]+ of )?\bSeat (\d+)\b( [a-z]+)?/g, (all, thing, number, next, at) => this.name(all, thing || "", Number(number) - 1, next || "", at));
  }

  /** One name in a sentence, with the thing before it and the word after it, which may be a verb. */
  name(all, thing, seat, next, at) {
    const known = this.names[seat];
    if (!known) return all;
    if (seat !== this.own) return `${thing}${known.said}${next}`;
    if (thing) return `${at ? "your" : "Your"} ${thing.slice(0, -" of ".length)}${next}`;
    return `${at ? "you" : "You"}${next && ` ${plainly(next.trim())}`}`;
  }
}

/** A verb as it follows "you". */
function plainly(verb) {
  if (verb in PLAINLY) return PLAINLY[verb];
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}
