// Locate: finds the node of a field path in the tree of a JSON text.
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
// such a path are not escaped, so a key with brackets makes the path ambiguous. Of all interpretations, uses the one
// that finds the longest part of the path.
LocatedNode Locate(const document::Tree& tree, document::Tree::Node root, std::string_view path);

// Finds the node of a path whose steps are separate, and therefore never ambiguous.
LocatedNode Locate(const document::Tree& tree, document::Tree::Node root, const kubernetes::PathSteps& path);

// DecodeError: the error of a decoder, and the offset in the JSON of the value that has the error.
struct DecodeError {
  std::size_t offset = 0;
  std::string message;  // message without the place
};

// Returns the message of a decoder's error, and the offset of the value that has the error; 0 if the error has no
// offset. The decoder reports the end of a number, true, false or null; this function returns its start.
DecodeError LocateDecodeError(std::string_view json, const base::Error& error);

// Returns a note for a key or value without quotes that YAML reads as another value: "; without quotes on is read as
// true". Empty if the scalar at this place is read as it is written.
std::string ImplicitScalarNote(const document::Document& document, document::Position at);

// Returns the paths of the repeated keys in one object of the document, in the order of the document. `tree` is the
// tree of the object; `begin` is the offset of the object in the document's JSON. Repeated keys inside a value that a
// later key replaces are not included.
std::vector<std::string> RepeatedKeys(const document::Document& document, const document::Tree& tree,
                                      std::size_t begin);

}  // namespace structural::cli
