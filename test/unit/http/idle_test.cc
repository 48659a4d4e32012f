#include "http/idle.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace structural::http {
namespace {

TEST(Idle, TheOneThatWaitsForLongestEndsFirst) {
  Idle idle;
  std::string ended;
  const auto told = [&](char name) { return [&ended, name] { ended += name; }; };
  std::optional<Idle::Wait> a(std::in_place, idle, told('a'));
  const Idle::Wait b(idle, told('b'));
  a.reset();
  a.emplace(idle, told('c'));
  EXPECT_TRUE(idle.EndLongest());
  EXPECT_EQ("b", ended);
  EXPECT_TRUE(idle.EndLongest());
  EXPECT_EQ("bc", ended) << "each is told once";
  EXPECT_FALSE(idle.EndLongest());
}

}  // namespace
}  // namespace structural::http
