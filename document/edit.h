// ApplyEdits: changes a YAML or JSON text and leaves everything else as its author wrote it.
//
//   const Edit edits[] = {{Edit::Kind::kAdd, "/spec/type", "\"object\""}};
//   auto text = ApplyEdits(before, 0, edits);
//   if (!text.ok()) return text.error().In(file);
//
// The new text, read again, equals the result of the JSON Patch on the old document; ApplyEdits
// checks this before it returns. Comments, order, quotes, anchors and indentation outside of the
// edits stay, byte for byte; new parts are written in the text's own style. Comments above a
// removed part stay; comments within its lines, and deeper ones below it, are removed. An alias or
// a merge stays if it has the intended value after all edits, so the same edit of an anchor and of
// its aliases is written once. Otherwise its value is written out.
//
// A moved or copied value keeps its text and the comments in it, indented for its new place. A
// moved value also keeps the comments right above it. A member that is moved to another key of its
// own object stays in its place. If the same edits also change a moved value, it is written without
// its former text: use a separate call to move it.
//
// Each call reads the text twice: pass all edits of a text in one call.
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

// Place of a new member among the others. If no member has the neighbour's key, the new member is
// the last one.
struct InsertPosition {
  enum class Where { kLast, kFirst, kAfter, kBefore, kInOrder };
  Where where = Where::kLast;  // kInOrder: by key if members are sorted, else last
  std::string key = {};        // key of the neighbour, for kAfter and kBefore
};

// One operation of a JSON Patch. Adding a member whose key exists replaces the member. Equal parts
// of a replaced value keep their text.
struct Edit {
  using Kind = json::PatchOperation;
  Kind kind;
  std::string path;        // a JSON Pointer; "" is the whole document
  std::string value = {};  // JSON; for kAdd and kReplace
  InsertPosition place = {};
  std::string from = {};  // a JSON Pointer; for kMove and kCopy
};

// All edits of one document of the text. The index counts from 0, in the order of Reader.
struct DocumentEdits {
  std::size_t index;
  std::vector<Edit> edits;
};

// Returns the text with the edits applied in their order.
// Errors: kUnprocessable for an edit whose place does not exist; kInvalidInput for a value that is
// not JSON, and for a text that is in UTF-16 or whose document cannot be read; kLimitExceeded for
// too deep nesting; kNotFound for a document that does not exist; kInternal if the new text would
// have another value than intended.
base::Result<std::string> ApplyEdits(std::string_view text, std::size_t index, std::span<const Edit> edits);

// Edits several documents. Their indexes must ascend.
base::Result<std::string> ApplyEdits(std::string_view text, std::span<const DocumentEdits> edits);

// A part of the text and the text that replaces it.
struct Replacement {
  std::size_t begin;  // offsets in bytes
  std::size_t end;
  std::string with;
  std::size_t document;            // index of the document
  std::vector<std::string> paths;  // JSON Pointers, before the edits, of the values that the part belongs to
};

// Returns the replacements that ApplyEdits makes, in the order of the text. They do not overlap.
// Returns the errors of ApplyEdits.
base::Result<std::vector<Replacement>> FindReplacements(std::string_view text, std::span<const DocumentEdits> edits);

}  // namespace structural::document
