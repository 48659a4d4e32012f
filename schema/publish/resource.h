// Resource: the published parts of one version of a CustomResourceDefinition.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/structural.h"

namespace structural::publish {

// Whether a published schema keeps an `example` that is {}, [] or "", and the empty `reason` of a validation rule.
//
// Upstream: kube-openapi pkg/validation/spec/schema.go Schema.MarshalJSON (v0.37.2).
enum class EmptyMembers : char { kOmitted, kKept };

// Returns whether Kubernetes 1.`minor` publishes empty members. It does since 1.38, which writes schemas with Go's
// encoding/json/v2.
constexpr EmptyMembers EmptyMembersOf(int minor) { return minor >= 38 ? EmptyMembers::kKept : EmptyMembers::kOmitted; }

// Plain data. Views into the text of the CRD and into the arena, which must outlive the Resource.
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

// Returns the resource of the first version with the name `version`. Precondition: the CRD has such a version.
//
// Upstream: pkg/controller/openapi/builder generateBuilder, newBuilder (v0.37.2).
Resource ResourceOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena);

// Returns an error if a server's OpenAPI builder would panic because of the resource's names. Servers do not accept a
// CRD with such names.
//
// Upstream: the panics of k8s.io/apiserver GetArticleForNoun and kube-openapi spec.MustCreateRef.
base::Status CheckNames(const Resource& resource);

// Returns the name of the definition of `kind`, which is the resource's kind or list kind: "com.example.v1.Machine".
//
// Upstream: pkg/controller/openapi/builder gvkToModelName (v0.37.2).
std::string DefinitionName(const Resource& resource, std::string_view kind);

}  // namespace structural::publish
