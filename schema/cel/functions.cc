#include "schema/cel/functions.h"

#include <algorithm>
#include <map>

namespace structural::cel {
namespace {

struct FunctionRow {
  std::string_view function;
  std::string_view overload;
  bool on_first;
  int turn;
  std::string_view arguments;
  std::string_view result;
};

constexpr FunctionRow kFunctionRows[] = {
#include "schema/cel/functions.inc"
};

struct TypeNameRow {
  std::string_view name;
  std::string_view type;
};

constexpr TypeNameRow kTypeNameRows[] = {
#include "schema/cel/type_names.inc"
};

// Names of types without parameters, as the rows have them.
constexpr TypeKind kBasicKinds[] = {
    TypeKind::kAny,  TypeKind::kBool, TypeKind::kBytes,  TypeKind::kDouble,    TypeKind::kDuration,
    TypeKind::kDyn,  TypeKind::kInt,  TypeKind::kNull,   TypeKind::kString,    TypeKind::kTimestamp,
    TypeKind::kType, TypeKind::kUint,
};

// Reads the types of a row, which are as FormatType prints them; a struct has that word before it.
class TypeReader {
 public:
  TypeReader(TypeFactory& types, std::string_view text) : types_(types), rest_(text) {}

  std::vector<const Type*> ReadAll() {
    std::vector<const Type*> all;
    while (!rest_.empty() && rest_[0] != ')') {
      all.push_back(Read());
      if (rest_.starts_with(", ")) rest_.remove_prefix(2);
    }
    return all;
  }

 private:
  const Type* Read() {
    const bool is_struct = rest_.starts_with("struct ");
    if (is_struct) rest_.remove_prefix(7);
    const std::size_t end = std::min(rest_.find_first_of("(),"), rest_.size());
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (is_struct) return types_.With(TypeKind::kStruct, name, {});
    std::vector<const Type*> parameters;
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      parameters = ReadAll();
      rest_.remove_prefix(1);
    }
    return Make(name, parameters);
  }

  const Type* Make(std::string_view name, const std::vector<const Type*>& parameters) {
    if (name == "wrapper") return types_.Nullable(*parameters[0]);
    if (name == "list") return types_.With(TypeKind::kList, {}, parameters);
    if (name == "map") return types_.With(TypeKind::kMap, {}, parameters);
    if (name == "type") return types_.With(TypeKind::kType, {}, parameters);
    if (name.size() == 1) return types_.With(TypeKind::kParameter, name, {});
    for (const TypeKind kind : kBasicKinds) {
      if (parameters.empty() && FormatType(BasicType(kind)) == name) return &BasicType(kind);
    }
    return types_.With(TypeKind::kOpaque, name, parameters);
  }

  TypeFactory& types_;
  std::string_view rest_;
};

// All rows, read once.
class Declarations {
 public:
  Declarations() : types_(arena_) {
    for (const FunctionRow& row : kFunctionRows) {
      Function& function = functions_[row.function];
      function.name = row.function;
      function.overloads.push_back({row.overload, row.on_first, row.turn,
                                    TypeReader(types_, row.arguments).ReadAll(),
                                    TypeReader(types_, row.result).ReadAll()[0]});
    }
    for (auto& [name, function] : functions_) SetNewOverloads(function);
    for (const TypeNameRow& row : kTypeNameRows) {
      type_names_[row.name] = TypeReader(types_, row.type).ReadAll()[0];
    }
  }

  static const Declarations& All() {
    static const Declarations declarations;
    return declarations;
  }

  const Function* FindFunction(std::string_view name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }

  const Type* FindTypeName(std::string_view name) const {
    const auto found = type_names_.find(name);
    return found == type_names_.end() ? nullptr : found->second;
  }

 private:
  static void SetNewOverloads(Function& function) {
    const auto turn = [&](std::size_t index) { return function.overloads[index].turn; };
    for (std::size_t i = 0; i < function.overloads.size(); ++i) {
      if (turn(i) >= 0) function.new_overloads.push_back(i);
    }
    std::ranges::sort(function.new_overloads, {}, turn);
  }

  base::Arena arena_;
  TypeFactory types_;
  std::map<std::string_view, Function> functions_;
  std::map<std::string_view, const Type*> type_names_;
};

}  // namespace

const Function* FindFunction(std::string_view name) {
  return Declarations::All().FindFunction(name);
}

const Type* FindTypeName(std::string_view name) {
  return Declarations::All().FindTypeName(name);
}

}  // namespace structural::cel
