// structural: checks the schemas of CustomResourceDefinitions and maintains their condition.
#include <algorithm>
#include <cstddef>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include "cli/crash.h"
#include "cli/program.h"
#include "cli/shared/output.h"
#include "kube/transport/process.h"
#include "schema/base/stack.h"

namespace {

constexpr std::size_t kDeepestStack = std::max(std::size_t{64} << 20, structural::base::kDeepStackBytes);

// Raises the soft limit of the stack size of the first thread. This has an effect in a running process: the kernel
// reads the limit when the stack grows, and always keeps 128 MiB of addresses free below the stack.
void RaiseFirstThreadStackLimit() {
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

// Gives every thread, including the first one, a stack for JSON of 10,000 levels, which the API server accepts
// (schema/base/stack.h). Only pages that are used cost memory. Must be called before the second thread starts, because
// running threads keep their stacks. If the hard limit of the system is lower, the first thread gets a stack of this
// limit.
void WidenStacks() {
  RaiseFirstThreadStackLimit();
  WidenTheOthers();
}

}  // namespace

int main(int argc, char** argv) {
  structural::cli::OpenStandardStreams();
  structural::cli::GuardStreams();
  structural::cli::ReportCrashes();
  WidenStacks();
  // Use one heap for all threads, so that memory that one thread frees can be used by other threads. Little is
  // allocated during the work, so threads rarely wait for the heap. With a heap per thread, each heap would keep the
  // memory of the largest CRD that its thread has read.
  mallopt(M_ARENA_MAX, 1);
  structural::kube::EndProcess(structural::cli::RunProgram(argc, argv));
}
