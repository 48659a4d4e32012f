#include "schema/api/json_value.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "schema/base/arena.h"
#include "schema/base/json_reader.h"
#include "schema/base/json_scan.h"

namespace structural::api {
namespace {

using base::JsonReader;
using nlohmann::json;

json Number(std::string_view literal) {
  while (!literal.empty() && literal.back() <= ' ') literal.remove_suffix(1);
  if (const auto integer = base::ParseInt64(literal)) return *integer;
  return base::ParseDouble(literal).value_or(std::numeric_limits<double>::infinity());
}

// Nested as deep as the reader allows.
json Next(JsonReader& in) {
  switch (in.Peek()) {
    case JsonReader::Kind::kObject: {
      json object = json::object();
      std::string_view key;
      for (in.BeginObject(); in.NextKey(&key);) {
        std::string name(key);
        object[std::move(name)] = Next(in);
      }
      return object;
    }
    case JsonReader::Kind::kArray: {
      json array = json::array();
      for (in.BeginArray(); in.NextElement();) array.push_back(Next(in));
      return array;
    }
    case JsonReader::Kind::kString: return std::string(in.String());
    case JsonReader::Kind::kBool: return in.Bool();
    case JsonReader::Kind::kNumber: return Number(in.Skip());
    default: in.Skip(); return nullptr;
  }
}

}  // namespace

json ParseJsonValue(std::string_view text) {
  base::Arena arena;
  JsonReader in(text, arena);
  return Next(in);
}

}  // namespace structural::api
