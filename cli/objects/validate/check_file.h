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

// The treatment of unknown fields and repeated keys.
enum class Strictness { kIgnore, kWarn, kFail };

// The field manager of server-side applies.
struct Manager {
  std::string name;
  bool forces = false;  // true: take the ownership of fields that conflict; false: report conflicts
};

// The data for the checks of objects. It refers to data that must outlive it.
struct CheckContext {
  const Resources& resources;
  const StoredObjects* stored = nullptr;  // null: each object is created
  std::string_view subresource = {};      // subresource of all updates; may be empty
  bool ignore_missing_crds = false;       // objects without a CRD are only counted
  Strictness strictness = Strictness::kFail;
  const Manager* manager = nullptr;  // null: no server-side applies; otherwise the manager that applies the objects
};

struct ObjectText {
  std::string file;  // path of the file, as messages print it
  std::string_view text;
  bool in_folder = false;  // true: the user named the file's folder; false: the file itself
};

// The result for a file. In `report`, `crds` is the number of checked objects.
struct CheckedFile {
  findings::FileReport report;
  std::size_t creates = 0;
  std::size_t updates = 0;
  std::size_t objects_without_crd = 0;  // objects without a CRD
  std::size_t built_in = 0;             // objects of Kubernetes' own API groups
  std::size_t with_unusable_crd = 0;    // objects whose CRD cannot be used
  // For each kNoResource finding, in their order, the kind that no CRD defines: "kind Disk in example.com/v1".
  std::vector<std::string> unmatched;
  std::vector<const Resource*> faulty;  // CRDs of the file's objects that have findings to report
};

// Checks the objects of a file. Skips CRDs and, in folders, documents that are not objects of a server, such as a
// kustomization. In a finding, `crd` is the object's name. `message` does not contain the path of the field; `server`,
// the API server's message, contains it. `arena` is working memory. Safe to call from several threads if each has its
// own arena.
CheckedFile CheckFile(const ObjectText& file, const CheckContext& context, base::Arena& arena);

}  // namespace structural::cli
