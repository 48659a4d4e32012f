#include "document/edit/source_builder.h"

#include <algorithm>
#include <utility>

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;

std::uint32_t Offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

}  // namespace

bool SourceBuilder::IsKey() const {
  return open() && out_.nodes[levels_.back().node].kind == NodeKind::kMapping && levels_.back().key == kNoSource;
}

void SourceBuilder::SetKey(std::string key, bool merge) {
  levels_.back().key_text = std::move(key);
  levels_.back().merge = merge;
}

// Returns the start of the next entry of a collection.
std::size_t SourceBuilder::NextPart(const SourceNode& parent) const {
  const std::string_view text = out_.text;
  const bool bracket = !parent.block() && out_.InBrackets(parent);
  std::size_t at = parent.entries.empty() ? parent.content + (bracket ? 1 : 0) : parent.entries.back().end;
  at = SkipSpace(text, at);
  if (!parent.block() && at < text.size() && text[at] == ',') at = SkipSpace(text, at + 1);
  return at;
}

void SourceBuilder::FindHeader(std::size_t part, SourceEntry& entry) {
  const std::string_view text = out_.text;
  const SourceNode& key = out_.nodes[entry.key_node];
  const bool question = part < key.begin && text[part] == '?';
  entry.begin = question ? Offset(part) : key.begin;
  const std::size_t colon = SkipSpace(text, key.end);
  entry.colon = colon < text.size() && text[colon] == ':';
  entry.header = entry.colon ? Offset(colon + 1) : key.end;
}

void SourceBuilder::FindDash(std::size_t part, SourceEntry& entry) {
  fine_ = fine_ && part < out_.text.size() && out_.text[part] == '-';
  entry.begin = Offset(part);
  entry.header = Offset(part + 1);
}

void SourceBuilder::AddEntry(Level& level, SourceId id) {
  SourceNode& parent = out_.nodes[level.node];
  SourceNode& value = out_.nodes[id];
  SourceEntry entry{std::move(level.key_text), std::exchange(level.key, kNoSource), id};
  entry.merge = level.merge;
  const std::size_t part = NextPart(parent);
  if (parent.kind == NodeKind::kMapping) {
    FindHeader(part, entry);
  } else if (parent.block()) {
    FindDash(part, entry);
  } else {
    entry.begin = entry.header = value.begin;
  }
  if (value.absent()) value.begin = value.content = value.end = entry.header;
  entry.end = std::max(value.end, entry.header);
  fine_ = fine_ && value.begin >= entry.header;
  parent.entries.push_back(std::move(entry));
}

SourceId SourceBuilder::Add(SourceNode node) {
  const auto id = static_cast<SourceId>(out_.nodes.size());
  const bool key = IsKey();
  if (open()) {
    node.parent = levels_.back().node;
    node.place = Offset(out_.nodes[node.parent].entries.size());
  }
  const bool collection = node.IsCollection();
  out_.nodes.push_back(std::move(node));
  if (key) {
    levels_.back().key = id;
  } else if (open()) {
    AddEntry(levels_.back(), id);
  }
  if (collection) levels_.push_back({id});
  return id;
}

void SourceBuilder::Close(std::size_t end) {
  SourceNode& node = out_.nodes[levels_.back().node];
  levels_.pop_back();
  node.end = !out_.InBrackets(node) && !node.entries.empty() ? node.entries.back().end : Offset(end);
  fine_ = fine_ && node.end >= node.content;
  if (open()) out_.nodes[node.parent].entries[node.place].end = node.end;
}

}  // namespace structural::document
