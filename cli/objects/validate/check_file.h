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

// The treatment of unknown fields and repeated keys: they are ignored, warnings or errors.
enum class Strictness { kIgnore, kWarn, kFail };

// The field manager of server-side applies.
struct Manager {
  std::string name;
  bool force_conflicts = false;  // true: take the ownership of fields that conflict; false: report conflicts
};

// The data that all checks of a run share. The members refer to data that must outlive the context.
struct CheckContext {
  const Resources& resources;
  const StoredObjects* stored = nullptr;  // stored objects; null: all objects are checked as new ones
  std::string_view subresource = {};      // subresource that all updates are sent to; may be empty
  bool ignore_missing_crds = false;       // true: objects without a CRD are counted, not reported
  Strictness strictness = Strictness::kFail;
  const Manager* manager = nullptr;  // manager that applies the objects; null: objects are not sent as applies
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
  std::size_t objects_without_crd = 0;
  std::size_t built_in_objects = 0;           // objects of Kubernetes' own API groups
  std::size_t objects_with_unusable_crd = 0;  // objects whose CRD cannot be used
  // The kind in each finding of rule kNoResource, in the order of these findings: "kind Disk in example.com/v1".
  std::vector<std::string> unmatched_kinds;
  std::vector<const Resource*> faulty_crds;  // CRDs of the file's objects about which findings must be reported
};

// Checks the objects of a file. Skips CRDs and, in folders, documents that are not objects of a server, such as a
// kustomization. The member `crd` of a finding is the name of the object. `arena` is working memory. Safe to call from
// several threads if each has its own arena.
CheckedFile CheckFile(const ObjectText& file, const CheckContext& context, base::Arena& arena);

}  // namespace structural::cli
