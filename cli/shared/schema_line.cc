#include "cli/shared/schema_line.h"

#include <limits>
#include <utility>
#include <variant>

#include "schema/base/text.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/decode_values.h"
#include "schema/crd/model/new_structural.h"
#include "schema/go/letter_case.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using go::EqualFold;
using json::JsonReader;

struct Envelope {
  SchemaLine line;
  std::string_view schema;  // JSON of the schema while it is not decoded; otherwise empty
  const crd::JSONSchemaProps* props = nullptr;
};

// kRead: a schema is decoded as soon as its key is read. kLeft: only the last schema of the line is decoded, after the
// whole line was read. A line with a repeated key needs kLeft, because errors in a schema that a later key replaces are
// ignored.
enum class Schemas { kRead, kLeft };

base::Result<Envelope> ReadEnvelope(std::string_view text, Schemas schemas, base::Arena& arena) {
  JsonReader in(text, arena);
  json::Parser objects(arena);
  Envelope read;
  std::span<const std::string_view> path;
  std::optional<bool> require_pruned_defaults;
  const auto read_schema = [&] {
    read.schema = {};
    read.props = nullptr;
    if (schemas == Schemas::kLeft || in.Peek() != JsonReader::Kind::kObject) {
      read.schema = in.Skip();
      return;
    }
    auto* props = arena.New<crd::JSONSchemaProps>();
    crd::DecodeSchema(in, arena, *props);
    read.props = props;
  };
  crd::ReadObject(in, [&](std::string_view key) {
    if (EqualFold(key, "schema")) return read_schema();
    if (EqualFold(key, "object")) {
      read.line.object = objects.Read(in);
      return;
    }
    if (EqualFold(key, "old")) {
      read.line.old = in.Skip();
      return;
    }
    if (EqualFold(key, "path")) return crd::ReadStrings(in, arena, path);
    if (EqualFold(key, "isresourceroot")) {
      return crd::ReadBool(in, read.line.is_resource_root);
    }
    if (EqualFold(key, "requirepruneddefaults")) {
      return crd::ReadOptionalBool(in, require_pruned_defaults);
    }
    in.Skip();
  });
  if (!in.AtEnd()) return in.error();
  read.line.unrepresentable_object = objects.has_unrepresentable_number();
  read.line.path.assign(path.begin(), path.end());
  read.line.require_pruned_defaults = require_pruned_defaults.value_or(true);
  if (in.has_unrepresentable_number() && read.props != nullptr && crd::HasUnrepresentableNumber(*read.props)) {
    return {ErrorCode::kInvalidInput, "a number in a default, example or enum is out of range"};
  }
  return read;
}

base::Status ReadSchema(std::string_view text, base::Arena& arena, Envelope& read) {
  if (text.empty() || text == "null") return base::Ok();
  JsonReader in(text, arena);
  auto* props = arena.New<crd::JSONSchemaProps>();
  if (in.Peek() != JsonReader::Kind::kObject) in.FailWrongKind("schema");
  crd::DecodeSchema(in, arena, *props);
  if (!in.AtEnd()) return in.error();
  if (in.has_unrepresentable_number() && crd::HasUnrepresentableNumber(*props)) {
    return {ErrorCode::kInvalidInput, "a number in a default, example or enum is out of range"};
  }
  read.props = props;
  return base::Ok();
}

base::Status MakeStructural(base::Arena& arena, Envelope& read) {
  if (read.props == nullptr) return base::Ok();
  const auto structural = crd::NewStructural(*read.props, arena, crd::EmptyLists::kKeep);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
    return {ErrorCode::kInvalidInput, reason->text};
  }
  read.line.props = read.props;
  read.line.structural = std::get<const crd::Structural*>(structural);
  return base::Ok();
}

}  // namespace

base::Result<SchemaLine> ReadSchemaLine(std::string_view text, base::Arena& arena) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return {ErrorCode::kLimitExceeded, "the line is longer than 4 GiB"};
  }
  auto read = ReadEnvelope(text, Schemas::kRead, arena);
  if (!read.ok()) read = ReadEnvelope(text, Schemas::kLeft, arena);
  if (!read.ok()) return read.error();
  base::Status schema = ReadSchema(read->schema, arena, *read);
  if (schema.ok()) schema = MakeStructural(arena, *read);
  if (!schema.ok()) return schema.error();
  return std::move(read->line);
}

base::Result<json::Value> ObjectOf(const SchemaLine& line) {
  if (!line.object) return {ErrorCode::kInvalidInput, "the line has no object"};
  if (line.unrepresentable_object) {
    return {ErrorCode::kInvalidInput, std::string(json::kNumberOutOfRange)};
  }
  return *line.object;
}

std::string JoinedPath(const SchemaLine& line) {
  std::string joined;
  for (const std::string_view element : line.path) {
    if (element.empty()) {
      joined += "[]";
    } else {
      base::AppendItem(joined, ".", element);
    }
  }
  return joined;
}

}  // namespace structural::cli
