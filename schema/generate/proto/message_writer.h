// MessageWriter: the messages of Protobuf that a schema is.
//
// The JSON of a message is the object: what Protobuf cannot say in JSON becomes Struct, Value or
// ListValue, which can.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/proto/package.h"
#include "schema/generate/words.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::generate::proto {

// Adds messages to a file, each before those of its fields. Not thread-safe.
class MessageWriter {
 public:
  // Names are those of the package. All must outlive the writer.
  MessageWriter(std::string package, Names& names, Numbers& numbers, Diagnostics& diagnostics)
      : package_(std::move(package)), names_(names), numbers_(numbers), diagnostics_(diagnostics) {}

  // The message of the kind, under this name, with those of its fields, and that of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // Files of Protobuf's own, and Kubernetes' types that are used: IntOrString, Quantity.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::set<std::string_view>& shared() const { return shared_; }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  struct Field {
    std::string_view property;
    std::string comment;
    std::string label;  // "repeated ", "optional " or nothing
    std::string type;
  };

  // A field describes its message itself.
  enum class Use { kKind, kField, kElement };

  std::string Message(const Node& node, const std::string& name, Use use);
  std::vector<Field> FieldsOf(const Node& node, const std::string& name, bool root);
  Field FieldOf(const Node& node, std::string_view property, bool required,
                const std::string& name);
  std::string TypeOf(const Node& node, std::string_view property, const std::string& name);
  std::string Element(const Node& node, const std::string& name);
  std::string Google(const char* name, const char* file);
  std::string Shared(std::string_view name);
  std::string Body(const std::string& name, const std::vector<Field>& fields);
  void Lose(const kubernetes::FieldPath& at, std::string text);

  const std::string package_;
  Names& names_;
  Numbers& numbers_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> imports_, shared_;
  std::vector<std::string> messages_;
};

}  // namespace structural::generate::proto
