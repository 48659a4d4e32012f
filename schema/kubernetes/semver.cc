#include "schema/kubernetes/semver.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::kubernetes {
namespace {

bool IsIdentifierCharacter(char c) { return base::IsLetterOrDigit(c) || c == '-'; }

bool IsNumber(std::string_view text) { return std::ranges::all_of(text, base::IsDigit); }

bool IsIdentifier(std::string_view text) { return std::ranges::all_of(text, IsIdentifierCharacter); }

bool HasLeadingZeros(std::string_view text) { return text.size() > 1 && text[0] == '0'; }

// Removes and returns the text before the first separator. Also removes the separator.
std::string_view TakePart(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

// Upstream: Go strconv.ParseUint. Precondition: digits only.
std::string ReadDigits(std::string_view digits, std::uint64_t& number) {
  const auto fail = [&](std::string_view why) {
    return "strconv.ParseUint: parsing " + base::Quote(digits) + ": " + std::string(why);
  };
  if (digits.empty()) return fail("invalid syntax");
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return read.ec == std::errc() ? std::string() : fail("value out of range");
}

// Reads a number of a version. `what` is the number's name in errors: Major, Minor or Patch. Returns the error, or an
// empty text on success.
std::string ReadNumber(std::string_view text, std::string_view what, std::uint64_t& number) {
  const std::string lower = static_cast<char>(what[0] | 0x20) + std::string(what.substr(1));
  if (!IsNumber(text)) {
    return "Invalid character(s) found in " + lower + " number " + base::Quote(text);
  }
  if (HasLeadingZeros(text)) {
    return std::string(what) + " number must not contain leading zeroes " + base::Quote(text);
  }
  return ReadDigits(text, number);
}

std::string CheckPrerelease(std::string_view part) {
  if (part.empty()) return "Prerelease is empty";
  if (!IsIdentifier(part)) return "Invalid character(s) found in prerelease " + base::Quote(part);
  if (!IsNumber(part)) return {};
  if (HasLeadingZeros(part)) {
    return "Numeric PreRelease version must not contain leading zeroes " + base::Quote(part);
  }
  std::uint64_t number = 0;
  return ReadDigits(part, number);
}

std::string CheckBuild(std::string_view part) {
  if (part.empty()) return "Build meta data is empty";
  if (IsIdentifier(part)) return {};
  return "Invalid character(s) found in build meta data " + base::Quote(part);
}

std::string CheckParts(std::string_view text, std::string (*check)(std::string_view)) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('.', begin), text.size());
    std::string error = check(text.substr(begin, end - begin));
    if (!error.empty()) return error;
    begin = end + 1;
  }
  return {};
}

std::string Read(std::string_view text, Semver& version) {
  if (text.empty()) return "Version string empty";
  if (std::ranges::count(text, '.') < 2) return "No Major.Minor.Patch elements found";
  version.text = text;
  std::string_view rest = text;
  std::string error = ReadNumber(TakePart(rest, '.'), "Major", version.major);
  if (error.empty()) error = ReadNumber(TakePart(rest, '.'), "Minor", version.minor);
  if (!error.empty()) return error;
  const auto plus = rest.find('+');
  const std::string_view before = rest.substr(0, plus);
  const auto minus = before.find('-');
  error = ReadNumber(before.substr(0, minus), "Patch", version.patch);
  if (error.empty() && minus != before.npos) {
    version.prerelease = before.substr(minus + 1);
    error = CheckParts(version.prerelease, CheckPrerelease);
  }
  if (error.empty() && plus != rest.npos) error = CheckParts(rest.substr(plus + 1), CheckBuild);
  return error;
}

int Order(bool less, bool greater) { return less ? -1 : greater ? 1 : 0; }

// Compares two identifiers of a prerelease. Numbers precede other identifiers. Because numbers have no leading zeros,
// the longer of two numbers is larger.
int ComparePart(std::string_view a, std::string_view b) {
  const bool a_number = IsNumber(a), b_number = IsNumber(b);
  if (a_number != b_number) return a_number ? -1 : 1;
  if (a_number && a.size() != b.size()) return Order(a.size() < b.size(), true);
  return Order(a<b, a> b);
}

int ComparePrerelease(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return Order(b.empty() && !a.empty(), a.empty() && !b.empty());
  while (!a.empty() && !b.empty()) {
    const int order = ComparePart(TakePart(a, '.'), TakePart(b, '.'));
    if (order != 0) return order;
  }
  return Order(a.empty() && !b.empty(), !a.empty());
}

std::string_view WithoutLeadingZeros(std::string_view part) {
  if (part.size() < 2) return part;
  const auto first = part.find_first_not_of('0');
  if (first == part.npos) return "0";
  return part.substr(base::IsDigit(part[first]) || first == 0 ? first : first - 1);
}

}  // namespace

std::variant<Semver, std::string> ParseSemver(std::string_view text) {
  Semver version;
  std::string error = Read(text, version);
  if (!error.empty()) return error;
  return version;
}

NormalizedSemver NormalizeSemver(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  NormalizedSemver normalized;
  std::size_t parts = 0;
  std::string_view last;
  for (std::size_t begin = 0; begin <= text.size(); ++parts) {
    const auto dot = parts == 2 ? text.npos : text.find('.', begin);
    const auto end = std::min(dot, text.size());
    last = text.substr(begin, end - begin);
    const bool bare = last.size() > 1 && last[0] != '0' && !base::IsDigit(last[0]);
    normalized.text.append(parts == 0 ? "" : ".").append(bare ? "0" : "");
    normalized.text.append(WithoutLeadingZeros(last));
    begin = end + 1;
  }
  if (parts < 3 && last.find_first_of("+-") != last.npos) {
    normalized.error = "short version cannot contain PreRelease/Build meta data";
  }
  for (; parts < 3; ++parts) normalized.text += ".0";
  return normalized;
}

int Compare(const Semver& a, const Semver& b) {
  const std::array first = {a.major, a.minor, a.patch}, second = {b.major, b.minor, b.patch};
  if (first != second) return first < second ? -1 : 1;
  return ComparePrerelease(a.prerelease, b.prerelease);
}

}  // namespace structural::kubernetes
