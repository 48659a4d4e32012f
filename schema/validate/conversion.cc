#include "schema/validate/conversion.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "schema/go/base64.h"
#include "schema/go/url.h"
#include "schema/kubernetes/print.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

constexpr std::string_view kForm = "; desired format: https://host[/path]";

void WebhookUrl(const Context& in, std::string_view text, const FieldPath& path) {
  const auto parsed = go::ParseUrl(text);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    return in.errors.Add(
        kubernetes::Required(kConversion, path, "url must be a valid URL: " + *error + std::string(kForm)));
  }
  const go::Url& url = std::get<go::Url>(parsed);
  const auto invalid = [&](std::string_view bad, const std::string& detail) {
    in.errors.Add(kubernetes::Invalid(kConversion, path, bad, detail));
  };
  if (url.scheme != "https") invalid(url.scheme, "'https' is the only allowed URL scheme" + std::string(kForm));
  if (url.host.empty()) invalid(url.host, "host must be specified" + std::string(kForm));
  if (url.user) invalid(*url.user, "user information is not permitted in the URL");
  if (!url.fragment.empty()) invalid(url.fragment, "fragments are not permitted in the URL");
  if (!url.query.empty()) invalid(url.query, "query parameters are not permitted in the URL");
}

void ServicePath(const Context& in, std::string_view path, const FieldPath& at) {
  const auto invalid = [&](const std::string& detail) {
    in.errors.Add(kubernetes::Invalid(kConversion, at, path, detail));
  };
  if (path.empty() || path == "/") return;
  if (path == "//") return invalid("segment[0] may not be empty");
  if (!path.starts_with('/')) invalid("must start with a '/'");
  std::string_view rest = path.substr(1);
  if (rest.ends_with('/')) rest.remove_suffix(1);
  for (std::size_t i = 0; !in.errors.full(); ++i) {
    const auto slash = rest.find('/');
    const std::string_view step = rest.substr(0, slash);
    const std::string segment = "segment[" + std::to_string(i) + "]";
    if (step.empty()) {
      invalid(segment + " may not be empty");
    } else {
      for (const std::string& reason : kubernetes::ValidateDNS1123Subdomain(step)) invalid(segment + ": " + reason);
    }
    if (slash == rest.npos) return;
    rest.remove_prefix(slash + 1);
  }
}

// Checks the service of a webhook. Like upstream, reports a missing name for the field `namespace`, and a missing
// namespace for the field `name`.
void WebhookService(const Context& in, const Value& service, const FieldPath& path) {
  if (TextOf(service.Find("namespace")).empty())
    in.errors.Add(kubernetes::Required(kConversion, path.Child("name"), ""));
  if (TextOf(service.Find("name")).empty())
    in.errors.Add(kubernetes::Required(kConversion, path.Child("namespace"), ""));
  const Value* number = service.Find("port");
  const std::int64_t port = number == nullptr ? 0 : number->integer();
  if (port < 1 || port > 65535) {
    in.errors.Add(kubernetes::InvalidPrinted(kConversion, path.Child("port"), std::to_string(port),
                                             "port is not valid: must be between 1 and 65535, inclusive"));
  }
  if (const Value* service_path = service.Find("path")) ServicePath(in, TextOf(service_path), path.Child("path"));
}

// Checks the URL or the service of a webhook's client configuration, and its CA bundle.
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceConversion and
// apiserver pkg/util/webhook/validation.go ValidateWebhookURL, ValidateWebhookService (v0.37.2).
void ValidateWebhookClientConfig(const Context& in, const Value& config, const FieldPath& path) {
  const Value* url = config.Find("url");
  const Value* service = config.Find("service");
  if ((url == nullptr) == (service == nullptr)) {
    in.errors.Add(kubernetes::Required(kConversion, path, "exactly one of url or service is required"));
  } else if (url != nullptr) {
    WebhookUrl(in, TextOf(url), path.Child("url"));
  } else {
    WebhookService(in, *service, path.Child("service"));
  }
  const std::string_view bundle = TextOf(config.Find("caBundle"));
  if (bundle.empty() || in.options.allow_invalid_ca_bundle) return;
  const auto error = CABundleError(go::DecodeBase64(bundle).value_or(""));
  if (!error) return;
  in.errors.Add(kubernetes::InvalidPrinted(kConversion, path.Child("caBundle"), PrintedText(bundle), *error));
}

struct PemBlock {
  std::string_view type;
  bool has_headers = false;
  std::string bytes;
};

std::string_view TakeLine(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const auto last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == line.npos ? 0 : last + 1);
}

// Removes and returns the next PEM block; nullopt if none follows. Skips text that is not in a block.
//
// Upstream: Go encoding/pem Decode (Go 1.26).
std::optional<PemBlock> NextBlock(std::string_view& rest) {
  constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ", kDashes = "-----";
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    if (!line.starts_with(kBegin) || !line.ends_with(kDashes)) continue;
    PemBlock block;
    block.type = line.substr(kBegin.size(), line.size() - kBegin.size() - kDashes.size());
    std::string_view inside = rest;
    std::string text;
    while (!inside.empty()) {
      const std::string_view content = TakeLine(inside);
      if (content.starts_with(kEnd)) {
        const std::string end = std::string(kEnd) + std::string(block.type) + std::string(kDashes);
        auto bytes = content == end ? go::DecodeBase64(text) : std::nullopt;
        if (!bytes) break;
        block.bytes = *std::move(bytes);
        rest = inside;
        return block;
      }
      if (content.find(':') != content.npos && text.empty()) {
        block.has_headers = true;
      } else {
        std::ranges::remove_copy_if(content, std::back_inserter(text), [](char c) { return c == ' ' || c == '\t'; });
      }
    }
  }
  return std::nullopt;
}

// Whether the bytes are exactly one ASN.1 sequence.
bool IsSequence(std::string_view der) {
  if (der.size() < 2 || static_cast<unsigned char>(der[0]) != 0x30) return false;
  std::size_t length = static_cast<unsigned char>(der[1]), header = 2;
  if (length >= 0x80) {
    const std::size_t bytes = length & 0x7F;
    if (bytes == 0 || bytes > 4 || der.size() < 2 + bytes) return false;
    length = 0;
    for (std::size_t i = 0; i < bytes; ++i) length = length << 8 | static_cast<unsigned char>(der[2 + i]);
    header += bytes;
  }
  return header + length == der.size();
}

}  // namespace

std::optional<std::string> CABundleError(std::string_view bytes) {
  constexpr std::string_view kPrefix = "unable to load root certificates: ";
  std::optional<std::string> error;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto block = NextBlock(rest);
    if (!block) {
      if (!error) error = "unable to parse bytes as PEM block";
      break;
    }
    if (block->type != "CERTIFICATE" || block->has_headers) continue;
    if (IsSequence(block->bytes)) return std::nullopt;
    if (!error) error = "failed to parse certificate: x509: malformed certificate";
  }
  return std::string(kPrefix) + error.value_or("no valid certificate authority data seen");
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceConversion,
// validateConversionReviewVersions (v0.37.2).

bool IsAccepted(std::string_view version, Release release) {
  return version == "v1beta1" || (version == "v1" && release.Has(Feature::kReviewVersionV1));
}

void ReviewVersion(const Context& in, std::string_view version, const FieldPath& path) {
  for (const std::string& reason : kubernetes::ValidateDNS1035Label(version))
    in.errors.Add(kubernetes::Invalid(kConversion, path, version, reason));
}

void ReviewVersions(const Context& in, const Value* list, const FieldPath& conversion) {
  const FieldPath path = conversion.Child("conversionReviewVersions");
  const auto versions = ElementsOf(list);
  if (versions.empty()) return in.errors.Add(kubernetes::Required(kConversion, path, ""));
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < versions.size() && !in.errors.full(); ++i) {
    const std::string_view version = TextOf(&versions[i]);
    const FieldPath at = conversion.Child("conversionReviewVersions", i);
    if (seen.insert(version).second) {
      ReviewVersion(in, version, at);
    } else {
      in.errors.Add(kubernetes::Invalid(kConversion, at, version, "duplicate version"));
    }
  }
  if (!in.options.require_recognized_conversion_review_version) return;
  const Release release = in.options.release;
  const auto accepted = [&](std::string_view version) { return IsAccepted(version, release); };
  if (std::ranges::any_of(seen, accepted)) return;
  in.errors.Add(kubernetes::InvalidPrinted(kConversion, path, PrintedJson(list),
                                           release.Has(Feature::kReviewVersionV1)
                                               ? "must include at least one of v1, v1beta1"
                                               : "must include at least one of v1beta1"));
}

void WebhookConversion(const Context& in, const Value& conversion, const FieldPath& path) {
  const FieldPath at = path.Child("webhookClientConfig");
  const Value* config = conversion.Find("webhookClientConfig");
  if (config == nullptr) {
    in.errors.Add(kubernetes::Required(kConversion, at, "required when strategy is set to Webhook"));
  } else {
    ValidateWebhookClientConfig(in, *config, at);
  }
  ReviewVersions(in, conversion.Find("conversionReviewVersions"), path);
}

void NoWebhook(const Context& in, const Value& conversion, const FieldPath& path) {
  constexpr std::string_view kDetail = "should not be set when strategy is not set to Webhook";
  if (Has(conversion, "webhookClientConfig"))
    in.errors.Add(kubernetes::Forbidden(kConversion, path.Child("webhookClientConfig"), kDetail));
  if (!ElementsOf(conversion.Find("conversionReviewVersions")).empty()) {
    in.errors.Add(kubernetes::Forbidden(kConversion, path.Child("conversionReviewVersions"), kDetail));
  }
}

}  // namespace

bool HasValidConversionReviewVersionOrEmpty(std::span<const Value> versions, Release release) {
  return versions.empty() ||
         std::ranges::any_of(versions, [&](const Value& version) { return IsAccepted(TextOf(&version), release); });
}

void ValidateConversion(const Context& in) {
  const Value* conversion = in.spec().Find("conversion");
  if (conversion == nullptr) return;
  const std::string_view strategy = TextOf(conversion->Find("strategy"));
  const FieldPath spec("spec");
  const FieldPath path = spec.Child("conversion");
  const FieldPath at = path.Child("strategy");
  if (strategy != "None" && PreservesUnknownFields(in.spec())) {
    in.errors.Add(kubernetes::InvalidPrinted(kConversion, at, PrintedText(strategy),
                                             "must be None if spec.preserveUnknownFields is true"));
  }
  if (strategy.empty()) {
    in.errors.Add(kubernetes::Required(kConversion, at, ""));
  } else if (strategy != "None" && strategy != "Webhook") {
    in.errors.Add(kubernetes::NotSupported(kConversion, at, strategy, R"("None", "Webhook")"));
  }
  if (strategy == "Webhook") {
    WebhookConversion(in, *conversion, path);
  } else {
    NoWebhook(in, *conversion, path);
  }
}

}  // namespace structural::validate
