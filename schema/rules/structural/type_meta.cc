#include "schema/rules/catalog.h"
#include "schema/rules/surroundings.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  if (!HasObjectMeta(at)) return;
  for (const std::string_view name : {"kind", "apiVersion"}) {
    const model::Structural* field = at.schema.properties.Find(name);
    if (field == nullptr || field->generic.type == "string") continue;
    at.found.push_back(base::Invalid(kTypeMeta.id, at.path.Child("properties", name).Child("type"),
                                     field->generic.type, "must be string"));
  }
}

}  // namespace

const StructuralRule kTypeMeta = {
    {.id = "type-meta",
     .what = "apiVersion and kind are strings.",
     .why = "apiVersion and kind say what an object is; they are strings in every Kubernetes "
            "object.",
     .fix = "Set type: string for apiVersion and kind, or leave them out: they are specified "
            "implicitly.",
     .section = &kBlogStructuralSchema},
    Check};

}  // namespace structural::rules
