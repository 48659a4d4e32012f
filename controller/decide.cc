#include "controller/decide.h"

#include <span>
#include <vector>

#include "schema/base/quote.h"
#include "schema/crd/equivalent_message.h"

namespace structural::controller {
namespace {

// JsonPatch: writes a JSON Patch (RFC 6902), operation by operation. Pointers must be escaped (RFC 6901), and values
// must be JSON texts.
class JsonPatch {
 public:
  void TestString(std::string_view pointer, std::string_view value);
  void Add(std::string_view pointer, std::string_view json);
  void Replace(std::string_view pointer, std::string_view json);
  void Remove(std::string_view pointer);

  std::string Text() const { return "[" + operations_ + "]"; }

 private:
  void Append(std::string_view op, std::string_view pointer, std::string_view json);

  std::string operations_;
};

void JsonPatch::Append(std::string_view op, std::string_view pointer, std::string_view json) {
  if (!operations_.empty()) operations_ += ',';
  operations_.append("{\"op\":\"").append(op).append("\",\"path\":");
  base::AppendJsonString(pointer, operations_);
  if (!json.empty()) operations_.append(",\"value\":").append(json);
  operations_ += '}';
}

void JsonPatch::TestString(std::string_view pointer, std::string_view value) {
  std::string json;
  base::AppendJsonString(value, json);
  Append("test", pointer, json);
}

void JsonPatch::Add(std::string_view pointer, std::string_view json) { Append("add", pointer, json); }
void JsonPatch::Replace(std::string_view pointer, std::string_view json) { Append("replace", pointer, json); }
void JsonPatch::Remove(std::string_view pointer) { Append("remove", pointer, {}); }

using crd::Condition;
using crd::StatusCondition;

std::vector<std::size_t> IndexesOfOurs(const crd::CustomResourceDefinition& crd) {
  std::vector<std::size_t> indexes;
  if (!crd.conditions) return indexes;
  for (std::size_t i = 0; i < crd.conditions->size(); ++i) {
    if ((*crd.conditions)[i].type == crd::kNonStructuralSchema) indexes.push_back(i);
  }
  return indexes;
}

bool IsRight(const StatusCondition& condition, const crd::CustomResourceDefinition& found,
             const crd::EvaluationResult& wanted) {
  return condition.status == wanted.condition->status && condition.reason == wanted.condition->reason &&
         crd::IsEquivalentMessage(condition.message, found, wanted);
}

std::string ConditionJson(const Condition& condition, std::string_view last_transition_time) {
  std::string json = "{";
  const auto member = [&](std::string_view key, std::string_view value) {
    json.append(json.size() > 1 ? ",\"" : "\"").append(key).append("\":");
    base::AppendJsonString(value, json);
  };
  member("type", crd::kNonStructuralSchema);
  member("status", condition.status);
  member("lastTransitionTime", last_transition_time);
  member("reason", condition.reason);
  member("message", condition.message);
  return json + "}";
}

std::string Pointer(std::size_t index) { return "/status/conditions/" + std::to_string(index); }

void Add(const crd::CustomResourceDefinition& found, const std::string& condition, JsonPatch& patch) {
  if (found.conditions) {
    patch.Add("/status/conditions/-", condition);
  } else if (found.has_status) {
    patch.Add("/status/conditions", "[" + condition + "]");
  } else {
    patch.Add("/status", "{\"conditions\":[" + condition + "]}");
  }
}

// Adds operations that remove the conditions at these indexes. Removes the last one first, so that the other indexes
// stay valid.
void RemoveFrom(std::span<const std::size_t> indexes, JsonPatch& patch) {
  for (std::size_t i = indexes.size(); i-- > 0;) patch.Remove(Pointer(indexes[i]));
}

}  // namespace

std::string_view Name(Change change) {
  switch (change) {
    case Change::kAdded: return "added";
    case Change::kChanged: return "changed";
    case Change::kRemoved: return "removed";
  }
  return {};
}

std::optional<Decision> Decide(const crd::CustomResourceDefinition& found, const crd::EvaluationResult& wanted,
                               std::string_view now) {
  const auto ours = IndexesOfOurs(found);
  JsonPatch patch;
  patch.TestString("/metadata/uid", found.metadata.uid);
  patch.TestString("/metadata/resourceVersion", found.metadata.resource_version);
  if (!wanted.condition) {
    if (ours.empty()) return std::nullopt;
    RemoveFrom(ours, patch);
    return Decision{Change::kRemoved, patch.Text()};
  }
  if (ours.empty()) {
    Add(found, ConditionJson(*wanted.condition, now), patch);
    return Decision{Change::kAdded, patch.Text()};
  }
  const StatusCondition& first = (*found.conditions)[ours.front()];
  const bool right = IsRight(first, found, wanted);
  if (right && ours.size() == 1) return std::nullopt;
  if (!right) {
    const bool same_status = first.status == wanted.condition->status && !first.last_transition_time.empty();
    patch.Replace(Pointer(ours.front()),
                  ConditionJson(*wanted.condition, same_status ? first.last_transition_time : now));
  }
  RemoveFrom(std::span(ours).subspan(1), patch);
  return Decision{Change::kChanged, patch.Text()};
}

}  // namespace structural::controller
