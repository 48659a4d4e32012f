#include "cli/shared/arguments.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

namespace structural::cli {
namespace {

// By default the parser's lists take every word up to the next flag.
CLI::Option* OneValueEach(CLI::Option* list) {
  if (list->get_positional()) return list;
  list->type_size(1)->expected(1)->allow_extra_args(false);
  return list->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

constexpr std::array<std::string_view, 6> kPlaces = {"FILE", "FOLDER", "PATH", "GLOB", "REVISION", "PATH|REVISION"};

// An unset variable of a script must not count as a missing flag.
std::string RefuseEmpty(const std::string& value) {
  return value.empty() ? "the value is empty; leave the flag out, or set the variable that the value comes from" : "";
}

}  // namespace

Argument* Argument::TypeName(const std::string& name) {
  option_->type_name(name);
  if (std::ranges::find(kPlaces, name) != kPlaces.end()) Check(RefuseEmpty);
  return this;
}

Argument* Argument::DefaultText(const std::string& text) {
  option_->default_str(text);
  return this;
}

Argument* Argument::ShowDefault() {
  option_->capture_default_str();
  return this;
}

Argument* Argument::Group(const std::string& name) {
  option_->group(name);
  return this;
}

Argument* Argument::Description(const std::string& text) {
  option_->description(text);
  return this;
}

Argument* Argument::OneOf(std::vector<std::string> words) {
  option_->check(CLI::IsMember(std::move(words)));
  return this;
}

Argument* Argument::Between(int least, int most) {
  option_->check(CLI::Range(least, most));
  return this;
}

Argument* Argument::Between(double least, double most) {
  option_->check(CLI::Range(least, most));
  return this;
}

Argument* Argument::Check(std::function<std::string(const std::string&)> check) {
  option_->check(CLI::Validator(std::move(check), ""));
  return this;
}

Argument* Argument::Transform(std::function<std::string(std::string&)> transform) {
  option_->transform(CLI::Validator(std::move(transform), ""));
  return this;
}

Argument* Argument::Required(bool required) {
  option_->required(required);
  return this;
}

Argument* Argument::TakeLast() {
  option_->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return this;
}

Argument* Argument::Needs(const Argument* other) {
  option_->needs(other->option_);
  return this;
}

Argument* Argument::Excludes(const Argument* other) {
  option_->excludes(other->option_);
  return this;
}

bool Argument::given() const { return option_->count() > 0; }
std::string Argument::name() const { return option_->get_name(); }
std::string Argument::value() const { return option_->as<std::string>(); }

Argument* Command::Keep(CLI::Option* option) { return &arguments_.emplace_back(option); }

Command* Command::AddSubcommand(const std::string& name, const std::string& help) {
  return &subcommands_.emplace_back(*app_->add_subcommand(name, help));
}

void Command::RequireSubcommand() { app_->require_subcommand(1); }
void Command::Footer(const std::string& text) { app_->footer(text); }
void Command::OnRun(std::function<void()> run) { app_->callback(std::move(run)); }

Argument* Command::AddOption(const std::string& names, const std::string& help) {
  return Keep(app_->add_option(names, help));
}

Argument* Command::AddOption(const std::string& names, std::string& value, const std::string& help) {
  return Keep(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, std::optional<std::string>& value, const std::string& help) {
  return Keep(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Keep(OneValueEach(app_->add_option(names, values, help)));
}

Argument* Command::AddOption(const std::string& names, int& value, const std::string& help) {
  return Keep(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, std::size_t& value, const std::string& help) {
  return Keep(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, double& value, const std::string& help) {
  return Keep(app_->add_option(names, value, help));
}

Argument* Command::OnValue(const std::string& names, std::function<void(const std::string&)> take,
                           const std::string& help) {
  return Keep(app_->add_option_function<std::string>(names, std::move(take), help));
}

Argument* Command::OnValues(const std::string& names, std::function<void(const std::vector<std::string>&)> take,
                            const std::string& help) {
  return Keep(OneValueEach(app_->add_option_function<std::vector<std::string>>(names, std::move(take), help)));
}

Argument* Command::AddFlag(const std::string& names, bool& value, const std::string& help) {
  return Keep(app_->add_flag(names, value, help));
}

Argument* Command::AddFlag(const std::string& name, std::string& value, const std::string& type,
                           const std::string& help) {
  // CLI11 reads the braces as the value of a flag that is given without a value. Here it is the
  // empty text.
  return Keep(app_->add_flag(name + "{}", value, help)->type_size(0)->type_name(type));
}

Argument* Command::OnFlag(const std::string& names, std::function<void()> take, const std::string& help) {
  return Keep(app_->add_flag_callback(names, std::move(take), help));
}

Argument* Command::Find(const std::string& names) { return Keep(app_->get_option(names)); }
bool Command::Given(const std::string& name) const { return app_->count(name) > 0; }
bool Command::HasSubcommandGiven() const { return !app_->get_subcommands().empty(); }
std::string Command::name() const { return app_->get_name(); }

void FailValidation(const std::string& why) { throw CLI::ValidationError(why); }

void FailValidation(const std::string& name, const std::string& why) { throw CLI::ValidationError(name, why); }

void FailRequired(const std::string& name) { throw CLI::RequiredError(name); }

void FailRequires(const std::string& name, const std::string& other) { throw CLI::RequiresError(name, other); }

void FailExcludes(const std::string& name, const std::string& other) { throw CLI::ExcludesError(name, other); }

}  // namespace structural::cli
