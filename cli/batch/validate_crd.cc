// A CRD, or {"old": CRD, "new": CRD} -> {"apiVersion","errors","name","op","valid"}, "status"
// and "warnings" where there are any, and "notice" where there are rules.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/batch/change_line.h"
#include "schema/crd/meta.h"
#include "schema/validate/validate.h"

namespace structural::cli {

base::Result<std::string> BatchValidate(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const bool update = !line->before.empty();
  const auto verdict = update ? validate::ValidateUpdate(line->after, line->before, arena)
                              : validate::ValidateCreate(line->after, arena);
  if (!verdict.ok()) return verdict.error();
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(verdict->api_version));
  to.Add("errors", TextsOf(verdict->errors)).Add("name", verdict->name);
  AddNotice(verdict->has_rules, to);
  to.Add("op", update ? "update" : "create");
  if (!verdict->valid()) to.Add("status", validate::StatusMessage(*verdict));
  to.Add("valid", verdict->valid());
  if (!verdict->warnings.empty()) to.Add("warnings", verdict->warnings);
  return to.EndObject().Take();
}

}  // namespace structural::cli
