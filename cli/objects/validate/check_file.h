// CheckFile: checks the objects of a file as an API server does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/validate/resources.h"
#include "cli/objects/validate/stored_objects.h"
#include "cli/report/findings/finding.h"
#include "schema/base/arena.h"

namespace structural::cli {

// The severity of unknown fields and repeated keys.
enum class Strictness { kIgnore, kWarn, kFail };

// The manager that applies objects.
struct Manager {
  std::string name;
  bool forces = false;  // become the owner of fields that conflict
};

// The data for the checks of objects. Borrows.
struct CheckContext {
  const Resources& resources;
  const StoredObjects* stored = nullptr;  // null: each object is created
  std::string_view subresource = {};      // subresource of all updates; may be empty
  bool ignore_missing = false;            // objects without a CRD are only counted
  Strictness strictness = Strictness::kFail;
  const Manager* manager = nullptr;  // objects are sent as server-side applies of this manager; null: they are not
};

struct ObjectText {
  std::string file;  // path of the file, as messages print it
  std::string_view text;
  bool in_folder = false;  // the user named the folder, not the file
};

// The result for a file. `crds` of the report counts the checked objects.
struct CheckedFile {
  findings::FileReport report;
  std::size_t creates = 0;
  std::size_t updates = 0;
  std::size_t missing = 0;   // objects without a CRD
  std::size_t built_in = 0;  // objects of Kubernetes' own API groups
  std::size_t blocked = 0;   // objects whose CRD cannot be used
  // The kinds of the kNoResource findings, in their order: "kind Disk in example.com/v1".
  std::vector<std::string> unmatched;
  std::vector<const Resource*> faulty;  // CRDs with findings to report
};

// Checks the objects of a file. Skips CRDs and, in folders, documents that are not objects of a
// server, such as a kustomization. In a finding, `crd` is the object's name, `message` does not
// contain the path of the field, and `server`, the API server's message, does. `arena` is working
// memory. Safe to call from several threads with an arena each.
CheckedFile CheckFile(const ObjectText& file, const CheckContext& context, base::Arena& arena);

}  // namespace structural::cli
