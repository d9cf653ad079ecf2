/* Chance under which games with the same seed stay alike: the same results, to the bit, as Coupled in
   rftg_dsl/balance/coupled_chance.py, which explains it. Rolls are those of ordinary chance. */

#include <math.h>

#include "digest.h"
#include "value.h"

enum { ORDERS_MOST = 200, NAME_MOST = 100 };

/* When a piece rings next, and how many rings it has been given. */
typedef struct {
  double at;
  int64_t given;
} Ring;

/* The order in which one seat draws pieces for one purpose. */
typedef struct {
  char name[NAME_MOST]; /* the seat and the purpose, with a slash after each */
  int64_t name_n;
  double clock;
  int64_t end; /* the end of the rings in use */
  Ring rings[LEFT_MOST];
} Order;

static __thread Order *orders[ORDERS_MOST]; /* allocated on demand, and used again by the next game */
static __thread int64_t orders_n;

/* Begins a game; `withheld` pieces are drawn only when no others are left. */
void couple_draws(const int64_t *withheld, int64_t n) {
  session.chance = COUPLED;
  session.withheld = withheld;
  session.withheld_n = n;
  orders_n = 0;
}

static int is_withheld(V piece) {
  for (int64_t i = 0; i < session.withheld_n; i++)
    if (piece == INT(session.withheld[i])) return 1;
  return 0;
}

static Order *new_order(const char *name, int64_t n) {
  if (orders_n == ORDERS_MOST || n > NAME_MOST) fail(TOO_LARGE, "there are too many purposes of draws");
  Order *o = orders[orders_n];
  if (!o) o = orders[orders_n] = calloc(1, sizeof *o);
  if (!o) fail(TOO_LARGE, "there is no memory for an order");
  memset(o->rings, 0, o->end * sizeof *o->rings);
  memcpy(o->name, name, n);
  o->name_n = n;
  o->clock = 0;
  o->end = 0;
  orders_n++;
  return o;
}

/* Returns the order for a label, which consists of a round, a seat, a purpose and a counter. */
static Order *order_for(State *s, V label) {
  const char *p = chars(s, label), *end = p + chars_n(s, label), *slashes[3];
  int64_t n = 0;
  for (const char *q = p; q < end; q++)
    if (*q == '/' && n++ < 3) slashes[n - 1] = q;
  if (n != 3) fail(UNUSUAL, "a label has another number of parts");
  const char *name = slashes[0] + 1;
  int64_t size = slashes[2] + 1 - name;
  for (int64_t i = 0; i < orders_n; i++)
    if (orders[i]->name_n == size && !memcmp(orders[i]->name, name, size)) return orders[i];
  return new_order(name, size);
}

/* Returns an exponential time with mean 1 from a hash. */
static double wait_of(const unsigned char digest[32]) {
  uint64_t number = 0;
  for (int i = 0; i < 8; i++) number = number << 8 | digest[i];
  number++;
  return number ? -log((double)number / 18446744073709551616.0) : -log(1.0);
}

/* Gives one or two pieces a new ring. */
static void ring_again(State *s, Order *o, const int64_t *pieces, int64_t n) {
  Draft labels[2];
  unsigned char digests[2][32];
  Message messages[2];
  for (int64_t i = 0; i < n; i++) {
    Draft *d = labels + i;
    d->n = 0;
    put_chars(d, PLAYS(s)->prefix, PLAYS(s)->prefix_n);
    put_chars(d, o->name, o->name_n);
    put_number(d, pieces[i]);
    put_chars(d, "/", 1);
    put_number(d, o->rings[pieces[i]].given++);
    messages[i] = (Message){d->text, d->n, NOTHING_BEFORE, digests[i]};
  }
  sha256_each(messages, n);
  for (int64_t i = 0; i < n; i++) o->rings[pieces[i]].at = o->clock + wait_of(digests[i]);
}

/* Gives a new ring to each piece that has none after the clock. */
static void ring_all(State *s, Order *o, const V *pieces, int64_t n) {
  int64_t waiting[2], waiting_n = 0;
  for (int64_t i = 0; i < n; i++) {
    if (!IS_INT(pieces[i]) || (uint64_t)NUM_(pieces[i]) >= LEFT_MOST) fail(UNUSUAL, "something that is no piece is drawn");
    int64_t piece = NUM_(pieces[i]);
    if (o->rings[piece].at > o->clock) continue;
    if (piece >= o->end) o->end = piece + 1;
    waiting[waiting_n++] = piece;
    if (waiting_n == 2) ring_again(s, o, waiting, 2), waiting_n = 0;
  }
  if (waiting_n) ring_again(s, o, waiting, waiting_n);
}

/* Writes the pieces that ring first, in order. */
static void take_first(const Order *o, const V *pieces, int64_t n, V *first, int64_t times) {
  int64_t found = 0;
  for (int64_t i = 0; i < n; i++) {
    double at = o->rings[NUM_(pieces[i])].at;
    int64_t k = found < times ? found++ : times;
    for (; k > 0 && at < o->rings[NUM_(first[k - 1])].at; k--)
      if (k < times) first[k] = first[k - 1];
    if (k < times) first[k] = pieces[i];
  }
}

V coupled_draws(State *s, V label, Row domain, int64_t times) {
  Order *o = order_for(s, label);
  V made = new_tuple(s, times), *q = block(s, made) + 1, offered[LEFT_MOST];
  int64_t n = 0, drawn;
  for (int64_t i = 0; i < domain.n; i++)
    if (!is_withheld(domain.items[i])) offered[n++] = domain.items[i];
  ring_all(s, o, offered, n);
  drawn = times < n ? times : n;
  take_first(o, offered, n, q, drawn);
  if (drawn) o->clock = o->rings[NUM_(q[drawn - 1])].at;
  for (int64_t i = 0; drawn < times; i++)
    if (is_withheld(domain.items[i])) q[drawn++] = domain.items[i];
  return made;
}
