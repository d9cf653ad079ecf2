/* Chance results from a log whose seed is not known; see FromLog in rftg_dsl/log/audit/audit.py.

   Results are taken in the order in which they appear in the log. This file checks that each result is possible and
   that there are as many as required. The labels, and the rest of each line, are checked when the lines of the log are
   compared with the lines that result from it. */

#include "log.h"

/* From now on, takes results from a text, the first line of which must not contain any. */
void give_results(const char *text, const char *end) {
  session.chance = GIVEN;
  session.given = text;
  session.given_end = end;
}

/* Returns the start of the results in the next line that has any; sets `stop` to the end of that line. */
static const char *next_results(const char **stop) {
  const char *line, *end = session.given_end;
  while ((line = session.given) < end && (*stop = memchr(line, '\n', end - line))) {
    session.given = *stop + 1;
    if (*stop - line < 10 || memcmp(line, "{\"domain\":", 10)) continue;
    const char *kind = memmem(line, *stop - line, "\"k\":\"rnd\"", 9);
    const char *at = kind ? memmem(kind, *stop - kind, "\"result\":[", 10) : NULL;
    if (at) return at + 10;
  }
  fail(OTHERWISE, "a result is missing");
}

/* Reads one result: a number, or the name of a piece. */
static int64_t given_number(State *s, const char **from, const char *stop) {
  const char *p = *from, *first = p + (*p == '"');
  if (first > p) {
    p = memchr(first, '"', stop - first);
    V found = p ? handle_of(s, NAMES.piece, new_text(s, first, p - first)) : NONE;
    if (!IS_INT(found)) fail(OTHERWISE, "a result is not the name of a piece");
    *from = p + 1;
    return NUM_(found);
  }
  int64_t n = 0;
  for (; p < stop && p - first < 9 && *p >= '0' && *p <= '9'; p++) n = n * 10 + (*p - '0');
  if (p == first) fail(OTHERWISE, "a result is not a number");
  *from = p;
  return n;
}

static V given(State *s, int64_t times) {
  const char *stop, *p = next_results(&stop);
  V made = new_tuple(s, times);
  for (int64_t i = 0; i < times; i++) {
    if (i && *p++ != ',') fail(OTHERWISE, "there are fewer results than are wanted");
    block(s, made)[1 + i] = INT(given_number(s, &p, stop));
  }
  if (*p != ']') fail(OTHERWISE, "there are more results than are wanted");
  return made;
}

V given_rolls(State *s, int64_t domain, int64_t times) {
  V made = given(s, times);
  for (int64_t i = 0; i < times; i++)
    if (NUM_(block(s, made)[1 + i]) >= domain) fail(OTHERWISE, "a result is not possible");
  return made;
}

V given_draws(State *s, V domain, int64_t times) {
  V made = given(s, times), *q = block(s, made) + 1;
  for (int64_t i = 0; i < times; i++) {
    if (!contains(s, domain, q[i])) fail(OTHERWISE, "a result is not possible");
    for (int64_t k = 0; k < i; k++)
      if (q[k] == q[i]) fail(OTHERWISE, "a result is drawn twice");
  }
  return made;
}
