// Package: the Protobuf package that the kinds of one group and version are.
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

// Numbers: which number each field of a message has.
//
// Numbers are what Protobuf writes in the place of names, so that they stay once they are used.

// Of the properties of one message.
using NumberOf = std::map<std::string, std::int64_t, std::less<>>;

// Not thread-safe.
class Numbers {
 public:
  // {"com.example.v1.Machine": {"spec": 1}}, as Text gave it. Errors: kInvalidInput where it is
  // something else, or a number is none of Protobuf's, or stands twice in a message.
  static base::Result<Numbers> Read(std::string_view json);

  // Those of the message's fields: what has one keeps it, what is new gets the ones after the
  // highest, in the order of names. Numbers of fields that are gone are not given out again.
  const NumberOf& Give(const std::string& message, const std::vector<std::string_view>& properties);

  // JSON, a message a line, sorted.
  std::string Text() const;

 private:
  std::map<std::string, NumberOf, std::less<>> by_message_;
};

struct FileText {
  std::string text;
  std::vector<Diagnostics> diagnostics;  // for each kind, in their order
};

// One file, of proto3. `numbers` gets those of new fields. Precondition: none of the kinds is
// refused; all are of one group and version. `name` may be empty: then it is PackageOf.
FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, Numbers& numbers);

// "com.example.v1", as an API server names definitions in OpenAPI.
std::string PackageOf(const Kind& kind);

}  // namespace structural::generate::proto
