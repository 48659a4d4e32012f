// What a server does to one object on its way in, and what it says of it.
#pragma once

#include <string>
#include <vector>

#include "cli/objects/crd_schemas.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::cli {

enum class ObjectsTask { kPrune, kDefault, kUnion };

// Of one place in the object.
struct Diagnostic {
  std::string path;  // as errors name it; empty or "<nil>": the object as a whole
  std::string text;  // the path included, where there is one
  bool error;
};

struct Diagnostics {
  bool fine = true;  // false: one of them is an error
  std::vector<Diagnostic> all;

  void Note(std::string path, std::string text) {
    all.push_back({std::move(path), std::move(text), false});
  }
  void Fail(std::string path, std::string text) {
    fine = false;
    all.push_back({std::move(path), std::move(text), true});
  }
};

// Tells of the fields that were dropped.
void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics);

// Changes the object: it leaves out what is not specified, and tells of that; kDefault drops nulls
// and sets defaults, too. Metadata is read as ObjectMeta, as a server does.
// `arena` holds what is added. Precondition: the schema is usable, and the task not kUnion, which
// is for NormalizeUnions.
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter
// (v0.37.2).
Diagnostics DoTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema,
                   base::Arena& arena);

// `object` is what becomes of `sent`, and the same as that at first, without sharing containers.
struct UnionUpdate {
  const json::Value* before;  // nullptr: it is created
  const json::Value& sent;
  json::Value& object;
};

// Normalises the object. Tells each field that it clears or sets; it is an error where several
// fields of a union stay, for an object has one at most. `arena` holds what is added. Precondition:
// the unions of the schema are usable.
Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema,
                            base::Arena& arena);

// Drops what no branch of the schema names, and tells of each. apiVersion, kind and metadata are
// kept, of which the KEP does not speak. `nested` allows x-kubernetes-no-prune inside itself. It is
// an error if the schema is none to prune by; if the CRD does not ask for pruning, nothing is
// dropped and that is told.
Diagnostics PruneAsKep(json::Value& object, const KepSource& source, bool nested,
                       base::Arena& arena);

}  // namespace structural::cli
