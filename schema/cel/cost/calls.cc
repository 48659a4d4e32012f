#include "schema/cel/cost/calls.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "schema/cel/cost/estimate.h"
#include "schema/cel/operators.h"

namespace structural::cel::cost {

Path Path::Append(std::string_view name, base::Arena& arena) const {
  Path longer = *this;
  if (size_ == capacity_) {
    longer.capacity_ = capacity_ == 0 ? 1 : 2 * capacity_;
    const std::size_t bytes = longer.capacity_ * sizeof(std::string_view);
    longer.names_ = static_cast<std::string_view*>(arena.Allocate(bytes, alignof(std::string_view)));
    std::copy_n(names_, size_, longer.names_);
  }
  longer.names_[size_] = name;
  ++longer.size_;
  return longer;
}

namespace {

// Tables of functions with their cost estimates.

using Estimate = std::optional<CallEstimate>;

constexpr Range kOne = FixedRange(1);

struct CallRow {
  std::string_view function;
  Estimate (*estimate)(const CallSite& call);
  int since = 0;  // the minor version of the first release that has this estimate; 0: all releases
};

// Returns the estimate of the function's row, or nullopt if the table has no row for it. Precondition: the rows are
// sorted by function.
Estimate FromTable(std::span<const CallRow> rows, const CallSite& call) {
  const auto row = std::ranges::lower_bound(rows, call.function, {}, &CallRow::function);
  if (row == rows.end() || row->function != call.function || row->since > call.minor) return std::nullopt;
  return row->estimate(call);
}

Range SizeOf(const Operand& operand, const Sizes& sizes) {
  if (operand.size) return *operand.size;
  const auto path = operand.path.names();
  const auto max = path.empty() ? std::nullopt : sizes.MaxSize(path);
  return max ? Range{0, *max} : kUnknownRange;
}

Range TargetSize(const CallSite& call) { return SizeOf(*call.target, call.sizes); }
Range ArgumentSize(const CallSite& call, std::size_t index = 0) { return SizeOf(call.arguments[index], call.sizes); }

const std::int64_t* LiteralInt(const CallSite& call, std::size_t index) {
  const auto* constant = std::get_if<Constant>(&call.arguments[index].expr->node);
  return constant == nullptr ? nullptr : std::get_if<std::int64_t>(constant);
}

// Upstream: cel-go ext/lists.go, ext/sets.go (v0.29.2).

// Returns the estimate of a function that makes a list with `size` elements. The cost is `factor` for each element,
// plus the cost of a new list and of the call.
Estimate NewList(double factor, Range size) { return CallEstimate{size * factor + kOne + kListBase, size}; }

std::uint64_t NaturalLiteral(const CallSite& call, std::size_t index, std::uint64_t otherwise) {
  const std::int64_t* value = LiteralInt(call, index);
  if (value == nullptr) return otherwise;
  return *value < 0 ? 0 : static_cast<std::uint64_t>(*value);
}

Estimate Sets(const CallSite& call, double factor) {
  if (call.arguments.size() != 2) return std::nullopt;
  return CallEstimate{ArgumentSize(call, 0) * ArgumentSize(call, 1) * factor + kOne};
}

Estimate SetsOnce(const CallSite& call) { return Sets(call, 1); }
Estimate SetsTwice(const CallSite& call) { return Sets(call, 2); }

Estimate Slice(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() != 2) return std::nullopt;
  const std::uint64_t start = NaturalLiteral(call, 0, 0);
  return NewList(1, FixedRange(NaturalLiteral(call, 1, TargetSize(call).max) - start));
}

Estimate Flatten(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() > 1) return std::nullopt;
  const std::uint64_t depth = call.arguments.empty() ? 1 : NaturalLiteral(call, 0, kMaxUint64);
  return NewList(static_cast<double>(depth), TargetSize(call));
}

Estimate ListsRange(const CallSite& call) {
  if (call.target != nullptr || call.arguments.size() != 1) return std::nullopt;
  return NewList(1, FixedRange(NaturalLiteral(call, 0, kMaxUint64)));
}

Estimate Reverse(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  return NewList(1, TargetSize(call));
}

Estimate Distinct(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  const Range size = TargetSize(call);
  return NewList(2, size * size);
}

double SortFactor(const CallSite& call) {
  const bool text = call.overload.starts_with("list_string_") || call.overload.starts_with("list_bytes_");
  return text ? 2 + kStringFactor : 2;
}

Estimate Sort(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  const Range size = TargetSize(call);
  return NewList(SortFactor(call), size * size);
}

Estimate SortBy(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() != 1) return std::nullopt;
  const Range size = ArgumentSize(call);
  return NewList(SortFactor(call), size * size);
}

// The rows are sorted by function, for binary search.
constexpr CallRow kExtensionRows[] = {
    {"@sortByAssociatedKeys", SortBy},
    {"distinct", Distinct},
    {"flatten", Flatten},
    {"lists.range", ListsRange},
    {"reverse", Reverse},
    {"sets.contains", SetsOnce},
    {"sets.equivalent", SetsTwice},
    {"sets.intersects", SetsOnce},
    {"slice", Slice},
    {"sort", Sort},
};

static_assert(std::ranges::is_sorted(kExtensionRows, {}, &CallRow::function));

// Estimates a call of a function of cel-go's extensions. These estimates take precedence over those of Kubernetes'
// libraries.
Estimate EstimateExtension(const CallSite& call) { return FromTable(kExtensionRows, call); }

// The cost for each character of a text that is matched with the longest regular expression of all formats.
constexpr double kNameRegexp = 128 * kRegexpFactor;
// The maximum size of a format's name.
constexpr std::uint64_t kLongestFormat = 64;
// The size of an address in bytes: 4 for IPv4, 16 for IPv6.
constexpr Range kAddress = {4, 16};

// The type of a list's elements, or of a map's keys, and the size of one element or key, as Kubernetes computes them.
struct Element {
  const Type* type;
  Range size;
};

std::optional<Element> ElementOf(const CallSite& call) {
  const Operand& list = *call.target;
  if (list.type->parameters.empty()) return std::nullopt;
  const auto names = list.path.names();
  if (names.empty()) return Element{list.type->parameters[0], kUnknownRange};
  std::vector<std::string_view> path(names.begin(), names.end());
  path.emplace_back("@items");
  const auto max = call.sizes.MaxSize(path);
  return Element{list.type->parameters[0], max ? Range{0, *max} : kUnknownRange};
}

bool IsText(const Type& type) { return type.kind == TypeKind::kString || type.kind == TypeKind::kBytes; }

Estimate One(const CallSite&) { return CallEstimate{kOne}; }

Estimate AuthorizationCheck(const CallSite&) { return CallEstimate{FixedRange(350'000)}; }

// The estimate for a selector: a list of requirements with at least two characters each.
Estimate Selector(const CallSite& call) {
  if (call.arguments.size() != 1) return std::nullopt;
  const Range size = ArgumentSize(call);
  constexpr double kRequirement = 10 + 40;  // cost of one requirement: a new list and a new message
  return CallEstimate{kListBase + size * kStringFactor + size * .5 * kRequirement};
}

// The estimate for functions that compare each element of a list once. If the elements are strings, the cost depends on
// their characters.
Estimate PerElement(const CallSite& call) {
  if (call.target == nullptr) return std::nullopt;
  const Range size = TargetSize(call);
  if (const auto element = ElementOf(call)) {
    const Range each = IsText(*element->type) ? kOne + element->size * kStringFactor : kOne;
    return CallEstimate{size * each};
  }
  return CallEstimate{call.function == "includes" ? size * kOne : size * kStringFactor};
}

Estimate Url(const CallSite& call) {
  if (call.arguments.size() != 1) return std::nullopt;
  const Range size = ArgumentSize(call);
  if (call.minor < kSinceFixedSizes) return CallEstimate{size * kStringFactor};
  return CallEstimate{size * kStringFactor, size};
}

Estimate UrlPart(const CallSite& call) {
  if (call.minor < kSinceUrlPartSizes || call.target == nullptr) return One(call);
  return CallEstimate{kOne, TargetSize(call)};
}

// Estimates getEscapedPath(). Each byte of a path can become three bytes, as in %2F.
Estimate EscapedPath(const CallSite& call) {
  auto estimate = UrlPart(call);
  if (estimate->size) estimate->size = *estimate->size * Range{1, 3};
  return estimate;
}

Estimate SameSize(const CallSite& call) {
  if (call.target == nullptr) return std::nullopt;
  const Range size = TargetSize(call);
  return CallEstimate{size * kStringFactor, size};
}

std::uint64_t DivideUp(std::uint64_t a, std::uint64_t b) {
  const double quotient = std::ceil(static_cast<double>(a) / static_cast<double>(b));
  // A quotient that does not fit into 64 bits becomes 2^63, as in Go for amd64.
  constexpr double kTwoTo64 = 18446744073709551616.0;
  return quotient >= kTwoTo64 ? std::uint64_t{1} << 63 : static_cast<std::uint64_t>(quotient);
}

// The effect of replace() on a text: the number of replacements, and the size of the text that is not replaced.
struct Replaced {
  std::uint64_t count = 0;
  std::uint64_t kept = 0;
};

Replaced MostReplaced(std::uint64_t size, Range from, Range to) {
  if (from.min == 0) return {Add(size, 1), size};
  if (to.max <= from.min) return {0, size};
  return {DivideUp(size, from.min), 0};
}

Replaced LeastReplaced(std::uint64_t size, Range from, Range to) {
  if (from.max == 0) return {Add(size, 1), size};
  if (from.max <= to.min) return {0, size};
  return {DivideUp(size, from.max), 0};
}

Estimate Replace(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() < 2) return std::nullopt;
  const Range size = TargetSize(call);
  const Range from = ArgumentSize(call, 0), to = ArgumentSize(call, 1);
  const Replaced min = LeastReplaced(size.min, from, to);
  const Replaced max = MostReplaced(size.max, from, to);
  const Range result = Range{min.count, max.count} * to + Range{min.kept, max.kept};
  return CallEstimate{size * (2 * kStringFactor), result};
}

Estimate Split(const CallSite& call) {
  if (call.target == nullptr) return std::nullopt;
  const Range size = TargetSize(call);
  const std::int64_t* limit = call.arguments.size() > 1 ? LiteralInt(call, 1) : nullptr;
  const std::uint64_t max = limit == nullptr ? size.max : static_cast<std::uint64_t>(*limit);
  return CallEstimate{size * (2 * kStringFactor), Range{0, max}};
}

Estimate Join(const CallSite& call) {
  if (call.target == nullptr) return std::nullopt;
  const Range list = TargetSize(call);
  Range size;
  if (const auto element = ElementOf(call)) size = list * element->size;
  if (!call.arguments.empty()) {
    const Range separators{list.min > 0 ? list.min - 1 : 0, list.max > 0 ? list.max - 1 : 0};
    size = size + ArgumentSize(call) * separators;
  }
  return CallEstimate{size * kStringFactor, size};
}

Estimate Find(const CallSite& call) {
  if (call.target == nullptr || call.arguments.empty()) return std::nullopt;
  const Range size = TargetSize(call);
  const Range text = (size + kOne) * kStringFactor;
  return CallEstimate{text * (ArgumentSize(call) * kRegexpFactor), Range{0, size.max}};
}

Estimate Scan(const CallSite& call) {
  if (call.arguments.empty()) return std::nullopt;
  return CallEstimate{ArgumentSize(call) * kStringFactor};
}

Estimate ScanTwice(const CallSite& call) {
  if (call.arguments.empty()) return std::nullopt;
  return CallEstimate{ArgumentSize(call) * (2 * kStringFactor)};
}

Estimate Ip(const CallSite& call) { return call.overload == "cidr_ip" ? One(call) : Scan(call); }

Estimate ContainsIp(const CallSite& call) {
  if (call.arguments.empty()) return std::nullopt;
  Range cost = (kAddress + kAddress) * kStringFactor;
  if (call.overload == "cidr_contains_ip_string") cost = cost + Scan(call)->cost;
  return CallEstimate{cost};
}

Estimate ContainsCidr(const CallSite& call) {
  if (call.arguments.empty()) return std::nullopt;
  Range cost = (kAddress + kAddress) * kStringFactor + kAddress * kStringFactor + kOne;
  if (call.overload == "cidr_contains_cidr_string") cost = cost + Scan(call)->cost;
  return CallEstimate{cost};
}

Estimate ValidateFormat(const CallSite& call) {
  if (call.arguments.empty()) return std::nullopt;
  return CallEstimate{ArgumentSize(call) * kStringFactor * kNameRegexp};
}

bool HasFixedSize(const Type& type) {
  if (type.kind == TypeKind::kOpaque) return type.name == "net.IP" || type.name == "net.CIDR";
  return type.kind == TypeKind::kStruct && (type.name == "kubernetes.Quantity" || type.name == "kubernetes.Semver" ||
                                            type.name.starts_with("kubernetes.authorization."));
}

Estimate Equal(const CallSite& call) {
  if (call.arguments.size() != 2) return std::nullopt;
  const Type& type = *call.arguments[0].type;
  const Operand& right = call.arguments[1];
  if (TypeName(type) != TypeName(*right.type)) return std::nullopt;
  if (HasFixedSize(type)) return CallEstimate{kOne};
  if (type.kind != TypeKind::kStruct) return std::nullopt;
  if (type.name == "kubernetes.NamedFormat") return CallEstimate{Range{1, kLongestFormat} * kStringFactor};
  if (type.name != "kubernetes.URL") return std::nullopt;
  const std::uint64_t max = right.size ? right.size->max : 1;
  return CallEstimate{Range{1, max} * kStringFactor};
}

// The rows are sorted by function, for binary search.
constexpr CallRow kKubernetesRows[] = {
    {operators::kEquals, Equal, kSinceFixedSizes},
    {"add", One},
    {"allowed", One},
    {"asApproximateFloat", One},
    {"asInteger", One},
    {"check", AuthorizationCheck},
    {"cidr", Scan},
    {"compareTo", One},
    {"containsCIDR", ContainsCidr},
    {"containsIP", ContainsIp},
    {"error", One},
    {"errored", One},
    {"family", One},
    {"fieldSelector", Selector},
    {"find", Find},
    {"findAll", Find},
    {"format.named", One},
    {"getEscapedPath", EscapedPath},
    {"getHost", UrlPart},
    {"getHostname", UrlPart},
    {"getPort", UrlPart},
    {"getQuery", UrlPart},
    {"getScheme", UrlPart},
    {"group", One},
    {"includes", PerElement},
    {"indexOf", PerElement},
    {"ip", Ip},
    {"ip.isCanonical", ScanTwice},
    {"isCIDR", Scan},
    {"isGlobalUnicast", One},
    {"isGreaterThan", One},
    {"isIP", Scan},
    {"isInteger", One},
    {"isLessThan", One},
    {"isLinkLocalMulticast", One},
    {"isLinkLocalUnicast", One},
    {"isLoopback", One},
    {"isMask", One},
    {"isQuantity", Scan, kSinceQuantityCosts},
    {"isSemver", Scan},
    {"isSorted", PerElement},
    {"isUnspecified", One},
    {"join", Join},
    {"labelSelector", Selector},
    {"lastIndexOf", PerElement},
    {"lowerAscii", SameSize},
    {"major", One},
    {"masked", One},
    {"max", PerElement},
    {"min", PerElement},
    {"minor", One},
    {"name", One},
    {"namespace", One},
    {"patch", One},
    {"path", One},
    {"prefixLength", One},
    {"quantity", Scan, kSinceQuantityCosts},
    {"reason", One},
    {"replace", Replace},
    {"resource", One},
    {"semver", Scan},
    {"serviceAccount", One},
    {"sign", One},
    {"split", Split},
    {"sub", One},
    {"subresource", One},
    {"substring", SameSize},
    {"sum", PerElement},
    {"trim", SameSize},
    {"upperAscii", SameSize},
    {"url", Url},
    {"validate", ValidateFormat},
};

static_assert(std::ranges::is_sorted(kKubernetesRows, {}, &CallRow::function));

}  // namespace

std::optional<CallEstimate> EstimateCall(const CallSite& call) {
  const Estimate found = EstimateExtension(call);
  return found ? found : FromTable(kKubernetesRows, call);
}

}  // namespace structural::cel::cost
