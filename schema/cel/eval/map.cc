#include "schema/cel/eval/map.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/overflow.h"

namespace structural::cel::eval {
namespace {

// Returns a number that differs between processes, so that an attacker cannot choose keys with equal hashes.
std::uint64_t Seed() {
  static const char anywhere = 0;
  return reinterpret_cast<std::uintptr_t>(&anywhere) ^ 0x9E3779B97F4A7C15U;
}

std::uint64_t Mix(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a ^ Seed()) * (b | 1);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t HashOfText(std::string_view text) {
  std::uint64_t hash = Mix(text.size(), Seed());
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash = Mix(hash ^ word, 0xD6E8FEB86659FD93U);
  }
  std::uint64_t word = 0;
  if (!text.empty()) std::memcpy(&word, text.data(), text.size());
  return Mix(hash ^ word, 0xA0761D6478BD642FU);
}

// Finds the entry whose key is an integer of another type that is equal to `key`: 1u for 1, or 1 for 1.0. Returns null
// if the map has no such key.
const MapNode::Entry* FindOther(const MapNode& map, const Value& key) {
  const auto find = [&](const auto& other, auto make) -> const MapNode::Entry* {
    return other ? map.FindExact(make(*other)) : nullptr;
  };
  switch (key.kind()) {
    case Kind::kDouble: {
      const MapNode::Entry* found = find(ExactInt(key.real()), Value::Int);
      return found != nullptr ? found : find(ExactUint(key.real()), Value::Uint);
    }
    case Kind::kInt: return find(ExactUint(key.integer()), Value::Uint);
    case Kind::kUint: return find(ExactInt(key.unsigned_integer()), Value::Int);
    default: return nullptr;
  }
}

bool SameOpaqueKey(const Opaque& a, const Opaque& b) {
  if (&a == &b) return true;
  return a.is_key_by_text() && &a.type() == &b.type() && a.Print() == b.Print();
}

}  // namespace

bool IsHashable(const Value& key) {
  if (key.is(Kind::kOpaque)) return key.opaque().is_hashable();
  return !key.is(Kind::kBytes);
}

Value StopForKey(const Value& key, bool deleted_from_empty, Context& context) {
  std::string why = deleted_from_empty ? "internal error: hash of unhashable type: "
                                       : "internal error: runtime error: hash of unhashable type ";
  why += key.is(Kind::kOpaque) ? key.opaque().GoType() : "types.Bytes";
  return context.Stop(context.arena().Copy(std::string_view(why)));
}

namespace {

// Whether the keys are equal in a Go map.
bool SameKey(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::kNull: return true;
    case Kind::kBool: return a.boolean() == b.boolean();
    case Kind::kDouble: return a.real() == b.real();
    case Kind::kString:
    case Kind::kError: return a.text() == b.text();
    case Kind::kTimestamp: return SameMoment(a.time(), b.time()) && a.time().offset_minutes == b.time().offset_minutes;
    case Kind::kOpaque: return SameOpaqueKey(a.opaque(), b.opaque());
    default: return a.bits() == b.bits();
  }
}

std::uint64_t HashOfKey(const Value& key) {
  const auto kind = static_cast<std::uint64_t>(key.kind());
  switch (key.kind()) {
    case Kind::kNull: return Mix(kind, 1);
    case Kind::kBool: return Mix(kind, key.boolean() ? 3 : 5);
    case Kind::kDouble: {
      const double real = key.real() == 0 ? 0 : key.real();
      std::uint64_t bits;
      std::memcpy(&bits, &real, sizeof bits);
      return Mix(bits ^ kind, 0xE7037ED1A0B428DBU);
    }
    case Kind::kString:
    case Kind::kError: return HashOfText(key.text());
    case Kind::kOpaque: return HashOfText(key.opaque().Print());
    default: return Mix(key.bits() + kind, 0x8EBC6AF09C88C6E3U);
  }
}

}  // namespace

std::uint32_t* MapNode::SlotOf(const Value& key) const {
  const std::uint64_t mask = 2 * std::uint64_t{capacity} - 1;
  for (std::uint64_t at = HashOfKey(key) & mask;; at = (at + 1) & mask) {
    if (slots[at] == 0 || SameKey(entries[slots[at] - 1].key, key)) return slots + at;
  }
}

MapNode::Entry* MapNode::FindExact(const Value& key) const {
  if (slots != nullptr) {
    const std::uint32_t slot = *SlotOf(key);
    return slot == 0 ? nullptr : entries + slot - 1;
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    if (SameKey(entries[i].key, key)) return entries + i;
  }
  return nullptr;
}

void MapNode::Set(const Value& key, const Value& value, base::Arena& arena) {
  if (Entry* const found = FindExact(key)) {
    found->value = value;
    return;
  }
  if (size == capacity) Grow(arena);
  entries[size++] = {key, value};
  if (slots != nullptr) *SlotOf(key) = size;
}

void MapNode::Erase(const Value& key) {
  Entry* const found = FindExact(key);
  if (found == nullptr) return;
  std::copy(found + 1, entries + size, found);
  --size;
  if (slots != nullptr) BuildIndex();
}

void MapNode::Grow(base::Arena& arena) {
  capacity = std::max(kMaxUnindexedEntries, 2 * capacity);
  auto* const larger = static_cast<Entry*>(arena.Allocate(capacity * sizeof(Entry), alignof(Entry)));
  std::copy(entries, entries + size, larger);
  entries = larger;
  if (capacity == kMaxUnindexedEntries) return;
  const std::size_t bytes = 2 * std::size_t{capacity} * sizeof(std::uint32_t);
  slots = static_cast<std::uint32_t*>(arena.Allocate(bytes, alignof(std::uint32_t)));
  BuildIndex();
}

void MapNode::BuildIndex() {
  std::fill(slots, slots + 2 * std::size_t{capacity}, 0);
  for (std::uint32_t i = 0; i < size; ++i) *SlotOf(entries[i].key) = i + 1;
}

std::int64_t MapSize(const Value& map) { return map.form() == Form::kHost ? map.host_map().Size() : map.map().size; }

std::optional<Value> MapFind(const Value& map, const Value& key, Context& context) {
  if (map.form() == Form::kHost) return map.host_map().Find(key, context);
  if (map.map().size == 0) return std::nullopt;
  if (!IsHashable(key)) return StopForKey(key, false, context);
  const MapNode::Entry* found = map.map().FindExact(key);
  if (found == nullptr) found = FindOther(map.map(), key);
  if (found == nullptr) return std::nullopt;
  return found->value;
}

Value MapKey(const Value& map, std::int64_t index, Context& context) {
  if (map.form() == Form::kHost) return map.host_map().Key(index, context);
  return map.map().entries[index].key;
}

}  // namespace structural::cel::eval
