#include "kube/config/yaml_json.h"

#include <yaml-cpp/yaml.h>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/reader.h"

namespace structural::kube {
namespace {

constexpr int kMaxDepth = 100;
constexpr size_t kMaxBytes = size_t{1} << 20;

bool IsNumber(const std::string& text) {
  base::Arena arena;
  json::JsonReader in(text, arena);
  if (in.Peek() != json::JsonReader::Kind::kNumber) return false;
  in.Skip();
  return in.AtEnd();
}

void AppendScalar(const YAML::Node& node, std::string* json) {
  const std::string& text = node.Scalar();
  const bool plain = node.Tag() == "?";
  if (plain && (text == "true" || text == "True" || text == "TRUE")) {
    *json += "true";
  } else if (plain && (text == "false" || text == "False" || text == "FALSE")) {
    *json += "false";
  } else if (plain && IsNumber(text)) {
    *json += text;
  } else {
    base::AppendJsonString(text, *json);
  }
}

// False: a bound was met.
bool Append(const YAML::Node& node, int depth, std::string* json) {
  if (depth > kMaxDepth || json->size() > kMaxBytes) return false;
  if (node.IsMap()) {
    const char* separator = "{";
    for (const auto& entry : node) {
      *json += separator;
      separator = ",";
      base::AppendJsonString(entry.first.IsScalar() ? entry.first.Scalar() : "", *json);
      *json += ':';
      if (!Append(entry.second, depth + 1, json)) return false;
    }
    *json += *separator == '{' ? "{}" : "}";
  } else if (node.IsSequence()) {
    const char* separator = "[";
    for (const YAML::Node& element : node) {
      *json += separator;
      separator = ",";
      if (!Append(element, depth + 1, json)) return false;
    }
    *json += *separator == '[' ? "[]" : "]";
  } else if (node.IsScalar()) {
    AppendScalar(node, json);
  } else {
    *json += "null";
  }
  return true;
}

}  // namespace

base::Result<std::string> JsonOf(const YAML::Node& node) {
  std::string json;
  if (Append(node, 0, &json)) return json;
  return base::Error(base::ErrorCode::kLimitExceeded,
                     "is nested deeper than 100 levels or larger than 1 MiB");
}

}  // namespace structural::kube
