#include "cli/objects/apply/run.h"

#include <algorithm>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "cli/objects/apply/cluster_objects.h"
#include "cli/objects/apply/live_objects.h"
#include "cli/objects/diagnostic_report.h"
#include "cli/objects/validate/sources.h"
#include "cli/report/findings/finding.h"
#include "cli/report/findings/object_errors.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/shared/unified_diff.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "kube/transport/process.h"
#include "schema/admission/decode.h"
#include "schema/admission/object_server.h"
#include "schema/admission/resource.h"
#include "schema/admission/strategy.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::cli {
namespace {

using admission::ObjectAnswer;
using admission::ObjectServer;
using admission::ServedResource;
using admission::ServedVersion;
using document::Tree;
using json::Value;

constexpr int kServerFailed = 500;         // HTTP status code of a server's internal error
constexpr std::size_t kMaxReported = 100;  // maximum number of conflicts or errors that are printed for one object

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  return {text, size};
}

admission::FieldValidation FieldValidationOf(std::string_view word) {
  using enum admission::FieldValidation;
  return word == "ignore" ? kIgnore : word == "warn" ? kWarn : kStrict;
}

// An object on the emulated server. All objects of the files with its identity are applied to `server`, in the order of
// the files.
struct Target {
  const LiveObject* live;  // the object before the applies; null: no file has it
  ObjectServer server;
};

// Places: finds the positions of the fields of an object in its file. The JSON of the object is parsed when the first
// position is requested.
class Places {
 public:
  // All arguments must outlive the object.
  Places(const std::string& file, const document::Document& document, std::size_t begin, std::string_view json)
      : file_(file), document_(document), begin_(begin), json_(json) {}

  // Returns the position of a field as "FILE:LINE:COLUMN". If the field does not exist, returns that of the last field
  // on its path that exists.
  std::string Of(const kubernetes::PathSteps& field) {
    if (!tree_) tree_.emplace(json_);
    const std::size_t offset = tree_->Offset(Locate(*tree_, Tree::kRoot, field).node);
    return document::PlaceText(file_, document_.At(begin_ + offset));
  }

  void Report(const kubernetes::PathSteps& field, std::string_view text) {
    const std::string line = Of(field) + ": " + Printable(text);
    reported_bytes_ += line.size();
    PrintError(line);
  }
  std::size_t reported_bytes() const { return reported_bytes_; }

 private:
  std::size_t reported_bytes_ = 0;
  const std::string& file_;
  const document::Document& document_;
  const std::size_t begin_;
  const std::string_view json_;
  std::optional<Tree> tree_;
};

template <typename T>
std::span<const T> Reported(const std::vector<T>& all) {
  return std::span(all).first(std::min(all.size(), kMaxReported));
}

// Prints the number of conflicts or errors beyond kMaxReported. `count` is the number of all of them, and `what` is
// "conflict" or "error".
void ReportMore(std::size_t count, const std::string& what, Places& places) {
  if (count <= kMaxReported) return;
  const std::size_t more = count - kMaxReported;
  places.Report({}, std::to_string(more) + " more " + what + (more == 1 ? "" : "s"));
}

Places PlacesOf(const FileDocument& document) {
  const auto begin = static_cast<std::size_t>(document.json.data() - document.whole_document.json.data());
  return {document.file, document.whole_document, begin, document.json};
}

class ApplyRun {
 public:
  explicit ApplyRun(const ApplyOptions& options) : options_(options), printer_(options.output == "json") {}

  int Run();

 private:
  bool ReadInputs();
  bool OpenCluster();
  int Apply(const FileDocument& document, base::Arena& arena);
  const Resource* ResourceOf(const FileDocument& document);
  base::Result<Target*> TargetOf(const FileDocument& document, const Resource& resource);
  base::Result<std::string> ReadLive(const FileDocument& document, const ServedResource& served,
                                     const std::string& name, const std::string& namespace_name,
                                     const LiveObject* live);
  const ServedVersion& VersionOf(const FileDocument& document, const Resource& resource) const;
  std::optional<kubernetes::PathSteps> FirstMistyped(const FileDocument& document, const Resource& resource) const;
  void ReportConflicts(const FileDocument& document, const ObjectAnswer& answer, Places& places, const LiveObject* live,
                       const Value& stored);
  void ReportErrors(const FileDocument& document, const ObjectAnswer& answer, const Resource& resource,
                    Places& places) const;
  int Refused(const FileDocument& document, const ObjectAnswer& answer, const Resource& resource,
              const LiveObject* live, const Value& stored);
  bool PrintStored(const FileDocument& document, const Value& before, const Value& stored, base::Arena& arena);
  std::string Shown(const Value& object, const FileDocument& document, base::Arena& arena) const;
  void TellEnd() const;

  const ApplyOptions& options_;
  const DocumentPrinter printer_;
  const std::string now_ = Now();
  Sources sources_{"apply"};
  LiveObjects live_;
  std::optional<ClusterObjects> cluster_;
  std::map<std::pair<const Resource*, std::string>, Target> targets_;
  std::size_t applied_ = 0, refused_ = 0, others_ = 0;
  std::size_t reported_bytes_ = 0;  // size in bytes of the printed conflicts and errors
  // refused objects whose errors are not printed, because reported_bytes_ is too large
  std::size_t unlisted_ = 0;
  bool conflicts_ = false;
};

bool ApplyRun::ReadInputs() {
  std::vector<std::string> inputs = options_.paths;
  for (const auto* more : {&options_.crds, &options_.live}) inputs.insert(inputs.end(), more->begin(), more->end());
  if (!ReadsStandardInputOnce(inputs)) {
    PrintError(kStandardInputTwice);
    return false;
  }
  for (const std::string& path : options_.crds_from) {
    if (!sources_.AddCrdsFrom(path)) return false;
  }
  if (options_.cluster && !OpenCluster()) return false;
  return sources_.AddCrds(options_.crds) && (options_.allow_empty || sources_.AllHadCrds()) &&
         live_.Read(options_.live);
}

bool ApplyRun::OpenCluster() {
  if (!sources_.AddClusterCrds(*options_.cluster)) return false;
  BlockStopSignals();
  kube::PrepareProcess();
  const base::Status opened = cluster_.emplace().Open(*options_.cluster);
  if (!opened.ok()) PrintError("structural apply: --cluster: " + opened.error().message());
  return opened.ok();
}

// Returns the kind of the object. If no CRD serves the kind and version, or the object has no name, prints an error and
// returns nullptr.
const Resource* ApplyRun::ResourceOf(const FileDocument& document) {
  const std::string_view api_version = TextOf(document.value.Find("apiVersion")),
                         kind = TextOf(document.value.Find("kind"));
  const auto fail = [&](const std::string& why) {
    PlacesOf(document).Report({}, "error: " + why);
    return nullptr;
  };
  if (api_version.empty() || kind.empty()) return fail("not an object: apiVersion or kind is missing");
  const auto [group, version] = admission::GroupVersionOf(api_version);
  const Resource* resource = sources_.resources().Find(group, kind);
  if (resource == nullptr) return fail(sources_.resources().WhyNotFound(api_version, kind));
  if (!resource->usable()) return fail("the API server refuses the CRD: " + resource->Findings().front().message);
  const ServedVersion* served = resource->Served()->Find(version);
  if (served == nullptr || !served->served) return fail(sources_.resources().WhyNotFound(api_version, kind));
  if (IdentityOf(document.value).name.empty()) return fail("metadata.name is required: an apply names its object");
  return resource;
}

// Returns the JSON of the object that the server stores before the applies: that of `live` or, if `live` is null, the
// object in the cluster. Empty if the object does not exist, or no cluster is used.
base::Result<std::string> ApplyRun::ReadLive(const FileDocument& document, const ServedResource& served,
                                             const std::string& name, const std::string& namespace_name,
                                             const LiveObject* live) {
  if (live != nullptr) return live->json;
  if (!cluster_) return std::string();
  const auto version = admission::GroupVersionOf(TextOf(document.value.Find("apiVersion"))).version;
  auto object = cluster_->Get(served, version, namespace_name, name);
  if (!object.ok()) return object.error();
  return std::move(*object).value_or(std::string());
}

base::Result<Target*> ApplyRun::TargetOf(const FileDocument& document, const Resource& resource) {
  const ServedResource& served = *resource.Served();
  const ObjectIdentity identity = IdentityOf(document.value);
  const std::string name(identity.name);
  const std::string namespace_name(!served.namespaced                ? ""
                                   : identity.namespace_name.empty() ? kDefaultNamespace
                                                                     : identity.namespace_name);
  const auto found = targets_.find({&resource, namespace_name + "/" + name});
  if (found != targets_.end()) return &found->second;
  const LiveObject* live = live_.Find(document.value);
  const auto json = ReadLive(document, served, name, namespace_name, live);
  if (!json.ok()) return json.error();
  Target target{live, ObjectServer(resource.Applicable(), name, namespace_name)};
  if (!json->empty()) {
    base::Arena arena;
    auto stored = json::Parser(arena).Parse(*json);
    if (!stored.ok()) return stored.error();
    CompleteStored(*stored, served, name, namespace_name, arena);
    target.server.Store(*stored);
  }
  return &targets_.emplace(std::pair(&resource, namespace_name + "/" + name), std::move(target)).first->second;
}

const ServedVersion& ApplyRun::VersionOf(const FileDocument& document, const Resource& resource) const {
  return *resource.Served()->Find(admission::GroupVersionOf(TextOf(document.value.Find("apiVersion"))).version);
}

std::optional<kubernetes::PathSteps> ApplyRun::FirstMistyped(const FileDocument& document,
                                                             const Resource& resource) const {
  return FirstMistypedField(resource.Applicable(), VersionOf(document, resource), document.value);
}

// Returns the value of the field in conflict for a message: " (live value: 3)". Empty if the stored object does not
// have the field.
std::string LiveValueText(const Value& stored, const merge::AppliedObject::FieldConflict& conflict) {
  constexpr std::size_t kMaxValueBytes = 100;
  const Value* value = admission::ValueIn(stored, conflict);
  if (value == nullptr) return {};
  std::string json;
  json::AppendJson(*value, json);
  return " (live value: " + base::Shorten(json, kMaxValueBytes) + ")";
}

// Prints the conflicts. Each has the position of the field in the file of the live object or, if no such file was given
// (`live` is null), the value of the field in `stored`.
void ApplyRun::ReportConflicts(const FileDocument& document, const ObjectAnswer& answer, Places& places,
                               const LiveObject* live, const Value& stored) {
  if (answer.conflicts.empty()) return;
  conflicts_ = true;
  base::Arena arena;
  std::optional<Places> of_live;
  Value in_file;
  if (live != nullptr) {
    of_live.emplace(live->file, *live->document, live->begin, live->json);
    in_file = *json::Parser(arena).Parse(live->json);
  }
  for (const auto& conflict : Reported(answer.conflicts)) {
    std::string text = "conflict with " + conflict.manager + ": " + admission::FieldText(conflict);
    text += of_live ? " (live object: " + of_live->Of(admission::PlaceIn(in_file, conflict)) + ")"
                    : LiveValueText(stored, conflict);
    places.Report(admission::PlaceIn(document.value, conflict), text);
  }
  ReportMore(answer.conflicts.size(), "conflict", places);
}

int ApplyRun::Refused(const FileDocument& document, const ObjectAnswer& answer, const Resource& resource,
                      const LiveObject* live, const Value& stored) {
  ++refused_;
  if (reported_bytes_ > findings::kMaxFindingBytes) {
    ++unlisted_;
    return kExitFailure;
  }
  Places places = PlacesOf(document);
  ReportConflicts(document, answer, places, live, stored);
  if (answer.conflicts.empty()) ReportErrors(document, answer, resource, places);
  reported_bytes_ += places.reported_bytes();
  return kExitFailure;
}

void ApplyRun::ReportErrors(const FileDocument& document, const ObjectAnswer& answer, const Resource& resource,
                            Places& places) const {
  const auto mistyped = answer.http_status == kServerFailed ? FirstMistyped(document, resource) : std::nullopt;
  for (const kubernetes::FieldError& error : Reported(answer.errors)) {
    if (!mistyped) {
      // true: the error only says that CEL rules were not run because of another error, so it is printed as a warning
      const bool follows = error.kind == kubernetes::ErrorKind::kRulesNotRun;
      places.Report(error.path, follows ? "warning: " + error.detail : "error: " + error.Text());
      continue;
    }
    const std::string field = mistyped->Text(),
                      meant = findings::NearestField(VersionOf(document, resource).schema, field);
    places.Report(*mistyped, "error: " + error.Text() +
                                 (meant.empty() || meant == field ? "" : "; did you mean " + base::Quote(meant) + "?"));
  }
  ReportMore(answer.errors.size(), "error", places);
}

// Returns the JSON of the object to print. It lacks managedFields, unless the options include them, and the members of
// metadata whose values would be different on an API server.
std::string ApplyRun::Shown(const Value& object, const FileDocument& document, base::Arena& arena) const {
  if (object.is_null()) return {};
  Value shown = json::DeepCopy(object, arena);
  if (!options_.show_managed_fields) admission::SetMetadata(shown, admission::kManagedFields, Value(), arena);
  admission::SetMetadata(shown, "resourceVersion", Value(), arena);
  if (admission::MetadataText(shown, "uid") == admission::kFixedFields.uid) {
    admission::SetMetadata(shown, "uid", Value(), arena);
    admission::SetMetadata(shown, "creationTimestamp", Value(), arena);
  }
  return JsonInOriginalOrder(shown, Tree(document.json));
}

// Prints the stored object or, with --diff, its differences to `before`. Returns false if --diff printed a difference.
bool ApplyRun::PrintStored(const FileDocument& document, const Value& before, const Value& stored, base::Arena& arena) {
  const std::string json = Shown(stored, document, arena);
  if (!options_.print_diff) {
    printer_.Print(json);
    return true;
  }
  std::string from, to;
  if (!before.is_null()) document::AppendYaml(Shown(before, document, arena), from);
  document::AppendYaml(json, to);
  const std::string name = std::string(TextOf(stored.Find("kind"))) + " " + std::string(IdentityOf(stored).name);
  const std::string diff = UnifiedDiff("live " + name, from, "applied " + name, to, WantsColors());
  std::cout << diff;
  return diff.empty();
}

int ApplyRun::Apply(const FileDocument& document, base::Arena& arena) {
  const auto group = admission::GroupVersionOf(TextOf(document.value.Find("apiVersion"))).group;
  const bool is_known = sources_.resources().Find(group, TextOf(document.value.Find("kind"))) != nullptr;
  if (document.IsCrd() || (options_.ignore_missing_crds && !is_known)) {
    ++others_;
    return kExitOk;
  }
  const Resource* resource = ResourceOf(document);
  if (resource == nullptr) {
    ++refused_;
    return kExitFailure;
  }
  if (document.json.size() > admission::kMaxBodyBytes) {
    PlacesOf(document).Report({},
                              "error: Request entity too large: limit is " + std::to_string(admission::kMaxBodyBytes));
    ++refused_;
    return kExitFailure;
  }
  const auto found = TargetOf(document, *resource);
  if (!found.ok()) {
    ReportError(document, found.error().message());
    return kExitUsage;
  }
  Target& target = **found;
  const Value before = target.server.Get(VersionOf(document, *resource), arena);
  std::vector<std::string> repeated;
  const document::Position end = document.At(document.json.size() - 1);
  for (const document::DuplicateKey& key : document.whole_document.duplicates) {
    if (key.second < document.at || key.second > end) continue;  // skips keys that are in another item of the List
    repeated.push_back("line " + std::to_string(key.second.line) + ": key " + base::Quote(key.key) +
                       " already set in map");
  }
  admission::ObjectRequest request{
      .body = document.json, .repeated_keys = repeated, .version = VersionOf(document, *resource).name};
  request.subresource = options_.subresource;
  request.manager = options_.manager;
  request.force = options_.force;
  request.field_validation = FieldValidationOf(options_.field_validation);
  request.now = now_;
  request.uid = admission::kFixedFields.uid;
  const ObjectAnswer answer = target.server.Handle(request, arena);
  for (const std::string& warning : answer.warnings) PlacesOf(document).Report({}, "warning: " + warning);
  if (!answer.errors.empty() || !answer.conflicts.empty())
    return Refused(document, answer, *resource, target.live, before);
  ++applied_;
  return PrintStored(document, before, answer.object, arena) ? kExitOk : kExitFailure;
}

void ApplyRun::TellEnd() const {
  if (conflicts_) {
    PrintError(
        "To become the owner of these fields, use --force-conflicts. To leave them to their manager, remove them "
        "from the file. To share them, write the live values.");
  }
  const auto count = [](std::size_t number, std::string_view what) {
    return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : "s");
  };
  if (unlisted_ > 0)
    PrintError("The errors are too long: those of " + count(unlisted_, "refused object") + " are not listed.");
  std::string text = count(applied_, "object") + " applied, " + std::to_string(refused_) + " refused";
  if (others_ > 0) base::AppendItem(text, ", ", count(others_, "other document") + " skipped");
  PrintError(text);
}

int ApplyRun::Run() {
  if (!ReadInputs()) return kExitUsage;
  const auto apply = [this](const FileDocument& document, base::Arena& arena) { return Apply(document, arena); };
  int exit_code = VisitDocuments(options_.paths, apply, options_.filter, SearchedKind::kObjects);
  if (applied_ + refused_ == 0 && exit_code == kExitOk && !options_.allow_empty)
    return ReportNothingFound("apply", "custom resource");
  exit_code = printer_.Finish(exit_code);
  TellEnd();
  return exit_code;
}

}  // namespace

int RunApply(const ApplyOptions& options) { return ApplyRun(options).Run(); }

}  // namespace structural::cli
