#include "kube/wait.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace structural::kube {

bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, duration, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace structural::kube
