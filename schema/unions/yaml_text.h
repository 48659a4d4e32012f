// JSON that a reader of YAML takes.
#pragma once

#include <string_view>

namespace structural::unions {

// Whether yaml.v2, which reads a schema's text in Kubernetes' code, can read this JSON: it knows no
// escaped slash and no surrogates, and wants printable characters in UTF-8.
//
// Upstream: gopkg.in/yaml.v2 yaml_parser_update_buffer, yaml_parser_scan_flow_scalar (v2.2.8).
bool IsReadableAsYaml(std::string_view json);

}  // namespace structural::unions
