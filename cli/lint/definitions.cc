#include "cli/lint/definitions.h"

#include <algorithm>
#include <variant>

#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "cli/shared/head.h"
#include "cli/shared/input_reader.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

// Maximum number of pairs of files that a run reads again.
constexpr std::size_t kMaxCompared = 50;

// Returns the JSON of the CRDs of this name; empty if the file cannot be read again.
std::vector<std::string> DefinitionsIn(const std::string& file, const std::string& name) {
  std::vector<std::string> found;
  const auto text = ReadInput(Input{.path = file, .in_folder = true});
  if (!text.ok()) return found;
  InputReader reader(*text, true);
  while (const auto next = reader.Next()) {
    const auto* document = std::get_if<document::Document>(&*next);
    if (document == nullptr) continue;
    for (const std::string_view json : ItemsOf(document->json)) {
      if (NameOfCrd(json) == name) found.emplace_back(json);
    }
  }
  return found;
}

}  // namespace

bool Definitions::EqualForObjects(const First& first, const std::string& file) {
  if (compared_++ >= kMaxCompared) return false;
  std::vector<std::string> found = DefinitionsIn(first.file, first.crd.name);
  if (found.empty()) return false;
  if (file != first.file) {
    std::vector<std::string> more = DefinitionsIn(file, first.crd.name);
    if (more.empty()) return false;
    std::ranges::move(more, std::back_inserter(found));
  }
  base::Arena arena;
  const auto one = json::Parser(arena).Parse(found.front());
  return one.ok() && std::ranges::all_of(found, [&](const std::string& text) {
           const auto other = json::Parser(arena).Parse(text);
           return other.ok() && cli::EqualForObjects(*one, *other);
         });
}

void Definitions::Add(const findings::FileReport& report) {
  for (const findings::LintedCrd& crd : report.judged) {
    if (crd.name.empty()) continue;
    const auto [found, is_first] = first_.try_emplace(crd.name, First{report.file, crd});
    const First& first = found->second;
    if (is_first || first.crd.hash == crd.hash || EqualForObjects(first, report.file)) continue;
    notes_.push_back(document::PlaceText(report.file, crd.at) + ": warning: " + crd.name +
                     " has another definition in " + document::PlaceText(first.file, first.crd.at));
  }
}

}  // namespace structural::cli
