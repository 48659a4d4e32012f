#include "schema/admission/storage.h"

#include "schema/admission/coerce.h"

namespace structural::admission {

base::Status ReadStored(json::Value& stored, const ServedResource& resource, const ServedVersion& version,
                        base::Arena& arena, kubernetes::PathSteps* where) {
  base::Status read = Coerce(stored, resource, Origin::kStorage, arena, nullptr, where);
  if (read.ok()) read = SetDefaults(stored, resource, arena);
  if (read.ok()) read = ConvertCoerced(version.name, stored, resource, arena, where);
  return read;
}

base::Status WriteAndRead(json::Value& object, const ServedResource& resource, const ServedVersion& version,
                          base::Arena& arena, kubernetes::PathSteps* where) {
  const ServedVersion* storage = resource.has_conversion_webhook ? &version : resource.Storage();
  if (storage != nullptr && storage != &version) {
    const base::Status written = ConvertTo(storage->name, object, resource, arena, nullptr, where);
    if (!written.ok()) return written;
  }
  return ReadStored(object, resource, version, arena, where);
}

}  // namespace structural::admission
