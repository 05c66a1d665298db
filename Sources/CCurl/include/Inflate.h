/// The gzip decoder of the system's zlib, opened when it is first needed and declared as every zlib 1.x has it.

#ifndef CCURL_INFLATE_H
#define CCURL_INFLATE_H

#include <stddef.h>
#include <stdint.h>

/// Whether zlib is there.
int ccurl_has_inflate(void);

typedef struct ccurl_inflater ccurl_inflater;

/// A decoder of one gzip member; NULL where memory is short.
ccurl_inflater *ccurl_inflater_new(void);
void ccurl_inflater_free(ccurl_inflater *inflater);
/// Makes the decoder ready for a further member.
int ccurl_inflater_reset(ccurl_inflater *inflater);
/// Decodes; the counts say what is there and then what was used. Returns 0 to go on, 1 at the member's end, -1 where
/// the data is broken.
int ccurl_inflate(ccurl_inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output,
                  size_t *output_count);

#endif
