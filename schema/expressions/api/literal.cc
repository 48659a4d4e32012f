#include "schema/expressions/api/literal.h"

#include <cmath>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel {
namespace {

using eval::Kind;
using eval::Value;

// The functions that make values of libraries.
constexpr std::pair<std::string_view, std::string_view> kMakers[] = {
    {"kubernetes.NamedFormat", "format.named"},
    {"kubernetes.Quantity", "quantity"},
    {"kubernetes.Semver", "semver"},
    {"kubernetes.URL", "url"},
    {"net.CIDR", "cidr"},
    {"net.IP", "ip"},
};

std::string DoubleLiteral(double value) {
  const std::string text = eval::PrintDouble(value);
  if (!std::isfinite(value)) return "double(" + base::Quote(text) + ")";
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

std::string BytesLiteral(std::string_view bytes) {
  std::string text = "b\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= ' ' && c <= '~') {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    } else {
      base::AppendHex(byte, text += "\\x");
    }
  }
  return text += '"';
}

std::string OpaqueLiteral(const Value& value) {
  const std::string_view name = eval::RuntimeTypeName(value);
  const std::string text = value.opaque().Print();
  for (const auto& [type, maker] : kMakers) {
    if (type == name) return std::string(maker) + "(" + base::Quote(text) + ")";
  }
  return std::string(name) + "(" + base::Quote(text) + ")";
}

class LiteralPrinter {
 public:
  LiteralPrinter(eval::Context& context, std::string& to, std::size_t max_bytes)
      : context_(context), to_(to), max_(to.size() + max_bytes) {}

  bool exceeded() const { return to_.size() > max_; }

  void Append(const Value& value) {
    if (exceeded()) return;
    switch (value.kind()) {
      case Kind::kNull: to_ += "null"; return;
      case Kind::kBool: to_ += value.boolean() ? "true" : "false"; return;
      case Kind::kInt: to_ += std::to_string(value.integer()); return;
      case Kind::kUint: to_ += std::to_string(value.unsigned_integer()) + "u"; return;
      case Kind::kDouble: to_ += DoubleLiteral(value.real()); return;
      case Kind::kString: to_ += base::Quote(value.text()); return;
      case Kind::kBytes: to_ += BytesLiteral(value.text()); return;
      case Kind::kDuration: return AppendCall("duration", go::PrintDuration(value.duration()));
      case Kind::kTimestamp: return AppendCall("timestamp", go::FormatRfc3339Nano(value.time()));
      case Kind::kType: to_ += TypeName(value.type()); return;
      case Kind::kList: return AppendList(value);
      case Kind::kMap: return AppendMap(value);
      case Kind::kOptional: return AppendOptional(value);
      case Kind::kOpaque: to_ += OpaqueLiteral(value); return;
      case Kind::kError: return AppendCall("error", value.text());
    }
  }

 private:
  void AppendCall(std::string_view function, std::string_view argument) {
    to_.append(function).append("(").append(base::Quote(argument)).append(")");
  }

  void AppendList(const Value& list) {
    to_ += '[';
    eval::ListIterator all(list, context_);
    const char* separator = "";
    for (Value element; !exceeded() && all.Next(element); separator = ", ") {
      to_ += separator;
      Append(element);
    }
    to_ += ']';
  }

  // Leaves out members that the schema of an object does not have.
  void AppendMap(const Value& map) {
    to_ += '{';
    const char* separator = "";
    const std::int64_t size = eval::MapSize(map);
    for (std::int64_t i = 0; i < size && !exceeded(); ++i) {
      const Value key = eval::MapKey(map, i, context_);
      if (key.is(Kind::kNull) && map.form() == eval::Form::kHost) continue;
      const auto value = eval::MapFind(map, key, context_);
      if (!value) continue;
      to_ += separator;
      separator = ", ";
      Append(key);
      to_ += ": ";
      Append(*value);
    }
    to_ += '}';
  }

  void AppendOptional(const Value& value) {
    to_ += value.has_value() ? "optional.of(" : "optional.none()";
    if (!value.has_value()) return;
    Append(value.value());
    to_ += ')';
  }

  eval::Context& context_;
  std::string& to_;
  const std::size_t max_;
};

}  // namespace

bool AppendLiteral(const Value& value, eval::Context& context, std::string& to, std::size_t max_bytes) {
  LiteralPrinter printer(context, to, max_bytes);
  printer.Append(value);
  return !printer.exceeded() && !context.stopped();
}

}  // namespace structural::cel
