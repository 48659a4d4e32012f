#include "cli/objects/task.h"

#include <algorithm>
#include <utility>

#include "schema/admission/errors.h"
#include "schema/base/output_budget.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/default.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::cli {
namespace {

const objects::ObjectPath kRoot;

struct ServerError {
  std::string path;
  std::string text;
};

// False where metadata cannot be read: a server goes no further.
bool Prune(json::Value& object, const ResourceSchema& schema, bool drop_nulls, base::Arena& arena,
           std::vector<std::string>& dropped, Diagnostics& diagnostics) {
  if (!schema.preserve_unknown_fields) {
    objects::Prune(object, schema.structural, true, &dropped);
    if (drop_nulls) objects::PruneNulls(object, schema.structural);
  }
  auto coerced = objects::CoerceObjectMeta(kRoot, object, schema.structural, true,
                                           objects::Malformed::kIsAnError, arena);
  if (coerced.error) {
    std::string path = coerced.error->substr(0, coerced.error->find(": "));
    diagnostics.Fail(std::move(path), *std::move(coerced.error));
    return false;
  }
  std::ranges::move(coerced.unknown, std::back_inserter(dropped));
  return true;
}

constexpr std::string_view kName = "metadata.name", kGenerateName = "metadata.generateName";

// What follows a dash at the end of a prefix makes it a letter's or a digit's.
//
// Upstream: apimachinery pkg/api/validation/generic.go maskTrailingDash (v0.37.2).
std::string WithoutDash(std::string_view prefix) {
  if (prefix.size() < 2 || !prefix.ends_with('-')) return std::string(prefix);
  return std::string(prefix.substr(0, prefix.size() - 2)) + "a";
}

bool IsAbout(const std::string& error, std::string_view field) {
  return error.starts_with(field) && error.compare(field.size(), 2, ": ") == 0;
}

// Of a custom resource more is asked for than of what is embedded in one. A server makes a name of
// generateName before it looks.
//
// Upstream: customresource/validator.go, registry/rest/create.go BeforeCreate, apimachinery
// pkg/api/validation/objectmeta.go, validation.NameIsDNSSubdomain (v0.37.2).
std::vector<std::string> MetadataErrors(const json::Value& object, const ResourceSchema& schema) {
  auto errors = objects::ValidateObjectMeta(kRoot, object, schema.structural, true);
  std::erase_if(errors, [](const std::string& error) {
    return IsAbout(error, kName) || IsAbout(error, kGenerateName);
  });
  const json::Value* meta = object.Find("metadata");
  const std::string_view name = TextOf(Below(meta, "name"));
  const std::string_view generate = TextOf(Below(meta, "generateName"));
  if (name.empty() && generate.empty()) {
    errors.push_back(kubernetes::RequiredError(kName, "name or generateName is required"));
  }
  const auto check = [&](std::string_view field, std::string_view text, const std::string& meant) {
    if (text.empty()) return;
    for (const std::string& reason : kubernetes::ValidateDNS1123Subdomain(meant)) {
      errors.push_back(kubernetes::InvalidError(field, json::Value::String(text), reason));
    }
  };
  check(kGenerateName, generate, WithoutDash(generate));
  check(kName, name, std::string(name));
  return errors;
}

// Of allOf, anyOf, oneOf and not the server tells the place in its text alone:
//   <nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). …
ServerError PlacedError(std::string error) {
  constexpr std::string_view kNowhere = "<nil>: ", kBegin = "<nil>: Invalid value: \"\": \"";
  if (!error.starts_with(kBegin)) {
    std::string path = error.substr(0, error.find(": "));
    return {std::move(path), std::move(error)};
  }
  const auto end = error.find("\" must ", kBegin.size());
  if (end == error.npos) return {"", std::move(error)};
  std::string path = error.substr(kBegin.size(), end - kBegin.size());
  error.replace(0, kNowhere.size(), path.empty() ? "" : path + ": ");
  return {std::move(path), std::move(error)};
}

// Rules are run where no other error keeps a server from it.
void RunRules(const json::Value& object, const ResourceSchema& schema,
              admission::ResourceErrors& errors, base::Arena& arena, Diagnostics& diagnostics) {
  if (schema.rules == nullptr || schema.rules->Get().empty()) return;
  if (errors.blocks_rules()) {
    diagnostics.Note("", "notice: the rules in CEL are not run because of the other errors");
    return;
  }
  errors.AddTexts(schema.rules->Get().Run({.object = object}, arena).errors);
}

void Validate(const json::Value& object, const ResourceSchema& schema, base::Arena& arena,
              Diagnostics& diagnostics) {
  admission::ResourceErrors errors;
  if (schema.checks != nullptr) {
    for (auto& error : objects::FindValueErrors("", *schema.checks, object))
      errors.Add(std::move(error));
  }
  errors.AddTexts(MetadataErrors(object, schema));
  errors.AddTexts(objects::ValidateListTypes(kRoot, schema.structural, object));
  RunRules(object, schema, errors, arena, diagnostics);
  for (std::string& error : std::move(errors).Take()) {
    auto [path, text] = PlacedError(std::move(error));
    diagnostics.Fail(std::move(path), std::move(text));
  }
}

}  // namespace

void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  for (const std::string& path : paths) {
    if (path == base::kCutShort) {
      diagnostics.Note("", path);
    } else {
      diagnostics.Note(path, path + ": not specified, dropped");
    }
  }
}

Diagnostics DoTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema,
                   base::Arena& arena) {
  Diagnostics diagnostics;
  std::vector<std::string> dropped;
  const bool prune_only = task == ObjectsTask::kPrune;
  if (!Prune(object, schema, !prune_only, arena, dropped, diagnostics)) return diagnostics;
  if (task != ObjectsTask::kValidate) ReportDropped(dropped, diagnostics);
  if (prune_only) return diagnostics;
  if (!schema.preserve_unknown_fields) {  // with it, a CRD has no defaults
    const auto done = objects::Default(object, schema.structural, arena);
    if (!done.ok()) diagnostics.Fail("", done.error().message());
  }
  if (task == ObjectsTask::kValidate) Validate(object, schema, arena, diagnostics);
  return diagnostics;
}

}  // namespace structural::cli
