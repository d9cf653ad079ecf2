/* The native code that is the same for all games, as a single compilation unit. */

#include "value.c"

#include "digest.c"

#include "chance.c"

#include "coupled.c"

#include "log.c"

#include "given.c"
