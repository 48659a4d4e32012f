// Origin: the place of a text that is embedded in another one, such as a ConfigMap.
#pragma once

#include <string_view>

#include "document/document.h"
#include "document/lines.h"

namespace structural::findings {

// A plain value.
class Origin {
 public:
  // The origin of the file's own text: each position in the text is the position in the file.
  Origin() = default;

  // Returns the origin of a string value that begins at `at` in the file. In a literal block (`|`) every line of
  // `text` is a line of the file. A string of one line may be written unchanged, with or without
  // quotes. In any other string all places are the start of the string.
  static Origin OfString(document::Position at, std::string_view text, document::Lines& file);

  document::Position InFile(document::Position at) const;

 private:
  enum class Kind { kFile, kBlock, kOneLine, kOnePlace };

  Kind kind_ = Kind::kFile;
  document::Position at_;
  std::uint32_t indent_ = 0;
};

}  // namespace structural::findings
