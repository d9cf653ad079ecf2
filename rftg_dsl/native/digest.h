/* SHA-256, and the Merkle tree over the lines of a log. */

#pragma once

#include <stdint.h>
#include <string.h>

enum { NOTHING_BEFORE = -1 };

/* The bytes to digest, and the address for the 32 bytes of the digest. */
typedef struct {
  const char *p;
  int64_t n;
  int before; /* an additional byte to digest first, or NOTHING_BEFORE */
  unsigned char *out;
} Message;

/* The Merkle tree over all lines so far: the number of lines, and the roots of the complete subtrees, largest first. */
typedef struct {
  uint64_t size;
  int nodes_n;
  unsigned char nodes[64][32];
} Tree;

void prepare_digests(void);
void sha256(const char *text, int64_t n, unsigned char out[32]);
void sha256_each(const Message *messages, int64_t n);
void add_lines_to(Tree *t, const char *p, const char *end, const Message *also); /* `also` is digested in parallel */
void root_of(const Tree *t, unsigned char out[32], const Message *also);                 /* `also` is digested in parallel */
