#include "cli/objects/validate/sources.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "cli/report/stored/kind.h"
#include "cli/shared/head.h"
#include "cli/shared/input_reader.h"
#include "cli/shared/output.h"
#include "document/template.h"

namespace structural::cli {

bool Sources::ReportFailure(const std::string& what, const base::Error& error) const {
  PrintError("structural " + command_ + ": " + what + ": " + error.message());
  return false;
}

int Sources::AddCrd(const FileDocument& document, CrdOrigin origin) {
  if (!document.IsCrd()) return kExitOk;
  const base::Status added = resources_.Add(SourceCrdOf(document), origin);
  if (added.ok()) return kExitOk;
  ReportError(document, added.error());
  return kExitUsage;
}

bool Sources::AddCrds(const std::vector<std::string>& paths) {
  bool fine = true;
  for (const std::string& path : paths) {
    bool any = false;
    const auto add = [&](const FileDocument& document, base::Arena&) {
      any |= document.IsCrd();
      return AddCrd(document, CrdOrigin::kNamed);
    };
    if (VisitDocuments({path}, add) != kExitOk) {
      fine = false;
    } else if (!any) {
      without_crds_.push_back("--crd " + path);
    }
  }
  return fine;
}

bool Sources::AllHadCrds() const {
  for (const std::string& path : without_crds_) PrintError("structural " + command_ + ": " + path + ": no CRD found");
  return without_crds_.empty();
}

std::optional<std::size_t> Sources::AddCrdsAmong(const std::string& name, std::string_view text, CrdOrigin origin) {
  InputReader reader(text, true);
  if (!MayContainCrds(reader.text()) && reader.text().find("apiextensions.k8s.io") == std::string_view::npos) return 0;
  int exit_code = kExitOk;
  std::size_t crds = 0;
  base::Arena arena;
  while (const auto next = reader.Next()) {
    const auto* document = std::get_if<document::Document>(&*next);
    if (document == nullptr && origin == CrdOrigin::kNamed) {
      const auto& problem = std::get<document::Problem>(*next);
      // true: the unreadable document is only a note, and the other CRDs of the file are used
      const bool in_template = document::HasActions(reader.text());
      PrintError(document::PlaceText(name, problem.at) + ": " + (in_template ? "note: skipped: " : "") +
                 problem.message);
      if (!in_template) exit_code = kExitUsage;
    }
    if (document == nullptr) continue;
    if (origin == CrdOrigin::kNamed && !BareCrdOf(document->json).empty()) {
      PrintError(document::PlaceText(name, document->begin) + ": " + std::string(kBareCrd));
      exit_code = kExitUsage;
    }
    for (const std::string_view json : ItemsOf(document->json)) {
      const DocumentHead head = ReadHead(json);
      // true: the object is a CRD. An object of kind CustomResourceDefinition in another API group is checked like any
      // other object.
      const bool server_message = head.IsCrd() && head.IsOfApiExtensions();
      if (!server_message && (origin == CrdOrigin::kObjects || (!head.IsCrd() && !head.IsCrdWithWrongKind()))) continue;
      const auto value = json::Parser(arena).Parse(json);
      if (value.ok()) exit_code = std::max(exit_code, AddCrd({name, *document, json, *value}, origin));
      ++crds;
      arena.Reset();
    }
  }
  return exit_code == kExitOk ? std::optional(crds) : std::nullopt;
}

bool Sources::AddCrdsFrom(const std::string& path) {
  bool fine = true;
  std::size_t crds = 0;
  const auto add = [&](const std::string& name, std::string_view text) {
    const auto found = AddCrdsAmong(name, text, CrdOrigin::kNamed);
    if (!found) fine = false;
    crds += found.value_or(0);
  };
  Files files({path}, {});
  while (const auto file = files.Next()) {
    const auto text = ReadInput(*file);
    if (text.ok()) add(file->path, *text);
    if (!text.ok()) fine = ReportFailure(file->path, text.error());
  }
  for (const std::string& error : files.errors()) PrintError("structural " + command_ + ": " + error);
  fine = fine && files.errors().empty();
  if (fine && crds == 0) without_crds_.push_back("--crds-from " + path);
  return fine;
}

bool Sources::AddClusterCrds(const kube::ConfigFlags& flags) {
  bool fine = true;
  const base::Status read = VisitClusterCrds(flags, [&](std::string crd) {
    const base::Status added = resources_.Add(
        {.name = {},
         .file = "--cluster",
         .relative_path = {},
         .document = {.begin = {}, .json = std::move(crd), .marks = {}, .duplicates = {}, .implicit_scalars = {}}},
        CrdOrigin::kCluster);
    if (!added.ok()) fine = ReportFailure("--cluster", added.error());
  });
  return read.ok() ? fine : ReportFailure("--cluster", read.error());
}

// Adds a file with objects, and the CRDs in it. Keeps the text of a pipe or standard input, which can be read only
// once. Returns false if a CRD cannot be read.
bool Sources::AddFile(const Input& file) {
  files_.push_back(file);
  auto text = ReadInput(file);
  if (!text.ok()) return true;  // the error is reported when the objects of the file are checked
  const auto crds = AddCrdsAmong(file.path, *text, CrdOrigin::kObjects);
  std::error_code unknown;
  if (!file.in_folder && !std::filesystem::is_regular_file(file.path, unknown))
    kept_texts_.insert_or_assign(file.path, *std::move(text));
  return crds.has_value();
}

bool Sources::AddObjects(const std::vector<std::string>& paths, const FileFilter& filter) {
  bool fine = true;
  std::vector<std::string> once;
  for (const std::string& path : paths) {
    if (std::ranges::find(once, path) == once.end()) once.push_back(path);
  }
  Files files(once, filter);
  while (const auto file = files.Next()) {
    if (!AddFile(*file)) fine = false;
  }
  errors_ = files.errors();
  return fine;
}

base::Result<std::string> Sources::Text(const Input& file) const {
  const auto kept = kept_texts_.find(file.path);
  if (kept != kept_texts_.end()) return kept->second;
  return ReadInput(file);
}

}  // namespace structural::cli
