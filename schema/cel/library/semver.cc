// Upstream: apiserver/pkg/cel/library/semverlib.go, apiserver/pkg/cel/semver.go (v0.37.2).
#include "schema/kubernetes/semver.h"

#include "schema/cel/library/library.h"
#include "schema/cel/library/opaque.h"

namespace structural::cel::library {
namespace {

class SemverValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  explicit SemverValue(const kubernetes::Semver& from) : version(from) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context&) const override {
    const auto* second = AsOpaque<SemverValue>(other);
    if (second == nullptr) return eval::ErrorOrNoSuchOverload(other);
    return Value::Bool(Compare(version, second->version) == 0);
  }
  std::string Print() const override { return std::string(version.text); }
  std::string_view GoType() const override { return "cel.Semver"; }
  bool is_hashable() const override { return false; }

  const kubernetes::Semver version;
};

const cel::Type SemverValue::kType = {.kind = TypeKind::kStruct, .name = "kubernetes.Semver"};

const kubernetes::Semver& SemverOf(const Value& value) { return GetOpaque<SemverValue>(value).version; }

// Parses the text. If the second argument is true, normalizes it first.
std::variant<kubernetes::Semver, std::string> ReadSemver(Arguments arguments, Context& context) {
  if (arguments.size() == 1 || !arguments[1].boolean()) {
    return kubernetes::ParseSemver(arguments[0].text());
  }
  auto normalized = kubernetes::NormalizeSemver(arguments[0].text());
  if (!normalized.error.empty()) return std::move(normalized.error);
  return kubernetes::ParseSemver(context.arena().Copy(std::string_view(normalized.text)));
}

Value MakeSemver(Arguments arguments, Context& context) {
  const auto read = ReadSemver(arguments, context);
  if (const auto* why = std::get_if<std::string>(&read)) return context.Fail(*why);
  return MakeOpaque<SemverValue>(context, std::get<kubernetes::Semver>(read));
}

Value IsSemver(Arguments arguments, Context& context) {
  return Value::Bool(std::holds_alternative<kubernetes::Semver>(ReadSemver(arguments, context)));
}

template <std::uint64_t kubernetes::Semver::*kNumber>
Value NumberOfSemver(Arguments arguments, Context&) {
  return Value::Int(static_cast<std::int64_t>(SemverOf(arguments[0]).*kNumber));
}

Value OrderOfSemvers(Arguments arguments, Context&) {
  return Value::Int(Compare(SemverOf(arguments[0]), SemverOf(arguments[1])));
}

template <int kOrder>
Value HasSemverOrder(Arguments arguments, Context&) {
  return Value::Bool(Compare(SemverOf(arguments[0]), SemverOf(arguments[1])) == kOrder);
}

constexpr eval::Implementation kSemverRows[] = {
    {.overload = "string_to_semver", .run = MakeSemver},
    {.overload = "string_bool_to_semver", .run = MakeSemver},
    {.overload = "is_semver_string", .run = IsSemver},
    {.overload = "is_semver_string_bool", .run = IsSemver},
    {.overload = "semver_major", .run = NumberOfSemver<&kubernetes::Semver::major>},
    {.overload = "semver_minor", .run = NumberOfSemver<&kubernetes::Semver::minor>},
    {.overload = "semver_patch", .run = NumberOfSemver<&kubernetes::Semver::patch>},
    {.overload = "semver_is_greater_than", .run = HasSemverOrder<1>},
    {.overload = "semver_is_less_than", .run = HasSemverOrder<-1>},
    {.overload = "semver_compare_to", .run = OrderOfSemvers},
};

constexpr eval::FunctionCost kSemverCosts[] = {
    {"semver", CostOfReading}, {"isSemver", CostOfReading}, {"major", CostOfOne},
    {"minor", CostOfOne},      {"patch", CostOfOne},
};

}  // namespace

const eval::Library kSemvers = {kSemverRows, kSemverCosts};

}  // namespace structural::cel::library
