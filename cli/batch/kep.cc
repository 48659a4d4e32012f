// Operations on schemas and objects that follow the KEPs where Kubernetes differs.
#include <optional>

#include "cli/batch/batch.h"
#include "cli/shared/crd_files.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/kep/prune.h"
#include "schema/publish/kep/unfold.h"

namespace structural::cli {
namespace {

using json::Value;
using objects::kep::Nesting;

base::Result<Value> MemberOf(const Value& line, std::string_view key) {
  const Value* found = line.Find(key);
  if (found != nullptr) return *found;
  return {base::ErrorCode::kInvalidInput, "the line has no " + std::string(key)};
}

Nesting NestingOf(const Value& line) {
  const Value* flag = line.Find("nesting");
  const bool allowed = flag != nullptr && flag->kind() == Value::Kind::kBool && flag->boolean();
  return allowed ? Nesting::kAllowed : Nesting::kDisallowed;
}

// Returns whether the CRD described by the line enables pruning; true if the line has no "apiVersion".
base::Result<bool> IsPruned(const Value& line) {
  const Value* version = line.Find("apiVersion");
  if (version == nullptr || !version->is_string()) return true;
  const Value* flag = line.Find("prune");
  const bool set = flag != nullptr && flag->kind() == Value::Kind::kBool;
  return objects::kep::IsPruned(version->text(), set ? std::optional(flag->boolean()) : std::nullopt);
}

}  // namespace

// Line: {"schema", "object", "nesting", "apiVersion", "prune"}, of which the last three are optional: "nesting" allows
// nested x-kubernetes-no-prune, "apiVersion" is that of the CRD, and "prune" is its spec.prune. Answer: {"object",
// "pruned"}, the pruned object and the paths of the dropped fields.
base::Result<std::string> AnswerKepPruneLine(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const auto schema = MemberOf(*line, "schema");
  if (!schema.ok()) return schema.error();
  auto object = MemberOf(*line, "object");
  if (!object.ok()) return object.error();
  const auto pruned = IsPruned(*line);
  if (!pruned.ok()) return pruned.error();
  std::vector<std::string> dropped;
  if (*pruned) {
    auto done = objects::kep::Prune(*object, *schema, NestingOf(*line), arena);
    if (!done.ok()) return done.error();
    dropped = *std::move(done);
  }
  json::Writer to;
  return to.BeginObject().Add("object", *object).Add("pruned", dropped).EndObject().Take();
}

base::Result<std::string> AnswerKepSkeletonLine(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const auto schema = MemberOf(*line, "schema");
  if (!schema.ok()) return schema.error();
  json::Writer to;
  to.BeginObject().Add("errors", objects::kep::Restrictions(*schema, NestingOf(*line), arena));
  return to.Add("schema", objects::kep::Skeleton(*schema, arena)).EndObject().Take();
}

namespace {

template <typename Derive>
base::Result<std::string> DeriveSchema(std::string_view text, base::Arena& arena, Derive derive) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const Value* schema = line->Find("schema");
  if (schema == nullptr || !schema->is_object()) {
    return {base::ErrorCode::kInvalidInput, "the line has no schema"};
  }
  const base::Status usable = CheckUnionsOf(*schema);
  if (!usable.ok()) return usable.error();
  const Value derived = derive(*schema);
  json::Writer to;
  to.BeginObject().Add("changed", !json::Equal(*schema, derived)).Add("schema", derived);
  return to.EndObject().Take();
}

}  // namespace

// Line: {"schema": S}. Answer: {"changed","schema"}, the schema in which those extensions are unfolded that the KEP on
// structural schemas defines. The next two functions have the same lines and answers.
base::Result<std::string> AnswerKepUnfoldLine(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::Unfold(s, arena); });
}

base::Result<std::string> AnswerKepStructuralV2Line(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::ToOpenApiV2(s, arena); });
}

base::Result<std::string> AnswerKepUnfoldSkeletonLine(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::Skeleton(s, arena); });
}

}  // namespace structural::cli
