/* SHA-256 and the Merkle tree over the lines of a log, as in hashlib and rftg_dsl/log/proof/merkle.py.

   Independent messages are digested two at a time; with one at a time, a processor with instructions for SHA-256 would
   be idle half of the time. */

#include "digest.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static const uint32_t BEGIN[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* -- blocks of 64 bytes ------------------------------------------------------------------------------------------------ */

static inline uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static inline void one_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                             uint32_t *h, uint32_t w) {
  *h += (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + w;
  *d += *h;
  *h += (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void block_plainly(uint32_t h[8], const unsigned char *p) {
  uint32_t w[64], x[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
  }
  memcpy(x, h, 32);
  for (int i = 0; i < 64; i += 8)
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) /* variable a in one round becomes b in the next */
      one_round(x[-k & 7], x[1 - k & 7], x[2 - k & 7], &x[3 - k & 7], x[4 - k & 7], x[5 - k & 7], x[6 - k & 7],
                &x[7 - k & 7], ROUND[i + k] + w[i + k]);
  for (int i = 0; i < 8; i++) h[i] += x[i];
}

static int quick; /* whether the processor has instructions for SHA-256 */

#ifdef __x86_64__
#define QUICK __attribute__((target("sha,ssse3,sse4.1"))) static

/* A digest in progress, in the form that the instructions for SHA-256 require. */
typedef struct {
  __m128i w[4], a, b, a0, b0;
} Quick;

QUICK inline __attribute__((always_inline)) void load(Quick *q, const uint32_t h[8], const unsigned char *p) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bll, 0x0405060700010203ll);
  __m128i t = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)h), 0xB1);
  __m128i u = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)h + 1), 0x1B);
  q->a = q->a0 = _mm_alignr_epi8(t, u, 8);
  q->b = q->b0 = _mm_blend_epi16(u, t, 0xF0);
  for (int i = 0; i < 4; i++) q->w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + i), order);
}

QUICK inline __attribute__((always_inline)) void four_rounds(Quick *q, int i) {
  __m128i *w = q->w;
  if (i >= 4) {
    __m128i x = w[(i + 2) % 4], y = w[(i + 3) % 4];
    __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]), _mm_alignr_epi8(y, x, 4));
    w[i % 4] = _mm_sha256msg2_epu32(sum, y);
  }
  __m128i now = _mm_add_epi32(w[i % 4], _mm_loadu_si128((const __m128i *)ROUND + i));
  q->b = _mm_sha256rnds2_epu32(q->b, q->a, now);
  q->a = _mm_sha256rnds2_epu32(q->a, q->b, _mm_shuffle_epi32(now, 0x0E));
}

QUICK inline __attribute__((always_inline)) void store(const Quick *q, uint32_t h[8]) {
  __m128i t = _mm_shuffle_epi32(_mm_add_epi32(q->a, q->a0), 0x1B);
  __m128i u = _mm_shuffle_epi32(_mm_add_epi32(q->b, q->b0), 0xB1);
  _mm_storeu_si128((__m128i *)h, _mm_blend_epi16(t, u, 0xF0));
  _mm_storeu_si128((__m128i *)h + 1, _mm_alignr_epi8(u, t, 8));
}

QUICK void block_quickly(uint32_t h[8], const unsigned char *p) {
  Quick q;
  load(&q, h, p);
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++) four_rounds(&q, i);
  store(&q, h);
}

QUICK void two_quickly(uint32_t h1[8], const unsigned char *p1, uint32_t h2[8], const unsigned char *p2) {
  Quick one, two;
  load(&one, h1, p1);
  load(&two, h2, p2);
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++) {
    four_rounds(&one, i);
    four_rounds(&two, i);
  }
  store(&one, h1);
  store(&two, h2);
}

static int has_sha(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1 && __builtin_cpu_supports("sse4.1");
}
#else
static void block_quickly(uint32_t h[8], const unsigned char *p) { block_plainly(h, p); }

static void two_quickly(uint32_t h1[8], const unsigned char *p1, uint32_t h2[8], const unsigned char *p2) {
  block_plainly(h1, p1);
  block_plainly(h2, p2);
}

static int has_sha(void) { return 0; }
#endif

void prepare_digests(void) { quick = has_sha(); }

/* -- messages ---------------------------------------------------------------------------------------------------------- */

/* A message that is being digested. */
typedef struct {
  uint32_t h[8];
  const Message *of;
  int64_t n, at;           /* its length, including the byte before it, and the number of bytes used */
  unsigned char made[128]; /* blocks that must be assembled: the first, or the last ones */
} Lane;

static void begin(Lane *l, const Message *of) {
  memcpy(l->h, BEGIN, sizeof BEGIN);
  l->of = of;
  l->n = of->n + (of->before != NOTHING_BEFORE);
  l->at = 0;
}

/* Returns the next block of a message; NULL after the last one. */
static const unsigned char *next_block(Lane *l) {
  int64_t at = l->at, left = l->n - at, ahead = l->of->before != NOTHING_BEFORE;
  l->at += 64;
  if (left >= 64) {
    if (at || !ahead) return (const unsigned char *)l->of->p + at - ahead;
    l->made[0] = (unsigned char)l->of->before;
    memcpy(l->made + 1, l->of->p, 63);
    return l->made;
  }
  if (left < 0) return left + 64 >= 56 && left + 64 < 64 ? l->made + 64 : NULL;
  memset(l->made, 0, 64);
  if (left >= 56) memset(l->made + 64, 0, 64);
  int own = !at && ahead;
  if (own) l->made[0] = (unsigned char)l->of->before;
  memcpy(l->made + own, l->of->p + (at ? at - ahead : 0), left - own);
  l->made[left] = 0x80;
  uint64_t bits = __builtin_bswap64((uint64_t)l->n * 8);
  memcpy(l->made + (left < 56 ? 56 : 120), &bits, 8);
  return l->made;
}

static void written(const uint32_t h[8], unsigned char *out) {
  for (int i = 0; i < 8; i++) {
    uint32_t word = __builtin_bswap32(h[i]);
    memcpy(out + 4 * i, &word, 4);
  }
}

static void end(const Lane *l) { written(l->h, l->of->out); }

static void digest_alone(Lane *l, const unsigned char *block) {
  for (; block; block = next_block(l)) (quick ? block_quickly : block_plainly)(l->h, block);
  end(l);
}

/* Messages that are waiting for a lane. */
typedef struct {
  const Message *next, *stop;
} Queue;

/* Begins the next message and returns its first block; NULL if no message is left. */
static const unsigned char *begun(Lane *l, Queue *from) {
  if (from->next == from->stop) return NULL;
  begin(l, from->next++);
  return next_block(l);
}

/* Digests the messages in two queues, one for each of two lanes; the queues may be the same. */
static void digest_in_lanes(Queue *first, Queue *second) {
  Lane one, two;
  const unsigned char *p = begun(&one, first), *q = quick ? begun(&two, second) : NULL;
  while (p && q) {
    two_quickly(one.h, p, two.h, q);
    if (!(p = next_block(&one))) {
      end(&one);
      p = begun(&one, first);
    }
    if (!(q = next_block(&two))) {
      end(&two);
      q = begun(&two, second);
    }
  }
  for (; p; p = begun(&one, first)) digest_alone(&one, p);
  if (!quick) q = begun(&two, second);
  for (; q; q = begun(&two, second)) digest_alone(&two, q);
}

/* Whether a message fits into one block, as a chance label does. */
static inline int is_short(const Message *of) { return of->before == NOTHING_BEFORE && of->n < 56; }

static inline void only_block(unsigned char block[64], const Message *of) {
  uint64_t bits = __builtin_bswap64((uint64_t)of->n * 8);
  memset(block, 0, 64);
  memcpy(block, of->p, of->n);
  block[of->n] = 0x80;
  memcpy(block + 56, &bits, 8);
}

static void two_short(const Message *of) {
  uint32_t h[2][8];
  unsigned char blocks[2][64];
  for (int i = 0; i < 2; i++) memcpy(h[i], BEGIN, sizeof BEGIN), only_block(blocks[i], of + i);
  two_quickly(h[0], blocks[0], h[1], blocks[1]);
  for (int i = 0; i < 2; i++) written(h[i], of[i].out);
}

void sha256_each(const Message *next, int64_t n) {
  Queue all = {next, next + n};
  if (n == 2 && quick && is_short(next) && is_short(next + 1)) two_short(next);
  else digest_in_lanes(&all, &all);
}

void sha256(const char *text, int64_t n, unsigned char out[32]) {
  Message one = {text, n, NOTHING_BEFORE, out};
  if (is_short(&one)) {
    uint32_t h[8];
    unsigned char block[64];
    memcpy(h, BEGIN, sizeof BEGIN);
    only_block(block, &one);
    (quick ? block_quickly : block_plainly)(h, block);
    written(h, out);
    return;
  }
  Lane lane;
  begin(&lane, &one);
  digest_alone(&lane, next_block(&lane));
}

/* -- the tree over lines --------------------------------------------------------------------------------------------------

   A leaf is the digest of a 0 byte and a line; any other node is the digest of a 1 byte and its two children. */

enum { LEAF = 0, NODE = 1, MANY = 256 };

/* Adds leaves, level by level. There must be room for one more leaf before the start of `row`. */
static void add_leaves(Tree *t, unsigned char (*row)[32], int64_t n) {
  unsigned char left[64][32];
  Message pairs[MANY];
  int over = 0;
  uint64_t size = t->size;
  t->size += (uint64_t)n;
  for (; n; size >>= 1) {
    unsigned char(*first)[32] = row;
    if (size & 1) {
      memcpy(*--first, t->nodes[--t->nodes_n], 32);
      n++;
    }
    if (n & 1) memcpy(left[over++], first[--n], 32);
    n /= 2;
    for (int64_t i = 0; i < n; i++) pairs[i] = (Message){(char *)first[2 * i], 64, NODE, row[i]};
    sha256_each(pairs, n);
  }
  while (over) memcpy(t->nodes[t->nodes_n++], left[--over], 32);
}

void add_lines_to(Tree *t, const char *p, const char *end, const Message *also) {
  unsigned char made[MANY + 1][32];
  Message lines[MANY + 1];
  do {
    int64_t n = 0, more = also != NULL;
    if (more) lines[0] = *also;
    for (; n < MANY - 1 && p < end; n++) {
      const char *stop = memchr(p, '\n', (size_t)(end - p));
      if (!stop) stop = end;
      lines[more + n] = (Message){p, stop - p, LEAF, made[1 + n]};
      p = stop + 1;
    }
    sha256_each(lines, more + n);
    add_leaves(t, made + 1, n);
    also = NULL;
  } while (p < end);
}

void root_of(const Tree *t, unsigned char out[32], const Message *also) {
  unsigned char parts[64][2][32]; /* the children of each node, starting with the last node */
  Message nodes[64];
  int over = t->nodes_n - 1;
  for (int i = 0; i < over; i++) {
    memcpy(parts[i][0], t->nodes[over - 1 - i], 32);
    nodes[i] = (Message){(char *)parts[i], 64, NODE, i + 1 < over ? parts[i + 1][1] : out};
  }
  if (over < 0) sha256("", 0, out);
  else memcpy(over ? parts[0][1] : out, t->nodes[over], 32);
  Queue first = {nodes, over > 0 ? nodes + over : nodes}, second = {also, also ? also + 1 : also};
  digest_in_lanes(&first, &second);
}
