#include "digest.h"
#include "log.h"

enum { PAGE = 4096, GARBAGE_MOST = 1 << 16 }; /* bytes */

static int64_t constants_n;

/* -- a game in progress --------------------------------------------------------------------------------------------- */

V apply(State *s, V f, const V *a, int64_t n) {
  deeper(s);
  if (UNLIKELY(!IS_OBJECT(f) || !WRAPPERS[NUMBER(f)])) fail(UNUSUAL, "something that is no function is called");
  return WRAPPERS[NUMBER(f)](s, a, n);
}

V apply_row(State *s, V f, V args) {
  Row r = row(s, args);
  return apply(s, f, r.items, r.n);
}

/* Returns the distance between a constant and a state, in words. */
static inline uint64_t far(V v) { return (2 - (uint64_t)v) / 8; }

/* Runs until a seat has to decide, a step pauses, or nothing is left to do; see Play.run. */
static void run(State *s) {
  s->paused = NO_TEXT;
  s->since = block(s, s->events)[LENGTH];
  V *agenda = block(s, s->agenda), *later = block(s, s->later);
  for (int64_t left = CHAIN_MOST;; left--) {
    if (!agenda[LENGTH] || s->pending != NONE || s->paused != NO_TEXT) break;
    if (!left) fail(ENDLESS, "too many steps follow one another");
    V frame = block(s, agenda[THINGS])[agenda[LENGTH]--];
    V *p = at(s, frame);
    s->cause = p[1];
    V *args = at(s, p[2]);
    Wrapper step = LIKELY(IS_CONSTANT(p[1]) && far(p[1]) < STEPS_END) ? STEPS[far(p[1])] : NULL;
    if (UNLIKELY(!step)) fail(UNUSUAL, "there is no such step");
    step(s, args + 1, SIZE(*args));
    for (int64_t i = later[LENGTH]; i > 0; i--) push(s, s->agenda, block(s, later[THINGS])[i]);
    later[LENGTH] = 0;
  }
  s->over = !agenda[LENGTH] && s->pending == NONE && s->paused == NO_TEXT;
}

/* Collects the garbage before there is much of it, because `tried` copies the garbage too. */
static void tidy_sometimes(State *s) {
  if (TOP(s) > session.tidied + GARBAGE_MOST) {
    tidy(s);
    session.tidied = TOP(s);
  }
}

API int64_t rftg_size(void) { return sizeof(State); }

/* Sets the constants, `n` bytes at `words` that must not be moved. */
API void rftg_begin(const char *words, int64_t n) {
  constants = words + n;
  constants_n = n;
  known_texts = TEXTS;
  known_mask = TEXTS_MASK;
  prepare_values();
  prepare_digests();
  prepare_chance();
}

static int64_t before(void) { return (constants_n + PAGE - 1) / PAGE * PAGE; }

API State *rftg_new(void) {
  int64_t n = before();
  char *made = mmap(NULL, n + ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return NULL;
  memcpy(made + n - constants_n, constants - constants_n, constants_n);
  return (State *)(made + n);
}

API void rftg_free(State *s) { munmap((char *)s - before(), before() + ARENA); }

API void rftg_copy(State *to, const State *from) { memcpy(to, from, TOP(from)); }

/* Sets the prefix from which chance results are derived; it must remain valid during play. */
API void rftg_seed(const char *prefix, int64_t n) {
  session.prefix = prefix;
  session.prefix_n = n;
  session.chance = SEEDED;
}

/* -- whole games ----------------------------------------------------------------------------------------------------- */

V name_of(State *s, V of, V handle) { return NAME_OF(s, of, handle); }
V handle_of(State *s, V of, V name) { return HANDLE_OF(s, of, name); }
V named_pick(State *s, V form, V pick) { return NAMED_PICK(s, form, pick); }
V shape_of(State *s, V form) { return method_shape_0(s, form); }
V whole_of(State *s) { return WHOLE(s); }
V figures_of(State *s) { return FIGURES(s); }

/* What answers for a seat. */
typedef struct {
  int64_t is_advised; /* whether it follows the game's advice; otherwise, it answers at random */
  int64_t asked;      /* the number of its decisions so far */
} Seat;

/* A game to be played, and its results. */
typedef struct {
  const char *prefix; /* the prefix of chance labels, if a log is followed */
  int64_t prefix_n;
  Twister *bots; /* the random numbers of each seat's bot, if bots play */
  Seat *seats;
  int64_t patience; /* the number of decisions after which a seat ignores the game's advice */
  Log *log;      /* NULL if no log is written */
  const char *opening, *closing;
  int64_t opening_n, closing_n;
  int64_t rounds_most, events_most;
  int64_t decisions, events, rounds;
  Text *report; /* the final figures as JSON; NULL if they are not wanted */
} Game;

static int begins_with(State *s, V mark, V word) {
  int64_t n = chars_n(s, word);
  return starts(s, mark, word) && (chars_n(s, mark) == n || chars(s, mark)[n] == ' ');
}

/* Reports the events since the last report; see Recorder and Tally. */
static void told(State *s, Game *g) {
  g->events += block(s, s->events)[LENGTH];
  if (g->log) log_went_on(s, g->log, s->events, s->drawn);
  clear(s, s->events);
  clear(s, s->drawn);
  if (s->paused != NO_TEXT) {
    int is_stretch = begins_with(s, s->paused, STRETCH);
    g->rounds += is_stretch;
    if ((g->rounds > g->rounds_most || g->events > g->events_most) && !s->over) fail(ENDLESS, "the game does not end");
    if (g->log && (is_stretch || begins_with(s, s->paused, SETUP))) log_paused(s, g->log, s->paused);
  }
  if (s->over && g->log) log_ended(s, g->log, g->closing, g->closing_n);
  tidy_sometimes(s);
}

static void go_on(State *s, Game *g) {
  for (int64_t left = PAUSES_MOST; s->pending == NONE && !s->over; left--) {
    if (!left) fail(ENDLESS, "the game does not end");
    run(s);
    told(s, g);
  }
}

static Asked asked_now(State *s) {
  V p = s->pending;
  return (Asked){attr_name(s, p), attr_form(s, p), num(attr_seat(s, p)), truth(s, attr_secret(s, p))};
}

/* Seeds generators as Python's random.Random does with integers. Seeds are big-endian; `sizes` are their lengths. */
API void rftg_bots(Twister *bots, const char *seeds, const int64_t *sizes, int64_t n) {
  Seed keys[n];
  for (int64_t k = 0; k < n; seeds += sizes[k++]) {
    int64_t size = sizes[k] < (int64_t)sizeof keys->words ? sizes[k] : (int64_t)sizeof keys->words;
    memset(keys + k, 0, sizeof *keys);
    for (int64_t i = 0; i < size; i++) keys[k].words[i / 4] |= (uint32_t)(unsigned char)seeds[size - 1 - i] << i % 4 * 8;
    keys[k].n = (size + 3) / 4;
  }
  for (int64_t k = 0; k < n; k += 2) twisters_seed(bots + k, keys + k, n - k < 2 ? 1 : 2);
}

/* Returns the answer of the seat that is asked; see play/bots.py. */
static V answer_of_bot(State *s, Game *g) {
  int64_t seat = num(attr_seat(s, s->pending));
  if (g->seats[seat].is_advised && ++g->seats[seat].asked <= g->patience) return advised_on_view(s);
  session.bot = g->bots + seat;
  return method_draw_1(s, attr_form(s, s->pending));
}

/* Plays to the end of the game with the answers of bots. */
static void play_with_bots(State *s, Game *g) {
  if (g->log) log_begun(g->log, g->opening, g->opening_n, 0);
  go_on(s, g);
  while (s->pending != NONE) {
    V pick = answer_of_bot(s, g);
    g->decisions++;
    if (g->log) {
      Asked asked = asked_now(s);
      log_decided(s, g->log, &asked, pick);
    }
    TAKE(s, pick);
    if (g->log || s->paused != NO_TEXT || s->pending == NONE) told(s, g);
    go_on(s, g);
  }
}

/* Plays the answers in a log up to its end; returns OTHERWISE if a line differs from the result. Without a prefix,
   chance results are taken from the log too. Sets `used` to the number of bytes followed. */
API int rftg_follow(State *s, Game *g, const char *text, int64_t n, int64_t *used) {
  const char *end = text + n, *now = text;
  rftg_seed(g->prefix, g->prefix_n);
  if (!g->prefix) give_results(text, end);
  int how = RESCUED(s);
  if (how) return how;
  log_begun(g->log, g->opening, g->opening_n, 1);
  if (!log_agrees(g->log, &now, end)) return OTHERWISE;
  go_on(s, g);
  while (s->pending != NONE) {
    if (!log_agrees(g->log, &now, end)) return OTHERWISE;
    V named = log_answer(s, now, end);
    if (named == ABSENT) return OTHERWISE;
    Asked asked = asked_now(s);
    V pick = READ_PICK(s, asked.form, named);
    if (!truth(s, method_accepts_1(s, asked.form, pick))) return OTHERWISE;
    g->decisions++;
    log_decided(s, g->log, &asked, pick);
    TAKE(s, pick);
    told(s, g);
    go_on(s, g);
  }
  if (!log_agrees(g->log, &now, end)) return OTHERWISE;
  *used = now - text;
  return 0;
}

/* The words of a game's result: the ending, the numbers of decisions, events and rounds, then the final score of each
   seat, and whether each seat has won. */
enum { HOW, DECISIONS, EVENTS, ROUNDS, SCORES };

static void count_end(State *s, V end, int64_t *out, int64_t seats) {
  V scores = item(s, end, SCORED), winners = item(s, end, WINNERS);
  const V *p = parts(s, scores, seats);
  for (int64_t i = 0; i < seats; i++) {
    out[SCORES + i] = num(p[i]);
    out[SCORES + seats + i] = contains(s, winners, INT(i));
  }
}

static void play_and_count(State *s, Game *g, int64_t seats, int64_t *out) {
  out[HOW] = RESCUED(s);
  if (out[HOW]) return;
  play_with_bots(s, g);
  out[DECISIONS] = g->decisions;
  out[EVENTS] = g->events;
  out[ROUNDS] = g->rounds;
  V figures = FIGURES(s);
  count_end(s, item(s, figures, ENDED), out, seats);
  if (g->report) {
    g->report->n = 0;
    log_json(s, g->report, figures);
  }
}

/* Sets the bots and the chance of a game from numbers and texts, and returns the numbers and texts for the next game.

   The numbers are: whether each seat is advised; the number of withheld pieces, which is negative for ordinary chance;
   these pieces; and the sizes of the texts, which are a prefix and a seed for each bot. */
static const int64_t *prepare_game(Game *g, int64_t seats, const int64_t *numbers, const char **texts) {
  g->decisions = g->events = g->rounds = 0;
  for (int64_t k = 0; k < seats; k++) g->seats[k] = (Seat){*numbers++, 0};
  int64_t withheld_n = *numbers++;
  const int64_t *withheld = numbers;
  if (withheld_n > 0) numbers += withheld_n;
  rftg_seed(*texts, *numbers);
  if (withheld_n >= 0) couple_draws(withheld, withheld_n);
  *texts += *numbers++;
  rftg_bots(g->bots, *texts, numbers, seats);
  for (int64_t k = 0; k < seats; k++) *texts += *numbers++;
  return numbers;
}

/* Plays `n` games. For each game in turn, `numbers` contains the position and the size of its start among `images`, and
   then what `prepare_game` reads. */
API void rftg_play(State *s, const char *images, Game *g, int64_t seats, const char *texts, const int64_t *numbers,
                   int64_t n, int64_t *out) {
  for (int64_t i = 0; i < n; i++, out += SCORES + 2 * seats) {
    memcpy(s, images + numbers[0], numbers[1]);
    numbers = prepare_game(g, seats, numbers + 2, &texts);
    play_and_count(s, g, seats, out);
  }
}

/* Returns the constant for a text; ABSENT if there is none. */
API V rftg_text(const char *p, int64_t n) { return known_text(p, n); }

API const char *rftg_complaint(void) { return session.complaint; }

/* Runs to the next decision or pause, or to the end. */
API int rftg_run(State *s) {
  int how = RESCUED(s);
  if (!how) run(s);
  return how;
}

/* Applies an answer to the pending decision. */
API int rftg_take(State *s, V pick) {
  int how = RESCUED(s);
  if (!how) TAKE(s, pick);
  return how;
}

/* Draws an answer to the pending decision. */
API int rftg_draw(State *s, Twister *one, V *pick) {
  int how = RESCUED(s);
  if (how) return how;
  session.bot = one;
  *pick = method_draw_1(s, attr_form(s, s->pending));
  return 0;
}

/* Discards events and chance results, and collects the garbage. */
API void rftg_forget(State *s) {
  clear(s, s->events);
  clear(s, s->drawn);
  tidy(s);
}
