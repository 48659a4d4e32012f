#include <algorithm>
#include <charconv>
#include <set>

#include <nlohmann/json.hpp>

#include "schema/base/pointer.h"
#include "schema/base/text.h"
#include "schema/fix/plan.h"

namespace structural::fix {
namespace {

using nlohmann::json;

class Diff {
 public:
  explicit Diff(std::vector<Edit>& edits) : edits_(edits) {}

  void Values(const json& from, const json& to, const std::string& at) {
    if (from.is_object() && to.is_object()) return Objects(from, to, at);
    if (from.is_array() && to.is_array()) return Arrays(from, to, at);
    if (from != to) Add(Edit::Kind::kReplace, at, to);
  }

 private:
  void Add(Edit::Kind kind, std::string at, const json& value) {
    edits_.push_back({kind, std::move(at), value.dump()});
  }
  void Remove(std::string at) { edits_.push_back({Edit::Kind::kRemove, std::move(at), ""}); }

  void Objects(const json& from, const json& to, const std::string& at) {
    std::set<std::string_view> renamed;
    for (const auto& [key, value] : from.items()) {
      const auto found = to.find(key);
      if (found != to.end()) {
        Values(value, *found, base::ChildPointer(at, key));
      } else if (const std::string* name = NewName(from, key, to)) {
        edits_.push_back({Edit::Kind::kMove, base::ChildPointer(at, *name), "", base::ChildPointer(at, key)});
        renamed.insert(*name);
      } else {
        Remove(base::ChildPointer(at, key));
      }
    }
    for (const auto& [key, value] : to.items()) {
      if (!from.contains(key) && !renamed.contains(key)) Add(Edit::Kind::kAdd, base::ChildPointer(at, key), value);
    }
  }

  // Returns the name of the member of `to` to which the member `key` of `from` was renamed: a new name that differs
  // from `key` only in case and has the same value. Returns null if no member has such a name.
  static const std::string* NewName(const json& from, const std::string& key, const json& to) {
    for (const auto& [name, value] : to.get_ref<const json::object_t&>()) {
      const bool alike = base::ToLowerAscii(name) == base::ToLowerAscii(key);
      if (alike && !from.contains(name) && value == from.at(key)) return &name;
    }
    return nullptr;
  }

  // Compares two lists. If their sizes differ, common elements at the end of both stay. The elements before them are
  // compared from the front.
  void Arrays(const json& from, const json& to, const std::string& at) {
    const std::size_t shorter = std::min(from.size(), to.size());
    std::size_t same_end = 0;
    if (from.size() != to.size()) {
      while (same_end < shorter && from[from.size() - 1 - same_end] == to[to.size() - 1 - same_end]) ++same_end;
    }
    std::size_t index = 0;
    for (; index + same_end < shorter; ++index) Values(from[index], to[index], base::ChildPointer(at, index));
    for (std::size_t i = from.size() - same_end; i > index; --i) Remove(base::ChildPointer(at, i - 1));
    for (; index + same_end < to.size(); ++index) Add(Edit::Kind::kAdd, base::ChildPointer(at, index), to[index]);
  }

  std::vector<Edit>& edits_;
};

// Returns the part of `pointer` below `outer`; nullopt if it is neither `outer` nor below it.
std::optional<std::string> RestBelow(std::string_view pointer, std::string_view outer) {
  if (!pointer.starts_with(outer)) return std::nullopt;
  pointer.remove_prefix(outer.size());
  if (!pointer.empty() && pointer.front() != '/') return std::nullopt;
  return std::string(pointer);
}

std::optional<std::size_t> IndexOf(std::string_view token) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (code != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

// An edit has added (`added`) or removed an element of a list at `path`. Changes the index of an element after it in
// `pointer` to the index before the edit.
void Shift(std::string_view path, bool added, std::string& pointer) {
  const std::size_t slash = path.rfind('/');
  const auto changed = IndexOf(path.substr(slash + 1));
  if (!changed || !RestBelow(pointer, path.substr(0, slash))) return;
  const std::size_t begin = slash + 1;
  if (begin >= pointer.size()) return;
  const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
  const auto index = IndexOf(std::string_view(pointer).substr(begin, end - begin));
  if (!index || *index < *changed) return;
  pointer.replace(begin, end - begin, std::to_string(added ? *index - 1 : *index + 1));
}

void Undo(const Edit& edit, std::string& pointer) {
  const auto rest = RestBelow(pointer, edit.path);
  switch (edit.kind) {
    case Edit::Kind::kMove:
    case Edit::Kind::kCopy:
      if (rest) pointer = edit.from + *rest;
      break;
    case Edit::Kind::kAdd:
      if (rest) {
        pointer = edit.path.substr(0, edit.path.rfind('/'));
      } else {
        Shift(edit.path, true, pointer);
      }
      break;
    case Edit::Kind::kRemove: Shift(edit.path, false, pointer); break;
    default: break;
  }
}

}  // namespace

std::string PointerBefore(std::span<const Edit> edits, std::string pointer) {
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) Undo(*edit, pointer);
  return pointer;
}

std::vector<Edit> Difference(const json& from, const json& to) {
  std::vector<Edit> edits;
  Diff(edits).Values(from, to, "");
  return edits;
}

}  // namespace structural::fix
