/* -- a game in progress --------------------------------------------------------------------------------------------- */

V apply(State *s, V f, const V *a, int64_t n) {
  if (UNLIKELY(!IS_OBJECT(f) || !WRAPPERS[NUMBER(f)])) fail(UNUSUAL, "something that is no function is called");
  return WRAPPERS[NUMBER(f)](s, a, n);
}

V apply_row(State *s, V f, V args) {
  Row r = row(s, args);
  return apply(s, f, r.items, r.n);
}

/* See Play.run: until a seat is asked, a step pauses, or nothing is left to do. */
static void run(State *s) {
  s->paused = NO_TEXT;
  s->since = length(s, s->events);
  V *agenda = block(s, s->agenda), *later = block(s, s->later);
  for (int64_t left = CHAIN_MOST;; left--) {
    if (!agenda[LENGTH] || s->pending != NONE || s->paused != NO_TEXT) break;
    if (!left) fail(ENDLESS, "too many steps follow one another");
    V frame = block(s, agenda[THINGS])[agenda[LENGTH]--];
    V *p = at(s, frame);
    s->cause = p[1];
    V *args = at(s, p[2]);
    if (UNLIKELY(!IS_POOL(p[1]) || p[1] >> 3 >= STEPS_END)) fail(UNUSUAL, "there is no such step");
    WRAPPERS[STEP_AT[p[1] >> 3]](s, args + 1, SIZE(*args));
    for (int64_t i = later[LENGTH]; i > 0; i--) append(s, s->agenda, block(s, later[THINGS])[i]);
    later[LENGTH] = 0;
  }
  s->over = !agenda[LENGTH] && s->pending == NONE && s->paused == NO_TEXT;
}

API int64_t rftg_size(void) { return sizeof(State); }

API void rftg_begin(const char *words) {
  pool = words;
  known_texts = (const V *)(pool + TEXTS);
  known_mask = TEXTS_MASK;
  prepare_chance();
}

API State *rftg_new(void) {
  State *s = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return s == MAP_FAILED ? NULL : s;
}

API void rftg_free(State *s) { munmap(s, ARENA); }

API void rftg_copy(State *to, const State *from) { memcpy(to, from, TOP(from)); }

/* Where the results of chance come from: `prefix` has to live as long as it is played. */
API void rftg_seed(const char *prefix, int64_t n) {
  session.prefix = prefix;
  session.prefix_n = n;
}

/* Plays to the end at random. */
API int rftg_random(State *s, const char *prefix, int64_t n, Twister *bots, int64_t *out) {
  rftg_seed(prefix, n);
  int64_t decisions = 0, events = 0;
  int how = setjmp(session.rescue);
  if (how) return how;
  run(s);
  for (;;) {
    while (s->pending == NONE && !s->over) {
      events += length(s, s->events);
      clear(s, s->events);
      clear(s, s->drawn);
      if (s->top > 1 << 18) tidy(s);
      run(s);
    }
    if (s->over) break;
    session.bot = bots + num(attr_seat(s, s->pending));
    V pick = method_draw_1(s, attr_form(s, s->pending));
    decisions++;
    TAKE(s, pick);
  }
  events += length(s, s->events);
  out[0] = decisions;
  out[1] = events;
  return 0;
}

API const char *rftg_complaint(void) { return session.complaint; }

/* Runs to the next decision or pause, or to the end. */
API int rftg_run(State *s) {
  int how = setjmp(session.rescue);
  if (!how) run(s);
  return how;
}

/* Takes an answer to the pending decision. */
API int rftg_take(State *s, V pick) {
  int how = setjmp(session.rescue);
  if (!how) TAKE(s, pick);
  return how;
}

/* Draws an answer to the pending decision. */
API int rftg_draw(State *s, Twister *one, V *pick) {
  int how = setjmp(session.rescue);
  if (how) return how;
  session.bot = one;
  *pick = method_draw_1(s, attr_form(s, s->pending));
  return 0;
}

/* Forgets events and results, and what nothing refers to. */
API void rftg_forget(State *s) {
  clear(s, s->events);
  clear(s, s->drawn);
  tidy(s);
}
