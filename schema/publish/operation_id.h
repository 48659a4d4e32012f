// Names of operations and tags in an OpenAPI document.
#pragma once

#include <string>
#include <string_view>

namespace structural::publish {

// The words of a text joined in camel case: what is no letter, digit or underscore separates them.
//
// Upstream: k8s.io/apiserver pkg/endpoints/openapi ToValidOperationID (v0.37.2).
std::string ToValidOperationId(std::string_view text, bool capitalize_first);

// What the operations on one path have in common.
//
// Upstream: k8s.io/apiserver pkg/endpoints/openapi GetOperationIDAndTags (v0.37.2).
class OperationNames {
 public:
  explicit OperationNames(std::string_view path);

  const std::string& tag() const { return tag_; }  // "exampleCom_v1"
  // "listExampleComV1NamespacedMachine" of list, NamespacedMachine.
  std::string Id(std::string_view verb, std::string_view object) const;

 private:
  std::string tag_;
  std::string infix_;
};

}  // namespace structural::publish
