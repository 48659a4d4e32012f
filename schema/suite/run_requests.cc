// The run of a case whose requests are those of several field managers.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "schema/admission/owners.h"
#include "schema/admission/resource.h"
#include "schema/admission/strategy.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/suite/compare.h"
#include "schema/suite/run.h"
#include "schema/suite/store.h"
#include "schema/suite/words.h"

namespace structural::suite {
namespace {

using admission::ObjectAnswer;
using admission::Verb;
using json::Member;
using json::Value;
using Kind = Outcome::Kind;
// The names of the owners of each field. Key: path of the field.
using FieldOwners = std::map<std::string, std::set<std::string>>;

constexpr std::string_view kDefaultName = "test";

FieldOwners FieldOwnersIn(std::string_view text, base::Arena& arena) {
  FieldOwners owners;
  const Value value = *json::Parser(arena).Parse(text);
  for (const Member& member : value.members()) {
    auto& names = owners[std::string(member.key)];
    if (member.value.is_string()) names.emplace(member.value.text());
    for (const Value& name : ElementsOf(&member.value)) names.emplace(TextOf(&name));
  }
  return owners;
}

// Returns the owners as JSON. The value of a field is a string if the field has one owner, a list if it has several,
// and null if it has none.
std::string JsonOf(const FieldOwners& owners) {
  json::Writer to;
  to.BeginObject();
  for (const auto& [field, names] : owners) {
    to.AnyKey(field);
    if (names.empty()) to.Add(nullptr);
    if (names.size() == 1) to.Add(*names.begin());
    if (names.size() > 1) to.Add(names);
  }
  return to.EndObject().Take();
}

std::string ConflictLines(const FieldOwners& owners) {
  std::string lines;
  for (const auto& [field, names] : owners)
    base::AppendItem(lines, "\n", "conflict with " + base::Join(names, ", ") + ": " + field);
  return lines;
}

FieldOwners ConflictsOf(const ObjectAnswer& answer) {
  FieldOwners conflicts;
  for (const auto& conflict : answer.conflicts)
    conflicts[admission::FieldText(conflict)].insert(admission::NameOf(conflict.info));
  return conflicts;
}

Step StepOf(Verb verb) {
  switch (verb) {
    case Verb::kCreate: return Step::kCreate;
    case Verb::kUpdate: return Step::kUpdate;
    case Verb::kApply: return Step::kApply;
    case Verb::kMergePatch:
    case Verb::kJsonPatch: break;
  }
  return Step::kPatch;
}

// Returns the time of the request with this index. Each request is one minute after the previous one, because the order
// of managedFields depends on the times.
std::string TimeOf(std::size_t request) {
  char text[32];
  std::snprintf(text, sizeof text, "2100-01-%02zuT%02zu:%02zu:00Z", 1 + request / 1440 % 28, request / 60 % 24,
                request % 60);
  return text;
}

class RequestsRun {
 public:
  RequestsRun(const Case& test, const Endpoint& endpoint, Wording words, base::Arena& arena)
      : case_(test),
        endpoint_(endpoint),
        words_(words),
        arena_(arena),
        name_(FirstMetadata("name", kDefaultName)),
        server_(*endpoint.applicable, name_,
                endpoint.resource.namespaced ? FirstMetadata("namespace", kDefaultNamespace) : "") {}

  Outcome Run() && {
    if (!case_.live.empty()) {
      Value live = Parsed(case_.live);
      AddType(live, false);
      admission::CompleteStored(live, endpoint_.resource, name_, server_.namespace_name(), arena_);
      server_.Store(live);
    }
    for (std::size_t i = 0; i < case_.requests.size() && outcome_.passed(); ++i) {
      arena_.Reset();
      outcome_.last_request = i;
      Send(case_.requests[i]);
    }
    return std::move(outcome_);
  }

 private:
  Value Parsed(std::string_view text) { return *json::Parser(arena_).Parse(text); }

  // Returns the value of a metadata field, such as the name, from the first object that has it; `otherwise` if no
  // object has it.
  std::string FirstMetadata(std::string_view key, std::string_view otherwise) {
    std::vector<std::string_view> objects{case_.live};
    for (const ManagedRequest& request : case_.requests) objects.push_back(request.body);
    for (const std::string_view text : objects) {
      if (text.empty()) continue;
      const std::string_view found = TextOf(Below(Parsed(text).Find("metadata"), key));
      if (!found.empty()) return std::string(found);
    }
    return std::string(otherwise);
  }

  void AddType(Value& object, bool is_scale) {
    const admission::GroupVersion own{endpoint_.resource.group, endpoint_.version.name}, scale{"autoscaling", "v1"};
    const std::string api_version = (is_scale ? scale : own).Text();
    if (object.Find("apiVersion") == nullptr)
      Set(object, "apiVersion", Value::String(arena_.Copy(api_version)), arena_);
    if (object.Find("kind") == nullptr)
      Set(object, "kind", Value::String(is_scale ? "Scale" : endpoint_.resource.kind), arena_);
  }

  Value Stored() { return server_.Get(endpoint_.version, arena_); }

  // Returns the body of the request with the members that a client adds: apiVersion, kind, name and resourceVersion.
  std::string_view BodyOf(const ManagedRequest& request) {
    Value object = Parsed(request.body);
    const Value* metadata = object.Find("metadata");
    if (request.verb != Verb::kMergePatch) {
      AddType(object, request.subresource == "scale");
      if (metadata == nullptr || metadata->is_object()) {
        if (TextOf(Below(metadata, "name")).empty()) SetMetadata("name", name_, object);
        if (request.verb == Verb::kUpdate && Below(metadata, "resourceVersion") == nullptr)
          SetMetadata("resourceVersion", admission::MetadataText(Stored(), "resourceVersion"), object);
      }
    }
    if (endpoint_.coverage != nullptr && request.subresource != "scale") endpoint_.coverage->RecordObject(object);
    std::string body;
    json::AppendJson(object, body);
    return arena_.Copy(body);
  }

  void SetMetadata(std::string_view key, std::string_view text, Value& object) {
    admission::SetMetadata(object, key, Value::String(text), arena_);
  }

  void Send(const ManagedRequest& request) {
    outcome_.step = StepOf(request.verb);
    const std::string time = TimeOf(outcome_.requests++);
    admission::ObjectRequest sent{.verb = request.verb,
                                  .body = BodyOf(request),
                                  .version = endpoint_.version.name,
                                  .subresource = request.subresource,
                                  .manager = request.manager,
                                  .field_validation = request.field_validation,
                                  .now = time,
                                  .uid = admission::kFixedFields.uid};
    if (request.force) sent.force = true;
    if (endpoint_.coverage != nullptr) sent.trace = &endpoint_.coverage->trace();
    const ObjectAnswer answer = server_.Handle(sent, arena_);
    if (!answer.errors.empty()) {
      CompareRefusal(request, answer, sent.body);
    } else if (!request.errors.empty() || !request.conflicts.empty()) {
      outcome_.kind = Kind::kAccepted;
      outcome_.wanted = Wanted(request);
      outcome_.stored = StoredJson();
    } else {
      if (endpoint_.coverage != nullptr) endpoint_.coverage->RecordObject(Stored());
      CompareStored(request);
    }
  }

  std::string Wanted(const ManagedRequest& request) {
    return request.conflicts.empty() ? base::Join(request.errors, "\n")
                                     : ConflictLines(FieldOwnersIn(request.conflicts, arena_));
  }

  std::string StoredJson() {
    const Value stored = WithoutServerFields(Stored(), arena_);
    std::string json;
    json::AppendJson(stored, json);
    return json;
  }

  void CompareRefusal(const ManagedRequest& request, const ObjectAnswer& answer, std::string_view body) {
    const admission::Answer refusal{.errors = answer.errors,
                                    .is_invalid = !answer.refused_object.empty(),
                                    .refused_object = answer.refused_object,
                                    .warnings = {},
                                    .object = {}};
    const FieldOwners conflicts = ConflictsOf(answer);
    bool as_expected = !request.conflicts.empty() || !request.errors.empty();
    if (!as_expected) outcome_.kind = Kind::kRefused;
    if (!request.conflicts.empty()) {
      const FieldOwners wanted = FieldOwnersIn(request.conflicts, arena_);
      as_expected = wanted == conflicts;
      if (!as_expected) outcome_.kind = conflicts.empty() ? Kind::kOtherError : Kind::kOtherConflicts;
    }
    for (const std::string& error : request.errors) {
      const MatchKind agreement = FindError(error, refusal, words_);
      if (agreement == MatchKind::kNone) outcome_.kind = Kind::kOtherError;
      outcome_.has_older_wording |= agreement == MatchKind::kOlder;
    }
    if (outcome_.passed()) return;
    outcome_.errors = kubernetes::TextsOf(answer.errors);
    if (!conflicts.empty()) outcome_.conflicts = JsonOf(conflicts);
    if (outcome_.kind == Kind::kOtherConflicts) {
      outcome_.wanted = JsonOf(FieldOwnersIn(request.conflicts, arena_));
      outcome_.got = outcome_.conflicts;
      return;
    }
    outcome_.wanted = Wanted(request);
    outcome_.got = conflicts.empty() ? admission::StatusMessage(refusal) : ConflictLines(conflicts);
    FindMistyped(request, answer, body);
  }

  // If the server refused the apply because of a field that the schema does not specify, records the first such field.
  void FindMistyped(const ManagedRequest& request, const ObjectAnswer& answer, std::string_view body) {
    constexpr int kServerError = 500;
    if (request.verb != Verb::kApply || request.subresource == "scale" || answer.http_status != kServerError) return;
    const auto mistyped = FirstMistypedField(*endpoint_.applicable, endpoint_.version, Parsed(body));
    if (mistyped) outcome_.unknown = {mistyped->Text()};
  }

  void CompareStored(const ManagedRequest& request) {
    if (!request.expected.empty()) {
      auto differ = CompareObjects(Stored(), Parsed(request.expected), request.expects_part, arena_);
      if (differ) return RecordDifference(Kind::kOtherObject, std::move(differ->wanted), std::move(differ->got));
    }
    if (request.owners.empty()) return;
    const FieldOwners wanted = FieldOwnersIn(request.owners, arena_);
    std::vector<std::string> fields;
    for (const auto& [field, names] : wanted) fields.push_back(field);
    const auto owners = admission::OwnersOf(Stored(), fields);
    FieldOwners got;
    for (std::size_t i = 0; owners.ok() && i < fields.size(); ++i)
      got[fields[i]] = {(*owners)[i].begin(), (*owners)[i].end()};
    if (got != wanted) RecordDifference(Kind::kOtherOwners, JsonOf(wanted), JsonOf(got));
  }

  void RecordDifference(Kind kind, std::string wanted, std::string got) {
    outcome_.kind = kind;
    outcome_.wanted = std::move(wanted);
    outcome_.got = std::move(got);
  }

  const Case& case_;
  const Endpoint& endpoint_;
  const Wording words_;
  base::Arena& arena_;
  const std::string name_;
  admission::ObjectServer server_;
  Outcome outcome_;
};

}  // namespace

Outcome RunRequests(const Case& test, const Endpoint& endpoint, Wording words, base::Arena& arena) {
  return RequestsRun(test, endpoint, words, arena).Run();
}

}  // namespace structural::suite
