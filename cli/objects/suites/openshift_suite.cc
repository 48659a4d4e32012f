// Reads suites in the format of OpenShift's API repository.
//
// Upstream: github.com/openshift/api tests/types.go, tests/generator.go.
#include "cli/objects/suites/suite_reader.h"

namespace structural::cli {
namespace {

using document::Tree;
using Node = Tree::Node;

constexpr std::string_view kSuiteKeys[] = {"apiVersion", "kind", "metadata",     "name",        "crdName",
                                           "version",    "crd",  "featureGates", "featureGate", "tests"};
constexpr std::string_view kTestsKeys[] = {"onCreate", "onUpdate"};
constexpr std::string_view kCreateKeys[] = {"name", "initial", "expected", "expectedError"};
constexpr std::string_view kUpdateKeys[] = {
    "name", "initial", "updated", "expected", "expectedError", "expectedStatusError", "initialCRDPatches"};

// An empty error counts as missing.
std::vector<std::string> ErrorIn(SuiteReader& in, Node node, std::string_view key) {
  std::string error = in.Text(node, key);
  if (error.empty()) return {};
  return {std::move(error)};
}

void ReadCase(SuiteReader& in, Node node, bool update, PlacedCase& placed) {
  suite::Case& test = placed.test;
  placed.at = in.PlaceOf(node);
  placed.fields = in.KeysOf(node);
  placed.expected_at = in.PlaceIn(node, "expected");
  placed.error_at = in.PlaceIn(node, "expectedError");
  placed.status_error_at = in.PlaceIn(node, "expectedStatusError");
  test.name = in.Text(node, "name");
  test.initial = in.Object(node, "initial");
  test.errors = ErrorIn(in, node, "expectedError");
  test.expected = in.Object(node, "expected");
  if (test.initial.empty()) in.Fail(node, "the case has no \"initial\"");
  if (update) {
    test.updated = in.Object(node, "updated");
    test.status_errors = ErrorIn(in, node, "expectedStatusError");
    test.crd_patches = in.List(node, "initialCRDPatches");
    if (test.updated.empty()) in.Fail(node, "the case has no \"updated\"");
  }
  // By default, the object must be stored as it is sent.
  if (test.expected.empty()) test.expected = update ? test.updated : test.initial;
}

}  // namespace

void ReadOpenShiftSuite(SuiteReader& in, Suite& suite) {
  in.CheckKeys(Tree::kRoot, kSuiteKeys, false);
  suite.name = in.Text(Tree::kRoot, "name");
  suite.crd_name = in.Text(Tree::kRoot, "crdName");
  suite.version = in.Text(Tree::kRoot, "version");
  suite.gates = in.Texts(Tree::kRoot, "featureGates");
  const Node tests = in.tree().Member(Tree::kRoot, "tests");
  in.CheckKeys(tests, kTestsKeys, false);
  for (const std::string_view group : kTestsKeys) {
    const bool update = group == "onUpdate";
    in.ForEach(tests, group, [&](Node node, std::size_t index) {
      in.CheckKeys(node, update ? std::span<const std::string_view>(kUpdateKeys) : kCreateKeys, false);
      PlacedCase& placed = suite.cases.emplace_back();
      placed.group = group;
      placed.pointer = "/tests/" + std::string(group) + "/" + std::to_string(index);
      ReadCase(in, node, update, placed);
    });
  }
}

}  // namespace structural::cli
