// Reads any text as a CRD, a stored object and requests of managers: {"crd": C, "live": O, "requests": [{"verb",
// "manager", "force", "subresource", "fieldValidation", "version", "body" or "text"}]}. Sends the requests to one
// server.
#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/object_server.h"
#include "schema/admission/owners.h"
#include "schema/admission/resource.h"
#include "schema/admission/served.h"
#include "schema/admission/strategy.h"
#include "schema/base/output_budget.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// fixed_bytes and fixed_seconds cover rules in CEL, defaults and the copies of a JSON Patch.
const Cost kCost{.bytes_per_byte = 16384, .fixed_bytes = 640 << 20, .microseconds_per_byte = 1000, .fixed_seconds = 60};

namespace {

using admission::FieldValidation;
using admission::Verb;
using json::Value;

struct Input {
  std::string_view crd;
  Value live, requests;
};

Input Read(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  std::string_view key, live, requests;
  Input input;
  for (in.BeginObject(); in.NextKey(&key);)
    (key == "crd" ? input.crd : key == "live" ? live : key == "requests" ? requests : key) = in.Skip();
  if (!in.AtEnd()) return {};
  if (const auto stored = json::Parser(arena).Parse(live); stored.ok()) input.live = *stored;
  if (const auto sent = json::Parser(arena).Parse(requests); sent.ok()) input.requests = *sent;
  return input;
}

std::string Written(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

Verb VerbOf(std::string_view name) {
  return name == "create"   ? Verb::kCreate
         : name == "update" ? Verb::kUpdate
         : name == "merge"  ? Verb::kMergePatch
         : name == "json"   ? Verb::kJsonPatch
                            : Verb::kApply;
}

admission::ObjectRequest RequestOf(const Value& sent, base::Arena& arena) {
  const std::string_view validation = TextOf(sent.Find("fieldValidation"));
  const Value* body = sent.Find("body");
  const std::string_view text = TextOf(sent.Find("text"));
  const Value read = body == nullptr ? Value() : *body;
  admission::ObjectRequest request{.verb = VerbOf(TextOf(sent.Find("verb"))),
                                   .body = text.empty() ? arena.Copy(std::string_view(Written(read))) : text,
                                   .version = TextOf(sent.Find("version")),
                                   .subresource = TextOf(sent.Find("subresource")),
                                   .manager = TextOf(sent.Find("manager")),
                                   .now = "2100-01-01T00:00:00Z",
                                   .uid = admission::kFixedFields.uid};
  if (const Value* force = sent.Find("force")) request.force = json::IsTrue(force);
  if (request.version.empty()) request.version = admission::GroupVersionOf(TextOf(Below(&read, "apiVersion"))).version;
  request.field_validation = validation == "Strict" ? FieldValidation::kStrict
                             : validation == "Warn" ? FieldValidation::kWarn
                                                    : FieldValidation::kIgnore;
  return request;
}

// Checks an answer that contains `object`: a client that reads the object afterwards gets the same one.
void CheckAccepted(const admission::ObjectServer& server, const admission::ServedVersion& version,
                   const admission::ObjectRequest& request, const Value& object, base::Arena& arena) {
  if (request.subresource == "scale") return;
  const bool stored = admission::MetadataText(object, "name") == "x";
  const Value read = server.Get(version, arena);
  Require(!stored || read.is_null() || Written(read) == Written(object), "an answer is the stored object");
  // VisitOwners must not crash. It may fail: the stored object can have managedFields that cannot be read.
  (void)admission::VisitOwners(object, [](const auto&, const auto&) {});
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  base::Arena arena;
  const Input input = Read(text, arena);
  const auto served = admission::Serve(input.crd, arena);
  if (!served.ok() || served->versions.empty()) return;
  admission::ApplicableResource applicable;
  CompileApplicable(*served, arena, applicable);
  admission::ObjectServer server(applicable, "x", served->namespaced ? "default" : "");
  if (input.live.is_object()) {
    Value live = input.live;
    CompleteStored(live, *served, "x", server.namespace_name(), arena);
    server.Store(live);
  }
  base::Arena work;
  for (const Value& sent : ElementsOf(&input.requests)) {
    work.Reset();
    const auto request = RequestOf(sent, work);
    const auto answer = server.Handle(request, work);
    std::size_t bytes = 0;
    for (const std::string& each : kubernetes::TextsOf(answer.errors)) bytes += each.size();
    RequireBound(bytes, text.size(), 1024, base::OutputBudget::kMaxKeptBytes, "errors are bounded");
    Require(!answer.errors.empty() || answer.http_status < 400, "a refused request has an error");
    const auto* version = served->Find(request.version);
    if (answer.errors.empty() && version != nullptr) CheckAccepted(server, *version, request, answer.object, work);
  }
}

}  // namespace structural::fuzz
