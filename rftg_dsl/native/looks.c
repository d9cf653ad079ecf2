/* Looking ahead: the outcome of each answer to a decision. */

/* Answers, then plays on, by advice or at random, for `left` rounds or turns, or to the end of the game if `left` is 0.
   See Drawn.play_on. */
static void play_on(State *s, V pick, int sensible, int64_t left, int64_t most) {
  TAKE(s, pick);
  for (int64_t answers = 0; !s->over && answers < most;) {
    if (s->paused != NO_TEXT) {
      clear(s, s->events);
      clear(s, s->drawn);
      if (begins_with(s, s->paused, STRETCH) && --left == 0) break;
    }
    tidy_sometimes(s);
    if (s->pending == NONE) {
      run(s);
      continue;
    }
    answers++;
    V next = sensible ? advised(s) : method_draw_1(s, attr_form(s, s->pending));
    TAKE(s, next);
  }
}

/* The settings for looking ahead. */
typedef struct {
  int64_t seat, seats, sensible, horizon, answers_most;
} Ahead;

/* Seeds a generator as Python's random.Random does with an integer. */
static void twister_of(Twister *t, uint64_t seed) {
  Seed key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}, seed >> 32 ? 2 : 1};
  twisters_seed(t, &key, 1);
}

/* Looks ahead once: guesses the information in `s` that is hidden from the seat, and writes the expected score of every
   seat after each of `n` answers. `there` and `twin` are states for temporary use. See Drawn.make_looks. */
API int rftg_look(State *s, State *there, State *twin, const Ahead *a, const V *picks, int64_t n, uint64_t seed, double *out) {
  Twister bot, start;
  twister_of(&bot, seed);
  session.bot = &bot;
  session.chance = LOOSE;
  int how = RESCUED(s);
  if (!how) {
    PLAYS(there) = PLAYS(twin) = PLAYS(s);
    memcpy(there, s, TOP(s));
    SUPPOSE(there, a->seat);
    twister_of(&start, (uint64_t)(drawn_fraction(there) * 9007199254740992.0));
    for (int64_t i = 0; i < n; i++) {
      memcpy(twin, there, TOP(there));
      bot = start;
      play_on(twin, picks[i], (int)a->sensible, a->horizon, a->answers_most);
      V found = PROSPECTS(twin);
      const V *p = parts(twin, found, a->seats);
      for (int64_t k = 0; k < a->seats; k++) *out++ = real(twin, p[k]);
    }
  }
  return how;
}

/* Forks a state `n` times, to measure the cost of forking. */
API void rftg_forks(State *to, const State *from, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    memcpy(to, from, TOP(from));
    __asm__ volatile("" : : "r"(to) : "memory");
  }
}
