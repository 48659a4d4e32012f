// Resource: what there is to publish of one version of a CustomResourceDefinition.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/model/structural.h"

namespace structural::publish {

// Plain data; views into what the CRD was decoded from, and the arena.
struct Resource {
  std::string_view group;
  std::string_view version;
  std::string_view kind;
  std::string_view list_kind;
  std::string_view plural;
  bool namespaced = false;
  bool preserve_unknown_fields = false;
  crd::Subresources subresources;
  model::List<crd::SelectableField> selectable_fields;
  // Unfolded. nullptr: the server publishes an object with any fields, for there is no schema, or
  // it is not structural.
  const model::Structural* schema = nullptr;
};

// Of the first version of that name. Precondition: the CRD has it.
//
// Upstream: pkg/controller/openapi/builder generateBuilder, newBuilder (v0.37.2).
Resource ResourceOf(const crd::CustomResourceDefinition& crd, std::string_view version,
                    base::Arena& arena);

// An error where the names are such that a server could not publish it, and did not accept the CRD.
//
// Upstream: what ends k8s.io/apiserver GetArticleForNoun and kube-openapi spec.MustCreateRef.
base::Status CheckNames(const Resource& resource);

// "com.example.v1.Machine": the name of a kind's definition.
//
// Upstream: pkg/controller/openapi/builder gvkToModelName (v0.37.2).
std::string DefinitionName(const Resource& resource, std::string_view kind);

}  // namespace structural::publish
