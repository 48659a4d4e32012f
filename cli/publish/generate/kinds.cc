#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/publish/generate/run.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"

namespace structural::cli {
namespace {

void Report(const FoundKind& found, const std::string& text) {
  std::string line(found.kind.resource.crd_name);
  line.append(" ").append(found.kind.version).append(": ").append(text);
  PrintError(found.file + ":" + std::to_string(found.at.line) + ": " + Printable(line));
}

// Returns how to select one of several packages: by a version that only it has, or by the files of
// its group.
std::string HowToSelect(const GenerateKinds& kinds, const GenerateOptions& options) {
  std::map<std::string_view, std::size_t> packages;  // number of packages by version
  for (const auto& [name, found] : kinds.all()) ++packages[found.front()->kind.version];
  const auto alone = std::ranges::find_if(packages, [](const auto& each) { return each.second == 1; });
  if (!options.version.empty() || alone == packages.end()) return "name the files of one group";
  return "select one with --version " + std::string(alone->first);
}

}  // namespace

int GenerateKinds::Add(const FileDocument& document) {
  if (!document.IsCrd()) return kExitOk;
  auto kinds = generate::ReadKinds(document.json, arena_);
  if (!kinds.ok()) {
    ReportError(document, kinds.error());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  for (generate::Kind& kind : *kinds) {
    if (!options_.version.empty() && options_.version != kind.version) continue;
    const generate::Resource& resource = kind.resource;
    const auto copy = copies_.Add(document, resource.group, kind.version, resource.kind);
    if (copy == CrdCopies::CopyKind::kDifferent) exit_code = kExitUsage;
    if (copy != CrdCopies::CopyKind::kFirst) continue;
    found_.push_back({document.file, document.at, std::move(kind)});
    const FoundKind& found = found_.back();
    for (const std::string& reason : found.kind.refused) Report(found, "no code is generated: " + reason);
    if (!found.kind.refused.empty()) {
      exit_code = std::max<int>(exit_code, kExitFailure);
      continue;
    }
    const std::string group(found.kind.resource.group);
    by_version_[group + "/" + std::string(found.kind.version)].push_back(&found);
  }
  return exit_code;
}

int GenerateKinds::Read() {
  const int exit_code = VisitDocuments(
      options_.paths, [this](const FileDocument& document, base::Arena&) { return Add(document); }, options_.filter);
  if (exit_code != kExitOk || !by_version_.empty()) return exit_code;
  std::cerr << "structural generate: no CRD in the files has "
            << (options_.version.empty() ? "a version" : "the version " + options_.version) << "\n";
  return kExitUsage;
}

bool ReportDiagnostics(const KindsOfVersion& kinds, const std::vector<generate::Diagnostics>& diagnostics) {
  bool any = false;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (const generate::Diagnostic& diagnostic : diagnostics[i]) {
      any = true;
      Report(*kinds[i], diagnostic.path + ": not mapped: " + diagnostic.text);
    }
  }
  return any;
}

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found) {
  std::vector<const generate::Kind*> kinds;
  for (const FoundKind* kind : found) kinds.push_back(&kind->kind);
  return kinds;
}

bool Fits(const GenerateKinds& kinds, const GenerateOptions& options) {
  const bool one = options.output_dir.empty() || !options.package.empty();
  if (!one || kinds.all().size() < 2) return true;
  std::string names;
  for (const auto& [name, found] : kinds.all()) names.append(" ").append(name);
  PrintError("structural generate: the CRDs have " + std::to_string(kinds.all().size()) + " packages:" + names + "; " +
             HowToSelect(kinds, options) + ", or write all to a folder with --output-dir" +
             (options.package.empty() ? "" : " and without --package"));
  return false;
}

int WriteToOutput(std::string_view text) {
  std::cout << text;
  if (std::cout.flush()) return kExitOk;
  std::cerr << "structural generate: cannot write the output\n";
  return kExitInternal;
}

}  // namespace structural::cli
