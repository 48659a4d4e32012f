#include "cli/objects/suites/tester.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <variant>

#include "cli/report/findings/finding.h"
#include "cli/report/findings/object_errors.h"
#include "cli/shared/files.h"
#include "cli/shared/head.h"
#include "document/reader.h"
#include "schema/base/quote.h"
#include "schema/json/members.h"

namespace structural::cli {

namespace fs = std::filesystem;
using base::ErrorCode;
using json::Value;

namespace {

constexpr std::string_view kManifestFolder = "zz_generated.crd-manifests";
constexpr std::string_view kGatesFolder = "payload-manifests/featuregates";

// Returns the JSON of the first document of a YAML text; nullopt if it cannot be read.
std::optional<std::string> FirstDocument(std::string_view text) {
  auto read = document::ReadYaml(text);
  auto* document = std::get_if<document::Document>(&read);
  if (document == nullptr) return std::nullopt;
  return std::move(document->json);
}

std::string FolderOf(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Returns the regular files in a folder, sorted by path. If `below` is set, also returns those in its subfolders.
std::vector<fs::path> FilesIn(const fs::path& folder, bool below) {
  std::vector<fs::path> files;
  std::error_code error;
  const auto add = [&](const fs::directory_entry& entry) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  };
  if (below) {
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) add(entry);
  } else {
    for (const auto& entry : fs::directory_iterator(folder, error)) add(entry);
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Manifest::Manifest(std::string file, std::string json) : file_(std::move(file)), json_(std::move(json)) {
  const auto crd = json::Parser(arena_).Parse(json_);
  if (crd.ok()) crd_ = *crd;
}

std::string_view Manifest::name() const { return TextOf(Below(crd_.Find("metadata"), "name")); }

std::string_view Manifest::group() const { return TextOf(Below(crd_.Find("spec"), "group")); }

std::string_view Manifest::kind() const { return TextOf(Below(Below(crd_.Find("spec"), "names"), "kind")); }

std::vector<std::string> Manifest::versions() const {
  std::vector<std::string> names;
  for (const Value& version : ElementsOf(Below(crd_.Find("spec"), "versions")))
    names.emplace_back(TextOf(version.Find("name")));
  // A CRD in v1beta1 can have its only version in spec.version instead of spec.versions.
  const std::string_view only = TextOf(Below(crd_.Find("spec"), "version"));
  if (names.empty() && !only.empty()) names.emplace_back(only);
  return names;
}

const ServedResult& Manifest::Serve(std::string_view version) {
  const auto found = by_version_.find(version);
  if (found != by_version_.end()) return found->second;
  base::Arena arena;
  auto json = suite::WithVersion(crd_, version, arena);
  auto served = json.ok() ? suite::Serve(*std::move(json)) : ServedResult(json.error());
  return by_version_.emplace(version, std::move(served)).first->second;
}

const ServedResult& Manifest::ServePatched(std::string_view patch) {
  const auto found = patched_.find(patch);
  if (found != patched_.end()) return found->second;
  base::Arena arena;
  auto json = suite::Patched(crd_, patch, arena);
  auto served = json.ok() ? suite::Serve(*std::move(json)) : ServedResult(json.error());
  return patched_.emplace(patch, std::move(served)).first->second;
}

// Adds all CRDs in a file or folder to `named_crds_`. `named_in_suite`: true: a suite names the path; false: the flag
// --crd names it.
base::Status ManifestSource::ReadCrds(const std::string& path, bool named_in_suite) {
  Files files({path}, {.is_named_in_a_file = named_in_suite});
  while (const auto file = files.Next()) {
    folders_.insert(FolderOf(file->path));
    const auto text = ReadInput(*file);
    if (!text.ok()) return text.error().In(file->path);
    if (file->in_folder && !MayContainCrds(*text)) continue;
    document::Reader reader(*text);
    while (const auto next = reader.Next()) {
      if (const auto* problem = std::get_if<document::Problem>(&*next)) {
        return {ErrorCode::kInvalidInput, document::PlaceText(file->path, problem->at) + ": " + problem->message};
      }
      for (const std::string_view json : ItemsOf(std::get<document::Document>(*next).json)) {
        if (ReadHead(json).IsCrd()) named_crds_.push_back(std::make_shared<Manifest>(file->path, std::string(json)));
      }
    }
  }
  if (!files.errors().empty()) return {ErrorCode::kNotFound, files.errors().front()};
  return base::Ok();
}

base::Status ManifestSource::Open(const std::vector<std::string>& crds) {
  has_crd_flag_ = !crds.empty();
  for (const std::string& path : crds) {
    const base::Status read = ReadCrds(path, false);
    if (!read.ok()) return read;
  }
  if (has_crd_flag_ && named_crds_.empty()) return {ErrorCode::kNotFound, "--crd: no CRD in the files"};
  return base::Ok();
}

base::Result<Manifests> ManifestSource::Find(const Suite& suite, const std::string& file) {
  if (has_crd_flag_ || suite.form == SuiteForm::kStructural) return FindNamed(suite, file);
  return FindBeside(suite, file);
}

// Returns the CRDs of --crd; without this flag, the CRDs that the suite names. For a suite in OpenShift's format,
// returns only those with the name in the suite. Returns an error if none is found.
base::Result<Manifests> ManifestSource::FindNamed(const Suite& suite, const std::string& file) {
  if (!has_crd_flag_) {
    if (suite.crds.empty()) return {ErrorCode::kNotFound, "the suite names no CRDs; add \"crds\", or use --crd"};
    std::string by = file + "\n" + std::to_string(suite.document);
    if (by != naming_suite_) {
      naming_suite_.clear();
      named_crds_.clear();
      for (const std::string& path : suite.crds) {
        const fs::path full = fs::path(file).parent_path() / path;
        const base::Status read = ReadCrds(full.lexically_normal().string(), true);
        if (!read.ok()) return read.error().In("crds");
      }
      naming_suite_ = std::move(by);
    }
  }
  Manifests found;
  for (const auto& each : named_crds_) {
    if (suite.form == SuiteForm::kStructural || each->name() == suite.crd_name) found.push_back(each);
  }
  if (!found.empty()) return found;
  if (suite.form == SuiteForm::kStructural) return {ErrorCode::kNotFound, "no CRD in the files of \"crds\""};
  return {ErrorCode::kNotFound, "no CRD is named " + base::Quote(suite.crd_name)};
}

base::Status ManifestSource::OpenFolder(const std::string& path) {
  if (folder_.path == path) return base::Ok();
  cached_crd_name_.clear();
  folder_ = {path, {}};
  folders_.insert(path);
  for (const fs::path& each : FilesIn(path, false)) {
    auto text = ReadInput(Input{each.string(), true});
    if (!text.ok()) return text.error().In(each.string());
    folder_.files.emplace_back(each.string(), *std::move(text));
  }
  return base::Ok();
}

// Reads the objects of kind FeatureGate in the folder kGatesFolder below the folder of the suite or, if it does not
// exist, below the nearest folder above the suite.
base::Status ManifestSource::OpenGates(const std::string& suite_file) {
  fs::path folder = fs::absolute(suite_file).lexically_normal().parent_path();
  std::error_code error;
  while (!fs::is_directory(folder / kGatesFolder, error) && folder.has_relative_path()) folder = folder.parent_path();
  const std::string found = (folder / kGatesFolder).string();
  if (found == gates_folder_) return base::Ok();
  gates_folder_ = found;
  folders_.insert(found);
  gates_.clear();
  gates_json_.clear();
  for (const fs::path& each : FilesIn(found, true)) {
    const auto text = ReadInput(Input{each.string(), true});
    if (!text.ok()) return text.error().In(each.string());
    if (auto json = FirstDocument(*text)) gates_json_.push_back(*std::move(json));
  }
  for (const std::string& json : gates_json_) {
    const auto value = json::Parser(gates_arena_).Parse(json);
    if (value.ok()) gates_.push_back(*value);
  }
  return base::Ok();
}

// Returns the CRDs of a suite in OpenShift's format from the folder of generated manifests. The path from the suite to
// this folder must be the same as in OpenShift's repository.
base::Result<Manifests> ManifestSource::FindBeside(const Suite& suite, const std::string& file) {
  const fs::path folder = (fs::path(file).parent_path() / ".." / ".." / kManifestFolder).lexically_normal();
  const base::Status opened = OpenFolder(folder.string());
  if (!opened.ok()) return opened.error();
  if (cached_crd_name_ != suite.crd_name) {
    cached_crd_name_ = suite.crd_name;
    cached_manifests_.clear();
    for (const auto& [name, text] : folder_.files) {
      if (text.find(suite.crd_name) == std::string::npos) continue;
      auto json = FirstDocument(text);
      if (!json || !ReadHead(*json).IsCrd()) continue;
      auto manifest = std::make_shared<Manifest>(name, *std::move(json));
      if (manifest->name() == suite.crd_name) cached_manifests_.push_back(std::move(manifest));
    }
  }
  if (!suite.gates.empty()) {
    const base::Status gates = OpenGates(file);
    if (!gates.ok()) return gates.error();
  }
  Manifests chosen;
  for (const auto& manifest : cached_manifests_) {
    const auto is_for = suite::IsForGates(suite::PayloadAnnotationsOf(manifest->crd()), suite.gates, gates_);
    if (!is_for.ok()) return is_for.error().In(manifest->file());
    if (*is_for) chosen.push_back(manifest);
  }
  if (!chosen.empty()) return chosen;
  return {ErrorCode::kNotFound,
          "no manifest of the CRD " + base::Quote(suite.crd_name) + " in " + folder.string() +
              (cached_manifests_.empty() ? "; name its file with --crd" : " has these feature gates")};
}

namespace {

using suite::Endpoint;
using suite::Outcome;
using suite::ServedCrd;

// Adds a failure on the CRD in the file `manifest` to the report. If the case already has an equal failure on another
// CRD, only adds the file to this failure.
void AddTo(CaseReport& report, const std::string& manifest, Outcome outcome, std::string problem) {
  for (CaseFailure& failure : report.failures) {
    const Outcome& other = failure.outcome;
    if (failure.problem != problem || other.kind != outcome.kind || other.step != outcome.step ||
        other.last_request != outcome.last_request || other.wanted != outcome.wanted || other.got != outcome.got)
      continue;
    failure.manifests.push_back(manifest);
    return;
  }
  report.failures.push_back({std::move(outcome), std::move(problem), {manifest}});
}

std::size_t BytesOf(const Outcome& outcome) {
  std::size_t bytes = sizeof(outcome) + outcome.wanted.size() + outcome.got.size() + outcome.stored.size();
  for (const auto* texts : {&outcome.errors, &outcome.unknown}) {
    for (const std::string& text : *texts) bytes += text.size();
  }
  return bytes;
}

// Returns the version that the suite names. If it names none, returns the only version of its CRDs, or an error if they
// have several.
base::Result<std::string> VersionOf(const Suite& suite, const Manifests& manifests) {
  if (!suite.version.empty()) return suite.version;
  std::set<std::string> versions;
  for (const auto& manifest : manifests) {
    for (std::string& version : manifest->versions()) versions.insert(std::move(version));
  }
  if (versions.size() == 1) return *versions.begin();
  return {base::ErrorCode::kInvalidInput, "the CRD has several versions; add \"version\" to the suite"};
}

// Returns whether a case is run on this version of the CRD: whether its object has the apiVersion and kind. A case
// without a kind matches if all CRDs of the suite have one name (`one_name`). A case without an apiVersion matches the
// version of the suite or, if the suite has none, the only version of the CRD.
bool IsFor(const PlacedCase& placed, const Suite& suite, const Manifest& manifest, const std::string& version,
           bool one_name) {
  if (placed.kind.empty() ? !one_name : placed.kind != manifest.kind()) return false;
  if (!placed.api_version.empty())
    return placed.api_version == std::string(manifest.group()).append("/").append(version);
  return suite.version.empty() ? manifest.versions().size() == 1 : suite.version == version;
}

// Appends to the outcome the names of fields that are similar to its unknown fields.
void SuggestFields(const crd::Structural* schema, Outcome& outcome) {
  const char* before = "; did you mean ";
  const auto count = std::min<std::size_t>(outcome.unknown.size(), findings::kMaxSuggestions);
  for (const std::string& field : std::span(outcome.unknown).first(count)) {
    const std::string meant = findings::NearestField(schema, field);
    if (!meant.empty() && meant != field) outcome.got += std::exchange(before, ", ") + base::Quote(meant);
  }
  if (!outcome.got.empty() && before[0] == ',') outcome.got += "?";
}

// Returns the first 300 bytes of a text, with an ellipsis if it is longer.
std::string FirstPart(std::string_view text) {
  constexpr std::size_t kMax = 300;
  if (text.size() <= kMax) return std::string(text);
  std::size_t end = kMax;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace

base::Result<SuiteReport> Tester::Run(const std::string& file, const Suite& suite) {
  SuiteReport report{file, suite};
  for (const PlacedCase& placed : suite.cases) {
    if (selects_(TitleOf(placed))) report.cases.push_back({&placed});
  }
  if (report.cases.empty()) return report;
  const auto manifests = manifests_.Find(suite, file);
  if (!manifests.ok()) return manifests.error();
  for (const auto& manifest : *manifests) report.crds.push_back(manifest->file());
  const base::Status ran = suite.form == SuiteForm::kStructural ? RunOnMatchingCrds(suite, *manifests, report)
                                                                : RunOnAllCrds(suite, *manifests, report);
  if (!ran.ok()) return ran.error();
  ++totals_.suites;
  totals_.cases += report.cases.size();
  return report;
}

base::Status Tester::RunOnAllCrds(const Suite& suite, const Manifests& manifests, SuiteReport& report) {
  const auto version = VersionOf(suite, manifests);
  if (!version.ok()) return version.error();
  Cases cases;
  for (CaseReport& each : report.cases) cases.push_back(&each);
  for (const auto& manifest : manifests) RunOn(*manifest, *version, cases);
  return base::Ok();
}

// Runs each case on the CRDs and versions that match its object. Adds a failure to a case without a match.
base::Status Tester::RunOnMatchingCrds(const Suite& suite, const Manifests& manifests, SuiteReport& report) {
  const bool one_name =
      std::ranges::all_of(manifests, [&](const auto& each) { return each->name() == manifests.front()->name(); });
  std::set<const CaseReport*> ran;
  for (const auto& manifest : manifests) {
    for (const std::string& version : manifest->versions()) {
      Cases cases;
      for (CaseReport& each : report.cases) {
        if (IsFor(*each.placed, suite, *manifest, version, one_name)) cases.push_back(&each);
      }
      ran.insert(cases.begin(), cases.end());
      if (!cases.empty()) RunOn(*manifest, version, cases);
    }
  }
  for (CaseReport& each : report.cases) {
    if (ran.contains(&each)) continue;
    AddTo(each, manifests.front()->file(), {},
          "no CRD is certain: add \"apiVersion\" and \"kind\" of one to the object, or \"version\" to "
          "the suite");
  }
  return base::Ok();
}

void Tester::Note(const Manifest& manifest, const ServedCrd& crd) {
  note_("note: " + manifest.file() +
        ": Kubernetes 1.37 would not create this CRD, because its rules cost too much; cases run as "
        "if an older release had created it: " +
        FirstPart(crd.refusal));
}

// Returns the reason why cases cannot be run on the CRD; empty if they can be run. Counts the CRD at the first call.
std::string Tester::ProblemOf(Manifest& manifest, const ServedResult& served) {
  if (!served.ok()) return "the CRD cannot be served: " + served.error().message();
  const ServedCrd& crd = **served;
  const bool first = counted_crds_.insert(manifest.file() + "\n" + std::string(manifest.name())).second;
  totals_.crds += first ? 1 : 0;
  if (crd.refusal.empty()) return {};
  if (!crd.costs_too_much) return "the API server refuses the CRD: " + crd.refusal;
  if (first) Note(manifest, crd);
  return {};
}

void Tester::RunOn(Manifest& manifest, std::string_view version, const Cases& cases) {
  const auto& served = manifest.Serve(version);
  const std::string problem = ProblemOf(manifest, served);
  totals_.runs += cases.size();
  if (!problem.empty()) {
    for (CaseReport* each : cases) AddTo(*each, manifest.file(), {}, problem);
    return;
  }
  Endpoint endpoint{(*served)->resource, *(*served)->resource.Find(version)};
  base::Arena arena;
  admission::ApplicableResource applicable;
  if (std::ranges::any_of(cases, [](const CaseReport* each) { return !each->placed->test.requests.empty(); })) {
    CompileApplicable(endpoint.resource, arena, applicable);
    endpoint.applicable = &applicable;
  }
  if (measures_coverage_) {
    const std::string title = std::string(manifest.name()).append(" ").append(version);
    endpoint.coverage = &coverage_[title];
    endpoint.coverage->Open(endpoint.version);
  }
  for (CaseReport* each : cases) RunCase(manifest, endpoint, *each);
  if (measures_coverage_) endpoint.coverage->Close();
}

void Tester::RunCase(Manifest& manifest, const Endpoint& endpoint, CaseReport& report) {
  ++report.runs;
  const suite::Case& test = report.placed->test;
  const std::string_view version = endpoint.version.name;
  const admission::ServedResource* initial = &endpoint.resource;
  if (!test.crd_patches.empty()) {
    const auto& patched = manifest.ServePatched(test.crd_patches);
    std::string problem = patched.ok() ? "" : patched.error().message();
    if (problem.empty() && (*patched)->resource.Find(version) == nullptr)
      problem = "the CRD has no version " + base::Quote(version);
    if (problem.empty() && !(*patched)->costs_too_much) problem = (*patched)->refusal;
    if (!problem.empty())
      return AddTo(report, manifest.file(), {}, "the patch of the CRD cannot be applied: " + problem);
    initial = &(*patched)->resource;
  }
  const bool is_patched = initial != &endpoint.resource;
  const suite::Endpoints endpoints{endpoint,
                                   {*initial, *initial->Find(version), is_patched ? nullptr : endpoint.coverage}};
  arena_.Reset();
  Outcome outcome = suite::Run(test, endpoints, words_, arena_);
  totals_.requests += outcome.requests;
  const bool of_initial = outcome.step == suite::Step::kCreate;
  SuggestFields((of_initial ? endpoints.initial : endpoints.current).version.schema, outcome);
  if (outcome.passed()) {
    totals_.older_texts += outcome.has_older_wording ? 1 : 0;
    report.older_texts += outcome.has_older_wording ? 1 : 0;
  } else if ((failure_bytes_ += BytesOf(outcome)) <= findings::kMaxFindingBytes) {
    AddTo(report, manifest.file(), std::move(outcome), {});
  } else {
    AddTo(report, manifest.file(), {},
          "the case failed; the reasons of earlier cases are too long to list further ones");
  }
}

}  // namespace structural::cli
