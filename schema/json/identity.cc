#include "schema/json/identity.h"

#include "schema/json/write.h"

namespace structural::json {
namespace {

void AppendScalar(const Value& value, std::string& to) {
  if (value.kind() != Value::Kind::kDouble) return AppendJson(value, to);
  to += "float ";
  AppendJson(value.real() == 0 ? Value::Int(0) : value, to);
}

void AppendDeep(const Value& value, std::string& to) {
  if (value.is_array()) {
    to += '[';
    for (const Value& element : value.elements()) AppendDeep(element, to), to += ',';
    to += ']';
  } else if (value.is_object()) {
    to += '{';
    for (const Member& member : value.members()) {
      AppendJson(Value::String(member.key), to);
      AppendDeep(member.value, to);
    }
    to += '}';
  } else {
    AppendScalar(value, to);
  }
}

}  // namespace

std::string SetIdentity(const Value& value) {
  std::string text;
  if (value.is_array() || value.is_object()) {
    AppendJson(value, text);
  } else {
    AppendScalar(value, text);
  }
  return text;
}

std::string DeepIdentity(const Value& value) {
  std::string text;
  AppendDeep(value, text);
  return text;
}

}  // namespace structural::json
