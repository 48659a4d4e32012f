#include "controller/json_patch.h"

#include "schema/base/quote.h"

namespace structural::controller {

void JsonPatch::Append(std::string_view op, std::string_view pointer, std::string_view json) {
  if (!operations_.empty()) operations_ += ',';
  operations_.append("{\"op\":\"").append(op).append("\",\"path\":");
  base::AppendJsonString(pointer, operations_);
  if (!json.empty()) operations_.append(",\"value\":").append(json);
  operations_ += '}';
}

void JsonPatch::TestString(std::string_view pointer, std::string_view value) {
  std::string json;
  base::AppendJsonString(value, json);
  Append("test", pointer, json);
}

void JsonPatch::Add(std::string_view pointer, std::string_view json) {
  Append("add", pointer, json);
}
void JsonPatch::Replace(std::string_view pointer, std::string_view json) {
  Append("replace", pointer, json);
}
void JsonPatch::Remove(std::string_view pointer) { Append("remove", pointer, {}); }

}  // namespace structural::controller
