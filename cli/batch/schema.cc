// Operations on one schema: {"schema": …, "path": […]}.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/schema_line.h"
#include "schema/base/path.h"
#include "schema/ops/member_writer.h"
#include "schema/rules/validate.h"

namespace structural::cli {
namespace {

std::vector<base::Violation> Validate(const SchemaLine& line) {
  const auto validate = [&](const base::FieldPath& path) {
    return rules::ValidateStructural(path, *line.structural);
  };
  if (line.path.empty()) {
    const base::FieldPath spec("spec");
    const base::FieldPath version = spec.Child("versions", 0u);
    const base::FieldPath holder = version.Child("schema");
    return validate(holder.Child("openAPIV3Schema"));
  }
  return validate(base::FieldPath(JoinedPath(line)));
}

}  // namespace

base::Result<std::string> BatchStructural(std::string_view line, base::Arena& arena) {
  const auto read = ReadSchemaLine(line, arena);
  if (!read.ok()) return read.error();
  std::vector<base::Violation> found;
  if (read->structural != nullptr) found = Validate(*read);
  std::string answer = "{";
  ops::MemberWriter members(arena, answer);
  AppendTexts(found, members.Key("errors"));
  members.AnyText("message", base::Message(found));
  return answer += '}';
}

}  // namespace structural::cli
