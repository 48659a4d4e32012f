// CRDs for tests, around the schema of their spec.
#pragma once

#include <string>

namespace structural::test {

// `spec` is a schema in JSON; `more` are members of the version besides its schema: `,"subresources":{}`.
inline std::string CrdOf(const std::string& spec, const std::string& more = "") {
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
         R"("metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
         R"("names":{"plural":"foos","singular":"foo","kind":"Foo","listKind":"FooList"},)"
         R"("versions":[{"name":"v1","served":true,"storage":true,)"
         R"("schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":)" +
         spec + "}}}" + more + "}]}}";
}

}  // namespace structural::test
