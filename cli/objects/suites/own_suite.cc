// Reads suites in structural's own format: docs/test.md.
#include <utility>

#include "cli/objects/suites/suite_reader.h"
#include "cli/shared/head.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

using document::Tree;
using Node = Tree::Node;

constexpr std::string_view kOwnKeys[] = {"apiVersion", "kind", "name", "crds", "version", "cases"};
constexpr std::string_view kOwnCaseKeys[] = {"name",   "create",     "update", "error",  "expected",
                                             "assert", "crdPatches", "live",   "onApply"};
constexpr std::string_view kRequestKeys[] = {"manager",     "create", "update",    "patch",  "apply",    "force",
                                             "subresource", "error",  "conflicts", "owners", "expected", "assert"};

// Fields that would demand nothing, or be ignored, if they were empty. An object that is sent can have no fields.
constexpr std::string_view kNeverEmpty[] = {"name", "error", "expected", "assert", "crdPatches", "live", "onApply"};
constexpr std::string_view kRequestNeverEmpty[] = {"manager", "subresource", "error", "conflicts",
                                                   "owners",  "expected",    "assert"};
constexpr std::string_view kObjectOrText[] = {"create", "update"};

constexpr std::pair<std::string_view, admission::Verb> kVerbs[] = {{"create", admission::Verb::kCreate},
                                                                   {"update", admission::Verb::kUpdate},
                                                                   {"patch", admission::Verb::kMergePatch},
                                                                   {"apply", admission::Verb::kApply}};

// Reads "assert" or "expected". Returns the place.
template <typename Test>
document::Position ReadExpected(SuiteReader& in, Node node, std::string_view what, Test& test) {
  const std::string part = in.Object(node, "assert");
  test.in_part = !part.empty();
  test.expected = test.in_part ? part : in.Object(node, "expected");
  if (!test.errors.empty() && !test.expected.empty())
    in.Fail(node, std::string(what) + " has \"error\", or \"assert\" or \"expected\", and not both");
  if (in.Has(node, "assert") && in.Has(node, "expected"))
    in.Fail(node, std::string(what) + " has \"assert\" or \"expected\", and not both");
  return in.PlaceIn(node, test.in_part ? "assert" : "expected");
}

// Reads the object of a request. Returns its place.
document::Position ReadBody(SuiteReader& in, Node node, suite::ManagedRequest& request) {
  document::Position at = in.PlaceOf(node);
  std::size_t bodies = 0;
  for (const auto& [key, verb] : kVerbs) {
    in.RefuseEmpty(node, key, true);
    if (!in.Has(node, key)) continue;
    ++bodies;
    request.verb = verb;
    request.body = in.Object(node, key);
    at = in.PlaceIn(node, key);
  }
  if (bodies != 1) in.Fail(node, "a request has one of \"apply\", \"create\", \"update\" and \"patch\"");
  return at;
}

void ReadRequest(SuiteReader& in, Node node, PlacedCase& placed) {
  in.CheckKeys(node, kRequestKeys, true);
  for (const std::string_view key : kRequestNeverEmpty) in.RefuseEmpty(node, key, false);
  suite::ManagedRequest& request = placed.test.requests.emplace_back();
  PlacedRequest& places = placed.requests.emplace_back();
  places.at = in.PlaceOf(node);
  places.fields = in.KeysOf(node);
  places.body_at = ReadBody(in, node, request);
  places.error_at = in.PlaceIn(node, "error");
  places.conflicts_at = in.PlaceIn(node, "conflicts");
  places.owners_at = in.PlaceIn(node, "owners");
  request.manager = in.Text(node, "manager");
  request.subresource = in.Text(node, "subresource");
  if (!request.subresource.empty() && request.subresource != "status" && request.subresource != "scale")
    in.Fail(node, "\"subresource\" must be \"status\" or \"scale\"");
  request.force = in.Flag(node, "force");
  request.errors = in.Texts(node, "error");
  request.conflicts = in.FieldOwners(node, "conflicts", false);
  request.owners = in.FieldOwners(node, "owners", true);
  places.expected_at = ReadExpected(in, node, "a request", request);
  const bool applies = request.verb == admission::Verb::kApply;
  const bool is_refused = in.Has(node, "error") || in.Has(node, "conflicts");
  if (!in.Has(node, "manager")) in.Fail(node, "the request has no \"manager\"");
  if (in.Has(node, "error") && in.Has(node, "conflicts"))
    in.Fail(node, "a request has \"error\" or \"conflicts\", and not both");
  if (in.Has(node, "conflicts") && !request.expected.empty())
    in.Fail(node, "a request has \"conflicts\", or \"assert\" or \"expected\", and not both");
  if (is_refused && in.Has(node, "owners")) in.Fail(node, "a request that is refused does not change \"owners\"");
  for (const std::string_view key : {"force", "conflicts"}) {
    if (!applies && in.Has(node, key)) in.Fail(node, "only \"apply\" has " + base::Quote(key));
  }
}

void ReadRequests(SuiteReader& in, Node node, PlacedCase& placed) {
  placed.at = in.PlaceOf(node);
  placed.fields = in.KeysOf(node);
  suite::Case& test = placed.test;
  test.name = in.Text(node, "name");
  test.live = in.Object(node, "live");
  in.ForEach(node, "onApply", [&](Node request, std::size_t) { ReadRequest(in, request, placed); });
  for (const std::string_view key : kOwnCaseKeys) {
    const bool allowed = key == "name" || key == "live" || key == "onApply";
    if (!allowed && in.Has(node, key)) in.Fail(node, "a case with \"onApply\" has no " + base::Quote(key));
  }
  std::vector<std::string_view> objects{test.live};
  for (const suite::ManagedRequest& request : test.requests) {
    if (request.verb != admission::Verb::kMergePatch && request.subresource != "scale") objects.push_back(request.body);
  }
  for (const std::string_view object : objects) {
    const Head head = ReadHead(object);
    if (placed.api_version.empty()) placed.api_version = head.api_version;
    if (placed.kind.empty()) placed.kind = head.kind;
  }
}

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
  placed.expected_at = ReadExpected(in, node, "a case", test);
  const Head head = ReadHead(test.initial);
  placed.api_version = head.api_version;
  placed.kind = head.kind;
  if (test.initial.empty()) in.Fail(node, "the case has no \"create\" and no \"onApply\"");
  if (in.Has(node, "live")) in.Fail(node, "a case with \"live\" has \"onApply\"");
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
    in.Has(node, "onApply") ? ReadRequests(in, node, placed) : ReadOwnCase(in, node, placed);
  });
}

}  // namespace structural::cli
