// MessageWriter: the Protobuf messages for a schema.
//
// The JSON form of a message is the custom resource. A schema that no message can express in JSON becomes Struct, Value
// or ListValue.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/proto/package.h"
#include "schema/generate/words.h"
#include "schema/kubernetes/violation.h"

namespace structural::generate::proto {

// Adds messages to a file. A message precedes the messages of its fields. Not thread-safe.
class MessageWriter {
 public:
  // `names` and `numbers` are the names of messages and the field numbers of the package. All
  // references must outlive the writer.
  MessageWriter(std::string package, Names& names, Numbers& numbers, Diagnostics& diagnostics)
      : package_(std::move(package)), names_(names), numbers_(numbers), diagnostics_(diagnostics) {}

  // Adds the message of a kind as `name`, the messages of its fields, and the message of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // Imported files of Protobuf, and used types of Kubernetes: IntOrString, Quantity.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::set<std::string_view>& shared() const { return shared_; }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  struct Field {
    std::string_view property;
    std::string comment;
    std::string label;  // "repeated ", "optional " or empty
    std::string type;
  };

  // How a message is used. The comment of a kField is at the field instead of the message.
  enum class Use { kKind, kField, kElement };

  std::string Message(const Node& node, const std::string& name, Use use);
  std::vector<Field> FieldsOf(const Node& node, const std::string& name, bool root);
  Field FieldOf(const Node& node, std::string_view property, bool required, const std::string& name);
  std::string TypeOf(const Node& node, std::string_view property, const std::string& name);
  std::string Element(const Node& node, const std::string& name);
  std::string Google(const char* name, const char* file);
  std::string Shared(std::string_view name);
  std::string Body(const std::string& name, const std::vector<Field>& fields);
  void ReportLoss(const kubernetes::FieldPath& at, std::string text);

  const std::string package_;
  Names& names_;
  Numbers& numbers_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> imports_, shared_;
  std::vector<std::string> messages_;
};

}  // namespace structural::generate::proto
