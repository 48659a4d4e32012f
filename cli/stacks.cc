#include "cli/stacks.h"

#include <algorithm>
#include <cstddef>

#include <pthread.h>
#include <sys/resource.h>

#include "schema/base/stack.h"

namespace structural::cli {
namespace {

constexpr std::size_t kDeepestStack = std::max(std::size_t{64} << 20, base::kDeepStack);

// The kernel asks for the limit when the stack grows, and always leaves 128 MiB below it.
void WidenThisOne() {
  rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kDeepestStack) return;
  stack.rlim_cur = std::min<rlim_t>(kDeepestStack, stack.rlim_max);
  setrlimit(RLIMIT_STACK, &stack);
}

void WidenTheOthers() {
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  std::size_t size = 0;
  if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < kDeepestStack &&
      pthread_attr_setstacksize(&attributes, kDeepestStack) == 0) {
    pthread_setattr_default_np(&attributes);
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace

void WidenStacks() {
  WidenThisOne();
  WidenTheOthers();
}

}  // namespace structural::cli
