// Operations on a schema, or on a schema and an object. Line: {"schema": S, "path": […], "object": O, "isResourceRoot":
// …}; each operation reads only the members that it needs.
#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/shared/schema_line.h"
#include "schema/crd/rules/validate.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/violation.h"
#include "schema/objects/default.h"
#include "schema/objects/default_values.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/transform.h"
#include "schema/objects/validate.h"
#include "schema/publish/schema_writer.h"
#include "schema/validate/expressions.h"

namespace structural::cli {
namespace {

std::vector<kubernetes::Violation> Validate(const SchemaLine& line) {
  const auto validate = [&](const kubernetes::FieldPath& path) {
    return crd::ValidateStructural(path, *line.structural);
  };
  if (line.path.empty()) {
    const kubernetes::FieldPath spec("spec");
    const kubernetes::FieldPath version = spec.Child("versions", 0u);
    const kubernetes::FieldPath holder = version.Child("schema");
    return validate(holder.Child("openAPIV3Schema"));
  }
  return validate(kubernetes::FieldPath(JoinedPath(line)));
}

}  // namespace

base::Result<std::string> AnswerStructuralLine(std::string_view line, base::Arena& arena) {
  const auto read = ReadSchemaLine(line, arena);
  if (!read.ok()) return read.error();
  std::vector<kubernetes::Violation> found;
  if (read->structural != nullptr) found = Validate(*read);
  json::Writer to;
  to.BeginObject().Add("errors", TextsOf(found)).Add("message", kubernetes::Message(found));
  return to.EndObject().Take();
}

namespace {

using crd::Structural;
using objects::DerivedSchema;

// Returns the answer that has the schema as its last member. `opening` is the start of the answer, up to the schema.
// The release that `line` names decides which empty members the schema has.
base::Result<std::string> Answer(std::string opening, const Structural& schema, std::string_view line,
                                 base::Arena& arena) {
  const auto release = ReleaseIn(line, arena);
  if (!release.ok()) return release.error();
  publish::SchemaWriter(arena, opening, publish::EmptyMembersOf(release->minor())).Write(schema);
  return opening += '}';
}

template <typename Derive>
base::Result<std::string> Transformed(std::string_view text, base::Arena& arena, Derive derive) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return std::string(R"({"schema":null})");
  const DerivedSchema derived = derive(*line->structural, arena);
  return Answer(derived.changed ? R"({"changed":true,"schema":)" : R"({"changed":false,"schema":)", *derived.schema,
                text, arena);
}

}  // namespace

// The next five operations derive a schema. Line: {"schema": S}. Answer: {"changed", "schema"}.

base::Result<std::string> AnswerRoundtripLine(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, [](const Structural& schema, base::Arena&) { return DerivedSchema{&schema, false}; });
}

base::Result<std::string> AnswerSkeletonLine(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::Skeleton);
}

base::Result<std::string> AnswerStripNullableLine(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::StripNullable);
}

base::Result<std::string> AnswerUnfoldLine(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::Unfold);
}

// Unfolds the schema before it computes the skeleton, so the skeleton does not have the keywords that unfolding adds.
base::Result<std::string> AnswerUnfoldSkeletonLine(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, [](const Structural& schema, base::Arena& memory) {
    return objects::Skeleton(*objects::Unfold(schema, memory).schema, memory);
  });
}

base::Result<std::string> AnswerStructuralV2Line(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return std::string(R"({"schema":null})");
  return Answer("{\"schema\":", *publish::ToStructuralOpenAPIV2(*line->structural, arena), text, arena);
}

// The first of the next two operations prunes the defaults in a schema, the second one finds the errors in them. Line:
// {"schema": S, "isResourceRoot": B}.

base::Result<std::string> AnswerPruneDefaultsLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return {base::ErrorCode::kInvalidInput, "the line has no schema"};
  const auto pruned = objects::PruneDefaults(*line->structural, arena);
  if (!pruned.ok()) return pruned.error();
  return Answer("{\"schema\":", **pruned, text, arena);
}

base::Result<std::string> AnswerValidateDefaultsLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  expressions::CompilationBudget compilation_budget;
  const objects::DefaultsOptions options{line->is_resource_root, line->require_pruned_defaults,
                                         validate::RulesOfDefaults(compilation_budget, arena, release->minor()),
                                         release->minor()};
  json::Writer to;
  to.BeginObject().Add(
      "errors", kubernetes::TextsOf(objects::ValidateDefaults({JoinedPath(*line)}, line->structural, options, arena)));
  return to.EndObject().Take();
}

namespace {

// Calls `change` with the object of the line, and returns {"object": O}, where O is the changed object.
template <typename Change>
base::Result<std::string> ApplyToObject(std::string_view text, base::Arena& arena, Change change) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  auto object = ObjectOf(*line);
  if (!object.ok()) return object.error();
  const base::Status changed = change(*line, *object);
  if (!changed.ok()) return changed.error();
  std::string answer = "{\"object\":";
  answer.reserve(text.size());
  json::AppendJson(*object, answer);
  return answer += '}';
}

}  // namespace

base::Result<std::string> AnswerPruneLine(std::string_view line, base::Arena& arena) {
  std::vector<std::string> dropped;
  auto answer = ApplyToObject(line, arena, [&](const SchemaLine& read, json::Value& object) {
    objects::Prune(object, read.structural, read.is_resource_root, &dropped);
    return base::Ok();
  });
  if (!answer.ok()) return answer;
  answer->pop_back();
  json::Writer(*answer).Add("pruned", dropped).EndObject();
  return answer;
}

base::Result<std::string> AnswerPruneNullsLine(std::string_view line, base::Arena& arena) {
  return ApplyToObject(line, arena, [](const SchemaLine& read, json::Value& object) {
    objects::PruneNulls(object, read.structural);
    return base::Ok();
  });
}

base::Result<std::string> AnswerDefaultLine(std::string_view line, base::Arena& arena) {
  return ApplyToObject(line, arena, [&](const SchemaLine& read, json::Value& object) {
    return objects::Default(object, read.structural, arena);
  });
}

base::Result<std::string> AnswerDefaultServerLine(std::string_view line, base::Arena& arena) {
  return ApplyToObject(line, arena, [&](const SchemaLine& read, json::Value& object) {
    objects::Prune(object, read.structural, read.is_resource_root);
    objects::PruneNulls(object, read.structural);
    return objects::Default(object, read.structural, arena);
  });
}

namespace {

base::Result<json::Value> MapOf(const SchemaLine& line) {
  auto object = ObjectOf(line);
  if (object.ok() && !object->is_object()) {
    return {base::ErrorCode::kInvalidInput, "the object must be a JSON object"};
  }
  return object;
}

// Returns the object before an update, which only CEL rules use; null if the line has no "old".
base::Result<json::Value> OldOf(const SchemaLine& line, base::Arena& arena) {
  if (line.old.empty() || line.old == "null") return json::Value();
  auto old = json::Parser(arena).Parse(line.old);
  if (!old.ok() || old->is_object()) return old;
  return {base::ErrorCode::kInvalidInput, "the old object must be a JSON object"};
}

void AddRules(const SchemaLine& line, const json::Value& object, const json::Value& old, int minor, base::Arena& arena,
              json::Writer& to) {
  if (line.structural == nullptr) return;
  const expressions::RuleSet rules(*line.structural, {.minor = minor});
  if (rules.empty()) return;
  to.Add("cel", kubernetes::TextsOf(rules.Run({.object = object, .old = &old}, arena).errors));
}

}  // namespace

base::Result<std::string> AnswerListTypeLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const auto errors =
      kubernetes::TextsOf(objects::ValidateListTypes(kubernetes::ObjectPath(path), line->structural, *object).Take());
  return json::Writer().BeginObject().Add("errors", errors).EndObject().Take();
}

base::Result<std::string> AnswerValidateCrLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const auto old = OldOf(*line, arena);
  if (!old.ok()) return old.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  const kubernetes::ObjectPath root;
  std::vector<std::string> schema;
  if (line->props != nullptr) {
    const auto* checks =
        objects::CompileChecks(*line->props, arena, objects::EnumNumbers::kAsWritten, release->minor());
    schema = kubernetes::TextsOf(objects::ValidateValue({}, *checks, *object));
  }
  json::Writer to;
  to.BeginObject();
  AddRules(*line, *object, *old, release->minor(), arena, to);
  to.Add("listtype", kubernetes::TextsOf(objects::ValidateListTypes(root, line->structural, *object).Take()));
  to.Add("objectmeta", kubernetes::TextsOf(objects::ValidateObjectMeta(root, *object, line->structural, false).Take()));
  return to.Add("schema", schema).EndObject().Take();
}

base::Result<std::string> AnswerObjectMetaLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  auto object = ObjectOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const kubernetes::ObjectPath at(path);
  const bool root = line->is_resource_root;
  const auto errors = kubernetes::TextsOf(objects::ValidateObjectMeta(at, *object, line->structural, root).Take());
  const auto coerced =
      objects::CoerceObjectMeta(at, *object, line->structural, root, objects::MalformedMetadata::kIsAnError, arena);
  json::Writer to;
  to.BeginObject();
  if (coerced.error) to.Add("coerceError", coerced.error->Text());
  to.Add("errors", errors).Add("object", *object).Key("unknown");
  coerced.unknown.empty() ? to.Add(nullptr) : to.Add(coerced.unknown);
  return to.EndObject().Take();
}

}  // namespace structural::cli
