// Applies the steps of a server for a new object (pruning, defaults, unions), and collects messages about them.
#pragma once

#include <string>
#include <vector>

#include "cli/objects/crd_schemas.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::cli {

enum class ObjectsTask { kPrune, kDefault, kUnion };

// A message about one place in the object.
struct Diagnostic {
  std::string path;  // path as errors print it; empty or "<nil>": the whole object
  std::string text;  // includes the path, if any
  bool error;
};

struct Diagnostics {
  bool fine = true;  // false: at least one message is an error
  std::vector<Diagnostic> all;

  void Note(std::string path, std::string text) { all.push_back({std::move(path), std::move(text), false}); }
  void Fail(std::string path, std::string text) {
    fine = false;
    all.push_back({std::move(path), std::move(text), true});
  }
};

// Reports dropped fields.
void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics);

// Applies the task to the object. kPrune drops unspecified fields and reports them; kDefault also drops nulls and sets
// defaults. Reads metadata as ObjectMeta, as a server does. New values are in `arena`. Precondition: the schema is
// usable, and the task is not kUnion (see NormalizeUnions).
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter
// (v0.37.2).
Diagnostics ApplyTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema, base::Arena& arena);

// An update of an object with unions. NormalizeUnions changes `object`, which at first equals `sent`, but shares no
// lists and objects with it.
struct UnionUpdate {
  const json::Value* before;  // nullptr for a creation
  const json::Value& sent;
  json::Value& object;
};

// Normalizes the object. Reports each field that it clears or sets, and an error if several fields
// of a union remain set. New values are in `arena`. Precondition: the unions of the schema are
// usable.
Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema, base::Arena& arena);

// Drops fields that no branch of the schema names, and reports each dropped field. Keeps apiVersion, kind and metadata,
// which the KEP does not mention. `nested` allows nested x-kubernetes-no-prune. Reports an error if the schema cannot
// be used for pruning. If the CRD does not enable pruning, reports this and drops nothing.
Diagnostics PruneAsKep(json::Value& object, const KepSource& source, bool nested, base::Arena& arena);

}  // namespace structural::cli
