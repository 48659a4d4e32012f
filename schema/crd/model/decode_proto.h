// Decodes a schema from protobuf like an API server's client.
//
// A repeated field is decoded as in Go: the last scalar is used, messages are merged, lists are concatenated, and an
// entry of a map replaces an earlier entry with the same key. Unlike Go, which does not check strings, this decoder
// replaces invalid UTF-8 by U+FFFD, as in JSON.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/generated.proto, generated.pb.go Unmarshal (v0.37.2). The fields of a schema
// have had the same numbers in both versions since Kubernetes 1.16.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/proto_reader.h"
#include "schema/crd/model/json_schema_props.h"

namespace structural::crd {

// A message that is being decoded, and the arena for the result. Decoded strings point into the message or into the
// arena. Not thread-safe.
struct ProtoInput {
  base::ProtoReader& in;
  base::Arena& arena;
  std::size_t max_bytes = kNoLimit;  // maximum size of the arena in bytes; if it is larger, the next schema is an error
  // Whether a default, example or enum of the decoded message has a number out of range (see HasUnrepresentableNumber).
  bool has_unrepresentable_number = false;

  // Reads the value of the current field as a string. Invalid UTF-8 becomes U+FFFD.
  std::string_view Text();
};

// Reads one message from the input, and merges it into `out`. `is_new`: whether `out` has no field yet. The reader
// keeps errors.
void DecodeSchema(ProtoInput& input, JSONSchemaProps& out, bool is_new);

// Numbers of the parts of an encoded schema, to estimate the memory of the decoded schema.
struct SchemaParts {
  std::size_t schemas = 0;   // schemas, and other objects inside schemas
  std::size_t elements = 0;  // elements of lists and maps
};

// Adds the parts of the reader's next message, a schema, to `parts` without decoding it. The reader keeps errors.
void CountSchema(base::ProtoReader& in, SchemaParts& parts);

// Reads consecutive elements of a list, beginning with the current field. Calls read() for each element, which returns
// the element, and appends the elements to `out`.
template <typename T, typename ReadElement>
void ReadListElements(ProtoInput& input, std::span<const T>& out, ReadElement read) {
  if (!input.in.Require(base::WireType::kBytes)) return;
  const std::size_t count = input.in.CountFieldsWithSameTag();
  if (!out.empty()) input.in.SpendOnRepetition((out.size() + count) * sizeof(T));
  T* const elements = static_cast<T*>(input.arena.Allocate((out.size() + count) * sizeof(T), alignof(T)));
  T* at = std::uninitialized_copy(out.begin(), out.end(), elements);
  for (std::size_t i = 0; i < count && input.in.ok() && (i == 0 || input.in.NextField()); ++i) {
    new (at++) T(read());
  }
  out = {elements, at};
}

}  // namespace structural::crd
