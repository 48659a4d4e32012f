#include <algorithm>
#include <iterator>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/kubernetes/print.h"
#include "schema/objects/check_value.h"

namespace structural::objects {
namespace {

using json::Value;

constexpr std::size_t kFailureUnits = 256;  // units of work for a failure with texts, besides their bytes

std::string InBody(const std::string& name, std::string_view detail) { return (name + " in body ").append(detail); }

}  // namespace

void Outcome::Merge(Outcome&& other) {
  matches += other.matches;
  failed |= other.failed;
  std::ranges::move(other.failures, std::back_inserter(failures));
  bytes += other.bytes;
}

void Reporter::Add(Outcome& to, std::string message, kubernetes::FieldError error, std::string_view keyword,
                   std::optional<std::int64_t> limit) const {
  const std::size_t bytes = error.bytes();
  Spend(kFailureUnits + bytes);
  if (!budget_->Spend(bytes)) return;
  to.bytes += bytes;
  error.keyword = keyword;
  error.limit = limit;
  to.failures.push_back({std::move(message), std::move(error)});
}

// `name` is how kube-openapi names the place, which may be below `at`.
kubernetes::FieldName Reporter::Field(const kubernetes::ObjectPath& at, std::string_view name) const {
  kubernetes::FieldName field{prefix_->text, prefix_->steps};
  field.steps.Append(at.Steps());
  if (name.empty() || name == ".") {
    if (field.text.empty()) field.text = "<nil>";
    return field;
  }
  if (name.starts_with('.')) name.remove_prefix(1);
  if (!field.text.empty()) field.text += '.';
  field.text += name;
  return field;
}

void Reporter::WrongType(const kubernetes::ObjectPath& at, std::string_view keyword, std::string_view wanted,
                         std::string_view found, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, "must be of type " + std::string(wanted) + ": " + base::Quote(found));
  kubernetes::FieldError error = kubernetes::InvalidError(Field(at, name), Value::String(found), message);
  error.kind = kubernetes::ErrorKind::kTypeInvalid;
  Add(to, message, std::move(error), keyword);
}

void Reporter::InvalidType(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                           Outcome& to) const {
  WrongType(at, "type", wanted, found, to);
}

void Reporter::InvalidFormat(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                             Outcome& to) const {
  WrongType(at, "format", wanted, found, to);
}

void Reporter::Required(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = (at.OpenAPI() + ".").append(key);
  kubernetes::FieldName field = Field(at, name);
  field.steps.PushName(key);
  Add(to, InBody(name, "is required"), kubernetes::RequiredError(std::move(field)), "required");
}

void Reporter::NotInEnum(const kubernetes::ObjectPath& at, const Value& value, std::span<const Value> allowed,
                         Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  std::string list;
  std::vector<std::string> texts;
  for (const Value& one : allowed) {
    base::AppendItem(list, " ", kubernetes::Print(one));
    texts.push_back(one.is_string() ? std::string(one.text()) : kubernetes::MarshalJson(one));
  }
  Add(to, InBody(name, "should be one of [" + list + "]"), kubernetes::NotSupportedError(Field(at, name), value, texts),
      "enum");
}

void Reporter::TooLong(const kubernetes::ObjectPath& at, std::int64_t most, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  Add(to, InBody(name, "should be at most " + std::to_string(most) + " chars long"),
      kubernetes::TooLongError(Field(at, name), most), "maxLength", most);
}

void Reporter::TooMany(const kubernetes::ObjectPath& at, std::string_view things, std::int64_t actual,
                       std::int64_t most, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string detail = "should have at most " + std::to_string(most) + " ";
  Add(to, InBody(name, detail).append(things), kubernetes::TooManyError(Field(at, name), actual, most),
      things == "items" ? "maxItems" : "maxProperties", most);
}

void Reporter::Forbidden(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody((name + ".").append(key), "is a forbidden property");
  Add(to, message, kubernetes::InvalidError(Field(at, name), Value::String(key), message), "additionalProperties");
}

void Reporter::Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                       std::string_view detail, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, detail);
  Add(to, message, kubernetes::InvalidError(Field(at, name), bad, message), keyword);
}

void Reporter::Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                       std::string_view before, std::int64_t limit, std::string_view after, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, (std::string(before) + std::to_string(limit)).append(after));
  Add(to, message, kubernetes::InvalidError(Field(at, name), bad, message), keyword, limit);
}

void Reporter::InvalidPlain(const kubernetes::ObjectPath& at, std::string_view keyword, const Value& bad,
                            std::string_view message, Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  Add(to, std::string(message), kubernetes::InvalidError(Field(at, at.OpenAPI()), bad, message), keyword);
}

void Reporter::Unplaced(const kubernetes::ObjectPath& at, std::string_view keyword, std::string message,
                        Outcome& to) const {
  to.failed = true;
  if (!has_texts()) return;
  kubernetes::FieldError error = kubernetes::InvalidError(Field(at, ""), Value::String(""), message);
  Add(to, std::move(message), std::move(error), keyword);
}

}  // namespace structural::objects
