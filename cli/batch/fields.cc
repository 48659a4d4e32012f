#include "cli/batch/fields.h"

#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using json::JsonReader;

// Returns the JSON without space between its tokens.
std::string Compact(std::string_view text) {
  std::string compact;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!in_string && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) continue;
    compact += c;
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') compact += text[++i];
  }
  return compact;
}

}  // namespace

Fields FieldsOf(std::string_view text, base::Arena& arena) {
  Fields fields;
  JsonReader in(text, arena);
  if (text.empty() || in.Peek() != JsonReader::Kind::kObject) return fields;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) fields[key] = in.Skip();
  return fields;
}

std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena) {
  const auto found = fields.find(key);
  if (found == fields.end()) return {};
  JsonReader in(found->second, arena);
  return in.Peek() == JsonReader::Kind::kString ? in.String() : std::string_view();
}

std::string JsonOf(const Fields& fields) {
  json::Writer to;
  to.BeginObject();
  for (const auto& [key, value] : fields) to.AnyKey(key).Raw(Compact(value));
  return to.EndObject().Take();
}

}  // namespace structural::cli
