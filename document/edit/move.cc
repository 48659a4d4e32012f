#include "document/edit/move.h"

#include <algorithm>

namespace structural::document {
namespace {

using Kind = Value::Kind;

// The way in the document as it was; empty where something on it is new.
Tokens HomeOf(const Tokens& tokens, const Way& way) {
  Tokens home;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Value& parent = *way[i];
    const auto place = static_cast<std::size_t>(ChildOf(parent, tokens[i]));
    const Value::Child& child = parent.children[place];
    const bool element = parent.kind == Kind::kArray;
    if (child.value->fresh || (element && child.value->origin == Value::kNew)) return {};
    home.push_back(element             ? std::to_string(child.value->origin)
                   : child.was.empty() ? child.key
                                       : child.was);
  }
  return home;
}

}  // namespace

base::Result<Value*> CopyFrom(const std::string& from, Values& values, Value& root) {
  const auto tokens = TokensOf(from);
  if (!tokens.ok()) return tokens.error();
  if (tokens->empty()) return values.Copy(root);
  const auto way = WayTo(*tokens, root);
  const auto place = way ? ChildOf(*way->back(), tokens->back()) : std::ptrdiff_t{-1};
  if (place < 0) return NotThere(from);
  const Value& value = *way->back()->children[static_cast<std::size_t>(place)].value;
  Value* const copy = values.Copy(value);
  copy->home = value.home;
  if (!value.fresh && !value.changed) copy->home = HomeOf(*tokens, *way);
  return copy;
}

bool Rename(const Tokens& from, const Tokens& to, Value& root) {
  const bool siblings = from.size() == to.size() && !from.empty() &&
                        std::equal(from.begin(), from.end() - 1, to.begin());
  if (!siblings || from.back() == to.back()) return false;
  const auto way = WayTo(from, root);
  Value& parent = *way->back();
  if (parent.kind != Kind::kObject || parent.Find(to.back()) >= 0) return false;
  const auto place = static_cast<std::size_t>(parent.Find(from.back()));
  Value::Child& child = parent.children[place];
  if (child.was.empty() && !child.value->fresh) child.was = child.key;
  parent.Rename(place, to.back());
  if (child.was == child.key) child.was.clear();
  MarkChanged(*way);
  return true;
}

}  // namespace structural::document
