#include "schema/json/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/quote.h"
#include "schema/json/members.h"

namespace structural::json {
namespace {

using base::ErrorCode;
using Tokens = std::vector<std::string_view>;

base::Error NotThere(std::string_view pointer) {
  return {ErrorCode::kUnprocessable, base::Quote(pointer) + " is not there"};
}

std::optional<std::string> UnescapedToken(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      text += token[i];
    } else if (++i < token.size() && (token[i] == '0' || token[i] == '1')) {
      text += token[i] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

base::Result<Tokens> TokensOf(std::string_view pointer, base::Arena& arena) {
  const base::Error broken(ErrorCode::kInvalidInput,
                           base::Quote(pointer) + " is not a JSON Pointer such as /spec/versions/0");
  if (!pointer.empty() && pointer[0] != '/') return broken;
  Tokens tokens;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    const auto token = UnescapedToken(pointer.substr(0, end));
    if (!token) return broken;
    tokens.push_back(arena.Copy(*token));
    pointer.remove_prefix(end);
  }
  return tokens;
}

// Of an element, or `size` for the place behind the last.
std::optional<std::size_t> IndexOf(std::string_view token, std::size_t size) {
  if (token == "-") return size;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool whole = error == std::errc() && end == token.data() + token.size();
  if (!whole || (token.size() > 1 && token[0] == '0') || index > size) return std::nullopt;
  return index;
}

Value* ChildOf(Value& value, std::string_view token) {
  if (!value.is_array()) return value.Find(token);
  const auto index = IndexOf(token, value.elements().size());
  return index && *index < value.elements().size() ? &value.elements()[*index] : nullptr;
}

// nullptr: it is not there.
Value* FollowTokens(Value& root, std::span<const std::string_view> tokens) {
  Value* at = &root;
  for (const std::string_view token : tokens) {
    at = ChildOf(*at, token);
    if (at == nullptr) return nullptr;
  }
  return at;
}

void InsertElement(Value& array, std::size_t index, const Value& value, base::Arena& arena) {
  std::vector<Value> elements(array.elements().begin(), array.elements().end());
  elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(index), value);
  array = Value::Array(arena.Copy(std::span<const Value>(elements)));
}

class Patching {
 public:
  Patching(Value& root, base::Arena& arena) : root_(root), arena_(arena) {}

  base::Status Do(const Value& operation) {
    const Value* path = operation.Find("path");
    if (path == nullptr || !path->is_string())
      return {ErrorCode::kInvalidInput, "an operation needs a path, which is a text"};
    const std::string_view name = TextOf(operation.Find("op"));
    if (name == "remove") return Remove(path->text());
    if (name == "move" || name == "copy") return MoveOrCopy(operation, path->text());
    if (name != "add" && name != "replace" && name != "test") {
      return {ErrorCode::kInvalidInput,
              "op is " + base::Quote(name) + ", and not add, remove, replace, move, copy or test"};
    }
    const Value* value = operation.Find("value");
    if (value == nullptr)
      return {ErrorCode::kInvalidInput, std::string(name) + " needs a value"};
    if (name == "add") return Add(path->text(), DeepCopy(*value, arena_));
    const auto found = Find(path->text());
    if (!found.ok()) return found.error();
    if (name == "replace") {
      **found = DeepCopy(*value, arena_);
    } else if (!Equal(**found, *value)) {
      return {ErrorCode::kUnprocessable, "the value at " + base::Quote(path->text()) + " is another"};
    }
    return base::Ok();
  }

 private:
  base::Result<Value*> Find(std::string_view pointer) {
    const auto tokens = TokensOf(pointer, arena_);
    if (!tokens.ok()) return tokens.error();
    Value* const found = FollowTokens(root_, *tokens);
    if (found == nullptr) return NotThere(pointer);
    return found;
  }

  base::Status Add(std::string_view pointer, const Value& value) {
    const auto tokens = TokensOf(pointer, arena_);
    if (!tokens.ok()) return tokens.error();
    if (tokens->empty()) {
      root_ = value;
      return base::Ok();
    }
    Value* const parent = FollowTokens(root_, std::span(*tokens).first(tokens->size() - 1));
    if (parent != nullptr && parent->is_object()) {
      Set(*parent, tokens->back(), value, arena_);
      return base::Ok();
    }
    if (parent == nullptr || !parent->is_array()) return NotThere(pointer);
    const auto index = IndexOf(tokens->back(), parent->elements().size());
    if (!index) return NotThere(pointer);
    InsertElement(*parent, *index, value, arena_);
    return base::Ok();
  }

  base::Status Remove(std::string_view pointer) {
    const auto tokens = TokensOf(pointer, arena_);
    if (!tokens.ok()) return tokens.error();
    if (tokens->empty() || FollowTokens(root_, *tokens) == nullptr) return NotThere(pointer);
    Value& parent = *FollowTokens(root_, std::span(*tokens).first(tokens->size() - 1));
    if (parent.is_object()) {
      Take(parent, tokens->back());
      return base::Ok();
    }
    const auto elements = parent.elements();
    const auto at = elements.begin() +
                    static_cast<std::ptrdiff_t>(*IndexOf(tokens->back(), elements.size()));
    std::shift_left(at, elements.end(), 1);
    parent.Truncate(elements.size() - 1);
    return base::Ok();
  }

  base::Status MoveOrCopy(const Value& operation, std::string_view path) {
    const bool move = TextOf(operation.Find("op")) == "move";
    const std::string_view from = TextOf(operation.Find("from"));
    const auto found = Find(from);
    if (!found.ok()) return found.error();
    if (move && path.starts_with(std::string(from) + "/"))
      return {ErrorCode::kUnprocessable, base::Quote(from) + " cannot move into itself"};
    const Value value = DeepCopy(**found, arena_);
    if (move) {
      const base::Status removed = Remove(from);
      if (!removed.ok()) return removed;
    }
    return Add(path, value);
  }

  Value& root_;
  base::Arena& arena_;
};

}  // namespace

base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena) {
  if (!patch.is_array())
    return {ErrorCode::kInvalidInput, "a JSON Patch is a list of operations"};
  Patching patching(root, arena);
  std::size_t number = 0;
  for (const Value& operation : patch.elements()) {
    const base::Status done = patching.Do(operation);
    ++number;
    if (!done.ok()) return done.error().In("operation " + std::to_string(number));
  }
  return base::Ok();
}

}  // namespace structural::json
