// Dice: a random generator whose numbers depend only on its seed.
#pragma once

#include <random>

namespace structural::test {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int Below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool Percent(int chance) { return Below(100) < chance; }

 private:
  std::mt19937 engine_;
};

}  // namespace structural::test
