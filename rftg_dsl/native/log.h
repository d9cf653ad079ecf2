/* A log that is being written. */

#pragma once

#include "digest.h"
#include "value.h"

#define LOG_MOST 256000000 /* all limits except KEYS_MOST are from rftg_dsl/log/format/kinds.py */
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
  Text out;  /* all lines so far, after a newline */
  Text back; /* the end of the open record; empty for a record of automatic steps */
  Text scrap;
  Text roots; /* for each mark and the end, the number of lines so far, in eight bytes, and their root */
  int64_t rooted; /* whether roots are to be recorded */
  int64_t begun; /* the start of the open record's line */
  int64_t any;   /* whether the open record has events */
  int64_t events, results;
  int64_t agreed; /* the end of the lines that are known to be the same as in another log */
  int64_t hashed; /* the end of the lines that are in the tree */
  Tree tree;
} Log;

/* Defined per game: the names used in logs, as JSON, and the words for events. */
typedef struct {
  V cells, pieces, places, counters, sides, facts;
  V shift, move, adjust, fact, tag, enter, flip, arrange, note, wake;
  V number, piece, table;
} Names;

extern const Names NAMES;

/* A decision that a seat has to make. */
typedef struct {
  V name, form;
  int64_t seat;
  int secret;
} Asked;

/* Defined per game: translations of these Python functions. */
V name_of(State *s, V of, V handle);        /* Layout.name */
V handle_of(State *s, V of, V name);        /* Layout.handle */
V named_pick(State *s, V form, V pick);     /* Naming.name_pick */
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
