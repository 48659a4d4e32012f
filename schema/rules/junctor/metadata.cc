#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.properties.Find("metadata") == nullptr) return;
  at.found.push_back(base::Forbidden(kJunctorMetadata.id, at.path.Child("properties", "metadata"),
                                     "must not be specified in a nested context"));
}

}  // namespace

const NestedRule kJunctorMetadata = {
    {.id = "junctor-metadata",
     .what = "No junctor restricts metadata.",
     .why = "Metadata is specified and validated by the API server; a junctor must not "
            "restrict it by a detour.",
     .fix = "Remove metadata from the properties below the junctor.",
     .section = &kKepMetadata},
    Check};

}  // namespace structural::rules
