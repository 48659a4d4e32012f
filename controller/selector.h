// Selector: selects the CRDs that the controller reconciles.
//
// A CRD's name is PLURAL.GROUP. Patterns can contain * (any number of characters) and ? (one character).
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace structural::controller {

struct Selector {
  std::vector<std::string> names = {};   // patterns of CRDs' names; empty: any name
  std::vector<std::string> groups = {};  // patterns of API groups; empty: any group

  // Returns whether the CRD's name matches one of `names`, and its group one of `groups`.
  bool Matches(std::string_view crd_name) const;
};

// UnknownNames: finds names and groups in a selector that no CRD has, for example because they are mistyped. Ignores
// patterns with wildcards. Not thread-safe.
class UnknownNames {
 public:
  explicit UnknownNames(const Selector& selector);

  // Records that a CRD exists. Must also be called for CRDs that the selector does not match.
  void RecordCrd(std::string_view crd_name);

  // Returns a sentence for each name or group that no recorded CRD has.
  std::vector<std::string> Sentences() const;

 private:
  std::set<std::string, std::less<>> names_, groups_;
};

}  // namespace structural::controller
