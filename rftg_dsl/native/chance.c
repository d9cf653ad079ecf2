#include "value.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

/* -- chance ---------------------------------------------------------------------------------------------------------

   SHA-256 of a label behind the seed and the game: see kernel/chance.py, which this does again byte for byte. */

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

#ifdef __x86_64__
typedef int Four __attribute__((vector_size(16)));

/* The same with the instructions that some processors have for it. */
__attribute__((target("sha,sse4.1"))) static void sha256_quick(uint32_t h[8], const unsigned char *p) {
  Four w[4], a = {h[5], h[4], h[1], h[0]}, b = {h[7], h[6], h[3], h[2]}, a0 = a, b0 = b;
  for (int i = 0; i < 16; i++) {
    uint32_t x;
    memcpy(&x, p + 4 * i, 4);
    w[i / 4][i % 4] = (int)__builtin_bswap32(x);
  }
  for (int i = 0; i < 16; i++) {
    Four k;
    memcpy(&k, ROUND + 4 * i, 16);
    Four now = w[i % 4];
    if (i >= 4) {
      Four x = w[(i + 2) % 4], y = w[(i + 3) % 4];
      now = __builtin_ia32_sha256msg1(now, w[(i + 1) % 4]) + (Four){x[1], x[2], x[3], y[0]};
      now = __builtin_ia32_sha256msg2(now, y);
      w[i % 4] = now;
    }
    now += k;
    b = __builtin_ia32_sha256rnds2(b, a, now);
    a = __builtin_ia32_sha256rnds2(a, b, (Four){now[2], now[3], 0, 0});
  }
  a += a0;
  b += b0;
  h[0] = a[3], h[1] = a[2], h[2] = b[3], h[3] = b[2], h[4] = a[1], h[5] = a[0], h[6] = b[1], h[7] = b[0];
}

static int has_sha(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return b >> 29 & 1 && __builtin_cpu_supports("sse4.1");
}
#endif

static int quick; /* whether the processor has instructions for SHA-256 */

void prepare_chance(void) {
#ifdef __x86_64__
  quick = has_sha();
#endif
}

static void sha256_block(uint32_t h[8], const unsigned char *p) {
#ifdef __x86_64__
  if (quick) {
    sha256_quick(h, p);
    return;
  }
#endif
  uint32_t w[64], a[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t x = w[i - 15], y = w[i - 2];
    w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
  }
  memcpy(a, h, 32);
  for (int i = 0; i < 64; i++) {
    uint32_t e = a[4], b = a[0];
    uint32_t x = a[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & a[5]) ^ (~e & a[6])) + ROUND[i] + w[i];
    uint32_t y = (turn(b, 2) ^ turn(b, 13) ^ turn(b, 22)) + ((b & a[1]) ^ (b & a[2]) ^ (a[1] & a[2]));
    memmove(a + 1, a, 28);
    a[4] += x;
    a[0] = x + y;
  }
  for (int i = 0; i < 8; i++) h[i] += a[i];
}

void sha256(const char *text, int64_t n, unsigned char out[32]) {
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned char last[128];
  int64_t whole = n / 64 * 64, left = n - whole;
  for (int64_t i = 0; i < whole; i += 64) sha256_block(h, (const unsigned char *)text + i);
  int size = left < 56 ? 64 : 128;
  memcpy(last, text + whole, left);
  last[left] = 0x80;
  memset(last + left + 1, 0, size - left - 9);
  uint64_t bits = __builtin_bswap64((uint64_t)n * 8);
  memcpy(last + size - 8, &bits, 8);
  for (int i = 0; i < size; i += 64) sha256_block(h, last + i);
  for (int i = 0; i < 8; i++) {
    uint32_t word = __builtin_bswap32(h[i]);
    memcpy(out + 4 * i, &word, 4);
  }
}

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

V chance_rolls(State *s, V label, int64_t domain, int64_t times) {
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
  V made = new_tuple(s, times), *q = block(s, made) + 1;
  if (times == 1) {
    rolls_of(chars(s, label), chars_n(s, label), r.n, 1, &found);
    q[0] = r.items[found];
    return made;
  }
  V left[4096];
  if (r.n > 4096) fail(TOO_LARGE, "too many things are drawn from");
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
  if (t->at >= 624) {
    uint32_t *x = t->x;
    for (int k = 0; k < 624; k++) {
      uint32_t y = (x[k] & 0x80000000u) | (x[(k + 1) % 624] & 0x7fffffffu);
      x[k] = x[(k + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    t->at = 0;
  }
  uint32_t y = t->x[t->at++];
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

void twister_seed(Twister *t, const uint32_t *key, int64_t n) {
  uint32_t *x = t->x;
  x[0] = 19650218u;
  for (uint32_t i = 1; i < 624; i++) x[i] = 1812433253u * (x[i - 1] ^ x[i - 1] >> 30) + i;
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
