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

// The field numbers of one message, by property. Protobuf encodes numbers instead of names, so a number must never
// change once it is used.
using FieldNumbers = std::map<std::string, std::int64_t, std::less<>>;

// The field numbers of all messages. Not thread-safe.
class Numbers {
 public:
  // Reads the text that Text returns: {"com.example.v1.Machine": {"spec": 1}}. Errors: kInvalidInput for other JSON, a
  // number that Protobuf does not allow, and a number that is used twice in a message.
  static base::Result<Numbers> Read(std::string_view json);

  // Returns the numbers of the message's fields. Known fields keep theirs; new ones get the numbers after the highest,
  // in the order of `properties`. Numbers of removed fields are not used again.
  const FieldNumbers& Assign(const std::string& message, const std::vector<std::string_view>& properties);

  // Returns the message that got a field number above Protobuf's maximum; empty if no message did.
  const std::string& exhausted() const { return exhausted_; }

  // Returns JSON text with one line for each message, sorted.
  std::string Text() const;

 private:
  std::map<std::string, FieldNumbers, std::less<>> by_message_;
  std::string exhausted_;
};

struct FileText {
  std::string text;
  std::vector<Diagnostics> diagnostics;  // one for each kind, in the order of the kinds
};

// Writes one proto3 file. Adds the numbers of new fields to `numbers`. Preconditions: no kind is refused, and all have
// the same group and version. `name`: the package; empty: PackageOf.
FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, Numbers& numbers);

// Returns the package of a kind, as an API server names definitions in OpenAPI: "com.example.v1".
std::string PackageOf(const Kind& kind);

}  // namespace structural::generate::proto
