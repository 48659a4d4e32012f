#include "schema/suite/run.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include "schema/admission/resource.h"
#include "schema/base/running_hash.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/suite/compare.h"
#include "schema/suite/words.h"

namespace structural::suite {
namespace {

using admission::Answer;
using json::Member;
using json::Value;
using Kind = Outcome::Kind;
using Errors = std::vector<std::string>;

std::string JsonText(const Value& value) {
  std::string json;
  json::AppendJson(value, json);
  return json;
}

// Whether `part` has null at the path, or at the path of a value around it. Keys may contain dots.
bool IsNullAt(const Value& part, std::string_view path) {
  if (part.is_null()) return true;
  if (path.empty()) return false;
  if (part.is_array()) {
    for (std::size_t i = 0; i < part.elements().size(); ++i) {
      const std::string step = "[" + std::to_string(i) + "]";
      if (path.starts_with(step)) return IsNullAt(part.elements()[i], path.substr(step.size()));
    }
    return false;
  }
  if (path.starts_with('.')) path.remove_prefix(1);
  return part.is_object() && std::ranges::any_of(part.members(), [&](const Member& member) {
           if (!path.starts_with(member.key)) return false;
           const std::string_view rest = path.substr(member.key.size());
           return (rest.empty() || rest[0] == '.' || rest[0] == '[') && IsNullAt(member.value, rest);
         });
}

// The paths of the nulls in a value. Stored as hashes, so that most paths are found to be absent without a walk through
// the value.
class NullPaths {
 public:
  explicit NullPaths(const Value& value) : value_(value) { Add(value, base::kEmptyHash, true); }

  // Returns whether the value has null at the path, or at the path of a value around it.
  bool Contains(std::string_view path) const {
    std::uint64_t hash = base::kEmptyHash;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find_first_of(".[", begin + 1), path.size());
      hash = base::RunningHash(path.substr(begin, end - begin), hash);
      if (hashes_.contains(hash)) return IsNullAt(value_, path);
      begin = end;
    }
    return false;
  }

 private:
  void Add(const Value& value, std::uint64_t hash, bool is_root) {
    if (value.is_null()) hashes_.insert(hash);
    if (value.is_object()) {
      const std::uint64_t before = is_root ? hash : base::RunningHash(".", hash);
      for (const Member& member : value.members()) Add(member.value, base::RunningHash(member.key, before), false);
    }
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.elements().size(); ++i)
      Add(value.elements()[i], base::RunningHash("[" + std::to_string(i) + "]", hash), false);
  }

  const Value& value_;
  std::unordered_set<std::uint64_t> hashes_;
};

bool HasStatus(const Value& object) {
  const Value* status = object.Find("status");
  return status != nullptr && !status->is_null();
}

class CaseRun {
 public:
  CaseRun(const Case& test, const Endpoints& endpoints, Wording words, base::Arena& arena)
      : case_(test), endpoints_(endpoints), words_(words), arena_(arena), store_(arena, test.strict) {}

  Outcome Run() && {
    const Value initial = ObjectToSend(case_.initial, endpoints_.initial);
    bool goes_on = SendObject(Step::kCreate, initial, endpoints_.initial, case_.updated.empty());
    if (goes_on && !case_.updated.empty()) {
      if (!case_.crd_patches.empty())
        goes_on = CheckAnswer(Step::kRestoreCrd, store_.UpdateWithoutChange(endpoints_.current), {});
      if (goes_on) SendObject(Step::kUpdate, ObjectToSend(case_.updated, endpoints_.current), endpoints_.current, true);
    }
    if (!over_) CompareStored();
    return std::move(outcome_);
  }

 private:
  // Returns the object to send. It has generateName, so that the server generates a name if the object has none.
  Value ObjectToSend(std::string_view text, const Endpoint& endpoint) {
    Value object = *json::Parser(arena_).Parse(text);
    if (case_.lenient) AddType(endpoint, object);
    const Value* metadata = object.Find("metadata");
    if (metadata == nullptr || metadata->is_null() || metadata->is_object())
      admission::SetMetadata(object, "generateName", Value::String("test-"), arena_);
    return object;
  }

  void AddType(const Endpoint& endpoint, Value& object) {
    const admission::GroupVersion api{endpoint.resource.group, endpoint.version.name};
    if (object.Find("apiVersion") == nullptr) Set(object, "apiVersion", Value::String(arena_.Copy(api.Text())), arena_);
    if (object.Find("kind") == nullptr) Set(object, "kind", Value::String(endpoint.resource.kind), arena_);
  }

  bool SendsStatus(const Value& object, const Endpoint& endpoint) const {
    if (!HasStatus(object)) return false;
    return case_.lenient ? endpoint.version.has_status : !case_.updated.empty();
  }

  // Sends an object, and then its status if the case sends the status. `last`: whether this is the last object, to
  // which the expected errors of the case apply; any other object must be accepted. Returns whether the case continues.
  bool SendObject(Step step, const Value& object, const Endpoint& endpoint, bool last) {
    static const Errors none;
    const bool sends_status = SendsStatus(object, endpoint);
    const bool either = case_.lenient && sends_status;
    const Errors& errors = last ? case_.errors : none;
    Answer answer = step == Step::kCreate ? store_.Create(endpoint, object) : store_.Update(endpoint, object);
    RefuseUnknownFields(endpoint, answer);
    const bool accepted = answer.errors.empty();
    if (!CheckAnswer(step, std::move(answer), either && accepted ? none : errors)) return false;
    if (!sends_status) return true;
    const Step next = step == Step::kCreate ? Step::kInitialStatus : Step::kUpdatedStatus;
    const Errors& of_status = either ? case_.errors : case_.status_errors;
    return CheckAnswer(next, store_.UpdateStatus(endpoint, *object.Find("status")), last ? of_status : none);
  }

  // Whether the case expects that the server drops the field. If `expected` is the complete object, it then omits the
  // field; if it is a part, it has null for the field.
  bool IsExpectedToBeDropped(std::string_view field) {
    if (case_.expected.empty()) return false;
    if (!case_.expects_part) return true;
    if (!null_paths_) null_paths_.emplace(Expected());
    return null_paths_->Contains(field);
  }

  const Value& Expected() {
    if (!expected_) expected_ = *json::Parser(arena_).Parse(case_.expected);
    return *expected_;
  }

  // Replaces the errors of the answer if a strict server refuses unknown fields. A server reports these before all
  // other errors.
  void RefuseUnknownFields(const Endpoint& endpoint, Answer& answer) {
    if (!case_.strict) return;
    std::erase_if(answer.strict_errors.unknown_fields,
                  [&](const std::string& field) { return IsExpectedToBeDropped(field); });
    if (answer.strict_errors.empty()) return;
    answer.errors = {
        kubernetes::MessageError(answer.strict_errors.Message(endpoint.resource.kind, endpoint.version.name))};
    answer.is_invalid = false;
    outcome_.unknown = answer.strict_errors.unknown_fields;
  }

  // Compares an answer with the expected errors. Returns whether the case continues: it does if the request was
  // expected to be accepted, and was.
  bool CheckAnswer(Step step, const Answer& answer, const Errors& errors) {
    outcome_.step = step;
    ++outcome_.requests;
    const bool accepted = answer.errors.empty();
    if (accepted && errors.empty()) return true;
    over_ = true;
    if (!accepted) outcome_.got = admission::StatusMessage(answer);
    if (accepted) {
      outcome_.kind = Kind::kAccepted;
    } else if (errors.empty()) {
      outcome_.kind = Kind::kRefused;
    }
    for (const std::string& error : errors) {
      if (accepted) break;
      const MatchKind agreement = FindError(error, answer, words_);
      if (agreement == MatchKind::kNone) outcome_.kind = Kind::kOtherError;
      outcome_.has_older_wording |= agreement == MatchKind::kOlder;
    }
    if (outcome_.passed()) return false;
    outcome_.wanted = base::Join(errors, "\n");
    if (accepted) RecordStored();
    outcome_.errors = kubernetes::TextsOf(answer.errors);
    return false;
  }

  void RecordStored() { outcome_.stored = JsonText(WithoutServerFields(store_.stored(), arena_)); }

  void CompareStored() {
    if (!case_.status_errors.empty()) {
      outcome_.kind = Kind::kNoStatus;
      RecordStored();
      outcome_.wanted = base::Join(case_.status_errors, "\n");
      return;
    }
    if (case_.expected.empty()) return;
    auto difference = CompareObjects(store_.stored(), Expected(), case_.expects_part, arena_);
    if (!difference) return;
    outcome_.kind = Kind::kOtherObject;
    outcome_.wanted = std::move(difference->wanted);
    outcome_.got = std::move(difference->got);
  }

  const Case& case_;
  const Endpoints& endpoints_;
  const Wording words_;
  base::Arena& arena_;
  Store store_;
  Outcome outcome_;
  std::optional<Value> expected_;        // the expected object of the case, parsed when it is first used
  std::optional<NullPaths> null_paths_;  // the paths of the nulls in expected_, computed when they are first used
  bool over_ = false;                    // whether the run has ended, so that the last answer decides the outcome
};

}  // namespace

std::string_view NameOf(Step step) {
  switch (step) {
    case Step::kCreate: return "create";
    case Step::kInitialStatus: return "update of the initial status";
    case Step::kRestoreCrd: return "update after the CRD was restored";
    case Step::kUpdate: return "update";
    case Step::kUpdatedStatus: return "update of the status";
    case Step::kPatch: return "patch";
    case Step::kApply: break;
  }
  return "apply";
}

Outcome Run(const Case& test, const Endpoints& endpoints, Wording words, base::Arena& arena) {
  if (!test.requests.empty()) return RunRequests(test, endpoints.current, words, arena);
  return CaseRun(test, endpoints, words, arena).Run();
}

}  // namespace structural::suite
