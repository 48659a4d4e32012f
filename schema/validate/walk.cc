#include "schema/validate/walk.h"

namespace structural::validate {

bool Any(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, Reach reach, const Visit& visit) {
  return visit(schema, path) || AnyChild(schema, path, [&](const Child& child) {
           return Reaches(reach, child.under) && Any(child.schema, child.path, reach, visit);
         });
}

}  // namespace structural::validate
