#include "schema/unions/normalize.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/go/sprintf.h"
#include "schema/unions/union.h"

namespace structural::unions {
namespace {

using json::Value;
using Kind = MergeType::Kind;

bool IsAbsent(const Value* value) { return value == nullptr || value->is_null(); }

bool IsEmpty(const Value* value) {
  if (IsAbsent(value)) return true;
  return value->is_array() ? value->elements().empty() : !value->is_object() || value->members().empty();
}

// Visits the values `before` and `now` together, in the order of upstream's merge.
class Walk {
 public:
  Walk(MergeOptions options, base::Arena& arena) : options_(options), arena_(arena) {}

  // Visits a value and the values inside it. Returns true if upstream merges the two values as a whole; false if it
  // merges them by member or item.
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
  const auto normalize = options_.mode == MergeMode::kApply ? NormalizeAppliedUnion : NormalizeUnion;
  for (const Union& of : type.unions) {
    const std::string why = normalize({of, IsAbsent(before) ? nullptr : before, now, deduce}, arena_);
    if (!why.empty()) return refused.Add(go::FormatWithoutArguments(why));
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

// Returns the field that a discriminator's value selects. If no field has this value, returns the value itself, which
// upstream uses as the name of a field.
std::string_view ToField(std::string_view value, const Union& of) {
  const auto found = std::ranges::find(of.members, value, &UnionMember::value);
  return found != of.members.end() ? found->field : value;
}

std::string Names(const SetFields& fields) {
  std::string names;
  for (const UnionMember* member : fields) {
    base::AppendItem(names, ", ", member->field);
  }
  return names;
}

}  // namespace

base::Result<std::vector<std::string>> NormalizeMerged(const Value& before, Value& now, const MergeType& type,
                                                       MergeOptions options, base::Arena& arena) {
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

std::string NormalizeUnion(const UnionStep& step, base::Arena& arena) {
  const SetFields set = FindSetFields(&step.now, step.of);
  const SetFields added = AddedFields(FindSetFields(step.before, step.of), set);
  const std::string_view value = DiscriminatorIn(&step.now, step.of);
  if (!value.empty() && value != DiscriminatorIn(step.before, step.of)) {
    if (added.size() == 1 && added[0]->value != value) {
      return "discriminator (" + std::string(value) + ") and field changed (POINTER) don't match";
    }
    if (added.size() > 1) return "multiple new fields added: " + Names(added);
    ClearOtherFields(ToField(value, step.of), step.of, step.now);
    return {};
  }
  if (set.size() > 1) return "multiple fields set without discriminator change: " + Names(set);
  if (step.deduce_discriminator && set.size() == 1) SetDiscriminator(set[0]->value, step.of, step.now, arena);
  return {};
}

std::string NormalizeAppliedUnion(const UnionStep& step, base::Arena& arena) {
  const SetFields applied = FindSetFields(step.before, step.of);
  if (applied.size() > 1) return "more than one field of union applied: " + Names(applied);
  if (applied.empty()) return {};
  const UnionMember& chosen = *applied[0];
  const std::string_view value = DiscriminatorIn(step.before, step.of);
  if (!value.empty() && value != chosen.value) {
    return "applied discriminator (" + std::string(value) + ") doesn't match applied field (" +
           std::string(chosen.field) + ")";
  }
  if (step.deduce_discriminator) SetDiscriminator(chosen.value, step.of, step.now, arena);
  ClearOtherFields(chosen.field, step.of, step.now);
  return {};
}

}  // namespace structural::unions
