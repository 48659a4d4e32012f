#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/expressions/object/data_list.h"
#include "schema/go/base64.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Kind;
using eval::Value;

// Appends the Go type and the printed value, with its size.
void AppendNative(const Value& value, Context& context, std::string& to) {
  const std::string text = eval::Print(value, context);
  to.append(eval::GoType(value)).append(":").append(std::to_string(text.size())).append(":");
  to += text;
}

void AppendMemberKey(const Value& element, std::string_view name, Context& context, std::string& to) {
  const Value key = Value::String(name);
  const auto found = element.is(Kind::kMap) ? eval::MapFind(element, key, context) : std::nullopt;
  if (found && !found->is_error()) AppendNative(*found, context, to);
  to += ';';
}

}  // namespace

ElementKey KeyOf(const Value& element, const ListKind& kind, Context& context) {
  ElementKey key;
  if (kind.type == ListKind::Type::kMap) {
    for (const std::string_view name : kind.keys) AppendMemberKey(element, name, context, key.text);
  } else if (element.is(Kind::kList) || element.is(Kind::kMap)) {
    key.error = Value::Error("listSet operations are only supported on lists of scalar values");
  } else {
    AppendNative(element, context, key.text);
  }
  return key;
}

}  // namespace structural::cel::object
