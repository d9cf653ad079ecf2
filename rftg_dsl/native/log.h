/* A log in the making. */

#pragma once

#include "digest.h"
#include "value.h"

#define LOG_MOST 256000000 /* see rftg_dsl/log/format/record.py, for all of these */
#define LINE_MOST 1000000
#define RESULTS_MOST 250000
#define LABEL_MOST 100
#define VALUE_MOST 5000
#define KEYS_MOST 30000
#define NUMBER_MOST (1LL << 53)

typedef struct {
  char *p;
  int64_t n, room;
} Text;

typedef struct Log {
  Text out;  /* all lines so far, behind a newline */
  Text back; /* how the record that is open ends; empty for one of what the rules do unasked */
  Text scrap;
  Text roots; /* of the marks and the end: how many lines up to them there are, in eight bytes, and their root */
  int64_t rooted; /* whether these are wanted */
  int64_t begun; /* where its line begins */
  int64_t any;   /* whether it has events */
  int64_t events, results;
  int64_t agreed; /* up to where its lines are known to be those of another log */
  int64_t hashed; /* up to where they are in the tree */
  Tree tree;
} Log;

/* Of the game: how things are called in logs, as JSON, and the words that logs have for events. */
typedef struct {
  V cells, pieces, places, counters, sides, facts;
  V shift, move, adjust, fact, tag, enter, flip, arrange, note, wake;
  V number, piece, table;
} Names;

extern const Names NAMES;

/* What a seat is asked. */
typedef struct {
  V name, form;
  int64_t seat;
  int secret;
} Asked;

/* Of the game: what Python does. */
V name_of(State *s, V of, V handle);        /* Layout.name */
V handle_of(State *s, V of, V name);        /* Layout.handle */
V named_pick(State *s, V form, V pick);     /* Naming.pick */
V shape_of(State *s, V form);               /* Form.shape */
V whole_of(State *s);                       /* Play.whole */
V figures_of(State *s);                     /* compile/score.py */

void log_begun(Log *l, const char *opening, int64_t n, int rooted);
void log_went_on(State *s, Log *l, V events, V drawn);
void log_decided(State *s, Log *l, const Asked *asked, V pick);
void log_paused(State *s, Log *l, V mark);
void log_ended(State *s, Log *l, const char *closing, int64_t n);
int log_agrees(Log *l, const char **text, const char *end);
V log_answer(State *s, const char *text, const char *end);
void log_json(State *s, Text *t, V v);
void give_results(const char *text, const char *end);
