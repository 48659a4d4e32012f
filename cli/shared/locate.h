// Locate: where in a CRD's JSON something is that a field path names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/document.h"
#include "document/tree.h"
#include "schema/base/result.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::cli {

struct Place {
  document::Tree::Node node;  // the last one on the way that is there
  bool found;                 // it is all of the path
};

// The path as Kubernetes prints it: spec.versions[0].schema.openAPIV3Schema.properties[a].type.
// Keys stand in it as they are, brackets and all; where that leaves a choice, the one that leads
// furthest is taken.
Place Locate(const document::Tree& tree, document::Tree::Node root, std::string_view path);

// The same of a path as steps, which leaves no choice.
Place Locate(const document::Tree& tree, document::Tree::Node root, const kubernetes::PathSteps& path);

// DecodeError: what a decoder says of JSON, with the byte that it means.
struct DecodeError {
  std::size_t offset = 0;  // in the JSON: where the value begins
  std::string message;     // without the place
};

// What a decoder's error means, which for a number or a word is behind it; the beginning where it names no place.
DecodeError InJson(std::string_view json, const base::Error& error);

// ImplicitScalarNote: that a key or value is not what is written.
// "; without quotes on is read as true", of the key or value at this place. Empty: it is what is
// written.
std::string ImplicitScalarNote(const document::Document& document, document::Position at);

}  // namespace structural::cli
