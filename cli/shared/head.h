// Head: what kind of object a JSON text is, and the parts in which other objects may be.
#pragma once

#include <string>
#include <string_view>

namespace structural::lint {

// Texts without quotes, as they stand; parts as JSON. Empty: absent.
struct Head {
  std::string_view api_version;
  std::string_view kind;
  std::string_view schema;      // of a file-based catalog's entry: "olm.bundle"
  std::string_view items;       // of a list
  std::string_view data;        // of a ConfigMap
  std::string_view properties;  // of a catalog's entry

  bool IsCrd() const;
  bool IsList() const;
};

// Reads an object up to where it is known to be a CRD. The views are into `json`.
Head ReadHead(std::string_view json);

// The name of a CRD; empty where the text is none, or has none.
std::string NameOfCrd(std::string_view json);

// Whether a text of any kind has `kind: CustomResourceDefinition` in it, quoted or not. One that
// only speaks of them need not be YAML; nor need a script, which may hold some.
bool SaysItHasCrds(std::string_view text);

}  // namespace structural::lint
