// ApplyEdits: changes of a YAML or JSON text that leave everything else as its author wrote it.
//
//   const Edit edits[] = {{Edit::Kind::kAdd, "/spec/type", "\"object\""}};
//   auto text = ApplyEdits(before, 0, edits);
//   if (!text.ok()) return text.error().In(file);
//
// Read again, the new text is exactly what the patch makes of the old document; this is checked
// before it is given out. Comments, order, quotes, anchors and indentation stay, byte for byte, but
// where something is edited; what is new is written in the text's own style. Comments above what is
// removed stay; those within its lines, and deeper ones below it, go. An alias or a merge stays
// where it means, in the end, what it shall mean, so that the same edit of an anchor and of its
// aliases is written once; elsewhere its value is written out.
//
// What is moved or copied brings its text along, indented for its new place, with the comments in
// it; what is moved, also those right above it. A member that is moved to another key of its own
// object stays where it is. Where the same edits change it, too, it is written anew: move it in a
// call of its own.
//
// Each call reads the text twice: give all edits of a text at once.
//
// Upstream: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/json/patch_operation.h"

namespace structural::document {

// Where a member that is new stands among the others. Without a neighbour of this key: at the end.
struct Place {
  enum class Where { kLast, kFirst, kAfter, kBefore, kInOrder };
  Where where = Where::kLast;  // kInOrder: by its key, if the others are in order, or at the end
  std::string key = {};        // the neighbour's, for kAfter and kBefore
};

// One operation of a JSON Patch. A member that is added where there is one replaces it. What is
// replaced keeps the parts that do not change.
struct Edit {
  using Kind = json::PatchOperation;
  Kind kind;
  std::string path;        // a JSON Pointer; "" is the whole document
  std::string value = {};  // JSON; for kAdd and kReplace
  Place place = {};
  std::string from = {};  // a JSON Pointer; for kMove and kCopy
};

// All edits of one document of the text, counted from 0 as Reader gives them.
struct DocumentEdits {
  std::size_t index;
  std::vector<Edit> edits;
};

// The text with the edits applied in their order.
// Errors: kUnprocessable for an edit whose place is not there; kInvalidInput for a value that is no
// JSON, and for a text that is in UTF-16 or whose document cannot be read; kLimitExceeded for what
// is nested too deep; kNotFound where there is no such document; kInternal where the text could not
// be written as demanded.
base::Result<std::string> ApplyEdits(std::string_view text, std::size_t index,
                                     std::span<const Edit> edits);

// The same for several documents, whose indexes ascend.
base::Result<std::string> ApplyEdits(std::string_view text, std::span<const DocumentEdits> edits);

// A part of the text, and what ApplyEdits puts in its place.
struct Replacement {
  std::size_t begin;  // bytes
  std::size_t end;
  std::string with;
  std::size_t document;  // its index
  std::vector<std::string>
      paths;  // JSON Pointers, before the edits: the values that it is a part of
};

// What ApplyEdits does, part by part: in the order of the text, none touching another but at an
// end. Errors as ApplyEdits.
base::Result<std::vector<Replacement>> FindReplacements(std::string_view text,
                                                        std::span<const DocumentEdits> edits);

}  // namespace structural::document
