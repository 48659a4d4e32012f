#include "cli/batch/lines.h"

#include <optional>

#include "schema/admission/resource.h"
#include "schema/json/write.h"
#include "schema/validate/validate.h"

namespace structural::cli {
namespace {

using json::JsonReader;

// Returns the JSON without space between its tokens.
std::string Compact(std::string_view text) {
  std::string compact;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!in_string && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) continue;
    compact += c;
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') compact += text[++i];
  }
  return compact;
}

}  // namespace

Fields FieldsOf(std::string_view text, base::Arena& arena) {
  Fields fields;
  JsonReader in(text, arena);
  if (text.empty() || in.Peek() != JsonReader::Kind::kObject) return fields;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) fields[key] = in.Skip();
  return fields;
}

std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena) {
  const auto found = fields.find(key);
  if (found == fields.end()) return {};
  JsonReader in(found->second, arena);
  return in.Peek() == JsonReader::Kind::kString ? in.String() : std::string_view();
}

std::string JsonOf(const Fields& fields) {
  json::Writer to;
  to.BeginObject();
  for (const auto& [key, value] : fields) to.AnyKey(key).Raw(Compact(value));
  return to.EndObject().Take();
}

using admission::ServedResource;
using admission::ServedVersion;
using base::ErrorCode;

base::Result<validate::Release> ReleaseIn(std::string_view line, base::Arena& arena) {
  if (line.find("\"kubernetesVersion\"") == line.npos) return validate::Release();
  const Fields fields = FieldsOf(line, arena);
  if (!fields.contains("kubernetesVersion")) return validate::Release();
  const auto release = validate::Release::Named(TextIn(fields, "kubernetesVersion", arena));
  if (release) return *release;
  return {ErrorCode::kInvalidInput, "kubernetesVersion: must be a release from " + validate::Release::Supported()};
}

namespace {

struct LastServed {
  std::string crd;
  bool stored = false;
  validate::Release release;
  base::Arena arena;
  std::optional<base::Result<ServedResource>> served;
};

// Returns the errors of a server that creates the CRD. No server creates a CRD that preserves unknown fields, so such a
// CRD is validated as an update of itself.
base::Status CheckCrd(std::string_view crd, const ServedResource& resource, validate::Release release,
                      base::Arena& arena) {
  const auto verdict = resource.preserve_unknown_fields
                           ? validate::ValidateUpdate(crd, crd, arena, {.release = release})
                           : validate::ValidateCreate(crd, arena, {.release = release, .as_request = true});
  if (!verdict.ok()) return verdict.error();
  if (verdict->valid()) return base::Ok();
  return {ErrorCode::kInvalidInput, validate::StatusMessage(*verdict)};
}

base::Result<ServedResource> Checked(std::string_view crd, bool stored, validate::Release release, base::Arena& arena) {
  auto served = admission::Serve(crd, arena, false, release.minor());
  if (!served.ok() || stored) return served;
  const base::Status valid = CheckCrd(crd, *served, release, arena);
  if (!valid.ok()) return valid.error();
  return served;
}

}  // namespace

base::Result<const ServedResource*> ServedResourceFor(std::string_view crd, bool stored, validate::Release release) {
  thread_local LastServed last;
  if (!last.served || last.crd != crd || last.stored != stored || last.release != release) {
    last.served.reset();
    last.arena.Reset();
    last.crd = crd;
    last.stored = stored;
    last.release = release;
    last.served = Checked(last.crd, stored, release, last.arena);
  }
  if (!last.served->ok()) return last.served->error();
  return &**last.served;
}

const ServedVersion* VersionFor(const ServedResource& resource, std::string_view wanted, std::string_view api_version) {
  const ServedVersion *first = nullptr, *stored = nullptr;
  for (const ServedVersion& version : resource.versions) {
    if (!version.served) continue;
    const std::string name = admission::GroupVersion{resource.group, version.name}.Text();
    if (version.name == wanted || (wanted.empty() && name == api_version)) return &version;
    if (first == nullptr) first = &version;
    if (version.storage) stored = &version;
  }
  if (!wanted.empty()) return nullptr;
  return stored != nullptr ? stored : first;
}

}  // namespace structural::cli
