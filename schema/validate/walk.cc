#include "schema/validate/walk.h"

namespace structural::validate {

bool VisitUntil(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, VisitedSchemas schemas,
                const Visit& visit) {
  return visit(schema, path) || AnyChild(schema, path, [&](const Child& child) {
           return Visits(schemas, child.keyword) && VisitUntil(child.schema, child.path, schemas, visit);
         });
}

}  // namespace structural::validate
