// IsReadableAsYaml: whether JSON text can be read by Kubernetes' reader of YAML.
#pragma once

#include <string_view>

namespace structural::unions {

// Whether yaml.v2, with which Kubernetes' code reads the text of a schema, can read this JSON. yaml.v2 refuses escaped
// slashes, escaped surrogates, characters that are not printable, and invalid UTF-8.
//
// Upstream: gopkg.in/yaml.v2 yaml_parser_update_buffer, yaml_parser_scan_flow_scalar (v2.2.8).
bool IsReadableAsYaml(std::string_view json);

}  // namespace structural::unions
