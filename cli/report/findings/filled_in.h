// Metadata that a template sets: labels: {app: "{{ .Release.Name }}"}.
#pragma once

#include <string_view>

#include "document/tree.h"

namespace structural::findings {

// Returns whether the path of a CRD leads to metadata with a template action in a key or value,
// whose rendered form is unknown. Pure.
bool IsFilledIn(const document::Tree& crd, std::string_view path);

}  // namespace structural::findings
