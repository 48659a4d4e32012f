// Upstream: apiserver/pkg/cel/library/format.go, apiserver/pkg/cel/format.go (v0.37.2).
#include "schema/kubernetes/format.h"

#include <string>
#include <vector>

#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/cel/library/opaque.h"
#include "schema/go/url.h"
#include "schema/kubernetes/field_error.h"

namespace structural::cel::library {
namespace {

using kubernetes::Reasons;

// Patterns of Kubernetes. Only their sizes are used: the cost of a validation depends on them.
constexpr std::string_view kUuidPattern = "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$";
constexpr std::string_view kTimePattern = "^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$";

// Validates the prefix of a name. A prefix can end with a hyphen, and a name cannot. Therefore, as in Kubernetes, the
// letter "a" replaces the hyphen and the character before it.
template <Reasons (*kValidate)(std::string_view)>
Reasons ValidatePrefix(std::string_view prefix) {
  if (prefix.size() < 2 || !prefix.ends_with('-')) return kValidate(prefix);
  return kValidate(std::string(prefix.substr(0, prefix.size() - 2)) + "a");
}

Reasons ValidateUri(std::string_view text) {
  const auto read = go::ParseUrl(text, go::UrlKind::kRequest);
  if (const auto* why = std::get_if<std::string>(&read)) return {*why};
  return {};
}

template <bool (*kFits)(std::string_view), const char* kReason>
Reasons ValidateWith(std::string_view text) {
  if (kFits(text)) return {};
  return {kReason};
}

constexpr char kNoUuid[] = "does not match the UUID format";
constexpr char kNoBase64[] = "invalid base64";
constexpr char kNoDate[] = "invalid date";
constexpr char kNoDateTime[] = "invalid datetime";

// A format of format.named(KEY).
struct FormatRow {
  std::string_view key;       // key of format.named
  std::string_view function;  // format.KEY, also the id of its overload
  std::string_view name;      // name of the format in Kubernetes
  Reasons (*validate)(std::string_view text);
  std::uint64_t pattern_size;  // size in bytes of the regular expression that the cost of a validation assumes
};

constexpr FormatRow kFormatRows[] = {
    {"dns1123Label", "format.dns1123Label", "DNS1123Label", kubernetes::ValidateDNS1123Label, 30},
    {"dns1123Subdomain", "format.dns1123Subdomain", "DNS1123Subdomain", kubernetes::ValidateDNS1123Subdomain, 60},
    {"dns1035Label", "format.dns1035Label", "DNS1035Label", kubernetes::ValidateDNS1035Label, 30},
    {"qualifiedName", "format.qualifiedName", "QualifiedName", kubernetes::ValidateQualifiedName, 60},
    {"dns1123LabelPrefix", "format.dns1123LabelPrefix", "DNS1123LabelPrefix",
     ValidatePrefix<kubernetes::ValidateDNS1123Label>, 30},
    {"dns1123SubdomainPrefix", "format.dns1123SubdomainPrefix", "DNS1123SubdomainPrefix",
     ValidatePrefix<kubernetes::ValidateDNS1123Subdomain>, 60},
    {"dns1035LabelPrefix", "format.dns1035LabelPrefix", "DNS1035LabelPrefix",
     ValidatePrefix<kubernetes::ValidateDNS1035Label>, 30},
    {"labelValue", "format.labelValue", "LabelValue", kubernetes::ValidateLabelValue, 40},
    {"uri", "format.uri", "URI", ValidateUri, 1103},
    {"uuid", "format.uuid", "uuid", ValidateWith<kubernetes::formats::IsUuid, kNoUuid>, kUuidPattern.size()},
    {"byte", "format.byte", "byte", ValidateWith<kubernetes::formats::IsBase64, kNoBase64>, 84},
    {"date", "format.date", "date", ValidateWith<kubernetes::formats::IsDate, kNoDate>, kTimePattern.size()},
    {"datetime", "format.datetime", "datetime", ValidateWith<kubernetes::formats::IsDateTime, kNoDateTime>,
     kTimePattern.size()},
};

class FormatValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  explicit FormatValue(const FormatRow& from) : row(from) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context&) const override {
    const auto* second = AsOpaque<FormatValue>(other);
    if (second == nullptr) return eval::ErrorOrNoSuchOverload(other);
    return Value::Bool(row.name == second->row.name);
  }
  std::string Print() const override { return std::string(row.name); }
  std::string_view GoType() const override { return "cel.Format"; }
  bool is_hashable() const override { return false; }

  const FormatRow& row;
};

const cel::Type FormatValue::kType = {.kind = TypeKind::kStruct, .name = "kubernetes.NamedFormat"};

template <std::size_t kRow>
Value MakeFormat(Arguments, Context& context) {
  return MakeOpaque<FormatValue>(context, kFormatRows[kRow]);
}

Value NamedFormat(Arguments arguments, Context& context) {
  for (const FormatRow& row : kFormatRows) {
    if (row.key == arguments[0].text()) {
      return context.Optional(MakeOpaque<FormatValue>(context, row));
    }
  }
  return Value::EmptyOptional();
}

Value Validate(Arguments arguments, Context& context) {
  const Reasons reasons = GetOpaque<FormatValue>(arguments[0]).row.validate(arguments[1].text());
  if (reasons.empty()) return Value::EmptyOptional();
  std::vector<Value> texts;
  for (const std::string& reason : reasons) texts.push_back(context.String(reason));
  return context.Optional(context.List(texts));
}

CallCost CostOfValidate(std::string_view, Arguments arguments, const Value&, Context&) {
  const auto* format = AsOpaque<FormatValue>(arguments[0]);
  if (format == nullptr) return std::nullopt;
  return PatternCost(eval::ActualSize(arguments[1]), format->row.pattern_size);
}

template <std::size_t... kRows>
constexpr auto FormatImplementations(std::index_sequence<kRows...>) {
  return std::array{
      eval::Implementation{.overload = kFormatRows[kRows].function, .run = MakeFormat<kRows>}...,
      eval::Implementation{.overload = "format-named", .run = NamedFormat},
      eval::Implementation{.overload = "format-validate", .run = Validate},
  };
}

constexpr auto kFormatImplementations = FormatImplementations(std::make_index_sequence<std::size(kFormatRows)>());

constexpr eval::FunctionCost kFormatCosts[] = {
    {"validate", CostOfValidate},
    {"format.named", CostOfOne},
};

}  // namespace

const eval::Library kFormats = {kFormatImplementations, kFormatCosts};

}  // namespace structural::cel::library
