// Writing values that are new, in a document's style.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "document/edit/moved_text.h"
#include "document/edit/style.h"
#include "document/edit/value.h"

namespace structural::document {

// Whose value it is.
enum class Owner : char { kDocument, kMember, kElement };

// What a scalar in place of another one keeps of it.
struct OldScalar {
  std::optional<Quotes> quotes;
  bool literal = false;
};

class ValueWriter {
 public:
  // What is moved or copied comes from the source.
  ValueWriter(const Style& style, const Source& source) : style_(style), source_(source) {}

  // `column`: of the owner's key or dash.
  Written Block(const Value& value, Owner owner, std::size_t column,
                const OldScalar& old = {}) const;
  // A whole member or element in lines, the first one without its indentation, the last one without
  // its end.
  std::string Member(std::string_view key, Quotes quotes, const Value& value,
                     std::size_t column) const;
  std::string Element(const Value& value, std::size_t column) const;
  // What stands behind the colon or dash, spaces and line ends included.
  std::string Behind(const Written& value) const;

  // Within brackets: in lines that are as deep as `line`, or nullopt: in one line.
  std::string Flow(const Value& value, const std::optional<std::string>& line,
                   const OldScalar& old = {}) const;
  // With the colon of the document's style.
  std::string FlowKey(std::string_view key, Quotes quotes) const;

 private:
  Written Collection(const Value& value, Owner owner, std::size_t column) const;
  std::string Scalar(const Value& value, const OldScalar& old, bool flow) const;

  const Style& style_;
  const Source& source_;
};

}  // namespace structural::document
