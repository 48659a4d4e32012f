// JsonPatch: a list of operations on a document (RFC 6902), written out as JSON.
#pragma once

#include <string>
#include <string_view>

namespace structural::controller {

// Pointers are written as given (RFC 6901); values are JSON texts.
class JsonPatch {
 public:
  void TestString(std::string_view pointer, std::string_view value);
  void Add(std::string_view pointer, std::string_view json);
  void Replace(std::string_view pointer, std::string_view json);
  void Remove(std::string_view pointer);

  std::string Text() const { return "[" + operations_ + "]"; }

 private:
  void Append(std::string_view op, std::string_view pointer, std::string_view json);

  std::string operations_;
};

}  // namespace structural::controller
