#include "Thread.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct thread_start {
    void (*body)(void *);
    void *context;
};

static void *run_thread(void *argument) {
    struct thread_start start = *(struct thread_start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int ccurl_start_thread(void (*body)(void *), void *context) {
    struct thread_start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    start->body = body;
    start->context = context;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int result = pthread_create(&thread, NULL, run_thread, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result == 0) {
        pthread_detach(thread);
    } else {
        free(start);
    }
    return result;
}

#endif
