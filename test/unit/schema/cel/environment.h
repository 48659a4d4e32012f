// The variables that expressions in tests can use. test/oracle/judge/celcheck declares the same ones.
#pragma once

#include <nlohmann/json.hpp>

#include "schema/cel/check.h"
#include "schema/cel/functions.h"

namespace structural::test {

class CheckedTypes {
 public:
  CheckedTypes() : types_(arena_) {
    using enum cel::TypeKind;
    const cel::Type* text = Basic(kString);
    const cel::Type* number = Basic(kInt);
    Add({{"i", number}, {"u", Basic(kUint)}, {"d", Basic(kDouble)}, {"s", text}});
    Add({{"self", Basic(kDyn)}, {"oldSelf", Basic(kDyn)}});
    Add({{"b", Basic(kBool)}, {"bs", Basic(kBytes)}, {"dyn_", Basic(kDyn)}});
    Add({{"ts", Basic(kTimestamp)}, {"du", Basic(kDuration)}, {"wi", types_.Nullable(*number)}});
    Add({{"li", types_.List(number)}, {"ls", types_.List(text)}, {"ld", types_.List(Basic(kDyn))}});
    Add({{"lli", types_.List(types_.List(number))}, {"msi", types_.Map(text, number)}});
    Add({{"msl", types_.Map(text, types_.List(text))}, {"oi", types_.Optional(number)}});
    Add({{"om", types_.Optional(types_.Map(text, number))}, {"a.b.c", number}});
    Add({{"q", types_.Make(kStruct, "kubernetes.Quantity", {})}, {"x", number}});
  }

  cel::CheckEnvironment environment() const { return {.variables = variables_}; }

 private:
  static const cel::Type* Basic(cel::TypeKind kind) { return &cel::BasicType(kind); }
  void Add(const std::map<std::string_view, const cel::Type*>& some) { variables_.insert(some.begin(), some.end()); }

  base::Arena arena_;
  cel::TypeFactory types_;
  std::map<std::string_view, const cel::Type*> variables_;
};

// Returns the type of each expression id, and the declarations to which names and calls refer, for example "1:int 2:_+_
// add_int64:int".
inline std::string PrintChecked(const cel::Checked& checked) {
  std::string text;
  for (std::size_t id = 1; id < checked.types.size(); ++id) {
    if (checked.types[id] == nullptr) continue;
    if (!text.empty()) text += ' ';
    text += std::to_string(id) + ":" + cel::FormatType(*checked.types[id]);
    const auto reference = checked.references.find(static_cast<std::int64_t>(id));
    if (reference == checked.references.end()) continue;
    text += "=";
    text += reference->second.name;
    for (const std::string_view overload : reference->second.overloads) {
      text.append("|").append(overload);
    }
  }
  return text;
}

}  // namespace structural::test
