// Head: what kind of object a JSON text is, and the parts in which other objects may be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// Of the apiVersion of test suites in structural's own form.
inline constexpr std::string_view kSuiteGroup = "structural.lint/";

// Texts without quotes, as they stand; parts as JSON. Empty: absent.
struct Head {
  std::string_view api_version;
  std::string_view kind;
  std::string_view schema;      // of a file-based catalog's entry: "olm.bundle"
  std::string_view items;       // of a list
  std::string_view data;        // of a ConfigMap
  std::string_view properties;  // of a catalog's entry

  bool IsCrd() const;
  bool IsSuite() const { return api_version.starts_with(kSuiteGroup) && kind == "TestSuite"; }
  bool IsList() const;
};

// Reads an object up to where it is known to be a CRD. The views are into `json`.
Head ReadHead(std::string_view json);

// The name of a CRD; empty where the text is none, or has none.
std::string NameOfCrd(std::string_view json);

// Whether a text of any kind has `kind: CustomResourceDefinition` in it, quoted or not. One that
// only speaks of them need not be YAML; nor need a script, which may hold some.
bool SaysItHasCrds(std::string_view text);

// ItemsOf: the objects in a JSON text, as kubectl get -o yaml prints several.
// The items of a List, and of Lists among these; the text itself where it is none. Views into it.
std::vector<std::string_view> ItemsOf(std::string_view json);

// IsPatch: what says CustomResourceDefinition and is none, but changes one: as kustomize has
// patches.
// Whether the CRD has neither a group nor a version. A patch for a webhook's conversion and one for
// the authority of its certificate stand beside the CRDs in most repositories of operators.
bool IsPatch(const document::Tree& tree, document::Tree::Node crd);

}  // namespace structural::cli
