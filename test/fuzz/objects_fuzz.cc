// Reads any text as a schema and an object, {"schema": S, "object": O}. Checks common properties of pruning, defaulting
// and validation.
#include <string>
#include <variant>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/default_values.h"
#include "schema/objects/kep/prune.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/transform.h"
#include "schema/objects/validate.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// bytes_per_byte is high because of lists of schemas: each `{}` takes three bytes of text, and needs a node in each
// representation of the schema. fixed_bytes covers defaults, texts of errors, and patterns with a repetition.
const Cost kCost{.bytes_per_byte = 1024, .fixed_bytes = 128 << 20, .microseconds_per_byte = 500};

namespace {

using crd::Structural;
using json::Value;

void RequireWithinBudget(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  RequireBound(bytes, 0, 0, base::OutputBudget::kMaxKeptBytes + base::kTruncated.size(), "texts are within the budget");
}

void RequireWithinBudget(const std::vector<kubernetes::FieldError>& errors) {
  RequireWithinBudget(kubernetes::TextsOf(errors));
}

std::string Written(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

Value Again(const std::string& text, base::Arena& arena) {
  const auto value = json::Parser(arena).Parse(text);
  Require(value.ok(), "what is written can be read");
  return *value;
}

void CheckPrune(const Structural& schema, const std::string& text, base::Arena& arena) {
  std::vector<std::string> dropped;
  Value value = Again(text, arena);
  objects::Prune(value, &schema, true, &dropped);
  RequireWithinBudget(dropped);
  const std::string once = Written(value);
  Require(dropped.empty() == (once == text), "what is dropped is told of, and nothing else");
  objects::Prune(value, &schema, true, &dropped);
  Require(dropped.empty() && Written(value) == once, "pruning settles");
}

void CheckDefault(const Structural& schema, const std::string& text, base::Arena& arena) {
  Value value = Again(text, arena);
  objects::PruneNulls(value, &schema);
  if (!objects::Default(value, &schema, arena).ok()) return;
  const std::string once = Written(value);
  RequireBound(once.size(), text.size(), 6, 6 * objects::kMaxDefaultedBytes, "defaults are bounded");
  Require(objects::Default(value, &schema, arena).ok() && Written(value) == once, "defaulting settles");
}

// Requires that an object that is valid under the schema is also valid under the skeleton of the schema. A schema with
// a format is exempt: with a format, Kubernetes ignores the type of strings and lists.
void CheckValidate(const Structural& schema, bool has_format, const std::string& text, base::Arena& arena) {
  const Value value = Again(text, arena);
  const auto errors = objects::ValidateValue({}, *objects::CompileChecks(schema, arena), value);
  const Structural& skeleton = *objects::Skeleton(schema, arena).schema;
  const auto rough = objects::ValidateValue({}, *objects::CompileChecks(skeleton, arena), value);
  Require(has_format || !errors.empty() || rough.empty(), "what fits a schema fits its skeleton");
  RequireWithinBudget(errors);
  RequireWithinBudget(objects::ValidateListTypes(kubernetes::ObjectPath(), &schema, value).Take());
  RequireWithinBudget(objects::ValidateObjectMeta(kubernetes::ObjectPath(), value, &schema, true).Take());
  RequireWithinBudget(objects::ValidateDefaults({}, &schema, {}, arena));
}

// Requires that a third coercion changes nothing. The second one can: as in Kubernetes, the first makes a time before
// the year 1 null, and the second removes the null.
void CheckCoerce(const Structural& schema, const std::string& text, base::Arena& arena) {
  for (const auto malformed : {objects::MalformedMetadata::kIsAnError, objects::MalformedMetadata::kIsDropped}) {
    Value value = Again(text, arena);
    const auto coerce = [&] {
      return objects::CoerceObjectMeta(kubernetes::ObjectPath(), value, &schema, true, malformed, arena);
    };
    const auto first = coerce();
    RequireWithinBudget(first.unknown);
    if (first.error) continue;
    Require(!coerce().error, "what is coerced is well-formed");
    const std::string twice = Written(value);
    Require(!coerce().error && Written(value) == twice, "coercing settles");
  }
}

// Requires two properties of the pruning KEP's algorithm: the skeleton of a skeleton is the same skeleton, and a second
// pruning removes nothing.
void CheckKep(std::string_view schema, const std::string& text, base::Arena& arena) {
  const auto parsed = json::Parser(arena).Parse(schema);
  if (!parsed.ok()) return;
  const Value skeleton = objects::kep::Skeleton(*parsed, arena);
  const std::string once = Written(skeleton);
  Require(Written(objects::kep::Skeleton(skeleton, arena)) == once, "a skeleton is its own");
  for (const auto nesting : {objects::kep::Nesting::kAllowed, objects::kep::Nesting::kDisallowed}) {
    Value value = Again(text, arena);
    const auto first = objects::kep::Prune(value, *parsed, nesting, arena);
    if (!first.ok()) continue;
    RequireWithinBudget(*first);
    const auto again = objects::kep::Prune(value, *parsed, nesting, arena);
    Require(again.ok() && again->empty(), "pruning as the KEP has it settles");
  }
}

struct Input {
  std::string_view schema_text;
  const Structural* schema = nullptr;
  bool has_format = false;
  std::string_view object;
};

Input Read(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  std::string_view schema, key;
  Input input;
  for (in.BeginObject(); in.NextKey(&key);) {
    (key == "schema" ? schema : key == "object" ? input.object : key) = in.Skip();
  }
  input.schema_text = schema;
  input.has_format = schema.find("format") != schema.npos || schema.find('\\') != schema.npos;
  json::JsonReader fields(schema, arena);
  crd::JSONSchemaProps props;
  if (!in.AtEnd() || fields.Peek() != json::JsonReader::Kind::kObject) return input;
  crd::DecodeSchema(fields, arena, props);
  if (!fields.AtEnd() || crd::HasUnrepresentableNumber(props)) return input;
  const auto structural = crd::NewStructural(props, arena, crd::EmptyLists::kKeep);
  if (structural.index() == 0) input.schema = std::get<0>(structural);
  return input;
}

}  // namespace

void Try(std::string_view both) {
  const MemoryLimit memory(both.size());
  base::Arena arena;
  const Input input = Read(both, arena);
  const auto object = json::Parser(arena).Parse(input.object);
  if (input.schema == nullptr || !object.ok()) return;
  // The object is written and read twice: the first text can contain -0 for -0.0, which is then read as 0.
  const std::string text = Written(Again(Written(*object), arena));
  CheckPrune(*input.schema, text, arena);
  CheckDefault(*input.schema, text, arena);
  CheckValidate(*input.schema, input.has_format, text, arena);
  CheckCoerce(*input.schema, text, arena);
  CheckKep(input.schema_text, text, arena);
}

}  // namespace structural::fuzz
