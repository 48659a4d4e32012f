#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

void AddBranches(const Evidence& of, EvidenceList& to) {
  for (const char* list : kLists) {
    const json* branches = Find(*of.schema, list);
    if (branches == nullptr || !branches->is_array()) continue;
    const bool always = of.always && std::string_view(list) == "allOf";
    std::size_t index = 0;
    for (const json& branch : *branches) {
      const Evidence one{&branch, always, of.complete, base::PointerBelow(base::PointerBelow(of.at, list), index++)};
      to.push_back(one);
      AddBranches(one, to);
    }
  }
  if (const json* inverted = Find(*of.schema, "not")) {
    const Evidence one{inverted, false, of.complete, base::PointerBelow(of.at, "not")};
    to.push_back(one);
    AddBranches(one, to);
  }
}

}  // namespace

EvidenceList WithBranches(const json& schema, const std::string& at, bool root, const EvidenceList& about) {
  EvidenceList all;
  for (const Evidence& evidence : about) {
    all.push_back(evidence);
    AddBranches(evidence, all);
  }
  AddBranches({&schema, true, root, at}, all);
  return all;
}

EvidenceList OfProperty(const EvidenceList& about, std::string_view key) {
  EvidenceList found;
  for (const Evidence& evidence : about) {
    const json* properties = Find(*evidence.schema, "properties");
    const json* own = properties == nullptr ? nullptr : Find(*properties, key);
    if (own == nullptr) continue;
    found.push_back({own, evidence.always, evidence.complete,
                     base::PointerBelow(base::PointerBelow(evidence.at, "properties"), key)});
  }
  return found;
}

EvidenceList OfItems(const EvidenceList& about) {
  EvidenceList found;
  for (const Evidence& evidence : about) {
    const json* own = Find(*evidence.schema, "items");
    if (own == nullptr) continue;
    found.push_back({own, evidence.always, evidence.complete, base::PointerBelow(evidence.at, "items")});
  }
  return found;
}

}  // namespace structural::fix
