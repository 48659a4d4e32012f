// What one value has to be: its schema, and all that schemas above demand of it besides.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/example/budget.h"
#include "schema/example/place.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::example {

// What apiVersion, kind and metadata are in an object.
enum class Role : std::uint8_t {
  kValue,     // fields as all others
  kRoot,      // those of the resource
  kEmbedded,  // those of some resource
  kMetadata,  // this is the metadata of the resource
  kName,      // and this its name
};

// A value. Borrows all that it points to.
struct Demands {
  const model::Structural* schema = nullptr;  // null: a server keeps what is here, whatever it is
  std::vector<const objects::Checks*> all = {};   // each must hold
  std::vector<const objects::Checks*> none = {};  // none may hold
  // Of an object: fields that must be there, with what they may not be, and fields that must not.
  std::vector<std::pair<std::string_view, const objects::Checks*>> present = {};
  std::vector<std::string_view> absent = {};
  std::vector<json::Value> preferred = {};  // scalars that are tried first
  Role role = Role::kValue;
  // The rest of the way to a value that is given, or to a place that must be there.
  Place along = {};
  const json::Value* given = nullptr;
  bool is_on_way = false;

  int levels = 0;           // of optional fields that are set
  int levels_at_place = 0;  // the same at the end of the way
  bool is_shown = false;    // an empty list would show nothing
  std::size_t variant = 0;  // different values for different ones, as far as there are some
  int depth = 0;

  // The way goes on with the first item: no object will do.
  bool LeadsToItem() const { return is_on_way && !along.empty() && along[0].kind == Step::Kind::kItem; }
};

// The demands with a choice made wherever anyOf, oneOf and not leave one; nullopt where there is no
// such choice: every number below the first of these has been tried, or means the same as one below; nor where the budget
// is exhausted.
std::optional<Demands> Choose(const Demands& demands, std::size_t choice, Budget& budget);

// Whether there may be more choices than one.
bool LeavesChoice(const Demands& demands);

// The demands with what allOf adds; nothing is chosen.
Demands Flatten(const Demands& demands);

// Of a field, an entry or the items of a value with these demands.
Demands FieldDemands(const Demands& of, std::string_view key);
Demands ItemDemands(const Demands& of);
// The same of the first item, if the way leads through it.
Demands FirstItemDemands(const Demands& of);

// Whether a server keeps a field of this name.
bool IsKept(const Demands& of, std::string_view key);

}  // namespace structural::example
