#include "schema/ops/pattern.h"

#include <functional>
#include <unordered_map>
#include <utility>

#include <re2/re2.h>

#include "schema/rules/regular_expression.h"

namespace structural::ops {
namespace {

constexpr std::size_t kRemembered = 512;
constexpr std::int64_t kMostMemory = std::int64_t{32} << 20;

// Looks texts up without a copy.
struct Hash : std::hash<std::string_view> {
  using is_transparent = void;
};

re2::RE2::Options Options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(kMostMemory);
  return options;
}

}  // namespace

Pattern::Pattern(std::string_view pattern) {
  std::string rewritten;
  if (auto mistake = rules::FindMistake(pattern, rewritten)) {
    mistake_ = *std::move(mistake);
    return;
  }
  compiled_ = std::make_unique<re2::RE2>(rewritten, Options());
  if (!compiled_->ok()) mistake_ = "the pattern takes too much memory";
}

Pattern::~Pattern() = default;

bool Pattern::Matches(std::string_view text) const {
  const re2::StringPiece piece(text.data(), text.size());
  return mistake_.empty() && re2::RE2::PartialMatch(piece, *compiled_);
}

const Pattern& Pattern::Remembered(std::string_view pattern) {
  thread_local std::unordered_map<std::string, Pattern, Hash, std::equal_to<>> memory;
  const auto found = memory.find(pattern);
  if (found != memory.end()) return found->second;
  if (memory.size() >= kRemembered) memory.clear();
  return memory.try_emplace(std::string(pattern), pattern).first->second;
}

}  // namespace structural::ops
