#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/scan.h"

namespace structural::crd {

std::optional<std::string_view> UndecodedText::escaped() const {
  if (!escaped_) return std::nullopt;
  return text();
}

std::string UndecodedText::Value() const {
  return escaped_ ? json::UnescapeJsonString(text()) : base::ToValidUtf8(text());
}

std::string UndecodedText::Json() const {
  if (escaped_) return "\"" + std::string(text()) + "\"";
  std::string json;
  base::AppendJsonString(text(), json);
  return json;
}

bool UndecodedText::operator==(const UndecodedText& other) const {
  return (escaped_ == other.escaped_ && text() == other.text()) || Value() == other.Value();
}

}  // namespace structural::crd
