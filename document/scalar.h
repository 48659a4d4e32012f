// Scalar: what a YAML scalar means, by the rules of YAML 1.1 as Go has them: yes, 0x1F, 1_000, ~.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "document/integer.h"
#include "schema/base/result.h"

namespace structural::document {

struct ScalarText {
  std::string_view text;
  std::string_view tag;  // "tag:yaml.org,2002:int"; empty: none
  bool plain;            // without quotes, or with the tag `!`
};

// std::monostate is null. A string that the scalar's text holds as it is, is a view into it.
using Scalar = std::variant<std::monostate, bool, Integer, double, std::string_view, std::string>;

// Errors: kInvalidInput where a tag does not fit the text (`!!int x`).
//
// Upstream: go.yaml.in/yaml/v2 resolve.go resolve, decode.go scalar (v2.4.4).
base::Result<Scalar> Resolve(const ScalarText& scalar);

// Appends it as JSON.
// Errors: kInvalidInput for .nan and .inf.
base::Status AppendJson(const Scalar& scalar, std::string& to);

// Appends it as a key of a JSON object, which is a string: 0x10 becomes "16", yes "true".
// Errors: kInvalidInput for null, and for integers beyond int64.
//
// Upstream: sigs.k8s.io/yaml convertToJSONableObject (v1.6.0).
base::Status AppendJsonKey(const Scalar& scalar, std::string& to);

}  // namespace structural::document
