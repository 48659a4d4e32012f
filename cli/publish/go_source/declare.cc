#include <algorithm>

#include "cli/publish/go_source/package.h"
#include "schema/base/pointer.h"

namespace structural::go_source {
namespace {

using Pointers = std::map<std::string, std::vector<GoUnion>>;

const Markers kNoMarkers;
// Maximum number of structs; no API server accepts such a large schema.
constexpr int kMaxStructs = 100'000;

StructAt At(const TypeIn& type) {
  return {*type.declared.type.fields, type.declared.markers, type.declared.name, type.file, type.declared.at};
}

// Visits all fields below a kind.
class Descent {
 public:
  Descent(const Package& package, Diagnostics& diagnostics) : package_(package), diagnostics_(diagnostics) {}

  void Struct(const StructAt& at, const std::string& pointer) {
    if (++structs_ > kMaxStructs) {
      return diagnostics_.Fail(at.file, at.at, at.name + ": the schema has too many objects");
    }
    auto unions = UnionsOf(at, package_, diagnostics_);
    if (!unions.empty()) pointers[pointer] = std::move(unions);
    Fields(at, pointer);
  }

  Pointers pointers;

 private:
  void Fields(const StructAt& at, const std::string& pointer) {
    for (const Field& field : at.fields.fields) {
      if (field.json.empty() && !field.inlined) continue;
      const std::string below = field.inlined ? pointer : base::PointerBelow(pointer + "/properties", field.json);
      Type(field.type, at, field, below);
    }
  }

  void Type(const go_source::Type& type, const StructAt& at, const Field& field, const std::string& pointer);
  void Named(const TypeIn& named, const Field& field, const StructAt& user, const std::string& pointer);

  const Package& package_;
  Diagnostics& diagnostics_;
  std::vector<const TypeIn*> path_;  // named types on the path
  int structs_ = 0;
};

void Descent::Named(const TypeIn& named, const Field& field, const StructAt& user, const std::string& pointer) {
  if (std::ranges::find(path_, &named) != path_.end()) {
    return diagnostics_.Notice(user.file, field.at,
                               named.declared.name + " contains itself, which a structural schema cannot express");
  }
  path_.push_back(&named);
  if (named.declared.type.kind != go_source::Type::Kind::kStruct) {
    Type(named.declared.type, user, field, pointer);
  } else if (field.inlined) {
    Fields(At(named), pointer);
  } else {
    Struct(At(named), pointer);
  }
  path_.pop_back();
}

void Descent::Type(const go_source::Type& type, const StructAt& at, const Field& field, const std::string& pointer) {
  using Kind = go_source::Type::Kind;
  switch (type.kind) {
    case Kind::kPointer: return Type(*type.element, at, field, pointer);
    case Kind::kList: return Type(*type.element, at, field, pointer + "/items");
    case Kind::kMap: return Type(*type.element, at, field, pointer + "/additionalProperties");
    case Kind::kStruct:
      return Struct({*type.fields, kNoMarkers, at.name + "." + field.name, at.file, field.at}, pointer);
    case Kind::kNamed:
      if (const TypeIn* named = package_.Find(type.name)) Named(*named, field, at, pointer);
      return;
    case Kind::kForeign:
    case Kind::kOther: return;
  }
}

bool Embeds(const Struct& fields, std::string_view name) {
  return std::ranges::any_of(
      fields.fields, [&](const Field& field) { return field.name == name && field.type.kind == Type::Kind::kForeign; });
}

Pointers Of(const TypeIn& type, const Package& package, Diagnostics& diagnostics) {
  Descent descent(package, diagnostics);
  descent.Struct(At(type), "");
  return std::move(descent.pointers);
}

// Adds the unions of a struct, and of the unnamed structs in it.
void Nested(const StructAt& at, const Package& package, Diagnostics& diagnostics, std::vector<NamedUnions>& found) {
  auto unions = UnionsOf(at, package, diagnostics);
  if (!unions.empty()) found.push_back({at.name, std::move(unions)});
  for (const Field& field : at.fields.fields) {
    const Type* type = &field.type;
    while (type->element != nullptr) type = type->element.get();
    if (type->kind != Type::Kind::kStruct) continue;
    Nested({*type->fields, kNoMarkers, at.name + "." + field.name, at.file, field.at}, package, diagnostics, found);
  }
}

}  // namespace

std::vector<NamedUnions> ByType(const Package& package, Diagnostics& diagnostics) {
  std::vector<NamedUnions> found;
  for (const TypeIn& type : package.types()) {
    if (type.declared.type.kind == Type::Kind::kStruct) {
      Nested(At(type), package, diagnostics, found);
    } else if (type.declared.markers.contains("union")) {
      diagnostics.Fail(type.file, type.declared.at, type.declared.name + ": only a struct is a union");
    }
  }
  std::ranges::stable_sort(found, {}, &NamedUnions::name);
  return found;
}

Pointers ByPointer(const Package& package, const std::string& name, Diagnostics& diagnostics) {
  const TypeIn* chosen = nullptr;
  Pointers pointers;
  for (const TypeIn& type : package.types()) {
    if (type.declared.type.kind != Type::Kind::kStruct) continue;
    const Struct& fields = *type.declared.type.fields;
    const bool is_kind = Embeds(fields, "TypeMeta") && Embeds(fields, "ObjectMeta");
    if (name.empty() ? !is_kind : type.declared.name != name) continue;
    Pointers found = Of(type, package, diagnostics);
    if (found.empty()) continue;
    if (chosen != nullptr) {
      diagnostics.Fail(
          type.file, type.declared.at,
          type.declared.name + " and " + chosen->declared.name + " both have unions; select one with --type");
    }
    chosen = &type;
    pointers = std::move(found);
  }
  return pointers;
}

}  // namespace structural::go_source
