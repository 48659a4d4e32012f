#include "schema/admission/resource.h"

#include <algorithm>
#include <span>

#include "schema/json/members.h"
#include "schema/kubernetes/print.h"

namespace structural::admission {
namespace {

using json::Value;

// Returns the name of the Go type to which encoding/json decodes the value, as fmt's %T prints it.
std::string_view GoType(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: return "<nil>";
    case Value::Kind::kBool: return "bool";
    case Value::Kind::kInt: return "int64";
    case Value::Kind::kDouble: return "float64";
    case Value::Kind::kString: return "string";
    case Value::Kind::kArray: return "[]interface {}";
    case Value::Kind::kObject: return "map[string]interface {}";
  }
  return "<nil>";
}

}  // namespace

std::string GroupVersion::Text() const {
  return group.empty() ? std::string(version) : std::string(group).append("/").append(version);
}

GroupVersion GroupVersionOf(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  if (slash == std::string_view::npos) return {{}, api_version};
  return {api_version.substr(0, slash), api_version.substr(slash + 1)};
}

// Upstream: apimachinery pkg/apis/meta/v1/unstructured/unstructured.go setNestedField, which ignores errors (v0.37.2).
void SetMetadata(Value& object, std::string_view key, const Value& value, base::Arena& arena) {
  const bool none = value.is_null() || (value.is_string() && value.text().empty());
  Value* metadata = object.Find("metadata");
  if (metadata != nullptr && !metadata->is_object()) return;
  if (!none) {
    Set(metadata != nullptr ? *metadata : Set(object, "metadata", Value::Object({}), arena), key, value, arena);
  } else if (metadata != nullptr) {
    json::Take(*metadata, key);
  }
}

Value ManagedFieldsPlaceholder(base::Arena& arena) {
  Value owner = Value::Object({});
  Set(owner, "operation", Value::String("Update"), arena);
  return Value::Array(arena.Copy(std::span<const Value>(&owner, 1)));
}

Value MetadataField(const Value& object, std::string_view key) {
  const Value* field = Below(object.Find("metadata"), key);
  return field == nullptr ? Value() : *field;
}

std::string_view MetadataText(const Value& object, std::string_view key) {
  return TextOf(Below(object.Find("metadata"), key));
}

std::string AccessorError(std::string_view path, const Value& found, std::string_view expected) {
  std::string text(path.starts_with('.') ? "" : ".");
  text.append(path).append(" accessor error: ").append(kubernetes::Print(found)).append(" is of the type ");
  return text.append(GoType(found)).append(", expected ").append(expected);
}

std::variant<const Value*, std::string> NestedField(const Value& object, std::string_view path) {
  const Value* at = &object;
  const std::size_t begin = path.starts_with('.') ? 1 : 0;
  for (std::size_t from = begin; from <= path.size();) {
    const std::size_t dot = std::min(path.find('.', from), path.size());
    if (at->is_null()) return nullptr;
    if (!at->is_object()) return AccessorError(path.substr(begin, dot - begin), *at, "map[string]interface{}");
    at = at->Find(path.substr(from, dot - from));
    if (at == nullptr) return nullptr;
    from = dot + 1;
  }
  return at;
}

}  // namespace structural::admission
