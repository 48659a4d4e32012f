#include "schema/validate/webhook.h"

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

// Upstream swaps name and namespace in these errors.
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

}  // namespace

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

}  // namespace structural::validate
