// Origin: where a text stands that was found in another one, as in a ConfigMap.
#pragma once

#include <string_view>

#include "document/document.h"
#include "document/lines.h"

namespace structural::findings {

// A plain value.
class Origin {
 public:
  // The file itself.
  Origin() = default;

  // A string value that begins at `at` of the file. In a literal block (`|`) every line of `text`
  // is a line of the file, and a string of one line may stand there as it is, with or without
  // quotes; in any other string its places are not to be told apart.
  static Origin OfString(document::Position at, std::string_view text, document::Lines& file);

  document::Position InFile(document::Position at) const;

 private:
  enum class Kind { kFile, kBlock, kOneLine, kOnePlace };

  Kind kind_ = Kind::kFile;
  document::Position at_;
  std::uint32_t indent_ = 0;
};

}  // namespace structural::findings
