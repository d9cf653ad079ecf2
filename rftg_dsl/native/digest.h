/* SHA-256, and the tree over the lines of a log. */

#pragma once

#include <stdint.h>
#include <string.h>

enum { NOTHING_BEFORE = -1 };

/* What is digested, and where the digest goes, in 32 bytes. */
typedef struct {
  const char *p;
  int64_t n;
  int before; /* a byte that comes before it, or NOTHING_BEFORE */
  unsigned char *out;
} Message;

/* The tree over all lines so far: how many there are, and the roots of its whole parts, the largest first. */
typedef struct {
  uint64_t size;
  int nodes_n;
  unsigned char nodes[64][32];
} Tree;

void prepare_digests(void);
void sha256(const char *text, int64_t n, unsigned char out[32]);
void sha256_each(const Message *messages, int64_t n);
void add_lines_to(Tree *t, const char *p, const char *end, const Message *also); /* `also` is digested beside them */
void root_of(const Tree *t, unsigned char out[32], const Message *also);                 /* here, too */
