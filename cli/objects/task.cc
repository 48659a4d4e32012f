#include "cli/objects/task.h"

#include <algorithm>
#include <utility>

#include "schema/base/text_list.h"
#include "schema/ops/default.h"
#include "schema/ops/field_error.h"
#include "schema/ops/list_type.h"
#include "schema/ops/names.h"
#include "schema/ops/object_meta.h"
#include "schema/ops/prune.h"
#include "schema/ops/validate.h"

namespace structural::cli {
namespace {

const ops::ObjectPath kRoot;

// False where metadata cannot be read: a server goes no further.
bool Prune(ops::Value& object, const ResourceSchema& schema, bool drop_nulls, base::Arena& arena,
           std::vector<std::string>& dropped, Remarks& remarks) {
  if (!schema.preserve_unknown_fields) {
    ops::Prune(object, schema.structural, true, &dropped);
    if (drop_nulls) ops::PruneNulls(object, schema.structural);
  }
  auto coerced = ops::CoerceObjectMeta(kRoot, object, schema.structural, true,
                                       ops::Malformed::kIsAnError, arena);
  if (coerced.error) {
    std::string path = coerced.error->substr(0, coerced.error->find(": "));
    remarks.Fail(std::move(path), *std::move(coerced.error));
    return false;
  }
  std::ranges::move(coerced.unknown, std::back_inserter(dropped));
  return true;
}

constexpr std::string_view kName = "metadata.name";

// Of a custom resource more is asked for than of what is embedded in one.
//
// Upstream: customresource/validator.go, validation.NameIsDNSSubdomain (v0.37.2).
std::vector<std::string> MetadataErrors(const ops::Value& object, const ResourceSchema& schema) {
  auto errors = ops::ValidateObjectMeta(kRoot, object, schema.structural, true);
  std::erase_if(errors, [](const std::string& error) {
    return error.starts_with(kName) && error.compare(kName.size(), 2, ": ") == 0;
  });
  const ops::Value* meta = object.Find("metadata");
  const ops::Value* name = meta == nullptr ? nullptr : meta->Find("name");
  if (name == nullptr || !name->is_string() || name->text().empty()) return errors;
  for (const std::string& reason : ops::AgainstDns1123Subdomain(name->text())) {
    errors.push_back(ops::InvalidError(std::string(kName), *name, reason));
  }
  return errors;
}

void Validate(const ops::Value& object, const ResourceSchema& schema, Remarks& remarks) {
  std::vector<std::string> errors;
  const auto add = [&](std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(errors));
  };
  if (schema.checks != nullptr) add(ops::ValidateValue("", *schema.checks, object));
  add(MetadataErrors(object, schema));
  add(ops::ValidateListTypes(kRoot, schema.structural, object));
  for (std::string& error : errors) {
    std::string path = error.substr(0, error.find(": "));
    remarks.Fail(std::move(path), std::move(error));
  }
  if (schema.structural != nullptr && ops::HasRules(*schema.structural)) {
    remarks.Tell("", "notice: x-kubernetes-validations are not evaluated");
  }
}

}  // namespace

void TellDropped(const std::vector<std::string>& paths, Remarks& remarks) {
  for (const std::string& path : paths) {
    if (path == base::kCutShort) {
      remarks.Tell("", path);
    } else {
      remarks.Tell(path, path + ": not specified, dropped");
    }
  }
}

Remarks DoTask(ObjectsTask task, ops::Value& object, const ResourceSchema& schema,
               base::Arena& arena) {
  Remarks remarks;
  std::vector<std::string> dropped;
  const bool prune_only = task == ObjectsTask::kPrune;
  if (!Prune(object, schema, !prune_only, arena, dropped, remarks)) return remarks;
  if (prune_only) {
    TellDropped(dropped, remarks);
    return remarks;
  }
  if (!schema.preserve_unknown_fields) {  // with it, a CRD has no defaults
    const auto done = ops::Default(object, schema.structural, arena);
    if (!done.ok()) remarks.Fail("", done.error().message());
  }
  if (task == ObjectsTask::kValidate) Validate(object, schema, remarks);
  return remarks;
}

}  // namespace structural::cli
