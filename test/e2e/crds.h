// CustomResourceDefinitions for tests, as v1beta1, the version that takes non-structural ones.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace structural::e2e {

using nlohmann::json;

// Of group e2e.example.com, its plural is the kind in lower case; `more` goes into the spec.
json Crd(const std::string& kind, const json& schema, const json& more = json::object());

json Structural(const std::string& kind);
json NonStructural(const std::string& kind);

// The same CRD in another group, labelled with it: "group=GROUP".
json InGroup(json crd, const std::string& group);

std::string NameOf(const json& crd);

}  // namespace structural::e2e
