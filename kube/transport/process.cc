#include "kube/transport/process.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <utility>  // threadpool.h needs it and does not include it

#include <openssl/crypto.h>
#include <pplx/threadpool.h>

#include "kube/tls/material.h"

namespace structural::kube {
namespace {

// The HTTP library's default is forty threads. With one, no thread wakes another, which is the main cost of a small
// exchange. So code on this thread must not wait for a task, which would run on the same thread. And it never runs in
// the middle of a step of a connection (see ~CppRestExchange).
constexpr size_t kThreads = 1;

void PrepareOnce() {
  // The pool's threads outlive main and still use OpenSSL's objects then, so OpenSSL must not clean
  // up at exit.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
  DivertSystemAuthorities();
  try {
    crossplat::threadpool::initialize_with_threads(kThreads);
  } catch (const std::exception&) {
    // The HTTP library was used before: its pool stays as it is.
  }
}

}  // namespace

void PrepareProcess() {
  static std::once_flag once;
  std::call_once(once, PrepareOnce);
}

void EndProcess(int exit_code) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  std::exit(exit_code);
#else
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  std::_Exit(exit_code);
#endif
}

}  // namespace structural::kube

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer does not know the reference counts in libcpprest, which is not built with it, and reports the last
// owner's delete as a race. It also does not know glibc's lock of the time zone, which every log line uses. The
// suppressions are in this file because every user of the HTTP library calls PrepareProcess, so no environment variable
// must be set.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:pplx::details::_CancellationToken\nrace:asio_context::~asio_context\n"
         "race:tzset_internal\n";
}
#endif

#ifdef __SANITIZE_ADDRESS__
// A request that was cancelled at the end of the process may still be queued in the HTTP library's pool, and counts as
// a leak. Leaks during the run show as growing memory (test/soak).
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcpprest\n"; }
#endif
