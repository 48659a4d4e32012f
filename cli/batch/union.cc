// The operation that normalizes unions. Line: {"schema": S, "old": O, "new": O, "mode": "normalize"}; the mode "apply"
// normalizes as a server-side apply, "kep" as the KEP on union types. Answer: {"errors", "object"}.
#include <optional>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/shared/schema_line.h"
#include "schema/crd/model/decode_values.h"
#include "schema/crd/rules/validate.h"
#include "schema/go/letter_case.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/normalize.h"
#include "schema/unions/normalize.h"
#include "schema/unions/yaml_text.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using go::EqualFold;
using json::Value;

struct UnionLine {
  std::string_view schema;  // JSON of the schema
  std::optional<Value> before, now;
  Value mode;
  Value deduce;
  bool unrepresentable = false;
};

base::Result<UnionLine> ReadUnionLine(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  json::Parser parser(arena);
  UnionLine line;
  const auto read = [&] {
    const Value value = parser.Read(in);
    line.unrepresentable |= parser.has_unrepresentable_number();
    return value;
  };
  crd::ReadObject(in, [&](std::string_view key) {
    if (EqualFold(key, "schema")) {
      line.schema = in.Skip();
      return;
    }
    if (EqualFold(key, "old")) {
      line.before = read();
      return;
    }
    if (EqualFold(key, "new")) {
      line.now = read();
      return;
    }
    if (EqualFold(key, "mode")) {
      line.mode = read();
      return;
    }
    if (EqualFold(key, "deduceinvaliddiscriminator")) {
      line.deduce = read();
      return;
    }
    in.Skip();
  });
  if (!in.AtEnd()) return in.error();
  if (line.unrepresentable) return {ErrorCode::kInvalidInput, std::string(json::kNumberOutOfRange)};
  if (line.schema.empty() || !line.now) return {ErrorCode::kInvalidInput, "schema and new are needed"};
  if (!line.mode.is_null() && !line.mode.is_string()) {
    return {ErrorCode::kInvalidInput, "mode must be a string"};
  }
  if (!line.deduce.is_null() && line.deduce.kind() != Value::Kind::kBool) {
    return {ErrorCode::kInvalidInput, "deduceInvalidDiscriminator must be a boolean"};
  }
  return line;
}

base::Result<unions::MergeOptions> OptionsOf(const UnionLine& line) {
  unions::MergeOptions options;
  options.deduce_invalid_discriminator = !line.deduce.is_null() && line.deduce.boolean();
  const std::string_view mode = line.mode.is_string() ? line.mode.text() : std::string_view();
  if (mode.empty() || mode == "normalize") return options;
  options.mode = unions::MergeMode::kApply;
  if (mode == "apply") return options;
  return {ErrorCode::kInvalidInput, "unknown mode " + std::string(mode) + ": must be normalize, apply or kep"};
}

base::Result<std::vector<std::string>> Merge(UnionLine& line, base::Arena& arena) {
  const auto options = OptionsOf(line);
  if (!options.ok()) return options.error();
  if (!unions::IsReadableAsYaml(line.schema)) {
    return {ErrorCode::kInvalidInput, "schema: contains an escape or a character that YAML does not allow"};
  }
  const auto schema = json::Parser(arena).Parse(line.schema);
  if (!schema.ok()) return schema.error().In("schema");
  const auto type = unions::ReadMergeType(*schema);
  if (!type.ok()) return type.error().In("schema");
  const Value before = line.before.value_or(Value::Object({}));
  return unions::NormalizeMerged(before, *line.now, **type, *options, arena);
}

base::Status CheckStructural(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return {ErrorCode::kInvalidInput, "schema is null"};
  const auto found = crd::ValidateStructural(kubernetes::FieldPath("schema"), *line->structural);
  if (found.empty()) return base::Ok();
  return {ErrorCode::kInvalidInput, "the schema is not structural: " + kubernetes::Message(found)};
}

// Normalizes the object as the KEP on union types defines it, and returns no texts. If the unions of the schema have
// errors, returns their texts, and does not change the object.
base::Result<std::vector<std::string>> NormalizeAsKep(std::string_view text, UnionLine& line, base::Arena& arena) {
  const base::Status structural = CheckStructural(text, arena);
  if (!structural.ok()) return structural.error();
  const auto schema = json::Parser(arena).Parse(line.schema);
  if (!schema.ok()) return schema.error().In("schema");
  std::vector<std::string> wrong;
  for (const auto& error : unions::kep::CheckUnions(*schema)) {
    if (!IsAdvice(error)) wrong.push_back(error.path + ": " + error.text);
  }
  if (!wrong.empty()) return wrong;
  unions::kep::Normalize(line.before ? &*line.before : nullptr, *line.now, *schema, arena);
  return wrong;
}

base::Result<std::string> Normalised(std::string_view text, bool as_kep, base::Arena& arena) {
  auto line = ReadUnionLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->mode.is_string() && line->mode.text() == "kep") as_kep = true;
  const auto refused = as_kep ? NormalizeAsKep(text, *line, arena) : Merge(*line, arena);
  if (!refused.ok()) return refused.error();
  json::Writer to;
  to.BeginObject().Add("errors", *refused).Add("object", refused->empty() ? *line->now : Value());
  return to.EndObject().Take();
}

}  // namespace

base::Result<std::string> AnswerUnionLine(std::string_view line, base::Arena& arena) {
  return Normalised(line, false, arena);
}

base::Result<std::string> AnswerKepUnionLine(std::string_view line, base::Arena& arena) {
  return Normalised(line, true, arena);
}

}  // namespace structural::cli
