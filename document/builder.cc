#include "document/builder.h"

#include <algorithm>
#include <functional>

#include "document/tree.h"

namespace structural::document {
namespace {

// Up to this number of members, a linear search is as fast.
constexpr std::size_t kFewMembers = 32;
constexpr std::size_t kSlotsOfMember = 4;  // of a new table
constexpr std::size_t kMaxProbes = 32;     // maximum number of slots that are tried for a member

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
  ordered_.clear();
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
  const auto found = ordered_.find(SearchedKey{hash, key});
  return found == ordered_.end() ? -1 : found->place;
}

void KeyIndex::Index(int place) {
  const Member& member = members_[static_cast<std::size_t>(place)];
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    int& slot = slots_[(member.hash + i) % slots_.size()];
    if (slot < 0) {
      slot = place;
      return;
    }
  }
  ordered_.insert({member.hash, member.begin, member.key_size, place});
}

void KeyIndex::IndexAll() {
  ordered_.clear();
  slots_.assign(members_.size() * kSlotsOfMember, -1);
  for (std::size_t i = 0; i < members_.size(); ++i) Index(static_cast<int>(i));
}

int KeyIndex::Add(const Member& member) {
  members_.push_back(member);
  const int place = static_cast<int>(members_.size()) - 1;
  if (members_.size() <= kFewMembers) return place;
  // Keeps at least half of the slots free.
  2 * members_.size() > slots_.size() ? IndexAll() : Index(place);
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

// Replaces commas that separate nothing by spaces.
void RepairCommas(std::string& text) {
  std::size_t last = std::string::npos;  // the last byte that is not a space
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

// Removes members from JSON text without moving the rest: overwrites the ranges, each a member of
// an object, and the superfluous commas with spaces. Ranges can be nested. `offset` is the position
// of `text` in the text that the ranges refer to.
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
  frame.first = true;
  frame.member = -1;
  frame.origins.clear();
  frame.keys.Clear();
  return frame;
}

// Writes the comma before an element of a list, if it is not the first one.
void Builder::Separate() {
  if (depth_ == 0 || Top().object) return;
  if (!Top().first) out_.json += ',';
  Top().first = false;
}

void Builder::Begin(char opening, Position at) {
  Value(at) += opening;
  Enter().object = opening == '{';
}

void Builder::EndMember() {
  Frame& frame = Top();
  if (frame.member >= 0) frame.keys[frame.member].end = Offset(size());
  frame.member = -1;
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
  if (!frame.first) out_.json += ',';
  frame.first = false;
  frame.key_begin = Offset(size());
  out_.marks.push_back({frame.key_begin, at});
  return out_.json;
}

void Builder::EndKey() {
  AddKey(Top().origins.empty() ? 0 : Top().origins.back());
  out_.json += ':';
}

// Makes the last written key a member. An earlier member with the same key no longer counts.
void Builder::AddKey(std::uint32_t origin) {
  Frame& frame = Top();
  const std::string_view key = std::string_view(out_.json).substr(frame.key_begin);
  const std::size_t hash = std::hash<std::string_view>()(key);
  const Member now{hash, frame.key_begin, Offset(key.size()), 0, origin};
  frame.member = frame.keys.Find(hash, key);
  if (frame.member < 0) {
    frame.member = frame.keys.Add(now);
    return;
  }
  Member& before = frame.keys[frame.member];
  blanks_.push_back({before.begin, before.end});
  if (before.origin == origin && out_.duplicates.size() < kMaxDuplicates) {
    out_.duplicates.push_back({StringValue(key), out_.At(before.begin), out_.At(frame.key_begin)});
  }
  before = now;
}

std::string& Builder::Value(Position at) {
  Separate();
  out_.marks.push_back({Offset(size()), at});
  return out_.json;
}

Span Builder::Begin() const { return {{}, {Offset(out_.marks.size()), 0}, {Offset(blanks_.size()), 0}}; }

void Builder::End(Span& span) const {
  // The value begins at its mark, not where Begin was called, because a comma may have been written
  // before the value.
  span.json = {out_.marks[span.marks.begin].offset, Offset(size())};
  span.marks.end = Offset(out_.marks.size());
  span.blanks.end = Offset(blanks_.size());
}

void Builder::Repeat(const Span& span) {
  Separate();
  const std::uint32_t shift = Offset(size()) - span.json.begin;
  for (std::size_t i = span.marks.begin; i < span.marks.end; ++i) {
    const Mark mark = out_.marks[i];
    out_.marks.push_back({mark.offset + shift, mark.at});
  }
  for (std::size_t i = span.blanks.begin; i < span.blanks.end; ++i) {
    const Range blank = blanks_[i];
    blanks_.push_back({blank.begin + shift, blank.end + shift});
  }
  out_.json.append(out_.json, span.json.begin, span.json.end - span.json.begin);
}

// Returns the JSON of the value without the members that do not count.
std::string Builder::TextOf(const Span& span) const {
  std::string value = out_.json.substr(span.json.begin, span.json.end - span.json.begin);
  EraseMembers({blanks_.begin() + span.blanks.begin, blanks_.begin() + span.blanks.end}, span.json.begin, value);
  return value;
}

void Builder::Merge(const Span& span) {
  const std::string value = TextOf(span);
  MergeMembers(value, span.json.begin, value);
}

void Builder::BeginMergedValue(Position at) {
  Key(at) += kMergeKey;
  Top().blanks_before = Offset(blanks_.size());
}

bool Builder::EndMergedValue() {
  const std::uint32_t begin = Top().key_begin;
  const std::uint32_t offset = begin + Offset(kMergeKey.size());
  const std::string value = TextOf({{offset, Offset(size())}, {}, {Top().blanks_before, Offset(blanks_.size())}});
  blanks_.push_back({begin, Offset(size())});
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

// Merges the members of `object` into the surrounding object. `object` is a part of the text `value`, which begins at
// `offset` in the JSON.
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

// Copies the marks of a part of the JSON for a copy of that part at the end of the JSON.
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
  EraseMembers(blanks_, 0, out_.json);
}

}  // namespace structural::document
