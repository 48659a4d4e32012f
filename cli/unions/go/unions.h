// The unions that Go types declare by the tags of the KEP "Union types".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/unions/go/package.h"

namespace structural::go_source {

// KEP 1027 "Union types", Go tags.
struct GoUnion {
  std::optional<std::string> discriminator;
  std::map<std::string, std::string> fields;  // by their key in JSON: the name in Go
};

// A struct, and where it is.
struct StructAt {
  const Struct& fields;
  const Markers& markers;
  std::string name;  // as "Machine", or "Machine.Spec" where it has none of its own
  const std::string& file;
  document::Position at;
};

// Those of a struct, and of the structs that it embeds: +union makes all its fields members,
// +unionDeprecated one of them, and +unionDiscriminator names what tells them apart. Tells what the
// KEP forbids.
//
// Upstream: k8s.io/kube-openapi pkg/generators/union.go parseUnions.
std::vector<GoUnion> UnionsOf(const StructAt& of, const Package& package, Diagnostics& diagnostics);

}  // namespace structural::go_source
