// Markers: comments that tell controller-gen what the types of Go cannot.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers parse.go, pkg/crd/markers (v0.23.0).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/model/json_schema_props.h"

namespace structural::generate::go {

// "kubebuilder:validation:MinLength=1", without the plus.
using Marker = std::string;
using Markers = std::vector<Marker>;

inline constexpr std::string_view kValidation = "kubebuilder:validation:";

// A text as the argument of a marker: in back quotes where that is possible and saves escapes.
std::string Argument(std::string_view text);
// The same, bare where it is a plain word.
std::string WordArgument(std::string_view text);

// The value of a default, and how it is written: as Kubernetes' +default for objects and lists,
// which reads JSON, as kubebuilder's else.
Marker DefaultMarker(model::JsonText value);

// nullopt where no marker can say it: values that are no scalars, and null.
std::optional<Marker> EnumMarker(std::span<const model::JsonText> values);
std::optional<Marker> ExampleMarker(model::JsonText value);

Marker RuleMarker(const model::ValidationRule& rule);

}  // namespace structural::generate::go
