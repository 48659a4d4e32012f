// Makes CRDs for tests from the schema of their spec.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace structural::test {

// Returns a CRD. `spec` is the schema of .spec as JSON. `more` are further members of the version, such as
// `,"subresources":{}`.
inline std::string CrdOf(const std::string& spec, const std::string& more = "") {
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
         R"("metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
         R"("names":{"plural":"foos","singular":"foo","kind":"Foo","listKind":"FooList"},)"
         R"("versions":[{"name":"v1","served":true,"storage":true,)"
         R"("schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":)" +
         spec + "}}}" + more + "}]}}";
}

// Returns a CRD. `schemas` is {VERSION: SCHEMA of the complete object}; the first version is the storage version. Each
// version has the given subresources.
inline std::string CrdOfVersions(const nlohmann::json& schemas, const nlohmann::json& subresources) {
  nlohmann::json versions = nlohmann::json::array();
  for (const auto& [name, schema] : schemas.items()) {
    versions.push_back(
        {{"name", name}, {"served", true}, {"storage", versions.empty()}, {"schema", {{"openAPIV3Schema", schema}}}});
    versions.back()["subresources"] = subresources;
  }
  nlohmann::json crd = nlohmann::json::parse(CrdOf("{}"));
  crd["spec"]["versions"] = versions;
  return crd.dump();
}

}  // namespace structural::test
