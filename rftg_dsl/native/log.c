/* Logs, byte for byte as they are written by Recorder, Naming and Tree in rftg_dsl/log. */

#include "log.h"

/* -- growing buffers ------------------------------------------------------------------------------------------------- */

static void grow(Text *t, int64_t n) {
  if (t->n + n <= t->room) return;
  t->room = t->room * 2 + n + 4096;
  if (t->room > LOG_MOST * 2) fail(TOO_LARGE, "a log is too large");
  char *more = realloc(t->p, t->room);
  if (!more) fail(TOO_LARGE, "there is no memory for a log");
  t->p = more;
}

static inline void put_raw(Text *t, const char *p, int64_t n) {
  if (UNLIKELY(t->n + n > t->room)) grow(t, n);
  char *to = t->p + t->n;
  t->n += n;
  if (n > 32 || n < 8) memcpy(to, p, n);
  else { /* most are this short: make two overlapping copies without a call */
    if (n > 16) memcpy(to, p, 16), memcpy(to + n - 16, p + n - 16, 16);
    else memcpy(to, p, 8), memcpy(to + n - 8, p + n - 8, 8);
  }
}

#define PUT(t, text) put_raw(t, text, sizeof(text) - 1)

static inline void put_int(Text *t, int64_t n) {
  if (UNLIKELY(n > NUMBER_MOST || n < -NUMBER_MOST)) too_large(); /* Python reports the error */
  if (UNLIKELY(t->n + DIGITS_MOST > t->room)) grow(t, DIGITS_MOST);
  t->n = put_digits(t->p + t->n, n) - t->p;
}

/* Copies a text unchanged, and returns the end. Texts fill whole words, so some bytes after the end are written too. */
static inline char *put_words(State *s, char *to, V v) {
  const char *p = chars(s, v);
  int64_t n = chars_n(s, v);
  for (int64_t i = 0; i < n; i += 8) memcpy(to + i, p + i, 8);
  return to + n;
}

enum { AROUND = 12 }; /* bytes for the characters around a text, and for the padding after it */

static inline int64_t room_for(State *s, V v) { return chars_n(s, v) + AROUND; }

/* -- canonical JSON: sorted keys, ASCII, no blanks ------------------------------------------------------------------- */

static void put_escaped(Text *t, uint32_t x) {
  static const char HEX[] = "0123456789abcdef";
  char made[6] = {'\\', 'u', HEX[x >> 12 & 15], HEX[x >> 8 & 15], HEX[x >> 4 & 15], HEX[x & 15]};
  put_raw(t, made, 6);
}

#define ONES (~0ull / 255)

/* Whether any of eight bytes has to be escaped or is not ASCII. */
static inline int is_special(uint64_t x) {
  uint64_t quote = x ^ ONES * '"', slash = x ^ ONES * '\\', last = x ^ ONES * 127;
  return ((x | (x - ONES * 32) | (quote - ONES) | (slash - ONES) | (last - ONES)) & ONES << 7) != 0;
}

static void put_quoted_slowly(Text *t, const char *p, int64_t n) {
  PUT(t, "\"");
  int64_t plain = 0;
  for (int64_t i = 0; i < n;) {
    unsigned char c = (unsigned char)p[i];
    if (LIKELY(c >= 32 && c < 127 && c != '"' && c != '\\')) {
      i++;
      continue;
    }
    put_raw(t, p + plain, i - plain);
    if (c < 128) {
      static const char FROM[] = "\"\\\n\t\r\b\f", TO[] = "\"\\ntrbf";
      const char *at = c ? strchr(FROM, c) : NULL;
      if (at) {
        char made[2] = {'\\', TO[at - FROM]};
        put_raw(t, made, 2);
      } else put_escaped(t, c);
      i++;
    } else {
      int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
      uint32_t x = c & (0x3F >> more);
      for (int k = 1; k <= more; k++) x = x << 6 | ((unsigned char)p[i + k] & 0x3F);
      i += more + 1;
      if (x >= 0x10000) {
        put_escaped(t, 0xD800 + ((x - 0x10000) >> 10));
        put_escaped(t, 0xDC00 + ((x - 0x10000) & 0x3FF));
      } else put_escaped(t, x);
    }
    plain = i;
  }
  put_raw(t, p + plain, n - plain);
  PUT(t, "\"");
}

static void put_quoted(Text *t, const char *p, int64_t n) {
  if (UNLIKELY(t->n + n + 10 > t->room)) grow(t, n + 10);
  char *to = t->p + t->n;
  *to++ = '"';
  for (int64_t i = 0; i < n; i += 8) { /* texts fill whole words; ignore bytes after the end */
    uint64_t x = 0;
    memcpy(&x, p + i, 8);
    if (i + 8 > n) x = (x & ((1ull << (n - i) * 8) - 1)) | ((ONES * 32) << (n - i) * 8);
    if (UNLIKELY(is_special(x))) {
      put_quoted_slowly(t, p, n);
      return;
    }
    memcpy(to + i, &x, 8);
  }
  to[n] = '"';
  t->n += n + 2;
}

/* Whether a text is a constant that JSON can contain without escapes. */
static inline int is_known(State *s, V v) { return is_name(s, v) && constant(s, v)[-1]; }

/* Writes a text that needs no escapes in quotes, after the byte `before`, and returns the end. */
static inline char *put_known(State *s, char *to, char before, V v) {
  to[0] = before;
  to[1] = '"';
  to = put_words(s, to + 2, v);
  *to = '"';
  return to + 1;
}

/* Writes a text as JSON, preceded by the byte `before`. */
static inline void put_text(State *s, Text *t, char before, V v) {
  if (UNLIKELY(t->n + room_for(s, v) > t->room)) grow(t, room_for(s, v));
  if (LIKELY(is_known(s, v))) t->n = put_known(s, t->p + t->n, before, v) - t->p;
  else {
    t->p[t->n++] = before;
    put_quoted(t, chars(s, v), chars_n(s, v));
  }
}

static void put_json(State *s, Text *t, V v, int depth);

/* Returns the first eight bytes of a text as a number. Of two texts, the one with the smaller number sorts first. */
static inline uint64_t begins(State *s, V text) {
  uint64_t x;
  int64_t n = chars_n(s, text);
  if (n == 0) return 0;
  memcpy(&x, chars(s, text), 8);
  x = __builtin_bswap64(x);
  return n >= 8 ? x : x & ~0ull << (8 - n) * 8;
}

/* A key of an object: the first bytes of the key, and its position. */
typedef struct {
  uint64_t begins;
  int64_t at;
} Key;

static inline int is_after(State *s, const V *e, Key a, Key b) {
  return a.begins > b.begins || (a.begins == b.begins && order(s, e[2 * a.at], e[2 * b.at]) > 0);
}

/* Adds brackets around items, each of which follows a comma. The opening bracket replaces the first comma, if any. */
static inline void close_things(Text *t, int64_t first, char opening, char closing) {
  if (UNLIKELY(t->n + 2 > t->room)) grow(t, 2);
  if (t->n == first) t->n++;
  t->p[first] = opening;
  t->p[t->n++] = closing;
}

static void put_object(State *s, Text *t, V v, int depth) {
  V *p = at(s, v);
  int64_t n = p[USED_], m = 0;
  if (n > KEYS_MOST) fail(TOO_LARGE, "an object has too many keys");
  const V *e = at(s, p[THINGS]) + 1;
  Key keys[n ? n : 1];
  for (int64_t i = 0; i < n; i++) {
    V key = e[2 * i];
    if (key == ABSENT) continue;
    if (KIND(s, key) != STR) fail(UNUSUAL, "a key is no text");
    Key one = {begins(s, key), i};
    int64_t low = m, high = m++;
    if (high && is_after(s, e, keys[high - 1], one)) /* most keys are already in order */
      for (low = 0, high--; low < high;) {
        int64_t half = (low + high) / 2;
        if (is_after(s, e, keys[half], one)) high = half;
        else low = half + 1;
      }
    for (int64_t k = m - 1; k > low; k--) keys[k] = keys[k - 1];
    keys[low] = one;
  }
  int64_t first = t->n;
  for (int64_t i = 0; i < m; i++) {
    const V *pair = e + 2 * keys[i].at;
    put_text(s, t, ',', pair[0]);
    if (is_name(s, pair[1])) put_text(s, t, ':', pair[1]);
    else {
      PUT(t, ":");
      put_json(s, t, pair[1], depth);
    }
  }
  close_things(t, first, '{', '}');
}

static void put_row(State *s, Text *t, Row r, int depth) {
  int64_t first = t->n;
  for (int64_t i = 0; i < r.n; i++) {
    char *to = t->p + t->n, *end = t->p + t->room;
    for (; i < r.n && is_known(s, r.items[i]) && end - to >= room_for(s, r.items[i]); i++) /* as most items are */
      to = put_known(s, to, ',', r.items[i]);
    t->n = to - t->p;
    if (i == r.n) break;
    PUT(t, ",");
    put_json(s, t, r.items[i], depth);
  }
  close_things(t, first, '[', ']');
}

static void put_json(State *s, Text *t, V v, int depth) {
  if (depth > 24) fail(UNUSUAL, "things are within one another too deep");
  if (IS_INT(v)) {
    put_int(t, NUM_(v));
    return;
  }
  if (v == NONE) PUT(t, "null");
  else if (v == TRUE_) PUT(t, "true");
  else if (v == FALSE_) PUT(t, "false");
  else
    switch (KIND(s, v)) {
      case STR:
        put_quoted(t, chars(s, v), chars_n(s, v));
        return;
      case TUPLE:
      case LIST:
        put_row(s, t, row(s, v), depth + 1);
        return;
      case DICT:
        put_object(s, t, v, depth + 1);
        return;
      default:
        fail(UNUSUAL, "something is written that has no place in a log");
    }
}

/* -- digests and the tree over all lines ------------------------------------------------------------------------------ */

static void put_hex(Text *t, const unsigned char *p) {
  static const char HEX[] = "0123456789abcdef";
  char made[64];
  for (int i = 0; i < 32; i++) made[2 * i] = HEX[p[i] >> 4], made[2 * i + 1] = HEX[p[i] & 15];
  put_raw(t, made, 64);
}

/* Adds the new lines to the tree; `also` is digested in parallel. */
static void hash_lines(Log *l, const Message *also) {
  add_lines_to(&l->tree, l->out.p + l->hashed, l->out.p + l->begun, also);
  l->hashed = l->begun;
}

/* Records the root of all lines so far, after a line up to which a log can be signed. */
static void note_root(Log *l) {
  unsigned char root[32];
  if (!l->rooted) return;
  hash_lines(l, NULL);
  root_of(&l->tree, root, NULL);
  put_raw(&l->roots, (const char *)&l->tree.size, 8);
  put_raw(&l->roots, (const char *)root, 32);
}

/* -- lines ------------------------------------------------------------------------------------------------------------ */

static void finish_line(Log *l) {
  int64_t n = l->out.n - l->begun;
  if (n >= LINE_MOST || l->out.n + 1 > LOG_MOST || l->results > RESULTS_MOST) fail(TOO_LARGE, "a log is too large");
  PUT(&l->out, "\n");
  l->begun = l->out.n;
}

/* Appends complete lines. */
static void add_lines(Log *l, const char *p, int64_t n) {
  for (const char *end = p + n; p < end;) {
    const char *stop = memchr(p, '\n', end - p);
    put_raw(&l->out, p, stop - p);
    finish_line(l);
    p = stop + 1;
  }
}

static void close_record(Log *l) {
  if (l->any || l->back.n) {
    if (!l->back.n) PUT(&l->out, "],\"k\":\"run\"}");
    else put_raw(&l->out, l->back.p, l->back.n);
    finish_line(l);
  } else l->out.n = l->begun;
  l->back.n = 0;
  l->any = 0;
}

static void open_run(Log *l) {
  close_record(l);
  PUT(&l->out, "{\"fx\":[");
}

/* -- events ----------------------------------------------------------------------------------------------------------- */

enum { OP, WORD, CAUSE, FIRST };

static V name_at(State *s, V names, V number) {
  const V *p = constant(s, names);
  return p[1 + spot(num(number), SIZE(*p))];
}

/* Writes the name that is used in logs for a number, after the byte `before`. */
static inline void put_name(State *s, Text *t, char before, V names, V number) {
  V name = name_at(s, names, number);
  if (UNLIKELY(t->n + room_for(s, name) > t->room)) grow(t, room_for(s, name));
  t->p[t->n] = before;
  t->n = put_words(s, t->p + t->n + 1, name) - t->p;
}

static void put_event(State *s, Text *t, V event) {
  Row r = row(s, event);
  if (r.n < FIRST) fail(UNUSUAL, "an event is too short");
  V op = r.items[OP];
  put_text(s, t, '[', op);
  put_text(s, t, ',', r.items[WORD]);
  put_text(s, t, ',', r.items[CAUSE]);
  const V *what = r.items + FIRST;
  int64_t n = r.n - FIRST, named = 0;
  if (op == NAMES.shift && n == 3) {
    put_name(s, t, ',', NAMES.cells, what[0]);
    put_name(s, t, ',', NAMES.cells, what[1]);
    named = 2;
  } else if (op == NAMES.move && n == 3) {
    put_name(s, t, ',', NAMES.pieces, what[0]);
    put_name(s, t, ',', NAMES.places, what[1]);
    named = 2;
  } else if (op == NAMES.adjust && n >= 2) {
    put_name(s, t, ',', NAMES.counters, what[0]);
    named = 1;
  } else if (op == NAMES.fact && n == 2) {
    put_name(s, t, ',', NAMES.facts, what[0]);
    named = 1;
  } else if ((op == NAMES.tag || op == NAMES.enter) && n == 2) {
    put_name(s, t, ',', NAMES.pieces, what[0]);
    named = 1;
  } else if (op == NAMES.flip && n == 2) {
    put_name(s, t, ',', NAMES.pieces, what[0]);
    put_name(s, t, ',', NAMES.sides, what[1]);
    named = 2;
  } else if (op == NAMES.arrange && n == 2) {
    put_name(s, t, ',', NAMES.places, what[0]);
    PUT(t, ",");
    Row pieces = row(s, what[1]);
    int64_t first = t->n;
    for (int64_t i = 0; i < pieces.n; i++) put_name(s, t, ',', NAMES.pieces, pieces.items[i]);
    close_things(t, first, '[', ']');
    named = 2;
  } else if (op != NAMES.note && op != NAMES.wake) fail(UNUSUAL, "an event is of no known sort");
  for (int64_t i = named; i < n; i++) {
    PUT(t, ",");
    int64_t before = t->n;
    put_json(s, t, what[i], 0);
    if (op == NAMES.fact && t->n - before > VALUE_MOST) fail(TOO_LARGE, "the value of a fact is too long");
  }
  PUT(t, "]");
}

static void put_events(State *s, Log *l, const V *events, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    if (l->any) PUT(&l->out, ",");
    l->any = 1;
    put_event(s, &l->out, events[i]);
  }
}

/* -- chance ----------------------------------------------------------------------------------------------------------- */

static int64_t digits_at(const char *p, int64_t i, int64_t n, int most) {
  int64_t first = i;
  while (i < n && p[i] >= '0' && p[i] <= '9') i++;
  return i == first || i - first > most || (p[first] == '0' && i - first > 1) ? -1 : i;
}

/* Checks a label, round/seat/purpose/number, as LABEL in rftg_dsl/log/format/kinds.py does. */
static void check_label(const char *p, int64_t n) {
  int64_t i = digits_at(p, 0, n, 9);
  if (i < 0 || i >= n || p[i++] != '/') fail(UNUSUAL, "a label is not round/seat/purpose");
  int64_t after = n - i > 5 && !memcmp(p + i, "table", 5) ? i + 5 : digits_at(p, i, n, 2);
  if (after < 0 || after >= n || p[after] != '/') fail(UNUSUAL, "a label is not round/seat/purpose");
  int64_t purpose = after + 1, end = purpose;
  while (end < n && p[end] != '/') end++;
  if (end == purpose || end >= n || digits_at(p, end + 1, n, 9) != n) fail(UNUSUAL, "a label is not round/seat/purpose");
}

static void put_results(State *s, Text *t, V of, V results) {
  Row r = row(s, results);
  int64_t first = t->n;
  for (int64_t i = 0; i < r.n; i++)
    if (of == NAMES.number) {
      PUT(t, ",");
      put_int(t, num(r.items[i]));
    } else put_text(s, t, ',', name_of(s, of, r.items[i]));
  close_things(t, first, '[', ']');
}

static void put_chance(State *s, Log *l, V drawn) {
  const V *p = parts(s, drawn, 5);
  V label = p[0], of = p[1], source = p[3];
  l->results++;
  if (length(s, label) > LABEL_MOST) fail(TOO_LARGE, "a label is too long");
  check_label(chars(s, label), chars_n(s, label));
  close_record(l);
  PUT(&l->out, "{\"domain\":");
  put_int(&l->out, num(p[2]));
  PUT(&l->out, ",");
  if (IS_INT(source)) {
    PUT(&l->out, "\"from\"");
    put_name(s, &l->out, ':', NAMES.places, source);
    PUT(&l->out, ",");
  } else if (row(s, source).n) {
    PUT(&l->out, "\"from\":");
    put_results(s, &l->out, of, source);
    PUT(&l->out, ",");
  }
  PUT(&l->out, "\"fx\":[");
  PUT(&l->back, "],\"k\":\"rnd\",\"label\"");
  put_text(s, &l->back, ':', label);
  PUT(&l->back, ",\"result\":");
  put_results(s, &l->back, of, p[4]);
  PUT(&l->back, "}");
}

/* -- reports from the driver -------------------------------------------------------------------------------------------- */

void log_went_on(State *s, Log *l, V all_events, V all_drawn) {
  Row events = row(s, all_events), drawn = row(s, all_drawn);
  int64_t start = 0;
  l->events += events.n;
  for (int64_t i = 0; i < drawn.n; i++) {
    const V *p = parts(s, drawn.items[i], 2);
    int64_t until = num(p[0]);
    if (until > events.n) fail(UNUSUAL, "chance comes after what follows from it");
    if (until > start) {
      put_events(s, l, events.items + start, until - start);
      start = until;
    }
    put_chance(s, l, p[1]);
  }
  put_events(s, l, events.items + start, events.n - start);
}

void log_decided(State *s, Log *l, const Asked *asked, V pick) {
  close_record(l);
  PUT(&l->out, "{\"form\":");
  put_json(s, &l->out, shape_of(s, asked->form), 0);
  PUT(&l->out, ",\"fx\":[");
  PUT(&l->back, "],\"k\":\"do\",\"name\"");
  put_text(s, &l->back, ':', asked->name);
  PUT(&l->back, ",\"pick\":");
  put_json(s, &l->back, named_pick(s, asked->form, pick), 0);
  PUT(&l->back, ",\"seat\":");
  put_int(&l->back, asked->seat);
  if (asked->secret) PUT(&l->back, ",\"secret\":1");
  PUT(&l->back, "}");
}

/* Writes "k", "n" and "root"; `also` is digested in parallel with the root. */
static void put_rooted(Log *l, const char *kind, const Message *also) {
  unsigned char root[32];
  hash_lines(l, NULL);
  root_of(&l->tree, root, also);
  PUT(&l->out, ",\"k\":\"");
  put_raw(&l->out, kind, strlen(kind));
  PUT(&l->out, "\",\"n\":");
  put_int(&l->out, (int64_t)l->tree.size);
  PUT(&l->out, ",\"root\":\"");
  put_hex(&l->out, root);
  PUT(&l->out, "\"");
}

/* Writes a value as JSON, and returns the message to digest. */
static Message to_digest(State *s, Log *l, V value, unsigned char out[32]) {
  l->scrap.n = 0;
  put_json(s, &l->scrap, value, 0);
  return (Message){l->scrap.p, l->scrap.n, NOTHING_BEFORE, out};
}

/* Digests are computed in pairs: the table's together with those of the lines, and the state's with the root. */
void log_paused(State *s, Log *l, V mark) {
  unsigned char table[32], state[32];
  open_run(l);
  close_record(l);
  V whole = whole_of(s);
  Message one = to_digest(s, l, value_of_key(s, whole, NAMES.table), table);
  hash_lines(l, &one);
  l->scrap.n = 0;
  put_hex(&l->scrap, table);
  set_item(s, whole, NAMES.table, new_text(s, l->scrap.p, l->scrap.n));
  one = to_digest(s, l, whole, state);
  PUT(&l->out, "{\"after\"");
  put_text(s, &l->out, ':', mark);
  PUT(&l->out, ",\"figures\":");
  put_json(s, &l->out, figures_of(s), 0);
  put_rooted(l, "mark", &one);
  PUT(&l->out, ",\"state\":\"");
  put_hex(&l->out, state);
  PUT(&l->out, "\",\"table\":\"");
  put_hex(&l->out, table);
  PUT(&l->out, "\"}");
  finish_line(l);
  note_root(l);
  open_run(l);
}

void log_ended(State *s, Log *l, const char *closing, int64_t n) {
  open_run(l);
  close_record(l);
  PUT(&l->out, "{\"figures\":");
  put_json(s, &l->out, figures_of(s), 0);
  put_rooted(l, "end", NULL);
  PUT(&l->out, "}");
  finish_line(l);
  note_root(l);
  add_lines(l, closing, n);
}

void log_begun(Log *l, const char *opening, int64_t n, int rooted) {
  Text out = l->out, back = l->back, scrap = l->scrap, roots = l->roots;
  memset(l, 0, sizeof *l);
  l->out = out, l->back = back, l->scrap = scrap, l->roots = roots;
  l->out.n = l->back.n = l->scrap.n = l->roots.n = 0;
  PUT(&l->out, "\n"); /* ensures that a byte precedes the first line */
  l->begun = l->agreed = l->hashed = l->out.n;
  l->rooted = rooted;
  add_lines(l, opening, n);
  open_run(l);
}

/* -- a log that already exists ------------------------------------------------------------------------------------------ */

enum { KEPT_MOST = 1 << 16 }; /* maximum size of the lines that are kept although they agree */

/* Whether the complete lines agree with the beginning of a text, which is then advanced past them. Old lines are
   dropped from time to time. */
int log_agrees(Log *l, const char **text, const char *end) {
  close_record(l);
  int64_t n = l->begun - l->agreed;
  if (end - *text < n || memcmp(l->out.p + l->agreed, *text, n)) return 0;
  *text += n;
  if (l->begun > KEPT_MOST) {
    hash_lines(l, NULL);
    l->out.n = l->begun = l->hashed = 1;
  }
  l->agreed = l->begun;
  open_run(l);
  return 1;
}

static const char *text_within(const char *p, const char *end, const char *what, int64_t n) { /* the last one */
  const char *found = NULL;
  while ((p = memmem(p, end - p, what, n))) found = p++;
  return found;
}

/* Reads a JSON value; returns ABSENT if the value cannot be part of an answer. */
static V value_at(State *s, const char **from, const char *end, int depth) {
  const char *p = *from;
  if (p == end || depth > 4) return ABSENT;
  if (*p == '"') {
    const char *first = ++p;
    while (p < end && *p != '"' && *p != '\\') p++;
    if (p == end || *p == '\\') return ABSENT;
    *from = p + 1;
    return new_text(s, first, p - first);
  }
  if (*p == '-' || (*p >= '0' && *p <= '9')) {
    int64_t n = 0;
    const char *first = p += *p == '-';
    for (; p < end && p - first < 16 && *p >= '0' && *p <= '9'; p++) n = n * 10 + (*p - '0');
    if (p == first) return ABSENT;
    if (first != *from) n = -n;
    *from = p;
    return boxed(n);
  }
  int is_list = *p == '[';
  if (!is_list && *p != '{') return ABSENT;
  V made = is_list ? new_list(s, 8) : new_dict(s, DICT, 8);
  for (p++; p < end && *p != (is_list ? ']' : '}');) {
    V key = NONE, one;
    if (!is_list) {
      key = value_at(s, &p, end, depth + 1);
      if (KIND(s, key) != STR || p == end || *p++ != ':') return ABSENT;
    }
    one = value_at(s, &p, end, depth + 1);
    if (one == ABSENT) return ABSENT;
    if (is_list) push(s, made, one);
    else put(s, made, key, one);
    if (p < end && *p == ',') p++;
  }
  if (p == end) return ABSENT;
  *from = p + 1;
  return made;
}

/* Reads the answer, which consists of names, in the next line of a text; returns ABSENT if there is none. The line
   itself is compared later. */
V log_answer(State *s, const char *text, const char *end) {
  const char *stop = memchr(text, '\n', end - text);
  if (!stop) return ABSENT;
  const char *kind = text_within(text, stop, "\"k\":\"do\"", 8);
  if (!kind) return ABSENT;
  const char *at = memmem(kind, stop - kind, "\"pick\":", 7);
  if (!at) return ABSENT;
  at += 7;
  return value_at(s, &at, stop, 0);
}

/* Writes a value as canonical JSON. */
void log_json(State *s, Text *t, V v) { put_json(s, t, v, 0); }
