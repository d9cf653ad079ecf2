#include "digest.h"
#include "value.h"

/* -- chance ---------------------------------------------------------------------------------------------------------

   Chance is SHA-256 of the seed, the game and a label, byte for byte as in kernel/chance.py. */

static void begin_label(Draft *d, V label, State *s) {
  d->n = 0;
  put_chars(d, PLAYS(s)->prefix, PLAYS(s)->prefix_n);
  put_chars(d, chars(s, label), chars_n(s, label));
}

/* Derives numbers from 0 up to but excluding `domain` from a label and its digest. */
static void numbers_in(Draft *label, unsigned char digest[32], int64_t domain, int64_t times, int64_t *out) {
  int64_t base = label->n, found = 0;
  int wide = domain > 256 ? 2 : 1;
  if (domain < 1 || domain > 65536) fail(UNUSUAL, "a roll has too many results");
  uint32_t whole = wide == 1 ? 256 : 65536, limit = whole - whole % (uint32_t)domain;
  for (int64_t extra = 1;; extra++) {
    for (int i = 0; i + wide <= 32 && found < times; i += wide) {
      uint32_t x = wide == 1 ? digest[i] : (uint32_t)digest[i] << 8 | digest[i + 1];
      if (x < limit) out[found++] = x % (uint32_t)domain;
    }
    if (found == times) break;
    label->n = base;
    put_chars(label, "+", 1);
    put_number(label, extra);
    sha256(label->text, label->n, digest);
  }
}

static void rolls_of(State *s, V label, int64_t domain, int64_t times, int64_t *out) {
  Draft d;
  unsigned char digest[32];
  begin_label(&d, label, s);
  sha256(d.text, d.n, digest);
  numbers_in(&d, digest, domain, times, out);
}

static V loose_rolls(State *s, int64_t domain, int64_t times) {
  V made = new_tuple(s, times);
  for (int64_t i = 0; i < times; i++) block(s, made)[1 + i] = INT((int64_t)(drawn_fraction(s) * domain));
  return made;
}

static V loose_draws(State *s, Row r, int64_t times) {
  V made = new_tuple(s, times), *q = block(s, made) + 1, left[LEFT_MOST];
  memcpy(left, r.items, r.n * 8);
  for (int64_t i = 0, n = r.n; i < times; i++, n--) {
    int64_t found = (int64_t)(drawn_fraction(s) * n);
    q[i] = left[found];
    memmove(left + found, left + found + 1, (n - 1 - found) * 8);
  }
  return made;
}

static V seeded_rolls(State *s, V label, int64_t domain, int64_t times) {
  V made = new_tuple(s, times);
  int64_t found[256];
  if (times > 256) fail(TOO_LARGE, "too many rolls");
  rolls_of(s, label, domain, times, found);
  for (int64_t i = 0; i < times; i++) block(s, made)[1 + i] = INT(found[i]);
  return made;
}

V chance_rolls(State *s, V label, int64_t domain, int64_t times) {
  switch (PLAYS(s)->chance) {
  case LOOSE: return loose_rolls(s, domain, times);
  case GIVEN: return given_rolls(s, domain, times);
  case BLIND: fail(UNUSUAL, "a view cannot roll");
  default: return seeded_rolls(s, label, domain, times);
  }
}

static V seeded_draws(State *s, V label, Row r, int64_t times) {
  int64_t found;
  V made = new_tuple(s, times), *q = block(s, made) + 1;
  if (times == 1) {
    rolls_of(s, label, r.n, 1, &found);
    q[0] = r.items[found];
    return made;
  }
  V left[LEFT_MOST];
  memcpy(left, r.items, r.n * 8);
  Draft each[2]; /* for digesting two labels at a time */
  unsigned char digests[2][32];
  begin_label(each, label, s);
  put_chars(each, ".", 1);
  int64_t base = each->n;
  memcpy(each[1].text, each->text, base);
  for (int64_t i = 0, n = r.n; i < times; i++, n--) {
    Draft *d = each + (i & 1);
    if (d == each) {
      Message both[2];
      int more = times - i > 1 ? 2 : 1;
      for (int k = 0; k < more; k++) {
        each[k].n = base;
        put_number(each + k, i + k);
        both[k] = (Message){each[k].text, each[k].n, NOTHING_BEFORE, digests[k]};
      }
      sha256_each(both, more);
    }
    numbers_in(d, digests[i & 1], n, 1, &found);
    q[i] = left[found];
    memmove(left + found, left + found + 1, (n - 1 - found) * 8);
  }
  return made;
}

V chance_draws(State *s, V label, V domain, int64_t times) {
  if (PLAYS(s)->chance == GIVEN) return given_draws(s, domain, times);
  Row r = row(s, domain);
  if (r.n > LEFT_MOST) fail(TOO_LARGE, "too many things are drawn from");
  switch (PLAYS(s)->chance) {
  case COUPLED: return coupled_draws(s, label, r, times);
  case LOOSE: return loose_draws(s, r, times);
  case BLIND: fail(UNUSUAL, "a view cannot draw");
  default: return seeded_draws(s, label, r, times);
  }
}

/* -- bots' random numbers: Python's random.Random, MT19937 -------------------------------------------------------------- */

static inline uint32_t twister_next(Twister *t) {
  uint32_t *x = t->x;
  int k = t->at < 624 ? t->at : 0; /* renew each number on demand, rather than all of them in advance */
  uint32_t y = (x[k] & 0x80000000u) | (x[k < 623 ? k + 1 : 0] & 0x7fffffffu);
  y = x[k] = x[k < 227 ? k + 397 : k - 227] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
  t->at = k + 1;
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

double drawn_fraction(State *s) {
  Twister *t = PLAYS(s)->bot;
  uint32_t a = twister_next(t) >> 5, b = twister_next(t) >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static uint32_t start[624]; /* the state to which every seed is applied */

void prepare_chance(void) {
  start[0] = 19650218u;
  for (uint32_t i = 1; i < 624; i++) start[i] = 1812433253u * (start[i - 1] ^ start[i - 1] >> 30) + i;
}

static inline uint32_t stirred(uint32_t x, uint32_t before, uint32_t factor) { return x ^ (before ^ before >> 30) * factor; }

/* Each number depends on the previous one, so seeding two generators at once takes little longer than seeding one. */
HOT void seed_each(Twister *t, const Seed *keys, int n) {
  uint32_t last[2];
  int64_t j[2] = {0, 0};
  for (int k = 0; k < n; k++) memcpy(t[k].x, start, sizeof start), last[k] = start[0];
  for (int64_t left = 624, i = 1; left; left--) {
    for (int k = 0; k < n; k++) {
      t[k].x[i] = last[k] = stirred(t[k].x[i], last[k], 1664525u) + keys[k].words[j[k]] + (uint32_t)j[k];
      if (++j[k] >= keys[k].n) j[k] = 0;
    }
    if (++i == 624) i = 1;
  }
  for (int64_t left = 623, i = 2; left; left--) {
    for (int k = 0; k < n; k++) t[k].x[i] = last[k] = stirred(t[k].x[i], last[k], 1566083941u) - (uint32_t)i;
    if (++i == 624) i = 1;
  }
  for (int k = 0; k < n; k++) t[k].x[0] = 0x80000000u, t[k].at = 624;
}

void twisters_seed(Twister *t, const Seed *keys, int64_t n) {
  if (n == 1) seed_each(t, keys, 1);
  else seed_each(t, keys, 2);
}
