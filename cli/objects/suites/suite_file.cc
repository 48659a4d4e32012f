#include "cli/objects/suites/suite_file.h"

#include <utility>
#include <variant>

#include "cli/objects/suites/suite_reader.h"
#include "cli/shared/head.h"
#include "document/reader.h"

namespace structural::cli {
namespace {

using document::Tree;

constexpr std::string_view kOwnVersion = "structural.lint/v1alpha1";
constexpr std::string_view kOwnKind = "TestSuite";

bool IsOpenShift(const Tree& tree) {
  return tree.IsObject(Tree::kRoot) && tree.Member(Tree::kRoot, "crdName") != Tree::kNone &&
         tree.Member(Tree::kRoot, "tests") != Tree::kNone;
}

std::string TextAt(const Tree& tree, std::string_view key) {
  const Tree::Node member = tree.IsObject(Tree::kRoot) ? tree.Member(Tree::kRoot, key) : Tree::kNone;
  return member == Tree::kNone ? std::string() : tree.String(member);
}

// Reads one document of a file.
void ReadSuite(const document::Document& document, std::string_view text, std::size_t index, SuiteFile& to) {
  SuiteReader in(document, text, to.problems);
  const bool openshift = IsOpenShift(in.tree());
  const std::string version = TextAt(in.tree(), "apiVersion");
  if (!openshift && !version.starts_with(kSuiteGroup)) {
    if (in.tree().IsObject(Tree::kRoot) && in.Has(Tree::kRoot, "crdName"))
      in.Add(document.begin, "a suite without \"tests\" is not run", false);
    ++to.others;
    return;
  }
  Suite suite{.form = openshift ? SuiteForm::kOpenShift : SuiteForm::kOwn,
              .document = index,
              .at = document.begin,
              .name = {},
              .version = {},
              .crd_name = {},
              .gates = {},
              .crds = {},
              .cases = {}};
  if (openshift) {
    ReadOpenShiftSuite(in, suite);
  } else if (version != kOwnVersion || TextAt(in.tree(), "kind") != kOwnKind) {
    in.Fail(Tree::kRoot, "a suite has apiVersion " + std::string(kOwnVersion) + " and kind " + std::string(kOwnKind));
  } else {
    ReadOwnSuite(in, suite);
  }
  if (!in.failed() && suite.cases.empty()) in.Add(document.begin, "the suite has no cases", !openshift);
  if (!in.failed()) to.suites.push_back(std::move(suite));
}

}  // namespace

bool MayHaveSuites(std::string_view text) {
  return text.find("crdName") != std::string_view::npos || text.find(kSuiteGroup) != std::string_view::npos;
}

SuiteFile ReadSuites(std::string_view text) {
  SuiteFile file;
  document::Reader reader(text);
  for (std::size_t index = 0;; ++index) {
    const auto next = reader.Next();
    if (!next) return file;
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      file.problems.push_back({problem->at, problem->message, true});
      continue;
    }
    const auto& document = std::get<document::Document>(*next);
    if (document.json != "null") ReadSuite(document, reader.text(), index, file);
  }
}

}  // namespace structural::cli
