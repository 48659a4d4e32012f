#include "controller/sound_meta.h"

#include <string>

namespace structural::controller {

base::Error TooLong(std::string_view member) {
  return {base::ErrorCode::kInvalidInput,
          "metadata." + std::string(member) + " is longer than Kubernetes allows"};
}

base::Result<crd::Meta> ReadSoundMeta(std::string_view json, crd::ApiVersion asked_for) {
  auto meta = crd::ReadMeta(json, asked_for);
  if (!meta.ok()) return meta;
  if (meta->name.size() > kMaxNameBytes) return TooLong("name");
  if (meta->uid.size() > kMaxUidBytes) return TooLong("uid");
  if (meta->resource_version.size() > kMaxVersionBytes) return TooLong("resourceVersion");
  return meta;
}

}  // namespace structural::controller
