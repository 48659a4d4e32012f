// The part of Estimator that tracks sizes of values and of loop variables.
#include <optional>

#include "schema/base/utf8.h"
#include "schema/cel/cost/estimator.h"

namespace structural::cel::cost {
namespace {

std::uint64_t Runes(std::string_view text) {
  std::uint64_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(static_cast<std::size_t>(base::DecodeRune(text).size));
    ++count;
  }
  return count;
}

// Returns the size of a literal.
std::optional<Range> LiteralSize(const Expr& expr) {
  if (const List* list = std::get_if<List>(&expr.node)) return Fixed(list->elements.size());
  if (const Map* map = std::get_if<Map>(&expr.node)) return Fixed(map->entries.size());
  const Constant* constant = std::get_if<Constant>(&expr.node);
  if (constant == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string_view>(constant)) return Fixed(Runes(*text));
  if (const auto* bytes = std::get_if<Bytes>(constant)) return Fixed(bytes->value.size());
  return Fixed(1);
}

bool IsScalar(const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kInt:
    case TypeKind::kTimestamp:
    case TypeKind::kUint: return true;
    default: break;
  }
  return false;
}

bool IsScalarOrOptional(const Type& type) {
  const Type* wrapped = OptionalOf(type);
  return wrapped == nullptr ? IsScalar(type) : IsScalarOrOptional(*wrapped);
}

bool IsAccumulator(std::string_view name) { return name == "@result" || name == "__result__"; }

}  // namespace

// Uses the checker's result, which can treat a name with dots as one name.
std::string_view Estimator::NameOf(const Expr& expr) const {
  const Ident* ident = std::get_if<Ident>(&expr.node);
  if (ident == nullptr && !std::holds_alternative<Select>(expr.node)) return {};
  const auto reference = checked_.references.find(expr.id);
  if (reference != checked_.references.end() && !reference->second.name.empty()) return reference->second.name;
  return ident == nullptr ? std::string_view() : ident->name;
}

const Type& Estimator::TypeOf(const Expr& expr) const {
  const Type* type = checked_.types[expr.id];
  return type == nullptr ? BasicType(TypeKind::kDyn) : *type;
}

Path Estimator::PathOf(const Expr& expr) const {
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? parts_[expr.id].path : local->path;
}

Operand Estimator::OperandOf(const Expr& expr) {
  Path path = PathOf(expr);
  if (!path.names().empty() && IsAccumulator(path.names()[0])) path = {};
  return {&expr, &TypeOf(expr), path, SizeOf(expr)};
}

std::optional<Range> Estimator::SizeOf(const Expr& expr) {
  Part& part = PartOf(expr);
  if (part.size) return part.size;
  if (const MaybeSize size = LiteralSize(expr)) return size;
  const Path path = PathOf(expr);
  if (!path.names().empty()) {
    const auto most = sizes_.Most(path.names());
    if (most) return part.size = Range{0, *most};
  }
  const Type& type = TypeOf(expr);
  if (follows_values() ? IsScalarOrOptional(type) : IsScalar(type)) return Fixed(1);
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->size;
}

std::optional<EntrySize> Estimator::EntryOf(const Expr& expr) const {
  if (parts_[expr.id].entry) return parts_[expr.id].entry;
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->entry;
}

void Estimator::CopySizes(const Expr& to, const Expr& from) {
  if (const MaybeSize size = SizeOf(from)) PartOf(to).size = size;
  if (const MaybeEntry entry = EntryOf(from)) PartOf(to).entry = entry;
}

void Estimator::PushIterated(std::string_view name, const Expr& range, Iterated what) {
  const MaybeEntry entry = EntryOf(range);
  const bool list = (entry ? entry->container : TypeOf(range).kind) == TypeKind::kList;
  const bool value = what == Iterated::kValue || (what == Iterated::kSingle && list);
  std::string_view below = list ? "@indices" : "@keys";
  if (value) below = list ? "@items" : "@values";
  MaybeSize size;
  if (entry) size = value ? entry->value : entry->key;
  locals_.push_back({name, PathOf(range).Append(below, arena_), size, std::nullopt});
}

void Estimator::PushLocal(std::string_view name, const Expr& expr) {
  const MaybeEntry entry = EntryOf(expr);
  locals_.push_back({name, PathOf(expr), SizeOf(expr), entry});
}

const Estimator::Local* Estimator::FindLocal(std::string_view name) const {
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if (local->name == name) return &*local;
  }
  return nullptr;
}

void Estimator::Pop(std::string_view name) {
  for (auto local = locals_.end(); local != locals_.begin();) {
    if ((--local)->name != name) continue;
    locals_.erase(local);
    return;
  }
}

}  // namespace structural::cel::cost
