// Applies steps of a server to an object (pruning, defaults, unions), and collects messages about the effects.
#pragma once

#include <string>
#include <vector>

#include "cli/objects/crd_schemas.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::cli {

enum class ObjectsTask { kPrune, kDefault, kUnion };

// A message about a place in an object.
struct Diagnostic {
  std::string path;  // path as errors print it; empty or "<nil>": the whole object
  std::string text;  // message, which begins with the path unless the path is empty
  bool error;
};

// The messages about one object.
struct Diagnostics {
  bool succeeded = true;  // false: at least one message is an error
  std::vector<Diagnostic> all;

  void Note(std::string path, std::string text) { all.push_back({std::move(path), std::move(text), false}); }
  void Fail(std::string path, std::string text) {
    succeeded = false;
    all.push_back({std::move(path), std::move(text), true});
  }
};

// Adds a message for each dropped field. `paths` are the paths of the fields.
void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics);

// Applies the task to the object. kPrune drops unspecified fields and reports them; kDefault also drops nulls and sets
// defaults. Reads metadata as ObjectMeta, as a server does. New values are in `arena`. Precondition: the schema is
// usable, and the task is not kUnion (see NormalizeUnions).
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter
// (v0.37.2).
Diagnostics ApplyTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema, base::Arena& arena);

// An update of an object with unions. `sent` is the object that the client sends. `object` must be equal to it, and is
// normalized; the two must not share lists or objects.
struct UnionUpdate {
  const json::Value* before;  // object before the update; nullptr for a creation
  const json::Value& sent;
  json::Value& object;
};

// Normalizes the unions of `update.object`. Returns a message for each field that is cleared or set, and an error for
// each union of which several fields remain set. New values are in `arena`. Precondition: the unions of the schema are
// usable.
Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema, base::Arena& arena);

// Prunes an object as the KEP on pruning defines it, and returns a message for each dropped field. Keeps apiVersion,
// kind and metadata, which the KEP does not mention. `nested`: allow nested x-kubernetes-no-prune. If the schema cannot
// be used for pruning, returns an error. If the CRD does not enable pruning, returns a message and drops nothing.
Diagnostics PruneAsKep(json::Value& object, const KepSource& source, bool nested, base::Arena& arena);

}  // namespace structural::cli
