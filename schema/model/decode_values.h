// Reading single fields the way Go's encoding/json fills them: null leaves a scalar as it is and
// clears a pointer, list or map; a second value goes over the first.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/reader.h"
#include "schema/model/json_schema_props.h"

namespace structural::model {

// Consumes a null if one stands next.
bool ReadNull(json::JsonReader& in);

void ReadString(json::JsonReader& in, std::string_view& out);
void ReadEscapedString(json::JsonReader& in, EscapedText& out);
void ReadOptionalString(json::JsonReader& in, std::optional<std::string_view>& out);
void ReadBool(json::JsonReader& in, bool& out);
void ReadOptionalBool(json::JsonReader& in, std::optional<bool>& out);
void ReadOptionalInt64(json::JsonReader& in, std::optional<std::int64_t>& out);
void ReadOptionalDouble(json::JsonReader& in, std::optional<double>& out);
void ReadStrings(json::JsonReader& in, base::Arena& arena, std::span<const std::string_view>& out);
void ReadJson(json::JsonReader& in, JsonText& out);
void ReadJsonList(json::JsonReader& in, base::Arena& arena, std::span<const JsonText>& out);

// Calls read(key) for each member; read must consume the value. null is no member at all.
template <typename ReadMember>
void ReadObject(json::JsonReader& in, ReadMember read) {
  if (ReadNull(in)) return;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) read(key);
}

// Calls read(T&) for a new T, or for the one that is there already.
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

// What stands for all that say nothing, where this does and there is such a thing; or null.
template <typename T>
const T* Nothing(const T&) {
  return nullptr;
}
const JSONSchemaProps* Nothing(const JSONSchemaProps& read);

// It, in the arena.
template <typename T>
const T* Kept(const T& read, base::Arena& arena) {
  if (const T* nothing = Nothing(read)) return nothing;
  T* own = arena.New<T>();
  *own = read;
  return own;
}

// Calls read(T&) for each element; the elements of a list that is there already are read over.
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
    elements.push_back(Kept(element, arena));
  }
  out = arena.Copy(std::span<const T* const>(elements));
}

// Sorts and lets the last of equal keys stand.
template <typename Entry>
void SortLastWins(std::vector<Entry>& entries) {
  const auto less = [](const Entry& a, const Entry& b) { return a.key < b.key; };
  const auto not_less = [](const Entry& a, const Entry& b) { return a.key >= b.key; };
  if (std::adjacent_find(entries.begin(), entries.end(), not_less) == entries.end()) return;
  std::reverse(entries.begin(), entries.end());
  std::stable_sort(entries.begin(), entries.end(), less);
  const auto same = [](const Entry& a, const Entry& b) { return a.key == b.key; };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
}

// Calls read(T&) for each value; the entries of a map that is there already stay, if not replaced.
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
    entries.push_back({key, Kept(value, arena)});
  });
  if (entries.empty() && !out.empty()) return;
  if (!out.empty()) {
    in.SpendOnRepetition((out.size() + entries.size()) * sizeof(Entry));
    entries.insert(entries.begin(), out.begin(), out.end());
  }
  SortLastWins(entries);
  out = Map<T>(arena.Copy(std::span<const Entry>(entries)));
}

}  // namespace structural::model
