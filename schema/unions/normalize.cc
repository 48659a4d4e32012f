#include "schema/unions/normalize.h"

#include <optional>
#include <utility>

#include "schema/base/text_list.h"
#include "schema/unions/go_format.h"
#include "schema/unions/item_key.h"

namespace structural::unions {
namespace {

using json::Value;
using Kind = MergeType::Kind;

bool IsAbsent(const Value* value) { return value == nullptr || value->is_null(); }

bool IsEmpty(const Value* value) {
  if (IsAbsent(value)) return true;
  return value->is_array() ? value->elements().empty()
                           : !value->is_object() || value->members().empty();
}

// Goes down both values as the merge does.
class Walk {
 public:
  Walk(MergeOptions options, base::Arena& arena) : options_(options), arena_(arena) {}

  // Whether they are merged as a whole, and not looked into.
  bool Node(const MergeType& type, const Value* before, Value& now, bool is_root);

  base::TextList refused;
  std::optional<std::string> panic;

 private:
  void List(const MergeType& type, const Value* before, Value& now);
  void Members(const MergeType& type, const Value* before, Value& now);
  bool Deduced(const MergeType& type, const Value* before, Value& now);
  void Unions(const MergeType& type, const Value* before, Value& now, bool is_root);

  MergeOptions options_;
  base::Arena& arena_;
};

void Walk::List(const MergeType& type, const Value* before, Value& now) {
  if (!now.is_array()) return;
  const ItemIndex earlier(before, type);
  for (Value& item : now.elements()) Node(*type.element, earlier.Find(item), item, false);
}

void Walk::Members(const MergeType& type, const Value* before, Value& now) {
  if (!now.is_object()) return;
  for (json::Member& member : now.members()) {
    const MergeType::Field* field = type.Find(member.key);
    const MergeType& member_type = field != nullptr ? *field->type : *type.element;
    Node(member_type, before != nullptr ? before->Find(member.key) : nullptr, member.value, false);
  }
}

void Walk::Unions(const MergeType& type, const Value* before, Value& now, bool is_root) {
  if (type.unions.empty()) return;
  if (now.is_null()) {
    panic = "null stands for an object with unions";
    return;
  }
  const bool deduce = is_root && options_.deduce_invalid_discriminator;
  const auto normalize =
      options_.mode == MergeMode::kApply ? NormalizeAppliedUnion : NormalizeUnion;
  for (const Union& of : type.unions) {
    const std::string why =
        normalize({of, IsAbsent(before) ? nullptr : before, now, deduce}, arena_);
    if (!why.empty()) return refused.Add(FormatWithoutArguments(why));
  }
}

bool Walk::Deduced(const MergeType& type, const Value* before, Value& now) {
  if (!now.is_object() || now.members().empty()) return true;
  if (!IsAbsent(before) && !before->is_object()) {
    panic = "an object stands for what was no object, below x-kubernetes-preserve-unknown-fields";
    return true;
  }
  for (json::Member& member : now.members()) {
    Node(type, before != nullptr ? before->Find(member.key) : nullptr, member.value, false);
  }
  return false;
}

bool Walk::Node(const MergeType& type, const Value* before, Value& now, bool is_root) {
  if (type.kind == Kind::kDeduced) return Deduced(type, before, now);
  if (type.kind != Kind::kMap && type.kind != Kind::kList) return true;
  if (type.is_atomic || (IsEmpty(before) && IsEmpty(&now))) return true;
  if (type.kind == Kind::kList) {
    List(type, before, now);
    return false;
  }
  Members(type, before, now);
  Unions(type, before, now, is_root);
  return false;
}

}  // namespace

base::Result<std::vector<std::string>> NormalizeMerged(const Value& before, Value& now,
                                                       const MergeType& type, MergeOptions options,
                                                       base::Arena& arena) {
  for (const Value* value : {&before, static_cast<const Value*>(&now)}) {
    const base::Status conforms = CheckMergeType(*value, type);
    if (!conforms.ok()) return conforms.error().In(value == &now ? "new" : "old");
  }
  Walk walk(options, arena);
  const bool is_whole = walk.Node(type, &before, now, true);
  if (walk.panic) return {base::ErrorCode::kInvalidInput, *walk.panic};
  if (is_whole) {
    return {base::ErrorCode::kInvalidInput, "nothing to merge: both are empty, or atomic"};
  }
  return std::move(walk.refused).TakeSorted();
}

}  // namespace structural::unions
