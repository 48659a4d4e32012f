#include "schema/generate/proto/numbers.h"

#include <algorithm>
#include <set>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/parse.h"

namespace structural::generate::proto {
namespace {

using json::Value;

// Protobuf's own limits.
constexpr std::int64_t kMost = 536'870'911, kFirstReserved = 19'000, kLastReserved = 19'999;

bool IsNumber(const Value& value) {
  if (value.kind() != Value::Kind::kInt) return false;
  const std::int64_t number = value.integer();
  return number >= 1 && number <= kMost && (number < kFirstReserved || number > kLastReserved);
}

std::int64_t Next(std::int64_t number) {
  return number + 1 == kFirstReserved ? kLastReserved + 1 : number + 1;
}

base::Error Malformed(const std::string& what) { return {base::ErrorCode::kInvalidInput, what}; }

}  // namespace

base::Result<Numbers> Numbers::Read(std::string_view json) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(json);
  if (!value.ok()) return value.error();
  if (!value->is_object()) return Malformed("not an object with a member for each message");
  Numbers numbers;
  for (const auto& [message, fields] : value->members()) {
    if (!fields.is_object())
      return Malformed(std::string(message) + ": not an object with numbers");
    std::set<std::int64_t> taken;
    for (const auto& [property, number] : fields.members()) {
      if (!IsNumber(number) || !taken.insert(number.integer()).second)
        return Malformed(std::string(message) + ": " + std::string(property) +
                         ": not a valid number for a Protobuf field, or a duplicate");
      numbers.by_message_[std::string(message)][std::string(property)] = number.integer();
    }
  }
  return numbers;
}

const NumberOf& Numbers::Give(const std::string& message,
                              const std::vector<std::string_view>& properties) {
  NumberOf& numbers = by_message_[message];
  std::int64_t highest = 0;
  for (const auto& [property, number] : numbers) highest = std::max(highest, number);
  for (const std::string_view property : properties)
    if (numbers.find(property) == numbers.end()) numbers.emplace(property, highest = Next(highest));
  return numbers;
}

std::string Numbers::Text() const {
  std::string text = "{";
  for (const auto& [message, numbers] : by_message_) {
    text += text.size() == 1 ? "\n  " : ",\n  ";
    base::AppendJsonString(message, text);
    text += ": {";
    for (auto at = numbers.begin(); at != numbers.end(); ++at) {
      if (at != numbers.begin()) text += ", ";
      base::AppendJsonString(at->first, text);
      text += ": " + std::to_string(at->second);
    }
    text += "}";
  }
  return text + "\n}\n";
}

}  // namespace structural::generate::proto
