#include "schema/admission/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/json/patch.h"
#include "schema/json/reader.h"
#include "schema/json/scan.h"
#include "schema/json/value.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::JsonReader;
using json::Member;
using json::Value;

// The patched document is a tree. Only the values on the paths of operations are parsed, and only the members of these
// objects are sorted. Each other value is a string that contains its JSON text as it was written, so its text does not
// change. A JSON null is null instead of such a string.
//
// Upstream: patch.go lazyNode.

constexpr std::size_t kMaxPatchLevels = 10'001;  // maximum steps of a path, and levels of a document

Value TextOrNull(std::string_view text) { return text == "null" ? Value() : Value::String(text); }

// Parses one level of a value: its members or elements stay texts. A scalar stays a text.
Value ReadLevel(std::string_view text, base::Arena& arena) {
  JsonReader in(text, arena);
  if (in.Peek() == JsonReader::Kind::kObject) {
    std::vector<Member> members;
    std::string_view key;
    for (in.BeginObject(); in.NextKey(&key);) members.push_back({key, TextOrNull(in.Skip())});
    members.resize(json::SortByKey(members));
    return Value::Object(arena.Copy(std::span<const Member>(members)));
  }
  if (in.Peek() != JsonReader::Kind::kArray) return TextOrNull(in.Skip());
  std::vector<Value> elements;
  for (in.BeginArray(); in.NextElement();) elements.push_back(TextOrNull(in.Skip()));
  return Value::Array(arena.Copy(std::span<const Value>(elements)));
}

void ReadLevelOf(Value& value, base::Arena& arena) {
  if (value.is_string()) value = ReadLevel(value.text(), arena);
}

void ReadIfObject(Value& value, base::Arena& arena) {
  if (value.is_string() && value.text().starts_with('{')) ReadLevelOf(value, arena);
}

// Appends JSON text without spaces. Escapes <, > and &, and U+2028 and U+2029, as Go does for HTML.
//
// Upstream: Go encoding/json appendCompact (Go 1.26).
void AppendCompact(std::string_view text, std::string& to) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!in_string && json::IsJsonSpace(c)) continue;
    if (c == '"') in_string = !in_string;
    if (c == '<' || c == '>' || c == '&') {
      to += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    } else if (text.substr(i).starts_with("\xe2\x80\xa8") || text.substr(i).starts_with("\xe2\x80\xa9")) {
      to += text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      to += c;
      if (c == '\\' && i + 1 < text.size()) to += text[++i];
    }
  }
}

// Appends the tree as JSON. Values that are nested deeper than `levels` are cut off. The text is then not JSON, but no
// decoder accepts that many levels anyway.
void AppendTree(const Value& value, std::string& to, std::size_t levels = kMaxPatchLevels) {
  if (levels == 0) {
    to += ']';
  } else if (value.is_object()) {
    to += '{';
    for (const Member& member : value.members()) {
      if (to.back() != '{') to += ',';
      std::string key;
      base::AppendJsonString(member.key, key);
      AppendCompact(key, to);
      to += ':';
      AppendTree(member.value, to, levels - 1);
    }
    to += '}';
  } else if (value.is_array()) {
    to += '[';
    for (const Value& element : value.elements()) {
      if (to.back() != '[') to += ',';
      AppendTree(element, to, levels - 1);
    }
    to += ']';
  } else if (value.is_string()) {
    AppendCompact(value.text(), to);
  } else {
    to += "null";
  }
}

std::string TextOfTree(const Value& value) {
  std::string text;
  AppendTree(value, text);
  return text;
}

// Whether the values are equal. Scalars are equal if their texts are equal.
//
// Upstream: patch.go lazyNode.equal.
bool EqualTrees(Value& a, Value& b, base::Arena& arena) {
  ReadLevelOf(a, arena);
  ReadLevelOf(b, arena);
  if (a.kind() != b.kind()) return false;
  const auto equal = [&](Value& x, Value& y) { return EqualTrees(x, y, arena); };
  if (a.is_array()) return std::ranges::equal(a.elements(), b.elements(), equal);
  if (a.is_object()) {
    return std::ranges::equal(a.members(), b.members(),
                              [&](Member& x, Member& y) { return x.key == y.key && equal(x.value, y.value); });
  }
  return a.is_null() || a.text() == b.text();
}

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

// Returns the array index that `key` denotes, between 0 and `size`; nullopt if `key` is not an integer or is out of
// range. Accepts a sign, like Go's strconv.Atoi. A negative index counts from the end of the array.
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

  // Applies an operation. `value`: the tree of the operation's value; null if the operation has none.
  base::Status Do(const Value& operation, const Value& value);

 private:
  struct Place {
    Value* parent = nullptr;  // object or array that has the member `key`; null if it does not exist
    std::string_view key;
  };
  Place Find(std::string_view path);
  // Returns the value at `place`: null if the object does not have the key, nullopt if the array does not have the
  // index.
  std::optional<Value> Get(const Place& place) const;
  bool Add(const Place& place, const Value& value);
  bool Replace(const Place& place, const Value& value);
  bool Remove(const Place& place);
  bool Run(std::string_view kind, const Value* path, const Value* from, Value value);
  bool CopyAsText(Value& value);

  Value& root_;
  base::Arena& arena_;
  std::size_t copied_bytes_ = 0;  // size of all values that copy operations have copied, as JSON in bytes
};

// Replaces the value by a copy of its text. Returns false if all copied values together exceed
// json::kMaxPatchCopyBytes.
//
// Upstream: patch.go Patch.copy, deepCopy, AccumulatedCopySizeLimit.
bool JsonPatch::CopyAsText(Value& value) {
  const std::string text = TextOfTree(value);
  copied_bytes_ += text.size();
  value = TextOrNull(arena_.Copy(std::string_view(text)));
  return copied_bytes_ <= json::kMaxPatchCopyBytes;
}

JsonPatch::Place JsonPatch::Find(std::string_view path) {
  std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || std::ranges::count(path, '/') > std::ptrdiff_t{kMaxPatchLevels}) return {};
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
    if (at == nullptr) return {};
    ReadLevelOf(*at, arena_);
    if (!at->is_container()) return {};
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

bool JsonPatch::Run(std::string_view kind, const Value* path, const Value* from, Value value) {
  const bool has_from = kind == "move" || kind == "copy";
  if (path == nullptr || !path->is_string() || (has_from && (from == nullptr || !from->is_string()))) return false;
  if (path->text().empty() && kind == "replace") {
    ReadLevelOf(value, arena_);
    root_ = value;
    return value.is_container();
  }
  if (path->text().empty() && kind == "test") return EqualTrees(root_, value, arena_);
  std::optional<Value> moved;
  if (has_from) {
    const Place source = Find(from->text());
    if (source.parent == nullptr || !(moved = Get(source))) return false;
    if (kind == "move" ? !Remove(source) : !CopyAsText(*moved)) return false;
  }
  const Place place = Find(path->text());
  if (place.parent == nullptr) return false;
  if (kind == "add") return Add(place, value);
  if (kind == "replace") return Replace(place, json::DeepCopy(value, arena_));
  if (kind == "remove") return Remove(place);
  if (has_from) return Add(place, *moved);
  auto found = Get(place);
  if (kind != "test" || !found || !EqualTrees(*found, value, arena_)) return false;
  return found->is_null() || Replace(place, *found);
}

base::Status JsonPatch::Do(const Value& operation, const Value& value) {
  const bool done = Run(TextOf(operation.Find("op")), operation.Find("path"), operation.Find("from"), value);
  if (arena_.bytes() > json::kMaxPatchMemoryBytes) return DoesNotApply();
  return done ? base::Ok() : base::Status(DoesNotApply());
}

// Upstream: merge.go pruneNulls, pruneDocNulls, pruneAryNulls.
void PruneNulls(Value& value, base::Arena& arena) {
  ReadLevelOf(value, arena);
  if (value.is_array()) {
    for (Value& element : value.elements()) PruneNulls(element, arena);
  }
  if (!value.is_object()) return;
  const auto members = value.members();
  const auto nulls = std::ranges::remove_if(members, [](const Member& member) { return member.value.is_null(); });
  value.Truncate(static_cast<std::size_t>(nulls.begin() - members.begin()));
  for (Member& member : value.members()) PruneNulls(member.value, arena);
}

Value MergeObjects(const Value& object, const Value& patch, base::Arena& arena);

// Upstream: merge.go merge.
Value MergeValues(Value current, Value patch, base::Arena& arena) {
  ReadIfObject(current, arena);
  if (!current.is_object()) {
    PruneNulls(patch, arena);
    return patch;
  }
  ReadIfObject(patch, arena);
  return patch.is_object() ? MergeObjects(current, patch, arena) : patch;
}

// Merges the members of a patch into an object. Precondition: both values are JSON objects.
//
// Upstream: merge.go mergeDocs.
Value MergeObjects(const Value& object, const Value& patch, base::Arena& arena) {
  std::vector<Member> merged;
  auto left = object.members().begin();
  const auto end = object.members().end();
  for (const Member& member : patch.members()) {
    while (left != end && left->key < member.key) merged.push_back(*left++);
    const bool is_known = left != end && left->key == member.key;
    const Value current = is_known ? (left++)->value : Value();
    if (!member.value.is_null()) merged.push_back({member.key, MergeValues(current, member.value, arena)});
  }
  merged.insert(merged.end(), left, end);
  return Value::Object(arena.Copy(std::span<const Member>(merged)));
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

base::Result<std::string> ApplyJsonPatch(std::string_view patch, std::string_view object, base::Arena& arena) {
  const auto parsed = json::Parser(arena).Parse(patch);
  if (!parsed.ok()) return {ErrorCode::kBadRequest, "invalid JSON patch"};
  if (!parsed->is_array() && !parsed->is_null()) return CannotRead(*parsed, "Patch");
  const auto operations = ElementsOf(&*parsed);
  for (const Value& operation : operations) {
    if (!operation.is_object() && !operation.is_null()) return CannotRead(operation, "Operation");
  }
  if (operations.size() > json::kMaxPatchOperations) {
    return {ErrorCode::kLimitExceeded, "Request entity too large: The allowed maximum operations in a JSON patch is " +
                                           std::to_string(json::kMaxPatchOperations) + ", got " +
                                           std::to_string(operations.size())};
  }
  Value root = ReadLevel(object, arena);
  JsonPatch applied(root, arena);
  const Value texts = ReadLevel(patch, arena);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    Value members = texts.elements()[i];
    ReadLevelOf(members, arena);
    const Value* value = members.Find("value");
    const base::Status done = applied.Do(operations[i], value == nullptr ? Value() : *value);
    if (!done.ok()) return done.error();
  }
  return TextOfTree(root);
}

base::Result<std::string> ApplyMergePatch(std::string_view patch, std::string_view object, base::Arena& arena) {
  if (!json::Parser(arena).Parse(patch).ok()) return {ErrorCode::kBadRequest, "invalid JSON patch"};
  Value changes = ReadLevel(patch, arena);
  if (changes.is_object()) return TextOfTree(MergeObjects(ReadLevel(object, arena), changes, arena));
  if (!changes.is_array()) return {ErrorCode::kBadRequest, "Invalid JSON Patch"};
  PruneNulls(changes, arena);
  return TextOfTree(changes);
}

}  // namespace structural::admission
