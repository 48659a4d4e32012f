#include "controller/selector.h"

#include <algorithm>
#include <iterator>

#include <fnmatch.h>

#include "schema/base/quote.h"

namespace structural::controller {
namespace {

bool MatchesAny(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

std::string_view GroupOf(std::string_view crd_name) {
  const auto dot = crd_name.find('.');
  return dot == std::string_view::npos ? std::string_view() : crd_name.substr(dot + 1);
}

// Returns whether the text is a pattern for fnmatch, which also interprets [ and \.
bool IsPattern(const std::string& text) { return text.find_first_of("*?[\\") != std::string::npos; }

}  // namespace

bool Selector::Matches(std::string_view crd_name) const {
  return MatchesAny(names, std::string(crd_name)) && MatchesAny(groups, std::string(GroupOf(crd_name)));
}

UnknownNames::UnknownNames(const Selector& selector) {
  std::ranges::remove_copy_if(selector.names, std::inserter(names_, names_.end()), IsPattern);
  std::ranges::remove_copy_if(selector.groups, std::inserter(groups_, groups_.end()), IsPattern);
}

void UnknownNames::RecordCrd(std::string_view crd_name) {
  if (const auto name = names_.find(crd_name); name != names_.end()) names_.erase(name);
  if (const auto group = groups_.find(GroupOf(crd_name)); group != groups_.end()) groups_.erase(group);
}

std::vector<std::string> UnknownNames::Sentences() const {
  std::vector<std::string> sentences;
  for (const std::string& name : names_)
    sentences.push_back("CustomResourceDefinition " + (name.empty() ? base::Quote(name) : name) + " does not exist");
  for (const std::string& group : groups_)
    sentences.push_back("no CustomResourceDefinition has the group " + (group.empty() ? base::Quote(group) : group));
  return sentences;
}

}  // namespace structural::controller
