#include "schema/suite/feature_gates.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "schema/base/quote.h"
#include "schema/json/members.h"

namespace structural::suite {
namespace {

using base::ErrorCode;
using json::Value;

constexpr std::string_view kProfile = "include.release.openshift.io/";
constexpr std::string_view kFeatureSet = "release.openshift.io/feature-set";
constexpr std::string_view kMajorVersion = "release.openshift.io/major-version";

const Value* AnnotationsOf(const Value& object) { return Below(object.Find("metadata"), "annotations"); }

std::set<std::string> PartsOf(std::string_view text) {
  std::set<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (end > 0) parts.emplace(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool IsNumber(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool HaveCommon(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& each) { return b.contains(each); });
}

// Returns the first FeatureGate that matches the manifest's profile, feature set and major versions; null if none does.
// A FeatureGate belongs to a profile if it has the profile's annotation, with any value.
const Value* GatesFor(const PayloadAnnotations& manifest, std::span<const Value> known) {
  auto sets = manifest.feature_sets;
  if (sets.empty()) sets.insert("Default");
  for (const Value& each : known) {
    if (Below(AnnotationsOf(each), manifest.profiles.front()) == nullptr) continue;
    if (!sets.contains(std::string(TextOf(Below(AnnotationsOf(each), kFeatureSet))))) continue;
    const auto& versions = manifest.major_versions;
    if (versions.empty() || HaveCommon(PayloadAnnotationsOf(each).major_versions, versions)) return &each;
  }
  return nullptr;
}

bool Names(const Value* gates, std::string_view gate) {
  return std::ranges::any_of(ElementsOf(gates), [&](const Value& each) { return TextOf(each.Find("name")) == gate; });
}

// Returns whether the gate is on; nullopt if the gate is unknown.
std::optional<bool> IsOn(const Value& gates, std::string_view gate) {
  const auto releases = ElementsOf(Below(gates.Find("status"), "featureGates"));
  if (releases.empty()) return std::nullopt;
  if (Names(releases[0].Find("disabled"), gate)) return false;
  if (Names(releases[0].Find("enabled"), gate)) return true;
  return std::nullopt;
}

}  // namespace

PayloadAnnotations PayloadAnnotationsOf(const Value& object) {
  PayloadAnnotations payload;
  const Value* annotations = AnnotationsOf(object);
  if (annotations == nullptr || !annotations->is_object()) return payload;
  for (const json::Member& member : annotations->members()) {
    const std::string_view text = TextOf(&member.value);
    if (member.key.starts_with(kProfile) && text == "true") payload.profiles.emplace_back(member.key);
    if (member.key == kFeatureSet) payload.feature_sets = PartsOf(text);
    if (member.key.starts_with(kMajorVersion)) payload.major_versions = PartsOf(text);
  }
  std::erase_if(payload.major_versions, [](const std::string& each) { return !IsNumber(each); });
  return payload;
}

base::Result<bool> IsForGates(const PayloadAnnotations& manifest, std::span<const std::string> gates,
                              std::span<const Value> known) {
  if (gates.empty()) return true;
  const auto is_off = [](std::string_view gate) { return gate.starts_with("-"); };
  if (manifest.feature_sets.contains("CustomNoUpgrade")) return std::ranges::none_of(gates, is_off);
  if (manifest.profiles.empty()) return true;
  const Value* status = GatesFor(manifest, known);
  if (status == nullptr) {
    return {ErrorCode::kNotFound, "no FeatureGate is for the profile " + base::Quote(manifest.profiles.front()) +
                                      " and the feature sets of the manifest"};
  }
  bool keep = true;
  for (const std::string_view gate : gates) {
    const auto on = IsOn(*status, is_off(gate) ? gate.substr(1) : gate);
    if (!on) return {ErrorCode::kNotFound, "no FeatureGate has the gate " + base::Quote(gate)};
    keep &= *on != is_off(gate);
  }
  return keep;
}

}  // namespace structural::suite
