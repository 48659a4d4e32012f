#include "cli/objects/suites/suite_file.h"

#include <utility>
#include <variant>

#include "cli/shared/head.h"
#include "document/lines.h"
#include "document/reader.h"
#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/reader.h"

namespace structural::cli {
namespace {

using document::Position;
using document::Tree;
using Node = Tree::Node;

// SuiteReader: reads the values of a suite, and collects the errors in the suite. Refers to its arguments, which must
// outlive it. Not thread-safe.
class SuiteReader : public ObjectReader {
 public:
  // `text` is the whole text of the file.
  SuiteReader(const document::Document& document, std::string_view text, std::vector<SuiteProblem>& problems)
      : ObjectReader(document, problems), text_(text) {}

  // Adds a problem for each repeated key, because only the last of its values has an effect. From then on, does this
  // also in strings that contain YAML.
  void CheckRepeatedKeys() {
    checks_repeated_keys_ = true;
    ObjectReader::CheckRepeatedKeys(document(), 0);
  }
  bool Has(Node object, std::string_view key) const { return tree().Member(object, key) != document::Tree::kNone; }
  // Adds a problem for a field that is null, an empty text, an empty list, or a list that contains an empty text.
  // `empty_object`: true if {} is allowed; false if it is a problem, too.
  void RefuseEmpty(Node object, std::string_view key, bool empty_object);
  // Returns the boolean `key`; false if it is absent.
  bool Flag(Node object, std::string_view key);
  // Returns the JSON of the object `key`, which maps each field to its owner or to a list of owners. Empty if the key
  // is absent. With `or_null`, a field can also map to null, which means that it must have no owner.
  std::string FieldOwners(Node object, std::string_view key, bool or_null);
  // Returns the JSON of the list `key`; empty if it is absent.
  std::string List(Node object, std::string_view key);
  // Returns the JSON of the object `key`, which can also be a string that contains the object as YAML. Empty if it is
  // absent.
  std::string Object(Node object, std::string_view key);

 private:
  std::string_view Json(Node node) const;
  std::string YamlIn(Node node, std::string_view key);
  std::uint32_t LinesBefore(document::Position scalar) const;

  const std::string_view text_;
  bool checks_repeated_keys_ = false;  // true: repeated keys in strings that contain YAML are problems, too
};

std::string_view SuiteReader::Json(Node node) const {
  base::Arena arena;
  json::JsonReader in(std::string_view(document().json).substr(tree().ValueOffset(node)), arena);
  return in.Skip();
}

void SuiteReader::RefuseEmpty(Node object, std::string_view key, bool empty_object) {
  const Node member = tree().Member(object, key);
  if (member == Tree::kNone) return;
  const auto is_empty = [&](Node node) {
    if (IsText(node)) return tree().String(node).find_first_not_of(" \t\r\n") == std::string::npos;
    if (tree().Scalar(node) == "null") return true;
    return tree().FirstChild(node) == Tree::kNone && (tree().IsArray(node) || (tree().IsObject(node) && !empty_object));
  };
  bool empty = is_empty(member);
  for (Node each = tree().FirstChild(member); tree().IsArray(member) && each != Tree::kNone; each = tree().Next(each))
    empty |= IsText(each) && is_empty(each);
  if (empty) Fail(member, base::Quote(key) + " is empty; remove it, or write what it demands");
}

bool SuiteReader::Flag(Node object, std::string_view key) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return false;
  const std::string_view word = tree().Scalar(member);
  if (word != "true" && word != "false") Fail(member, base::Quote(key) + " must be true or false");
  return word == "true";
}

std::string SuiteReader::FieldOwners(Node object, std::string_view key, bool or_null) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return {};
  if (!tree().IsObject(member)) {
    Fail(member, base::Quote(key) + " must be an object with the owners of fields");
    return {};
  }
  for (Node field = tree().FirstChild(member); field != Tree::kNone; field = tree().Next(field)) {
    const std::string name = tree().Key(field);
    if (!name.starts_with('.')) Fail(field, "a field begins with a dot, as in conflicts: " + base::Quote("." + name));
    if (!or_null || tree().Scalar(field) != "null") RefuseEmpty(member, name, false);
    (void)Texts(member, name);
  }
  return std::string(Json(member));
}

std::string SuiteReader::List(Node object, std::string_view key) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return {};
  if (tree().IsArray(member)) return std::string(Json(member));
  Fail(member, base::Quote(key) + " must be a list");
  return {};
}

std::string SuiteReader::Object(Node object, std::string_view key) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return {};
  if (tree().IsObject(member)) return std::string(Json(member));
  if (IsText(member)) return YamlIn(member, key);
  Fail(member, base::Quote(key) + " must be an object");
  return {};
}

// Returns the number of lines of the file before the text of the scalar at this position. The text of a block scalar
// begins on the line after its `|` or `>`.
std::uint32_t SuiteReader::LinesBefore(Position scalar) const {
  document::Lines lines(text_);
  const std::string_view line = lines[scalar.line];
  const auto indicator = lines.Around(scalar, 1);
  const bool block = indicator.text.starts_with('|') || indicator.text.starts_with('>');
  return block && !line.empty() ? scalar.line : scalar.line - 1;
}

std::string SuiteReader::YamlIn(Node node, std::string_view key) {
  const std::string yaml = tree().String(node);
  if (yaml.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const Position at = PlaceOf(node);
  auto read = document::ReadYaml(yaml);
  if (const auto* problem = std::get_if<document::Problem>(&read)) {
    const Position inside{LinesBefore(at) + problem->at.line, at.column};
    Add({inside.line, 1}, base::Quote(key) + " is not YAML: " + problem->message, true);
    return {};
  }
  auto& document = std::get<document::Document>(read);
  if (document.ignored_at) {
    Add({LinesBefore(at) + document.ignored_at->line, 1}, base::Quote(key) + " must be one document", true);
    return {};
  }
  if (checks_repeated_keys_) ObjectReader::CheckRepeatedKeys(document, LinesBefore(at));
  if (document.json.starts_with('{')) return std::move(document.json);
  Fail(node, base::Quote(key) + " must be an object");
  return {};
}

constexpr std::string_view kOwnKeys[] = {"apiVersion", "kind", "name", "crds", "version", "cases"};
constexpr std::string_view kOwnCaseKeys[] = {"name",   "create",     "update", "error",  "expected",
                                             "assert", "crdPatches", "live",   "onApply"};
constexpr std::string_view kRequestKeys[] = {"manager",  "create",      "update",         "patch",     "apply",
                                             "force",    "subresource", "error",          "conflicts", "owners",
                                             "expected", "assert",      "fieldValidation"};

// Fields of cases and of requests that must not be empty, because they would be ignored or require nothing. Fields with
// the object to send are not included, because this object can be {}.
constexpr std::string_view kNeverEmpty[] = {"name", "error", "expected", "assert", "crdPatches", "live", "onApply"};
constexpr std::string_view kRequestNeverEmpty[] = {"manager", "subresource", "error",  "conflicts",
                                                   "owners",  "expected",    "assert", "fieldValidation"};
constexpr std::string_view kObjectOrText[] = {"create", "update"};

constexpr std::pair<std::string_view, admission::Verb> kVerbs[] = {{"create", admission::Verb::kCreate},
                                                                   {"update", admission::Verb::kUpdate},
                                                                   {"patch", admission::Verb::kMergePatch},
                                                                   {"apply", admission::Verb::kApply}};

constexpr std::pair<std::string_view, admission::FieldValidation> kFieldValidations[] = {
    {"Strict", admission::FieldValidation::kStrict},
    {"Warn", admission::FieldValidation::kWarn},
    {"Ignore", admission::FieldValidation::kIgnore}};

void ReadFieldValidation(SuiteReader& in, Node node, suite::ManagedRequest& request) {
  if (!in.Has(node, "fieldValidation")) return;
  const std::string word = in.Text(node, "fieldValidation");
  for (const auto& [name, validation] : kFieldValidations) {
    if (word != name) continue;
    request.field_validation = validation;
    return;
  }
  in.Fail(node, "\"fieldValidation\" must be \"Strict\", \"Warn\" or \"Ignore\"");
}

// Reads the expected object, "assert" or "expected", into `test`. Returns its place. `what` names the case or request
// in messages.
template <typename Test>
document::Position ReadExpected(SuiteReader& in, Node node, std::string_view what, Test& test) {
  const std::string part = in.Object(node, "assert");
  test.expects_part = !part.empty();
  test.expected = test.expects_part ? part : in.Object(node, "expected");
  if (!test.errors.empty() && !test.expected.empty())
    in.Fail(node, std::string(what) + " has \"error\", or \"assert\" or \"expected\", and not both");
  if (in.Has(node, "assert") && in.Has(node, "expected"))
    in.Fail(node, std::string(what) + " has \"assert\" or \"expected\", and not both");
  return in.PlaceIn(node, test.expects_part ? "assert" : "expected");
}

// Reads the verb and the object of a request. Returns the place of the object.
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
  ReadFieldValidation(in, node, request);
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
    const DocumentHead head = ReadHead(object);
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
  const DocumentHead head = ReadHead(test.initial);
  placed.api_version = head.api_version;
  placed.kind = head.kind;
  if (test.initial.empty()) in.Fail(node, "the case has no \"create\" and no \"onApply\"");
  if (in.Has(node, "live")) in.Fail(node, "a case with \"live\" has \"onApply\"");
}

// Reads a suite in structural's own format, which docs/test.md describes.
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

constexpr std::string_view kSuiteKeys[] = {"apiVersion", "kind", "metadata",     "name",        "crdName",
                                           "version",    "crd",  "featureGates", "featureGate", "tests"};
constexpr std::string_view kTestsKeys[] = {"onCreate", "onUpdate"};
constexpr std::string_view kCreateKeys[] = {"name", "initial", "expected", "expectedError"};
constexpr std::string_view kUpdateKeys[] = {
    "name", "initial", "updated", "expected", "expectedError", "expectedStatusError", "initialCRDPatches"};

// Returns the expected error `key` as a list with one element; an empty list if it is missing or an empty text.
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
  // Without an expectation, the object must be stored unchanged.
  if (test.expected.empty()) test.expected = update ? test.updated : test.initial;
}

// Reads a suite in the format of OpenShift's API repository.
//
// Upstream: github.com/openshift/api tests/types.go, tests/generator.go.
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

// Reads a document of a file; `index` is its index. Adds the suite, or the problems in it, to `to`. If the document is
// not a suite, only counts it.
void ReadSuite(const document::Document& document, std::string_view text, std::size_t index, SuiteFile& to) {
  SuiteReader in(document, text, to.problems);
  const bool openshift = IsOpenShift(in.tree());
  const std::string version = TextAt(in.tree(), "apiVersion");
  if (!openshift && !version.starts_with(kSuiteGroup)) {
    if (in.tree().IsObject(Tree::kRoot) && in.Has(Tree::kRoot, "crdName"))
      in.Add(document.begin, "a suite without \"tests\" is not run", false);
    ++to.other_documents;
    return;
  }
  Suite suite{.form = openshift ? SuiteForm::kOpenShift : SuiteForm::kStructural,
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
