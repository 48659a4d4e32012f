#include "schema/admission/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "schema/json/members.h"
#include "schema/json/patch.h"
#include "schema/json/write.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::Member;
using json::Value;

base::Error DoesNotApply() { return {ErrorCode::kUnprocessable, "the operation does not apply"}; }

base::Error CannotRead(const Value& value, std::string_view type) {
  return {ErrorCode::kBadRequest, "json: cannot unmarshal " + std::string(JsonKind(value)) +
                                      " into Go value of type jsonpatch." + std::string(type)};
}

// Upstream: patch.go decodePatchKey.
std::string PatchKey(std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escaped = token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
    key += !escaped ? token[i] : token[++i] == '1' ? '/' : '~';
  }
  return key;
}

// Go's strconv.Atoi; a negative index counts from the end.
std::optional<std::size_t> IndexOf(std::string_view key, std::size_t size) {
  if (key.starts_with('+')) key.remove_prefix(1);
  std::int64_t index = 0;
  const auto [end, failed] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (failed != std::errc() || end != key.data() + key.size()) return std::nullopt;
  if (index < 0) index += static_cast<std::int64_t>(size);
  if (index < 0 || index > static_cast<std::int64_t>(size)) return std::nullopt;
  return static_cast<std::size_t>(index);
}

class JsonPatch {
 public:
  JsonPatch(Value& root, base::Arena& arena) : root_(root), arena_(arena) {}

  base::Status Do(const Value& operation);

 private:
  struct Place {
    Value* parent = nullptr;  // an object or array; null if it does not exist
    std::string_view key;
  };
  Place Find(std::string_view path);
  // Returns the value, null if the object has none; nullopt for an index that the array does not have.
  std::optional<Value> Get(const Place& place) const;
  bool Add(const Place& place, const Value& value);
  bool Replace(const Place& place, const Value& value);
  bool Remove(const Place& place);
  bool Run(std::string_view kind, const Value* path, const Value* from, const Value& value);

  bool MayCopy(const Value& value);

  Value& root_;
  base::Arena& arena_;
  std::size_t copied_bytes_ = 0;  // bytes of JSON in all copies
};

// Upstream: patch.go Patch.copy, AccumulatedCopySizeLimit.
bool JsonPatch::MayCopy(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  copied_bytes_ += text.size();
  return copied_bytes_ <= json::kMaxPatchCopyBytes;
}

JsonPatch::Place JsonPatch::Find(std::string_view path) {
  std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {};
  Value* at = &root_;
  path.remove_prefix(slash + 1);
  while ((slash = path.find('/')) != std::string_view::npos) {
    const std::string key = PatchKey(path.substr(0, slash));
    path.remove_prefix(slash + 1);
    if (at->is_object()) {
      at = at->Find(key);
    } else {
      const auto index = IndexOf(key, at->elements().size());
      at = index && *index < at->elements().size() ? &at->elements()[*index] : nullptr;
    }
    if (at == nullptr || !at->is_container()) return {};
  }
  return {at, arena_.Copy(PatchKey(path))};
}

std::optional<Value> JsonPatch::Get(const Place& place) const {
  if (place.parent->is_object()) {
    const Value* found = place.parent->Find(place.key);
    return found == nullptr ? Value() : *found;
  }
  const auto elements = place.parent->elements();
  const auto index = IndexOf(place.key, elements.size());
  if (!index || *index == elements.size()) return std::nullopt;
  return elements[*index];
}

bool JsonPatch::Add(const Place& place, const Value& value) {
  if (place.parent->is_object()) {
    Set(*place.parent, place.key, value, arena_);
    return true;
  }
  const auto old = place.parent->elements();
  const bool is_negative = place.key.starts_with('-') && place.key.size() > 1;
  auto index = place.key == "-" ? std::optional(old.size()) : IndexOf(place.key, old.size() + (is_negative ? 1 : 0));
  if (!index || *index > old.size()) return false;
  std::vector<Value> elements(old.begin(), old.end());
  elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(*index), value);
  *place.parent = Value::Array(arena_.Copy(std::span<const Value>(elements)));
  return true;
}

bool JsonPatch::Replace(const Place& place, const Value& value) {
  if (!Get(place)) return false;
  if (place.parent->is_object()) {
    Set(*place.parent, place.key, value, arena_);
  } else {
    place.parent->elements()[*IndexOf(place.key, place.parent->elements().size())] = value;
  }
  return true;
}

bool JsonPatch::Remove(const Place& place) {
  if (place.parent->is_object()) {
    if (place.parent->Find(place.key) == nullptr) return false;
    json::Take(*place.parent, place.key);
    return true;
  }
  const auto old = place.parent->elements();
  const auto index = IndexOf(place.key, old.size());
  if (!index || *index == old.size()) return false;
  std::vector<Value> elements(old.begin(), old.end());
  elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(*index));
  *place.parent = Value::Array(arena_.Copy(std::span<const Value>(elements)));
  return true;
}

bool JsonPatch::Run(std::string_view kind, const Value* path, const Value* from, const Value& value) {
  const bool has_from = kind == "move" || kind == "copy";
  if (path == nullptr || !path->is_string() || (has_from && (from == nullptr || !from->is_string()))) return false;
  if (path->text().empty() && kind == "replace") {
    root_ = json::DeepCopy(value, arena_);
    return value.is_container();
  }
  if (path->text().empty() && kind == "test") return json::Equal(root_, value);
  std::optional<Value> moved;
  if (has_from) {
    const Place source = Find(from->text());
    if (source.parent == nullptr || !(moved = Get(source))) return false;
    if (kind == "move" ? !Remove(source) : !MayCopy(*moved)) return false;
    moved = json::DeepCopy(*moved, arena_);
  }
  const Place place = Find(path->text());
  if (place.parent == nullptr) return false;
  if (kind == "add") return Add(place, json::DeepCopy(value, arena_));
  if (kind == "replace") return Replace(place, json::DeepCopy(value, arena_));
  if (kind == "remove") return Remove(place);
  if (has_from) return Add(place, *moved);
  const auto found = Get(place);
  return kind == "test" && found && json::Equal(*found, value);
}

base::Status JsonPatch::Do(const Value& operation) {
  const Value* value = operation.Find("value");
  const bool done = Run(TextOf(operation.Find("op")), operation.Find("path"), operation.Find("from"),
                        value == nullptr ? Value() : *value);
  if (arena_.bytes() > json::kMaxPatchMemory) return DoesNotApply();
  return done ? base::Ok() : base::Status(DoesNotApply());
}

void PruneNulls(Value& value) {
  if (value.is_array()) {
    for (Value& element : value.elements()) PruneNulls(element);
  }
  if (!value.is_object()) return;
  const auto members = value.members();
  const auto nulls = std::ranges::remove_if(members, [](const Member& member) { return member.value.is_null(); });
  value.Truncate(static_cast<std::size_t>(nulls.begin() - members.begin()));
  for (Member& member : value.members()) PruneNulls(member.value);
}

// Precondition: both are objects.
Value MergeObjects(const Value& object, const Value& patch, base::Arena& arena) {
  Value merged = Value::Object(arena.Copy(std::span<const Member>(object.members())));
  for (const Member& member : patch.members()) {
    const Value* current = merged.Find(member.key);
    if (member.value.is_null()) {
      json::Take(merged, member.key);
    } else if (current != nullptr && current->is_object() && member.value.is_object()) {
      Set(merged, member.key, MergeObjects(*current, member.value, arena), arena);
    } else {
      Value value = json::DeepCopy(member.value, arena);
      if (current == nullptr || !current->is_object()) PruneNulls(value);
      Set(merged, member.key, value, arena);
    }
  }
  return merged;
}

}  // namespace

std::string_view JsonKind(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kString: return "string";
    case Value::Kind::kBool: return "bool";
    case Value::Kind::kArray: return "array";
    case Value::Kind::kObject: return "object";
    default: return "number";
  }
}

base::Status ApplyJsonPatch(const Value& patch, Value& object, base::Arena& arena) {
  if (!patch.is_array() && !patch.is_null()) return CannotRead(patch, "Patch");
  for (const Value& operation : ElementsOf(&patch)) {
    if (!operation.is_object() && !operation.is_null()) return CannotRead(operation, "Operation");
  }
  if (const std::size_t count = ElementsOf(&patch).size(); count > json::kMaxPatchOperations) {
    return {ErrorCode::kLimitExceeded, "Request entity too large: The allowed maximum operations in a JSON patch is " +
                                           std::to_string(json::kMaxPatchOperations) + ", got " +
                                           std::to_string(count)};
  }
  JsonPatch applied(object, arena);
  for (const Value& operation : ElementsOf(&patch)) {
    const base::Status done = applied.Do(operation);
    if (!done.ok()) return done;
  }
  return base::Ok();
}

base::Result<Value> ApplyMergePatch(const Value& object, const Value& patch, base::Arena& arena) {
  if (patch.is_object()) return MergeObjects(object, patch, arena);
  if (!patch.is_array()) return {ErrorCode::kBadRequest, "Invalid JSON Patch"};
  Value pruned = json::DeepCopy(patch, arena);
  PruneNulls(pruned);
  return pruned;
}

}  // namespace structural::admission
