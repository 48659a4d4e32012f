#include "document/document.h"

#include <algorithm>

namespace structural::document {

Position Document::At(std::size_t offset) const {
  const auto after = std::upper_bound(marks.begin(), marks.end(), offset,
                                      [](std::size_t value, const Mark& mark) { return value < mark.offset; });
  return after == marks.begin() ? begin : std::prev(after)->at;
}

const ImplicitlyTypedScalar* Document::ImplicitScalarAt(Position at) const {
  const auto found = std::ranges::lower_bound(implicit_scalars, at, {}, &ImplicitlyTypedScalar::at);
  return found == implicit_scalars.end() || found->at != at ? nullptr : &*found;
}

std::string PlaceText(std::string_view file, Position at) {
  return std::string(file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

Problem DocumentTooLarge(Position begin) {
  return {begin, "the document is larger than " + std::to_string(kMaxDocumentBytes >> 20) + " MiB; split it"};
}

Problem TooManyMarks(Position at) {
  return {at, "the document has more than " + std::to_string(kMaxMarks) + " keys and values; split it"};
}

Problem TooMuchRepeated(Position at) {
  return {at, "aliases and merges repeat more than " + std::to_string(kMaxRepeatedBytes >> 20) +
                  " MiB of the document; write them out, or split the document"};
}

}  // namespace structural::document
