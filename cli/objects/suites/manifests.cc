#include "cli/objects/suites/manifests.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <variant>

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

// Returns the JSON of the first document, or nullopt.
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

// Returns regular files, by name.
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
  const std::string_view only = TextOf(Below(crd_.Find("spec"), "version"));  // field of v1beta1 only
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

// Adds all CRDs in a file or folder to `named_`.
base::Status ManifestSource::ReadCrds(const std::string& path, bool named_in_suite) {
  Files files({path}, {.named_in_file = named_in_suite});
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
        if (ReadHead(json).IsCrd()) named_.push_back(std::make_shared<Manifest>(file->path, std::string(json)));
      }
    }
  }
  if (!files.errors().empty()) return {ErrorCode::kNotFound, files.errors().front()};
  return base::Ok();
}

base::Status ManifestSource::Open(const std::vector<std::string>& crds) {
  explicit_ = !crds.empty();
  for (const std::string& path : crds) {
    const base::Status read = ReadCrds(path, false);
    if (!read.ok()) return read;
  }
  if (explicit_ && named_.empty()) return {ErrorCode::kNotFound, "--crd: no CRD in the files"};
  return base::Ok();
}

base::Result<Manifests> ManifestSource::Find(const Suite& suite, const std::string& file) {
  if (explicit_ || suite.form == SuiteForm::kOwn) return FindNamed(suite, file);
  return FindBeside(suite, file);
}

// Returns the CRDs that the suite or --crd names.
base::Result<Manifests> ManifestSource::FindNamed(const Suite& suite, const std::string& file) {
  if (!explicit_) {
    if (suite.crds.empty()) return {ErrorCode::kNotFound, "the suite names no CRDs; add \"crds\", or use --crd"};
    std::string by = file + "\n" + std::to_string(suite.document);
    if (by != named_by_) {
      named_by_.clear();
      named_.clear();
      for (const std::string& path : suite.crds) {
        const fs::path full = fs::path(file).parent_path() / path;
        const base::Status read = ReadCrds(full.lexically_normal().string(), true);
        if (!read.ok()) return read.error().In("crds");
      }
      named_by_ = std::move(by);
    }
  }
  Manifests found;
  for (const auto& each : named_) {
    if (suite.form == SuiteForm::kOwn || each->name() == suite.crd_name) found.push_back(each);
  }
  if (!found.empty()) return found;
  if (suite.form == SuiteForm::kOwn) return {ErrorCode::kNotFound, "no CRD in the files of \"crds\""};
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

// Reads the gates of the nearest folder above the suite that has them.
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

// Searches the folder of generated manifests next to `tests`.
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
    const auto is_for = suite::IsForGates(suite::PayloadOf(manifest->crd()), suite.gates, gates_);
    if (!is_for.ok()) return is_for.error().In(manifest->file());
    if (*is_for) chosen.push_back(manifest);
  }
  if (!chosen.empty()) return chosen;
  return {ErrorCode::kNotFound,
          "no manifest of the CRD " + base::Quote(suite.crd_name) + " in " + folder.string() +
              (cached_manifests_.empty() ? "; name its file with --crd" : " has these feature gates")};
}

}  // namespace structural::cli
