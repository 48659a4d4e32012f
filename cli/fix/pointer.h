// JSON Pointers, in other forms.
#pragma once

#include <string>
#include <string_view>

namespace structural::cli {

// A part of a pointer, between its slashes, as a key.
std::string Unescaped(std::string_view token);

// The place as Kubernetes prints it: /spec/versions/0 is spec.versions[0], and what is below
// properties is in brackets, too.
std::string FieldPathOf(std::string_view pointer);

}  // namespace structural::cli
