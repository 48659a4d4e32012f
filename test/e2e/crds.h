// CustomResourceDefinitions for tests, in v1beta1, the version that accepts non-structural ones.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace structural::e2e {

using nlohmann::json;

// Returns a CRD of the group e2e.example.com. Its plural is `kind` in lower case. The members of `more` are added to
// its spec.
json Crd(const std::string& kind, const json& schema, const json& more = json::object());

json Structural(const std::string& kind);
json NonStructural(const std::string& kind);

// Returns the same CRD in another group, with the label "group=GROUP".
json InGroup(json crd, const std::string& group);

std::string NameOf(const json& crd);

}  // namespace structural::e2e
