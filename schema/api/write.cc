#include "schema/api/write.h"

#include <nlohmann/json.hpp>

namespace structural::api {
namespace {

using nlohmann::json;

// What omitempty leaves out. Structs, and pointers that are set, are never empty; a zero
// creationTimestamp is left out by omitzero.
bool IsEmpty(Kind kind, const json& value) {
  switch (kind) {
    case Kind::kString:
    case Kind::kBytes: return value.is_null() || value.get_ref<const std::string&>().empty();
    case Kind::kBool: return value == false;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble: return value == 0;
    case Kind::kTime: return value.is_null();
    case Kind::kList:
    case Kind::kMap: return value.empty();
    default: return false;
  }
}

json WriteStruct(const Type& type, const json& value) {
  json out = json::object();
  for (const Field& field : type.fields) {
    const std::string name(field.name);
    const auto found = value.find(name);
    if (found != value.end() && !(field.omit_empty && IsEmpty(field.type->kind, *found))) {
      out[name] = Write(*field.type, *found);
    } else if (!field.omit_empty) {
      out[name] = Write(*field.type, Zero(*field.type));
    }
  }
  return out;
}

json WriteList(const Type& element, const json& value) {
  json out = json::array();
  for (const json& entry : value) out.push_back(Write(element, entry));
  return out;
}

json WriteMap(const Type& element, const json& value) {
  json out = json::object();
  for (const auto& [key, entry] : value.items()) out[key] = Write(element, entry);
  return out;
}

// An object is the schema, a list of schemas stands where it is not empty.
json WriteUnion(const Type& type, const json& value) {
  if (value.is_object()) return WriteStruct(*type.element, value);
  if (!value.is_array()) return value;
  if (value.empty()) return nullptr;
  return type.kind == Kind::kSchemaOrArray ? WriteList(*type.element, value) : value;
}

}  // namespace

bool HasNull(Kind kind) {
  return kind == Kind::kPointer || kind == Kind::kList || kind == Kind::kMap ||
         kind == Kind::kBytes || kind == Kind::kTime;
}

json Zero(const Type& type) {
  switch (type.kind) {
    case Kind::kString: return "";
    case Kind::kBool: return false;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble: return 0;
    case Kind::kStruct: return json::object();
    default: return nullptr;
  }
}

json Write(const Type& type, const json& value) {
  static const json kNoMembers = json::object();
  switch (type.kind) {
    case Kind::kPointer: return Write(*type.element, value);
    case Kind::kStruct:
      if (value.is_binary()) return value;
      return WriteStruct(type, value.is_null() ? kNoMembers : value);
    case Kind::kList: return value.is_null() ? json() : WriteList(*type.element, value);
    case Kind::kMap: return value.is_null() ? json() : WriteMap(*type.element, value);
    case Kind::kSchemaOrArray:
    case Kind::kSchemaOrBool:
    case Kind::kSchemaOrStringArray: return WriteUnion(type, value);
    default: return value;
  }
}

}  // namespace structural::api
