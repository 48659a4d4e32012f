// MarkOffset: where libyaml's marks stand in bytes; it counts code points.
#pragma once

#include <cstddef>
#include <string_view>

#include <yaml.h>

namespace structural::document {

// Whether a byte of UTF-8 belongs to the code point before.
inline bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Walks from the last mark that was asked for: those that are asked for ascend. Plain data.
class MarkOffset {
 public:
  // Precondition: up to the last mark the text is the same.
  std::size_t Of(const yaml_mark_t& mark, std::string_view text) {
    for (; index_ < mark.index && offset_ < text.size(); ++index_) {
      do ++offset_;
      while (offset_ < text.size() && IsContinuation(text[offset_]));
    }
    return offset_;
  }

 private:
  std::size_t index_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace structural::document
