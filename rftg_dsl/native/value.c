#include "value.h"

__thread Session session;
const char *constants;

void fail(int how, const char *why) {
  session.complaint = why;
#ifdef RFTG_TRACE
  void *frames[40];
  backtrace_symbols_fd(frames, backtrace(frames, 40), 2);
#endif
  longjmp(session.rescue, how);
}

void too_large(void) { fail(TOO_LARGE, "a number is too large"); }

/* Returns the position for a negative index, which counts from the end. */
int64_t from_end(int64_t i, int64_t n) {
  if (i >= 0 || i + n < 0) fail(UNUSUAL, "an index is out of range");
  return i + n;
}

void full(void) { fail(TOO_LARGE, "the arena is full"); }
void changed(void) { fail(UNUSUAL, "a list changed size during iteration"); }
void too_deep(void) { fail(TOO_LARGE, "functions call one another too deep"); }
void no_row(void) { fail(UNUSUAL, "something that is not a sequence stands where one is wanted"); }

void not_declared(void) { fail(UNUSUAL, "a number or a truth value is declared, and something else is there"); }

int64_t num_slowly(V v) {
  if (v == TRUE_) return 1;
  if (v == FALSE_) return 0;
  fail(UNUSUAL, "something that is not a number stands where one is wanted");
}

/* -- sequences ------------------------------------------------------------------------------------------------------

   The items of a tuple follow its header. A list consists of its length, its capacity and the block with its items. */

void make_room(State *s, V *p, int64_t n) {
  int64_t room = p[ROOM] * 2 + n + 3;
  V things = p[THINGS];
  if ((uint64_t)things + (uint64_t)(p[ROOM] + 1) * 8 == TOP(s)) { /* the block is the last object */
    make(s, BLOCK, 0, room - p[ROOM] - 1);
    *block(s, things) = HEAD(BLOCK, room);
    p[ROOM] = room;
    return;
  }
  things = make_block(s, room);
  memcpy(block(s, things) + 1, block(s, p[THINGS]) + 1, p[LENGTH] * 8);
  p[THINGS] = things;
  p[ROOM] = room;
}

void append(State *s, V list, V thing) {
  V *p = block(s, list);
  if (UNLIKELY((list & 7) != 0 || TYPE(*p) != LIST)) fail(UNUSUAL, "assignment to a constant");
  if (UNLIKELY(p[LENGTH] == p[ROOM])) make_room(s, p, 1);
  block(s, p[THINGS])[1 + p[LENGTH]++] = thing;
}

V tuple_of(State *s, const V *items, int64_t n) {
  V made = new_tuple(s, n);
  V *q = block(s, made) + 1;
  if (n <= 8)
    for (int64_t i = 0; i < n; i++) q[i] = items[i];
  else
    memcpy(q, items, n * 8);
  return made;
}

V list_of(State *s, const V *items, int64_t n) {
  V made = new_list(s, n);
  V *p = block(s, made);
  p[LENGTH] = n;
  memcpy(block(s, p[THINGS]) + 1, items, n * 8);
  return made;
}

/* -- texts ----------------------------------------------------------------------------------------------------------

   A text consists of its length in bytes, a digest, and its bytes. All texts among the constants are different, so two
   of these are equal only if they are the same object. */

static inline uint64_t digest(const char *p, int64_t n) {
  uint64_t h = (uint64_t)n, word;
  for (; n > 0; n -= 8, p += 8) {
    word = 0;
    memcpy(&word, p, n < 8 ? n : 8);
    h = (h ^ word) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 29;
  }
  return h;
}

V known_texts;
uint64_t known_mask;

/* Finds a text among the constants; `s` is a state, or any other address that the constants precede. */
static inline V constant_text(State *s, uint64_t h, const char *p, int64_t n) {
  const uint64_t *texts = (const uint64_t *)constant(s, known_texts) + 1;
  for (uint64_t i = h & known_mask; texts[i]; i = (i + 1) & known_mask) {
    if ((texts[i] ^ h) >> 32) continue; /* the upper half is from the digest, the lower half locates the text */
    const V *q = (const V *)s - (uint32_t)texts[i];
    if ((uint64_t)q[1] == h && SIZE(*q) == n && !memcmp(q + 2, p, n)) return ((char *)q - (char *)s) | 2;
  }
  return ABSENT;
}

V known_text(const char *p, int64_t n) { return constant_text((State *)constants, digest(p, n), p, n); }

V new_text(State *s, const char *p, int64_t n) {
  uint64_t h = digest(p, n);
  V known = constant_text(s, h, p, n);
  if (known != ABSENT) return known;
  V made = make(s, STR, n, 1 + (n + 7) / 8);
  V *q = block(s, made);
  q[1] = (V)h;
  memcpy(q + 2, p, n);
  return made;
}

void put_number(Draft *d, int64_t n) {
  if (UNLIKELY(d->n + DIGITS_MOST > (int64_t)sizeof d->text)) fail(TOO_LARGE, "a text is too long");
  d->n = put_digits(d->text + d->n, n) - d->text;
}

char *put_many_digits(char *to, int64_t n) {
  uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  int size = 1;
  if (n < 0) *to++ = '-';
  for (uint64_t rest = left; rest >= 10; rest /= 10) size++;
  for (int i = size; i--; left /= 10) to[i] = (char)('0' + left % 10);
  return to + size;
}

void put_value(State *s, Draft *d, V v) {
  if (IS_INT(v)) put_number(d, NUM_(v));
  else if (KIND(s, v) == STR) put_chars(d, chars(s, v), chars_n(s, v));
  else if (v == TRUE_) put_chars(d, "True", 4);
  else if (v == FALSE_) put_chars(d, "False", 5);
  else if (v == NONE) put_chars(d, "None", 4);
  else fail(UNUSUAL, "something is written in a text that has no text of its own");
}

/* -- equality and order --------------------------------------------------------------------------------------------- */

V real_word(State *s, double x) {
  V made = make(s, REAL, 0, 1);
  memcpy(block(s, made) + 1, &x, sizeof x);
  return made;
}

double real_slowly(State *s, V v) {
  if (v == TRUE_ || v == FALSE_) return v == TRUE_;
  if (KIND(s, v) != REAL) fail(UNUSUAL, "something that is not a number stands where one is wanted");
  double x;
  memcpy(&x, at(s, v) + 1, sizeof x);
  return x;
}

static V plain_number(V v) { return v == TRUE_ ? INT(1) : v == FALSE_ ? INT(0) : v; }

static inline int text_equal(State *s, V a, V b) {
  const V *p = at(s, a), *q = at(s, b);
  return *p == *q && p[1] == q[1] && !memcmp(p + 2, q + 2, SIZE(*p));
}

int equal_slowly(State *s, V a, V b) {
  if (!IS_HEAP(a) || !IS_HEAP(b)) {
    a = plain_number(a);
    b = plain_number(b);
    int x_real = KIND(s, a) == REAL, y_real = KIND(s, b) == REAL;
    return a == b || ((x_real || IS_INT(a)) && (y_real || IS_INT(b)) && real(s, a) == real(s, b));
  }
  V *p = at(s, a), *q = at(s, b);
  if (TYPE(*p) != TYPE(*q)) return 0;
  switch (TYPE(*p)) {
    case REAL:
      return real(s, a) == real(s, b);
    case STR:
      return !(IS_CONSTANT(a) && IS_CONSTANT(b)) && text_equal(s, a, b);
    case TUPLE:
    case LIST: {
      Row x = row(s, a), y = row(s, b);
      if (x.n != y.n) return 0;
      for (int64_t i = 0; i < x.n; i++)
        if (!equal(s, x.items[i], y.items[i])) return 0;
      return 1;
    }
    case RECORD:
      if (*p != *q) return 0;
      fail(UNUSUAL, "records are compared");
    default: {
      if (p[LENGTH] != q[LENGTH]) return 0;
      const V *e = at(s, p[THINGS]) + 1;
      for (int64_t i = 0; i < p[USED_]; i++) {
        if (e[2 * i] == ABSENT) continue;
        V other = value_of_key(s, b, e[2 * i]);
        if (other == ABSENT || !equal(s, e[2 * i + 1], other)) return 0;
      }
      return 1;
    }
  }
}

/* Whether two values are the same object. Fails for equal immutable values, because they can be one object here and two
   in Python, or vice versa. */
int same(State *s, V a, V b) {
  int kind = KIND(s, a);
  if (a == b && IS_HEAP(a) && !IS_CONSTANT(a)) return 1;
  if (IS_INT(a) || kind == STR || kind == TUPLE) {
    if (equal(s, a, b)) fail(UNUSUAL, "it depends on where values are kept whether they are the same");
    return 0;
  }
  return a == b;
}

int64_t order(State *s, V a, V b) {
  if (LIKELY(IS_INT(a) && IS_INT(b))) return (a > b) - (a < b);
  a = plain_number(a);
  b = plain_number(b);
  if (IS_INT(a) && IS_INT(b)) return (a > b) - (a < b);
  int type = KIND(s, a);
  if (type == REAL || KIND(s, b) == REAL) {
    double x = real(s, a), y = real(s, b);
    return (x > y) - (x < y);
  }
  if (type != KIND(s, b)) fail(UNUSUAL, "things of different sorts are put in order");
  if (type == STR) {
    int64_t n = chars_n(s, a), m = chars_n(s, b), c = memcmp(chars(s, a), chars(s, b), n < m ? n : m);
    return c ? c : n - m;
  }
  if (type != TUPLE && type != LIST) fail(UNUSUAL, "things without an order are put in order");
  Row x = row(s, a), y = row(s, b);
  for (int64_t i = 0; i < x.n && i < y.n; i++) {
    int64_t c = equal(s, x.items[i], y.items[i]) ? 0 : order(s, x.items[i], y.items[i]);
    if (c) return c;
  }
  return x.n - y.n;
}

static uint64_t hash(State *s, V v) {
  if (v == TRUE_ || v == FALSE_) v = plain_number(v);
  if (!IS_HEAP(v)) return (uint64_t)v * 0x9E3779B97F4A7C15ull >> 7;
  V *p = at(s, v);
  if (TYPE(*p) == STR) return (uint64_t)p[1];
  if (TYPE(*p) != TUPLE) fail(UNUSUAL, "a mutable value is used as a key");
  uint64_t h = 1099511628211ull;
  for (int64_t i = 0; i < SIZE(*p); i++) h = (h ^ hash(s, p[1 + i])) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 29;
}

/* -- dicts and sets -------------------------------------------------------------------------------------------------

   A dict consists of pairs in insertion order, and so does a set, whose items are the keys. Up to FEW pairs are
   searched one by one; more than FEW are found through an index of their positions. A deleted pair has the key
   ABSENT. */

V new_dict(State *s, int type, int64_t room) {
  V dict = make(s, type, 0, 5);
  V things = make_block(s, room * 2);
  V *p = block(s, dict);
  p[LENGTH] = 0;
  p[ROOM] = room;
  p[THINGS] = things;
  p[USED_] = 0;
  p[INDEX] = 0;
  return dict;
}

static void reindex(State *s, V dict) {
  V *p = block(s, dict);
  int64_t size = 16;
  while (size < p[ROOM] * 2) size *= 2;
  V made = make_block(s, size), *x = block(s, made) + 1;
  const V *e = at(s, p[THINGS]) + 1;
  memset(x, 255, size * 8);
  for (int64_t i = 0; i < p[USED_]; i++) {
    if (e[2 * i] == ABSENT) continue;
    uint64_t j = hash(s, e[2 * i]) & (size - 1);
    while (x[j] >= 0) j = (j + 1) & (size - 1);
    x[j] = INT(i);
  }
  p[INDEX] = made;
}

/* Searches a few pairs for an equal key, after a search for the identical word has failed. */
static __attribute__((noinline)) int64_t find_equal(State *s, const V *e, int64_t n, V key) {
  if (KIND(s, key) == REAL) fail(UNUSUAL, "something is looked up by a fraction");
  int is_text = KIND(s, key) == STR; /* other texts mostly differ in length or digest */
  for (int64_t i = 0; i < n; i++)
    if (is_text ? KIND(s, e[2 * i]) == STR && text_equal(s, e[2 * i], key) : e[2 * i] != ABSENT && equal(s, e[2 * i], key))
      return i;
  return -1;
}

static __attribute__((noinline)) int64_t find_by_index(State *s, V dict, V key) {
  V *p = at(s, dict);
  if (!p[INDEX]) reindex(s, dict);
  const V *e = at(s, p[THINGS]) + 1, *x = at(s, p[INDEX]);
  uint64_t mask = (uint64_t)SIZE(*x) - 1;
  for (uint64_t i = hash(s, key) & mask;; i = (i + 1) & mask) {
    V spot = x[1 + i];
    if (spot < 0) return -1;
    spot >>= 1;
    if (e[2 * spot] != ABSENT && equal(s, e[2 * spot], key)) return spot;
  }
}

/* Returns the position of the pair with a key; -1 if there is none. */
static inline int64_t find(State *s, V dict, V key) {
  V *p = at(s, dict);
  int type = IS_HEAP(dict) ? TYPE(*p) : 0;
  if (UNLIKELY(type != DICT && type != SET)) fail(UNUSUAL, "something that has no keys is searched for one");
  int64_t n = p[USED_];
  if (p[INDEX] || n > FEW) return find_by_index(s, dict, key);
  const V *e = at(s, p[THINGS]) + 1;
  for (int64_t i = 0; i < n; i++)
    if (e[2 * i] == key) return i;
  return is_plain(s, key) ? -1 : find_equal(s, e, n, key);
}

/* Adds a pair whose key must be new. */
void put_last(State *s, V dict, V key, V value) {
  V *p = block(s, dict);
  if (p[USED_] == p[ROOM]) {
    int64_t room = p[LENGTH] * 2 + 4, n = 0;
    V things = make_block(s, room * 2);
    V *from = block(s, p[THINGS]) + 1, *to = block(s, things) + 1;
    for (int64_t k = 0; k < p[USED_]; k++)
      if (from[2 * k] != ABSENT) {
        to[2 * n] = from[2 * k];
        to[2 * n++ + 1] = from[2 * k + 1];
      }
    p[THINGS] = things;
    p[ROOM] = room;
    p[USED_] = n;
    p[INDEX] = 0;
  }
  int64_t i = p[USED_]++;
  p[LENGTH]++;
  V *e = block(s, p[THINGS]) + 1;
  e[2 * i] = key;
  e[2 * i + 1] = value;
  if (p[INDEX]) {
    V *x = block(s, p[INDEX]);
    uint64_t mask = (uint64_t)SIZE(*x) - 1, j = hash(s, key) & mask;
    while (x[1 + j] >= 0) j = (j + 1) & mask;
    x[1 + j] = INT(i);
  }
}

void put(State *s, V dict, V key, V value) {
  if (UNLIKELY(IS_CONSTANT(dict))) fail(UNUSUAL, "assignment to a constant");
  int64_t i = find(s, dict, key);
  if (i < 0) put_last(s, dict, key, value);
  else block(s, block(s, dict)[THINGS])[2 + 2 * i] = value;
}

int take_out(State *s, V dict, V key) {
  if (UNLIKELY(IS_CONSTANT(dict))) fail(UNUSUAL, "assignment to a constant");
  int64_t i = find(s, dict, key);
  if (i < 0) return 0;
  V *p = block(s, dict), *e = block(s, p[THINGS]) + 1;
  e[2 * i] = ABSENT;
  e[2 * i + 1] = NONE;
  if (!--p[LENGTH]) {
    p[USED_] = 0;
    if (p[INDEX]) memset(block(s, p[INDEX]) + 1, 255, SIZE(*block(s, p[INDEX])) * 8);
  }
  return 1;
}

V value_of_key(State *s, V dict, V key) {
  int64_t i = find(s, dict, key);
  return i < 0 ? ABSENT : (at(s, at(s, dict)[THINGS]) + 1)[2 * i + 1];
}

static V copy_of_dict(State *s, V dict, int type) {
  V *p = at(s, dict);
  int64_t n = p[USED_];
  V made = new_dict(s, type, n + 2);
  p = at(s, dict);
  const V *e = at(s, p[THINGS]) + 1;
  for (int64_t i = 0; i < n; i++)
    if (e[2 * i] != ABSENT) put_last(s, made, e[2 * i], type == SET ? NONE : e[2 * i + 1]);
  return made;
}

/* -- lengths, searches and iteration ---------------------------------------------------------------------------------- */

static inline int has_keys_or_is_list(int type) { return type == LIST || type == DICT || type == SET; }

int64_t length_slowly(State *s, V v) {
  if (IS_ARRAY(v)) return array_length(s, NUMBER(v & 0xFFFF) & 0xFFF);
  int type = KIND(s, v);
  const V *p = at(s, v);
  if (LIKELY(has_keys_or_is_list(type))) return p[LENGTH];
  if (type == TUPLE) return SIZE(*p);
  if (type != STR) fail(UNUSUAL, "something without a length is measured");
  int64_t n = 0;
  for (int64_t i = 0; i < SIZE(*p); i++) n += (chars(s, v)[i] & 0xC0) != 0x80;
  return n;
}

int truth_slowly(State *s, V v) {
  if (LIKELY(IS_HEAP(v))) {
    const V *p = at(s, v);
    int type = TYPE(*p);
    if (has_keys_or_is_list(type)) return p[LENGTH] != 0;
    if (type == TUPLE || type == STR) return SIZE(*p) != 0;
    return type != REAL || real(s, v) != 0;
  }
  if (IS_INT(v)) return v != INT(0);
  if (IS_ARRAY(v)) return array_length(s, NUMBER(v & 0xFFFF) & 0xFFF) != 0;
  return IS_OBJECT(v) || v == TRUE_;
}

/* Returns the position of a word among words; -1 if it is missing. Compares four at once, because most do not match. */
static int64_t word_in(const V *p, int64_t i, int64_t n, V word) {
  for (; i + 4 <= n; i += 4)
    if ((p[i] == word) | (p[i + 1] == word) | (p[i + 2] == word) | (p[i + 3] == word)) break;
  for (; i < n; i++)
    if (p[i] == word) return i;
  return -1;
}

static int wide; /* whether the processor can compare four words at once */

#ifdef __x86_64__
#include <immintrin.h>

__attribute__((target("avx2"))) static int64_t word_in_many(const V *p, int64_t n, V word) {
  const __m256i wanted = _mm256_set1_epi64x(word);
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m256i found[4], any = _mm256_setzero_si256();
    for (int k = 0; k < 4; k++) {
      found[k] = _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)(p + i) + k), wanted);
      any = _mm256_or_si256(any, found[k]);
    }
    if (_mm256_testz_si256(any, any)) continue;
    unsigned which = 0;
    for (int k = 0; k < 4; k++) which |= (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(found[k])) << 4 * k;
    return i + __builtin_ctz(which);
  }
  return word_in(p, i, n, word);
}

void prepare_values(void) { wide = __builtin_cpu_supports("avx2"); }
#else
static int64_t word_in_many(const V *p, int64_t n, V word) { return word_in(p, 0, n, word); }

void prepare_values(void) {}
#endif

/* Returns the position of an item in a sequence; -1 if it is missing. */
static int64_t place_in(State *s, Row r, V thing) {
  if (is_plain(s, thing)) return wide && r.n >= 16 ? word_in_many(r.items, r.n, thing) : word_in(r.items, 0, r.n, thing);
  for (int64_t i = 0; i < r.n; i++)
    if (equal(s, r.items[i], thing)) return i;
  return -1;
}

int contains(State *s, V v, V thing) {
  int type = KIND(s, v);
  if (type == TUPLE || type == LIST) return place_in(s, row(s, v), thing) >= 0;
  if (type == DICT || type == SET) return find(s, v, thing) >= 0;
  if (type == STR && KIND(s, thing) == STR)
    return memmem(chars(s, v), chars_n(s, v), chars(s, thing), chars_n(s, thing)) != NULL;
  fail(UNUSUAL, "something is searched that has nothing in it");
}

/* Looks up a key in a table of constants; see Pool.put_table. */
V constant_at(State *s, V table, V key) {
  const V *p = constant(s, table) + 1;
  const V *pair = p + 2 + 2 * (((uint64_t)key * (uint64_t)p[0]) >> p[1]);
  return pair[0] == key ? pair[1] : ABSENT;
}

V constant_item(State *s, V table, V key) {
  V found = constant_at(s, table, key);
  if (UNLIKELY(found == ABSENT)) fail(UNUSUAL, "a key is missing");
  return found;
}

V item_slowly(State *s, V v, int64_t i) {
  if (IS_ARRAY(v)) return INT(array_item(s, NUMBER(v & 0xFFFF) & 0xFFF, i));
  Row r = row(s, v);
  return r.items[spot(i, r.n)];
}

V item(State *s, V v, V key) {
  if (IS_INT(key) && KIND(s, v) == TUPLE) return item_at(s, v, NUM_(key));
  if (KIND(s, v) == DICT) {
    V found = value_of_key(s, v, key);
    if (UNLIKELY(found == ABSENT)) fail(UNUSUAL, "a key is missing");
    return found;
  }
  return item_at(s, v, num(key));
}

void set_item(State *s, V v, V key, V value) {
  if (KIND(s, v) == DICT) {
    put(s, v, key, value);
    return;
  }
  V *p = at(s, v);
  if (!IS_HEAP(v) || IS_CONSTANT(v) || TYPE(*p) != LIST) fail(UNUSUAL, "assignment to a constant");
  block(s, p[THINGS])[1 + spot(num(key), p[LENGTH])] = value;
}

static inline int64_t bound_of(V at, int64_t n, int64_t otherwise) {
  if (at == NONE) return otherwise;
  int64_t i = num(at);
  if (i < 0) i = i + n < 0 ? 0 : i + n;
  return i > n ? n : i;
}

static V sliced_slowly(State *s, V v, V from, V to, V step) {
  int is_array = IS_ARRAY(v);
  Row r = is_array ? (Row){NULL, length(s, v)} : row(s, v);
  int back = step == INT(-1);
  if (step != NONE && step != INT(1) && !(back && from == NONE && to == NONE))
    fail(UNUSUAL, "a slice goes in steps");
  int64_t a = bound_of(from, r.n, 0), b = bound_of(to, r.n, r.n);
  int64_t n = a < b ? b - a : 0;
  int is_list = is_array || KIND(s, v) == LIST;
  V made = is_list ? new_list(s, n) : new_tuple(s, n);
  V *q = is_list ? block(s, block(s, made)[THINGS]) + 1 : block(s, made) + 1;
  if (is_list) block(s, made)[LENGTH] = n;
  for (int64_t i = 0; i < n; i++) {
    int64_t from_ = back ? r.n - 1 - i : a + i;
    q[i] = is_array ? item_at(s, v, from_) : r.items[from_];
  }
  return made;
}

Row cut(State *s, V v, V from, V to) {
  int kind = KIND(s, v);
  if (UNLIKELY(kind != TUPLE && kind != LIST)) return row(s, sliced_slowly(s, v, from, to, NONE));
  Row r = row(s, v);
  int64_t a = bound_of(from, r.n, 0), b = bound_of(to, r.n, r.n);
  return (Row){r.items + a, a < b ? b - a : 0};
}

V slice(State *s, V v, V from, V to, V step) {
  if (step != NONE || KIND(s, v) != TUPLE) return sliced_slowly(s, v, from, to, step);
  Row r = cut(s, v, from, to);
  return tuple_of(s, r.items, r.n);
}

V joined_cuts(State *s, V a, V from, V to, V b, V b_from, V b_to) { /* a[from:to] + b[b_from:b_to] */
  if (KIND(s, a) != TUPLE || KIND(s, b) != TUPLE) return joined(s, slice(s, a, from, to, NONE), slice(s, b, b_from, b_to, NONE));
  Row x = cut(s, a, from, to), y = cut(s, b, b_from, b_to);
  V made = new_tuple(s, x.n + y.n), *q = block(s, made) + 1;
  memcpy(q, x.items, x.n * 8);
  memcpy(q + x.n, y.items, y.n * 8);
  return made;
}

V joined(State *s, V a, V b) { /* a + b */
  int type = KIND(s, a);
  if (type == STR && KIND(s, b) == STR) {
    Draft d;
    d.n = 0;
    put_chars(&d, chars(s, a), chars_n(s, a));
    put_chars(&d, chars(s, b), chars_n(s, b));
    return new_text(s, d.text, d.n);
  }
  if (type != KIND(s, b)) fail(UNUSUAL, "things of different sorts are put together");
  Row x = row(s, a), y = row(s, b);
  V made = type == LIST ? new_list(s, x.n + y.n) : new_tuple(s, x.n + y.n);
  V *q = type == LIST ? block(s, block(s, made)[THINGS]) + 1 : block(s, made) + 1;
  if (type == LIST) block(s, made)[LENGTH] = x.n + y.n;
  memcpy(q, x.items, x.n * 8);
  memcpy(q + x.n, y.items, y.n * 8);
  return made;
}

V repeated(State *s, V v, int64_t times) {
  Row r = row(s, v);
  if (times < 0) times = 0;
  V made = new_list(s, r.n * times);
  for (int64_t k = 0; k < times; k++)
    for (int64_t i = 0; i < r.n; i++) append(s, made, r.items[i]);
  if (KIND(s, v) == LIST) return made;
  r = row(s, made);
  return tuple_of(s, r.items, r.n);
}

V walked_slowly(State *s, V v) {
  if (IS_ARRAY(v)) {
    V made = new_list(s, length(s, v));
    for (int64_t i = 0, n = length(s, v); i < n; i++) append(s, made, item_at(s, v, i));
    return made;
  }
  int type = KIND(s, v);
  if (type != DICT && type != SET) fail(UNUSUAL, "something cannot be walked through");
  V *p = at(s, v);
  if (type == SET && SIZE(*p) != IN_ORDER && p[LENGTH] > 1) fail(UNUSUAL, "a set has an order of its own in Python");
  V made = new_list(s, p[LENGTH]);
  p = at(s, v);
  const V *e = at(s, p[THINGS]) + 1;
  for (int64_t i = 0; i < p[USED_]; i++)
    if (e[2 * i] != ABSENT) append(s, made, e[2 * i]);
  return made;
}

/* Returns the items of an iterable; the items of a set can be in any order. */
static V things_of(State *s, V v) {
  if (KIND(s, v) != SET || SIZE(*at(s, v)) == IN_ORDER) return walked(s, v);
  V *p = at(s, v), made = new_list(s, p[LENGTH]);
  const V *e = at(s, p[THINGS]) + 1;
  for (int64_t i = 0; i < p[USED_]; i++)
    if (e[2 * i] != ABSENT) append(s, made, e[2 * i]);
  return made;
}

/* Returns the items of a value as a list that will be sorted. */
V sortable(State *s, V v) {
  v = things_of(s, v);
  Row r = row(s, v);
  return list_of(s, r.items, r.n);
}

V as_tuple(State *s, V v) {
  if (KIND(s, v) == TUPLE) return v;
  v = walked(s, v);
  Row r = row(s, v);
  return tuple_of(s, r.items, r.n);
}

V as_list(State *s, V v) {
  v = walked(s, v);
  Row r = row(s, v);
  return list_of(s, r.items, r.n);
}

V as_set(State *s, V v) {
  v = things_of(s, v);
  int64_t n = length(s, v);
  V made = new_dict(s, SET, n + 1);
  for (int64_t i = 0; i < n; i++) put(s, made, item_at(s, v, i), NONE);
  return made;
}

/* Returns the keys of a dict as a set in insertion order. */
V keys_of(State *s, V dict) {
  if (KIND(s, dict) != DICT) fail(UNUSUAL, "something that is not a dict is asked for its keys");
  V made = as_set(s, dict);
  *block(s, made) = HEAD(SET, IN_ORDER);
  return made;
}

V values_of(State *s, V dict, int pairs) {
  V *p = at(s, dict);
  if (KIND(s, dict) != DICT) fail(UNUSUAL, "something that is not a dict is asked for its values");
  V made = new_list(s, p[LENGTH]);
  int64_t n = p[USED_];
  for (int64_t i = 0; i < n; i++) {
    const V *e = at(s, at(s, dict)[THINGS]) + 1 + 2 * i;
    if (e[0] == ABSENT) continue;
    append(s, made, pairs ? tuple_of(s, e, 2) : e[1]);
  }
  return made;
}

enum { FEW_TO_SORT = 8, SMALL = 1024 };

/* Sorts different small numbers, such as pieces; returns 0 if there is anything else among the items. */
static int sort_small(V *x, int64_t n) {
  uint64_t there[SMALL / 64] = {0};
  for (int64_t i = 0; i < n; i++) {
    if (!IS_INT(x[i]) || (uint64_t)NUM_(x[i]) >= SMALL) return 0;
    uint64_t *word = there + NUM_(x[i]) / 64, bit = 1ull << NUM_(x[i]) % 64;
    if (*word & bit) return 0;
    *word |= bit;
  }
  for (int64_t i = 0; i < SMALL / 64; i++)
    for (uint64_t bits = there[i]; bits; bits &= bits - 1) *x++ = INT(i * 64 + __builtin_ctzll(bits));
  return 1;
}

/* Sorts a list in place, in a stable way; `keys` contains the key for each item. */
void sort_by(State *s, V list, V keys, int reverse) {
  V *x = block(s, block(s, list)[THINGS]) + 1, *k = block(s, block(s, keys)[THINGS]) + 1;
  int64_t n = block(s, list)[LENGTH];
  if (n > FEW_TO_SORT && !reverse && !memcmp(x, k, n * 8) && sort_small(x, n)) return;
  for (int64_t i = 1; i < n; i++) {
    V thing = x[i], key = k[i];
    int64_t j = i;
    for (; j > 0; j--) {
      int64_t c = order(s, key, k[j - 1]);
      if (reverse ? c <= 0 : c >= 0) break;
      x[j] = x[j - 1];
      k[j] = k[j - 1];
    }
    x[j] = thing;
    k[j] = key;
  }
}

/* -- garbage collection ----------------------------------------------------------------------------------------------

   All objects reachable from the roots of a state are copied to the beginning of an arena; the rest is dropped. */

static int64_t words_of(V head, const V *p) {
  switch (TYPE(head)) {
    case TUPLE:
    case BLOCK:
      return SIZE(head);
    case LIST:
      return 3;
    case DICT:
    case SET:
      return 5;
    case STR:
      return 1 + (SIZE(head) + 7) / 8;
    case REAL:
      return 1;
  }
  return SIZE(head) & 255; /* a record: its class, and its number of fields */
}

enum { SLACK = 4 };

/* Copies the items of a list or a dict to the end of the copied objects, with a little room to grow. */
static V moved_block(State *s, V things, int64_t n, uint64_t *top) {
  V to = (V)*top;
  V *q = (V *)(session.spare + to);
  *q = HEAD(BLOCK, n + SLACK);
  memcpy(q + 1, block(s, things) + 1, n * 8);
  memset(q + 1 + n, 0, SLACK * 8);
  *top += (n + SLACK + 1) * 8;
  return to;
}

static V moved(State *s, V v, uint64_t *top) {
  if ((v & 7) != 0 || v == 0) return v;
  V *p = block(s, v);
  if (TYPE(*p) == MOVED) return *p >> 8;
  int64_t words = words_of(*p, p);
  V to = (V)*top;
  V *q = (V *)(session.spare + to);
  memcpy(q, p, (words + 1) * 8);
  *top += (words + 1) * 8;
  if (TYPE(*p) == LIST) {
    q[THINGS] = moved_block(s, p[THINGS], p[LENGTH], top);
    q[ROOM] = p[LENGTH] + SLACK;
  } else if (TYPE(*p) == DICT || TYPE(*p) == SET) {
    q[THINGS] = moved_block(s, p[THINGS], p[USED_] * 2, top);
    q[ROOM] = p[USED_] + SLACK / 2;
    if (p[INDEX]) {
      V *x = block(s, p[INDEX]);
      q[INDEX] = (V)*top;
      memcpy(session.spare + *top, x, (SIZE(*x) + 1) * 8);
      *top += (SIZE(*x) + 1) * 8;
    }
  }
  *p = HEAD(MOVED, to);
  return to;
}

void tidy(State *s) {
  if (!session.spare) session.spare = malloc(ARENA);
  char *spare = session.spare;
  V *roots = (V *)((char *)s + ROOTS_AT);
  uint64_t top = FLOOR, scan = top;
  for (int64_t i = 0; i < ROOTS; i++) roots[i] = moved(s, roots[i], &top);
  while (scan < top) {
    V *p = (V *)(spare + scan);
    int64_t words = words_of(*p, p);
    int type = TYPE(*p);
    if (type == TUPLE || type == RECORD || type == BLOCK) /* positions in an index are ordinary integers */
      for (int64_t i = 1; i <= words; i++) p[i] = moved(s, p[i], &top);
    scan += (words + 1) * 8;
  }
  memcpy((char *)s + FLOOR, spare + FLOOR, top - FLOOR);
  TOP(s) = top;
}

/* -- methods of Python's built-in types ------------------------------------------------------------------------------- */

void check_length(State *s, V v, int64_t n) {
  if (length(s, v) != n) fail(UNUSUAL, "a sequence has another length than the names it is assigned to");
}

void extend(State *s, V list, V more) {
  V *p = block(s, list);
  if (UNLIKELY((list & 7) != 0 || TYPE(*p) != LIST)) fail(UNUSUAL, "assignment to a constant");
  Row r = row(s, walked(s, more));
  if (p[LENGTH] + r.n > p[ROOM]) make_room(s, p, r.n);
  V *q = block(s, p[THINGS]) + 1 + p[LENGTH];
  p[LENGTH] += r.n;
  if (r.n <= 8)
    for (int64_t i = 0; i < r.n; i++) q[i] = r.items[i];
  else
    memcpy(q, r.items, r.n * 8);
}

V added(State *s, V v, V more) { /* v += more, for sequences */
  if (KIND(s, v) != LIST) return joined(s, v, more);
  extend(s, v, more);
  return v;
}

V grown(State *s, V v, V more) { /* v += more */
  if (KIND(s, v) == REAL || KIND(s, more) == REAL) return sum_of(s, v, more);
  if (IS_INT(v) || v == TRUE_ || v == FALSE_) return boxed(add(num(v), num(more)));
  return added(s, v, more);
}

void put_new(State *s, V dict, V key, V value) {
  if (find(s, dict, key) < 0) put_last(s, dict, key, value);
}

int64_t power(int64_t a, int64_t b) {
  int64_t found = 1;
  if (b < 0) fail(UNUSUAL, "a power is a fraction");
  if (b > 1 && a >= -1 && a <= 1) b = 2 - (b & 1); /* larger exponents lead to the same result */
  for (int64_t i = 0; i < b; i++) found = mul(found, a);
  return found;
}

V sum_of(State *s, V a, V b) {
  if (KIND(s, a) == REAL || KIND(s, b) == REAL) return real_word(s, real(s, a) + real(s, b));
  return IS_HEAP(a) ? joined(s, a, b) : boxed(add(num(a), num(b)));
}

void merge(State *s, V dict, V more) {
  int type = KIND(s, more), into = KIND(s, dict);
  if ((type != DICT && type != SET) || (into != type && into != SET)) fail(UNUSUAL, "things of different sorts are merged");
  V *p = at(s, more);
  int64_t n = p[USED_];
  for (int64_t i = 0; i < n; i++) {
    const V *e = at(s, at(s, more)[THINGS]) + 1 + 2 * i;
    if (e[0] != ABSENT) put(s, dict, e[0], into == SET ? NONE : e[1]);
  }
}

/* Adds the argument of `dict`, which can be a mapping or pairs. */
void merge_pairs(State *s, V dict, V pairs) {
  if (KIND(s, pairs) == DICT) {
    merge(s, dict, pairs);
    return;
  }
  pairs = walked(s, pairs);
  for (int64_t i = 0; i < length(s, pairs); i++) {
    V pair = item_at(s, pairs, i);
    put(s, dict, item_at(s, pair, 0), item_at(s, pair, 1));
  }
}

V merged(State *s, V a, V b) {
  if (KIND(s, a) != KIND(s, b) || (KIND(s, a) != DICT && KIND(s, a) != SET)) fail(UNUSUAL, "things of different sorts are merged");
  V made = copy_of_dict(s, a, KIND(s, a));
  merge(s, made, b);
  return made;
}

static V chosen_of(State *s, V a, V b, int there) {
  if (KIND(s, a) != SET || KIND(s, b) != SET) fail(UNUSUAL, "something that is not a set is compared with one");
  V made = new_dict(s, SET, 4), things = things_of(s, a);
  for (int64_t i = 0; i < length(s, things); i++) {
    V one = item_at(s, things, i);
    if (contains(s, b, one) == there) put(s, made, one, NONE);
  }
  return made;
}

V common(State *s, V a, V b) { return chosen_of(s, a, b, 1); }
V without(State *s, V a, V b) { return chosen_of(s, a, b, 0); }

int64_t index_of(State *s, V v, V thing) {
  int64_t i = place_in(s, row(s, v), thing);
  if (i < 0) fail(UNUSUAL, "something is not in a sequence");
  return i;
}

int64_t count_of(State *s, V v, V thing) {
  Row r = row(s, v);
  int64_t n = 0;
  for (int64_t i = 0; i < r.n; i++) n += equal(s, r.items[i], thing);
  return n;
}

V pop(State *s, V v, V which) {
  if (KIND(s, v) == DICT) {
    V found = which == ABSENT ? ABSENT : value_of_key(s, v, which);
    if (found == ABSENT) fail(UNUSUAL, "a key is missing");
    take_out(s, v, which);
    return found;
  }
  V *p = at(s, v);
  if (KIND(s, v) != LIST || IS_CONSTANT(v)) fail(UNUSUAL, "assignment to a constant");
  int64_t i = spot(which == ABSENT ? p[LENGTH] - 1 : num(which), p[LENGTH]);
  V *q = block(s, p[THINGS]) + 1, found = q[i];
  memmove(q + i, q + i + 1, (--p[LENGTH] - i) * 8);
  return found;
}

void remove_from(State *s, V v, V thing) {
  if (KIND(s, v) == SET) {
    if (!take_out(s, v, thing)) fail(UNUSUAL, "something is not in a set");
    return;
  }
  pop(s, v, INT(index_of(s, v, thing)));
}

void clear(State *s, V v) {
  int type = KIND(s, v);
  if (IS_CONSTANT(v) || (type != LIST && type != DICT && type != SET)) fail(UNUSUAL, "assignment to a constant");
  V *p = at(s, v);
  p[LENGTH] = 0;
  if (TYPE(*p) == LIST) return;
  p[USED_] = 0;
  if (p[INDEX]) memset(block(s, p[INDEX]) + 1, 255, SIZE(*block(s, p[INDEX])) * 8);
}

void reverse(State *s, V v) {
  if (IS_CONSTANT(v) || KIND(s, v) != LIST) fail(UNUSUAL, "assignment to a constant");
  V *p = at(s, v), *q = block(s, p[THINGS]) + 1;
  for (int64_t i = 0, j = p[LENGTH] - 1; i < j; i++, j--) {
    V one = q[i];
    q[i] = q[j];
    q[j] = one;
  }
}

V copied(State *s, V v) {
  int type = KIND(s, v);
  if (type == LIST) return as_list(s, v);
  if (type != DICT && type != SET) fail(UNUSUAL, "something cannot be copied");
  return copy_of_dict(s, v, type);
}

V set_default(State *s, V dict, V key, V value) {
  if (KIND(s, dict) != DICT) fail(UNUSUAL, "something that is not a dict is asked for a value");
  V found = value_of_key(s, dict, key);
  if (found != ABSENT) return found;
  put(s, dict, key, value);
  return value;
}

/* Fails unless a value is a text. */
static void is_text(State *s, V v) {
  if (KIND(s, v) != STR) fail(UNUSUAL, "something that is not a text stands where one is wanted");
}

static void is_separator(State *s, V v) {
  is_text(s, v);
  if (!chars_n(s, v)) fail(UNUSUAL, "a text is parted at nothing");
}

V joined_by(State *s, V between, V texts) {
  Draft d;
  d.n = 0;
  is_text(s, between);
  texts = walked(s, texts);
  for (int64_t i = 0; i < length(s, texts); i++) is_text(s, item_at(s, texts, i));
  for (int64_t i = 0; i < length(s, texts); i++) {
    if (i) put_chars(&d, chars(s, between), chars_n(s, between));
    put_chars(&d, chars(s, item_at(s, texts, i)), chars_n(s, item_at(s, texts, i)));
  }
  return new_text(s, d.text, d.n);
}

int starts(State *s, V v, V with) {
  is_text(s, v);
  is_text(s, with);
  return chars_n(s, v) >= chars_n(s, with) && !memcmp(chars(s, v), chars(s, with), chars_n(s, with));
}

V without_prefix(State *s, V v, V prefix) {
  if (!starts(s, v, prefix)) return v;
  char text[1000];
  int64_t n = chars_n(s, v) - chars_n(s, prefix);
  if (n > (int64_t)sizeof text) fail(TOO_LARGE, "a text is too long");
  memcpy(text, chars(s, v) + chars_n(s, prefix), n);
  return new_text(s, text, n);
}

static V part_of(State *s, V v, int64_t from, int64_t to) {
  char text[1000];
  if (to - from > (int64_t)sizeof text) fail(TOO_LARGE, "a text is too long");
  memcpy(text, chars(s, v) + from, to - from);
  return new_text(s, text, to - from);
}

/* Removes leading and trailing spaces from a text. Fails beyond ASCII, where only Python can recognize a space. */
V stripped(State *s, V v) {
  is_text(s, v);
  const unsigned char *p = (const unsigned char *)chars(s, v);
  int64_t from = 0, to = chars_n(s, v);
  while (from < to && (p[from] == ' ' || (p[from] >= 9 && p[from] <= 13) || (p[from] >= 28 && p[from] <= 31))) from++;
  while (to > from && (p[to - 1] == ' ' || (p[to - 1] >= 9 && p[to - 1] <= 13) || (p[to - 1] >= 28 && p[to - 1] <= 31))) to--;
  if (from < to && (p[from] > 127 || p[to - 1] > 127)) fail(UNUSUAL, "a text begins or ends beyond ASCII");
  return part_of(s, v, from, to);
}

V partition(State *s, V v, V by, int last) {
  is_text(s, v);
  is_separator(s, by);
  int64_t n = chars_n(s, v), m = chars_n(s, by), found = -1;
  for (int64_t i = 0; i + m <= n; i++)
    if (!memcmp(chars(s, v) + i, chars(s, by), m)) {
      found = i;
      if (!last) break;
    }
  V parts[3], nothing = part_of(s, v, 0, 0);
  if (found < 0) {
    parts[0] = last ? nothing : v;
    parts[1] = nothing;
    parts[2] = last ? v : nothing;
  } else {
    parts[0] = part_of(s, v, 0, found);
    parts[1] = by;
    parts[2] = part_of(s, v, found + m, n);
  }
  return tuple_of(s, parts, 3);
}

V split(State *s, V v, V by) {
  is_text(s, v);
  is_separator(s, by);
  V made = new_list(s, 4);
  int64_t n = chars_n(s, v), m = chars_n(s, by), from = 0;
  for (int64_t i = 0; i + m <= n;) {
    if (!memcmp(chars(s, v) + i, chars(s, by), m)) {
      append(s, made, part_of(s, v, from, i));
      from = i += m;
    } else i++;
  }
  append(s, made, part_of(s, v, from, n));
  return made;
}

int64_t number_in(State *s, V v) {
  is_text(s, v);
  const char *p = chars(s, v);
  int64_t n = chars_n(s, v), found = 0, i = n && p[0] == '-';
  if (i == n) fail(UNUSUAL, "a text is no number");
  for (; i < n; i++) {
    if (p[i] < '0' || p[i] > '9') fail(UNUSUAL, "a text is no number");
    found = add(mul(found, 10), p[i] - '0');
  }
  return p[0] == '-' ? -found : found;
}

int64_t bit_length(int64_t n) { return n ? 64 - __builtin_clzll((uint64_t)(n < 0 ? -n : n)) : 0; }

int64_t comb(int64_t n, int64_t k) {
  if (n < 0 || k < 0) fail(UNUSUAL, "combinations of fewer than none");
  if (k > n) return 0;
  if (k > n - k) k = n - k;
  int64_t found = 1;
  for (int64_t i = 1; i <= k; i++) found = mul(found, n - k + i) / i;
  return found;
}

V accumulated(State *s, V v) {
  v = walked(s, v);
  V made = new_list(s, length(s, v));
  int64_t total = 0;
  for (int64_t i = 0; i < length(s, v); i++) append(s, made, boxed(total = add(total, whole(item_at(s, v, i)))));
  return made;
}

enum { CHOSEN_MOST = 100 };

/* Returns all combinations of `n` items from a sequence, ordered by the positions of the items. */
V combinations(State *s, V v, int64_t n) {
  Row r = walk(s, &v);
  V made = new_list(s, 8);
  int64_t at[CHOSEN_MOST];
  if (n < 0 || n > CHOSEN_MOST) fail(UNUSUAL, "fewer than none are chosen, or too many");
  if (n > r.n) return made;
  for (int64_t i = 0; i < n; i++) at[i] = i;
  for (int64_t last;;) {
    V one = new_tuple(s, n), *p = block(s, one) + 1;
    for (int64_t i = 0; i < n; i++) p[i] = r.items[at[i]];
    append(s, made, one);
    for (last = n - 1; last >= 0 && at[last] == r.n - n + last; last--);
    if (last < 0) return made;
    at[last]++;
    for (int64_t i = last + 1; i < n; i++) at[i] = at[i - 1] + 1;
  }
}

int is_record(State *s, V v, int64_t class) {
  return IS_HEAP(v) && TYPE(*at(s, v)) == RECORD && SIZE(*at(s, v)) >> 8 == class;
}

