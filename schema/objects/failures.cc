#include "schema/objects/check_value.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "schema/base/quote.h"
#include "schema/go/print.h"
#include "schema/kubernetes/field_error.h"

namespace structural::objects {
namespace {

using json::Value;

std::string InBody(const std::string& name, std::string_view detail) {
  return (name + " in body ").append(detail);
}

}  // namespace

void Outcome::Merge(Outcome&& other) {
  matches += other.matches;
  failed |= other.failed;
  std::ranges::move(other.failures, std::back_inserter(failures));
  bytes += other.bytes;
}

void Reporter::Add(Outcome& to, std::string message, std::string error, Blocking blocking) const {
  if (!budget_->Spend(error.size())) return;
  to.bytes += error.size();
  to.failures.push_back({std::move(message), std::move(error), blocking == Blocking::kYes});
}

std::string Reporter::Field(std::string_view name) const {
  if (name.empty() || name == ".") return std::string(prefix_.empty() ? "<nil>" : prefix_);
  if (name.starts_with('.')) name.remove_prefix(1);
  std::string field(prefix_);
  if (!field.empty()) field += '.';
  return field.append(name);
}

void Reporter::InvalidType(const ObjectPath& at, std::string_view wanted, std::string_view found,
                           Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  const std::string message =
      InBody(name, "must be of type " + std::string(wanted) + ": " + base::Quote(found));
  Add(to, message, kubernetes::InvalidError(Field(name), Value::String(found), message).text,
      Blocking::kYes);
}

void Reporter::Required(const ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = (at.OpenAPI() + ".").append(key);
  Add(to, InBody(name, "is required"), kubernetes::RequiredError(Field(name)).text, Blocking::kYes);
}

void Reporter::NotInEnum(const ObjectPath& at, const Value& value, std::span<const Value> allowed,
                         Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  std::string list;
  std::vector<std::string> texts;
  for (const Value& one : allowed) {
    list.append(list.empty() ? "" : " ").append(go::Print(one));
    texts.push_back(one.is_string() ? std::string(one.text()) : go::MarshalJson(one));
  }
  Add(to, InBody(name, "should be one of [" + list + "]"),
      kubernetes::NotSupportedError(Field(name), value, texts).text, Blocking::kYes);
}

void Reporter::TooLong(const ObjectPath& at, std::int64_t most, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  Add(to, InBody(name, "should be at most " + std::to_string(most) + " chars long"),
      kubernetes::TooLongError(Field(name), most).text, Blocking::kYes);
}

void Reporter::TooMany(const ObjectPath& at, std::string_view things, std::int64_t actual,
                       std::int64_t most, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  const std::string detail = "should have at most " + std::to_string(most) + " ";
  Add(to, InBody(name, detail).append(things), kubernetes::TooManyError(Field(name), actual, most).text,
      Blocking::kYes);
}

void Reporter::Forbidden(const ObjectPath& at, std::string_view key, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody((name + ".").append(key), "is a forbidden property");
  Add(to, message, kubernetes::InvalidError(Field(name), Value::String(key), message).text,
      Blocking::kNo);
}

void Reporter::Invalid(const ObjectPath& at, const Value& bad, std::string_view detail,
                       Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  const std::string name = at.OpenAPI();
  const std::string message = InBody(name, detail);
  Add(to, message, kubernetes::InvalidError(Field(name), bad, message).text, Blocking::kNo);
}

void Reporter::Invalid(const ObjectPath& at, const Value& bad, std::string_view before,
                       std::int64_t number, std::string_view after, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  Invalid(at, bad, (std::string(before) + std::to_string(number)).append(after), to);
}

void Reporter::InvalidPlain(const ObjectPath& at, const Value& bad, std::string_view message,
                            Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  Add(to, std::string(message), kubernetes::InvalidError(Field(at.OpenAPI()), bad, message).text,
      Blocking::kNo);
}

void Reporter::Unplaced(std::string message, Outcome& to) const {
  to.failed = true;
  if (!tells()) return;
  std::string error = kubernetes::InvalidError(Field(""), Value::String(""), message).text;
  Add(to, std::move(message), std::move(error), Blocking::kNo);
}

}  // namespace structural::objects
