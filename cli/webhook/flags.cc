#include "cli/webhook/flags.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "cli/rules/rules.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/config_file.h"
#include "cli/shared/config_flags.h"
#include "cli/webhook/strict.h"
#include "schema/compatibility/rules.h"

namespace structural::cli {
namespace {

using webhook::Mode;

const std::map<std::string, Mode> kModes = {
    {"enforce", Mode::kEnforce}, {"warn", Mode::kWarn}, {"audit", Mode::kAudit}};

Mode ParseMode(const std::string& text) {
  const auto found = kModes.find(text);
  if (found != kModes.end()) return found->second;
  throw CLI::ValidationError("--mode", "'" + text + "' is none of enforce, warn and audit");
}

void CheckRule(const std::string& id) {
  const auto of_changes = compatibility::AllRules();
  std::vector<const rules::Rule*> rules(of_changes.begin(), of_changes.end());
  std::ranges::copy(StrictRules(), std::back_inserter(rules));
  if (std::ranges::any_of(rules, [&](const auto* rule) { return rule->id == id; })) return;
  std::string known;
  for (const auto* rule : rules) known.append(known.empty() ? "" : ", ").append(rule->id);
  throw CLI::ValidationError("--mode", "there is no rule '" + id + "', but " + known);
}

// "warn", or "kep-defaults=warn".
void TakeMode(const std::string& text, webhook::Rules& rules) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos) {
    rules.mode = ParseMode(text);
    return;
  }
  const std::string id = lint::CurrentId(text.substr(0, sign));
  CheckRule(id);
  rules.modes[id] = ParseMode(text.substr(sign + 1));
}

void AddRules(CLI::App& command, webhook::Rules& rules) {
  using compatibility::Policy;
  AddChoice<Policy>(
      command, "--policy", rules.policy, {{"kep", Policy::kKep}, {"server", Policy::kServer}},
      "kep: the compatibility plan of structural schemas; server: what Kubernetes 0.37 decides");
  command
      .add_option_function<std::vector<std::string>>(
          "--mode",
          [&rules](const std::vector<std::string>& modes) {
            for (const std::string& mode : modes) TakeMode(mode, rules);
          },
          "enforce, warn or audit what a rule objects to: MODE for all rules, RULE=MODE for one; "
          "repeatable")
      ->type_name("[RULE=]MODE")
      ->default_str("enforce");
  command.add_flag_callback(
      "--strict", [&rules] { rules.more = StrictViolations; },
      "Object to what structural lint --strict finds, too, unless it is stored already");
  command.add_option("--exempt-name", rules.exempt.names,
                     "Let CRDs with this name pass; * and ? stand for any characters; repeatable");
  command.add_option("--exempt-group", rules.exempt.groups,
                     "Let CRDs of this API group pass; * and ? as above; repeatable");
  command.add_option("--exempt-user", rules.exempt.users,
                     "Let this user's changes pass; * and ? as above; repeatable");
}

void AddListeners(CLI::App& command, WebhookFlags& flags) {
  command.add_option("--bind-address", flags.address, "Where reviews are answered, by TLS")
      ->capture_default_str();
  command.add_option("--tls-cert", flags.certificate,
                     "Certificate; read again when it changes; has to be given");
  command.add_option("--tls-key", flags.key, "Its key; has to be given");
  command.add_option("--client-ca", flags.client_ca,
                     "Certificates that the API server's own must come from; otherwise anybody may "
                     "ask");
  command
      .add_option("--metrics-bind-address", flags.metrics_address,
                  "Where /metrics is served; 0: nowhere")
      ->capture_default_str();
  command
      .add_option("--health-probe-bind-address", flags.probe_address,
                  "Where /healthz, /livez and /readyz are served; 0: nowhere")
      ->capture_default_str();
  command
      .add_option(
          "--max-connections", flags.connections,
          "Peers whose requests are answered; one more waits for another to end; who is idle "
          "for longest does")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      .add_option(
          "--max-bodies", flags.bodies,
          "MiB of all reviews that are being read or answered, beyond 64 KiB in each; what does "
          "not fit is answered 503, to be sent again")
      ->type_name("MIB")
      ->check(CLI::Range(8, 65'536))
      ->capture_default_str();
  command
      .add_option("--max-judging", flags.judging,
                  "MiB that judging a review may take beside its body; what needs more is refused. "
                  "Reviews of 64 KiB and more are judged one after another, smaller ones in 16 MiB")
      ->type_name("MIB")
      ->check(CLI::Range(16, 65'536))
      ->capture_default_str();
  command.add_option("--threads", flags.threads, "Reviews that are answered at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
}

void AddUnions(CLI::App& command, WebhookFlags& flags) {
  auto* unions = command.add_flag(
      "--unions", flags.unions,
      "Normalise custom resources whose CRDs declare unions, at the path /mutate-unions");
  command
      .add_option("--crds", flags.crds,
                  "Files and folders with the CRDs; repeatable (default: those of the cluster, "
                  "which are watched)")
      ->allow_extra_args(false)
      ->type_name("PATH")
      ->needs(unions);
  AddConfigFlags(command, &flags.cluster);
}

}  // namespace

void AddWebhookFlags(CLI::App& command, WebhookFlags& flags) {
  AddRules(command, flags.rules);
  AddUnions(command, flags);
  AddListeners(command, flags);
  AddDuration(command, "--shutdown-delay", flags.shutdown_delay,
              "How long it answers after SIGTERM, not ready any more, so that nobody asks in vain");
  AddDuration(command, "--drain-timeout", flags.drain_timeout,
              "How long requests may take that have begun by then");
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 decisions, 2 requests");
  AddConfigFile(command);
}

}  // namespace structural::cli
