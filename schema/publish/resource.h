// Resource: the published parts of one version of a CustomResourceDefinition.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/structural.h"

namespace structural::publish {

// Whether a published schema has an `example` of {}, [] or "", and an empty `reason` of a rule.
//
// Upstream: kube-openapi pkg/validation/spec/schema.go Schema.MarshalJSON (v0.37.2).
enum class EmptyMembers : char { kOmitted, kKept };

// Returns what a server of Kubernetes 1.`minor` does. Since 1.38, it writes schemas with Go's encoding/json/v2.
constexpr EmptyMembers EmptyMembersOf(int minor) { return minor >= 38 ? EmptyMembers::kKept : EmptyMembers::kOmitted; }

// Plain data; views into the text of the CRD and into the arena.
struct Resource {
  std::string_view group;
  std::string_view version;
  std::string_view kind;
  std::string_view list_kind;
  std::string_view plural;
  bool namespaced = false;
  bool preserve_unknown_fields = false;
  crd::Subresources subresources;
  crd::List<crd::SelectableField> selectable_fields;
  // The result of objects::Unfold for the schema of the version; nullptr if the version has no schema or one that is
  // not structural. For nullptr, a server publishes an object with any fields.
  const crd::Structural* schema = nullptr;
  EmptyMembers empty_members = EmptyMembers::kOmitted;
};

// Returns the resource of the first version with that name. Precondition: the CRD has it.
//
// Upstream: pkg/controller/openapi/builder generateBuilder, newBuilder (v0.37.2).
Resource ResourceOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena);

// Returns an error if the names would make a server's OpenAPI builder panic; no server accepts such a CRD.
//
// Upstream: the panics of k8s.io/apiserver GetArticleForNoun and kube-openapi spec.MustCreateRef.
base::Status CheckNames(const Resource& resource);

// Returns the name of a kind's definition: "com.example.v1.Machine".
//
// Upstream: pkg/controller/openapi/builder gvkToModelName (v0.37.2).
std::string DefinitionName(const Resource& resource, std::string_view kind);

}  // namespace structural::publish
