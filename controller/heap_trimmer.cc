#include "controller/heap_trimmer.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace structural::controller {

bool HeapTrimmer::AtRest() {
  const Clock::Monotonic now = clock_.Now();
  {
    const std::lock_guard lock(mutex_);
    if (now < next_) return false;
    next_ = now + kEvery;
  }
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
  return true;
}

}  // namespace structural::controller
