#pragma once

/* Everything that native code needs at run time: values, the objects that they refer to, and the storage for objects.

   A value is one word. Its lowest bits specify its kind:

     ..1  an integer, shifted left by one
     000  an object in the arena of a state: the offset in bytes
     010  a constant: the offset in bytes, plus 2; constants precede each state, so the offset is negative
     100  None, a truth value, or one of the number arrays of a state
     110  a Python object from the content: its number; it can only be passed on and looked up in tables

   A state contains no pointers, so copying its bytes copies the game. While a step runs, the arena only grows; between
   steps, `tidy` collects the garbage. */

#define _GNU_SOURCE
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
#define IS_CONSTANT(v) (((v) & 7) == 2)

enum { TUPLE = 1, LIST, DICT, SET, STR, RECORD, BLOCK, MOVED, REAL };

#define HEAD(type, n) ((V)(type) | ((V)(n) << 8))
#define TYPE(h) ((int)((h) & 255))
#define SIZE(h) ((h) >> 8)

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* -- errors -----------------------------------------------------------------------------------------------------

   Native code does not handle errors. Instead, Python replays the game and reports the error. */

enum { FINE, ENDLESS, TOO_LARGE, UNUSUAL, OTHERWISE };

/* Data for a thread that plays games. */
typedef struct {
  jmp_buf rescue;
  const char *complaint;
  char *deepest; /* the lowest address that the stack may reach */
  const char *prefix; /* the prefix of chance labels: seed and game */
  int64_t prefix_n;
  enum { SEEDED, COUPLED, GIVEN, LOOSE, BLIND } chance; /* the source of chance results */
  const int64_t *withheld; /* the pieces that are drawn last if chance is COUPLED */
  int64_t withheld_n;
  const char *given, *given_end; /* the unread part of the log that provides chance results */
  struct Twister *bot; /* the bot whose answer is being drawn, and the source of chance results if they are LOOSE */
  char *spare;         /* the arena that garbage collection copies to */
  char *before;        /* the state before an answer was tried out */
  uint64_t tidied;     /* the size of a state after garbage was last collected */
} Session;

extern __thread Session session;

/* In files for rarely called functions, HOT functions are not inlined, so that the files compile quickly. */
#ifdef SELDOM
#define HOT static inline
#else
#define HOT static inline __attribute__((always_inline))
#endif

/* Marks a function that Python calls; all other functions are hidden. */
#define API __attribute__((visibility("default")))
#define COLD __attribute__((cold, noinline))

COLD __attribute__((noreturn)) void fail(int how, const char *why);
COLD __attribute__((noreturn)) void too_large(void);
COLD int64_t from_end(int64_t i, int64_t n);
COLD __attribute__((noreturn)) void full(void);
COLD __attribute__((noreturn)) void too_deep(void);
COLD __attribute__((noreturn)) void changed(void);
COLD __attribute__((noreturn)) void no_row(void);
COLD __attribute__((noreturn)) void not_declared(void);
COLD int64_t num_slowly(V v);

/* -- the arena ------------------------------------------------------------------------------------------------------ */

/* A state begins with the offset for the next new object. The rest depends on the game; see `game.h`. */
typedef struct State State;

/* The end of the constants; a copy of the constants precedes each state. */
extern const char *constants;

#define ARENA (1u << 26)
#define TOP(s) (*(uint64_t *)(s))

HOT V *block(State *s, V v) { return (V *)((char *)s + v); }

HOT V *at(State *s, V v) { return (V *)((char *)s + (v & -8)); }

/* Returns a pointer to a constant, which begins with a header. */
HOT const V *constant(State *s, V v) { return (const V *)((char *)s + (v - 2)); }

HOT V make(State *s, int type, int64_t n, int64_t words) {
  uint64_t found = TOP(s);
  if (UNLIKELY((uint64_t)words >= (ARENA - found) / 8)) full();
  TOP(s) = found + (uint64_t)(words + 1) * 8;
  *block(s, (V)found) = HEAD(type, n);
  return (V)found;
}

/* Returns a new instance of a class, whose n fields are None. */
static inline V new_record(State *s, int64_t class, int64_t n) {
  V record = make(s, RECORD, class << 8 | n, n);
  for (int64_t i = 1; i <= n; i++) block(s, record)[i] = NONE;
  return record;
}

static inline V make_block(State *s, int64_t n) { return make(s, BLOCK, n, n); }

/* Records the stack position of a call from Python, so that a recursive function fails before the stack overflows. */
#define STACK_MOST (1 << 19)
#define RESCUED(s) (plays(s, (char *)__builtin_frame_address(0) - STACK_MOST), setjmp(session.rescue))

/* The word between the constants and a state points to the session of the thread that plays it, because this is faster
   to access than a thread-local variable. */
#define PLAYS(s) (((Session **)(s))[-1])

static inline void plays(State *s, char *deepest) {
  session.deepest = deepest;
  PLAYS(s) = &session;
}

static inline void deeper(State *s) {
  if (UNLIKELY((char *)__builtin_frame_address(0) < PLAYS(s)->deepest)) too_deep();
}

#define KIND(s, v) (IS_HEAP(v) ? TYPE(*at(s, v)) : 0)

/* -- numbers and truth ---------------------------------------------------------------------------------------------- */

HOT int64_t num(V v) { return LIKELY(IS_INT(v)) ? v >> 1 : num_slowly(v); }

/* Unboxes a value that is declared as an integer. Fails for a truth value, which would be written differently. */
HOT int64_t whole(V v) {
  if (UNLIKELY(!IS_INT(v))) not_declared();
  return v >> 1;
}

/* Unboxes a value that is declared as a truth value. */
static inline int flag_of(V v) {
  if (UNLIKELY(v != TRUE_ && v != FALSE_)) not_declared();
  return v == TRUE_;
}

/* Unboxes a float, or converts an integer to a float. */
double real_slowly(State *s, V v);
V real_word(State *s, double x);

HOT double real(State *s, V v) { return LIKELY(IS_INT(v)) ? (double)(v >> 1) : real_slowly(s, v); }

static inline double divided(double a, double b) {
  if (UNLIKELY(b == 0)) fail(UNUSUAL, "division by zero");
  return a / b;
}

/* Adds floats in the same way as Python since 3.12; `lost` accumulates the rounding errors. */
static inline double sum_more(double total, double x, double *lost) {
  double now = total + x;
  *lost += __builtin_fabs(total) >= __builtin_fabs(x) ? total - now + x : x - now + total;
  return now;
}

static inline double compensated(double total, double lost) {
  return lost != 0 && __builtin_isfinite(lost) ? total + lost : total;
}

/* Converts an operand of a division, which must be exact as a double. */
static inline double exactly(int64_t n) {
  if (UNLIKELY(n > 1LL << 53 || n < -(1LL << 53))) too_large();
  return (double)n;
}

HOT V boxed(int64_t n) {
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

static inline int64_t absolute(int64_t n) { return n < 0 ? -n : n; }

/* Converts a number to an array item, and fails if the number is too large. */
static inline int32_t checked(int64_t n) {
  if (UNLIKELY((int32_t)n != n)) too_large();
  return (int32_t)n;
}

static inline int64_t floor_div(int64_t a, int64_t b) {
  if (UNLIKELY(b == 0)) fail(UNUSUAL, "division by zero");
  if (UNLIKELY(b == -1)) return sub(0, a);
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t modulo(int64_t a, int64_t b) {
  if (UNLIKELY(b == 0)) fail(UNUSUAL, "division by zero");
  if (UNLIKELY(b == -1)) return 0;
  int64_t r = a % b;
  return r + ((r != 0) & ((r < 0) != (b < 0))) * b;
}

/* -- sequences ------------------------------------------------------------------------------------------------------

   The items of a tuple follow its header. A list consists of its length, its capacity and the block with its items. */

enum { LENGTH = 1, ROOM, THINGS };

typedef struct {
  const V *items;
  int64_t n;
} Row;

HOT Row row(State *s, V v) {
  if (UNLIKELY(!IS_HEAP(v))) no_row();
  V *p = at(s, v);
  if (LIKELY(TYPE(*p) == TUPLE)) return (Row){p + 1, SIZE(*p)};
  if (UNLIKELY(TYPE(*p) != LIST)) no_row();
  return (Row){at(s, p[THINGS]) + 1, p[LENGTH]};
}

/* Updates the row for a list, because the list may change while a loop iterates over it. */
static inline void again(State *s, V v, Row *r) {
  if (TYPE(*at(s, v)) == LIST) *r = row(s, v);
}

/* Fails if a list has changed during a loop within an expression, where it must not. */
HOT void unchanged(State *s, V v, Row then) {
  const V *p = at(s, v);
  if (TYPE(*p) == LIST && UNLIKELY(p[LENGTH] != then.n)) changed();
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

void make_room(State *s, V *p, int64_t n); /* makes room for n more items in a list */

/* Appends an item to a list in the arena. */
static inline void push(State *s, V list, V thing) {
  V *p = block(s, list);
  if (UNLIKELY(p[LENGTH] == p[ROOM])) make_room(s, p, 1);
  block(s, p[THINGS])[1 + p[LENGTH]++] = thing;
}

/* Turns a list to which nothing else refers into a tuple, reusing the list's block. */
static inline V settled(State *s, V list) {
  V *p = block(s, list);
  *block(s, p[THINGS]) = HEAD(TUPLE, p[LENGTH]);
  return p[THINGS];
}

HOT int64_t spot(int64_t i, int64_t n) { return LIKELY((uint64_t)i < (uint64_t)n) ? i : from_end(i, n); }

/* -- texts ----------------------------------------------------------------------------------------------------------

   A text consists of its length in bytes, a digest, and its bytes. All texts among the constants are different, so two
   of these are equal only if they are the same object. */

static inline const char *chars(State *s, V v) { return (const char *)(at(s, v) + 2); }
static inline int64_t chars_n(State *s, V v) { return SIZE(*at(s, v)); }

/* A text that is being built. */
typedef struct {
  int64_t n;
  char text[1000];
} Draft;

static inline void put_chars(Draft *d, const char *p, int64_t n) {
  if (UNLIKELY(d->n + n > (int64_t)sizeof d->text)) fail(TOO_LARGE, "a text is too long");
  memcpy(d->text + d->n, p, n);
  d->n += n;
}

enum { DIGITS_MOST = 20 }; /* maximum length of a decimal number */

char *put_many_digits(char *to, int64_t n);

/* Writes a number in decimal, and returns the end of the output. */
static inline char *put_digits(char *to, int64_t n) {
  if (UNLIKELY((uint64_t)n >= 10)) return put_many_digits(to, n);
  *to = (char)('0' + n);
  return to + 1;
}

/* -- equality and order --------------------------------------------------------------------------------------------- */

int equal_slowly(State *s, V a, V b);

/* Whether a value is a text among the constants, all of which are different. */
static inline int is_name(State *s, V v) { return IS_CONSTANT(v) && TYPE(*constant(s, v)) == STR; }

/* Whether a value can be equal only to a value with the same word. */
static inline int is_plain(State *s, V v) { return is_name(s, v) || (IS_INT(v) && (uint64_t)v > (uint64_t)INT(1)); }

static inline int equal(State *s, V a, V b) {
  if (a == b) return 1;
  if ((IS_INT(a) && IS_INT(b)) || (is_name(s, a) && IS_CONSTANT(b))) return 0;
  return equal_slowly(s, a, b);
}

/* -- dicts and sets -------------------------------------------------------------------------------------------------

   A dict consists of pairs in insertion order, and so does a set, whose items are the keys. Up to FEW pairs are
   searched one by one; more than FEW are found through an index of their positions, which is created on demand. A
   deleted pair has the key ABSENT. */

enum { USED_ = 4, INDEX = 5, FEW = 16 };
/* A flag in the header of a set that may be iterated over in insertion order, such as the keys of a dict. Only Python
   knows the order of other sets. */
enum { IN_ORDER = 1 };
/* LENGTH: number of keys; ROOM: capacity; THINGS: pairs; USED_: number of pairs, even deleted; INDEX: 0 or a block */

extern const int64_t ROOTS_AT, ROOTS, FLOOR; /* per game: offset and number of words, start of arena */

/* -- lengths, searches and iteration ---------------------------------------------------------------------------------- */

int64_t array_length(State *s, int k); /* defined per game */
int64_t array_item(State *s, int k, int64_t i);

V item_slowly(State *s, V v, int64_t i);

static inline V item_at(State *s, V v, int64_t i) {
  if (LIKELY(IS_HEAP(v))) {
    const V *p = at(s, v);
    if (LIKELY(TYPE(*p) == TUPLE && (uint64_t)i < (uint64_t)SIZE(*p))) return p[1 + i];
  }
  return item_slowly(s, v, i);
}

/* Returns the items of a sequence, and fails if it has a different length. */
static inline const V *parts(State *s, V v, int64_t n) {
  Row r = row(s, v);
  if (UNLIKELY(r.n != n)) fail(UNUSUAL, "a sequence has another length than the names it is assigned to");
  return r.items;
}

int truth_slowly(State *s, V v);
V walked_slowly(State *s, V v);
int64_t length_slowly(State *s, V v);

static inline int truth(State *s, V v) {
  if (v == TRUE_) return 1;
  if (v == FALSE_ || v == NONE) return 0;
  if (LIKELY(IS_HEAP(v))) {
    V *p = at(s, v);
    if (TYPE(*p) == TUPLE) return SIZE(*p) != 0;
  }
  return truth_slowly(s, v);
}

static inline int64_t length(State *s, V v) {
  if (LIKELY(IS_HEAP(v))) {
    V *p = at(s, v);
    if (LIKELY(TYPE(*p) == TUPLE)) return SIZE(*p);
    if (LIKELY(TYPE(*p) == LIST)) return p[LENGTH];
  }
  return length_slowly(s, v);
}

/* Returns a sequence of the items of any iterable. */
HOT V walked(State *s, V v) {
  if (LIKELY(IS_HEAP(v))) {
    int type = TYPE(*at(s, v));
    if (LIKELY(type == TUPLE || type == LIST)) return v;
  }
  return walked_slowly(s, v);
}

/* Returns the items of any iterable as a row, and sets `v` to the sequence. */
HOT Row walk(State *s, V *v) {
  if (LIKELY(IS_HEAP(*v))) {
    V *p = at(s, *v);
    if (LIKELY(TYPE(*p) == TUPLE)) return (Row){p + 1, SIZE(*p)};
    if (LIKELY(TYPE(*p) == LIST)) return (Row){at(s, p[THINGS]) + 1, p[LENGTH]};
  }
  *v = walked_slowly(s, *v);
  return row(s, *v);
}

/* -- everything else: see `value.c` ------------------------------------------------------------------------------------- */

extern V known_texts; /* a hash table of all texts among the constants */
extern uint64_t known_mask;

void append(State *s, V list, V thing);
V tuple_of(State *s, const V *items, int64_t n);
V list_of(State *s, const V *items, int64_t n);
V new_text(State *s, const char *p, int64_t n);
V known_text(const char *p, int64_t n); /* an equal text among the constants, or ABSENT */
void put_number(Draft *d, int64_t n);
void put_value(State *s, Draft *d, V v);
int64_t order(State *s, V a, V b);
V new_dict(State *s, int type, int64_t room);
void put(State *s, V dict, V key, V value);
int take_out(State *s, V dict, V key);
V value_of_key(State *s, V dict, V key); /* ABSENT if there is no such key */
static inline V or_else(V v, V otherwise) { return v != ABSENT ? v : otherwise; }
V constant_at(State *s, V table, V key);
V constant_item(State *s, V table, V key);
int contains(State *s, V v, V thing);
V item(State *s, V v, V key);
void set_item(State *s, V v, V key, V value);
V slice(State *s, V v, V from, V to, V step);
Row cut(State *s, V v, V from, V to); /* the items of v[from:to] */
V joined_cuts(State *s, V a, V from, V to, V b, V b_from, V b_to);
V joined(State *s, V a, V b);
V repeated(State *s, V v, int64_t times);
V as_tuple(State *s, V v);
V as_list(State *s, V v);
V as_set(State *s, V v);
V keys_of(State *s, V dict);
int same(State *s, V a, V b);
V stripped(State *s, V v);
V sortable(State *s, V v);
V values_of(State *s, V dict, int pairs);
void sort_by(State *s, V list, V keys, int reverse);
void tidy(State *s);
void check_length(State *s, V v, int64_t n);
void extend(State *s, V list, V more);
V added(State *s, V v, V more);
V grown(State *s, V v, V more);
void put_new(State *s, V dict, V key, V value);
void put_last(State *s, V dict, V key, V value);
int64_t power(int64_t a, int64_t b);
V sum_of(State *s, V a, V b);
void merge(State *s, V dict, V more);
static inline V merged_into(State *s, V dict, V more) {
  merge(s, dict, more);
  return dict;
}
void merge_pairs(State *s, V dict, V pairs);
V merged(State *s, V a, V b);
V common(State *s, V a, V b);
V without(State *s, V a, V b);
int64_t index_of(State *s, V v, V thing);
int64_t count_of(State *s, V v, V thing);
V pop(State *s, V v, V which);
void remove_from(State *s, V v, V thing);
void clear(State *s, V v);
void reverse(State *s, V v);
V copied(State *s, V v);
V set_default(State *s, V dict, V key, V value);
V joined_by(State *s, V between, V texts);
int starts(State *s, V v, V with);
V without_prefix(State *s, V v, V prefix);
V partition(State *s, V v, V by, int last);
V split(State *s, V v, V by);
int64_t number_in(State *s, V v);
int64_t bit_length(int64_t n);
int64_t comb(int64_t n, int64_t k);
V accumulated(State *s, V v);
V combinations(State *s, V v, int64_t n);
int is_record(State *s, V v, int64_t class);

/* -- chance and bots: see `chance.c` ------------------------------------------------------------------------------------- */

typedef struct Twister {
  uint32_t x[624];
  int at;
} Twister;

V chance_rolls(State *s, V label, int64_t domain, int64_t times);
V chance_draws(State *s, V label, V domain, int64_t times);
enum { LEFT_MOST = 4096 }; /* maximum number of things that are drawn from */
void couple_draws(const int64_t *withheld, int64_t n); /* see `coupled.c` */
V coupled_draws(State *s, V label, Row domain, int64_t times);
V given_rolls(State *s, int64_t domain, int64_t times); /* for this function and the next, see `given.c` */
V given_draws(State *s, V domain, int64_t times);
void prepare_values(void);
void prepare_chance(void);
V tried(State *s, V pick); /* defined per game */
double drawn_fraction(State *s);

/* The seed for a bot's random numbers. */
typedef struct {
  uint32_t words[64];
  int64_t n;
} Seed;

void twisters_seed(Twister *t, const Seed *keys, int64_t n); /* n is 1 or 2 */
