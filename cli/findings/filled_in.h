// Metadata that a template fills in: labels: {app: "{{ .Release.Name }}"}.
#pragma once

#include <string_view>

#include "document/tree.h"

namespace structural::findings {

// Whether the path of a CRD leads to metadata with a template action in a key or value: nothing is
// known of what it is rendered to. Pure.
bool IsFilledIn(const document::Tree& crd, std::string_view path);

}  // namespace structural::findings
