// Reads suites in structural's own format: docs/test.md.
#include "cli/objects/suites/suite_reader.h"
#include "cli/shared/head.h"

namespace structural::cli {
namespace {

using document::Tree;
using Node = Tree::Node;

constexpr std::string_view kOwnKeys[] = {"apiVersion", "kind", "name", "crds", "version", "cases"};
constexpr std::string_view kOwnCaseKeys[] = {"name", "create", "update", "error", "expected", "assert", "crdPatches"};

// Fields that would demand nothing, or be ignored, if they were empty. An object that is sent can have no fields.
constexpr std::string_view kNeverEmpty[] = {"name", "error", "expected", "assert", "crdPatches"};
constexpr std::string_view kObjectOrText[] = {"create", "update"};

void ReadOwnCase(SuiteReader& in, Node node, PlacedCase& placed) {
  suite::Case& test = placed.test;
  placed.at = in.PlaceOf(node);
  placed.fields = in.KeysOf(node);
  placed.error_at = placed.status_error_at = in.PlaceIn(node, "error");
  placed.initial_at = in.PlaceIn(node, "create");
  placed.updated_at = in.PlaceIn(node, "update");
  test.name = in.Text(node, "name");
  test.initial = in.Object(node, "create");
  test.updated = in.Object(node, "update");
  test.errors = in.Texts(node, "error");
  test.crd_patches = in.List(node, "crdPatches");
  test.lenient = test.strict = true;
  const std::string part = in.Object(node, "assert");
  test.in_part = !part.empty();
  test.expected = test.in_part ? part : in.Object(node, "expected");
  placed.expected_at = in.PlaceIn(node, test.in_part ? "assert" : "expected");
  const Head head = ReadHead(test.initial);
  placed.api_version = head.api_version;
  placed.kind = head.kind;
  if (test.initial.empty()) in.Fail(node, "the case has no \"create\"");
  if (!test.errors.empty() && !test.expected.empty())
    in.Fail(node, "a case has \"error\", or \"assert\" or \"expected\", and not both");
  if (in.Has(node, "assert") && in.Has(node, "expected"))
    in.Fail(node, "a case has \"assert\" or \"expected\", and not both");
}

}  // namespace

void ReadOwnSuite(SuiteReader& in, Suite& suite) {
  in.CheckRepeatedKeys();
  in.CheckKeys(Tree::kRoot, kOwnKeys, true);
  for (const std::string_view key : {"name", "version", "crds"}) in.RefuseEmpty(Tree::kRoot, key, false);
  suite.name = in.Text(Tree::kRoot, "name");
  suite.version = in.Text(Tree::kRoot, "version");
  suite.crds = in.Texts(Tree::kRoot, "crds");
  in.ForEach(Tree::kRoot, "cases", [&](Node node, std::size_t index) {
    in.CheckKeys(node, kOwnCaseKeys, true);
    for (const std::string_view key : kNeverEmpty) in.RefuseEmpty(node, key, false);
    for (const std::string_view key : kObjectOrText) in.RefuseEmpty(node, key, true);
    PlacedCase& placed = suite.cases.emplace_back();
    placed.pointer = "/cases/" + std::to_string(index);
    ReadOwnCase(in, node, placed);
  });
}

}  // namespace structural::cli
