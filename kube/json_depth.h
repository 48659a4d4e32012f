// JsonDepth: how many objects and arrays are open at a place of a JSON text, as its bytes come in.
//
// For cutting a text into its parts before somebody reads them: nothing is checked but quotes and
// brackets, and "[" may be closed by "}".
#pragma once

#include <cstddef>
#include <string_view>

namespace structural::kube {

// Not thread-safe.
class JsonDepth {
 public:
  void Take(char c) {
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
      return;
    }
    in_string_ = c == '"';
    depth_ += c == '{' || c == '[';
    depth_ -= c == '}' || c == ']';
  }

  // Takes bytes, the first one in any case, until no more than `floor` are open; how many it took.
  std::size_t TakeUntil(std::string_view bytes, int floor);

  int depth() const { return depth_; }
  bool in_string() const { return in_string_; }

 private:
  bool TakeBlock(const char* block, int floor);

  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // the last byte was a backslash that is not escaped itself
};

}  // namespace structural::kube
