#include "cli/cluster/webhook/flags.h"

#include <algorithm>
#include <string_view>

#include "cli/report/config/settings.h"
#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/server_errors.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/wrap.h"
#include "schema/crd/rules/rule.h"
#include "schema/validate/compatibility/change.h"
#include "schema/validate/compatibility/rules.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/validate.h"

namespace structural::cli {
namespace {

using compatibility::RuleViolation;
using webhook::Mode;

// Below: the checks that --strict adds to the webhook. Their rules are those of `structural lint`; an API server does
// not check them.

RuleViolation Other(std::string_view rule, const std::string& field, const std::string& message) {
  return {rule, {rule, {.kind = kubernetes::ErrorKind::kOther, .field = field, .detail = message}}};
}

// Returns the rules of the chapters `chapter` and `other` (cli/report/rules/rules.h).
std::vector<const crd::Rule*> RulesOf(std::string_view chapter, std::string_view other) {
  std::vector<const crd::Rule*> all;
  for (const rules::Chapter& each : rules::Chapters()) {
    if (each.name != chapter && each.name != other) continue;
    all.insert(all.end(), each.rules.begin(), each.rules.end());
  }
  return all;
}

// Returns the rules that --strict adds.
std::vector<const crd::Rule*> StrictRules() {
  auto all = RulesOf("strict", "unions");
  all.push_back(rules::FindRule(validate::kUnknownFormat));
  return all;
}

bool IsStrict(std::string_view id) {
  return std::ranges::any_of(StrictRules(), [&](const auto* rule) { return rule->id == id; });
}

// Returns the errors that `structural lint --strict` reports for the CRD, and that an API server does not report. The
// annotation structural.lint/ignore suppresses rules as in lint. Pure; thread-safe.
std::vector<RuleViolation> StrictViolations(std::string_view crd) {
  base::Arena arena;
  const document::Document document{.begin = {1, 1}, .json = {}, .marks = {}, .duplicates = {}, .implicit_scalars = {}};
  const auto checked = findings::CheckCrdText({document, crd, 0, {}, {.strict = true}}, arena);
  std::vector<RuleViolation> violations;
  for (const findings::Finding& finding : checked.findings) {
    if (finding.severity == findings::Severity::kError && IsStrict(finding.rule)) {
      violations.push_back(Other(finding.rule, finding.path, finding.message));
    }
  }
  return violations;
}

// Returns the errors of a server of this release for the update of the CRD `stored` or, if `stored` is empty, for the
// creation of `crd`. Returns none for a CRD that cannot be decoded.
std::vector<RuleViolation> ServerViolations(std::string_view crd, std::string_view stored, validate::Release release) {
  base::Arena arena;
  const validate::Server server{.release = release, .as_request = true};
  auto verdict = stored.empty() ? validate::ValidateCreate(crd, arena, server)
                                : validate::ValidateUpdate(crd, stored, arena, server);
  std::vector<RuleViolation> violations;
  if (!verdict.ok()) return violations;  // not reported here: webhook::Decide reports a CRD that cannot be decoded
  if (auto error = findings::UnservedVersion(crd::Name(verdict->api_version), release)) {
    violations.push_back(Other(error->rule, error->path, error->message));
    return violations;
  }
  for (kubernetes::Violation& error : verdict->errors) {
    violations.push_back({error.rule, std::move(error)});
  }
  return violations;
}

const std::map<std::string, Mode> kModes = {
    {"enforce", Mode::kEnforce}, {"warn", Mode::kWarn}, {"audit", Mode::kAudit}};

Mode ParseMode(const std::string& text) {
  const auto found = kModes.find(text);
  if (found != kModes.end()) return found->second;
  FailValidation("--mode", "'" + text + "' must be enforce, warn or audit");
}

void CheckRule(const std::string& id) {
  const auto of_changes = compatibility::AllRules();
  std::vector<const crd::Rule*> rules(of_changes.begin(), of_changes.end());
  std::ranges::copy(StrictRules(), std::back_inserter(rules));
  std::ranges::copy(RulesOf("verdict", "server"), std::back_inserter(rules));
  if (std::ranges::any_of(rules, [&](const auto* rule) { return rule->id == id; })) return;
  std::vector<std::string_view> ids;
  for (const auto* rule : rules) ids.emplace_back(rule->id);
  const std::string_view similar = MostSimilar(id, ids);
  FailValidation("--mode", "unknown rule '" + id +
                               (similar.empty() ? "'; structural rules lists the rules"
                                                : "'; did you mean '" + std::string(similar) + "'?"));
}

// Reads a mode: "warn" sets the mode of all rules, "kep-defaults=warn" the mode of one rule.
void TakeMode(const std::string& text, webhook::Rules& rules) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos) {
    rules.mode = ParseMode(text);
    return;
  }
  const std::string id = rules::CurrentId(text.substr(0, sign));
  CheckRule(id);
  rules.modes[id] = ParseMode(text.substr(sign + 1));
}

void AddRules(Command& command, webhook::Rules& rules) {
  using compatibility::Policy;
  AddChoiceFlag<Policy>(command, "--policy", rules.policy, {{"kep", Policy::kKep}, {"server", Policy::kServer}},
                        "kep: the compatibility plan of KEP 2335; server: the rules of Kubernetes 1.37");
  command
      .OnValues(
          "--mode",
          [&rules](const std::vector<std::string>& modes) {
            for (const std::string& mode : modes) TakeMode(mode, rules);
          },
          "Mode: enforce, warn or audit. MODE sets all rules, RULE=MODE one rule; repeatable")
      ->TypeName("[RULE=]MODE")
      ->DefaultText("enforce");
  command.OnFlag(
      "--strict", [&rules] { rules.further_checks = StrictViolations; },
      "Also refuse the findings of structural lint --strict, unless the stored CRD has them");
  AddReleaseFlag(
      command, "--server-verdict",
      [&rules](validate::Release release) {
        rules.server_checks = [release](std::string_view crd, std::string_view stored) {
          return ServerViolations(crd, stored, release);
        };
      },
      "Also refuse CRDs that an API server of this release would refuse");
  command.AddOption("--exempt-name", rules.exemptions.names,
                    "Exempt CRDs with this name; * and ? are wildcards; repeatable");
  command.AddOption("--exempt-group", rules.exemptions.groups,
                    "Exempt CRDs of this API group; * and ? are wildcards; repeatable");
  command.AddOption("--exempt-user", rules.exemptions.users,
                    "Exempt changes by this user; * and ? are wildcards; repeatable");
}

void AddListeners(Command& command, WebhookFlags& flags) {
  command.AddOption("--bind-address", flags.address, "Address for reviews, over TLS")->ShowDefault();
  command.AddOption("--tls-cert", flags.certificate, "Serving certificate, required; read again when it changes")
      ->TypeName("FILE");
  command.AddOption("--tls-key", flags.key, "Key of the serving certificate, required")->TypeName("FILE");
  command
      .AddOption("--client-ca", flags.client_ca,
                 "Authorities of the API server's client certificate (default: accept every client)")
      ->TypeName("FILE");
  command.AddOption("--metrics-bind-address", flags.metrics_address, "Address of /metrics; 0 disables it")
      ->ShowDefault();
  command
      .AddOption("--health-probe-bind-address", flags.probe_address,
                 "Address of /healthz, /livez and /readyz; 0 disables it")
      ->ShowDefault();
  command
      .AddOption("--max-connections", flags.max_connections,
                 "Maximum connections. Further connections wait; the connection idle for longest "
                 "is closed")
      ->Between(1, 10'000)
      ->ShowDefault();
  command
      .AddOption("--max-bodies", flags.max_bodies_mib,
                 "Maximum MiB of all reviews in progress, without the first 64 KiB of each; further "
                 "reviews get 503, and the API server sends them again")
      ->TypeName("MIB")
      ->Between(8, 65'536)
      ->ShowDefault();
  command
      .AddOption("--max-judging", flags.max_check_mib,
                 "Maximum MiB for the check of a review, without its body; a review that needs "
                 "more is refused. Reviews of 64 KiB or more are checked one at a time; smaller "
                 "ones may use 16 MiB")
      ->TypeName("MIB")
      ->Between(16, 65'536)
      ->ShowDefault();
  command.AddOption("--threads", flags.threads, "Number of reviews that are answered in parallel")
      ->Between(1, 64)
      ->ShowDefault();
}

void AddUnions(Command& command, WebhookFlags& flags) {
  auto* unions = command.AddFlag("--unions", flags.unions,
                                 "Also normalise the unions of custom resources, on the path /mutate-unions");
  command
      .AddOption("--crd", flags.crds,
                 "Files and folders with CRDs that declare unions; repeatable (default: watch the "
                 "cluster's CRDs)")
      ->TypeName("PATH")
      ->Needs(unions);
  AddConfigFlags(command, &flags.cluster);
}

}  // namespace

void AddWebhookFlags(Command& command, WebhookFlags& flags) {
  AddRules(command, flags.rules);
  AddUnions(command, flags);
  AddListeners(command, flags);
  AddDurationFlag(command, "--shutdown-delay", flags.shutdown_delay,
                  "How long the webhook keeps answering after SIGTERM while it is not ready");
  AddDurationFlag(command, "--drain-timeout", flags.drain_timeout, "Maximum time after that for requests in progress");
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 decisions, 2 requests");
  AddFlagsFile(command);
}

}  // namespace structural::cli
