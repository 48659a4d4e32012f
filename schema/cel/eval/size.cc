#include <cmath>

#include "schema/base/utf8.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

constexpr std::int64_t kFirstOfYearOne = -62'135'596'800;

}  // namespace

std::int64_t CountRunes(std::string_view text) {
  std::int64_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if ((*at & 0x80) == 0) {
      ++at;
    } else {
      at += base::DecodeRune({at, end}).size;
    }
    ++count;
  }
  return count;
}

std::optional<std::int64_t> Size(const Value& value) {
  switch (value.kind()) {
    case Kind::kString: return CountRunes(value.text());
    case Kind::kBytes: return static_cast<std::int64_t>(value.text().size());
    case Kind::kList: return ListSize(value);
    case Kind::kMap: return MapSize(value);
    case Kind::kOpaque: return value.opaque().Size();
    default: return std::nullopt;
  }
}

std::uint64_t ActualSize(const Value& value) { return static_cast<std::uint64_t>(Size(value).value_or(1)); }

std::uint64_t TraversalCost(std::uint64_t units) {
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(units) * 0.1));
}

bool IsZero(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull: return true;
    case Kind::kBool: return !value.boolean();
    case Kind::kDouble: return value.real() == 0;
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDuration: return value.integer() == 0;
    case Kind::kString:
    case Kind::kBytes: return value.text().empty();
    case Kind::kTimestamp: return SameMoment(value.time(), {kFirstOfYearOne});
    case Kind::kList: return value.form() != Form::kHost && ListSize(value) == 0;
    case Kind::kMap: return value.form() != Form::kHost && MapSize(value) == 0;
    default: return false;
  }
}

std::optional<std::string_view> NativeText(const Value& value) {
  if (value.is_string()) return value.text();
  if (value.is(Kind::kType)) return TypeName(value.type());
  if (value.is(Kind::kOptional) && value.has_value()) return NativeText(value.value());
  return std::nullopt;
}

}  // namespace structural::cel::eval
