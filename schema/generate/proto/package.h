// Package: the Protobuf package for the kinds of one group and version.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"

namespace structural::generate::proto {

// The field numbers of one message, by property. Protobuf encodes numbers instead of names, so the number of a property
// must never change.
using FieldNumbers = std::map<std::string, std::int64_t, std::less<>>;

// The field numbers of all messages. Not thread-safe.
class FieldNumberTable {
 public:
  // Reads a result of Text: {"com.example.v1.Machine": {"spec": 1}}. Errors: kInvalidInput for other JSON, a number
  // that Protobuf does not allow, and a number that is used twice in a message.
  static base::Result<FieldNumberTable> Read(std::string_view json);

  // Returns the numbers of the message's fields, including removed ones. Known fields keep their numbers. New fields
  // get the numbers after the highest number, in the order of `properties`, so numbers of removed fields are not used
  // again.
  const FieldNumbers& Assign(const std::string& message, const std::vector<std::string_view>& properties);

  // Returns the name of the first message that has a field number above Protobuf's maximum; empty if none has.
  const std::string& exhausted_message() const { return exhausted_message_; }

  // Returns JSON text with one line for each message, sorted.
  std::string Text() const;

 private:
  std::map<std::string, FieldNumbers, std::less<>> by_message_;
  std::string exhausted_message_;
};

struct FileText {
  std::string text;
  std::vector<Diagnostics> diagnostics;  // one for each kind, in the order of the kinds
};

// Writes one proto3 file for `kinds`. `name` is the package; empty: PackageOf the kinds. Adds the numbers of new fields
// to `numbers`. Preconditions: no kind is refused, and all have the same group and version.
FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, FieldNumberTable& numbers);

// Returns the package of a kind: "com.example.v1". An API server uses the same prefix for definitions in OpenAPI.
std::string PackageOf(const Kind& kind);

}  // namespace structural::generate::proto
