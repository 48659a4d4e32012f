#include "document/edit/patch.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>
#include <utility>

#include "schema/base/pointer.h"

namespace structural::document {
namespace {

using base::ErrorCode;
using Child = Value::Child;
using Kind = Value::Kind;
using Where = InsertPosition::Where;
using Children = std::vector<Child>;

// Returns the path that the value at `tokens` had in the document before the edits; empty if the value is new.
// `path_values`: the values on the path.
Tokens HomeOf(const Tokens& tokens, const PathValues& path_values) {
  Tokens old_path;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Value& parent = *path_values[i];
    const auto place = static_cast<std::size_t>(ChildOf(parent, tokens[i]));
    const Value::Child& child = parent.children[place];
    const bool element = parent.kind == Kind::kArray;
    if (child.value->is_new || (element && child.value->old_index == Value::kNoOldIndex)) return {};
    old_path.push_back(element                 ? std::to_string(child.value->old_index)
                       : child.old_key.empty() ? child.key
                                               : child.old_key);
  }
  return old_path;
}

// Returns a copy of the value at `from`, for a move or a copy. If the value has text in the old document, the copy
// records the path of that text. Errors: kUnprocessable if the value does not exist.
base::Result<Value*> CopyFrom(const std::string& from, Values& values, Value& root) {
  const auto tokens = TokensOf(from);
  if (!tokens.ok()) return tokens.error();
  if (tokens->empty()) return values.Copy(root);
  const auto path_values = ValuesOnPath(*tokens, root);
  const auto place = path_values ? ChildOf(*path_values->back(), tokens->back()) : std::ptrdiff_t{-1};
  if (place < 0) return NotFoundError(from);
  const Value& value = *path_values->back()->children[static_cast<std::size_t>(place)].value;
  Value* const copy = values.Copy(value);
  copy->old_path = value.old_path;
  if (!value.is_new && !value.changed) copy->old_path = HomeOf(*tokens, *path_values);
  return copy;
}

// Renames a member without changing its position. Returns false, and changes nothing, if the move goes to another
// object, or if the new key exists. Precondition: the value at `from` exists.
bool Rename(const Tokens& from, const Tokens& to, Value& root) {
  const bool siblings =
      from.size() == to.size() && !from.empty() && std::equal(from.begin(), from.end() - 1, to.begin());
  if (!siblings || from.back() == to.back()) return false;
  const auto path_values = ValuesOnPath(from, root);
  Value& parent = *path_values->back();
  if (parent.kind != Kind::kObject || parent.Find(to.back()) >= 0) return false;
  const auto place = static_cast<std::size_t>(parent.Find(from.back()));
  Value::Child& child = parent.children[place];
  if (child.old_key.empty() && !child.value->is_new) child.old_key = child.key;
  parent.Rename(place, to.back());
  if (child.old_key == child.key) child.old_key.clear();
  MarkChanged(*path_values);
  return true;
}

std::ptrdiff_t PlaceFor(const std::string& key, const InsertPosition& place, const Value& object) {
  const Children& members = object.children;
  const auto last = static_cast<std::ptrdiff_t>(members.size());
  const auto neighbour = place.key.empty() ? -1 : object.Find(place.key);
  switch (place.where) {
    case Where::kLast: break;
    case Where::kFirst: return 0;
    case Where::kAfter: return neighbour < 0 ? last : neighbour + 1;
    case Where::kBefore: return neighbour < 0 ? last : neighbour;
    case Where::kInOrder: {
      if (!object.InOrder()) break;
      const auto less = [](const Child& child, const std::string& text) { return child.key < text; };
      return std::lower_bound(members.begin(), members.end(), key, less) - members.begin();
    }
  }
  return last;
}

// Clears the former key of a renamed sibling; otherwise the text of that key would be used for the
// new member.
void ForgetFormerKey(const std::string& key, Value& parent) {
  for (Child& sibling : parent.children) {
    if (sibling.old_key != key) continue;
    sibling.old_key.clear();
    sibling.value->is_new = sibling.value->changed = true;
  }
}

base::Status Add(const Edit& edit, const std::string& token, Value* value, const PathValues& path_values) {
  Value& parent = *path_values.back();
  if (parent.kind == Kind::kObject) {
    const auto found = parent.Find(token);
    if (found >= 0) {
      if (Replace(*parent.children[static_cast<std::size_t>(found)].value, *value)) {
        MarkChanged(path_values);
      }
      return base::Ok();
    }
    if (parent.has_renamed_child) ForgetFormerKey(token, parent);
    const auto at = PlaceFor(token, edit.place, parent);
    parent.Insert(static_cast<std::size_t>(at), {token, value});
  } else {
    const auto at = parent.kind == Kind::kArray ? IndexOf(token, parent.children.size()) : std::ptrdiff_t{-1};
    if (at < 0) return NotFoundError("place for " + edit.path);
    parent.Insert(static_cast<std::size_t>(at), {{}, value});
  }
  MarkChanged(path_values);
  return base::Ok();
}

base::Status Change(const Edit& edit, const std::string& token, Value* value, const PathValues& path_values) {
  const bool replaces = edit.kind == Edit::Kind::kReplace || edit.kind == Edit::Kind::kRemove;
  if (!replaces) return Add(edit, token, value, path_values);
  Value& parent = *path_values.back();
  const auto found = ChildOf(parent, token);
  if (found < 0) return NotFoundError(edit.path);
  const auto place = static_cast<std::size_t>(found);
  if (edit.kind == Edit::Kind::kRemove) {
    parent.Erase(place);
    MarkChanged(path_values);
  } else if (Replace(*parent.children[place].value, *value)) {
    MarkChanged(path_values);
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

// Returns the value that an edit adds; null for kRemove.
base::Result<Value*> ValueOf(const Edit& edit, Values& values, Value& root) {
  switch (edit.kind) {
    case Edit::Kind::kRemove: return nullptr;
    case Edit::Kind::kMove:
    case Edit::Kind::kCopy: return CopyFrom(edit.from, values, root);
    default: return values.Parse(edit.value, true);
  }
}

base::Status Put(const Edit& edit, const Tokens& tokens, Value* value, Value& root) {
  if (tokens.empty()) return ChangeRoot(edit, value, root);
  const auto path_values = ValuesOnPath(tokens, root);
  return path_values ? Change(edit, tokens.back(), value, *path_values) : NotFoundError(edit.path);
}

// Removes the value and adds it at its new place; if that fails, restores it.
base::Status Move(const Edit& edit, const Tokens& tokens, Value* value, Value& root) {
  const auto from = TokensOf(edit.from);
  if (*from == tokens) return base::Ok();
  if (from->size() < tokens.size() && std::equal(from->begin(), from->end(), tokens.begin())) {
    return {ErrorCode::kUnprocessable, "a value cannot be moved into itself"};
  }
  if (Rename(*from, tokens, root)) return base::Ok();
  const PathValues path_values = *ValuesOnPath(*from, root);
  const auto place = static_cast<std::size_t>(ChildOf(*path_values.back(), from->back()));
  const Child taken = path_values.back()->children[place];
  path_values.back()->Erase(place);
  value->was_moved = true;
  auto done = Put(edit, tokens, value, root);
  if (done.ok()) {
    MarkChanged(path_values);
  } else {
    path_values.back()->Insert(place, taken);
  }
  return done;
}

std::string_view ParentOf(const std::string& path) { return std::string_view(path).substr(0, path.rfind('/')); }

// Number of members that can be moved at the cost of adding one member.
constexpr std::size_t kMoves = 64;

}  // namespace

std::size_t CountAddsToOneParent(std::span<const Edit> edits) {
  const auto belongs = [&](const Edit& edit) {
    return edit.kind == Edit::Kind::kAdd && edit.place.where == Where::kInOrder &&
           edit.path.find('/') != edit.path.npos && ParentOf(edit.path) == ParentOf(edits[0].path);
  };
  const auto run = std::ranges::find_if_not(edits, belongs) - edits.begin();
  return std::max<std::size_t>(static_cast<std::size_t>(run), 1);
}

std::size_t PatchInOrder(std::span<const Edit> edits, Values& values, Value& root) {
  if (edits.size() < 2) return 0;
  const auto first = TokensOf(edits[0].path);
  const auto path_values = first.ok() ? ValuesOnPath(*first, root) : std::nullopt;
  if (!path_values) return 0;
  Value& parent = *path_values->back();
  if (parent.kind != Kind::kObject || parent.has_renamed_child || !parent.InOrder() ||
      parent.children.size() / kMoves > edits.size()) {
    return 0;
  }
  Children added;
  std::set<std::string_view> paths;
  for (const Edit& edit : edits) {
    const auto tokens = TokensOf(edit.path);
    if (!tokens.ok() || parent.Find(tokens->back()) >= 0) break;
    const auto value = values.Parse(edit.value, true);
    if (!value.ok() || !paths.insert(edit.path).second) break;
    added.push_back({tokens->back(), *value});
  }
  const std::size_t count = added.size();
  if (count == 0) return 0;
  parent.InsertInOrder(std::move(added));
  MarkChanged(*path_values);
  return count;
}

base::Status Patch(const Edit& edit, Values& values, Value& root) {
  const auto tokens = TokensOf(edit.path);
  if (!tokens.ok()) return tokens.error();
  const auto value = ValueOf(edit, values, root);
  if (!value.ok()) return value.error();
  if (edit.kind == Edit::Kind::kMove) return Move(edit, *tokens, *value, root);
  return Put(edit, *tokens, *value, root);
}

namespace {}  // namespace

base::Error NotFoundError(const std::string& path) { return {ErrorCode::kUnprocessable, "not found: " + path}; }

base::Result<Tokens> TokensOf(std::string_view path) {
  auto tokens = base::ReadPointer(path);
  if (tokens) return *std::move(tokens);
  return base::Error(ErrorCode::kInvalidInput,
                     "the path is not a JSON Pointer such as /a/b, where ~0 is a tilde and ~1 a slash in a name");
}

std::ptrdiff_t IndexOf(std::string_view token, std::size_t size) {
  if (token == "-") return static_cast<std::ptrdiff_t>(size);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool number = error == std::errc() && end == token.data() + token.size();
  if (!number || (token.size() > 1 && token[0] == '0') || index > size) return -1;
  return static_cast<std::ptrdiff_t>(index);
}

std::ptrdiff_t ChildOf(const Value& value, std::string_view token) {
  if (value.kind == Kind::kObject) return value.Find(token);
  if (value.kind != Kind::kArray) return -1;
  const auto index = IndexOf(token, value.children.size());
  return index == static_cast<std::ptrdiff_t>(value.children.size()) ? -1 : index;
}

std::optional<PathValues> ValuesOnPath(const Tokens& tokens, Value& root) {
  PathValues path_values{&root};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto child = ChildOf(*path_values.back(), tokens[i]);
    if (child < 0) return std::nullopt;
    path_values.push_back(path_values.back()->children[static_cast<std::size_t>(child)].value);
  }
  return path_values;
}

void MarkChanged(const PathValues& path_values) {
  for (Value* value : path_values) {
    value->changed = true;
    value->old_path.clear();
  }
}

namespace {

void Overwrite(Value& value, Value& from) {
  value.kind = from.kind;
  value.is_new = true;
  value.text = std::move(from.text);
  value.old_path = std::move(from.old_path);
  value.was_moved = from.was_moved;
  value.children = std::move(from.children);
  from.DiscardIndexes();
}

using Places = std::unordered_map<std::string_view, std::size_t>;

Places IndexByKey(const Children& members) {
  Places places;
  for (std::size_t i = 0; i < members.size(); ++i) places.emplace(members[i].key, i);
  return places;
}

// Makes the members of `old` equal to those of `now`. Each new member is placed after the member that precedes it in
// `now`.
void ReplaceMembers(Children& old, const Children& now) {
  const Places wanted = IndexByKey(now);
  std::erase_if(old, [&](const Child& child) { return !wanted.contains(child.key); });
  const Places places = IndexByKey(old);
  std::vector<Children> added(old.size() + 1);  // new members before each old one, and at the end
  std::size_t at = 0;
  for (const Child& child : now) {
    const auto found = places.find(child.key);
    if (found == places.end()) {
      added[at].push_back(child);
    } else {
      Replace(*old[found->second].value, *child.value);
      at = found->second + 1;
    }
  }
  Children members;
  for (std::size_t i = 0; i < added.size(); ++i) {
    members.insert(members.end(), added[i].begin(), added[i].end());
    if (i < old.size()) members.push_back(old[i]);
  }
  old = std::move(members);
}

// Makes the elements of `old` equal to those of `now`. Equal elements at the start and at the end stay; the elements
// between them are replaced one by one.
void ReplaceElements(Children& old, const Children& now) {
  const auto equal = [](const Child& a, const Child& b) { return Equal(*a.value, *b.value); };
  const std::size_t less = std::min(old.size(), now.size());
  std::size_t front = 0, back = 0;
  while (front < less && equal(old[front], now[front])) ++front;
  while (back < less - front &&
         equal(old.end()[-1 - static_cast<std::ptrdiff_t>(back)], now.end()[-1 - static_cast<std::ptrdiff_t>(back)])) {
    ++back;
  }
  const auto kept = static_cast<std::ptrdiff_t>(back);
  const auto both = static_cast<std::ptrdiff_t>(less - back);
  for (auto i = static_cast<std::ptrdiff_t>(front); i < both; ++i) {
    Replace(*old.begin()[i].value, *now.begin()[i].value);
  }
  const auto rest = old.erase(old.begin() + both, old.end() - kept);
  old.insert(rest, now.begin() + both, now.end() - kept);
}

}  // namespace

bool Replace(Value& value, Value& from) {
  if (Equal(value, from)) return false;
  const bool similar = value.kind == from.kind && value.IsCollection() && !value.is_new;
  if (!similar || from.children.empty()) {
    Overwrite(value, from);
  } else if (value.kind == Kind::kObject) {
    ReplaceMembers(value.children, from.children);
  } else {
    ReplaceElements(value.children, from.children);
  }
  value.DiscardIndexes();
  value.changed = true;
  return true;
}

}  // namespace structural::document
