// A CRD, or {"old": CRD, "new": CRD} -> {"apiVersion","errors","name","op","valid"}, "status"
// and "warnings" where there are any, and "notice" where there are rules.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/batch/change_line.h"
#include "schema/crd/api_version.h"
#include "schema/validate/validate.h"

namespace structural::cli {

base::Result<std::string> BatchValidate(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const bool update = !line->before.empty();
  const auto verdict = update ? validate::ValidateUpdate(line->after, line->before, arena)
                              : validate::ValidateCreate(line->after, arena);
  if (!verdict.ok()) return verdict.error();
  std::string answer = "{\"apiVersion\":";
  base::AppendJsonString(crd::Name(verdict->api_version), answer);
  AppendTexts(verdict->errors, answer += ",\"errors\":");
  base::AppendJsonString(verdict->name, answer += ",\"name\":");
  AppendNotice(verdict->has_rules, answer);
  answer += update ? ",\"op\":\"update\"" : ",\"op\":\"create\"";
  if (!verdict->valid())
    base::AppendJsonString(validate::StatusMessage(*verdict), answer += ",\"status\":");
  answer += verdict->valid() ? ",\"valid\":true" : ",\"valid\":false";
  if (!verdict->warnings.empty()) AppendTexts(verdict->warnings, answer += ",\"warnings\":");
  return answer += '}';
}

}  // namespace structural::cli
