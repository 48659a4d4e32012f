#include "cli/batch/served_crd.h"

#include <optional>
#include <string>

#include "schema/admission/resource.h"
#include "schema/base/arena.h"
#include "schema/validate/validate.h"

namespace structural::cli {

using admission::ServedResource;
using admission::ServedVersion;
using base::ErrorCode;

namespace {

struct LastServed {
  std::string crd;
  bool stored = false;
  base::Arena arena;
  std::optional<base::Result<ServedResource>> served;
};

// Validates the CRD as a new one. No server creates a CRD that preserves unknown fields; such a CRD
// is validated as an update of itself.
base::Status CheckCrd(std::string_view crd, const ServedResource& resource, base::Arena& arena) {
  const auto verdict = resource.preserve_unknown_fields ? validate::ValidateUpdate(crd, crd, arena)
                                                        : validate::ValidateCreate(crd, arena, {.as_request = true});
  if (!verdict.ok()) return verdict.error();
  if (verdict->valid()) return base::Ok();
  return {ErrorCode::kInvalidInput, validate::StatusMessage(*verdict)};
}

base::Result<ServedResource> Checked(std::string_view crd, bool stored, base::Arena& arena) {
  auto served = admission::Serve(crd, arena);
  if (!served.ok() || stored) return served;
  const base::Status valid = CheckCrd(crd, *served, arena);
  if (!valid.ok()) return valid.error();
  return served;
}

}  // namespace

base::Result<const ServedResource*> ServedFor(std::string_view crd, bool stored) {
  thread_local LastServed last;
  if (!last.served || last.crd != crd || last.stored != stored) {
    last.served.reset();
    last.arena.Reset();
    last.crd = crd;
    last.stored = stored;
    last.served = Checked(last.crd, stored, last.arena);
  }
  if (!last.served->ok()) return last.served->error();
  return &**last.served;
}

const ServedVersion* VersionFor(const ServedResource& resource, std::string_view wanted, std::string_view api_version) {
  const ServedVersion *first = nullptr, *stored = nullptr;
  for (const ServedVersion& version : resource.versions) {
    if (!version.served) continue;
    const std::string name = admission::GroupVersion{resource.group, version.name}.Text();
    if (version.name == wanted || (wanted.empty() && name == api_version)) return &version;
    if (first == nullptr) first = &version;
    if (version.storage) stored = &version;
  }
  if (!wanted.empty()) return nullptr;
  return stored != nullptr ? stored : first;
}

}  // namespace structural::cli
