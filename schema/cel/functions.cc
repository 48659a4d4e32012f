#include "schema/cel/functions.h"

#include <algorithm>
#include <map>

namespace structural::cel {
namespace {

// A row of functions.inc: an overload. TypeReader parses its types.
struct FunctionRow {
  std::string_view function;
  std::string_view overload;
  bool is_member;
  int new_expression_order;
  int since_new;
  int since_stored;
  std::string_view arguments;
  std::string_view result;
  int last = Since().last_minor;
};

constexpr FunctionRow kFunctionRows[] = {
#include "schema/cel/functions.inc"
    // An overload that only releases up to 1.36 have: cel-go common/stdlib/standard.go (v0.26.0).
    {"duration", "int64_to_duration", false, 2, 0, 0, "int", "duration", 36},
};

struct TypeNameRow {
  std::string_view name;
  int since_new;
  int since_stored;
  std::string_view type;
};

constexpr TypeNameRow kTypeNameRows[] = {
#include "schema/cel/type_names.inc"
};

// The kinds of types without parameters. The rows of functions.inc name these types.
constexpr TypeKind kBasicKinds[] = {
    TypeKind::kAny, TypeKind::kBool, TypeKind::kBytes,  TypeKind::kDouble,    TypeKind::kDuration, TypeKind::kDyn,
    TypeKind::kInt, TypeKind::kNull, TypeKind::kString, TypeKind::kTimestamp, TypeKind::kType,     TypeKind::kUint,
};

// Reads the types of a row, in the form of FormatType. The word "struct" precedes the name of a struct.
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
    if (is_struct) return types_.Make(TypeKind::kStruct, name, {});
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
    if (name == "list") return types_.Make(TypeKind::kList, {}, parameters);
    if (name == "map") return types_.Make(TypeKind::kMap, {}, parameters);
    if (name == "type") return types_.Make(TypeKind::kType, {}, parameters);
    if (name.size() == 1) return types_.Make(TypeKind::kParameter, name, {});
    for (const TypeKind kind : kBasicKinds) {
      if (parameters.empty() && FormatType(BasicType(kind)) == name) return &BasicType(kind);
    }
    return types_.Make(TypeKind::kOpaque, name, parameters);
  }

  TypeFactory& types_;
  std::string_view rest_;
};

// The functions and type names of all rows, which are parsed once.
class Declarations {
 public:
  Declarations() : types_(arena_) {
    for (const FunctionRow& row : kFunctionRows) {
      Function& function = functions_[row.function];
      function.name = row.function;
      function.overloads.push_back({row.overload,
                                    row.is_member,
                                    row.new_expression_order,
                                    {row.since_new, row.since_stored, row.last},
                                    TypeReader(types_, row.arguments).ReadAll(),
                                    TypeReader(types_, row.result).ReadAll()[0]});
    }
    for (auto& [name, function] : functions_) SetNewOrder(function);
    for (const TypeNameRow& row : kTypeNameRows) {
      type_names_[row.name] = {TypeReader(types_, row.type).ReadAll()[0], {row.since_new, row.since_stored}};
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

  const std::map<std::string_view, Function>& functions() const { return functions_; }

  const Type* FindTypeName(std::string_view name, const Edition& edition) const {
    const auto found = type_names_.find(name);
    if (found == type_names_.end() || !edition.Has(found->second.since)) return nullptr;
    return found->second.type;
  }

 private:
  struct NamedType {
    const Type* type;
    Since since;
  };

  static void SetNewOrder(Function& function) {
    const auto new_expression_order = [&](std::size_t index) { return function.overloads[index].new_expression_order; };
    for (std::size_t i = 0; i < function.overloads.size(); ++i) {
      function.overloads_for_new_expressions.push_back(i);
    }
    std::ranges::sort(function.overloads_for_new_expressions, {}, new_expression_order);
  }

  base::Arena arena_;
  TypeFactory types_;
  std::map<std::string_view, Function> functions_;
  std::map<std::string_view, NamedType> type_names_;
};

bool IsOperator(std::string_view name) { return name.find_first_of("@_") != name.npos; }

bool IsOfAuthorization(const Function& function) {
  const auto& arguments = function.overloads[0].arguments;
  return !arguments.empty() && arguments[0]->name.starts_with("kubernetes.authorization.");
}

}  // namespace

const Function* FindFunction(std::string_view name, const Edition& edition) {
  const Function* function = Declarations::All().FindFunction(name);
  if (function == nullptr || OverloadsOf(*function, edition).empty()) return nullptr;
  return function;
}

std::optional<Since> FunctionSince(std::string_view name) {
  const Function* function = Declarations::All().FindFunction(name);
  if (function == nullptr) return std::nullopt;
  Since first = function->overloads[0].since;
  for (const Overload& overload : function->overloads) {
    first.for_new = std::min(first.for_new, overload.since.for_new);
    first.for_stored = std::min(first.for_stored, overload.since.for_stored);
  }
  return first;
}

std::vector<FunctionGroup> FunctionsByRelease() {
  std::map<std::pair<int, int>, std::vector<std::string_view>> groups;
  for (const auto& [name, function] : Declarations::All().functions()) {
    const Since since = *FunctionSince(name);
    if (since.for_stored == 0 || IsOperator(name) || IsOfAuthorization(function)) continue;
    groups[{since.for_stored, since.for_new}].push_back(name);
  }
  std::vector<FunctionGroup> all;
  for (auto& [since, names] : groups)
    all.push_back({{.for_new = since.second, .for_stored = since.first}, std::move(names)});
  return all;
}

const Type* FindTypeName(std::string_view name, const Edition& edition) {
  return Declarations::All().FindTypeName(name, edition);
}

}  // namespace structural::cel
