// Operations on one schema: {"schema": …, "path": […]}.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/crd/rules/validate.h"
#include "schema/json/write.h"
#include "schema/kubernetes/violation.h"

namespace structural::cli {
namespace {

std::vector<kubernetes::Violation> Validate(const SchemaLine& line) {
  const auto validate = [&](const kubernetes::FieldPath& path) {
    return crd::ValidateStructural(path, *line.structural);
  };
  if (line.path.empty()) {
    const kubernetes::FieldPath spec("spec");
    const kubernetes::FieldPath version = spec.Child("versions", 0u);
    const kubernetes::FieldPath holder = version.Child("schema");
    return validate(holder.Child("openAPIV3Schema"));
  }
  return validate(kubernetes::FieldPath(JoinedPath(line)));
}

}  // namespace

base::Result<std::string> BatchStructural(std::string_view line, base::Arena& arena) {
  const auto read = ReadSchemaLine(line, arena);
  if (!read.ok()) return read.error();
  std::vector<kubernetes::Violation> found;
  if (read->structural != nullptr) found = Validate(*read);
  json::Writer to;
  to.BeginObject().Add("errors", TextsOf(found)).Add("message", kubernetes::Message(found));
  return to.EndObject().Take();
}

}  // namespace structural::cli
