#include "schema/api/dump.h"

#include <nlohmann/json.hpp>

#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::api {
namespace {

using nlohmann::json;

using Texts = std::span<const std::string>;

void Append(const json& value, Texts texts, std::string& to);

void AppendObject(const json& object, Texts texts, std::string& to) {
  char separator = '{';
  for (const auto& [key, member] : object.items()) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(key, to);
    to += ':';
    Append(member, texts, to);
  }
  to += object.empty() ? "{}" : "}";
}

void AppendArray(const json& array, Texts texts, std::string& to) {
  char separator = '[';
  for (const json& element : array) {
    to += std::exchange(separator, ',');
    Append(element, texts, to);
  }
  to += array.empty() ? "[]" : "]";
}

void Append(const json& value, Texts texts, std::string& to) {
  switch (value.type()) {
    case json::value_t::object: return AppendObject(value, texts, to);
    case json::value_t::array: return AppendArray(value, texts, to);
    case json::value_t::string:
      return base::AppendJsonString(value.get_ref<const std::string&>(), to);
    case json::value_t::binary: to += texts[value.get_binary().subtype()]; return;
    case json::value_t::number_float: to += structural::json::FormatDouble(value.get<double>()); return;
    default: to += value.dump();
  }
}

}  // namespace

std::string Dump(const json& value, Texts texts) {
  std::string text;
  Append(value, texts, text);
  return text;
}

}  // namespace structural::api
