/* What native code needs at run time: values, the things they refer to, and where those lie.

   A value is one word. Its lowest bits say what it is:

     ..1  a whole number, shifted by one
     000  something in the arena of a state: its offset in bytes
     010  something in the pool of constants: its offset in bytes, plus 2
     100  None, a truth value, or one of the number arrays of a state
     110  an object of the content, by its number: it is only handed on, and looked up in tables

   Nothing in a state is a pointer, so that a copy of its bytes is a copy of the game. The arena is only added to while
   steps run; `tidy` drops what nothing refers to, between two of them. */

#define _GNU_SOURCE
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#ifdef RFTG_TRACE
#include <execinfo.h>
#endif

typedef int64_t V;

#define INT(n) ((V)(((uint64_t)(int64_t)(n) << 1) | 1))
#define IS_INT(v) ((v) & 1)
#define NUM_(v) ((v) >> 1)
#define NONE ((V)4)
#define FALSE_ ((V)12)
#define TRUE_ ((V)20)
#define ABSENT ((V)28)
#define BOOL(b) ((b) ? TRUE_ : FALSE_)
#define ARRAY(k) ((V)(((k) << 3) | 4 | (1 << 16)))
#define IS_ARRAY(v) (((v) & 7) == 4 && ((v) >> 16) == 1)
#define OBJECT(n) ((V)(((n) << 3) | 6))
#define IS_OBJECT(v) (((v) & 7) == 6)
#define NUMBER(v) ((v) >> 3)
#define IS_HEAP(v) (((v) & 5) == 0)
#define IS_POOL(v) (((v) & 7) == 2)

enum { TUPLE = 1, LIST, DICT, SET, STR, RECORD, BLOCK, MOVED };

#define HEAD(type, n) ((V)(type) | ((V)(n) << 8))
#define TYPE(h) ((int)((h) & 255))
#define SIZE(h) ((h) >> 8)

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* -- what goes wrong ------------------------------------------------------------------------------------------------

   Nothing is mended here: the game is played again in Python, which says in words what is wrong. */

enum { FINE, ENDLESS, TOO_LARGE, UNUSUAL };

static jmp_buf rescue;
static const char *complaint;

__attribute__((noreturn, cold, noinline)) static void fail(int how, const char *why) {
  complaint = why;
#ifdef RFTG_TRACE
  void *frames[40];
  backtrace_symbols_fd(frames, backtrace(frames, 40), 2);
#endif
  longjmp(rescue, how);
}

#define COLD static __attribute__((cold, noinline))

COLD __attribute__((noreturn)) void too_large(void) { fail(TOO_LARGE, "a number is too large"); }
COLD __attribute__((noreturn)) void out_of_range(void) { fail(UNUSUAL, "an index is out of range"); }

/* -- the arena ------------------------------------------------------------------------------------------------------ */

typedef struct State State;
static char *arena_of(State *s);
static uint64_t *top_of(State *s);
static const char *pool;

#define ARENA (1u << 26)

static inline V *at(State *s, V v) {
  return (V *)(IS_POOL(v) ? (char *)pool + (v - 2) : arena_of(s) + v);
}

static inline V *block(State *s, V v) { return (V *)(arena_of(s) + v); }

COLD __attribute__((noreturn)) void full(void) { fail(TOO_LARGE, "the arena is full"); }

static inline V make(State *s, int type, int64_t n, int64_t words) {
  uint64_t *top = top_of(s), found = *top;
  if (UNLIKELY((uint64_t)words >= (ARENA - found) / 8)) full();
  *top = found + (uint64_t)(words + 1) * 8;
  *block(s, (V)found) = HEAD(type, n);
  return (V)found;
}

static inline V make_block(State *s, int64_t n) { return make(s, BLOCK, n, n); }

#define KIND(s, v) (IS_HEAP(v) ? TYPE(*at(s, v)) : 0)

/* -- numbers and truth ---------------------------------------------------------------------------------------------- */

COLD int64_t num_slowly(V v) {
  if (v == TRUE_) return 1;
  if (v == FALSE_) return 0;
  fail(UNUSUAL, "something that is not a number stands where one is wanted");
}

static inline int64_t num(V v) { return LIKELY(IS_INT(v)) ? v >> 1 : num_slowly(v); }

static inline V boxed(int64_t n) {
  V v = INT(n);
  if (UNLIKELY((v >> 1) != n)) too_large();
  return v;
}

static inline int64_t add(int64_t a, int64_t b) {
  int64_t c;
  if (UNLIKELY(__builtin_add_overflow(a, b, &c))) too_large();
  return c;
}

static inline int64_t sub(int64_t a, int64_t b) {
  int64_t c;
  if (UNLIKELY(__builtin_sub_overflow(a, b, &c))) too_large();
  return c;
}

static inline int64_t mul(int64_t a, int64_t b) {
  int64_t c;
  if (UNLIKELY(__builtin_mul_overflow(a, b, &c))) too_large();
  return c;
}

static inline int64_t floor_div(int64_t a, int64_t b) {
  if (UNLIKELY(b == 0)) fail(UNUSUAL, "division by zero");
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t modulo(int64_t a, int64_t b) {
  if (UNLIKELY(b == 0)) fail(UNUSUAL, "division by zero");
  int64_t r = a % b;
  return r + ((r != 0) & ((r < 0) != (b < 0))) * b;
}

/* -- sequences ------------------------------------------------------------------------------------------------------

   A tuple has its things behind its head. A list has its length, its room and the block that holds its things. */

enum { LENGTH = 1, ROOM, THINGS };

typedef struct {
  const V *items;
  int64_t n;
} Row;

static int64_t array_length(State *s, int k);
static int64_t array_item(State *s, int k, int64_t i);

COLD __attribute__((noreturn)) void no_row(void) {
  fail(UNUSUAL, "something that is not a sequence stands where one is wanted");
}

static inline Row row(State *s, V v) {
  if (UNLIKELY(!IS_HEAP(v))) no_row();
  V *p = at(s, v);
  if (LIKELY(TYPE(*p) == TUPLE)) return (Row){p + 1, SIZE(*p)};
  if (UNLIKELY(TYPE(*p) != LIST)) no_row();
  return (Row){at(s, p[THINGS]) + 1, p[LENGTH]};
}

/* A list may change while it is walked through. */
static inline void again(State *s, V v, Row *r) {
  if (TYPE(*at(s, v)) == LIST) *r = row(s, v);
}

/* In the middle of an expression it may not. */
static inline void unchanged(State *s, V v, Row then) {
  if (TYPE(*at(s, v)) == LIST && row(s, v).n != then.n) fail(UNUSUAL, "a list changes while it is walked through");
}

static inline V new_tuple(State *s, int64_t n) { return make(s, TUPLE, n, n); }

static inline V new_list(State *s, int64_t room) {
  V list = make(s, LIST, 0, 4 + room);
  V *p = block(s, list);
  p[LENGTH] = 0;
  p[ROOM] = room;
  p[THINGS] = list + 32;
  p[4] = HEAD(BLOCK, room);
  return list;
}

static __attribute__((noinline)) void make_room(State *s, V *p) {
  int64_t room = p[ROOM] * 2 + 4;
  V things = make_block(s, room);
  memcpy(block(s, things) + 1, block(s, p[THINGS]) + 1, p[LENGTH] * 8);
  p[THINGS] = things;
  p[ROOM] = room;
}

static void append(State *s, V list, V thing) {
  V *p = block(s, list);
  if (UNLIKELY((list & 7) != 0 || TYPE(*p) != LIST)) fail(UNUSUAL, "a constant is to be changed");
  if (UNLIKELY(p[LENGTH] == p[ROOM])) make_room(s, p);
  block(s, p[THINGS])[1 + p[LENGTH]++] = thing;
}

/* To a list of the arena. */
static inline void push(State *s, V list, V thing) {
  V *p = block(s, list);
  if (UNLIKELY(p[LENGTH] == p[ROOM])) make_room(s, p);
  block(s, p[THINGS])[1 + p[LENGTH]++] = thing;
}

/* A list to which nothing else refers, as a tuple: its block becomes one. */
static V settled(State *s, V list) {
  V *p = block(s, list);
  *block(s, p[THINGS]) = HEAD(TUPLE, p[LENGTH]);
  return p[THINGS];
}

static V tuple_of(State *s, const V *items, int64_t n) {
  V made = new_tuple(s, n);
  memcpy(block(s, made) + 1, items, n * 8);
  return made;
}

static V list_of(State *s, const V *items, int64_t n) {
  V made = new_list(s, n);
  V *p = block(s, made);
  p[LENGTH] = n;
  memcpy(block(s, p[THINGS]) + 1, items, n * 8);
  return made;
}

static inline int64_t spot(int64_t i, int64_t n) {
  if (i < 0) i += n;
  if (UNLIKELY((uint64_t)i >= (uint64_t)n)) out_of_range();
  return i;
}

/* -- texts ----------------------------------------------------------------------------------------------------------

   Their length in bytes, a digest, and the bytes. Texts of the pool are all different: two of them are equal if they
   are the same. */

static inline const char *chars(State *s, V v) { return (const char *)(at(s, v) + 2); }
static inline int64_t chars_n(State *s, V v) { return SIZE(*at(s, v)); }

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

static const V *known_texts; /* a table of the texts of the pool, by digest */
static uint64_t known_mask;

static V new_text(State *s, const char *p, int64_t n) {
  uint64_t h = digest(p, n);
  for (uint64_t i = h & known_mask; known_texts[i] != ABSENT; i = (i + 1) & known_mask) {
    V one = known_texts[i];
    V *q = at(s, one);
    if ((uint64_t)q[1] == h && SIZE(*q) == n && !memcmp(q + 2, p, n)) return one;
  }
  V made = make(s, STR, n, 1 + (n + 7) / 8);
  V *q = block(s, made);
  q[1] = (V)h;
  memcpy(q + 2, p, n);
  return made;
}

/* A text in the making. */
typedef struct {
  int64_t n;
  char text[1000];
} Draft;

static inline void put_chars(Draft *d, const char *p, int64_t n) {
  if (UNLIKELY(d->n + n > (int64_t)sizeof d->text)) fail(TOO_LARGE, "a text is too long");
  memcpy(d->text + d->n, p, n);
  d->n += n;
}

static void put_number(Draft *d, int64_t n) {
  char digits[24];
  int at = 24;
  uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  do digits[--at] = '0' + left % 10;
  while (left /= 10);
  if (n < 0) digits[--at] = '-';
  put_chars(d, digits + at, 24 - at);
}

static void put_value(State *s, Draft *d, V v) {
  if (IS_INT(v)) put_number(d, NUM_(v));
  else if (KIND(s, v) == STR) put_chars(d, chars(s, v), chars_n(s, v));
  else if (v == TRUE_) put_chars(d, "True", 4);
  else if (v == FALSE_) put_chars(d, "False", 5);
  else if (v == NONE) put_chars(d, "None", 4);
  else fail(UNUSUAL, "something is written in a text that has no text of its own");
}

/* -- equality and order --------------------------------------------------------------------------------------------- */

static int equal_slow(State *s, V a, V b);

/* Texts of the pool are all different. */
static inline int is_name(V v) { return IS_POOL(v) && TYPE(*(const V *)(pool + (v - 2))) == STR; }

static inline int equal(State *s, V a, V b) {
  if (a == b) return 1;
  if ((IS_INT(a) && IS_INT(b)) || (is_name(a) && IS_POOL(b))) return 0;
  return equal_slow(s, a, b);
}

static V plain_number(V v) { return v == TRUE_ ? INT(1) : v == FALSE_ ? INT(0) : v; }

static V value_of_key(State *s, V dict, V key);

static int equal_slow(State *s, V a, V b) {
  a = plain_number(a);
  b = plain_number(b);
  if (a == b) return 1;
  if (!IS_HEAP(a) || !IS_HEAP(b)) return 0;
  V *p = at(s, a), *q = at(s, b);
  if (TYPE(*p) != TYPE(*q)) return 0;
  switch (TYPE(*p)) {
    case STR:
      return !(IS_POOL(a) && IS_POOL(b)) && *p == *q && p[1] == q[1] && !memcmp(p + 2, q + 2, SIZE(*p));
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
      for (int64_t i = 0; i < p[LENGTH]; i++) {
        V other = value_of_key(s, b, e[2 * i]);
        if (other == ABSENT || !equal(s, e[2 * i + 1], other)) return 0;
      }
      return 1;
    }
  }
}

static int64_t order(State *s, V a, V b) {
  if (LIKELY(IS_INT(a) && IS_INT(b))) return (a > b) - (a < b);
  a = plain_number(a);
  b = plain_number(b);
  if (IS_INT(a) && IS_INT(b)) return (a > b) - (a < b);
  int type = KIND(s, a);
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
  if (TYPE(*p) != TUPLE) fail(UNUSUAL, "something that can change is used as a key");
  uint64_t h = 1099511628211ull;
  for (int64_t i = 0; i < SIZE(*p); i++) h = (h ^ hash(s, p[1 + i])) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 29;
}

/* -- dicts and sets -------------------------------------------------------------------------------------------------

   Pairs in the order in which their keys came; a set has its things as keys. Up to FEW pairs are searched one after
   another, more through an index of their positions. A pair that was taken out leaves a key that is ABSENT. */

enum { USED_ = 4, INDEX = 5, FEW = 8 };
/* LENGTH: how many keys; ROOM; THINGS: the pairs; USED_: pairs with those taken out; INDEX: 0, or a block */

static V new_dict(State *s, int type, int64_t room) {
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

static int64_t find(State *s, V dict, V key) {
  V *p = at(s, dict);
  int type = IS_HEAP(dict) ? TYPE(*p) : 0;
  if (UNLIKELY(type != DICT && type != SET)) fail(UNUSUAL, "something that has no keys is searched for one");
  const V *e = at(s, p[THINGS]) + 1;
  if (!p[INDEX]) {
    int64_t n = p[USED_];
    for (int64_t i = 0; i < n; i++)
      if (e[2 * i] == key) return i;
    if (is_name(key) || (IS_INT(key) && key != INT(0) && key != INT(1))) return -1;
    for (int64_t i = 0; i < n; i++)
      if (e[2 * i] != ABSENT && equal(s, e[2 * i], key)) return i;
    return -1;
  }
  V *x = at(s, p[INDEX]);
  uint64_t mask = (uint64_t)SIZE(*x) - 1;
  for (uint64_t i = hash(s, key) & mask;; i = (i + 1) & mask) {
    V spot = x[1 + i];
    if (spot < 0) return -1;
    spot >>= 1;
    if (e[2 * spot] != ABSENT && equal(s, e[2 * spot], key)) return spot;
  }
}

static void reindex(State *s, V dict, int64_t room) {
  int64_t size = 16;
  while (size < room * 2) size *= 2;
  V made = make_block(s, size);
  V *p = block(s, dict), *x = block(s, made) + 1;
  const V *e = at(s, p[THINGS]) + 1;
  memset(x, 255, size * 8);
  for (int64_t i = 0; i < p[USED_]; i++) {
    uint64_t j = hash(s, e[2 * i]) & (size - 1);
    while (x[j] >= 0) j = (j + 1) & (size - 1);
    x[j] = INT(i);
  }
  p[INDEX] = made;
}

static void put(State *s, V dict, V key, V value) {
  if (UNLIKELY(IS_POOL(dict))) fail(UNUSUAL, "a constant is to be changed");
  int64_t i = find(s, dict, key);
  V *p = block(s, dict);
  if (i >= 0) {
    block(s, p[THINGS])[2 + 2 * i] = value;
    return;
  }
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
    if (room > FEW) reindex(s, dict, room);
  }
  i = p[USED_]++;
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

static int take_out(State *s, V dict, V key) {
  if (UNLIKELY(IS_POOL(dict))) fail(UNUSUAL, "a constant is to be changed");
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

static V value_of_key(State *s, V dict, V key) {
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
    if (e[2 * i] != ABSENT) put(s, made, e[2 * i], type == SET ? NONE : e[2 * i + 1]);
  return made;
}

/* -- whatever can be counted, searched or walked through -------------------------------------------------------------- */

static int64_t length(State *s, V v) {
  if (IS_ARRAY(v)) return array_length(s, NUMBER(v & 0xFFFF) & 0xFFF);
  V *p = at(s, v);
  switch (IS_HEAP(v) ? TYPE(*p) : 0) {
    case TUPLE:
      return SIZE(*p);
    case LIST:
    case DICT:
    case SET:
      return p[LENGTH];
    case STR: {
      int64_t n = 0;
      for (int64_t i = 0; i < SIZE(*p); i++) n += (chars(s, v)[i] & 0xC0) != 0x80;
      return n;
    }
  }
  fail(UNUSUAL, "something without a length is measured");
}

static int truth(State *s, V v) {
  if (IS_INT(v)) return v != INT(0);
  if (v == TRUE_ || v == FALSE_ || v == NONE) return v == TRUE_;
  if (IS_OBJECT(v)) return 1;
  if (KIND(s, v) == RECORD) return 1;
  return length(s, v) != 0;
}

static int contains(State *s, V v, V thing) {
  int type = KIND(s, v);
  if (type == TUPLE || type == LIST) {
    Row r = row(s, v);
    for (int64_t i = 0; i < r.n; i++)
      if (equal(s, r.items[i], thing)) return 1;
    return 0;
  }
  if (type == DICT || type == SET) return find(s, v, thing) >= 0;
  if (type == STR && KIND(s, thing) == STR)
    return memmem(chars(s, v), chars_n(s, v), chars(s, thing), chars_n(s, thing)) != NULL;
  fail(UNUSUAL, "something is searched that has nothing in it");
}

static inline V item_at(State *s, V v, int64_t i) {
  if (UNLIKELY(IS_ARRAY(v))) return INT(array_item(s, NUMBER(v & 0xFFFF) & 0xFFF, i));
  Row r = row(s, v);
  return r.items[spot(i, r.n)];
}

/* The things of a sequence of a known length. */
static inline const V *parts(State *s, V v, int64_t n) {
  Row r = row(s, v);
  if (UNLIKELY(r.n != n)) fail(UNUSUAL, "a sequence has another length than the names it is assigned to");
  return r.items;
}

static V item(State *s, V v, V key) {
  if (KIND(s, v) == DICT) {
    V found = value_of_key(s, v, key);
    if (UNLIKELY(found == ABSENT)) fail(UNUSUAL, "a key is missing");
    return found;
  }
  return item_at(s, v, num(key));
}

static void set_item(State *s, V v, V key, V value) {
  if (KIND(s, v) == DICT) {
    put(s, v, key, value);
    return;
  }
  V *p = at(s, v);
  if (!IS_HEAP(v) || IS_POOL(v) || TYPE(*p) != LIST) fail(UNUSUAL, "a constant is to be changed");
  block(s, p[THINGS])[1 + spot(num(key), p[LENGTH])] = value;
}

static V slice(State *s, V v, V from, V to, V step) {
  int is_array = IS_ARRAY(v);
  Row r = is_array ? (Row){NULL, length(s, v)} : row(s, v);
  int back = step == INT(-1);
  if (step != NONE && step != INT(1) && !(back && from == NONE && to == NONE))
    fail(UNUSUAL, "a slice goes in steps");
  int64_t a = from == NONE ? 0 : num(from), b = to == NONE ? r.n : num(to);
  if (a < 0) a = a + r.n < 0 ? 0 : a + r.n;
  if (b < 0) b = b + r.n < 0 ? 0 : b + r.n;
  if (a > r.n) a = r.n;
  if (b > r.n) b = r.n;
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

static V joined(State *s, V a, V b) { /* a + b */
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

static V repeated(State *s, V v, int64_t times) {
  Row r = row(s, v);
  if (times < 0) times = 0;
  V made = new_list(s, r.n * times);
  for (int64_t k = 0; k < times; k++)
    for (int64_t i = 0; i < r.n; i++) append(s, made, r.items[i]);
  if (KIND(s, v) == LIST) return made;
  r = row(s, made);
  return tuple_of(s, r.items, r.n);
}

static __attribute__((noinline)) V walked_slowly(State *s, V v);

/* The things of anything that can be walked through, as a sequence. */
static inline V walked(State *s, V v) {
  if (LIKELY(IS_HEAP(v))) {
    int type = TYPE(*at(s, v));
    if (LIKELY(type == TUPLE || type == LIST)) return v;
  }
  return walked_slowly(s, v);
}

static V walked_slowly(State *s, V v) {
  if (IS_ARRAY(v)) {
    V made = new_list(s, length(s, v));
    for (int64_t i = 0, n = length(s, v); i < n; i++) append(s, made, item_at(s, v, i));
    return made;
  }
  int type = KIND(s, v);
  if (type != DICT && type != SET) fail(UNUSUAL, "something cannot be walked through");
  V *p = at(s, v);
  V made = new_list(s, p[LENGTH]);
  p = at(s, v);
  const V *e = at(s, p[THINGS]) + 1;
  for (int64_t i = 0; i < p[USED_]; i++)
    if (e[2 * i] != ABSENT) append(s, made, e[2 * i]);
  return made;
}

static V as_tuple(State *s, V v) {
  if (KIND(s, v) == TUPLE) return v;
  v = walked(s, v);
  Row r = row(s, v);
  return tuple_of(s, r.items, r.n);
}

static V as_list(State *s, V v) {
  v = walked(s, v);
  Row r = row(s, v);
  return list_of(s, r.items, r.n);
}

static V as_set(State *s, V v) {
  v = walked(s, v);
  int64_t n = length(s, v);
  V made = new_dict(s, SET, n + 1);
  for (int64_t i = 0; i < n; i++) put(s, made, item_at(s, v, i), NONE);
  return made;
}

static V values_of(State *s, V dict, int pairs) {
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

/* Sorts a list in place; equal things keep their order. `keys` has a key for each. */
static void sort_by(State *s, V list, V keys, int reverse) {
  V *x = block(s, block(s, list)[THINGS]) + 1, *k = block(s, block(s, keys)[THINGS]) + 1;
  int64_t n = block(s, list)[LENGTH];
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

static void sha256(const char *text, int64_t n, unsigned char out[32]) {
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned char last[128] = {0};
  int64_t whole = n / 64 * 64, left = n - whole;
  for (int64_t i = 0; i < whole; i += 64) sha256_block(h, (const unsigned char *)text + i);
  memcpy(last, text + whole, left);
  last[left] = 0x80;
  int size = left < 56 ? 64 : 128;
  for (int i = 0; i < 8; i++) last[size - 1 - i] = (unsigned char)((uint64_t)n * 8 >> 8 * i);
  for (int i = 0; i < size; i += 64) sha256_block(h, last + i);
  for (int i = 0; i < 32; i++) out[i] = (unsigned char)(h[i / 4] >> (24 - i % 4 * 8));
}

typedef struct {
  char prefix[400];
  int64_t n;
} Seed;

/* Numbers from 0 up to, but not including, `domain`. */
static void rolls_of(const Seed *seed, const char *label, int64_t n, int64_t domain, int64_t times, int64_t *out) {
  Draft d;
  unsigned char digest[32];
  d.n = 0;
  put_chars(&d, seed->prefix, seed->n);
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

static const Seed *seed;

static V chance_rolls(State *s, V label, int64_t domain, int64_t times) {
  V made = new_tuple(s, times);
  int64_t found[256];
  if (times > 256) fail(TOO_LARGE, "too many rolls");
  rolls_of(seed, chars(s, label), chars_n(s, label), domain, times, found);
  for (int64_t i = 0; i < times; i++) block(s, made)[1 + i] = INT(found[i]);
  return made;
}

static V chance_draws(State *s, V label, V domain, int64_t times) {
  Row r = row(s, domain);
  int64_t found;
  V made = new_tuple(s, times), *q = block(s, made) + 1;
  if (times == 1) {
    rolls_of(seed, chars(s, label), chars_n(s, label), r.n, 1, &found);
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
    rolls_of(seed, d.text, d.n, n, 1, &found);
    q[i] = left[found];
    memmove(left + found, left + found + 1, (n - 1 - found) * 8);
  }
  return made;
}

/* -- the numbers of bots: Python's random.Random, MT19937 -------------------------------------------------------------- */

typedef struct {
  uint32_t x[624];
  int at;
} Twister;

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

static Twister *bot; /* whose answer is drawn */

static double twister_random(Twister *t) {
  uint32_t a = twister_next(t) >> 5, b = twister_next(t) >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static void twister_seed(Twister *t, const uint32_t *key, int64_t n) {
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

/* -- what nothing refers to ------------------------------------------------------------------------------------------

   Everything that the roots of a state lead to is copied to the beginning of an arena, and the rest forgotten. */

static char *spare; /* an arena to copy to */

static V *roots_of(State *s, int64_t *n);
static uint64_t floor_of(State *s);

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
  }
  return SIZE(head) & 255; /* a record: its class, and how many fields */
}

enum { SLACK = 4 };

/* The things of a list or a dict, behind what was copied last, with a little room. */
static V moved_block(State *s, V things, int64_t n, uint64_t *top) {
  V to = (V)*top;
  V *q = (V *)(spare + to);
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
  V *q = (V *)(spare + to);
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
      memcpy(spare + *top, x, (SIZE(*x) + 1) * 8);
      *top += (SIZE(*x) + 1) * 8;
    }
  }
  *p = HEAD(MOVED, to);
  return to;
}

static void tidy(State *s) {
  if (!spare) spare = malloc(ARENA);
  int64_t n;
  V *roots = roots_of(s, &n);
  uint64_t top = floor_of(s), scan = top;
  for (int64_t i = 0; i < n; i++) roots[i] = moved(s, roots[i], &top);
  while (scan < top) {
    V *p = (V *)(spare + scan);
    int64_t words = words_of(*p, p);
    int type = TYPE(*p);
    if (type == TUPLE || type == RECORD || type == BLOCK) /* positions in an index are whole numbers like any other */
      for (int64_t i = 1; i <= words; i++) p[i] = moved(s, p[i], &top);
    scan += (words + 1) * 8;
  }
  memcpy(arena_of(s) + floor_of(s), spare + floor_of(s), top - floor_of(s));
  *top_of(s) = top;
}

/* -- methods of what Python builds in --------------------------------------------------------------------------------- */

static void check_length(State *s, V v, int64_t n) {
  if (length(s, v) != n) fail(UNUSUAL, "a sequence has another length than the names it is assigned to");
}

static void extend(State *s, V list, V more) {
  more = walked(s, more);
  for (int64_t i = 0; i < length(s, more); i++) append(s, list, item_at(s, more, i));
}

static V grown(State *s, V v, V more) { /* v += more */
  if (IS_INT(v) || v == TRUE_ || v == FALSE_) return boxed(add(num(v), num(more)));
  if (KIND(s, v) == LIST) {
    extend(s, v, more);
    return v;
  }
  return joined(s, v, more);
}

static void put_new(State *s, V dict, V key, V value) {
  if (find(s, dict, key) < 0) put(s, dict, key, value);
}

static int64_t power(int64_t a, int64_t b) {
  int64_t found = 1;
  if (b < 0) fail(UNUSUAL, "a power is a fraction");
  for (int64_t i = 0; i < b; i++) found = mul(found, a);
  return found;
}

static V sum_of(State *s, V a, V b) { return IS_HEAP(a) ? joined(s, a, b) : boxed(add(num(a), num(b))); }

static void merge(State *s, V dict, V more) {
  int type = KIND(s, more);
  if (type != DICT && type != SET) fail(UNUSUAL, "something that has no keys is merged");
  V *p = at(s, more);
  int64_t n = p[USED_];
  for (int64_t i = 0; i < n; i++) {
    const V *e = at(s, at(s, more)[THINGS]) + 1 + 2 * i;
    if (e[0] != ABSENT) put(s, dict, e[0], e[1]);
  }
}

/* What `dict` takes: a mapping, or pairs. */
static void merge_pairs(State *s, V dict, V pairs) {
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

static V merged(State *s, V a, V b) {
  V made = copy_of_dict(s, a, KIND(s, a));
  merge(s, made, b);
  return made;
}

static V chosen_of(State *s, V a, V b, int there) {
  V made = new_dict(s, SET, 4), things = walked(s, a);
  for (int64_t i = 0; i < length(s, things); i++) {
    V one = item_at(s, things, i);
    if (contains(s, b, one) == there) put(s, made, one, NONE);
  }
  return made;
}

static V common(State *s, V a, V b) { return chosen_of(s, a, b, 1); }
static V without(State *s, V a, V b) { return chosen_of(s, a, b, 0); }

static int64_t place_in(State *s, V v, V thing) {
  Row r = row(s, v);
  for (int64_t i = 0; i < r.n; i++)
    if (equal(s, r.items[i], thing)) return i;
  return -1;
}

static int64_t index_of(State *s, V v, V thing) {
  int64_t i = place_in(s, v, thing);
  if (i < 0) fail(UNUSUAL, "something is not in a sequence");
  return i;
}

static int64_t count_of(State *s, V v, V thing) {
  Row r = row(s, v);
  int64_t n = 0;
  for (int64_t i = 0; i < r.n; i++) n += equal(s, r.items[i], thing);
  return n;
}

static V pop(State *s, V v, V which) {
  if (KIND(s, v) == DICT) {
    V found = value_of_key(s, v, which);
    if (found == ABSENT) fail(UNUSUAL, "a key is missing");
    take_out(s, v, which);
    return found;
  }
  V *p = at(s, v);
  if (KIND(s, v) != LIST || IS_POOL(v)) fail(UNUSUAL, "a constant is to be changed");
  int64_t i = spot(num(which), p[LENGTH]);
  V *q = block(s, p[THINGS]) + 1, found = q[i];
  memmove(q + i, q + i + 1, (--p[LENGTH] - i) * 8);
  return found;
}

static void remove_from(State *s, V v, V thing) {
  if (KIND(s, v) == SET) {
    if (!take_out(s, v, thing)) fail(UNUSUAL, "something is not in a set");
    return;
  }
  pop(s, v, INT(index_of(s, v, thing)));
}

static void clear(State *s, V v) {
  V *p = at(s, v);
  if (IS_POOL(v)) fail(UNUSUAL, "a constant is to be changed");
  p[LENGTH] = 0;
  if (TYPE(*p) == LIST) return;
  p[USED_] = 0;
  if (p[INDEX]) memset(block(s, p[INDEX]) + 1, 255, SIZE(*block(s, p[INDEX])) * 8);
}

static void reverse(State *s, V v) {
  V *p = at(s, v), *q = block(s, p[THINGS]) + 1;
  for (int64_t i = 0, j = p[LENGTH] - 1; i < j; i++, j--) {
    V one = q[i];
    q[i] = q[j];
    q[j] = one;
  }
}

static V copied(State *s, V v) { return KIND(s, v) == LIST ? as_list(s, v) : copy_of_dict(s, v, KIND(s, v)); }

static V set_default(State *s, V dict, V key, V value) {
  V found = value_of_key(s, dict, key);
  if (found != ABSENT) return found;
  put(s, dict, key, value);
  return value;
}

static V joined_by(State *s, V between, V texts) {
  Draft d;
  d.n = 0;
  texts = walked(s, texts);
  for (int64_t i = 0; i < length(s, texts); i++) {
    if (i) put_chars(&d, chars(s, between), chars_n(s, between));
    put_chars(&d, chars(s, item_at(s, texts, i)), chars_n(s, item_at(s, texts, i)));
  }
  return new_text(s, d.text, d.n);
}

static int starts(State *s, V v, V with) {
  return chars_n(s, v) >= chars_n(s, with) && !memcmp(chars(s, v), chars(s, with), chars_n(s, with));
}

static V without_prefix(State *s, V v, V prefix) {
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

static V partition(State *s, V v, V by, int last) {
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

static V split(State *s, V v, V by) {
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

static int64_t number_in(State *s, V v) {
  const char *p = chars(s, v);
  int64_t n = chars_n(s, v), found = 0, i = n && p[0] == '-';
  if (i == n) fail(UNUSUAL, "a text is no number");
  for (; i < n; i++) {
    if (p[i] < '0' || p[i] > '9') fail(UNUSUAL, "a text is no number");
    found = add(mul(found, 10), p[i] - '0');
  }
  return p[0] == '-' ? -found : found;
}

static int64_t bit_length(int64_t n) { return n ? 64 - __builtin_clzll((uint64_t)(n < 0 ? -n : n)) : 0; }

static int64_t comb(int64_t n, int64_t k) {
  if (k > n || n < 0 || k < 0) return 0;
  if (k > n - k) k = n - k;
  int64_t found = 1;
  for (int64_t i = 1; i <= k; i++) found = mul(found, n - k + i) / i;
  return found;
}

static V accumulated(State *s, V v) {
  V made = new_list(s, length(s, v));
  int64_t total = 0;
  for (int64_t i = 0; i < length(s, v); i++) append(s, made, boxed(total = add(total, num(item_at(s, v, i)))));
  return made;
}

static int is_record(State *s, V v, int64_t class) {
  return IS_HEAP(v) && TYPE(*at(s, v)) == RECORD && SIZE(*at(s, v)) >> 8 == class;
}
