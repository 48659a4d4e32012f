#include "cli/publish/go_source/package.h"

#include <algorithm>

#include "schema/base/pointer.h"

namespace structural::go_source {
namespace {

constexpr const char* kUnion = "union";
constexpr const char* kMember = "unionDeprecated";
constexpr const char* kDiscriminator = "unionDiscriminator";
constexpr int kMaxEmbedded = 100;
constexpr int kMaxReads = 1000;  // maximum number of structs that are read for the unions of one struct

class Reading {
 public:
  Reading(const Package& package, Diagnostics& diagnostics) : package_(package), diagnostics_(diagnostics) {}

  void Read(const LocatedStruct& of, int depth);

  std::vector<GoUnion> found;

 private:
  void Whole(const LocatedStruct& of);
  void Embedded(const LocatedStruct& of, int depth);
  void Members(const LocatedStruct& of);
  void Member(const LocatedStruct& of, const Field& field, GoUnion& to);
  void Discriminator(const LocatedStruct& of, const Field& field, GoUnion& to);
  void CheckForm(const LocatedStruct& of, const Field& field);
  bool CanBeString(const Type& type, int depth = 0) const;

  void Fail(const LocatedStruct& of, const Field& field, const std::string& text) {
    diagnostics_.Fail(of.file, field.at, of.name + "." + field.name + ": " + text);
  }

  const Package& package_;
  Diagnostics& diagnostics_;
  int reads_ = 0;
};

// Returns whether the type can be a string. Returns true for a type of another package, whose declaration is unknown.
bool Reading::CanBeString(const Type& type, int depth) const {
  if (type.kind == Type::Kind::kPointer) return CanBeString(*type.element, depth);
  if (type.kind == Type::Kind::kForeign) return true;
  if (type.kind != Type::Kind::kNamed || depth == kMaxEmbedded) return false;
  const LocatedType* named = package_.Find(type.name);
  return named != nullptr ? CanBeString(named->declaration.type, depth + 1) : type.name == "string";
}

void Reading::Discriminator(const LocatedStruct& of, const Field& field, GoUnion& to) {
  if (to.discriminator) return Fail(of, field, "only one field can be the discriminator");
  if (!CanBeString(field.type)) Fail(of, field, "the discriminator must be a string");
  to.discriminator = field.json;
}

void Reading::Member(const LocatedStruct& of, const Field& field, GoUnion& to) {
  if (!field.optional) {
    Fail(of, field, "a member of a union must be optional: // +optional, or omitempty");
  }
  to.fields[field.json] = field.name;
}

// Adds a notice for a field with +unionDeprecated that is not a pointer with omitempty. It is not an error: the KEP on
// union types requires a pointer, but the example in the KEP does not follow this requirement.
void Reading::CheckForm(const LocatedStruct& of, const Field& field) {
  const bool can_be_absent = field.type.kind != Type::Kind::kNamed;
  if (can_be_absent && field.omits_empty) return;
  diagnostics_.AddNotice(
      of.file, field.at,
      of.name + "." + field.name + ": a field with +unionDeprecated should be a pointer with omitempty");
}

void Reading::Whole(const LocatedStruct& of) {
  GoUnion all;
  for (const Field& field : of.fields.fields) {
    if (field.inlined) {
      Fail(of, field, "a union cannot embed another struct");
    } else if (field.markers.contains(kMember)) {
      Fail(of, field, "all fields of a +union are members; remove +unionDeprecated");
    } else if (field.json.empty()) {
      continue;
    } else if (field.markers.contains(kDiscriminator)) {
      Discriminator(of, field, all);
    } else {
      Member(of, field, all);
    }
  }
  if (all.fields.empty()) return diagnostics_.Fail(of.file, of.at, of.name + ": the union has no members");
  found.push_back(std::move(all));
}

void Reading::Members(const LocatedStruct& of) {
  GoUnion some;
  const Field* discriminator = nullptr;
  for (const Field& field : of.fields.fields) {
    if (field.inlined || field.json.empty()) continue;
    if (field.markers.contains(kDiscriminator)) {
      Discriminator(of, field, some);
      discriminator = &field;
    } else if (field.markers.contains(kMember)) {
      Member(of, field, some);
      CheckForm(of, field);
    }
  }
  if (!some.fields.empty()) return found.push_back(std::move(some));
  if (discriminator == nullptr) return;
  diagnostics_.AddNotice(of.file, discriminator->at,
                         of.name + "." + discriminator->name +
                             ": no union found; mark the struct with +union, or its fields with +unionDeprecated");
}

void Reading::Embedded(const LocatedStruct& of, int depth) {
  for (const Field& field : of.fields.fields) {
    if (!field.inlined) continue;
    const LocatedType* in = nullptr;
    const Struct* fields = package_.StructOf(field.type, &in);
    const Type& type = field.type.kind == Type::Kind::kPointer ? *field.type.element : field.type;
    if (fields == nullptr && type.kind == Type::Kind::kNamed && package_.Find(type.name) == nullptr) {
      diagnostics_.AddNotice(of.file, field.at, type.name + " is not declared in the files");
    }
    if (fields == nullptr || in == nullptr) continue;
    Read({*fields, in->declaration.markers, in->declaration.name, in->file, in->declaration.at}, depth + 1);
  }
}

void Reading::Read(const LocatedStruct& of, int depth) {
  if (depth == kMaxEmbedded || ++reads_ > kMaxReads) {
    return diagnostics_.Fail(of.file, of.at, of.name + ": the struct embeds itself, or too many others");
  }
  if (of.markers.contains(kUnion)) return Whole(of);
  Embedded(of, depth);
  Members(of);
}

}  // namespace

bool Diagnostics::has_errors() const { return std::ranges::any_of(all_, &Diagnostic::error); }

void Package::Add(const std::string& file, SourceFile source, Diagnostics& diagnostics) {
  if (name_.empty()) name_ = source.package;
  if (source.package != name_) {
    return diagnostics.Fail(file, {1, 1},
                            "the file belongs to package " + source.package + ", and others to " + name_ +
                                "; give the files of one package");
  }
  for (Declaration& declared : source.types) {
    const document::Position at = declared.at;
    const LocatedType& type = types_.emplace_back(LocatedType{file, std::move(declared)});
    const auto [known, is_new] = by_name_.emplace(type.declaration.name, &type);
    if (!is_new) {
      diagnostics.Fail(file, at, type.declaration.name + " is also declared in " + known->second->file);
    }
  }
}

const LocatedType* Package::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found != by_name_.end() ? found->second : nullptr;
}

// Follows at most kMaxNames names of types, because in an invalid file a type can be declared as itself.
const Struct* Package::StructOf(const Type& type, const LocatedType** in) const {
  constexpr int kMaxNames = 100;
  const Type* at = &type;
  for (int names = 0; at != nullptr && names < kMaxNames; ++names) {
    if (at->kind == Type::Kind::kStruct) return at->fields.get();
    if (at->kind == Type::Kind::kPointer) {
      at = at->element.get();
    } else {
      const LocatedType* named = at->kind == Type::Kind::kNamed ? Find(at->name) : nullptr;
      if (named != nullptr) *in = named;
      at = named != nullptr ? &named->declaration.type : nullptr;
    }
  }
  return nullptr;
}

std::vector<GoUnion> UnionsOf(const LocatedStruct& of, const Package& package, Diagnostics& diagnostics) {
  Reading reading(package, diagnostics);
  reading.Read(of, 0);
  std::set<std::string> taken;
  for (const GoUnion& one : reading.found) {
    std::vector<std::string> keys;
    if (one.discriminator) keys.push_back(*one.discriminator);
    for (const auto& [key, name] : one.fields) keys.push_back(key);
    for (const std::string& key : keys) {
      if (taken.insert(key).second) continue;
      diagnostics.Fail(of.file, of.at, of.name + ": " + key + " occurs twice in its unions");
    }
  }
  return std::move(reading.found);
}

namespace {

using Pointers = std::map<std::string, std::vector<GoUnion>>;

const Markers kNoMarkers;
// Maximum number of structs in a kind. No API server accepts such a large schema.
constexpr int kMaxStructs = 100'000;

LocatedStruct At(const LocatedType& type) {
  return {*type.declaration.type.fields, type.declaration.markers, type.declaration.name, type.file,
          type.declaration.at};
}

// Descent: finds the unions of a kind and of all structs in it, with their JSON Pointers.
class Descent {
 public:
  Descent(const Package& package, Diagnostics& diagnostics) : package_(package), diagnostics_(diagnostics) {}

  void Struct(const LocatedStruct& at, const std::string& pointer) {
    if (++structs_ > kMaxStructs) {
      return diagnostics_.Fail(at.file, at.at, at.name + ": the schema has too many objects");
    }
    auto unions = UnionsOf(at, package_, diagnostics_);
    if (!unions.empty()) pointers[pointer] = std::move(unions);
    Fields(at, pointer);
  }

  Pointers pointers;

 private:
  void Fields(const LocatedStruct& at, const std::string& pointer) {
    for (const Field& field : at.fields.fields) {
      if (field.json.empty() && !field.inlined) continue;
      const std::string below = field.inlined ? pointer : base::ChildPointer(pointer + "/properties", field.json);
      Type(field.type, at, field, below);
    }
  }

  void Type(const go_source::Type& type, const LocatedStruct& at, const Field& field, const std::string& pointer);
  void Named(const LocatedType& named, const Field& field, const LocatedStruct& user, const std::string& pointer);

  const Package& package_;
  Diagnostics& diagnostics_;
  std::vector<const LocatedType*> path_;  // named types on the path from the kind to the current field
  int structs_ = 0;
};

void Descent::Named(const LocatedType& named, const Field& field, const LocatedStruct& user,
                    const std::string& pointer) {
  if (std::ranges::find(path_, &named) != path_.end()) {
    return diagnostics_.AddNotice(
        user.file, field.at, named.declaration.name + " contains itself, which a structural schema cannot express");
  }
  path_.push_back(&named);
  if (named.declaration.type.kind != go_source::Type::Kind::kStruct) {
    Type(named.declaration.type, user, field, pointer);
  } else if (field.inlined) {
    Fields(At(named), pointer);
  } else {
    Struct(At(named), pointer);
  }
  path_.pop_back();
}

void Descent::Type(const go_source::Type& type, const LocatedStruct& at, const Field& field,
                   const std::string& pointer) {
  using Kind = go_source::Type::Kind;
  switch (type.kind) {
    case Kind::kPointer: return Type(*type.element, at, field, pointer);
    case Kind::kList: return Type(*type.element, at, field, pointer + "/items");
    case Kind::kMap: return Type(*type.element, at, field, pointer + "/additionalProperties");
    case Kind::kStruct:
      return Struct({*type.fields, kNoMarkers, at.name + "." + field.name, at.file, field.at}, pointer);
    case Kind::kNamed:
      if (const LocatedType* named = package_.Find(type.name)) Named(*named, field, at, pointer);
      return;
    case Kind::kForeign:
    case Kind::kOther: return;
  }
}

bool Embeds(const Struct& fields, std::string_view name) {
  return std::ranges::any_of(
      fields.fields, [&](const Field& field) { return field.name == name && field.type.kind == Type::Kind::kForeign; });
}

Pointers Of(const LocatedType& type, const Package& package, Diagnostics& diagnostics) {
  Descent descent(package, diagnostics);
  descent.Struct(At(type), "");
  return std::move(descent.pointers);
}

// Adds the unions of a struct, and of the unnamed structs that are types of its fields.
void Nested(const LocatedStruct& at, const Package& package, Diagnostics& diagnostics,
            std::vector<NamedUnions>& found) {
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

std::vector<NamedUnions> UnionsByType(const Package& package, Diagnostics& diagnostics) {
  std::vector<NamedUnions> found;
  for (const LocatedType& type : package.types()) {
    if (type.declaration.type.kind == Type::Kind::kStruct) {
      Nested(At(type), package, diagnostics, found);
    } else if (type.declaration.markers.contains("union")) {
      diagnostics.Fail(type.file, type.declaration.at, type.declaration.name + ": only a struct is a union");
    }
  }
  std::ranges::stable_sort(found, {}, &NamedUnions::name);
  return found;
}

Pointers UnionsByPointer(const Package& package, const std::string& name, Diagnostics& diagnostics) {
  const LocatedType* chosen = nullptr;
  Pointers pointers;
  for (const LocatedType& type : package.types()) {
    if (type.declaration.type.kind != Type::Kind::kStruct) continue;
    const Struct& fields = *type.declaration.type.fields;
    const bool is_kind = Embeds(fields, "TypeMeta") && Embeds(fields, "ObjectMeta");
    if (name.empty() ? !is_kind : type.declaration.name != name) continue;
    Pointers found = Of(type, package, diagnostics);
    if (found.empty()) continue;
    if (chosen != nullptr) {
      diagnostics.Fail(
          type.file, type.declaration.at,
          type.declaration.name + " and " + chosen->declaration.name + " both have unions; select one with --type");
    }
    chosen = &type;
    pointers = std::move(found);
  }
  return pointers;
}

}  // namespace structural::go_source
