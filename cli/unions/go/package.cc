#include "cli/unions/go/package.h"

#include <algorithm>

namespace structural::go_source {

bool Diagnostics::has_errors() const { return std::ranges::any_of(all_, &Diagnostic::error); }

void Package::Add(const std::string& file, SourceFile source, Diagnostics& diagnostics) {
  if (name_.empty()) name_ = source.package;
  if (source.package != name_) {
    return diagnostics.Fail(file, {1, 1},
                            "the file belongs to package " + source.package + ", and others to " +
                                name_ + "; give the files of one package");
  }
  for (Declaration& declared : source.types) {
    const document::Position at = declared.at;
    const TypeIn& type = types_.emplace_back(TypeIn{file, std::move(declared)});
    const auto [known, is_new] = by_name_.emplace(type.declared.name, &type);
    if (!is_new) {
      diagnostics.Fail(file, at,
                       type.declared.name + " is also declared in " + known->second->file);
    }
  }
}

const TypeIn* Package::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found != by_name_.end() ? found->second : nullptr;
}

// A type that is declared by itself comes to no end in Go either.
const Struct* Package::StructOf(const Type& type, const TypeIn** in) const {
  constexpr int kMostNames = 100;
  const Type* at = &type;
  for (int names = 0; at != nullptr && names < kMostNames; ++names) {
    if (at->kind == Type::Kind::kStruct) return at->fields.get();
    if (at->kind == Type::Kind::kPointer) {
      at = at->element.get();
    } else {
      const TypeIn* named = at->kind == Type::Kind::kNamed ? Find(at->name) : nullptr;
      if (named != nullptr) *in = named;
      at = named != nullptr ? &named->declared.type : nullptr;
    }
  }
  return nullptr;
}

}  // namespace structural::go_source
