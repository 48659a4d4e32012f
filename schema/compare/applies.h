// AppliesSearch: the search for server-side applies that show the effect of a change of a list or map type.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/admission/object_server.h"
#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/compare/compare.h"
#include "schema/compare/witness.h"
#include "schema/json/value.h"
#include "schema/values/generator.h"

namespace structural::compare {

// The servers of both CRDs, prepared for applies. The resources must outlive this object. Immutable.
struct ApplyingServers {
  ApplyingServers(const admission::ServedResource& old_crd, const admission::ServedResource& new_crd) {
    admission::CompileApplicable(old_crd, arena, before);
    admission::CompileApplicable(new_crd, arena, after);
  }

  base::Arena arena;
  admission::ApplicableResource before, after;
};

// Searches sequences of applies whose last apply has another result with the new CRD than with the old one, for one
// version of both CRDs. Refers to its arguments, which must outlive it. Not thread-safe.
class AppliesSearch {
 public:
  AppliesSearch(const ApplyingServers& servers, const admission::ServedVersion& old_version,
                const admission::ServedVersion& new_version, SearchBudget& budget);

  // Sets change.applies if a sequence is found that shows the change.
  void Search(Change& change);
  // Returns the size of the memory that the search uses, in bytes.
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  // Two objects with different values in the changed field.
  using ObjectPair = std::pair<json::Value, json::Value>;
  // The answer of one server to the last apply.
  struct Answer {
    ApplyOutcome outcome = {};
    bool has_conflict_about_change = false;  // whether a conflict is about the changed field or a field below it
    std::size_t item_count = 0;              // number of items in the changed list
  };

  void SearchWith(Change& change, values::Generator& generator);
  std::optional<json::Value> ObjectWith(std::span<const Step> field, values::Generator& generator);
  bool TryItems(Change& change, values::Generator& generator);
  std::vector<json::Value> Candidates(const json::Value* own, values::Generator& generator, values::ValuePath place);
  bool TryKeys(Change& change, values::Generator& generator, const ObjectPair& pair);
  bool TryFields(Change& change, values::Generator& generator);
  static std::vector<values::Step> FieldsOf(const crd::Structural* schema, bool is_root);
  bool TryPair(Change& change, const ObjectPair& pair);
  json::Value Reduced(const json::Value& object, const Change& change);
  std::optional<json::Value> OnPath(const json::Value& value, std::span<const Step> field,
                                    const crd::Structural* schema);
  bool TrySequence(Change& change, const json::Value& first, const json::Value& second);
  bool SendAllButLast(const std::vector<ApplyRequest>& requests, admission::ObjectServer& server);
  Answer Send(const ApplyRequest& request, const Change& change, const admission::ApplicableResource& resource,
              const admission::ServedVersion& version, const json::Value& stored);
  admission::ObjectAnswer Handle(const ApplyRequest& request, bool force, const admission::ServedVersion& version,
                                 admission::ObjectServer& server);

  const ApplyingServers& servers_;
  const admission::ServedVersion& old_version_;
  const admission::ServedVersion& new_version_;
  SearchBudget& budget_;
  base::Arena arena_;
  base::Arena scratch_;  // memory of one sequence
  std::string name_;     // name of the current object
  // first sequence whose last apply a server refuses; used if no other sequence is found
  std::optional<AppliesWitness> refused_sequence_;
  std::unique_ptr<values::Generator> old_generator_, both_generator_;
};

}  // namespace structural::compare
