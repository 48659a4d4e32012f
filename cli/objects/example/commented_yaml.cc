#include "cli/objects/example/commented_yaml.h"

#include <algorithm>
#include <string_view>

#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/crd/model/fields.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using crd::Structural;
using json::Value;

constexpr int kMaxLevels = 200;  // deeper values get no comments

std::string JsonText(const Value& value) {
  std::string json;
  json::AppendJson(value, json);
  return json;
}

// Returns the first paragraph of the description.
std::string SummaryOf(const Structural& schema) {
  const std::string text = json::UnescapeJsonString(schema.generic.description);
  const std::string paragraph = text.substr(0, text.find("\n\n"));
  return Printable(paragraph);
}

class CommentWriter {
 public:
  explicit CommentWriter(std::string& to) : to_(to) {}

  void Node(const Value& value, const Structural* schema, int indent) {
    if (value.is_object() && !value.members().empty() && level_ < kMaxLevels) {
      ++level_;
      Members(value, schema, indent);
      --level_;
    } else {
      std::string yaml;
      document::AppendYaml(JsonText(value), yaml);
      to_ += Shifted(yaml, indent);
    }
  }

 private:
  static std::string Shifted(std::string_view yaml, int indent) {
    return Indented(yaml, std::string(static_cast<std::size_t>(indent), ' '));
  }

  void Comment(const Structural* schema, int indent) {
    if (schema == nullptr || schema->generic.description.empty()) return;
    const std::string summary = SummaryOf(*schema);
    if (summary.empty()) return;
    to_ += Wrapped(summary, std::string(static_cast<std::size_t>(indent), ' ') + "# ");
  }

  void Members(const Value& object, const Structural* schema, int indent) {
    for (const json::Member& member : object.members()) {
      const Structural* field = FieldOf(schema, member.key);
      Comment(field, indent);
      Member(member, field, indent);
    }
  }

  static const Structural* FieldOf(const Structural* schema, std::string_view key) {
    if (schema == nullptr) return nullptr;
    const Structural* own = schema->properties.Find(key);
    return own != nullptr ? own : crd::AdditionalOf(*schema);
  }

  // Returns the key in YAML, with its colon.
  static std::string Key(std::string_view key) {
    json::Writer writer;
    std::string yaml;
    document::AppendYaml(writer.BeginObject().AnyKey(key).Add(0).EndObject().Take(), yaml);
    return yaml.substr(0, yaml.rfind(" 0"));
  }

  void Member(const json::Member& member, const Structural* field, int indent) {
    const Value& value = member.value;
    const bool nested = value.is_container() && !IsEmpty(value) && level_ < kMaxLevels;
    if (!nested) {
      json::Writer writer;
      std::string yaml;
      document::AppendYaml(writer.BeginObject().AnyKey(member.key).Add(value).EndObject().Take(), yaml);
      to_ += Shifted(yaml, indent);
      return;
    }
    to_ += Shifted(Key(member.key) + "\n", indent);
    if (value.is_object()) return Node(value, field, indent + 2);
    for (const Value& item : value.elements()) Item(item, field == nullptr ? nullptr : field->items, indent);
  }

  static bool IsEmpty(const Value& value) {
    return value.is_array() ? value.elements().empty() : value.members().empty();
  }

  // Replaces the indentation of the first line that is not a comment by "- ".
  void Item(const Value& item, const Structural* schema, int indent) {
    const std::size_t begin = to_.size();
    Node(item, schema, indent + 2);
    std::size_t line = begin;
    const auto spaces = static_cast<std::size_t>(indent) + 2;
    while (to_.compare(line, spaces + 1, std::string(spaces, ' ') + "#") == 0) {
      to_.erase(line, 2);
      line = to_.find('\n', line) + 1;
    }
    to_[line + static_cast<std::size_t>(indent)] = '-';
  }

  std::string& to_;
  int level_ = 0;
};

}  // namespace

void AppendCommentedYaml(const Value& value, const Structural* schema, std::string& to) {
  CommentWriter(to).Node(value, schema, 0);
}

}  // namespace structural::cli
