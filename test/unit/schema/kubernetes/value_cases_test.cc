// cases/values: Go's results for quantities, semantic versions, addresses and URLs, and for pairs of them. If a case
// lacks one of the results, the test does not check that result.
#include <cmath>

#include <gtest/gtest.h>

#include "schema/go/netip.h"
#include "schema/go/url.h"
#include "schema/kubernetes/print.h"
#include "schema/kubernetes/quantity.h"
#include "schema/kubernetes/semver.h"
#include "test/support/cases.h"

namespace structural::test {
namespace value_cases_test {

using nlohmann::json;

class ValueCase : public testing::TestWithParam<Case> {
 protected:
  std::string Text(const char* key) const { return GetParam().data.at(key).get<std::string>(); }
  bool Has(const char* key) const { return GetParam().data.contains(key); }
  // Compares `answer` with the case's value of `key`, if the case has it.
  void Expect(const char* key, const json& answer) const {
    if (Has(key)) {
      EXPECT_EQ(GetParam().data.at(key), answer) << key;
    }
  }
  // Returns the parsed value, or null if `read` is an error. Expects that the case has the same error under the key
  // `error`, and none if the text is valid.
  template <typename T>
  const T* Parsed(const std::variant<T, std::string>& read, const char* error) const {
    const auto* why = std::get_if<std::string>(&read);
    EXPECT_EQ(GetParam().data.value(error, ""), why == nullptr ? "" : *why);
    return std::get_if<T>(&read);
  }
};

class QuantityCase : public ValueCase {
 protected:
  base::Arena arena_;

  void ExpectWith(kubernetes::Quantity quantity, const std::string& text) {
    const auto parsed = kubernetes::ParseQuantity(text, arena_);
    const auto& other = std::get<kubernetes::Quantity>(parsed);
    const auto sum = kubernetes::Add(quantity, other, arena_);
    const auto difference = kubernetes::Subtract(quantity, other, arena_);
    ASSERT_TRUE(sum && difference);
    Expect("sum", kubernetes::Print(*sum, arena_));
    Expect("difference", kubernetes::Print(*difference, arena_));
    Expect("difference integer", Integer(*difference));
    Expect("order", kubernetes::Compare(quantity, other, arena_));
    Expect("then integer", Integer(quantity));
  }

  static json Integer(const kubernetes::Quantity& quantity) {
    const auto integer = quantity.AsInt64();
    return integer ? json(*integer) : json(nullptr);
  }
};

TEST_P(QuantityCase, IsReadAddedAndCompared) {
  const std::string text = Text("text");
  const auto read = kubernetes::ParseQuantity(text, arena_);
  const auto* quantity = Parsed(read, "error");
  if (quantity == nullptr) return;
  Expect("sign", quantity->sign());
  Expect("integer", Integer(*quantity));
  const double approximate = quantity->AsApproximateFloat64();
  Expect("double", std::isnan(approximate)   ? "NaN"
                   : std::isinf(approximate) ? (approximate < 0 ? "-Inf" : "+Inf")
                                             : kubernetes::PrintFloat(approximate));
  Expect("print", kubernetes::Print(*quantity, arena_));
  if (Has("with")) ExpectWith(*quantity, Text("with"));
}

INSTANTIATE_TEST_SUITE_P(Data, QuantityCase, testing::ValuesIn(LoadCases("values/quantity")), CaseName);

class SemverCase : public ValueCase {};

TEST_P(SemverCase, IsReadAndCompared) {
  const auto normalized = kubernetes::NormalizeSemver(Text("text"));
  const auto again = kubernetes::ParseSemver(normalized.text);
  const auto* why = std::get_if<std::string>(&again);
  if (!normalized.error.empty() || why != nullptr) {
    EXPECT_EQ(Text("normalized error"), normalized.error.empty() ? *why : normalized.error);
  } else {
    EXPECT_EQ(Text("normalized"), std::get<kubernetes::Semver>(again).text);
  }
  const std::string text = Text("text");
  const auto read = kubernetes::ParseSemver(text);
  const auto* version = Parsed(read, "error");
  if (version == nullptr) return;
  Expect("print", version->text);
  Expect("numbers", {version->major, version->minor, version->patch});
  if (!Has("with")) return;
  const std::string with = Text("with");
  const auto other = kubernetes::ParseSemver(with);
  Expect("order", Compare(*version, std::get<kubernetes::Semver>(other)));
}

INSTANTIATE_TEST_SUITE_P(Data, SemverCase, testing::ValuesIn(LoadCases("values/semver")), CaseName);

class AddressCase : public ValueCase {
 protected:
  void ExpectPrefix(const std::string& text) {
    const auto read = go::ParsePrefix(text);
    const auto* prefix = Parsed(read, "prefix error");
    if (prefix == nullptr) return;
    Expect("prefix", Print(*prefix));
    Expect("masked", Print(prefix->Masked()));
    const std::string with = Has("with") ? Text("with") : "";
    const auto address = go::ParseAddress(with);
    if (const auto* other = std::get_if<go::Address>(&address)) Expect("contains", prefix->Contains(*other));
    const auto second = go::ParsePrefix(with);
    if (const auto* other = std::get_if<go::Prefix>(&second)) Expect("overlaps", prefix->Overlaps(*other));
  }
};

TEST_P(AddressCase, IsParsedAndClassified) {
  const std::string text = Text("text");
  ExpectPrefix(text);
  if (!Has("error") && !Has("print")) return;
  const auto read = go::ParseAddress(text);
  const auto* address = Parsed(read, "error");
  if (address == nullptr) return;
  Expect("print", Print(*address));
  const std::array is = {address->is4,
                         address->Is4In6(),
                         address->IsUnspecified(),
                         address->IsLoopback(),
                         address->IsMulticast(),
                         address->IsLinkLocalMulticast(),
                         address->IsLinkLocalUnicast(),
                         address->IsGlobalUnicast()};
  std::string classes;
  for (const bool one : is) classes.append(classes.empty() ? "" : " ").append(one ? "true" : "false");
  Expect("is", classes);
}

INSTANTIATE_TEST_SUITE_P(Data, AddressCase, testing::ValuesIn(LoadCases("values/address")), CaseName);

class UrlCase : public ValueCase {};

TEST_P(UrlCase, IsReadAndWritten) {
  const std::string text = Text("text");
  const auto request = go::ParseUrl(text, go::UrlKind::kRequest);
  Parsed(request, "request error");
  const auto read = go::ParseUrl(text);
  const auto* url = Parsed(read, "error");
  if (url == nullptr) return;
  Expect("print", Print(*url));
  Expect("parts", {url->scheme, url->host, url->Hostname(), url->Port(), url->EscapedPath()});
  json query = json::object();
  for (const auto& [key, value] : go::ParseQuery(url->query)) query[key].push_back(value);
  Expect("query", query);
}

INSTANTIATE_TEST_SUITE_P(Data, UrlCase, testing::ValuesIn(LoadCases("values/url")), CaseName);

}  // namespace value_cases_test
}  // namespace structural::test
