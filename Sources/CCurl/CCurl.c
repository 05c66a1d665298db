#include "CCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct message {
    int kind;
    void *easy;
    union {
        void *pointer;
        int result;
    } data;
};

enum { MESSAGE_DONE = 1, GLOBAL_ALL = 3 };

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_reset)(void *);
    void (*easy_cleanup)(void *);
    int (*easy_pause)(void *, int);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
} curl;

// In the order of the table above.
static const char *const curl_names[] = {
    "curl_global_init",        "curl_easy_init",     "curl_easy_reset",    "curl_easy_cleanup",
    "curl_easy_pause",         "curl_easy_setopt",   "curl_easy_getinfo",  "curl_slist_append",
    "curl_slist_free_all",     "curl_multi_init",    "curl_multi_cleanup", "curl_multi_setopt",
    "curl_multi_add_handle",   "curl_multi_remove_handle", "curl_multi_perform", "curl_multi_poll",
    "curl_multi_wakeup",       "curl_multi_info_read",
};

enum { CURL_COUNT = sizeof curl_names / sizeof curl_names[0] };
_Static_assert(sizeof curl == CURL_COUNT * sizeof(void *), "a name for each function");

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded = 0;

static void copy_text(char *target, size_t size, const char *text) {
    snprintf(target, size, "%s", text ? text : "unknown reason");
}

// Looks up every name; the functions' addresses go to `functions`. Returns the library, or NULL with the reason.
static void *open_curl(const char *const *names, int count, void **functions, char *error, size_t size) {
    void *library = NULL;
    for (int i = 0; i < count && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        // The first name is the usual one, so the reason why it failed is the one to tell.
        if (!library && i == 0) copy_text(error, size, dlerror());
    }
    if (!library) return NULL;
    for (int i = 0; i < CURL_COUNT; i++) {
        functions[i] = dlsym(library, curl_names[i]);
        if (!functions[i]) {
            copy_text(error, size, dlerror());
            dlclose(library);
            return NULL;
        }
    }
    return library;
}

int ccurl_load(const char *const *names, int count, char *error, size_t size) {
    pthread_mutex_lock(&load_lock);
    if (!is_loaded) {
        void *functions[CURL_COUNT];
        if (open_curl(names, count, functions, error, size)) {
            memcpy(&curl, functions, sizeof curl);
            if (curl.global_init(GLOBAL_ALL) == 0) {
                is_loaded = 1;
            } else {
                copy_text(error, size, "curl_global_init failed");
            }
        }
    }
    int result = is_loaded ? 0 : -1;
    pthread_mutex_unlock(&load_lock);
    return result;
}

int ccurl_probe(const char *const *names, int count, char *error, size_t size) {
    void *functions[CURL_COUNT];
    void *library = open_curl(names, count, functions, error, size);
    if (!library) return -1;
    dlclose(library);
    return 0;
}

void *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_reset(void *easy) { curl.easy_reset(easy); }
void ccurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }
int ccurl_easy_pause(void *easy, int mask) { return curl.easy_pause(easy, mask); }
int ccurl_easy_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_offset(void *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_string(void *easy, int option, const char *value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_pointer(void *easy, int option, void *value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_callback(void *easy, int option, ccurl_callback value) {
    return curl.easy_setopt(easy, option, value);
}

long ccurl_easy_get_long(void *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t ccurl_easy_get_offset(void *easy, int info) {
    int64_t value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

void *ccurl_easy_get_pointer(void *easy, int info) {
    void *value = NULL;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : NULL;
}

void *ccurl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

void *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }
int ccurl_multi_set_long(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
int ccurl_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }

int ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl.multi_perform(multi, &running);
}

int ccurl_multi_poll(void *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int ccurl_multi_wakeup(void *multi) { return curl.multi_wakeup(multi); }

void *ccurl_multi_next_ended(void *multi, int *result) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind != MESSAGE_DONE) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

#endif
