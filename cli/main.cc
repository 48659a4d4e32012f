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

constexpr std::size_t kDeepestStack = std::max(std::size_t{64} << 20, structural::base::kDeepStack);

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

// Gives every thread, the first one too, a stack for what JSON of 10,000 levels asks of it
// (schema/base/stack.h): that is what the API server reads. Only what is used costs memory. To be
// called first in main: threads that run already keep what they have, and all keep it where the
// system allows no more.
void WidenStacks() {
  WidenThisOne();
  WidenTheOthers();
}

}  // namespace

int main(int argc, char** argv) {
  structural::cli::OpenStandardStreams();
  structural::cli::GuardStreams();
  structural::cli::ReportCrashes();
  WidenStacks();
  // What one thread frees serves the others. Little is allocated while work is done, so that they
  // do not wait for each other; an arena for each would hold the largest CRD it has seen.
  mallopt(M_ARENA_MAX, 1);
  structural::kube::EndProcess(structural::cli::RunProgram(argc, argv));
}
