// Functions that read the value of one field like Go's encoding/json. null does not change a scalar, and removes the
// value of a pointer, list or map. If a key is repeated, the later value is merged into the earlier one.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/reader.h"

namespace structural::crd {

// If the next value is null, reads it and returns true. Otherwise returns false and reads nothing.
bool ReadNull(json::JsonReader& in);

void ReadString(json::JsonReader& in, std::string_view& out);
void ReadUndecodedString(json::JsonReader& in, UndecodedText& out);
void ReadOptionalString(json::JsonReader& in, std::optional<std::string_view>& out);
void ReadBool(json::JsonReader& in, bool& out);
void ReadOptionalBool(json::JsonReader& in, std::optional<bool>& out);
void ReadOptionalInt64(json::JsonReader& in, std::optional<std::int64_t>& out);
void ReadOptionalDouble(json::JsonReader& in, std::optional<double>& out);
void ReadStrings(json::JsonReader& in, base::Arena& arena, std::span<const std::string_view>& out);
void ReadJson(json::JsonReader& in, JsonText& out);
void ReadJsonList(json::JsonReader& in, base::Arena& arena, std::span<const JsonText>& out);

// Reads the next value, an object or null. Calls read(key) for each member of the object. `read` must read the member's
// value.
template <typename ReadMember>
void ReadObject(json::JsonReader& in, ReadMember read) {
  if (ReadNull(in)) return;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) read(key);
}

// Reads the next value into a new T, and sets `out` to it. Calls read(T&) with a copy of the earlier value `*out`, or
// with an empty T if `out` is null. If the next value is null, sets `out` to null instead.
template <typename T, typename ReadValue>
void ReadPointer(json::JsonReader& in, base::Arena& arena, const T*& out, ReadValue read) {
  if (ReadNull(in)) {
    out = nullptr;
    return;
  }
  T* value = arena.New<T>();
  if (out != nullptr) *value = *out;
  read(*value);
  out = value;
}

// Returns the object that all empty values of T share, if `read` is empty. Returns nullptr if `read` is not empty, or
// if the empty values of T do not share an object.
template <typename T>
const T* SharedEmpty(const T&) {
  return nullptr;
}
const JSONSchemaProps* SharedEmpty(const JSONSchemaProps& read);

// Returns SharedEmpty(read) if that is not null. Otherwise returns a copy of `read` in the arena.
template <typename T>
const T* CopyUnlessEmpty(const T& read, base::Arena& arena) {
  if (const T* nothing = SharedEmpty(read)) return nothing;
  T* own = arena.New<T>();
  *own = read;
  return own;
}

// Reads the next value, an array, into `out`. Calls read(T&) for each element. If `out` already has elements, each new
// element is merged into the earlier element with the same index.
template <typename T, typename ReadElement>
void ReadList(json::JsonReader& in, base::Arena& arena, List<T>& out, ReadElement read) {
  if (ReadNull(in)) {
    out = {};
    return;
  }
  const List<T> before = out;
  std::vector<const T*> elements;
  for (in.BeginArray(); in.NextElement();) {
    T element{};
    if (elements.size() < before.size()) element = *before[elements.size()];
    read(element);
    elements.push_back(CopyUnlessEmpty(element, arena));
  }
  out = arena.Copy(std::span<const T* const>(elements));
}

// Sorts the entries by key. If several entries have the same key, keeps only the last of them.
template <typename Entry>
void SortKeepingLast(std::vector<Entry>& entries) {
  const auto less = [](const Entry& a, const Entry& b) { return a.key < b.key; };
  const auto not_less = [](const Entry& a, const Entry& b) { return a.key >= b.key; };
  if (std::adjacent_find(entries.begin(), entries.end(), not_less) == entries.end()) return;
  std::reverse(entries.begin(), entries.end());
  std::stable_sort(entries.begin(), entries.end(), less);
  const auto same = [](const Entry& a, const Entry& b) { return a.key == b.key; };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
}

// Reads the next value, an object, into `out`. Calls read(T&) for the value of each member. Earlier entries of `out`
// remain unless a new entry has the same key.
template <typename T, typename ReadValue>
void ReadMap(json::JsonReader& in, base::Arena& arena, Map<T>& out, ReadValue read) {
  using Entry = typename Map<T>::Entry;
  if (ReadNull(in)) {
    out = {};
    return;
  }
  std::vector<Entry> entries;
  ReadObject(in, [&](std::string_view key) {
    T value{};
    read(value);
    entries.push_back({key, CopyUnlessEmpty(value, arena)});
  });
  if (entries.empty() && !out.empty()) return;
  if (!out.empty()) {
    in.SpendOnRepetition((out.size() + entries.size()) * sizeof(Entry));
    entries.insert(entries.begin(), out.begin(), out.end());
  }
  SortKeepingLast(entries);
  out = Map<T>(arena.Copy(std::span<const Entry>(entries)));
}

}  // namespace structural::crd
