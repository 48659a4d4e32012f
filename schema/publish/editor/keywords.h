// Keywords of JSON Schema for single values: types, formats, patterns, limits.
#pragma once

#include <set>
#include <string_view>

#include "schema/crd/model/structural.h"
#include "schema/json/write.h"

namespace structural::publish {

// Texts of JsonSchema::inexpressible.
inline constexpr std::string_view kInexpressibleFields = "fields of a schema that is not structural";
inline constexpr std::string_view kInexpressibleRules = "rules in x-kubernetes-validations";
inline constexpr std::string_view kInexpressiblePattern = "patterns that ECMA-262 cannot express";
inline constexpr std::string_view kInexpressibleFormat = "formats that JSON Schema lacks";
inline constexpr std::string_view kInexpressibleListKeys = "keys of lists of type map";
inline constexpr std::string_view kInexpressibleDefaulted = "defaults that decide in allOf, anyOf, oneOf or not";

// Writes the keywords that ValueValidation and NestedValueValidation share, as JSON Schema. Not thread-safe.
class KeywordWriter {
 public:
  KeywordWriter(json::Writer& to, std::set<std::string_view>& inexpressible) : to_(to), inexpressible_(inexpressible) {}

  // Writes "type", with the additional types of nullable and x-kubernetes-int-or-string.
  void Type(const crd::Structural& schema);
  // Writes enum to multipleOf, without required, properties, items, allOf, anyOf, oneOf and not.
  void Values(const crd::ValueValidation& values, std::string_view type);

 private:
  void Numbers(const crd::ValueValidation& values, std::string_view type);
  void Pattern(std::string_view pattern);
  void Format(std::string_view format, std::string_view type);
  void Enumeration(const crd::ValueValidation& values);

  json::Writer& to_;
  std::set<std::string_view>& inexpressible_;
};

}  // namespace structural::publish
