// Locate: finds the node of a field path in a CRD's JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/tree.h"
#include "schema/base/result.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::cli {

struct LocatedNode {
  document::Tree::Node node;  // the last existing node on the path
  bool found;                 // true: `node` is at the end of the path; false: a part of the path does not exist
};

// Finds the node of a path as Kubernetes prints it: spec.versions[0].schema.openAPIV3Schema.properties[a].type. Keys in
// such a path are not escaped, not even brackets. If the path is ambiguous, uses the interpretation that finds the
// longest part of it.
LocatedNode Locate(const document::Tree& tree, document::Tree::Node root, std::string_view path);

// Finds the node of a path of separate steps, which is never ambiguous.
LocatedNode Locate(const document::Tree& tree, document::Tree::Node root, const kubernetes::PathSteps& path);

// DecodeError: the error of a JSON decoder, and the offset of the byte at which it was found.
struct DecodeError {
  std::size_t offset = 0;  // offset of the value in the JSON
  std::string message;     // message without the place
};

// Returns the message of a decoder's error, and the offset of the value with the error. For a number or a word, the
// decoder reports the offset after the value, which this function corrects. The offset is 0 if the error has none.
DecodeError InJson(std::string_view json, const base::Error& error);

// ImplicitScalarNote returns "; without quotes on is read as true" for the key or value at this place. Empty if YAML
// reads the scalar as a string, as written.
std::string ImplicitScalarNote(const document::Document& document, document::Position at);

// Returns the paths of the repeated keys in one object of the document, in the order of the document. `tree` is the
// tree of the object; `begin` is the offset of the object in the document's JSON. If a repeated key replaces a value,
// repeated keys inside the replaced value are skipped.
std::vector<std::string> RepeatedKeys(const document::Document& document, const document::Tree& tree,
                                      std::size_t begin);

}  // namespace structural::cli
