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

#include <cstdint>
#include <string>
#include <vector>

#include "document/position.h"

namespace structural::document {

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

}  // namespace structural::document
