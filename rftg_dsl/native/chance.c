#include "digest.h"
#include "value.h"

/* -- chance ---------------------------------------------------------------------------------------------------------

   SHA-256 of a label behind the seed and the game: see kernel/chance.py, which this does again byte for byte. */

/* Numbers from 0 up to, but not including, `domain`. */
static void rolls_of(const char *label, int64_t n, int64_t domain, int64_t times, int64_t *out) {
  Draft d;
  unsigned char digest[32];
  d.n = 0;
  put_chars(&d, session.prefix, session.prefix_n);
  put_chars(&d, label, n);
  int64_t base = d.n, found = 0;
  int wide = domain > 256 ? 2 : 1;
  if (domain < 1 || domain > 65536) fail(UNUSUAL, "a roll has too many results");
  uint32_t whole = wide == 1 ? 256 : 65536, limit = whole - whole % (uint32_t)domain;
  for (int64_t extra = 0; found < times; extra++) {
    d.n = base;
    if (extra) {
      put_chars(&d, "+", 1);
      put_number(&d, extra);
    }
    sha256(d.text, d.n, digest);
    for (int i = 0; i + wide <= 32 && found < times; i += wide) {
      uint32_t x = wide == 1 ? digest[i] : (uint32_t)digest[i] << 8 | digest[i + 1];
      if (x < limit) out[found++] = x % domain;
    }
  }
}

enum { LEFT_MOST = 4096 };

static V loose_rolls(State *s, int64_t domain, int64_t times) {
  V made = new_tuple(s, times);
  for (int64_t i = 0; i < times; i++) block(s, made)[1 + i] = INT((int64_t)(drawn_fraction() * domain));
  return made;
}

static V loose_draws(State *s, Row r, int64_t times) {
  V made = new_tuple(s, times), *q = block(s, made) + 1, left[LEFT_MOST];
  memcpy(left, r.items, r.n * 8);
  for (int64_t i = 0, n = r.n; i < times; i++, n--) {
    int64_t found = (int64_t)(drawn_fraction() * n);
    q[i] = left[found];
    memmove(left + found, left + found + 1, (n - 1 - found) * 8);
  }
  return made;
}

V chance_rolls(State *s, V label, int64_t domain, int64_t times) {
  if (session.is_loose) return loose_rolls(s, domain, times);
  if (session.given) return given_rolls(s, domain, times);
  V made = new_tuple(s, times);
  int64_t found[256];
  if (times > 256) fail(TOO_LARGE, "too many rolls");
  rolls_of(chars(s, label), chars_n(s, label), domain, times, found);
  for (int64_t i = 0; i < times; i++) block(s, made)[1 + i] = INT(found[i]);
  return made;
}

V chance_draws(State *s, V label, V domain, int64_t times) {
  if (session.given) return given_draws(s, domain, times);
  Row r = row(s, domain);
  int64_t found;
  if (r.n > LEFT_MOST) fail(TOO_LARGE, "too many things are drawn from");
  if (session.is_loose) return loose_draws(s, r, times);
  V made = new_tuple(s, times), *q = block(s, made) + 1;
  if (times == 1) {
    rolls_of(chars(s, label), chars_n(s, label), r.n, 1, &found);
    q[0] = r.items[found];
    return made;
  }
  V left[LEFT_MOST];
  memcpy(left, r.items, r.n * 8);
  for (int64_t i = 0, n = r.n; i < times; i++, n--) {
    Draft d;
    d.n = 0;
    put_chars(&d, chars(s, label), chars_n(s, label));
    put_chars(&d, ".", 1);
    put_number(&d, i);
    rolls_of(d.text, d.n, n, 1, &found);
    q[i] = left[found];
    memmove(left + found, left + found + 1, (n - 1 - found) * 8);
  }
  return made;
}

/* -- the numbers of bots: Python's random.Random, MT19937 -------------------------------------------------------------- */

static uint32_t twister_next(Twister *t) {
  uint32_t *x = t->x;
  int k = t->at < 624 ? t->at : 0; /* each number is renewed when it is wanted, not all of them before the first one */
  uint32_t y = (x[k] & 0x80000000u) | (x[k < 623 ? k + 1 : 0] & 0x7fffffffu);
  y = x[k] = x[k < 227 ? k + 397 : k - 227] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
  t->at = k + 1;
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

double drawn_fraction(void) {
  Twister *t = session.bot;
  uint32_t a = twister_next(t) >> 5, b = twister_next(t) >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static uint32_t start[624]; /* what every seed begins with */

void prepare_chance(void) {
  start[0] = 19650218u;
  for (uint32_t i = 1; i < 624; i++) start[i] = 1812433253u * (start[i - 1] ^ start[i - 1] >> 30) + i;
}

void twister_seed(Twister *t, const uint32_t *key, int64_t n) {
  uint32_t *x = t->x;
  memcpy(x, start, sizeof start);
  int64_t i = 1, j = 0;
  for (int64_t k = n > 624 ? n : 624; k; k--) {
    x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1664525u) + key[j] + (uint32_t)j;
    if (++i >= 624) x[0] = x[623], i = 1;
    if (++j >= n) j = 0;
  }
  for (int64_t k = 623; k; k--) {
    x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
    if (++i >= 624) x[0] = x[623], i = 1;
  }
  x[0] = 0x80000000u;
  t->at = 624;
}
