#include "controller/random.h"

#include <random>

namespace structural::controller {

double Random() {
  thread_local std::minstd_rand engine(std::random_device{}());
  return std::uniform_real_distribution<>(0, 1)(engine);
}

}  // namespace structural::controller
