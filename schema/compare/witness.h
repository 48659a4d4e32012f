// Prover: looks for objects that show what a change does.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/work_budget.h"
#include "schema/compare/compare.h"
#include "schema/example/generator.h"

namespace structural::compare {

struct RequestResult {
  bool accepted = false;
  std::string answer = {};  // the server's message where it is not
  std::vector<kubernetes::FieldError> errors = {};
  json::Value object = {};  // what is answered where it is
};

// A create, or an update of what is stored.
struct Request {
  std::string body;
  std::string subresource = {};
  std::string stored = {};

  bool operator==(const Request&) const = default;
  // Where `work` is exhausted, the result says nothing; it may be null.
  RequestResult Send(const admission::ServedResource& resource, const admission::ServedVersion& version,
                     base::Arena& arena, base::WorkBudget* work = nullptr) const;
};

// Whether a server that has answered the request stores everything that it sets: what the server drops is no field of the
// version. A null of a field may be dropped or get the default, and defaults may come.
bool StoresAll(const admission::ServedResource& resource, const admission::ServedVersion& version, const Request& request,
               const RequestResult& result, base::Arena& arena);

// Of a field that a schema does not name, and of an entry of a map.
inline constexpr std::string_view kUnknownKey = "unknown", kEntryKey = "key";

// The value at a field of an object: in the first element of a list, in any other key of a map.
const json::Value* ValueAt(const json::Value& object, std::span<const Step> steps);
std::string JsonOf(const json::Value& value);
// What lies in etcd of an object that a request was answered with.
std::string StoredText(const admission::ServedResource& resource, json::Value object, base::Arena& arena);

// What may still be done for one comparison.
struct SearchBudget {
  base::WorkBudget work{100'000'000};      // of what makes objects, and of both servers
  std::size_t tries = 40'000;             // requests that are sent to both
  std::size_t object_bytes = 128U << 20;  // of the objects that are made, in memory
  std::size_t stored_bytes = 16U << 20;   // of Witness::stored: one default more makes all of them larger

  bool IsSpent() const { return tries == 0 || object_bytes == 0 || work.exhausted(); }
};

// Of one version of both CRDs. Borrows all of it. Not thread-safe.
class Prover {
 public:
  Prover(const admission::ServedResource& before, const admission::ServedVersion& old_version,
         const admission::ServedResource& after, const admission::ServedVersion& new_version,
         SearchBudget& budget);

  // From now on, objects are created in the own version and compared as clients read them in other versions.
  void OnlyRead(const admission::ServedVersion& old_version, const admission::ServedVersion& new_version) {
    only_reads_ = true;
    old_read_ = &old_version;
    new_read_ = &new_version;
  }
  // Sets the witness of the change, if one is found.
  void Prove(Change& change);
  // What it holds.
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  // Null: there is none.
  static const model::Structural* SchemaAt(const admission::ServedVersion& version, std::span<const Step> field);
  std::vector<example::Step> PlaceOf(std::span<const Step> field) const;
  std::vector<json::Value> Candidates(const Change& change, example::Place place);
  std::optional<std::string> Stored(const json::Value& object);
  void ProveUpdate(Change& change, const json::Value& object, std::span<const json::Value> candidates);
  // What both answer, until the next call.
  struct Answers {
    Request request;
    RequestResult before, after;  // the second one, if `kept`
    bool kept = false;            // the first one stores all of it
    std::string stored = {};      // by the second one
  };
  const Answers& Send(const Request& request);
  bool Shows(const Change& change, const Request& request, Witness& witness);
  bool HasNull(const Change& change, const Request& request);
  bool ReadsOtherwise(const Change& change, const json::Value& stored, bool updated, Witness& witness);
  json::Value Without(const json::Value& object, std::string_view key);
  json::Value WithStatus(const json::Value& object);
  bool TryStatus(const Change& change, const json::Value& object, Witness& witness);
  bool Try(Change& change, const json::Value& object);
  void ProveAny(Change& change);
  void ProveWith(Change& change);
  std::optional<json::Value> ObjectWith(std::span<const Step> field);
  void ProveAt(Change& change, std::span<const Step> field);
  void ProveTwice(Change& change);
  void ProveNull(Change& change);
  void ProveMetadata(Change& change);
  void ProveFull(Change& change);
  void ProveSpecified(Change& change);
  bool Makes(std::span<const Step> field);
  bool Fill(Change& change, json::Value object, std::span<const Step> field, std::string_view without);
  bool FillUnnamed(Change& change, json::Value object, std::span<const Step> field, const model::Structural& schema);
  std::vector<std::pair<std::string_view, json::Value>> UnnamedFields(std::span<const Step> field, const model::Structural& schema);
  void ProveAlone(Change& change, std::span<const Step> field);
  void ProveBelow(Change& change, const FieldSteps& via);
  void ProveMember(Change& change, std::span<const Step> field, bool there);

  const admission::ServedResource& before_;
  const admission::ServedVersion& old_version_;
  const admission::ServedResource& after_;
  const admission::ServedVersion& new_version_;
  SearchBudget& budget_;
  bool only_reads_ = false;
  const admission::ServedVersion* old_read_ = nullptr;
  const admission::ServedVersion* new_read_ = nullptr;
  base::Arena arena_;
  base::Arena scratch_;  // of one request
  base::Arena answer_arena_;
  Answers answers_;  // in answer_arena_
  std::unique_ptr<example::Generator> old_generator_;
  std::unique_ptr<example::Generator> new_generator_;
  std::unique_ptr<example::Generator> both_generator_;  // of objects that both accept, but for rules of the new one
  example::Generator* base_ = nullptr;  // of the objects that are changed
  std::optional<Witness> read_;         // the first one that the new server refuses and reads otherwise
};

}  // namespace structural::compare
