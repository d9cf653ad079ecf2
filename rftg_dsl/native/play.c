/* -- a game in progress --------------------------------------------------------------------------------------------- */

static V apply(State *s, V f, const V *a, int64_t n) {
  if (UNLIKELY(!IS_OBJECT(f) || !WRAPPERS[NUMBER(f)])) fail(UNUSUAL, "something that is no function is called");
  return WRAPPERS[NUMBER(f)](s, a, n);
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

static State *new_state(void) { return mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); }

int64_t rftg_size(void) { return sizeof(State); }

void rftg_begin(const char *words) {
  pool = words;
  known_texts = (const V *)(pool + TEXTS);
  known_mask = TEXTS_MASK;
#ifdef __x86_64__
  quick = has_sha();
#endif
}

State *rftg_new(void) {
  State *s = new_state();
  s->top = floor_of(s);
  return s;
}

void rftg_copy(State *to, State *from) { memcpy(to, from, from->top); }

/* Plays to the end at random. */
int rftg_random(State *s, const char *prefix, int64_t n, Twister *bots, int64_t *out) {
  Seed now;
  memcpy(now.prefix, prefix, n);
  now.n = n;
  seed = &now;
  int64_t decisions = 0, events = 0;
  int how = setjmp(rescue);
  if (how) return how;
  run(s);
  for (;;) {
    while (s->pending == NONE && !s->over) {
      events += length(s, s->events);
      clear(s, s->events);
      clear(s, s->drawn);
      if (s->top > 1 << 20) tidy(s);
      run(s);
    }
    if (s->over) break;
    bot = bots + num(attr_seat(s, s->pending));
    V pick = method_draw_1(s, attr_form(s, s->pending));
    decisions++;
    TAKE(s, pick);
  }
  events += length(s, s->events);
  out[0] = decisions;
  out[1] = events;
  return 0;
}

const char *rftg_complaint(void) { return complaint; }

static Seed now;

void rftg_seed(const char *prefix, int64_t n) {
  memcpy(now.prefix, prefix, n);
  now.n = n;
  seed = &now;
}

/* Runs to the next decision or pause, or to the end. */
int rftg_run(State *s) {
  int how = setjmp(rescue);
  if (!how) run(s);
  return how;
}

/* Takes an answer to the pending decision. */
int rftg_take(State *s, V pick) {
  int how = setjmp(rescue);
  if (!how) TAKE(s, pick);
  return how;
}

/* Draws an answer to the pending decision. */
int rftg_draw(State *s, Twister *one, V *pick) {
  int how = setjmp(rescue);
  if (how) return how;
  bot = one;
  *pick = method_draw_1(s, attr_form(s, s->pending));
  return 0;
}

/* Forgets events and results, and what nothing refers to. */
void rftg_forget(State *s) {
  clear(s, s->events);
  clear(s, s->drawn);
  tidy(s);
}
