// Document: one value of a YAML or JSON text, as JSON, with the places that its parts came from.
//
// The JSON is what kubectl makes of the text, but for the order of keys: that of the text. A key
// that is given twice stands in it once, with the last value. Spaces may stand where a value was
// taken out.
//
// Plain data that borrows nothing; safe to read from several threads.
//
// Upstream: sigs.k8s.io/yaml YAMLToJSON (v1.6.0), go.yaml.in/yaml/v2 decode.go (v2.4.4).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

// Position: a place in a text, as editors show it.

// Both count from 1; a column counts code points. A plain value.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

// "crd.yaml:3:7", as compilers print it.
std::string PlaceText(std::string_view file, Position at);

// Where a key or value comes from that begins at `offset` of the JSON.
struct Mark {
  std::uint32_t offset;
  Position at;
};

struct DuplicateKey {
  std::string key;
  Position first;
  Position second;  // the one that counts
};

// A plain scalar that YAML 1.1 takes for another one: y is true, 010 is 8, 1.10 is 1.1.
struct ImplicitlyTypedScalar {
  std::string written;
  std::string json;  // of a key, too, which is a string of it
  Position at;
  bool key;
};

struct Document {
  Position begin;
  std::string json;
  std::vector<Mark> marks;  // by ascending offset
  std::vector<DuplicateKey> duplicates;
  std::vector<ImplicitlyTypedScalar> implicit_scalars;  // the first 10,000, by ascending place

  // Of the key or value that begins at this offset, or else of the one before it.
  Position At(std::size_t offset) const;

  // Of the key or value at this place. Null: it is what is written.
  const ImplicitlyTypedScalar* ImplicitScalarAt(Position at) const;
};

// Problem: why a text is no document, and where.
// The message says what is wrong and what to do, in one sentence or two.
struct Problem {
  Position at;
  std::string message;
  // "while parsing a block mapping", and where that begins. Empty: nothing to add.
  std::string context = {};
  Position context_at = {};
};

// What one document may be at most. More is a Problem that says where the document begins.
//
// An API server takes 3 MiB. Time and memory of reading are linear in the text and in what aliases
// and merges repeat: the JSON has at most kMostJsonPerByte bytes for each byte of both, and a Mark
// is made for at most each of them.

inline constexpr std::size_t kMaxDepth = 10'000;                    // as Go
inline constexpr std::size_t kMaxDocumentBytes = 32 * 1024 * 1024;  // of text
inline constexpr std::size_t kMaxRepeatedBytes = 16 * 1024 * 1024;  // of JSON, by aliases
inline constexpr std::size_t kMostJsonPerByte = 7;                  // `n,` may be "false":null,

// Of a document that begins there.
Problem DocumentTooLarge(Position begin);
Problem TooMuchRepeated(Position at);

}  // namespace structural::document
