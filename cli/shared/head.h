// DocumentHead: the apiVersion and kind of an object in JSON, and those of its members that can contain other objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// Prefix of the apiVersion of test suites in structural's own format.
inline constexpr std::string_view kSuiteGroup = "structural.lint/";

// `api_version`, `kind` and `schema` are the texts between the quotes, with escapes; the other members are JSON.
// Members that the object does not have are empty.
struct DocumentHead {
  std::string_view api_version;
  std::string_view kind;
  std::string_view schema;      // type of an entry in OLM's file-based catalog: "olm.bundle"
  std::string_view items;       // items of a list
  std::string_view data;        // data of a ConfigMap
  std::string_view properties;  // properties of an entry in OLM's file-based catalog

  // Returns whether the kind is CustomResourceDefinition. The apiVersion can be missing or wrong; then a server refuses
  // the CRD.
  bool IsCrd() const;
  // Returns whether an object has the API group of CRDs, but another kind or no kind. Test suites of OpenShift have no
  // kind either; callers must exclude them with IsPatch.
  bool IsCrdWithWrongKind() const;
  bool IsOfApiExtensions() const { return api_version.starts_with("apiextensions.k8s.io/"); }
  bool IsSuite() const { return api_version.starts_with(kSuiteGroup) && kind == "TestSuite"; }
  bool IsList() const;
};

// Reads the head of an object. Stops as soon as apiVersion and kind are those of a CRD; the other members may then be
// empty, even if the object has them. The members are views of `json`.
DocumentHead ReadHead(std::string_view json);

// Returns the first item of a CustomResourceDefinitionList if it has neither apiVersion nor kind, as in the output of
// kubectl get --raw; otherwise an empty text. ItemsOf returns such items without the list, so they are not recognized
// as CRDs.
std::string_view BareCrdOf(std::string_view json);
// Message about an item that BareCrdOf returns.
inline constexpr std::string_view kBareCrd =
    "the item of a CustomResourceDefinitionList has neither apiVersion nor kind; write the list by kubectl get -o yaml";

// Returns the name of a CRD; empty if the text is not a CRD, or has no name.
std::string NameOfCrd(std::string_view json);

// Returns whether a text has `kind: CustomResourceDefinition`, with or without quotes. Also works for texts that are
// not valid YAML. Returns false for a script, which begins with #!.
bool MayContainCrds(std::string_view text);

// ItemsOf: finds the objects in a JSON text, which can be a List, as in the output of kubectl get -o yaml. Returns the
// items of a List, and of Lists in it. If the text is not a List, returns the text itself. The results are views of the
// text.
std::vector<std::string_view> ItemsOf(std::string_view json);

// IsPatch: detects patches of CRDs, for example for kustomize, which also have the kind CustomResourceDefinition.
// Returns whether the spec of the object has none of the fields group, names, version, versions and validation. Many
// repositories of operators have patches that add a conversion webhook or an annotation to a CRD.
bool IsPatch(const document::Tree& tree, document::Tree::Node crd);

}  // namespace structural::cli
