// JudgeFile: the objects of a file, each judged as an API server judges it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/findings/finding.h"
#include "cli/validate/resources.h"
#include "cli/validate/stored_objects.h"
#include "schema/base/arena.h"

namespace structural::cli {

// What unknown fields and repeated keys are: nothing, warnings, or errors.
enum class Strictness { kIgnore, kWarn, kFail };

// What objects are judged by. Borrows.
struct Bench {
  const Resources& resources;
  const StoredObjects* stored = nullptr;  // null: each object is created
  std::string_view subresource = {};      // of updates
  bool ignore_missing = false;            // objects without a CRD are only counted
  Strictness strictness = Strictness::kFail;
};

struct ObjectText {
  std::string file;  // as messages name it
  std::string_view text;
  bool in_folder = false;  // which was named, and not the file
};

// `crds` of the report are the objects that were judged.
struct JudgedFile {
  findings::FileReport report;
  std::size_t creates = 0;
  std::size_t updates = 0;
  std::size_t missing = 0;   // objects without a CRD
  std::size_t built_in = 0;  // objects of Kubernetes' own API groups
  std::size_t blocked = 0;   // objects whose CRD cannot be used
  // What the findings of kNoResource are about, in their order: "kind Disk in group example.com".
  std::vector<std::string> unmatched;
  std::vector<const Resource*> faulty;  // of which something is to be told
};

// CRDs are passed over, and in folders what is no object of a server, as a kustomization. `crd` of a
// finding names the object; its message does not have the path, `server` has. `arena` is working
// memory. Safe to call from several threads with an arena each.
JudgedFile JudgeFile(const ObjectText& file, const Bench& bench, base::Arena& arena);

}  // namespace structural::cli
