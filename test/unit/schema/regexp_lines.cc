// Answers lines of test/oracle/regexp: {"pattern": …} or {"hex": …} in, {"error": …} out.
#include <iostream>

#include <nlohmann/json.hpp>

#include "schema/rules/regular_expression.h"
#include "test/support/hex.h"

namespace structural::test {
namespace {

// The same bytes from every program: what is not plain ASCII is in hex.
std::string Answer(const std::optional<std::string>& mistake) {
  if (!mistake) return R"({"error":null})";
  const bool plain = std::ranges::all_of(*mistake, [](char c) { return c >= ' ' && c <= '~'; });
  if (!plain) return R"({"errorHex":")" + ToHex(*mistake) + "\"}";
  return R"({"error":)" + nlohmann::json(*mistake).dump() + "}";
}

std::string Pattern(const nlohmann::json& line) {
  return line.contains("hex") ? FromHex(line.at("hex")) : line.value("pattern", "");
}

}  // namespace
}  // namespace structural::test

int main() {
  using namespace structural;
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const std::string pattern = test::Pattern(nlohmann::json::parse(line));
    std::cout << test::Answer(rules::FindMistake(pattern)) << '\n';
  }
}
