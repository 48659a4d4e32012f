#include "document/edit/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "document/edit/replace.h"

namespace structural::document {
namespace {

using base::ErrorCode;
using Child = Value::Child;
using Kind = Value::Kind;
using Where = Place::Where;
using Children = std::vector<Child>;

base::Error NotThere(const std::string& path) {
  return {ErrorCode::kUnprocessable, "there is no " + path};
}

// One part of a pointer; nullopt for a tilde that stands for nothing.
std::optional<std::string> Unescape(std::string_view token) {
  std::string text;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      text += token[at];
    } else if (++at < token.size() && (token[at] == '0' || token[at] == '1')) {
      text += token[at] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

base::Result<std::vector<std::string>> Tokens(std::string_view path) {
  const base::Error broken(ErrorCode::kInvalidInput,
                           "the path is no JSON Pointer: /a/b, with ~0 "
                           "for a tilde and ~1 for a slash in a name");
  std::vector<std::string> tokens;
  if (!path.empty() && path[0] != '/') return broken;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    auto token = Unescape(path.substr(0, end));
    if (!token) return broken;
    tokens.push_back(*std::move(token));
    path.remove_prefix(end);
  }
  return tokens;
}

// The index of an element; -1: none. `-` is the one behind the last.
std::ptrdiff_t IndexOf(std::string_view token, std::size_t size) {
  if (token == "-") return static_cast<std::ptrdiff_t>(size);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool number = error == std::errc() && end == token.data() + token.size();
  if (!number || (token.size() > 1 && token[0] == '0') || index > size) return -1;
  return static_cast<std::ptrdiff_t>(index);
}

// Of a child that is there; -1: none.
std::ptrdiff_t ChildOf(const Value& value, std::string_view token) {
  if (value.kind == Kind::kObject) return value.Find(token);
  if (value.kind != Kind::kArray) return -1;
  const auto index = IndexOf(token, value.children.size());
  return index == static_cast<std::ptrdiff_t>(value.children.size()) ? -1 : index;
}

bool InOrder(const Children& members) {
  return std::is_sorted(members.begin(), members.end(),
                        [](const Child& a, const Child& b) { return a.key < b.key; });
}

std::ptrdiff_t PlaceFor(const std::string& key, const Place& place, const Value& object) {
  const Children& members = object.children;
  const auto last = static_cast<std::ptrdiff_t>(members.size());
  const auto neighbour = place.key.empty() ? -1 : object.Find(place.key);
  switch (place.where) {
    case Where::kLast: break;
    case Where::kFirst: return 0;
    case Where::kAfter: return neighbour < 0 ? last : neighbour + 1;
    case Where::kBefore: return neighbour < 0 ? last : neighbour;
    case Where::kInOrder: {
      if (!InOrder(members)) break;
      const auto less = [](const Child& child, const std::string& text) {
        return child.key < text;
      };
      return std::lower_bound(members.begin(), members.end(), key, less) - members.begin();
    }
  }
  return last;
}

// The values from the root to the parent of what the edit is about.
using Way = std::vector<Value*>;

void MarkChanged(const Way& way) {
  for (Value* value : way) value->changed = true;
}

base::Status Add(const Edit& edit, const std::string& token, Value* value, const Way& way) {
  Value& parent = *way.back();
  if (parent.kind == Kind::kObject) {
    const auto found = parent.Find(token);
    if (found >= 0) {
      if (Replace(*parent.children[static_cast<std::size_t>(found)].value, *value)) {
        MarkChanged(way);
      }
      return base::Ok();
    }
    const auto at = PlaceFor(token, edit.place, parent);
    parent.children.insert(parent.children.begin() + at, {token, value});
  } else {
    const auto at =
        parent.kind == Kind::kArray ? IndexOf(token, parent.children.size()) : std::ptrdiff_t{-1};
    if (at < 0) return NotThere("place for " + edit.path);
    parent.children.insert(parent.children.begin() + at, {{}, value});
  }
  MarkChanged(way);
  return base::Ok();
}

base::Status Change(const Edit& edit, const std::string& token, Value* value, const Way& way) {
  if (edit.kind == Edit::Kind::kAdd) return Add(edit, token, value, way);
  Value& parent = *way.back();
  const auto found = ChildOf(parent, token);
  if (found < 0) return NotThere(edit.path);
  const auto child = parent.children.begin() + found;
  if (edit.kind == Edit::Kind::kRemove) {
    parent.children.erase(child);
    MarkChanged(way);
  } else if (Replace(*child->value, *value)) {
    MarkChanged(way);
  }
  return base::Ok();
}

base::Status ChangeRoot(const Edit& edit, Value* value, Value& root) {
  if (edit.kind == Edit::Kind::kRemove) {
    return {ErrorCode::kUnprocessable, "the whole document cannot be removed"};
  }
  Replace(root, *value);
  return base::Ok();
}

}  // namespace

base::Status Patch(const Edit& edit, Values& values, Value& root) {
  const auto tokens = Tokens(edit.path);
  if (!tokens.ok()) return tokens.error();
  Value* value = nullptr;
  if (edit.kind != Edit::Kind::kRemove) {
    const auto read = values.Parse(edit.value, true);
    if (!read.ok()) return read.error();
    value = *read;
  }
  if (tokens->empty()) return ChangeRoot(edit, value, root);
  Way way{&root};
  for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
    const auto child = ChildOf(*way.back(), (*tokens)[i]);
    if (child < 0) return NotThere(edit.path);
    way.push_back(way.back()->children[static_cast<std::size_t>(child)].value);
  }
  return Change(edit, tokens->back(), value, way);
}

}  // namespace structural::document
