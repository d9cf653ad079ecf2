/* A game's advice on a decision, given on the table or on a seat's view of it. */

/* Returns the decision that would follow an answer to the pending decision. The state is then restored, but the new
   objects remain in its arena. See Play.tried. */
V tried(State *s, V pick) {
  char *before = session.before;
  uint64_t top = TOP(s);
  if (!before) before = session.before = malloc(ARENA);
  if (!before) fail(TOO_LARGE, "there is no memory for a state");
  memcpy(before, s, top);
  TAKE(s, pick);
  V found = s->pending;
  uint64_t now = TOP(s);
  memcpy(s, before, top);
  TOP(s) = now;
  return found;
}

static V checked_pick(State *s, V form, V pick) {
  if (!truth(s, method_accepts_1(s, form, pick))) fail(UNUSUAL, "the advice is not an answer");
  return pick;
}

/* Returns the adviser for a decision; ABSENT if there is none. */
static V adviser_for(V name) {
  for (const V *p = ADVISERS; *p; p += 2)
    if (p[0] == name) return p[1];
  return ABSENT;
}

/* Returns the game's advice on the pending decision; see Advice.pick_on_table. */
static V advised(State *s) {
  V asked = s->pending, form = attr_form(s, asked), adviser = adviser_for(attr_name(s, asked));
  if (adviser == ABSENT) return SIMPLEST(s, form);
  return checked_pick(s, form, apply(s, adviser, &asked, 1));
}

/* A view shares the index of powers with the game, so it must not change. Every change comes with one of these events. */
static void check_powers(State *s, V events) {
  Row r = row(s, events);
  for (int64_t i = 0; i < r.n; i++) {
    V op = item_at(s, r.items[i], 0);
    if (op == NAMES.enter || op == NAMES.flip || op == NAMES.wake || op == NAMES.fact)
      fail(UNUSUAL, "advice changes the powers in play");
  }
}

/* Returns the game's advice, based on what the seat may see; see Advice.pick_for_seat. The state becomes the view and is
   then restored. */
static V advised_on_view(State *s) {
  V asked = s->pending, form = attr_form(s, asked), adviser = adviser_for(attr_name(s, asked));
  if (adviser == ABSENT) return checked_pick(s, form, SIMPLEST(s, form));
  State before = *s;
  int chance = session.chance;
  session.chance = BLIND;
  s->events = new_list(s, 16);
  s->drawn = new_list(s, 0);
  s->later = new_list(s, 4);
  s->since = 0;
  HIDE_SECRETS(s, num(attr_seat(s, asked)));
  V pick = checked_pick(s, form, apply(s, adviser, &asked, 1));
  check_powers(s, s->events);
  session.chance = chance;
  uint64_t top = TOP(s);
  *s = before;
  /* Unless the answer is a new object, everything new is garbage. */
  if (IS_HEAP(pick) && (uint64_t)pick >= TOP(s)) TOP(s) = top;
  return pick;
}
