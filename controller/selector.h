// Selector: the CRDs that the controller reconciles.
//
// A CRD's name is PLURAL.GROUP. Patterns can contain * (any characters) and ? (one).
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

  bool Matches(std::string_view crd_name) const;
};

// UnknownNames: finds names and groups of a selector that no CRD has, such as mistyped ones.
// Patterns with wildcards are ignored. A plain value. Not thread-safe.
class UnknownNames {
 public:
  explicit UnknownNames(const Selector& selector);

  // Records an existing CRD, whether the selector matches it or not.
  void RecordCrd(std::string_view crd_name);

  // Returns a sentence for each name or group that no recorded CRD has.
  std::vector<std::string> Sentences() const;

 private:
  std::set<std::string, std::less<>> names_, groups_;
};

}  // namespace structural::controller
