// Document: one value of a YAML or JSON text, as JSON, with the positions of its parts in the text.
//
// The JSON equals the one that kubectl derives from the text, but keeps the text's order of keys. A
// repeated key is present once, with the last value. The JSON can have spaces in the place of a
// removed value.
//
// Plain data that borrows nothing; safe to read from several threads.
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

// Position: a place in a text, as editors show it. Line and column count from 1; a column counts
// code points. A plain value.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

// Returns the place as compilers print it, such as "crd.yaml:3:7".
std::string PlaceText(std::string_view file, Position at);

// Position in the text of the key or value that begins at `offset` of the JSON.
struct Mark {
  std::uint32_t offset;
  Position at;
};

struct DuplicateKey {
  std::string key;
  Position first;
  Position second;  // position of the last key, whose value is used
};

// A plain scalar that YAML 1.1 reads as another value: y is true, 010 is 8, 1.10 is 1.1.
struct ImplicitlyTypedScalar {
  std::string written;
  std::string json;  // JSON of the value that YAML 1.1 reads; for a key, that value as a JSON string
  Position at;
  bool key;
};

struct Document {
  Position begin;
  std::string json;
  std::vector<Mark> marks;                              // marks in ascending order of offsets
  std::vector<DuplicateKey> duplicates;                 // the first 10,000
  std::vector<ImplicitlyTypedScalar> implicit_scalars;  // the first 10,000, in ascending order
  std::optional<Position> ignored_at = {};              // place of text after the document's end, which kubectl ignores

  // Returns the position of the key or value that begins at this offset, or of the last one before
  // it.
  Position At(std::size_t offset) const;

  // Returns the scalar of the key or value at this position, or null if YAML 1.1 reads it as
  // written.
  const ImplicitlyTypedScalar* ImplicitScalarAt(Position at) const;
};

// Problem: the reason why a text is not a document, and its position. The message describes the
// error and its fix, in one sentence or two.
struct Problem {
  Position at;
  std::string message;
  // Additional context, such as "while parsing a block mapping", which begins at context_at. May be
  // empty.
  std::string context = {};
  Position context_at = {};
};

// Limits of one document. Beyond them, reading returns a Problem at the start of the document.
//
// An API server accepts 3 MiB. Time and memory of reading are linear in the text and in the bytes
// that aliases and merges repeat. The JSON has at most kMaxJsonPerByte bytes, and at most one
// Mark, for each byte of both, and at most kMaxMarks of them.

inline constexpr std::size_t kMaxDepth = 10'000;                    // maximum number of nested levels, as in Go
inline constexpr std::size_t kMaxDocumentBytes = 32 * 1024 * 1024;  // bytes of text
inline constexpr std::size_t kMaxMarks = 4'000'000;                 // maximum number of keys and values
// Maximum number of bytes of JSON that aliases repeat.
inline constexpr std::size_t kMaxRepeatedBytes = 16 * 1024 * 1024;
inline constexpr std::size_t kMaxJsonPerByte = 7;  // `n,` can become "false":null,

// Returns the Problem for a too large document that begins at `begin`.
Problem DocumentTooLarge(Position begin);
Problem TooMuchRepeated(Position at);
Problem TooManyMarks(Position at);

}  // namespace structural::document
