// The rules about fields that the API does not have, one file each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/crd/meta.h"
#include "schema/kubernetes/type.h"

namespace structural::lint_rules {

struct UnknownField {
  std::string_view key;
  std::string_view path;         // of it
  const kubernetes::Type& type;  // of the struct that it stands in
  bool below_junctor;
  crd::ApiVersion version;
};

// What there is to say of it; nullopt where the rule has nothing to say.
std::optional<std::string> JudgeJunctorReadOnly(const UnknownField& field);
std::optional<std::string> JudgeIgnoredKeyword(const UnknownField& field);
std::optional<std::string> JudgeV1beta1Field(const UnknownField& field);
std::optional<std::string> JudgeUnknownField(const UnknownField& field);  // always something

// The field of the struct that may be meant; empty: none is near.
std::string_view MeantBy(const UnknownField& field);

}  // namespace structural::lint_rules
