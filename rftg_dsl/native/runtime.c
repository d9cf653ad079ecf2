/* The part of native code that is the same for all games, as one compilation unit. */

#include "value.c"

#include "digest.c"

#include "chance.c"

#include "log.c"

#include "given.c"
