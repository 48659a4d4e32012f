#include "schema/json/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/pointer.h"
#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::json {
namespace {

using base::ErrorCode;
using Tokens = std::vector<std::string_view>;

base::Error NotFoundError(std::string_view pointer) {
  return {ErrorCode::kUnprocessable, base::Quote(pointer) + " is not there"};
}

base::Result<Tokens> TokensOf(std::string_view pointer, base::Arena& arena) {
  const auto names = base::ReadPointer(pointer);
  if (!names)
    return base::Error(ErrorCode::kInvalidInput,
                       base::Quote(pointer) + " is not a JSON Pointer such as /spec/versions/0");
  Tokens tokens;
  for (const std::string& name : *names) tokens.push_back(arena.Copy(name));
  return tokens;
}

// Returns the array index that a token denotes; nullopt if the token is not an index. The result can be `size`, the
// position after the last element.
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

// Returns the value at the path `tokens`; nullptr if it does not exist.
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

// Returns the depth of nested arrays and objects in a value. Adds the number of values in it, including itself, to
// `looked_at`.
int LevelsOf(const Value& value, std::size_t& looked_at) {
  int below = 0;
  ++looked_at;
  if (value.is_array()) {
    for (const Value& element : value.elements()) below = std::max(below, LevelsOf(element, looked_at));
  } else if (value.is_object()) {
    for (const Member& member : value.members()) below = std::max(below, LevelsOf(member.value, looked_at));
  }
  return value.is_container() ? below + 1 : 0;
}

class Patching {
 public:
  Patching(const Value& patch, Value& root, base::Arena& arena)
      : root_(root), arena_(arena), patch_levels_(LevelsOf(patch, looked_at_)) {}

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
    if (value == nullptr) return {ErrorCode::kInvalidInput, std::string(name) + " needs a value"};
    if (name == "add") return Add(path->text(), DeepCopy(*value, arena_));
    const auto found = Find(path->text());
    if (!found.ok()) return found.error();
    if (name == "replace") {
      const auto tokens = static_cast<std::size_t>(std::ranges::count(path->text(), '/'));
      const base::Status counted = CountLevels(tokens, *value);
      if (!counted.ok()) return counted;
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
    if (found == nullptr) return NotFoundError(pointer);
    return found;
  }

  base::Status Add(std::string_view pointer, const Value& value) {
    const auto tokens = TokensOf(pointer, arena_);
    if (!tokens.ok()) return tokens.error();
    const base::Status counted = CountLevels(tokens->size(), value);
    if (!counted.ok()) return counted;
    if (tokens->empty()) {
      root_ = value;
      return base::Ok();
    }
    Value* const parent = FollowTokens(root_, std::span(*tokens).first(tokens->size() - 1));
    if (parent != nullptr && parent->is_object()) {
      Set(*parent, tokens->back(), value, arena_);
      return base::Ok();
    }
    if (parent == nullptr || !parent->is_array()) return NotFoundError(pointer);
    const auto index = IndexOf(tokens->back(), parent->elements().size());
    if (!index) return NotFoundError(pointer);
    InsertElement(*parent, *index, value, arena_);
    return base::Ok();
  }

  base::Status Remove(std::string_view pointer) {
    const auto tokens = TokensOf(pointer, arena_);
    if (!tokens.ok()) return tokens.error();
    if (tokens->empty() || FollowTokens(root_, *tokens) == nullptr) return NotFoundError(pointer);
    Value& parent = *FollowTokens(root_, std::span(*tokens).first(tokens->size() - 1));
    if (parent.is_object()) {
      Take(parent, tokens->back());
      return base::Ok();
    }
    const auto elements = parent.elements();
    const auto at = elements.begin() + static_cast<std::ptrdiff_t>(*IndexOf(tokens->back(), elements.size()));
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
    if (move) {
      const Value moved = **found;
      const base::Status removed = Remove(from);
      return removed.ok() ? Add(path, moved) : removed;
    }
    const base::Status counted = CountCopy(**found);
    return counted.ok() ? Add(path, DeepCopy(**found, arena_)) : counted;
  }

  // Returns kLimitExceeded if the result of a patch operation would be nested too deeply for recursive functions.
  // `levels_` is an upper bound of the depth. The exact depth is computed only if the upper bound exceeds the limit,
  // because the computation is slow.
  base::Status CountLevels(std::size_t tokens, const Value& value) {
    constexpr std::size_t kMaxLookedAt = 50'000'000;
    const auto fits = [&](int levels) { return tokens + static_cast<std::size_t>(levels) <= max_levels_; };
    if (!fits(levels_)) levels_ = std::max(LevelsOf(root_, looked_at_), patch_levels_);
    if (!fits(levels_) && (looked_at_ > kMaxLookedAt || !fits(LevelsOf(value, looked_at_)))) {
      return {ErrorCode::kLimitExceeded, "the result has more than " + std::to_string(max_levels_) + " levels"};
    }
    levels_ = std::min(levels_ + static_cast<int>(tokens), static_cast<int>(max_levels_));
    return base::Ok();
  }

  // Counts the size of a copy. Returns kLimitExceeded if all copies together are too large. Without a limit, a patch
  // could double the size of the object with each operation, by copying a value into itself.
  base::Status CountCopy(const Value& value) {
    std::string json;
    AppendJson(value, json);
    copied_ += json.size();
    if (copied_ <= kMaxPatchCopyBytes) return base::Ok();
    return {ErrorCode::kLimitExceeded, "all copies together have " + std::to_string(copied_) +
                                           " bytes, and an API server allows " + std::to_string(kMaxPatchCopyBytes)};
  }

  Value& root_;
  base::Arena& arena_;
  std::size_t copied_ = 0;     // bytes of JSON
  std::size_t looked_at_ = 0;  // number of values that were visited to compute levels_
  const int patch_levels_;
  const std::size_t max_levels_ = static_cast<std::size_t>(base::LevelsLeft());
  int levels_ = static_cast<int>(max_levels_);  // upper bound of the nested levels in the root and the patch
};

base::Status CheckMemory(std::size_t bytes) {
  if (bytes <= kMaxPatchMemoryBytes) return base::Ok();
  return {ErrorCode::kLimitExceeded,
          "the patch takes more than " + std::to_string(kMaxPatchMemoryBytes >> 20) + " MiB of memory up to here"};
}

}  // namespace

base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena) {
  if (!patch.is_array()) return {ErrorCode::kInvalidInput, "a JSON Patch is a list of operations"};
  if (patch.elements().size() > kMaxPatchOperations) {
    return {ErrorCode::kLimitExceeded, "the patch has " + std::to_string(patch.elements().size()) +
                                           " operations, and an API server allows " +
                                           std::to_string(kMaxPatchOperations)};
  }
  Patching patching(patch, root, arena);
  const std::size_t before = arena.bytes();
  std::size_t number = 0;
  for (const Value& operation : patch.elements()) {
    base::Status done = patching.Do(operation);
    if (done.ok()) done = CheckMemory(arena.bytes() - before);
    ++number;
    if (!done.ok()) return done.error().In("operation " + std::to_string(number));
  }
  return base::Ok();
}

}  // namespace structural::json
