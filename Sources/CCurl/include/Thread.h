#ifndef CCURL_THREAD_H
#define CCURL_THREAD_H

/// Runs a function on a new detached thread on which every signal is blocked, so that writing to a closed TLS
/// connection cannot raise SIGPIPE in the process. Returns 0 or an errno.
int ccurl_start_thread(void (*body)(void *), void *context);

#endif
