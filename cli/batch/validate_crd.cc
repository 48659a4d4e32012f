// A CRD, or {"old": CRD, "new": CRD} -> {"apiVersion","errors","name","op","valid"}, with "status"
// and "warnings" if they are not empty. "kubernetesVersion": "1.21" next to "new" selects a release
// of Kubernetes.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/batch/change_line.h"
#include "schema/crd/meta.h"
#include "schema/json/write.h"
#include "schema/validate/validate.h"

namespace structural::cli {
namespace {

base::Result<validate::Server> ServerOf(const ChangeLine& line, base::Arena& arena) {
  if (line.kubernetes_version.empty()) return validate::Server();
  json::JsonReader in(line.kubernetes_version, arena);
  const std::string name(in.String());
  const auto release = validate::Release::Named(name);
  if (in.AtEnd() && release) return validate::Server{.release = *release};
  return base::Error(base::ErrorCode::kInvalidInput,
                     "kubernetesVersion: must be a release from 1.16 to " + validate::Release().Name());
}

}  // namespace

base::Result<std::string> BatchValidate(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const auto server = ServerOf(*line, arena);
  if (!server.ok()) return server.error();
  const bool update = !line->before.empty();
  const auto verdict = update ? validate::ValidateUpdate(line->after, line->before, arena, *server)
                              : validate::ValidateCreate(line->after, arena, *server);
  if (!verdict.ok()) return verdict.error();
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(verdict->api_version));
  to.Add("errors", TextsOf(verdict->errors)).Add("name", verdict->name);
  to.Add("op", update ? "update" : "create");
  if (!verdict->valid()) to.Add("status", validate::StatusMessage(*verdict));
  to.Add("valid", verdict->valid());
  std::vector<std::string> warnings;
  for (const validate::Warning& warning : verdict->warnings) warnings.push_back(warning.text);
  if (!warnings.empty()) to.Add("warnings", warnings);
  return to.EndObject().Take();
}

}  // namespace structural::cli
