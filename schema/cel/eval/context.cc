#include "schema/cel/eval/context.h"

#include <algorithm>

#include "schema/base/stack.h"

namespace structural::cel::eval {

Value Context::Fail(std::initializer_list<std::string_view> parts) const {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  char* const text = static_cast<char*>(arena_.Allocate(size, 1));
  char* at = text;
  for (const std::string_view part : parts) at = std::copy(part.begin(), part.end(), at);
  return Value::Error({text, size});
}

bool Context::CountNestedStep(std::int64_t count) {
  return base::StackBytesLeft() > base::kStackReserveBytes ? CountSteps(count) : EndRunOverBudget();
}

bool Context::EndRunOverBudget() {
  Stop(kCostLimitExceeded);
  steps_left_ = -1;
  return false;
}

}  // namespace structural::cel::eval
