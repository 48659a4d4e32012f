#include "kube/process.h"

#include <pplx/threadpool.h>

#include <mutex>

#include "kube/system_authorities.h"

namespace structural::kube {
namespace {

// The library's own default is forty.
constexpr size_t kThreads = 4;

void PrepareOnce() {
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

}  // namespace structural::kube
