#include "document/edit/match.h"

#include <algorithm>
#include <unordered_map>

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;

bool Stays(const Match::EntryMatch& kept) { return kept.stays; }

// Index of the last entry of each key.
using LastEntries = std::unordered_map<std::string_view, std::size_t>;

LastEntries ByKey(const SourceNode& node) {
  LastEntries last;
  for (std::size_t i = 0; i < node.entries.size(); ++i) last[node.entries[i].key] = i;
  return last;
}

void MatchMembers(const SourceNode& node, const Value& value, Match& match) {
  const LastEntries last = ByKey(node);
  std::ptrdiff_t after = -1;
  for (const Value::Child& child : value.children) {
    const auto found = last.find(child.was.empty() ? child.key : child.was);
    if (found == last.end()) {
      match.added.push_back({after, &child});
      continue;
    }
    after = static_cast<std::ptrdiff_t>(found->second);
    match.kept[found->second] = {true, child.value, child.was.empty() ? nullptr : &child.key};
  }
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const std::size_t counts = last.find(node.entries[i].key)->second;
    const bool renamed = match.kept[counts].key != nullptr;
    match.kept[i].stays = match.kept[counts].stays && (i == counts || !renamed);
  }
}

void MatchElements(const Value& value, Match& match) {
  std::ptrdiff_t after = -1;
  for (const Value::Child& child : value.children) {
    const std::uint32_t origin = child.value->origin;
    if (origin >= match.kept.size()) {
      match.added.push_back({after, &child});
    } else {
      after = origin;
      match.kept[origin] = {true, child.value};
    }
  }
}

}  // namespace

bool Match::NothingStays() const { return !kept.empty() && std::none_of(kept.begin(), kept.end(), Stays); }

std::size_t Match::First() const {
  return static_cast<std::size_t>(std::find_if(kept.begin(), kept.end(), Stays) - kept.begin());
}

bool MustReplace(const Source& source, const SourceNode& node, const Value& value) {
  if (!value.changed) return false;
  const auto kind = value.kind == Value::Kind::kObject  ? NodeKind::kMapping
                    : value.kind == Value::Kind::kArray ? NodeKind::kSequence
                                                        : NodeKind::kScalar;
  if (value.fresh || node.kind != kind) return true;
  if (node.entries.empty()) return !value.children.empty();
  return node.style == SourceNode::Style::kFlow && !source.InBrackets(node);
}

Match MatchEntries(const SourceNode& node, const Value& value) {
  Match match;
  match.kept.resize(node.entries.size());
  if (node.kind == NodeKind::kMapping) {
    MatchMembers(node, value, match);
  } else {
    MatchElements(value, match);
  }
  return match;
}

}  // namespace structural::document
