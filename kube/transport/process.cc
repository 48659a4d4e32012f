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

// Number of threads of the HTTP library, whose default is forty. With one thread, no thread wakes another, which is the
// main cost of a small exchange. Code on this thread must not wait for a task, because the task would run on the same
// thread. A task never runs in the middle of a step of a connection (see ~CppRestExchange).
constexpr size_t kThreads = 1;

void PrepareOnce() {
  // OpenSSL must not clean up at exit, because the threads of the HTTP library's pool outlive main and use OpenSSL's
  // objects after it.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
  DisableDefaultAuthorities();
  try {
    crossplat::threadpool::initialize_with_threads(kThreads);
  } catch (const std::exception&) {
    // The HTTP library has created its pool already, and the pool keeps its number of threads.
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
// Suppressions of ThreadSanitizer. It does not know the reference counts in libcpprest, which is not built with it, so
// it reports a race when the last owner deletes an object. It also does not know glibc's lock of the time zone, which
// every log line uses. The suppressions are in this file, so that every program that calls PrepareProcess has them
// without an environment variable.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:pplx::details::_CancellationToken\nrace:asio_context::~asio_context\n"
         "race:tzset_internal\n";
}
#endif

#ifdef __SANITIZE_ADDRESS__
// Suppression of LeakSanitizer. A request that was cancelled at the end of the process can still be queued in the HTTP
// library's pool, which LeakSanitizer reports as a leak. test/soak finds leaks during the run, because memory grows.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcpprest\n"; }
#endif
