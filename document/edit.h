// ApplyEdits: applies JSON Patches to a YAML or JSON text, and leaves all other text unchanged.
//
//   const Edit edits[] = {{Edit::Kind::kAdd, "/spec/type", "\"object\""}};
//   auto text = ApplyEdits(before, 0, edits);
//   if (!text.ok()) return text.error().In(file);
//
// ApplyEdits reads the new text again before it returns, and checks that it has the value that the JSON Patch gives.
// Comments, order, quotes, anchors and indentation outside of the edits stay, byte for byte. New parts are written in
// the text's own style.
//
// Comments above a removed part stay. Comments within its lines, and comments below it that are indented deeper, are
// removed. An alias or a merge stays if it has the intended value after all edits. So the same edit of an anchor and of
// its aliases is written once. An alias or merge that does not stay is replaced by its value.
//
// A moved or copied value keeps its text and the comments in it, indented for its new place. A moved value also keeps
// the comments directly above it. A member that is moved to another key of its own object stays in its place. A value
// that the same call both moves and changes loses its former text and comments: use two calls instead.
//
// Each call reads the whole text twice, so pass all edits of a text in one call.
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

// Place of a new member among the members of its object. kAfter and kBefore place it next to its neighbour, the member
// `key`. If the object does not have the neighbour, the new member becomes the last one.
struct InsertPosition {
  enum class Where { kLast, kFirst, kAfter, kBefore, kInOrder };
  Where where = Where::kLast;  // kInOrder: by key if the members are sorted by key, otherwise last
  std::string key = {};        // key of the neighbour, for kAfter and kBefore
};

// One operation of a JSON Patch. If kAdd names a member that exists, it replaces the member. Parts of a replaced value
// that are equal in the new value keep their text.
struct Edit {
  using Kind = json::PatchOperation;
  Kind kind;
  std::string path;        // a JSON Pointer; "" is the whole document
  std::string value = {};  // JSON; for kAdd and kReplace
  InsertPosition place = {};
  std::string from = {};  // a JSON Pointer; for kMove and kCopy
};

// All edits of one document of the text. `index` is the number of the document, from 0, in the order of Reader.
struct DocumentEdits {
  std::size_t index;
  std::vector<Edit> edits;
};

// Returns the text with the edits applied in their order.
// Errors: kUnprocessable for an edit whose place does not exist; kInvalidInput for a value that is not JSON, and for a
// text in UTF-16 or UTF-32 or whose document cannot be read; kLimitExceeded for too deep nesting; kNotFound for a
// document that does not exist; kInternal if the new text would not have the intended value.
base::Result<std::string> ApplyEdits(std::string_view text, std::size_t index, std::span<const Edit> edits);

// Edits several documents. Their indexes must ascend.
base::Result<std::string> ApplyEdits(std::string_view text, std::span<const DocumentEdits> edits);

// A part of the text and the text that replaces it.
struct Replacement {
  std::size_t begin;  // offsets in bytes
  std::size_t end;
  std::string with;
  std::size_t document;            // number of the document, from 0
  std::vector<std::string> paths;  // JSON Pointers, in the old document, to the values whose text is replaced
};

// Returns the replacements that ApplyEdits makes, in the order of the text. They do not overlap.
// Returns the errors of ApplyEdits.
base::Result<std::vector<Replacement>> FindReplacements(std::string_view text, std::span<const DocumentEdits> edits);

}  // namespace structural::document
