#include "document/builder.h"

#include <algorithm>
#include <functional>

#include "document/tree.h"

namespace structural::document {
namespace {

// Maximum number of members for a linear search, which is then as fast as a hash table.
constexpr std::size_t kMaxSearchedMembers = 32;
constexpr std::size_t kSlotsPerMember = 4;  // number of slots for each member in a new hash table
constexpr std::size_t kMaxProbes = 32;      // maximum number of slots that are tried for a member

}  // namespace

KeyIndex::SearchedKey KeyIndex::Less::Of(const Key& key) const {
  return {key.hash, std::string_view(*json).substr(key.begin, key.size)};
}

bool KeyIndex::Less::operator()(const Key& a, const SearchedKey& b) const {
  return a.hash != b.hash ? a.hash < b.hash : Of(a).key < b.key;
}

bool KeyIndex::Less::operator()(const SearchedKey& a, const Key& b) const {
  return a.hash != b.hash ? a.hash < b.hash : a.key < Of(b).key;
}

void KeyIndex::Clear() {
  members_.clear();
  slots_.clear();
  members_without_slot_.clear();
}

bool KeyIndex::HasKey(int place, std::size_t hash, std::string_view key) const {
  const Member& member = members_[static_cast<std::size_t>(place)];
  return member.hash == hash && std::string_view(*json_).substr(member.begin, member.key_size) == key;
}

int KeyIndex::Find(std::size_t hash, std::string_view key) const {
  if (slots_.empty()) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (HasKey(static_cast<int>(i), hash, key)) return static_cast<int>(i);
    }
    return -1;
  }
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    const int place = slots_[(hash + i) % slots_.size()];
    if (place < 0) return -1;
    if (HasKey(place, hash, key)) return place;
  }
  const auto found = members_without_slot_.find(SearchedKey{hash, key});
  return found == members_without_slot_.end() ? -1 : found->place;
}

void KeyIndex::AddToTable(int place) {
  const Member& member = members_[static_cast<std::size_t>(place)];
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    int& slot = slots_[(member.hash + i) % slots_.size()];
    if (slot < 0) {
      slot = place;
      return;
    }
  }
  members_without_slot_.insert({member.hash, member.begin, member.key_size, place});
}

void KeyIndex::RebuildTable() {
  members_without_slot_.clear();
  slots_.assign(members_.size() * kSlotsPerMember, -1);
  for (std::size_t i = 0; i < members_.size(); ++i) AddToTable(static_cast<int>(i));
}

int KeyIndex::Add(const Member& member) {
  members_.push_back(member);
  const int place = static_cast<int>(members_.size()) - 1;
  if (members_.size() <= kMaxSearchedMembers) return place;
  // Keeps at least half of the slots free.
  2 * members_.size() > slots_.size() ? RebuildTable() : AddToTable(place);
  return place;
}

namespace {

// Returns the offset just after the closing quote of the string whose opening quote is at `at`.
std::size_t SkipString(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// Replaces superfluous commas, as in `{ ,"a":1}`, by spaces. They are superfluous because members next to them were
// overwritten with spaces.
void RepairCommas(std::string& text) {
  std::size_t last = std::string::npos;  // offset of the last byte that is not a space
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ',' && last != std::string::npos && (text[last] == '{' || text[last] == ',')) {
      text[at] = ' ';
    } else if (c == '}' && last != std::string::npos && text[last] == ',') {
      text[last] = ' ';
      last = at;
    } else if (c != ' ') {
      last = at;
    }
    at = c == '"' ? SkipString(text, at) : at + 1;
  }
}

// Removes members from the JSON text without moving other bytes: overwrites the ranges of the members, and the commas
// that become superfluous, with spaces. Ranges can be nested. The ranges refer to a longer text, in which `text` begins
// at `offset`.
void EraseMembers(std::vector<Range> members, std::size_t offset, std::string& text) {
  if (members.empty()) return;
  std::ranges::sort(members, {}, &Range::begin);
  std::size_t filled = offset;  // the end of the last overwritten range
  for (const Range& member : members) {
    const std::size_t begin = std::max<std::size_t>(member.begin, filled);
    if (begin >= member.end) continue;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin - offset),
              text.begin() + static_cast<std::ptrdiff_t>(member.end - offset), ' ');
    filled = member.end;
  }
  RepairCommas(text);
}

constexpr std::size_t kMaxDuplicates = 10'000;

constexpr std::string_view kMergeKey = "\"<<\":";

std::uint32_t Offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

}  // namespace

Builder::Frame& Builder::Enter() {
  if (depth_ == frames_.size()) frames_.emplace_back(out_.json);
  Frame& frame = frames_[depth_++];
  frame.is_empty = true;
  frame.member_index = -1;
  frame.origins.clear();
  frame.keys.Clear();
  return frame;
}

// Writes the comma before an element of a list, if it is not the first one.
void Builder::WriteComma() {
  if (depth_ == 0 || Top().is_object) return;
  if (!Top().is_empty) out_.json += ',';
  Top().is_empty = false;
}

void Builder::Begin(char opening, Position at) {
  Value(at) += opening;
  Enter().is_object = opening == '{';
}

void Builder::EndMember() {
  Frame& frame = Top();
  if (frame.member_index >= 0) frame.keys[frame.member_index].end = Offset(size());
  frame.member_index = -1;
}

void Builder::EndObject() {
  EndMember();
  out_.json += '}';
  --depth_;
}

void Builder::EndArray() {
  out_.json += ']';
  --depth_;
}

std::string& Builder::Key(Position at) {
  EndMember();
  Frame& frame = Top();
  if (!frame.is_empty) out_.json += ',';
  frame.is_empty = false;
  frame.key_begin = Offset(size());
  out_.marks.push_back({frame.key_begin, at});
  return out_.json;
}

void Builder::EndKey() {
  AddKey(Top().origins.empty() ? 0 : Top().origins.back());
  out_.json += ':';
}

// Adds a member with the key that was written last. `origin`: number of the merge that the member comes from; 0: the
// object itself has it. An earlier member with the same key no longer counts; if it has the same origin, it is a
// duplicate.
void Builder::AddKey(std::uint32_t origin) {
  Frame& frame = Top();
  const std::string_view key = std::string_view(out_.json).substr(frame.key_begin);
  const std::size_t hash = std::hash<std::string_view>()(key);
  const Member now{hash, frame.key_begin, Offset(key.size()), 0, origin};
  frame.member_index = frame.keys.Find(hash, key);
  if (frame.member_index < 0) {
    frame.member_index = frame.keys.Add(now);
    return;
  }
  Member& before = frame.keys[frame.member_index];
  removed_members_.push_back({before.begin, before.end});
  if (before.origin == origin && out_.duplicates.size() < kMaxDuplicates) {
    out_.duplicates.push_back({StringValue(key), out_.At(before.begin), out_.At(frame.key_begin)});
  }
  before = now;
}

std::string& Builder::Value(Position at) {
  WriteComma();
  out_.marks.push_back({Offset(size()), at});
  return out_.json;
}

Span Builder::BeginSpan() const { return {{}, {Offset(out_.marks.size()), 0}, {Offset(removed_members_.size()), 0}}; }

void Builder::EndSpan(Span& span) const {
  // The value begins at its mark, not where Begin was called, because a comma may have been written
  // before the value.
  span.json = {out_.marks[span.marks.begin].offset, Offset(size())};
  span.marks.end = Offset(out_.marks.size());
  span.removed_members.end = Offset(removed_members_.size());
}

void Builder::Repeat(const Span& span) {
  WriteComma();
  const std::uint32_t shift = Offset(size()) - span.json.begin;
  for (std::size_t i = span.marks.begin; i < span.marks.end; ++i) {
    const Mark mark = out_.marks[i];
    out_.marks.push_back({mark.offset + shift, mark.at});
  }
  for (std::size_t i = span.removed_members.begin; i < span.removed_members.end; ++i) {
    const Range blank = removed_members_[i];
    removed_members_.push_back({blank.begin + shift, blank.end + shift});
  }
  out_.json.append(out_.json, span.json.begin, span.json.end - span.json.begin);
}

// Returns the JSON of the value without the members that were replaced by later ones with the same key.
std::string Builder::TextOf(const Span& span) const {
  std::string value = out_.json.substr(span.json.begin, span.json.end - span.json.begin);
  const auto removed = removed_members_.begin();
  EraseMembers({removed + span.removed_members.begin, removed + span.removed_members.end}, span.json.begin, value);
  return value;
}

void Builder::Merge(const Span& span) {
  const std::string value = TextOf(span);
  MergeMembers(value, span.json.begin, value);
}

void Builder::BeginMergedValue(Position at) {
  Key(at) += kMergeKey;
  Top().removed_before = Offset(removed_members_.size());
}

bool Builder::EndMergedValue() {
  const std::uint32_t begin = Top().key_begin;
  const std::uint32_t offset = begin + Offset(kMergeKey.size());
  const std::string value =
      TextOf({{offset, Offset(size())}, {}, {Top().removed_before, Offset(removed_members_.size())}});
  removed_members_.push_back({begin, Offset(size())});
  if (value.starts_with('{')) {
    MergeMembers(value, offset, value);
    return true;
  }
  if (!value.starts_with('[')) return false;
  auto objects = Elements(value);
  std::reverse(objects.begin(), objects.end());
  for (const std::string_view object : objects) {
    if (!object.starts_with('{')) return false;
    MergeMembers(value, offset, object);
  }
  return true;
}

// Adds the members of `object` to the surrounding object, where they replace earlier members with the same keys.
// `object` is a part of the text `value`, which begins at `offset` in the JSON.
void Builder::MergeMembers(std::string_view value, std::size_t offset, std::string_view object) {
  const std::uint32_t origin = ++last_origin_;
  for (const JsonMember& member : Members(object)) {
    const std::size_t key = offset + static_cast<std::size_t>(member.key.data() - value.data());
    const std::size_t content = offset + static_cast<std::size_t>(member.value.data() - value.data());
    Key({});
    out_.marks.pop_back();
    CopyMarks(key, key + 1);
    out_.json += member.key;
    AddKey(origin);
    out_.json += ':';
    CopyMarks(content, content + member.value.size());
    out_.json += member.value;
  }
}

// Must be called before the part of the JSON from `begin` to `end` is copied to the end of the JSON. Adds the marks of
// the copy.
void Builder::CopyMarks(std::size_t begin, std::size_t end) {
  const auto less = [](const Mark& mark, std::size_t at) { return mark.offset < at; };
  auto& marks = out_.marks;
  const auto first = std::lower_bound(marks.begin(), marks.end(), begin, less) - marks.begin();
  const auto last = std::lower_bound(marks.begin(), marks.end(), end, less) - marks.begin();
  for (auto i = first; i < last; ++i) {
    const Mark mark = marks[i];
    marks.push_back({Offset(mark.offset - begin + size()), mark.at});
  }
}

void Builder::Finish() {
  assert(depth_ == 0);
  EraseMembers(removed_members_, 0, out_.json);
}

}  // namespace structural::document
