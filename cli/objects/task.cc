#include "cli/objects/task.h"

#include <algorithm>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/objects/default.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"

namespace structural::cli {
namespace {

const kubernetes::ObjectPath kRoot;

// Returns false if metadata cannot be read, because a server then stops.
bool Prune(json::Value& object, const ResourceSchema& schema, bool drop_nulls, base::Arena& arena,
           std::vector<std::string>& dropped, Diagnostics& diagnostics) {
  if (!schema.preserve_unknown_fields) {
    objects::Prune(object, schema.structural, true, &dropped);
    if (drop_nulls) objects::PruneNulls(object, schema.structural);
  }
  auto coerced =
      objects::CoerceObjectMeta(kRoot, object, schema.structural, true, objects::MalformedMetadata::kIsAnError, arena);
  if (coerced.error) {
    diagnostics.Fail(coerced.error->field, coerced.error->Text());
    return false;
  }
  std::ranges::move(coerced.unknown, std::back_inserter(dropped));
  return true;
}

}  // namespace

void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  for (const std::string& path : paths) {
    if (path == base::kTruncated) {
      diagnostics.Note("", path);
    } else {
      diagnostics.Note(path, path + ": not specified, dropped");
    }
  }
}

Diagnostics ApplyTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema, base::Arena& arena) {
  Diagnostics diagnostics;
  std::vector<std::string> dropped;
  const bool prune_only = task == ObjectsTask::kPrune;
  if (!Prune(object, schema, !prune_only, arena, dropped, diagnostics)) return diagnostics;
  ReportDropped(dropped, diagnostics);
  if (prune_only) return diagnostics;
  if (!schema.preserve_unknown_fields) {  // a CRD that preserves unknown fields has no defaults
    const auto done = objects::Default(object, schema.structural, arena);
    if (!done.ok()) diagnostics.Fail("", done.error().message());
  }
  return diagnostics;
}

}  // namespace structural::cli
