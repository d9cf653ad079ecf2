/* The light check of a log, which does not need the game, as in rftg_dsl/log/audit/light_check.py and line_check.py,
   and in rftg_dsl/log/format/fold.py.

   This check can only accept a log. If anything in the log is wrong or unusual, the log is left to Python, which
   reports the mistake. The check may therefore be stricter than Python's, but never less strict. The shapes of values
   are in light_format.h, which is generated from rftg_dsl/log/format/kinds.py. Python has already checked the head of
   the log. */

#define _GNU_SOURCE
#include <setjmp.h>
#include <stdlib.h>

#include "digest.c"

#define API __attribute__((visibility("default")))
#define LIKELY(x) __builtin_expect(!!(x), 1)

/* A set of valid values; see rftg_dsl/log/format/shapes.py. */
typedef struct Shape Shape;

enum { ANYTHING, A_NUMBER, A_TEXT, NULL_ONLY, ITEMS, ROW, NAMED, FIELDS, EITHER };
enum { ANY_TEXT, NAME_TEXT, HEX_TEXT, CELL_TEXT, ID_TEXT, CAUSE_TEXT };

/* A field of an object; fields are listed in the same order as in an object. */
typedef struct {
  const char *key;
  int32_t n;
  const Shape *of;
  int optional;
} FieldOf;

struct Shape {
  int is, text, more;
  int64_t low, high; /* bounds for a number, or for the number of entries */
  const Shape *of, *key;
  int n;
  const Shape *const *all; /* for a row, the entries after the first one, which is known */
  const FieldOf *fields;
};

/* For lists with a certain first entry: the shape of the list, and the shape of its answer. */
typedef struct {
  const char *first;
  int32_t n;
  const Shape *row, *answer;
} RowOf;

#include "light_format.h"

enum { /* anything beyond these limits is left to Python */
  NAME_MOST = 300,
  DEPTH_MOST = 20,
  PICKS_MOST = 64,
  PREFIX_MOST = 400,
  NODES_MOST = 200000,
  CHAIN_MOST = 1000,
};

typedef struct {
  char *p;
  int64_t n, room;
} Text;

/* The input and the results of a check. */
typedef struct {
  const char *text; /* the log */
  int64_t n;
  const char *prefix; /* the prefix of chance labels; NULL if the seed is not known */
  int64_t prefix_n;
  int64_t shares; /* the number of lines after the head that have already been checked */
  int64_t used;   /* the number of bytes in the log that are right, up to its end */
  int64_t ended;  /* whether the log is complete */
  int64_t work;   /* the maximum number of steps for the check; see rftg_dsl/log/format/budget.py */
  int64_t spent;  /* the number of steps taken */
  Tree tree;
  Text roots;  /* for each mark and the end, the number of lines so far, in eight bytes, and their root */
} Check;

/* -- the values in a line -------------------------------------------------------------------------------------------- */

enum { OBJECT, LIST, STRING, NUMBER, OTHER };

/* A value or a key in a line. The nodes for the contents of a value follow its own node. */
typedef struct {
  const char *p; /* including the quotes, if it is a text */
  int32_t n;     /* the length in bytes */
  int32_t next;  /* the first node after the contents */
  int64_t number;
  int32_t within; /* the number of values in it */
  int32_t kind;
} Node;

typedef struct {
  const char *p;
  int64_t n;
} Span;

/* -- the table --------------------------------------------------------------------------------------------------------- */

enum { COUNTERS, ENTERED, FACTS, PIECES, SIDES, STOCK, TAGS, PARTS };

/* A name, with its entry in each part of the table. */
typedef struct {
  Span of; /* including the quotes */
  uint64_t hash;
  uint8_t there, listed; /* a bit for each part: whether it has the name, and whether it has ever had it */
  uint8_t side_named, causes; /* whether the name is that of a side, and whether it can be a cause */
  int64_t counter, entered, stock, tag;
  Span fact, side;
  int32_t place;                 /* the place where a piece is; -1 if it is nowhere */
  int32_t *pieces, n, room;      /* the pieces in a place */
  int64_t counted, counted_in; /* the number of chance results in a round, and the round */
  uint64_t seen;               /* the number of the last list that contained the name */
} Name;

/* The names that a part has or used to have; `sorted` tells whether they are in order. */
typedef struct {
  int32_t *ids, n, room, sorted;
} Part;

enum { MIDWAY, LATE };

typedef struct {
  Check *c;
  jmp_buf out;
  const char *at, *stop; /* the position in the line, and the line's end */
  Node *nodes;
  int32_t nodes_n, nodes_room;
  Name *names;
  int32_t names_n, names_room;
  int32_t *slots; /* a hash table of names; 0 if a slot is empty */
  uint32_t mask;
  Part parts[PARTS];
  int64_t last_entered, woken, cells;
  Text scrap;
  Text drawing; /* for a draw: the candidates, those that are left, and those drawn */
  int64_t players, marks, results, may;
  int64_t round, rounds; /* the round of the last result, and the number of changes of round */
  int32_t counter; /* the name of the round counter */
  Span stretch;    /* the word for a round, including the quotes */
  Span cause;      /* the last cause */
  Span figures;    /* the figures of the last mark */
  uint64_t lists;  /* the number of lists examined so far */
  const char *added; /* the end of the lines in the tree */
} Light;

static __attribute__((cold, noinline, noreturn)) void leave(Light *l) { longjmp(l->out, 1); }

#define NEED(x)                              \
  do {                                       \
    if (__builtin_expect(!(x), 0)) leave(l); \
  } while (0)

static void *larger(Light *l, void *p, int64_t bytes) {
  void *more = realloc(p, (size_t)bytes);
  NEED(more);
  return more;
}

static void make_room(Light *l, Text *t, int64_t n) {
  if (t->n + n <= t->room) return;
  int64_t room = 2 * t->room + n + 4096;
  t->p = larger(l, t->p, room);
  t->room = room;
}

static void put(Light *l, Text *t, const void *p, int64_t n) {
  make_room(l, t, n);
  memcpy(t->p + t->n, p, (size_t)n);
  t->n += n;
}

#define PUT(t, text) put(l, t, text, sizeof(text) - 1)

static void put_number(Light *l, Text *t, int64_t n) {
  char made[24], *p = made + sizeof made;
  uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
  do *--p = (char)('0' + left % 10);
  while (left /= 10);
  if (n < 0) *--p = '-';
  put(l, t, p, made + sizeof made - p);
}

static int same(Span a, Span b) { return a.n == b.n && !memcmp(a.p, b.p, (size_t)a.n); }
static Span span(const Node *v) { return (Span){v->p, v->n}; }
#define IS(s, text) ((s).n == sizeof(text) - 1 && !memcmp((s).p, text, sizeof(text) - 1))

static int compared(Span a, Span b) { /* compares texts without their quotes */
  int64_t n = a.n < b.n ? a.n : b.n;
  int found = memcmp(a.p + 1, b.p + 1, (size_t)n - 2);
  return found ? found : (a.n > b.n) - (a.n < b.n);
}

/* -- canonical JSON ---------------------------------------------------------------------------------------------------- */

/* The characters that need not be escaped in a text. */
static const char PLAIN[256] = {[' '] = 1, ['!'] = 1, ['#' ... '['] = 1, [']' ... '~'] = 1};

static int32_t new_node(Light *l, int kind) {
  if (l->nodes_n == l->nodes_room) {
    NEED(l->nodes_n < NODES_MOST);
    l->nodes_room = 2 * l->nodes_room + 1024;
    l->nodes = larger(l, l->nodes, l->nodes_room * (int64_t)sizeof(Node));
  }
  l->nodes[l->nodes_n] = (Node){.p = l->at, .kind = kind};
  return l->nodes_n++;
}

static void escaped(Light *l) { /* reads the rest of an escape; surrogates are left to Python */
  static const char HEX[] = "0123456789abcdef";
  NEED(l->at < l->stop);
  if (*l->at && strchr("\"\\nrtbf", *l->at)) {
    l->at++;
    return;
  }
  NEED(*l->at == 'u' && l->stop - l->at > 4);
  int x = 0;
  for (int i = 1; i <= 4; i++) {
    const char *digit = l->at[i] ? strchr(HEX, l->at[i]) : NULL;
    NEED(digit);
    x = x << 4 | (int)(digit - HEX);
  }
  NEED(x < 32 ? x != '\n' && x != '\r' && x != '\t' && x != '\b' && x != '\f' : x > 126 && (x < 0xd800 || x > 0xdfff));
  l->at += 5;
}

static void text_here(Light *l) { /* reads a text from its opening quote to after its closing quote */
  for (l->at++;; l->at++) {
    while (l->at < l->stop && LIKELY(PLAIN[(unsigned char)*l->at])) l->at++;
    NEED(l->at < l->stop);
    if (*l->at == '"') break;
    NEED(*l->at == '\\');
    l->at++;
    escaped(l);
    l->at--;
  }
  l->at++;
}

static int64_t number_here(Light *l) {
  int minus = *l->at == '-';
  const char *first = l->at += minus;
  int64_t n = 0;
  while (l->at < l->stop && *l->at >= '0' && *l->at <= '9' && l->at - first < 17) n = n * 10 + (*l->at++ - '0');
  NEED(l->at > first && n <= LARGEST && (*first != '0' || (l->at - first == 1 && !minus)));
  return minus ? -n : n;
}

static void word_here(Light *l, const char *word, int64_t n) {
  NEED(l->stop - l->at >= n && !memcmp(l->at, word, (size_t)n));
  l->at += n;
}

static void key_here(Light *l, Span *before) {
  NEED(l->at < l->stop && *l->at == '"');
  int32_t key = new_node(l, STRING);
  text_here(l);
  Span now = {l->nodes[key].p, l->at - l->nodes[key].p};
  NEED(!memchr(now.p, '\\', (size_t)now.n) && (!before->p || compared(*before, now) < 0));
  *before = now;
  l->nodes[key].n = (int32_t)now.n;
  l->nodes[key].next = l->nodes_n;
  NEED(l->at < l->stop && *l->at++ == ':');
}

static int32_t value_here(Light *l, int depth) {
  NEED(l->at < l->stop && depth <= DEPTH_MOST);
  int32_t made = new_node(l, OTHER), within = 0;
  int64_t number = 0;
  int kind = OTHER;
  switch (*l->at) {
    case '"':
      kind = STRING;
      text_here(l);
      break;
    case '{':
    case '[': {
      kind = *l->at == '{' ? OBJECT : LIST;
      char close = kind == OBJECT ? '}' : ']';
      Span before = {NULL, 0};
      NEED(++l->at < l->stop);
      if (*l->at == close) l->at++;
      else
        for (;;) {
          if (kind == OBJECT) key_here(l, &before);
          value_here(l, depth + 1);
          within++;
          NEED(l->at < l->stop);
          char next = *l->at++;
          if (next == close) break;
          NEED(next == ',');
        }
      break;
    }
    case 't': word_here(l, "true", 4); break;
    case 'f': word_here(l, "false", 5); break;
    case 'n': word_here(l, "null", 4); break;
    default:
      kind = NUMBER;
      NEED(*l->at == '-' || (*l->at >= '0' && *l->at <= '9'));
      number = number_here(l);
  }
  Node *v = l->nodes + made;
  v->n = (int32_t)(l->at - v->p);
  v->next = l->nodes_n;
  v->number = number;
  v->within = within;
  v->kind = kind;
  return made;
}

/* Reads the object in a line; the object's first key is node 1. */
static void line_here(Light *l, const char *p, const char *stop) {
  NEED(stop - p < LINE_MOST && p < stop && *p == '{');
  l->at = p;
  l->stop = stop;
  l->nodes_n = 0;
  value_here(l, 1);
  NEED(l->at == stop);
}

static Node *kind_of(Light *l, int32_t at, int kind) {
  Node *v = l->nodes + at;
  NEED(v->kind == kind);
  return v;
}

static int64_t number_of(Light *l, int32_t at) { return kind_of(l, at, NUMBER)->number; }

/* Returns the node for the value of an object's key; 0 if the key is missing. */
static int32_t member(Light *l, int32_t object, const char *key, int64_t n) {
  int32_t at = object + 1;
  for (int32_t left = l->nodes[object].within; left; left--) {
    const Node *k = l->nodes + at;
    if (k->n == n + 2 && !memcmp(k->p + 1, key, (size_t)n)) return k->next;
    at = l->nodes[k->next].next;
  }
  return 0;
}

#define MEMBER(object, key) member(l, object, key, sizeof(key) - 1)

/* -- names ------------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(Span s) {
  uint64_t h = 1469598103934665603ull ^ (uint64_t)s.n;
  int64_t i = 0;
  for (; i + 8 <= s.n; i += 8) {
    uint64_t x;
    memcpy(&x, s.p + i, 8);
    h = (h ^ x) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  for (; i < s.n; i++) h = (h ^ (unsigned char)s.p[i]) * 1099511628211ull;
  h *= 0x9e3779b97f4a7c15ull;
  return h ^ h >> 32;
}

/* Returns the slot of a text, or the empty slot in which it would be placed. */
static int32_t *slot_of(Light *l, Span of, uint64_t hash) {
  uint64_t at = hash & l->mask;
  for (int left = CHAIN_MOST; l->slots[at]; at = (at + 1) & l->mask, left--) {
    const Name *one = l->names + l->slots[at] - 1;
    if (one->hash == hash && same(one->of, of)) break;
    NEED(left); /* fails only if names have been chosen to collide */
  }
  return l->slots + at;
}

static void more_slots(Light *l) {
  l->mask = 2 * l->mask + 1;
  l->slots = larger(l, l->slots, (l->mask + 1ll) * 4);
  memset(l->slots, 0, (l->mask + 1ull) * 4);
  for (int32_t id = 0; id < l->names_n; id++) *slot_of(l, l->names[id].of, l->names[id].hash) = id + 1;
}

/* Returns the name for a text, creating it if `made` is not 0; otherwise -1 if there is none. */
static int32_t name_as(Light *l, Span of, int made) {
  uint64_t hash = hash_of(of);
  int32_t *slot = slot_of(l, of, hash);
  if (*slot || !made) return *slot - 1;
  NEED(of.n - 2 <= NAME_MOST);
  NEED(!memchr(of.p, '\\', (size_t)of.n)); /* escaped names may be in a different order than their characters */
  if (l->names_n == l->names_room) {
    l->names_room = 2 * l->names_room + 512;
    l->names = larger(l, l->names, l->names_room * (int64_t)sizeof(Name));
  }
  l->names[l->names_n] = (Name){.of = of, .hash = hash, .place = -1, .counted_in = -1};
  *slot = ++l->names_n;
  if ((uint32_t)l->names_n > l->mask / 2) more_slots(l);
  return l->names_n - 1;
}

static int32_t name_at(Light *l, int32_t at, int made) { return name_as(l, span(kind_of(l, at, STRING)), made); }

static int has(const Light *l, int32_t name, int part) { return name >= 0 && l->names[name].there >> part & 1; }

static void set(Light *l, int32_t name, int part) {
  Name *one = l->names + name;
  one->there |= (uint8_t)(1 << part);
  if (one->listed >> part & 1) return;
  one->listed |= (uint8_t)(1 << part);
  Part *p = l->parts + part;
  if (p->n == p->room) {
    p->room = 2 * p->room + 64;
    p->ids = larger(l, p->ids, p->room * 4ll);
  }
  p->ids[p->n++] = name;
  p->sorted = 0;
}

static void unset(Light *l, int32_t name, int part) { l->names[name].there &= (uint8_t) ~(1 << part); }

/* -- shapes ------------------------------------------------------------------------------------------------------------ */

static int is_hex(Span s) {
  for (int64_t i = 1; i < s.n - 1; i++)
    if (!((s.p[i] >= '0' && s.p[i] <= '9') || (s.p[i] >= 'a' && s.p[i] <= 'f'))) return 0;
  return s.n == 66;
}

/* Counts the parts of a text, which are separated by a character; returns 0 if a part is empty. */
static int parts_of(Span s, char between) {
  const char *from = s.p + 1, *stop = s.p + s.n - 1, *next;
  int parts = 1;
  for (; (next = memchr(from, between, (size_t)(stop - from))); from = next + 1, parts++)
    if (next == from) return 0;
  return from == stop ? 0 : parts;
}

/* Whether a text is the id of a power on an existing side, or the id of a step in the rules. */
static int is_cause(Light *l, Span s) {
  const char *last = s.p + s.n - 1, *slash = memrchr(s.p, '/', (size_t)s.n);
  if (!slash) return parts_of(s, '.') > 1;
  if (last[-1] == '~') last--; /* a lasting power */
  if (last - slash < 2 || slash[1] == '0') return 0;
  for (const char *p = slash + 1; p < last; p++)
    if (*p < '0' || *p > '9') return 0;
  l->scrap.n = 0;
  put(l, &l->scrap, s.p, slash - s.p);
  PUT(&l->scrap, "\"");
  int32_t side = name_as(l, (Span){l->scrap.p, l->scrap.n}, 0);
  return side >= 0 && l->names[side].side_named;
}

static void test_cause(Light *l, Span s) { /* most causes are the same as the last one */
  if (same(s, l->cause)) return;
  int32_t name = name_as(l, s, 1);
  if (!l->names[name].causes) NEED(is_cause(l, s));
  l->names[name].causes = 1;
  l->cause = s;
}

static void test_text(Light *l, Span s, int text) {
  switch (text) {
    case ANY_TEXT: break;
    case HEX_TEXT: NEED(is_hex(s)); break;
    case CELL_TEXT: NEED(parts_of(s, '@') == 2); break;
    case ID_TEXT: NEED(parts_of(s, '|')); break;
    case CAUSE_TEXT: test_cause(l, s); break;
    default: NEED(s.n > 2);
  }
}

/* Returns the kind that values of a shape have. */
static int kind_within(const Shape *s) {
  switch (s->is) {
    case A_NUMBER: return NUMBER;
    case A_TEXT: return STRING;
    case ITEMS:
    case ROW: return LIST;
    case NAMED:
    case FIELDS: return OBJECT;
    default: return OTHER;
  }
}

static void test_other(Light *l, int32_t at, const Shape *s);

/* Tests that a value has a shape; most values are numbers and names. */
static inline __attribute__((always_inline)) void test(Light *l, int32_t at, const Shape *s) {
  const Node *v = l->nodes + at;
  if (s->is == A_NUMBER) NEED(v->kind == NUMBER && v->number >= s->low && v->number <= s->high);
  else if (s->is == A_TEXT && s->text == NAME_TEXT) NEED(v->kind == STRING && v->n > 2);
  else if (s->is != ANYTHING || v->n > s->high) test_other(l, at, s);
}

/* Tests a list whose first entry is known; writes the nodes of the other entries that have shapes to `found`. */
static void test_row(Light *l, int32_t list, const Shape *s, int32_t *found) {
  int32_t n = kind_of(l, list, LIST)->within;
  NEED(n >= s->low && n <= s->high);
  for (int32_t i = 0, at = l->nodes[list + 1].next; i < n - 1 && i < s->n; i++, at = l->nodes[at].next) {
    test(l, at, s->all[i]);
    found[i] = at;
  }
}

enum { ROW_MOST = 8 };

static int key_is(const Node *k, const FieldOf *f) {
  return k->n == f->n + 2 && !memcmp(k->p + 1, f->key, (size_t)f->n);
}

/* Tests an object with fields; writes the nodes of their values, or 0 if a field is missing, to `found`. */
static void test_fields(Light *l, int32_t object, const Shape *s, int32_t *found) {
  int32_t left = kind_of(l, object, OBJECT)->within, at = object + 1;
  for (int i = 0; i < s->n; i++) {
    const FieldOf *f = s->fields + i;
    if (s->more) /* keys and fields are sorted */
      for (; left && compared(span(l->nodes + at), (Span){f->key - 1, f->n + 2}) < 0; left--)
        at = l->nodes[l->nodes[at].next].next;
    int32_t value = left && key_is(l->nodes + at, f) ? l->nodes[at].next : 0;
    NEED(value || f->optional);
    if (found) found[i] = value;
    if (!value) continue;
    test(l, value, f->of);
    at = l->nodes[value].next;
    left--;
  }
  NEED(!left || s->more);
}

static void test_all(Light *l, int32_t at, const Shape *s) { /* tests the items of a list, or the values of an object */
  int32_t left = l->nodes[at].within, entry = at + 1;
  for (; left; left--, entry = l->nodes[entry].next) {
    if (s->is == NAMED) {
      test_text(l, span(l->nodes + entry), s->key->text);
      entry = l->nodes[entry].next;
    }
    test(l, entry, s->of);
  }
}

static void test_other(Light *l, int32_t at, const Shape *s) {
  const Node *v = l->nodes + at;
  int32_t row[ROW_MOST];
  switch (s->is) {
    case A_TEXT: test_text(l, span(kind_of(l, at, STRING)), s->text); break;
    case NULL_ONLY: NEED(IS(span(v), "null")); break;
    case ITEMS:
      NEED(v->kind == LIST && v->within >= s->low && v->within <= s->high);
      test_all(l, at, s);
      break;
    case NAMED:
      kind_of(l, at, OBJECT);
      test_all(l, at, s);
      break;
    case ROW: test_row(l, at, s, row); break;
    case FIELDS: test_fields(l, at, s, NULL); break;
    case EITHER: /* the alternative shapes are of different kinds */
      for (int i = 0; i < s->n; i++)
        if (kind_within(s->all[i]) == v->kind) {
          test(l, at, s->all[i]);
          return;
        }
      leave(l);
    default: leave(l);
  }
}

/* Returns the number of the row for a list, according to the list's first entry. */
static int row_of(Light *l, int32_t list, const RowOf *rows) {
  NEED(kind_of(l, list, LIST)->within);
  Span first = span(kind_of(l, list + 1, STRING));
  for (int i = 0; rows[i].first; i++)
    if (first.n == rows[i].n && first.p[1] == rows[i].first[1] && !memcmp(first.p, rows[i].first, (size_t)first.n)) return i;
  leave(l);
}

/* -- pieces ------------------------------------------------------------------------------------------------------------ */

/* Returns a piece, which must be in a place. */
static int32_t piece_at(Light *l, int32_t at) {
  int32_t found = name_at(l, at, 0);
  NEED(found >= 0 && l->names[found].place >= 0);
  return found;
}

/* Charges for work that can be expensive even for a short line. A log that takes too many steps is left to Python. */
static void spend(Light *l, int64_t steps) { NEED((l->c->spent += steps) <= l->c->work); }

static void insert(Light *l, int32_t place, int32_t piece, int64_t index) {
  Name *p = l->names + place;
  NEED(index >= 0 && index <= p->n);
  if (p->n == p->room) {
    p->room = 2 * p->room + 16;
    p->pieces = larger(l, p->pieces, p->room * 4ll);
  }
  memmove(p->pieces + index + 1, p->pieces + index, (size_t)(p->n - index) * 4);
  p->pieces[index] = piece;
  p->n++;
  l->names[piece].place = place;
}

/* -- the table in the head, and its digest --------------------------------------------------------------------------- */

static void read_entry(Light *l, int part, int32_t key, int32_t value) {
  int32_t name = name_at(l, key, 1);
  set(l, name, part);
  Name *one = l->names + name;
  switch (part) {
    case COUNTERS: one->counter = number_of(l, value); break;
    case ENTERED: one->entered = number_of(l, value); break;
    case STOCK: one->stock = number_of(l, value); break;
    case TAGS: one->tag = number_of(l, value); break;
    case SIDES: one->side = span(kind_of(l, value, STRING)); break;
    case FACTS: one->fact = span(l->nodes + value); break;
    case PIECES:
      for (int32_t left = kind_of(l, value, LIST)->within, at = value + 1; left; left--, at = l->nodes[at].next) {
        int32_t piece = name_at(l, at, 1);
        NEED(l->names[piece].place < 0);
        insert(l, name, piece, l->names[name].n);
      }
  }
}

static int32_t read_part(Light *l, int32_t key, const char *name, int part) {
  NEED(l->nodes[key].n == (int32_t)strlen(name) + 2 && !memcmp(l->nodes[key].p + 1, name, strlen(name)));
  int32_t value = l->nodes[key].next;
  if (part == PARTS) number_of(l, value);
  else {
    kind_of(l, value, OBJECT);
    int32_t at = value + 1;
    for (int32_t left = l->nodes[value].within; left; left--) {
      int32_t one = l->nodes[at].next;
      read_entry(l, part, at, one);
      at = l->nodes[one].next;
    }
  }
  return value;
}

static const char *const TABLE[] = {"counters", "entered", "facts", "last_entered", "pieces", "sides", "stock", "tags", "woken"};
static const int PART_OF[] = {COUNTERS, ENTERED, FACTS, PARTS, PIECES, SIDES, STOCK, TAGS, PARTS};
enum { TABLE_N = 9, LAST_ENTERED = 3, WOKEN = 8 };

static void read_head(Light *l) {
  int32_t table = MEMBER(0, "table"), stretch = MEMBER(0, "stretch"), players = MEMBER(0, "players"), sides = MEMBER(0, "names");
  NEED(table && stretch && players && sides && kind_of(l, stretch, LIST)->within == 2);
  l->players = number_of(l, players);
  NEED(l->players >= 1 && l->players <= SEATS_MOST);
  l->stretch = span(kind_of(l, stretch + 1, STRING));
  l->counter = name_at(l, l->nodes[stretch + 1].next, 1);
  NEED(kind_of(l, table, OBJECT)->within == TABLE_N);
  int32_t at = table + 1;
  for (int i = 0; i < TABLE_N; i++) {
    int32_t value = read_part(l, at, TABLE[i], PART_OF[i]);
    if (i == LAST_ENTERED) l->last_entered = number_of(l, value);
    if (i == WOKEN) l->woken = number_of(l, value);
    at = l->nodes[value].next;
  }
  for (int32_t left = kind_of(l, sides, OBJECT)->within, key = sides + 1; left; left--, key = l->nodes[l->nodes[key].next].next)
    l->names[name_at(l, key, 1)].side_named = 1;
  l->cells = l->parts[STOCK].n;
  NEED(l->cells <= CELLS_MOST && l->parts[FACTS].n <= FACTS_MOST);
}

static __thread const Name *sorting;

static int by_name(const void *a, const void *b) {
  return compared(sorting[*(const int32_t *)a].of, sorting[*(const int32_t *)b].of);
}

static void put_entry(Light *l, Text *t, int part, const Name *one) {
  switch (part) {
    case COUNTERS: put_number(l, t, one->counter); break;
    case ENTERED: put_number(l, t, one->entered); break;
    case STOCK: put_number(l, t, one->stock); break;
    case TAGS: put_number(l, t, one->tag); break;
    case SIDES: put(l, t, one->side.p, one->side.n); break;
    case FACTS: put(l, t, one->fact.p, one->fact.n); break;
    case PIECES:
      PUT(t, "[");
      for (int32_t i = 0; i < one->n; i++) {
        Span piece = l->names[one->pieces[i]].of;
        if (i) PUT(t, ",");
        put(l, t, piece.p, piece.n);
      }
      PUT(t, "]");
  }
}

static void put_part(Light *l, Text *t, int part) {
  Part *p = l->parts + part;
  spend(l, p->sorted ? p->n >> 4 : p->n); /* names that the part no longer has are examined too */
  if (!p->sorted && p->n) {
    sorting = l->names;
    qsort(p->ids, (size_t)p->n, 4, by_name);
    p->sorted = 1;
  }
  int any = 0;
  PUT(t, "{");
  for (int32_t i = 0; i < p->n; i++) {
    if (!has(l, p->ids[i], part)) continue;
    const Name *one = l->names + p->ids[i];
    if (any) PUT(t, ",");
    any = 1;
    put(l, t, one->of.p, one->of.n);
    PUT(t, ":");
    put_entry(l, t, part, one);
  }
  PUT(t, "}");
}

static void put_table(Light *l, Text *t) {
  t->n = 0;
  for (int i = 0; i < TABLE_N; i++) {
    put(l, t, i ? ",\"" : "{\"", 2);
    put(l, t, TABLE[i], (int64_t)strlen(TABLE[i]));
    PUT(t, "\":");
    if (PART_OF[i] == PARTS) put_number(l, t, i == WOKEN ? l->woken : l->last_entered);
    else put_part(l, t, PART_OF[i]);
  }
  PUT(t, "}");
}

/* -- events: see Folded ------------------------------------------------------------------------------------------------ */

static int are_alike(Span a, Span b) { /* whether two kinds are the same up to the '@' */
  const char *stop = memchr(a.p, '@', (size_t)a.n);
  return stop && stop - a.p < b.n && !memcmp(a.p, b.p, (size_t)(stop - a.p + 1));
}

static void shifted(Light *l, const int32_t *a) {
  int64_t n = l->nodes[a[2]].number;
  Span from = span(l->nodes + a[0]), to = span(l->nodes + a[1]);
  int32_t source = name_as(l, from, 0);
  NEED(has(l, source, STOCK) && are_alike(from, to) && !same(from, to));
  int64_t left = l->names[source].stock - n;
  NEED(left >= 0);
  l->names[source].stock = left;
  if (!left) {
    unset(l, source, STOCK);
    l->cells--;
  }
  int32_t target = name_as(l, to, 1);
  if (!has(l, target, STOCK)) {
    l->names[target].stock = 0;
    set(l, target, STOCK);
    l->cells++;
  }
  NEED((l->names[target].stock += n) <= LARGEST);
}

static void adjusted(Light *l, const int32_t *a, int lost) {
  int32_t counter = name_at(l, a[0], 0);
  int64_t by = l->nodes[a[1]].number;
  NEED(has(l, counter, COUNTERS));
  if (lost) {
    int64_t n = l->nodes[a[2]].number;
    NEED((n > 0 && by >= 0) || (n < 0 && by <= 0));
  }
  int64_t now = l->names[counter].counter += by;
  NEED(now <= LARGEST && now >= -LARGEST);
}

static void moved(Light *l, const int32_t *a) {
  int32_t piece = piece_at(l, a[0]), place = name_at(l, a[1], 1), i = 0;
  int64_t index = number_of(l, a[2]);
  Name *from = l->names + l->names[piece].place;
  while (from->pieces[i] != piece) i++;
  spend(l, 1 + (i >> 2) + ((from->n + l->names[place].n) >> 7));
  memmove(from->pieces + i, from->pieces + i + 1, (size_t)(--from->n - i) * 4);
  if (!from->n) unset(l, l->names[piece].place, PIECES);
  set(l, place, PIECES);
  insert(l, place, piece, index);
}

static void arranged(Light *l, const int32_t *a) {
  int32_t place = name_at(l, a[0], 0);
  NEED(has(l, place, PIECES) && kind_of(l, a[1], LIST)->within == l->names[place].n);
  l->lists++;
  for (int32_t i = 0, at = a[1] + 1; i < l->names[place].n; i++, at = l->nodes[at].next) {
    int32_t piece = piece_at(l, at);
    NEED(l->names[piece].place == place && l->names[piece].seen != l->lists);
    l->names[piece].seen = l->lists;
    l->names[place].pieces[i] = piece;
  }
}

static void entered(Light *l, const int32_t *a) {
  int32_t piece = piece_at(l, a[0]);
  int64_t nth = number_of(l, a[1]);
  if (nth) {
    NEED(nth == l->last_entered + 1 && !has(l, piece, ENTERED));
    set(l, piece, ENTERED);
    l->names[piece].entered = l->last_entered = nth;
  } else {
    NEED(has(l, piece, ENTERED));
    unset(l, piece, ENTERED);
  }
}

static void tagged(Light *l, const int32_t *a) {
  int32_t piece = piece_at(l, a[0]);
  int64_t n = number_of(l, a[1]);
  if (n) set(l, piece, TAGS);
  else unset(l, piece, TAGS);
  l->names[piece].tag = n;
}

static void flipped(Light *l, const int32_t *a) {
  int32_t piece = piece_at(l, a[0]), side = name_at(l, a[1], 0);
  NEED(has(l, piece, SIDES) && side >= 0 && l->names[side].side_named);
  l->names[piece].side = span(l->nodes + a[1]);
  NEED(l->names[piece].side.n - 2 <= NAME_MOST);
}

static void told(Light *l, const int32_t *a) { /* applies a fact event */
  int32_t fact = name_at(l, a[0], 0);
  const Node *value = l->nodes + a[1];
  NEED(has(l, fact, FACTS));
  l->names[fact].fact = span(value);
}

static void woken(Light *l, const int32_t *a) {
  int64_t n = number_of(l, a[0]);
  NEED(n >= l->woken && n <= l->last_entered);
  l->woken = n;
}

static void fold_one(Light *l, int32_t event) {
  int32_t found[ROW_MOST], *a = found + 2; /* the entries after the word and the cause */
  int op = row_of(l, event, EVENTS);
  test_row(l, event, EVENTS[op].row, found);
  switch (op) {
    case EVENT_SHIFT: shifted(l, a); break;
    case EVENT_ADJUST: adjusted(l, a, l->nodes[event].within > EVENTS[op].row->low); break;
    case EVENT_MOVE: moved(l, a); break;
    case EVENT_FLIP: flipped(l, a); break;
    case EVENT_TAG: tagged(l, a); break;
    case EVENT_ENTER: entered(l, a); break;
    case EVENT_WAKE: woken(l, a); break;
    case EVENT_FACT: told(l, a); break;
    case EVENT_ARRANGE: arranged(l, a); break;
    case EVENT_NOTE: break;
    default: leave(l); /* an event that this check does not know */
  }
}

static void fold(Light *l, int32_t fx) {
  int32_t left = kind_of(l, fx, LIST)->within, at = fx + 1;
  for (; left; left--, at = l->nodes[at].next) fold_one(l, at);
  NEED(l->cells <= CELLS_MOST);
}

/* -- chance ------------------------------------------------------------------------------------------------------------ */

static const char *digits(const char *p, const char *stop, int64_t most, int64_t *n) { /* NULL if there is no number */
  const char *first = p;
  for (*n = 0; p < stop && *p >= '0' && *p <= '9' && p - first < most; p++) *n = *n * 10 + (*p - '0');
  return p == first || (*first == '0' && p - first > 1) ? NULL : p;
}

/* Checks a label, round/seat/purpose/number; see LABEL in rftg_dsl/log/format/kinds.py. */
static void labelled(Light *l, Span label) {
  NEED(label.n - 2 <= LABEL_MOST && !memchr(label.p, '\\', (size_t)label.n));
  const char *p = label.p + 1, *stop = label.p + label.n - 1;
  int64_t at, seat, nth, now = l->names[l->counter].counter;
  NEED((p = digits(p, stop, 9, &at)) && p < stop && *p++ == '/' && has(l, l->counter, COUNTERS) && at == now);
  if (stop - p > 5 && !memcmp(p, "table", 5)) p += 5;
  else NEED((p = digits(p, stop, 2, &seat)) && seat < l->players);
  NEED(p < stop && *p++ == '/');
  const char *end = memchr(p, '/', (size_t)(stop - p));
  NEED(end && end > p && digits(end + 1, stop, 9, &nth) == stop);
  int32_t what = name_as(l, (Span){label.p, end - label.p}, 1); /* first, because this may move `names` */
  Name *one = l->names + what;
  if (now != l->round) l->rounds++;
  l->round = now;
  if (one->counted_in != l->rounds) one->counted = 0;
  one->counted_in = l->rounds;
  NEED(nth == one->counted++ && ++l->results <= RESULTS_MOST);
}

/* Computes numbers from 0 up to but excluding `domain`; see rftg_dsl/kernel/chance.py. */
static void rolls(Light *l, const char *label, int64_t n, int64_t domain, int64_t times, int32_t *out) {
  char text[PREFIX_MOST + LABEL_MOST + 64];
  unsigned char made[32];
  int64_t base = l->c->prefix_n, found = 0;
  memcpy(text, l->c->prefix, (size_t)base);
  memcpy(text + base, label, (size_t)n);
  base += n;
  int wide = domain > 256 ? 2 : 1;
  uint32_t whole = wide == 1 ? 256 : 65536, limit = whole - whole % (uint32_t)domain;
  for (int64_t extra = 0; found < times; extra++) {
    l->scrap.n = 0;
    if (extra) {
      PUT(&l->scrap, "+");
      put_number(l, &l->scrap, extra);
      memcpy(text + base, l->scrap.p, (size_t)l->scrap.n);
    }
    sha256(text, base + l->scrap.n, made);
    for (int i = 0; i + wide <= 32 && found < times; i += wide) {
      uint32_t x = wide == 1 ? made[i] : (uint32_t)made[i] << 8 | made[i + 1];
      if (x < limit) out[found++] = (int32_t)(x % (uint32_t)domain);
    }
  }
}

/* Draws from `size` candidates, each time from those that remain; `left` must have room for all candidates. */
static void draws(Light *l, Span label, int64_t size, int64_t times, int32_t *left, int32_t *out) {
  char text[LABEL_MOST + 32];
  for (int32_t i = 0; i < size; i++) left[i] = i;
  memcpy(text, label.p, (size_t)label.n);
  for (int64_t i = 0; i < times; i++, size--) {
    int64_t n = label.n;
    int32_t found;
    if (times > 1) {
      l->scrap.n = 0;
      PUT(&l->scrap, ".");
      put_number(l, &l->scrap, i);
      memcpy(text + n, l->scrap.p, (size_t)l->scrap.n);
      n += l->scrap.n;
    }
    rolls(l, text, n, size, 1, &found);
    out[i] = left[found];
    memmove(left + found, left + found + 1, (size_t)(size - 1 - found) * 4);
  }
}

/* Lists the candidates for a draw, as in the log: the pieces in a place, or the pieces that the record lists. If the
   seed is not known, the pieces in a place are not needed, because then only the place of each result is checked. */
static void members(Light *l, int32_t from, int64_t domain, Span *out) {
  if (l->nodes[from].kind == STRING) {
    int32_t place = name_at(l, from, 0);
    NEED(has(l, place, PIECES) && l->names[place].n == domain);
    for (int64_t i = 0; l->c->prefix && i < domain; i++) out[i] = l->names[l->names[place].pieces[i]].of;
    return;
  }
  NEED(kind_of(l, from, LIST)->within == domain);
  int32_t at = from + 1;
  for (int64_t i = 0; i < domain; i++, at = l->nodes[at].next) {
    out[i] = span(l->nodes + at);
    for (int64_t k = 0; k < i; k++) NEED(!same(out[k], out[i])); /* there are few candidates */
  }
}

/* Checks that the results are distinct and that each of them is a candidate. */
static void check_possible(Light *l, int32_t from, int64_t domain, int64_t times, const Span *of, const Node *results) {
  if (l->nodes[from].kind == STRING) {
    int32_t place = name_at(l, from, 0);
    l->lists++;
    for (int64_t i = 0; i < times; i++) {
      int32_t piece = name_as(l, span(results + i), 0);
      NEED(piece >= 0 && l->names[piece].place == place && l->names[piece].seen != l->lists);
      l->names[piece].seen = l->lists;
    }
    return;
  }
  for (int64_t i = 0; i < times; i++) {
    int64_t k = 0;
    while (k < domain && !same(of[k], span(results + i))) k++;
    NEED(k < domain);
    for (k = 0; k < i; k++) NEED(!same(span(results + k), span(results + i)));
  }
}

static void check_draw(Light *l, Span label, int64_t domain, int32_t from, int64_t times, const Node *results) {
  NEED(times <= domain && (l->nodes[from].kind == STRING || domain <= PICKS_MOST));
  l->drawing.n = 0;
  make_room(l, &l->drawing, domain * (int64_t)sizeof(Span) + (domain + times) * 4);
  Span *of = (Span *)l->drawing.p;
  int32_t *left = (int32_t *)(of + domain), *found = left + domain;
  members(l, from, domain, of);
  if (!l->c->prefix) {
    check_possible(l, from, domain, times, of, results);
    return;
  }
  spend(l, 1 + (domain >> 4));
  draws(l, label, domain, times, left, found);
  for (int64_t i = 0; i < times; i++) NEED(same(of[found[i]], span(results + i)));
}

static void check_rolls(Light *l, Span label, int64_t domain, int64_t times, const Node *first) {
  int32_t found[TIMES_MOST];
  if (l->c->prefix) rolls(l, label.p, label.n, domain, times, found);
  for (int64_t i = 0; i < times; i++) {
    int64_t one = first[i].number;
    NEED(first[i].kind == NUMBER);
    NEED(l->c->prefix ? one == found[i] : one >= 0 && one < domain);
  }
}

static void drawn(Light *l) {
  int32_t f[RND_FIELDS], from;
  test_fields(l, 0, &RND, f);
  from = f[RND_FROM];
  Span label = span(l->nodes + f[RND_LABEL]);
  labelled(l, label);
  label = (Span){label.p + 1, label.n - 2};
  int64_t domain = l->nodes[f[RND_DOMAIN]].number, times = l->nodes[f[RND_RESULT]].within;
  const Node *results = l->nodes + f[RND_RESULT] + 1; /* one node per result */
  if (from) check_draw(l, label, domain, from, times, results);
  else check_rolls(l, label, domain, times, results);
  fold(l, f[RND_FX]);
}

/* -- decisions ---------------------------------------------------------------------------------------------------------- */

static void fits_some(Light *l, const Node *pick, const int64_t *a) {
  int64_t size = pick->within;
  NEED(a[0] <= size && size <= a[1] && a[1] <= a[2] && size <= PICKS_MOST);
  for (int64_t i = 1; i <= size; i++) /* one node per item */
    for (int64_t k = 1; k < i; k++) NEED(!same(span(pick + k), span(pick + i)));
}

static void fits_bag(Light *l, const Node *pick, const int64_t *a) {
  int64_t sum = 0;
  NEED(pick->within <= PICKS_MOST);
  for (int64_t i = 0; i < pick->within; i++) sum += pick[2 + 2 * i].number; /* a key and a value per item */
  NEED(a[0] <= sum && sum <= a[1] && a[1] <= a[2]);
}

static void fits(Light *l, int32_t form, int32_t pick) {
  int32_t found[ROW_MOST];
  int64_t a[ROW_MOST];
  int kind = row_of(l, form, FORMS);
  test_row(l, form, FORMS[kind].row, found);
  for (int i = 0; i < FORMS[kind].row->n; i++) a[i] = l->nodes[found[i]].number;
  test(l, pick, FORMS[kind].answer);
  const Node *v = l->nodes + pick;
  switch (kind) {
    case FORM_ONE: break;
    case FORM_SOME: fits_some(l, v, a); break;
    case FORM_BAG: fits_bag(l, v, a); break;
    case FORM_AMOUNT: NEED(a[0] <= v->number && v->number <= a[1]); break;
    default: leave(l); /* a form that this check does not know */
  }
}

static void decided(Light *l) {
  int32_t f[DO_FIELDS];
  test_fields(l, 0, &DO, f);
  if (f[DO_STOOD]) leave(l); /* Python reports illegal answers that stood */
  NEED(l->nodes[f[DO_SEAT]].number < l->players);
  fits(l, f[DO_FORM], f[DO_PICK]);
  fold(l, f[DO_FX]);
}

static void ran(Light *l) {
  int32_t f[RUN_FIELDS];
  test_fields(l, 0, &RUN, f);
  fold(l, f[RUN_FX]);
}

/* -- marks and the end -------------------------------------------------------------------------------------------------- */

static void put_hex(char *out, const unsigned char *p) {
  static const char HEX[] = "0123456789abcdef";
  for (int i = 0; i < 32; i++) out[2 * i] = HEX[p[i] >> 4], out[2 * i + 1] = HEX[p[i] & 15];
}

static void says_hex(Light *l, int32_t at, const unsigned char *digest) {
  char hex[64];
  put_hex(hex, digest);
  const Node *v = kind_of(l, at, STRING);
  NEED(v->n == 66 && !memcmp(v->p + 1, hex, 64));
}

/* Checks that a record states the number and the root of the lines before it; `also` is digested in parallel. */
static void rooted(Light *l, const char *line, int32_t n, int32_t root, const Message *also) {
  unsigned char made[32];
  Tree *tree = &l->c->tree;
  add_lines_to(tree, l->added, line, also);
  l->added = line;
  root_of(tree, made, NULL);
  NEED(number_of(l, n) == (int64_t)tree->size);
  says_hex(l, root, made);
}

/* Records the root of all lines so far, after a line up to which a log can be signed. */
static void note_root(Light *l, const char *after) {
  unsigned char made[32];
  Tree *tree = &l->c->tree;
  add_lines_to(tree, l->added, after, NULL);
  l->added = after;
  root_of(tree, made, NULL);
  put(l, &l->c->roots, &tree->size, 8);
  put(l, &l->c->roots, made, 32);
}

/* A seat's total score, which is the sum of its score lines, and the seat's tie-break. */
typedef struct {
  int64_t total;
  int32_t first, n; /* the first node of the tie-break, and the number of nodes */
} Rank;

static Rank ranked(Light *l, int32_t seat) {
  int32_t score = MEMBER(seat, "score"), ties = MEMBER(seat, "tie_break");
  int32_t total = MEMBER(score, "total"), at = score + 1;
  __int128 sum = 0;
  NEED(total);
  for (int32_t left = l->nodes[score].within; left; left--) {
    int32_t one = l->nodes[at].next;
    sum += l->nodes[one].number;
    at = l->nodes[one].next;
  }
  NEED(sum == 2 * (__int128)l->nodes[total].number);
  Rank made = {l->nodes[total].number, ties, 1};
  if (l->nodes[ties].kind == LIST) made.first = ties + 1, made.n = l->nodes[ties].within;
  return made;
}

static int above(const Light *l, Rank a, Rank b) {
  if (a.total != b.total) return a.total > b.total ? 1 : -1;
  for (int32_t i = 0; i < a.n && i < b.n; i++) {
    int64_t x = l->nodes[a.first + i].number, y = l->nodes[b.first + i].number;
    if (x != y) return x > y ? 1 : -1;
  }
  return (a.n > b.n) - (a.n < b.n);
}

static void scored(Light *l, int32_t figures, Rank *ranks) {
  int32_t seats = MEMBER(figures, "seats");
  NEED(l->nodes[seats].within == l->players);
  int32_t at = seats + 1;
  for (int64_t i = 0; i < l->players; i++, at = l->nodes[at].next) ranks[i] = ranked(l, at);
}

static void check_after(Light *l, int32_t at) { /* checks which round a mark follows */
  Span said = span(kind_of(l, at, STRING));
  if (l->marks < 0) NEED(IS(said, "\"setup\""));
  else {
    l->scrap.n = 0;
    put(l, &l->scrap, l->stretch.p, l->stretch.n - 1);
    PUT(&l->scrap, " ");
    put_number(l, &l->scrap, l->marks + 1);
    PUT(&l->scrap, "\"");
    NEED(same(said, (Span){l->scrap.p, l->scrap.n}));
  }
  l->marks++;
  NEED(l->marks < MARKS_MOST && has(l, l->counter, COUNTERS) && l->names[l->counter].counter == l->marks);
}

/* Checks that a value lists exactly the seats in `which`. */
static void says_seats(Light *l, int32_t at, const char *which) {
  int any = 0;
  l->scrap.n = 0;
  PUT(&l->scrap, "[");
  for (int32_t i = 0; i < l->players; i++) {
    if (!which[i]) continue;
    if (any) PUT(&l->scrap, ",");
    any = 1;
    put_number(l, &l->scrap, i);
  }
  PUT(&l->scrap, "]");
  NEED(same(span(l->nodes + at), (Span){l->scrap.p, l->scrap.n}));
}

/* Checks that the winners, tied seats and scores in the outcome are those that the seats' figures imply. */
static void check_outcome(Light *l, int32_t end, const Rank *ranks) {
  char won[SEATS_MOST], led[SEATS_MOST];
  int32_t best = 0, leading = 0;
  for (int32_t i = 1; i < l->players; i++)
    if (above(l, ranks[i], ranks[best]) > 0) best = i;
  for (int32_t i = 0; i < l->players; i++) {
    won[i] = !above(l, ranks[i], ranks[best]);
    leading += led[i] = ranks[i].total == ranks[best].total;
  }
  if (leading < 2) memset(led, 0, sizeof led);
  says_seats(l, MEMBER(end, "winners"), won);
  says_seats(l, MEMBER(end, "tied"), led);
  l->scrap.n = 0;
  for (int32_t i = 0; i < l->players; i++) {
    put(l, &l->scrap, i ? "," : "[", 1);
    put_number(l, &l->scrap, ranks[i].total);
  }
  PUT(&l->scrap, "]");
  NEED(same(span(l->nodes + MEMBER(end, "scores")), (Span){l->scrap.p, l->scrap.n}));
}

static void marked(Light *l, const char *line) {
  int32_t f[MARK_FIELDS], end;
  unsigned char table[32];
  Rank ranks[SEATS_MOST];
  test_fields(l, 0, &MARK, f);
  check_after(l, f[MARK_AFTER]);
  put_table(l, &l->scrap);
  spend(l, l->scrap.n >> 2);
  rooted(l, line, f[MARK_N], f[MARK_ROOT], &(Message){l->scrap.p, l->scrap.n, NOTHING_BEFORE, table});
  says_hex(l, f[MARK_TABLE], table);
  scored(l, f[MARK_FIGURES], ranks);
  l->figures = span(l->nodes + f[MARK_FIGURES]);
  if (!(end = MEMBER(f[MARK_FIGURES], "end"))) return;
  check_outcome(l, end, ranks);
  l->may = LATE;
}

static void finished(Light *l, const char *line) {
  int32_t f[END_FIELDS];
  test_fields(l, 0, &END, f);
  NEED(l->may == LATE);
  rooted(l, line, f[END_N], f[END_ROOT], NULL);
  NEED(same(span(l->nodes + f[END_FIGURES]), l->figures));
}

/* -- a whole log ---------------------------------------------------------------------------------------------------------- */

/* Checks a line, and returns whether it is the end record. */
static int check_line(Light *l, const char *line, const char *stop) {
  line_here(l, line, stop);
  int32_t k = MEMBER(0, "k");
  NEED(k);
  Span kind = span(kind_of(l, k, STRING));
  if (IS(kind, "\"end\"")) {
    finished(l, line);
    note_root(l, stop + 1);
    return 1;
  }
  NEED(l->may == MIDWAY);
  if (IS(kind, "\"do\"")) decided(l);
  else if (IS(kind, "\"rnd\"")) drawn(l);
  else if (IS(kind, "\"run\"")) ran(l);
  else if (IS(kind, "\"mark\"")) {
    marked(l, line);
    note_root(l, stop + 1);
  } else leave(l); /* Python checks all other kinds of records */
  return 0;
}

static const char *line_end(Light *l, const char *p) {
  const char *found = memchr(p, '\n', (size_t)(l->c->text + l->c->n - p));
  NEED(found);
  return found;
}

static void check_all(Light *l) {
  Check *c = l->c;
  const char *p = c->text, *end = c->text + c->n, *stop;
  l->added = p;
  l->marks = -1;
  l->may = MIDWAY;
  l->mask = 511;
  more_slots(l);
  stop = line_end(l, p);
  line_here(l, p, stop);
  read_head(l);
  for (int64_t left = c->shares; left; left--) stop = line_end(l, stop + 1);
  for (p = stop + 1; p < end && !c->ended; p = stop + 1) {
    stop = line_end(l, p);
    c->ended = check_line(l, p, stop);
  }
  if (!c->ended) add_lines_to(&c->tree, l->added, p, NULL);
  c->used = p - c->text;
}

static void forget(Light *l) {
  for (int32_t i = 0; i < l->names_n; i++) free(l->names[i].pieces);
  for (int i = 0; i < PARTS; i++) free(l->parts[i].ids);
  free(l->names);
  free(l->nodes);
  free(l->slots);
  free(l->scrap.p);
  free(l->drawing.p);
  free(l);
}

/* Whether everything in a log is right, up to its end or as far as the log goes. */
API int rftg_light(Check *c) {
  memset(&c->tree, 0, sizeof c->tree);
  c->used = c->ended = c->spent = c->roots.n = 0;
  if (c->n < 1 || c->text[c->n - 1] != '\n' || c->prefix_n > PREFIX_MOST) return 0;
  Light *const l = calloc(1, sizeof *l);
  if (!l) return 0;
  l->c = c;
  prepare_digests();
  int right = !setjmp(l->out);
  if (right) check_all(l);
  forget(l);
  return right;
}
