#include "cli/objects/validate/check_file.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <variant>

#include "cli/report/findings/object_errors.h"
#include "cli/report/rules/object_rules.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/wrap.h"
#include "document/tree.h"
#include "schema/admission/admit.h"
#include "schema/admission/object_server.h"
#include "schema/admission/resource.h"
#include "schema/admission/served.h"
#include "schema/admission/strategy.h"
#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/base/result.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/kubernetes/built_in.h"

namespace structural::cli {
namespace {

// A request to the emulated API server with an object of a file. The members refer to data that must outlive the
// request.
struct ObjectRequest {
  std::string_view json;       // JSON of the object
  const document::Tree& tree;  // tree of `json`
  const json::Value& object;   // the object as a value
  const admission::ServedResource& resource;
  const admission::ServedVersion& version;
  const std::string* stored = nullptr;  // JSON of the stored object; null for a creation
  std::string_view subresource = {};    // subresource of an update; may be empty
  bool find_unknown_fields = false;
};

using admission::MetadataText;
using admission::ServedVersion;
using document::Tree;
using json::Value;

// Returns the JSON of the object with `version` as its resourceVersion. If its metadata is not an object, or its
// resourceVersion is neither a string nor null, returns the JSON unchanged.
std::string WithResourceVersion(const ObjectRequest& request, std::string_view version) {
  const Tree& tree = request.tree;
  std::string json(request.json);
  const Tree::Node metadata = tree.Member(Tree::kRoot, "metadata");
  if (metadata == Tree::kNone || !tree.IsObject(metadata)) return json;
  const std::string text = "\"" + std::string(version) + "\"";
  const Tree::Node now = tree.Member(metadata, "resourceVersion");
  if (now == Tree::kNone) {
    const char* const next = tree.FirstChild(metadata) == Tree::kNone ? "" : ",";
    return json.insert(tree.ValueOffset(metadata) + 1, "\"resourceVersion\":" + text + next);
  }
  const std::string_view written = tree.Scalar(now);
  if (!written.starts_with('"') && written != "null") return json;
  return json.replace(tree.ValueOffset(now), written.size(), text);
}

// Returns the stored object, with the members of metadata that a server would have set.
base::Result<Value> ReadStoredObject(const ObjectRequest& request, const admission::Request& to, base::Arena& arena) {
  auto stored = json::Parser(arena).Parse(*request.stored);
  if (!stored.ok()) return stored.error();
  const std::string_view uid = TextOf(Below(request.object.Find("metadata"), "uid"));
  admission::CompleteStored(*stored, request.resource, to.name, to.namespace_name, arena, uid);
  return stored;
}

// Returns the server's answer to the request. An object without a namespace is sent to "default". A created object with
// a resourceVersion was read from a server, so its status is checked, too. An update replaces the stored object even if
// their resourceVersions differ, as kubectl apply does. Errors: the stored object is not JSON.
base::Result<admission::Answer> Send(const ObjectRequest& request, base::Arena& arena) {
  const Value* const metadata = request.object.Find("metadata");
  admission::Request to{
      .body = request.json, .subresource = request.subresource, .find_unknown_fields = request.find_unknown_fields};
  if (request.resource.namespaced) {
    to.namespace_name = TextOf(Below(metadata, "namespace"));
    if (to.namespace_name.empty()) to.namespace_name = kDefaultNamespace;
  }
  if (request.stored != nullptr) {
    to.name = TextOf(Below(metadata, "name"));
    auto stored = ReadStoredObject(request, to, arena);
    if (!stored.ok()) return stored.error();
    to.stored = *stored;
    to.body = arena.Copy(std::string_view(WithResourceVersion(request, "1")));
    return admission::Admit(request.resource, request.version, to, arena);
  }
  if (TextOf(Below(metadata, "resourceVersion")).empty())
    return admission::Admit(request.resource, request.version, to, arena);
  ServedVersion with_status = request.version;
  with_status.has_status = false;
  to.body = arena.Copy(std::string_view(WithResourceVersion(request, "")));
  return admission::Admit(request.resource, with_status, to, arena);
}

using admission::ServedResource;
using document::Document;
using findings::Finding;
using findings::PlacedError;
using findings::Severity;

constexpr int kServerFailed = 500;  // HTTP status code of a server's internal error
constexpr std::string_view kAppliedAt = "2100-01-01T00:00:00Z";

// The kind of an object, as a server serves it, and the version of the object.
struct Served {
  const Resource* kind;
  const ServedResource* resource;
  const ServedVersion* version;
};

// Checks one object of a document.
class ObjectChecker {
 public:
  ObjectChecker(const Document& document, std::string_view json, const CheckContext& context, CheckedFile& to,
                base::Arena& arena)
      : document_(document), json_(json), tree_(json), context_(context), to_(to), arena_(arena) {}

  void Run(bool in_folder);

 private:
  bool IsObject() const;
  bool Find(Served& served);
  // Count and ReportNoResource always return false, so that Find can return their result.
  bool Count(std::size_t& objects);
  bool ReportNoResource(std::string why);
  void Note(const Resource& resource);
  void CheckServed(const Served& served);
  void CheckApplied(const Served& served, const std::string* stored);
  void ReportRefused(const Served& served, const admission::ObjectAnswer& answer);
  void ReportWarnings(std::span<const std::string> warnings);
  void ReportErrors(std::span<const kubernetes::FieldError> errors, bool is_invalid);
  void WarnOfNamespace(const ServedResource& resource);
  void WarnOfVersion(const Served& served, std::string_view stored);
  void ReportStrictly(std::string_view rule, std::string path, std::string message);
  void ReportUnknown(const ServedVersion& version, const std::vector<std::string>& fields);
  void ReportRepeated();
  void Report(std::string_view rule, Severity severity, PlacedError error);
  void Fail(std::string_view path, std::string message);

  const Document& document_;
  std::string_view json_;  // a part of the document's JSON
  Tree tree_;
  const CheckContext& context_;
  CheckedFile& to_;
  base::Arena& arena_;
  Value object_;
  std::string name_;  // name of the object in messages
};

std::string NameFor(const Value& object) {
  const ObjectIdentity of = IdentityOf(object);
  std::string name(of.kind);
  if (!of.name.empty() || !of.namespace_name.empty()) name += " ";
  if (!of.namespace_name.empty()) name.append(of.namespace_name).append("/");
  return name.append(of.name);
}

// Reports an error or warning at the position of its path. If the path does not exist, uses the position of the last
// part of it that exists.
void ObjectChecker::Report(std::string_view rule, Severity severity, PlacedError error) {
  const auto place =
      error.steps.empty() ? Locate(tree_, Tree::kRoot, error.path) : Locate(tree_, Tree::kRoot, error.steps);
  const auto begin = static_cast<std::size_t>(json_.data() - document_.json.data());
  Finding finding;
  finding.rule = rule;
  finding.severity = severity;
  finding.at = document_.At(begin + tree_.Offset(place.node));
  std::string note = place.found ? ImplicitScalarNote(document_, finding.at) : "";
  if (place.found && note.empty()) {
    const auto value = begin + tree_.ValueOffset(place.node);
    note = ImplicitScalarNote(document_, document_.At(value));
  }
  finding.crd = name_;
  finding.path = std::move(error.path);
  finding.message = Printable(error.message.append(note));
  finding.server_message = Printable(error.server_message.append(note));
  to_.report.Add(std::move(finding));
}

void ObjectChecker::Fail(std::string_view path, std::string message) {
  Report(rules::kRefused.id, Severity::kError, {std::string(path), message, message});
}

bool IsOfKustomize(std::string_view api_version) { return api_version.starts_with("kustomize.config.k8s.io/"); }

bool ObjectChecker::IsObject() const {
  return !TextOf(object_.Find("apiVersion")).empty() && !TextOf(object_.Find("kind")).empty();
}

// Finds the kind and version of the object. If the object cannot be checked, counts or reports it, and returns false:
// no CRD serves its kind and version, the CRD cannot be used, or the kind is one of Kubernetes' own.
bool ObjectChecker::Find(Served& served) {
  const std::string_view api_version = TextOf(object_.Find("apiVersion"));
  const std::string_view kind = TextOf(object_.Find("kind"));
  const auto [group, version] = admission::GroupVersionOf(api_version);
  const Resource* resource = context_.resources.Find(group, kind);
  if (resource == nullptr && kubernetes::IsBuiltIn(group, version)) return Count(to_.built_in_objects);
  if (resource == nullptr && context_.ignore_missing_crds) return Count(to_.objects_without_crd);
  if (resource != nullptr && !resource->Findings().empty()) Note(*resource);
  if (resource != nullptr && !resource->usable()) return Count(to_.objects_with_unusable_crd);
  if (resource == nullptr) {
    ++to_.objects_without_crd;
    return ReportNoResource(context_.resources.WhyNotFound(api_version, kind));
  }
  ++to_.report.crds;
  served.kind = resource;
  served.resource = &*resource->Served();
  served.version = served.resource->Find(version);
  if (served.version == nullptr) return ReportNoResource(context_.resources.WhyNotFound(api_version, kind));
  if (served.version->served) return true;
  return ReportNoResource("no matches for kind " + base::Quote(kind) + " in version " + base::Quote(api_version) +
                          ": the CRD does not serve this version");
}

bool ObjectChecker::Count(std::size_t& objects) {
  ++objects;
  return false;
}

void ObjectChecker::Note(const Resource& resource) {
  if (std::ranges::find(to_.faulty_crds, &resource) == to_.faulty_crds.end()) to_.faulty_crds.push_back(&resource);
}

bool ObjectChecker::ReportNoResource(std::string why) {
  to_.unmatched_kinds.push_back("kind " + std::string(TextOf(object_.Find("kind"))) + " in " +
                                std::string(TextOf(object_.Find("apiVersion"))));
  Report(rules::kNoResource.id, Severity::kError, {"apiVersion", why, why});
  return false;
}

void ObjectChecker::ReportStrictly(std::string_view rule, std::string path, std::string message) {
  const bool fails = context_.strictness == Strictness::kFail;
  Report(rule, fails ? Severity::kError : Severity::kWarning, {std::move(path), message, message});
}

// Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go
// schemaCoercingDecoder.Decode; sigs.k8s.io/json kubernetes_patch.go strictError.Error (v0.37.2).
void ObjectChecker::ReportUnknown(const ServedVersion& version, const std::vector<std::string>& fields) {
  int suggestions = 0;
  for (const std::string& field : fields) {
    if (field == base::kTruncated) {
      ReportStrictly(rules::kUnknownObjectField.id, "", field);
      continue;
    }
    std::string message = "unknown field \"" + field + "\"";
    const std::string meant =
        ++suggestions > findings::kMaxSuggestions ? "" : findings::NearestField(version.schema, field);
    ReportStrictly(rules::kUnknownObjectField.id, field, message + DidYouMean(meant));
  }
}

void ObjectChecker::ReportRepeated() {
  if (context_.strictness == Strictness::kIgnore || document_.duplicates.empty()) return;
  const auto begin = static_cast<std::size_t>(json_.data() - document_.json.data());
  for (const std::string& path : RepeatedKeys(document_, tree_, begin)) {
    ReportStrictly(rules::kDuplicateKey.id, path, "duplicate field " + base::Quote(path));
  }
}

// Upstream: apiserver pkg/registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace (v0.37.2).
void ObjectChecker::WarnOfNamespace(const ServedResource& resource) {
  const std::string_view namespace_name = TextOf(Below(object_.Find("metadata"), "namespace"));
  if (resource.namespaced || namespace_name.empty()) return;
  std::string message = "kind " + std::string(resource.kind);
  message += " is cluster-scoped: the API server ignores the namespace " + base::Quote(namespace_name);
  Report(rules::kIgnoredNamespace.id, Severity::kWarning,
         {"metadata.namespace", message, "metadata.namespace: " + message});
}

void ObjectChecker::WarnOfVersion(const Served& served, std::string_view stored) {
  const auto version = admission::GroupVersionOf(ReadHead(stored).api_version).version;
  if (!served.resource->has_conversion_webhook || version == served.version->name) return;
  std::string message = "the old object is in version " + std::string(version);
  message += ": the CRD's conversion webhook is not called, and rules compare unconverted values";
  Report(rules::kUnconvertedObject.id, Severity::kWarning, {"apiVersion", message, message});
}

void ObjectChecker::CheckServed(const Served& served) {
  ObjectRequest request{json_, tree_, object_, *served.resource, *served.version};
  if (context_.stored != nullptr) request.stored = context_.stored->Find(IdentityOf(object_));
  request.subresource = context_.subresource;
  request.find_unknown_fields = context_.strictness != Strictness::kIgnore;
  if (!request.subresource.empty() && request.stored == nullptr) {
    return Fail("metadata.name", "not found in the old objects, and " + std::string(request.subresource) +
                                     " is only updated, never created");
  }
  ++(request.stored == nullptr ? to_.creates : to_.updates);
  WarnOfNamespace(*served.resource);
  if (request.stored != nullptr) WarnOfVersion(served, *request.stored);
  if (context_.manager != nullptr) return CheckApplied(served, request.stored);
  auto answer = Send(request, arena_);
  if (!answer.ok()) return Fail("", "the old object cannot be read: " + answer.error().message());
  ReportRepeated();
  ReportUnknown(*served.version, answer->strict_errors.unknown_fields);
  ReportErrors(answer->errors, answer->is_invalid);
  ReportWarnings(answer->warnings);
}

void ObjectChecker::ReportErrors(std::span<const kubernetes::FieldError> errors, bool is_invalid) {
  std::unordered_set<std::string> told;  // texts of reported errors; an update has some errors twice
  for (const kubernetes::FieldError& error : errors) {
    if (!told.insert(error.Text()).second) continue;
    const std::string_view rule = is_invalid ? rules::RuleOfCause(error.kind) : rules::kRefused.id;
    if (error.kind == kubernetes::ErrorKind::kRulesNotRun) {
      Report(rule, Severity::kWarning, {"", error.detail, error.Text()});
    } else {
      Report(rule, Severity::kError, findings::ToPlacedError(error));
    }
  }
}

void ObjectChecker::ReportWarnings(std::span<const std::string> warnings) {
  for (const std::string& warning : warnings)
    Report(rules::kServerWarning.id, Severity::kWarning, {"", warning, warning});
}

void ObjectChecker::CheckApplied(const Served& served, const std::string* stored) {
  const ObjectIdentity identity = IdentityOf(object_);
  if (identity.name.empty()) return Fail("metadata.name", "metadata.name is required: an apply names its object");
  const std::string name(identity.name);
  const std::string namespace_name(!served.resource->namespaced      ? ""
                                   : identity.namespace_name.empty() ? kDefaultNamespace
                                                                     : identity.namespace_name);
  admission::ObjectServer server(served.kind->Applicable(), name, namespace_name);
  if (stored != nullptr) {
    auto live = json::Parser(arena_).Parse(*stored);
    if (!live.ok()) return Fail("", "the old object cannot be read: " + live.error().message());
    CompleteStored(*live, *served.resource, name, namespace_name, arena_);
    server.Store(*live);
  }
  const bool warns = context_.strictness == Strictness::kWarn;
  const admission::ObjectAnswer answer = server.Handle(
      {.body = json_,
       .version = served.version->name,
       .subresource = context_.subresource,
       .manager = context_.manager->name,
       .force = context_.manager->force_conflicts,
       .field_validation = warns ? admission::FieldValidation::kWarn : admission::FieldValidation::kStrict,
       .now = kAppliedAt,
       .uid = admission::kFixedFields.uid},
      arena_);
  ReportRepeated();
  ReportRefused(served, answer);
  ReportWarnings(answer.warnings);
}

void ObjectChecker::ReportRefused(const Served& served, const admission::ObjectAnswer& answer) {
  for (const auto& conflict : answer.conflicts) {
    const kubernetes::PathSteps place = admission::PlaceIn(object_, conflict);
    const std::string text = "conflict with " + conflict.manager + ": " + admission::FieldText(conflict);
    Report(rules::kRefused.id, Severity::kError, {place.Text(), text, text, place});
  }
  if (!answer.conflicts.empty()) return;
  const auto mistyped = answer.http_status == kServerFailed
                            ? FirstMistypedField(served.kind->Applicable(), *served.version, object_)
                            : std::nullopt;
  if (!mistyped) return ReportErrors(answer.errors, !answer.refused_object.empty());
  const std::string field = mistyped->Text(), meant = findings::NearestField(served.version->schema, field);
  std::string text = answer.errors.front().Text();
  if (!meant.empty() && meant != field) text += "; did you mean " + base::Quote(meant) + "?";
  Report(rules::kRefused.id, Severity::kError, {field, text, text, *mistyped});
}

void ObjectChecker::Run(bool in_folder) {
  const auto parsed = json::Parser(arena_).Parse(json_);
  if (!parsed.ok()) return Fail("", parsed.error().message());
  object_ = *parsed;
  if (object_.is_null()) return;
  const DocumentHead head = ReadHead(json_);
  const bool foreign = in_folder && (!IsObject() || IsOfKustomize(head.api_version) || head.IsSuite());
  // not checked as an object: class Sources has read it as a CRD
  const bool is_crd = head.IsCrd() && head.IsOfApiExtensions();
  if (foreign || is_crd) {
    ++to_.report.other_documents;
  } else if (!IsObject()) {
    ++to_.report.crds;
    Fail("", "not an object: apiVersion or kind is missing");
  } else {
    name_ = NameFor(object_);
    Served served{};
    if (Find(served)) CheckServed(served);
  }
}

// Adds a finding for an unreadable document. If the user named the file itself, not its folder, also counts the
// document as unread.
void OnProblem(const document::Problem& problem, bool in_folder, findings::FileReport& report) {
  report.unread_documents += in_folder ? 0 : 1;
  Finding finding;
  finding.rule = rules::kUnreadable.id;
  finding.at = problem.at;
  finding.message = finding.server_message = problem.message;
  report.Add(std::move(finding));
}

}  // namespace

CheckedFile CheckFile(const ObjectText& file, const CheckContext& context, base::Arena& arena) {
  CheckedFile result;
  result.report.file = file.file;
  result.report.bytes = file.text.size();
  InputReader reader(file.text, file.in_folder, SearchedKind::kObjects);
  while (const auto next = result.report.full() ? std::nullopt : reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      OnProblem(*problem, file.in_folder, result.report);
      continue;
    }
    const auto& document = std::get<Document>(*next);
    for (const std::string_view object : ItemsOf(document.json)) {
      if (result.report.full()) break;
      ObjectChecker(document, object, context, result, arena).Run(file.in_folder);
      arena.Reset();
    }
  }
  result.report.skipped = reader.skipped();
  return result;
}

}  // namespace structural::cli
