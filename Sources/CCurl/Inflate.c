#include "Inflate.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// zlib's z_stream.
struct stream {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *(*allocate)(void *, unsigned, unsigned);
    void (*release)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

static struct {
    int (*init)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*reset)(struct stream *);
    int (*end)(struct stream *);
} zlib;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_zlib(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    void *init = dlsym(library, "inflateInit2_"), *inflate = dlsym(library, "inflate");
    void *reset = dlsym(library, "inflateReset"), *end = dlsym(library, "inflateEnd");
    if (!init || !inflate || !reset || !end) return;
    memcpy(&zlib.init, &init, sizeof init);
    memcpy(&zlib.inflate, &inflate, sizeof inflate);
    memcpy(&zlib.reset, &reset, sizeof reset);
    memcpy(&zlib.end, &end, sizeof end);
}

struct ccurl_inflater {
    struct stream stream;
};

int ccurl_has_inflate(void) {
    pthread_once(&once, open_zlib);
    return zlib.init != NULL;
}

ccurl_inflater *ccurl_inflater_new(void) {
    ccurl_inflater *inflater = ccurl_has_inflate() ? calloc(1, sizeof *inflater) : NULL;
    if (!inflater) return NULL;
    // 15 bits of window, and 16 more for the gzip format. zlib compares the first digit of the version only.
    if (zlib.init(&inflater->stream, 15 + 16, "1", (int)sizeof inflater->stream) != 0) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void ccurl_inflater_free(ccurl_inflater *inflater) {
    zlib.end(&inflater->stream);
    free(inflater);
}

int ccurl_inflater_reset(ccurl_inflater *inflater) { return zlib.reset(&inflater->stream); }

int ccurl_inflate(ccurl_inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output,
                  size_t *output_count) {
    enum { NO_FLUSH = 0, OK = 0, STREAM_END = 1, BUFFER_ERROR = -5 };
    struct stream *stream = &inflater->stream;
    unsigned available_in = *input_count > 1u << 30 ? 1u << 30 : (unsigned)*input_count;
    unsigned available_out = *output_count > 1u << 30 ? 1u << 30 : (unsigned)*output_count;
    stream->next_in = input;
    stream->avail_in = available_in;
    stream->next_out = output;
    stream->avail_out = available_out;
    int result = zlib.inflate(stream, NO_FLUSH);
    *input_count = available_in - stream->avail_in;
    *output_count = available_out - stream->avail_out;
    if (result == STREAM_END) return 1;
    // A buffer error only says that there was nothing to do.
    return result == OK || result == BUFFER_ERROR ? 0 : -1;
}

#endif
