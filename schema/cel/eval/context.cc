#include "schema/cel/eval/context.h"

#include <cstring>

namespace structural::cel::eval {

Value Context::Fail(std::initializer_list<std::string_view> parts) const {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  char* const text = static_cast<char*>(arena_.Allocate(size, 1));
  char* at = text;
  for (const std::string_view part : parts) {
    std::memcpy(at, part.data(), part.size());
    at += part.size();
  }
  return Value::Error({text, size});
}

}  // namespace structural::cel::eval
