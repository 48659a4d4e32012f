// The rules about unknown fields of the API, one file each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/crd/meta.h"
#include "schema/kubernetes/type.h"

namespace structural::rules {

struct UnknownField {
  std::string_view key;
  std::string_view path;         // path of the field
  const kubernetes::Type& type;  // type of the struct that has the field
  bool below_junctor;
  crd::ApiVersion version;
};

// Return the message about the field, or nullopt if the rule does not apply.
std::optional<std::string> CheckJunctorReadOnly(const UnknownField& field);
std::optional<std::string> CheckIgnoredKeyword(const UnknownField& field);
std::optional<std::string> CheckV1beta1Field(const UnknownField& field);
std::optional<std::string> CheckUnknownField(const UnknownField& field);  // never nullopt

// Returns the struct's field with a similar name; empty if none is similar.
std::string_view MeantBy(const UnknownField& field);

}  // namespace structural::rules
