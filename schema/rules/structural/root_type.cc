#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  const std::string_view type = at.schema.generic.type;
  if (at.level != Level::kRoot || type.empty() || type == "object") return;
  at.found.push_back(
      base::Invalid(kRootType.id, at.path.Child("type"), type, "must be object at the root"));
}

}  // namespace

const StructuralRule kRootType = {{.id = "root-type",
                                   .what = "The type of the root is object.",
                                   .why = "A custom resource is always a JSON object.",
                                   .fix = "Set type: object at the root of the schema.",
                                   .section = &kDocsStructuralSchema},
                                  Check};

}  // namespace structural::rules
