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

// Both CRDs, prepared for applies. The resources must outlive it. Immutable.
struct ApplyingServers {
  ApplyingServers(const admission::ServedResource& old_crd, const admission::ServedResource& new_crd) {
    admission::CompileApplicable(old_crd, arena, before);
    admission::CompileApplicable(new_crd, arena, after);
  }

  base::Arena arena;
  admission::ApplicableResource before, after;
};

// Searches sequences for one version of both CRDs. Refers to its arguments, which must outlive it. Not thread-safe.
class AppliesSearch {
 public:
  AppliesSearch(const ApplyingServers& servers, const admission::ServedVersion& old_version,
                const admission::ServedVersion& new_version, SearchBudget& budget);

  // Sets the sequence of the change if one is found.
  void Search(Change& change);
  // Bytes in memory.
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  // Two objects with different values in the changed field.
  using ObjectPair = std::pair<json::Value, json::Value>;
  struct Answer {
    ApplyOutcome outcome = {};
    bool is_about = false;  // whether a conflict is about the changed field or a field below it
    std::size_t items = 0;  // number of items in the changed list
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
  bool Begin(const std::vector<ApplyRequest>& requests, admission::ObjectServer& server);
  Answer Send(const ApplyRequest& request, const Change& change, const admission::ApplicableResource& resource,
              const admission::ServedVersion& version, const json::Value& stored);
  admission::ObjectAnswer Handle(const ApplyRequest& request, bool force, const admission::ServedVersion& version,
                                 admission::ObjectServer& server);

  const ApplyingServers& servers_;
  const admission::ServedVersion& old_version_;
  const admission::ServedVersion& new_version_;
  SearchBudget& budget_;
  base::Arena arena_;
  base::Arena scratch_;                 // memory of one sequence
  std::string name_;                    // name of the current object
  std::optional<AppliesWitness> weak_;  // first sequence that ends in an object that a server refuses
  std::unique_ptr<values::Generator> old_generator_, both_generator_;
};

}  // namespace structural::compare
