// Upstream: apiserver/pkg/cel/library/urls.go, apiserver/pkg/cel/url.go (v0.37.2).
#include "schema/go/url.h"

#include <map>
#include <vector>

#include "schema/cel/eval/map.h"
#include "schema/cel/library/library.h"
#include "schema/cel/library/opaque.h"

namespace structural::cel::library {
namespace {

// The parts of a URL that functions return. The texts are in the arena.
struct UrlParts {
  std::string_view text;
  std::string_view scheme;
  std::string_view host;
  std::string_view hostname;
  std::string_view port;
  std::string_view escaped_path;
  std::string_view query;
};

class UrlValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  explicit UrlValue(const UrlParts& from) : parts(from) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context&) const override {
    const auto* second = AsOpaque<UrlValue>(other);
    if (second == nullptr) return eval::ErrorOrNoSuchOverload(other);
    return Value::Bool(parts.text == second->parts.text);
  }
  std::string_view GoType() const override { return "cel.URL"; }
  std::string Print() const override { return std::string(parts.text); }

  const UrlParts parts;
};

const cel::Type UrlValue::kType = {.kind = TypeKind::kStruct, .name = "kubernetes.URL"};

Value MakeUrl(Arguments arguments, Context& context) {
  const std::string_view text = arguments[0].text();
  const auto request = go::ParseUrl(text, go::UrlKind::kRequest);
  const auto read = go::ParseUrl(text);
  for (const auto* parsed : {&request, &read}) {
    const auto* why = std::get_if<std::string>(parsed);
    if (why == nullptr) continue;
    return context.Fail({"URL parse error during conversion from string: ", *why});
  }
  const auto& url = std::get<go::Url>(read);
  const auto keep = [&](std::string_view part) { return context.arena().Copy(part); };
  return MakeOpaque<UrlValue>(
      context, UrlParts{keep(Print(url)), keep(url.scheme), keep(url.host), keep(url.Hostname()), keep(url.Port()),
                        keep(url.EscapedPath()), keep(url.query)});
}

Value IsUrl(Arguments arguments, Context&) {
  const auto read = go::ParseUrl(arguments[0].text(), go::UrlKind::kRequest);
  return Value::Bool(std::holds_alternative<go::Url>(read));
}

template <std::string_view UrlParts::*kPart>
Value PartOfUrl(Arguments arguments, Context&) {
  return Value::String(GetOpaque<UrlValue>(arguments[0]).parts.*kPart);
}

Value QueryOfUrl(Arguments arguments, Context& context) {
  std::map<std::string, std::vector<Value>> values;
  for (const auto& [key, value] : go::ParseQuery(GetOpaque<UrlValue>(arguments[0]).parts.query)) {
    values[key].push_back(context.String(value));
  }
  auto* const map = context.arena().New<eval::MapNode>();
  for (const auto& [key, list] : values) {
    map->Set(context.String(key), context.List(list), context.arena());
  }
  return Value::Map(*map);
}

constexpr eval::Implementation kUrlRows[] = {
    {.overload = "string_to_url", .run = MakeUrl},
    {.overload = "is_url_string", .run = IsUrl},
    {.overload = "url_get_scheme", .run = PartOfUrl<&UrlParts::scheme>},
    {.overload = "url_get_host", .run = PartOfUrl<&UrlParts::host>},
    {.overload = "url_get_hostname", .run = PartOfUrl<&UrlParts::hostname>},
    {.overload = "url_get_port", .run = PartOfUrl<&UrlParts::port>},
    {.overload = "url_get_escaped_path", .run = PartOfUrl<&UrlParts::escaped_path>},
    {.overload = "url_get_query", .run = QueryOfUrl},
};

constexpr eval::FunctionCost kUrlCosts[] = {
    {"url", CostOfReading}, {"getScheme", CostOfOne},      {"getHost", CostOfOne},  {"getHostname", CostOfOne},
    {"getPort", CostOfOne}, {"getEscapedPath", CostOfOne}, {"getQuery", CostOfOne},
};

}  // namespace

const eval::Library kUrls = {kUrlRows, kUrlCosts};

}  // namespace structural::cel::library
