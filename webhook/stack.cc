#include "webhook/stack.h"

#include <cstdint>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace structural::webhook {
namespace {

constexpr std::uintptr_t kKept = 64 * 1024;  // for what is called next

// The lowest address of this thread's stack.
std::uintptr_t Lowest() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<std::uintptr_t>(lowest) : UINTPTR_MAX;
}

}  // namespace

void ReleaseStack() {
  static thread_local const std::uintptr_t lowest = Lowest();
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::uintptr_t begin = (lowest / page + 1) * page, end = (here - kKept) / page * page;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace structural::webhook
