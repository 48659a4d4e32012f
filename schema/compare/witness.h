// WitnessSearch: the search for an object that shows the effect of a change.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/work_budget.h"
#include "schema/compare/compare.h"
#include "schema/values/generator.h"

namespace structural::compare {

struct RequestResult {
  bool accepted = false;
  std::string message = {};  // the server's message if the request is refused
  std::vector<kubernetes::FieldError> errors = {};
  json::Value object = {};  // the object in the answer if the request is accepted
};

// A request: a create or, if `stored` is not empty, an update of `stored`.
struct Request {
  std::string body;
  std::string subresource = {};
  std::string stored = {};

  bool operator==(const Request&) const = default;
  // Returns the answer of a server to the request. If `work` is exhausted afterwards, the answer is invalid. `work` may
  // be null: no limit.
  RequestResult Send(const admission::ServedResource& resource, const admission::ServedVersion& version,
                     base::Arena& arena, base::WorkBudget* work = nullptr) const;
};

// Whether a server that answered `request` with `result` stores everything that the request sets, because the version
// and the storage version keep all its fields. Null fields may be dropped or defaulted, and defaults may be added.
bool StoresAll(const admission::ServedResource& resource, const admission::ServedVersion& version,
               const Request& request, const RequestResult& result, base::Arena& arena);

// The keys that the search uses for a field that a schema does not specify, and for an entry of a map.
inline constexpr std::string_view kUnknownKey = "unknown", kEntryKey = "key";

// Returns the value at a field of an object; null if it does not exist. In a list, uses the first element. For "any
// other key", prefers kUnknownKey and kEntryKey.
const json::Value* ValueAt(const json::Value& object, std::span<const Step> steps);
json::Value* ValueAt(json::Value& object, std::span<const Step> steps);
std::string JsonOf(const json::Value& value);
// Returns the text that etcd has for an object that a server returned.
std::string StoredText(const admission::ServedResource& resource, json::Value object, base::Arena& arena);

// Maximum size of an error text in a witness, in bytes, that is not charged to SearchBudget::stored_bytes.
inline constexpr std::size_t kMaxUnchargedErrorBytes = 1024;
// Returns the schema at a field; null if the field has none.
const crd::Structural* SchemaAt(const crd::Structural* schema, std::span<const Step> field);
// Returns the place of a field in values of the schema, in the first item of each list. Points into the field.
std::vector<values::Step> PlaceOf(const crd::Structural* schema, std::span<const Step> field);

// Returns checks that accept exactly the values that `a` and `b` both accept. A null pointer accepts every value.
const objects::Checks* ChecksOfBoth(const objects::Checks* a, const objects::Checks* b, base::Arena& arena);

// Returns a generator of objects for the schema of the version, with `checks` instead of the version's checks. All
// arguments must outlive it.
std::unique_ptr<values::Generator> NewGenerator(const admission::ServedResource& resource,
                                                const admission::ServedVersion& version, const objects::Checks* checks,
                                                base::WorkBudget& work, base::Arena& arena);

// The remaining budget of the search for witnesses of one comparison.
struct SearchBudget {
  base::WorkBudget work{1'250'000'000};   // work to generate objects, and work of both servers
  std::size_t requests = 40'000;          // number of requests that are sent to both servers
  std::size_t object_bytes = 128U << 20;  // memory of all generated objects, in bytes
  // Bytes of all stored objects and errors in witnesses. They can be large: a new default enlarges each object, and the
  // error of a request names all fields that are wrong. After they are spent, witnesses have no stored object and only
  // the start of the error.
  std::size_t stored_bytes = 16U << 20;

  bool IsSpent() const { return requests == 0 || object_bytes == 0 || work.exhausted(); }
};

// Searches witnesses for one version of both CRDs. Refers to its arguments, which must outlive it. Not thread-safe.
class WitnessSearch {
 public:
  WitnessSearch(const admission::ServedResource& before, const admission::ServedVersion& old_version,
                const admission::ServedResource& after, const admission::ServedVersion& new_version,
                SearchBudget& budget);

  // After this call, the search creates objects in the version of the constructor, but compares them as clients read
  // them in `old_version` and `new_version`.
  void CompareOnlyReads(const admission::ServedVersion& old_version, const admission::ServedVersion& new_version) {
    only_reads_ = true;
    old_read_ = &old_version;
    new_read_ = &new_version;
  }
  // Sets change.witness if a witness is found.
  void Search(Change& change);
  // Returns the size of the memory that the search uses, in bytes.
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  std::vector<values::Step> PlaceOf(std::span<const Step> field) const {
    return compare::PlaceOf(old_version_.schema, field);
  }
  std::vector<json::Value> Candidates(const Change& change, values::ValuePath place);
  std::optional<std::string> StoredTextOf(const json::Value& object);
  void SearchUpdateWitness(Change& change, const json::Value& object, std::span<const json::Value> candidates);
  // The answers of both servers to a request.
  struct Answers {
    Request request;
    RequestResult before, after;  // `after` is set only if stores_request is true
    bool stores_request = false;  // whether the old server stores the complete request
    std::string stored = {};      // JSON of the object that the new server stores
  };
  const Answers& Send(const Request& request);
  bool IsWitness(const Change& change, const Request& request, Witness& witness);
  bool HasNull(const Change& change, const Request& request);
  bool IsReadDifferently(const Change& change, const json::Value& stored, bool updated, Witness& witness);
  json::Value Without(const json::Value& object, std::string_view key);
  json::Value WithStatus(const json::Value& object);
  bool TryStatus(const Change& change, const json::Value& object, Witness& witness);
  bool Try(Change& change, const json::Value& object);
  void SearchAllGenerators(Change& change);
  void SearchWithGenerator(Change& change);
  std::optional<json::Value> ObjectWith(std::span<const Step> field);
  void SearchAt(Change& change, std::span<const Step> field);
  void SearchWithTwoItems(Change& change);
  void SearchNullWitness(Change& change);
  void SearchMetadataWitness(Change& change);
  void TryWithFurtherFields(Change& change);
  void SearchSpecifiedFieldWitness(Change& change);
  bool CanGenerate(std::span<const Step> field);
  bool Fill(Change& change, json::Value object, std::span<const Step> field, std::string_view without);
  bool FillUnnamed(Change& change, json::Value object, std::span<const Step> field, const crd::Structural& schema);
  std::vector<std::pair<std::string_view, json::Value>> UnnamedFields(std::span<const Step> field,
                                                                      const crd::Structural& schema);
  void TryWithoutOtherFields(Change& change, std::span<const Step> field);
  void SearchInDescendants(Change& change, const FieldSteps& via);
  void SearchMemberWitness(Change& change, std::span<const Step> field, bool there);

  const admission::ServedResource& before_;
  const admission::ServedVersion& old_version_;
  const admission::ServedResource& after_;
  const admission::ServedVersion& new_version_;
  SearchBudget& budget_;
  bool only_reads_ = false;
  const admission::ServedVersion* old_read_ = nullptr;
  const admission::ServedVersion* new_read_ = nullptr;
  base::Arena arena_;
  base::Arena scratch_;  // memory of one request
  base::Arena answer_arena_;
  Answers answers_;  // last answers, in answer_arena_
  std::unique_ptr<values::Generator> old_generator_;
  std::unique_ptr<values::Generator> new_generator_;
  // makes objects that both versions accept, except for rules that only the new version has
  std::unique_ptr<values::Generator> both_generator_;
  values::Generator* base_generator_ = nullptr;  // generator of the objects that the search changes
  std::optional<Witness> read_witness_;          // first object that shows the change only when it is read; see Search
};

}  // namespace structural::compare
