// Answers lines of test/oracle/diff_proof.py --quick in place of Kubernetes' code: {"old": CRD, "new": CRD, "version",
// "stored", "dropsStatus", "withoutStatus", "count", "seed"} -> {"objects", "accepted", "tried", "status"}. The line
// and the answer mean the same as for `compare` in test/oracle/judge, but this program generates the objects, and sends
// them to this project's own code. "exception" {"object", "errors"} is the first request that contradicts diff's
// claims, if any. For {"old", "new", "version", "witness"}, the answer is {"stored"}: whether the old server stores
// everything that the witness sets.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "schema/compare/witness.h"
#include "schema/crd/model/structural.h"
#include "schema/example/probes.h"
#include "schema/json/members.h"
#include "schema/objects/prune.h"
#include "server.h"
#include "test/support/answer_lines.h"

namespace structural::test {
namespace {

using admission::ServedVersion;
using compare::Request;
using compare::RequestResult;
using json::Value;

// Reports whether `whole` has all members that `part` has, except for nulls, at any depth. Scalars are not compared.
bool Within(const Value& part, const Value& whole) {
  if (part.is_object()) {
    return whole.is_object() && std::ranges::all_of(part.members(), [&](const json::Member& member) {
             const Value* other = whole.Find(member.key);
             return member.value.is_null() || (other != nullptr && Within(member.value, *other));
           });
  }
  if (!part.is_array()) return true;
  return whole.is_array() && std::ranges::equal(part.elements(), whole.elements(), Within);
}

// Reports whether the value has a list or an object where the schema has a scalar: a string with a format also accepts
// lists, and another version of the CRD may accept objects. If the CRD preserves unknown fields, such objects are not
// tested.
bool HasFieldsInScalar(const Value& value, const crd::Structural* schema) {
  if (schema == nullptr) return false;
  const std::string_view type = schema->generic.type;
  if (value.is_array() || value.is_object()) {
    if (schema->extensions->x_int_or_string || (!type.empty() && type != "object" && type != "array")) return true;
  }
  if (value.is_array())
    return std::ranges::any_of(value.elements(),
                               [&](const Value& each) { return HasFieldsInScalar(each, schema->items); });
  return value.is_object() && std::ranges::any_of(value.members(), [&](const json::Member& member) {
           const crd::Structural* property = schema->properties.Find(member.key);
           return HasFieldsInScalar(member.value,
                                    property != nullptr ? property : crd::AdditionalPropertiesOf(*schema));
         });
}

class Trial {
 public:
  explicit Trial(const nlohmann::json& line)
      : line_(line), old_(line.at("old").dump(), line.at("version")), new_(line.at("new").dump(), line.at("version")) {}

  nlohmann::json Run();
  // Reports whether the old server stores everything that the line's witness sets.
  bool StoresWitness();

 private:
  std::vector<Value> Objects();
  void Try(const Value& object);
  void TryStatus(const Value& object, const std::string& stored);
  void Send(const Request& request, const Value& stored);
  bool HasPlace(const Value& object);
  bool StoresTheSame(Value before, Value after);
  Value Compared(Value object);
  Value Without(const Value& object, std::string_view key);

  const nlohmann::json& line_;
  const Server old_, new_;
  base::Arena arena_, scratch_;
  std::size_t objects_ = 0, accepted_ = 0, tried_ = 0, status_ = 0;
  nlohmann::json exception_ = nullptr;
};

bool Trial::StoresWitness() {
  if (old_.version == nullptr) return false;
  const nlohmann::json& of = line_.at("witness");
  compare::Witness witness;
  witness.object = of.at("object").dump();
  witness.subresource = of.value("subresource", "");
  if (of.contains("old")) witness.old_object = of.at("old").dump();
  const auto object = json::Parser(arena_).Parse(witness.object);
  return object.ok() && HasPlace(*object) && StoresAllOf(witness, old_, scratch_);
}

// Returns objects for the tests of the update: their values are near the limits of the old or of the new schema.
std::vector<Value> Trial::Objects() {
  const std::size_t count = line_.at("count");
  example::ProbeOptions options{.seed = line_.at("seed"), .max_count = count, .with_status = true};
  options.only_accepted = true;
  auto objects = example::Probes(old_.resource, *old_.version, options, arena_);
  options.max_count = count - std::min(count, objects.size() / 2);
  options.only_accepted = false;
  const auto more = example::Probes(new_.resource, *new_.version, options, arena_);
  objects.insert(objects.end(), more.begin(), more.end());
  return objects;
}

Value Trial::Without(const Value& object, std::string_view key) {
  Value rest = json::DeepCopy(object, scratch_);
  json::Take(rest, key);
  return rest;
}

Value Trial::Compared(Value object) {
  if (line_.at("withoutStatus")) json::Take(object, "status");
  Value* metadata = object.Find("metadata");
  if (metadata != nullptr && metadata->is_object()) json::Take(*metadata, "namespace");
  return object;
}

bool Trial::StoresTheSame(Value before, Value after) {
  const std::string how = line_.at("stored");
  if (how.empty()) return true;
  before = Compared(json::DeepCopy(before, scratch_));
  after = Compared(json::DeepCopy(after, scratch_));
  return how == "within" ? Within(before, after) : Equal(before, after);
}

void Trial::Send(const Request& request, const Value& stored) {
  ++tried_;
  if (!request.stored.empty()) ++status_;
  const RequestResult said = new_.Send(request, scratch_);
  if (said.accepted && StoresTheSame(stored, said.object)) return;
  exception_ = {{"object", nlohmann::json::parse(request.body)}, {"errors", kubernetes::TextsOf(said.errors)}};
  exception_["before"] = nlohmann::json::parse(compare::JsonOf(stored));
  if (said.accepted) exception_["after"] = nlohmann::json::parse(compare::JsonOf(said.object));
}

// Sends an update of the status to the old server, and to the new one if the old one keeps all fields of the status.
void Trial::TryStatus(const Value& object, const std::string& stored) {
  const Request update{compare::JsonOf(object), "status", stored};
  const RequestResult said = old_.Send(update, scratch_);
  const Value *asked = object.Find("status"), *kept = said.object.Find("status");
  if (said.accepted && Within(*asked, kept == nullptr ? Value() : *kept)) Send(update, said.object);
}

// Reports whether pruning by the request's version and by the storage version keeps all fields of the object, including
// nulls.
bool Trial::HasPlace(const Value& object) {
  if (old_.resource.preserve_unknown_fields) return true;
  Value pruned = json::DeepCopy(object, scratch_);
  objects::Prune(pruned, old_.version->schema, true);
  const ServedVersion* storage = old_.resource.has_conversion_webhook ? nullptr : old_.resource.Storage();
  if (storage != nullptr) objects::Prune(pruned, storage->schema, true);
  return Equal(pruned, object);
}

// Sends the object to the old server, and to the new one if the old one keeps all its fields. Then sends its stored
// form to both servers, and an update of its status.
void Trial::Try(const Value& object) {
  scratch_.Reset();
  const auto has_fields = [&](const ServedVersion& each) { return HasFieldsInScalar(object, each.schema); };
  if (old_.resource.preserve_unknown_fields && std::ranges::any_of(old_.resource.versions, has_fields)) return;
  const bool drops_status = line_.at("dropsStatus");
  const Value sent = drops_status ? Without(object, "status") : object;
  const Request create{compare::JsonOf(sent)};
  const RequestResult said = old_.Send(create, scratch_);
  if (!said.accepted) return;
  ++accepted_;
  if (HasPlace(sent) && Within(Without(sent, "metadata"), said.object)) Send(create, said.object);
  const Request again{compare::JsonOf(said.object)};
  const RequestResult then = old_.Send(again, scratch_);
  if (exception_.is_null() && then.accepted) Send(again, then.object);
  const Value* status = object.Find("status");
  const bool updates = drops_status && !line_.at("withoutStatus") && status != nullptr;
  if (exception_.is_null() && updates && HasPlace(object))
    TryStatus(object, compare::StoredText(old_.resource, said.object, scratch_));
}

nlohmann::json Trial::Run() {
  if (old_.version == nullptr || new_.version == nullptr) return {{"error", "it is not served"}};
  for (const Value& object : Objects()) {
    if (!exception_.is_null()) break;
    if (!object.is_object()) continue;
    ++objects_;
    Try(object);
  }
  nlohmann::json answer = {{"objects", objects_}, {"accepted", accepted_}, {"tried", tried_}, {"status", status_}};
  if (!exception_.is_null()) answer["exception"] = exception_;
  return answer;
}

}  // namespace
}  // namespace structural::test

int main() {
  using namespace structural::test;
  AnswerLines([](const nlohmann::json& line) {
    Trial trial(line);
    return (line.contains("witness") ? nlohmann::json{{"stored", trial.StoresWitness()}} : trial.Run()).dump();
  });
}
