// JSON text that a YAML reader accepts.
#pragma once

#include <string_view>

namespace structural::unions {

// Whether yaml.v2, with which Kubernetes' code reads a schema's text, can read this JSON. It does not know escaped
// slashes and surrogates, and requires printable characters in UTF-8.
//
// Upstream: gopkg.in/yaml.v2 yaml_parser_update_buffer, yaml_parser_scan_flow_scalar (v2.2.8).
bool IsReadableAsYaml(std::string_view json);

}  // namespace structural::unions
