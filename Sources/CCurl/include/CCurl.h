/// The system's libcurl, opened when it is first needed.
///
/// Its headers are not used: what is declared here is the same in every library with the soname libcurl.so.4 since
/// curl 7.68. So the package builds where only the run-time library is.

#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

#include "Inflate.h"
#include "Thread.h"

/// Opens libcurl under the first of the names that is there.
///
/// Returns 0, or -1 with the reason in `error`. Any number of threads may call it; the first success counts.
int ccurl_load(const char *const *names, int count, char *error, size_t size);

/// Whether a library of one of the names is there and has what is needed; opens and forgets it. Returns as above.
int ccurl_probe(const char *const *names, int count, char *error, size_t size);

// The functions below may be called once ccurl_load has returned 0.

typedef size_t (*ccurl_callback)(char *bytes, size_t size, size_t count, void *context);

void *ccurl_easy_init(void);
void ccurl_easy_reset(void *easy);
void ccurl_easy_cleanup(void *easy);
int ccurl_easy_pause(void *easy, int mask);
int ccurl_easy_set_long(void *easy, int option, long value);
int ccurl_easy_set_offset(void *easy, int option, int64_t value);
int ccurl_easy_set_string(void *easy, int option, const char *value);
int ccurl_easy_set_pointer(void *easy, int option, void *value);
int ccurl_easy_set_callback(void *easy, int option, ccurl_callback value);
/// A number about a transfer, 0 where there is none.
long ccurl_easy_get_long(void *easy, int info);
int64_t ccurl_easy_get_offset(void *easy, int info);
void *ccurl_easy_get_pointer(void *easy, int info);

/// The longer list; NULL where memory is short, and the list is then as it was.
void *ccurl_list_append(void *list, const char *text);
void ccurl_list_free(void *list);

void *ccurl_multi_init(void);
void ccurl_multi_cleanup(void *multi);
int ccurl_multi_set_long(void *multi, int option, long value);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
int ccurl_multi_perform(void *multi);
int ccurl_multi_poll(void *multi, int milliseconds);
int ccurl_multi_wakeup(void *multi);
/// The next transfer that ended, with its result; NULL where there is none.
void *ccurl_multi_next_ended(void *multi, int *result);

// Numbers of curl.h, multi.h: 0 + n takes a long, 10000 + n a pointer, 20000 + n a function, 30000 + n an offset.
enum {
    CCURL_WRITEDATA = 10001,
    CCURL_URL = 10002,
    CCURL_ERRORBUFFER = 10010,
    CCURL_WRITEFUNCTION = 20011,
    CCURL_HTTPHEADER = 10023,
    CCURL_HEADERDATA = 10029,
    CCURL_CUSTOMREQUEST = 10036,
    CCURL_NOBODY = 44,
    CCURL_POST = 47,
    CCURL_PROXY = 10004,
    CCURL_CAINFO = 10065,
    CCURL_HEADERFUNCTION = 20079,
    CCURL_HTTPGET = 80,
    CCURL_HTTP_VERSION = 84,
    CCURL_NOSIGNAL = 99,
    CCURL_PRIVATE = 10103,
    CCURL_POSTFIELDSIZE_LARGE = 30120,
    CCURL_CONNECTTIMEOUT_MS = 156,
    CCURL_HTTP_CONTENT_DECODING = 158,
    CCURL_COPYPOSTFIELDS = 10165,
    CCURL_PROTOCOLS = 181,
    CCURL_TCP_KEEPALIVE = 213,
    CCURL_SUPPRESS_CONNECT_HEADERS = 265,
    CCURL_HTTP09_ALLOWED = 285,
    CCURL_QUICK_EXIT = 322,

    CCURL_MULTI_MAXCONNECTS = 6,

    CCURL_INFO_PRIVATE = 0x100015,
    CCURL_INFO_OS_ERRNO = 0x200019,
    CCURL_INFO_SIZE_UPLOAD = 0x600007,
    CCURL_INFO_PRETRANSFER_TIME = 0x600035,

    CCURL_WRITE_PAUSE = 0x10000001,
    CCURL_PAUSE_CONTINUE = 0,
    CCURL_PROTOCOL_HTTP = 1,
    CCURL_PROTOCOL_HTTPS = 2,
    CCURL_HTTP_VERSION_2TLS = 4,
    CCURL_ERROR_SIZE = 256,
};

#endif
