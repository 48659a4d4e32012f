#include "kube/transport/process.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <utility>  // for threadpool.h

#include <openssl/crypto.h>
#include <pplx/threadpool.h>

#include "kube/tls/material.h"

namespace structural::kube {
namespace {

// The library's own default is forty. One never wakes another, which is most of what a small
// exchange costs. So nothing that runs on it may wait for a task: it would be its own. And what
// runs on it never meets a step of a connection (see ~CppRestExchange).
constexpr size_t kThreads = 1;

void PrepareOnce() {
  // The pool's threads outlive main and still hold OpenSSL's objects then: it must not be torn
  // down before them.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
  DivertSystemAuthorities();
  try {
    crossplat::threadpool::initialize_with_threads(kThreads);
  } catch (const std::exception&) {
    // Somebody used the library before: its pool stays as it is.
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
// ThreadSanitizer does not see the reference counts inside libcpprest, which is not built with it,
// and takes the last owner's delete for a race. It stands here, because whoever uses the library
// calls PrepareProcess: no environment variable has to be set. Nor does it see glibc's lock around
// the time zone, which every line of the log looks at.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:pplx::details::_CancellationToken\nrace:asio_context::~asio_context\n"
         "race:tzset_internal\n";
}
#endif

#ifdef __SANITIZE_ADDRESS__
// A request that was cancelled as the process ended may wait in the library's pool to be told so,
// and counts as leaked. What leaks while the process runs shows as memory that grows (test/soak).
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcpprest\n"; }
#endif
