// DocumentHead: the kind of an object in JSON, and the members that can contain other objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// Prefix of the apiVersion of test suites in structural's own format.
inline constexpr std::string_view kSuiteGroup = "structural.lint/";

// `api_version`, `kind` and `schema` are strings without quotes, with their escapes not resolved. The other members are
// JSON. Absent members are empty.
struct DocumentHead {
  std::string_view api_version;
  std::string_view kind;
  std::string_view schema;      // type of an entry in a file-based catalog: "olm.bundle"
  std::string_view items;       // items of a list
  std::string_view data;        // data of a ConfigMap
  std::string_view properties;  // properties of an entry in a file-based catalog

  // Returns whether the kind is CustomResourceDefinition. The apiVersion may still be missing or wrong; a server
  // refuses such a CRD.
  bool IsCrd() const;
  // Returns whether an object has the API group of CRDs, but another kind or no kind. This is also true for a suite of
  // OpenShift, which has no kind; callers must exclude suites with IsPatch.
  bool IsCrdWithWrongKind() const;
  bool IsOfApiExtensions() const { return api_version.starts_with("apiextensions.k8s.io/"); }
  bool IsSuite() const { return api_version.starts_with(kSuiteGroup) && kind == "TestSuite"; }
  bool IsList() const;
};

// Reads the head of an object. Stops as soon as apiVersion and kind are those of a CRD; the other members may then be
// empty, even if the object has them. The members are views of `json`.
DocumentHead ReadHead(std::string_view json);

// Returns the first item of a CustomResourceDefinitionList that has neither apiVersion nor kind, as in the output of
// kubectl get --raw. Empty for other texts. ItemsOf returns this item alone; without the list, it cannot be recognized
// as a CRD.
std::string_view BareCrdOf(std::string_view json);
inline constexpr std::string_view kBareCrd =
    "the item of a CustomResourceDefinitionList has neither apiVersion nor kind; write the list by kubectl get -o yaml";

// Returns the name of a CRD; empty if the text is not a CRD, or has no name.
std::string NameOfCrd(std::string_view json);

// Returns whether a text has `kind: CustomResourceDefinition`, quoted or not. The text need not be
// readable as YAML. Returns false for a script, which begins with #!, and for a text that only
// mentions CRDs without the key `kind`.
bool MayContainCrds(std::string_view text);

// ItemsOf: the objects in a JSON text, as in the output of kubectl get -o yaml.
// Returns the items of a List, and of Lists in it; the text itself if it is not a List. Views of
// the text.
std::vector<std::string_view> ItemsOf(std::string_view json);

// IsPatch: detects patches of CRDs, for example for kustomize, which have the kind
// CustomResourceDefinition, too. Returns whether the CRD has none of the fields group, names,
// version, versions and validation in its spec. Most repositories of operators have patches that
// add a conversion webhook to a CRD, or the annotation for the CA of its certificate.
bool IsPatch(const document::Tree& tree, document::Tree::Node crd);

}  // namespace structural::cli
