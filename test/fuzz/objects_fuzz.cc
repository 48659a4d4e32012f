// Any text as a schema and an object, {"schema": S, "object": O}: what pruning, defaulting and
// validating promise together.
#include <string>
#include <variant>
#include <vector>

#include "schema/base/text_list.h"
#include "schema/json/parse.h"
#include "schema/json/write.h"
#include "schema/model/decode.h"
#include "schema/model/new_structural.h"
#include "schema/ops/default.h"
#include "schema/ops/default_values.h"
#include "schema/ops/kep/prune.h"
#include "schema/ops/kep/skeleton.h"
#include "schema/ops/list_type.h"
#include "schema/ops/object_meta.h"
#include "schema/ops/prune.h"
#include "schema/ops/transform.h"
#include "schema/ops/validate.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// `{}` in a list of schemas is three bytes, and a node of each form of the schema. Besides: defaults,
// texts, and patterns with a repetition.
const Cost kCost{.bytes = 1024, .fixed_bytes = 128 << 20, .microseconds = 500};

namespace {

using model::Structural;
using json::Value;

void RequireWithinBudget(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  RequireBound(bytes, 0, 0, base::OutputBudget::kBytes + base::kCutShort.size(),
               "texts are within the budget");
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
  ops::Prune(value, &schema, true, &dropped);
  RequireWithinBudget(dropped);
  const std::string once = Written(value);
  Require(dropped.empty() == (once == text), "what is dropped is told of, and nothing else");
  ops::Prune(value, &schema, true, &dropped);
  Require(dropped.empty() && Written(value) == once, "pruning settles");
}

void CheckDefault(const Structural& schema, const std::string& text, base::Arena& arena) {
  Value value = Again(text, arena);
  ops::PruneNulls(value, &schema);
  if (!ops::Default(value, &schema, arena).ok()) return;
  const std::string once = Written(value);
  RequireBound(once.size(), text.size(), 6, 6 * ops::kMaxDefaultedBytes, "defaults are bounded");
  Require(ops::Default(value, &schema, arena).ok() && Written(value) == once, "defaulting settles");
}

// Who fits a schema fits its skeleton; but a format makes Kubernetes pass over the type of strings
// and lists.
void CheckValidate(const Structural& schema, bool has_format, const std::string& text,
                   base::Arena& arena) {
  const Value value = Again(text, arena);
  const auto errors = ops::ValidateValue("", *ops::CompileChecks(schema, arena), value);
  const Structural& skeleton = *ops::Skeleton(schema, arena).schema;
  const auto rough = ops::ValidateValue("", *ops::CompileChecks(skeleton, arena), value);
  Require(has_format || !errors.empty() || rough.empty(), "what fits a schema fits its skeleton");
  RequireWithinBudget(errors);
  RequireWithinBudget(ops::ValidateListTypes(ops::ObjectPath(), &schema, value));
  RequireWithinBudget(ops::ValidateObjectMeta(ops::ObjectPath(), value, &schema, true));
  RequireWithinBudget(ops::ValidateDefaults("", &schema, {}, arena));
}

// A time at the beginning of all times becomes null first, and vanishes then, as in Kubernetes.
void CheckCoerce(const Structural& schema, const std::string& text, base::Arena& arena) {
  for (const auto malformed : {ops::Malformed::kIsAnError, ops::Malformed::kIsDropped}) {
    Value value = Again(text, arena);
    const auto coerce = [&] {
      return ops::CoerceObjectMeta(ops::ObjectPath(), value, &schema, true, malformed, arena);
    };
    const auto first = coerce();
    RequireWithinBudget(first.unknown);
    if (first.error) continue;
    Require(!coerce().error, "what is coerced is well-formed");
    const std::string twice = Written(value);
    Require(!coerce().error && Written(value) == twice, "coercing settles");
  }
}

// The skeleton of the pruning KEP is its own skeleton.
void CheckKep(std::string_view schema, const std::string& text, base::Arena& arena) {
  const auto parsed = json::Parser(arena).Parse(schema);
  if (!parsed.ok()) return;
  const Value skeleton = ops::kep::Skeleton(*parsed, arena);
  const std::string once = Written(skeleton);
  Require(Written(ops::kep::Skeleton(skeleton, arena)) == once, "a skeleton is its own");
  for (const auto nesting : {ops::kep::Nesting::kAllowed, ops::kep::Nesting::kDisallowed}) {
    Value value = Again(text, arena);
    const auto first = ops::kep::Prune(value, *parsed, nesting, arena);
    if (!first.ok()) continue;
    RequireWithinBudget(*first);
    const auto again = ops::kep::Prune(value, *parsed, nesting, arena);
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
  base::JsonReader in(text, arena);
  std::string_view schema, key;
  Input input;
  for (in.BeginObject(); in.NextKey(&key);) {
    (key == "schema" ? schema : key == "object" ? input.object : key) = in.Skip();
  }
  input.schema_text = schema;
  input.has_format = schema.find("format") != schema.npos || schema.find('\\') != schema.npos;
  base::JsonReader fields(schema, arena);
  model::JSONSchemaProps props;
  if (!in.AtEnd() || fields.Peek() != base::JsonReader::Kind::kObject) return input;
  model::DecodeSchema(fields, arena, props);
  if (!fields.AtEnd() || model::HasUnrepresentableNumber(props)) return input;
  const auto structural = model::NewStructural(props, arena, model::Empties::kStay);
  if (structural.index() == 0) input.schema = std::get<0>(structural);
  return input;
}

}  // namespace

void Try(std::string_view both) {
  const InMemory memory(both.size());
  base::Arena arena;
  const Input input = Read(both, arena);
  const auto object = json::Parser(arena).Parse(input.object);
  if (input.schema == nullptr || !object.ok()) return;
  // Twice, for -0.0 is written as -0, which is read as 0.
  const std::string text = Written(Again(Written(*object), arena));
  CheckPrune(*input.schema, text, arena);
  CheckDefault(*input.schema, text, arena);
  CheckValidate(*input.schema, input.has_format, text, arena);
  CheckCoerce(*input.schema, text, arena);
  CheckKep(input.schema_text, text, arena);
}

}  // namespace structural::fuzz
