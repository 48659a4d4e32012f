// What is wrong with a custom resource, and whether rules can be evaluated all the same.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/objects/validate.h"

namespace structural::admission {

// Owns its errors, each "FIELD: WHAT". Not thread-safe. Memory: the budget, and one error.
class ResourceErrors {
 public:
  void Add(objects::ValueError error) {
    empty_ = false;
    blocks_rules_ |= error.blocks_rules;
    texts_.Add(std::move(error.text));
  }
  // Whether one blocks rules is told by its kind. A wrong type is none of them.
  void AddTexts(std::vector<std::string> texts) {
    for (std::string& text : texts) {
      const bool blocks = BlocksRules(text);
      Add({std::move(text), blocks});
    }
  }

  // Of the registry, before it asks for what blocks rules.
  void AddCommon(std::vector<std::string> texts) {
    for (std::string& text : texts) Add({std::move(text), false});
  }

  bool empty() const { return empty_; }
  bool blocks_rules() const { return blocks_rules_; }
  std::vector<std::string> Take() && { return std::move(texts_).Take(); }

 private:
  // Upstream: registry/customresource/strategy.go hasBlockingErr (v0.37.2).
  static bool BlocksRules(std::string_view text);

  base::TextList texts_;
  bool empty_ = true;
  bool blocks_rules_ = false;
};

}  // namespace structural::admission
