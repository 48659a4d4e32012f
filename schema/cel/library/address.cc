// Upstream: apiserver/pkg/cel/library/ip.go, cidr.go, apiserver/pkg/cel/ip.go, cidr.go (v0.37.2, v0.38.0-alpha.2).
#include "schema/base/quote.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/cel/library/opaque.h"
#include "schema/go/netip.h"

namespace structural::cel::library {
namespace {

constexpr std::string_view kNoPrefix = "network address parse error during conversion from string: ";

class IpValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  explicit IpValue(const go::Address& from) : address(from) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context&) const override {
    const auto* second = AsOpaque<IpValue>(other);
    if (second == nullptr) return eval::ErrorOrNoSuchOverload(other);
    return Value::Bool(address == second->address);
  }
  std::string_view GoType() const override { return "cel.IP"; }
  bool is_key_by_text() const override { return true; }
  std::string Print() const override { return go::Print(address); }
  std::optional<std::int64_t> Size() const override { return address.bits() / 8; }

  const go::Address address;
};

class CidrValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  explicit CidrValue(const go::Prefix& from) : prefix(from) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context&) const override {
    const auto* second = AsOpaque<CidrValue>(other);
    if (second == nullptr) return eval::ErrorOrNoSuchOverload(other);
    return Value::Bool(prefix == second->prefix);
  }
  std::string_view GoType() const override { return "cel.CIDR"; }
  bool is_key_by_text() const override { return true; }
  std::string Print() const override { return go::Print(prefix); }
  std::optional<std::int64_t> Size() const override { return (prefix.bits + 7) / 8; }

  const go::Prefix prefix;
};

const cel::Type IpValue::kType = {.kind = TypeKind::kOpaque, .name = "net.IP"};
const cel::Type CidrValue::kType = {.kind = TypeKind::kOpaque, .name = "net.CIDR"};

// Upstream: library/ip.go parseIPAddr.
std::variant<go::Address, std::string> ReadIp(std::string_view text) {
  auto read = go::ParseAddress(text);
  if (const auto* why = std::get_if<std::string>(&read)) {
    return "IP Address " + base::Quote(text) + " parse error during conversion from string: " + *why;
  }
  const go::Address& address = std::get<go::Address>(read);
  if (!address.zone.empty()) {
    return "IP address " + base::Quote(text) + " with zone value is not allowed";
  }
  if (address.Is4In6()) return "IPv4-mapped IPv6 address " + base::Quote(text) + " is not allowed";
  return read;
}

// Upstream: library/cidr.go parseCIDR.
std::variant<go::Prefix, std::string> ReadCidr(std::string_view text) {
  auto read = go::ParsePrefix(text);
  if (const auto* why = std::get_if<std::string>(&read)) return std::string(kNoPrefix) + *why;
  if (std::get<go::Prefix>(read).address.Is4In6()) {
    return "IPv4-mapped IPv6 address " + base::Quote(text) + " is not allowed";
  }
  return read;
}

const go::Address& IpOf(const Value& value) { return GetOpaque<IpValue>(value).address; }
const go::Prefix& CidrOf(const Value& value) { return GetOpaque<CidrValue>(value).prefix; }

Value MakeIp(Arguments arguments, Context& context) {
  const auto read = ReadIp(arguments[0].text());
  if (const auto* why = std::get_if<std::string>(&read)) return context.Fail(*why);
  return MakeOpaque<IpValue>(context, std::get<go::Address>(read));
}

Value IsIp(Arguments arguments, Context&) {
  return Value::Bool(std::holds_alternative<go::Address>(ReadIp(arguments[0].text())));
}

Value IsCanonical(Arguments arguments, Context& context) {
  const auto read = ReadIp(arguments[0].text());
  if (const auto* why = std::get_if<std::string>(&read)) return context.Fail(*why);
  return Value::Bool(go::Print(std::get<go::Address>(read)) == arguments[0].text());
}

Value PrintOpaque(Arguments arguments, Context& context) { return context.String(arguments[0].opaque().Print()); }

Value FamilyOf(Arguments arguments, Context&) { return Value::Int(IpOf(arguments[0]).is4 ? 4 : 6); }

template <bool (go::Address::*kIs)() const>
Value IsOfClass(Arguments arguments, Context&) {
  return Value::Bool((IpOf(arguments[0]).*kIs)());
}

Value MakeCidr(Arguments arguments, Context& context) {
  const auto read = ReadCidr(arguments[0].text());
  if (const auto* why = std::get_if<std::string>(&read)) return context.Fail({kNoPrefix, *why});
  return MakeOpaque<CidrValue>(context, std::get<go::Prefix>(read));
}

Value IsCidr(Arguments arguments, Context&) {
  return Value::Bool(std::holds_alternative<go::Prefix>(ReadCidr(arguments[0].text())));
}

Value ContainsIp(Arguments arguments, Context&) {
  return Value::Bool(CidrOf(arguments[0]).Contains(IpOf(arguments[1])));
}

// Evaluates containsIP for a text. If the text is not an IP address, returns the error "no such overload", as
// Kubernetes does.
Value ContainsIpText(Arguments arguments, Context&) {
  const auto read = ReadIp(arguments[1].text());
  const auto* address = std::get_if<go::Address>(&read);
  if (address == nullptr) return eval::NoSuchOverload();
  return Value::Bool(CidrOf(arguments[0]).Contains(*address));
}

Value ContainsCidr(Arguments arguments, Context& context) {
  Value inner = arguments[1];
  if (inner.is_string()) inner = MakeCidr(arguments.subspan(1), context);
  if (inner.is_error()) return inner;
  const go::Prefix &outer = CidrOf(arguments[0]), &second = CidrOf(inner);
  return Value::Bool(outer.Overlaps(second) && outer.bits <= second.bits);
}

Value IpOfCidr(Arguments arguments, Context& context) {
  return MakeOpaque<IpValue>(context, CidrOf(arguments[0]).address);
}

Value PrefixLength(Arguments arguments, Context&) { return Value::Int(CidrOf(arguments[0]).bits); }

Value IsMask(Arguments arguments, Context&) {
  const go::Prefix& prefix = CidrOf(arguments[0]);
  return Value::Bool(prefix == prefix.Masked());
}

Value Masked(Arguments arguments, Context& context) {
  return MakeOpaque<CidrValue>(context, CidrOf(arguments[0]).Masked());
}

CallCost CostOfIp(std::string_view overload, Arguments arguments, const Value& result, Context& context) {
  return overload == "cidr_ip" ? 1 : CostOfReading(overload, arguments, result, context);
}

CallCost CostOfContainsIp(std::string_view overload, Arguments arguments, const Value&, Context&) {
  const std::uint64_t compared = eval::TraversalCost(2 * eval::ActualSize(arguments[0]));
  if (overload != "cidr_contains_ip_string") return compared;
  return compared + eval::TraversalCost(eval::ActualSize(arguments[1]));
}

CallCost CostOfContainsCidr(std::string_view overload, Arguments arguments, const Value&, Context&) {
  const std::uint64_t size = eval::ActualSize(arguments[0]);
  const std::uint64_t compared = eval::TraversalCost(2 * size) + eval::TraversalCost(size) + 1;
  if (overload != "cidr_contains_cidr_string") return compared;
  return compared + eval::TraversalCost(eval::ActualSize(arguments[1]));
}

constexpr eval::Implementation kAddressRows[] = {
    {.overload = "string_to_ip", .run = MakeIp},
    {.overload = "is_ip", .run = IsIp},
    {.overload = "ip_is_canonical", .run = IsCanonical},
    {.overload = "ip_to_string", .run = PrintOpaque},
    {.overload = "ip_family", .run = FamilyOf},
    {.overload = "ip_is_unspecified", .run = IsOfClass<&go::Address::IsUnspecified>},
    {.overload = "ip_is_loopback", .run = IsOfClass<&go::Address::IsLoopback>},
    {.overload = "ip_is_link_local_multicast", .run = IsOfClass<&go::Address::IsLinkLocalMulticast>},
    {.overload = "ip_is_link_local_unicast", .run = IsOfClass<&go::Address::IsLinkLocalUnicast>},
    {.overload = "ip_is_global_unicast", .run = IsOfClass<&go::Address::IsGlobalUnicast>},
    {.overload = "string_to_cidr", .run = MakeCidr},
    {.overload = "is_cidr", .run = IsCidr},
    {.overload = "cidr_to_string", .run = PrintOpaque},
    {.overload = "cidr_ip", .run = IpOfCidr},
    {.overload = "cidr_prefix_length", .run = PrefixLength},
    {.overload = "cidr_masked", .run = Masked},
    {.overload = "cidr_is_mask", .run = IsMask},
    {.overload = "cidr_contains_ip_ip", .run = ContainsIp},
    {.overload = "cidr_contains_ip_string", .run = ContainsIpText},
    {.overload = "cidr_contains_cidr", .run = ContainsCidr},
    {.overload = "cidr_contains_cidr_string", .run = ContainsCidr},
};

constexpr eval::FunctionCost kAddressCosts[] = {
    {"ip", CostOfIp},
    {"isIP", CostOfReading},
    {"ip.isCanonical", CostOfReadingTwice},
    {"cidr", CostOfReading},
    {"isCIDR", CostOfReading},
    {"family", CostOfOne},
    {"isUnspecified", CostOfOne},
    {"isLoopback", CostOfOne},
    {"isLinkLocalMulticast", CostOfOne},
    {"isLinkLocalUnicast", CostOfOne},
    {"isGlobalUnicast", CostOfOne},
    {"masked", CostOfOne},
    {"isMask", CostOfOne},
    {"prefixLength", CostOfOne},
    {"containsIP", CostOfContainsIp},
    {"containsCIDR", CostOfContainsCidr},
};

}  // namespace

const eval::Library kAddresses = {kAddressRows, kAddressCosts};

}  // namespace structural::cel::library
