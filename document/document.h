// Document: one value of a YAML or JSON text, as JSON, with the positions of its parts in the text.
//
// The JSON equals the one that kubectl derives from the text, but keeps the text's order of keys. A
// repeated key is present once, with the last value. The JSON can have spaces in the place of a
// removed value.
//
// Plain data that refers to no other object. Safe to read from several threads.
//
// Upstream: sigs.k8s.io/yaml YAMLToJSON (v1.6.0), go.yaml.in/yaml/v2 decode.go (v2.4.4).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

// Position: a place in a text, as editors show it. Lines and columns count from 1. A column counts code points, not
// bytes. A plain value.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

// Returns the place as compilers print it, such as "crd.yaml:3:7".
std::string PlaceText(std::string_view file, Position at);

// Mark: the position in the text of the key or value that begins at `offset` of Document::json.
struct Mark {
  std::uint32_t offset;
  Position at;
};

// A key that one object has several times.
struct DuplicateKey {
  std::string key;
  Position first;   // position of the earlier key, whose value is ignored
  Position second;  // position of the later key
};

// A plain scalar that YAML 1.1 reads as another value: y is true, 010 is 8, 1.10 is 1.1.
struct ImplicitlyTypedScalar {
  std::string written;  // the scalar as the text has it
  std::string json;     // JSON of the value that YAML 1.1 reads; if the scalar is a key, the new key without quotes
  Position at;
  bool is_key;  // the scalar is a key
};

struct Document {
  Position begin;
  std::string json;
  std::vector<Mark> marks;                              // in ascending order of offsets
  std::vector<DuplicateKey> duplicates;                 // the first 10,000
  std::vector<ImplicitlyTypedScalar> implicit_scalars;  // the first 10,000, in ascending order
  std::optional<Position> ignored_at = {};  // position of text after the document's end, which kubectl ignores

  // Returns the position of the key or value that begins at this offset of `json`. If none begins there, uses the last
  // one that begins before the offset.
  Position At(std::size_t offset) const;

  // Returns the implicitly typed scalar at this position; null if YAML 1.1 reads the key or value as it is written.
  const ImplicitlyTypedScalar* ImplicitScalarAt(Position at) const;
};

// Problem: the reason why a text is not a document, and the position of the error. The message describes the error and
// its fix, in one sentence or two.
struct Problem {
  Position at;
  std::string message;
  // Additional context, such as "while parsing a block mapping", which begins at context_at. May be
  // empty.
  std::string context = {};
  Position context_at = {};
};

// Limits of one document. Reading a document that exceeds one returns a Problem.
//
// For comparison: an API server accepts requests of 3 MiB. The time and memory for reading are linear in the bytes of
// the text, plus the bytes that aliases and merges repeat. Each of these bytes adds at most kMaxJsonPerByte bytes of
// JSON and one Mark.

inline constexpr std::size_t kMaxDepth = 10'000;                    // maximum number of nested levels, as in Go
inline constexpr std::size_t kMaxDocumentBytes = 32 * 1024 * 1024;  // maximum number of bytes of text
inline constexpr std::size_t kMaxMarks = 4'000'000;                 // maximum number of keys and values
// Maximum number of bytes of JSON that aliases repeat.
inline constexpr std::size_t kMaxRepeatedBytes = 16 * 1024 * 1024;
// Maximum number of bytes of JSON for each byte of text: `n,` can become `"false":null,`.
inline constexpr std::size_t kMaxJsonPerByte = 7;

// DocumentTooLarge, TooMuchRepeated and TooManyMarks return the Problem for a document that exceeds kMaxDocumentBytes,
// kMaxRepeatedBytes or kMaxMarks.
Problem DocumentTooLarge(Position begin);
Problem TooMuchRepeated(Position at);
Problem TooManyMarks(Position at);

}  // namespace structural::document
