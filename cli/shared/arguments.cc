#include "cli/shared/arguments.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "kube/config/read_file.h"

namespace structural::cli {
namespace {

// Makes a flag with a list of values take one word each time it is given. By default, CLI11 takes all words up to the
// next flag.
CLI::Option* OneValueEach(CLI::Option* list) {
  if (list->get_positional()) return list;
  list->type_size(1)->expected(1)->allow_extra_args(false);
  return list->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Makes an empty value an error. Without this, an unset variable in a script would have the effect of a missing flag.
CLI::Option* NotEmpty(CLI::Option* option) {
  const char* error = option->get_positional()
                          ? "an argument is empty; leave it out, or set the variable that it comes from"
                          : "the value is empty; leave the flag out, or set the variable that the value comes from";
  return option->check(
      CLI::Validator([error](const std::string& value) { return std::string(value.empty() ? error : ""); }, ""));
}

}  // namespace

Argument* Argument::TypeName(const std::string& name) {
  option_->type_name(name);
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

Argument* Argument::Between(int min, int max) {
  option_->check(CLI::Range(min, max));
  return this;
}

Argument* Argument::Between(double min, double max) {
  option_->check(CLI::Range(min, max));
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

Argument* Command::RegisterArgument(CLI::Option* option) { return &arguments_.emplace_back(option); }

Command* Command::AddSubcommand(const std::string& name, const std::string& help) {
  return &subcommands_.emplace_back(*app_->add_subcommand(name, help));
}

void Command::RequireSubcommand() { app_->require_subcommand(1); }
void Command::SetHelpTexts(const std::string& text) { app_->footer(text); }
void Command::OnRun(std::function<void()> run) { app_->callback(std::move(run)); }

Argument* Command::AddOption(const std::string& names, const std::string& help) {
  return RegisterArgument(app_->add_option(names, help));
}

Argument* Command::AddOption(const std::string& names, std::string& value, const std::string& help) {
  return RegisterArgument(NotEmpty(app_->add_option(names, value, help)));
}

Argument* Command::AddOption(const std::string& names, std::optional<std::string>& value, const std::string& help) {
  return RegisterArgument(NotEmpty(app_->add_option(names, value, help)));
}

Argument* Command::AddOption(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return RegisterArgument(NotEmpty(OneValueEach(app_->add_option(names, values, help))));
}

Argument* Command::AddOption(const std::string& names, int& value, const std::string& help) {
  return RegisterArgument(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, std::size_t& value, const std::string& help) {
  return RegisterArgument(app_->add_option(names, value, help));
}

Argument* Command::AddOption(const std::string& names, double& value, const std::string& help) {
  return RegisterArgument(app_->add_option(names, value, help));
}

Argument* Command::OnValue(const std::string& names, std::function<void(const std::string&)> take,
                           const std::string& help) {
  return RegisterArgument(NotEmpty(app_->add_option_function<std::string>(names, std::move(take), help)));
}

Argument* Command::OnValues(const std::string& names, std::function<void(const std::vector<std::string>&)> take,
                            const std::string& help) {
  return RegisterArgument(
      NotEmpty(OneValueEach(app_->add_option_function<std::vector<std::string>>(names, std::move(take), help))));
}

Argument* Command::AddFlag(const std::string& names, bool& value, const std::string& help) {
  return RegisterArgument(app_->add_flag(names, value, help));
}

Argument* Command::AddFlag(const std::string& name, std::string& value, const std::string& type,
                           const std::string& help) {
  // In CLI11, the text in braces is the value that a flag has if it is given without a value: here, the empty text.
  return RegisterArgument(app_->add_flag(name + "{}", value, help)->type_size(0)->type_name(type));
}

Argument* Command::OnFlag(const std::string& names, std::function<void()> take, const std::string& help) {
  return RegisterArgument(app_->add_flag_callback(names, std::move(take), help));
}

Argument* Command::Find(const std::string& names) { return RegisterArgument(app_->get_option(names)); }
bool Command::Given(const std::string& name) const { return app_->count(name) > 0; }
bool Command::HasSubcommandGiven() const { return !app_->get_subcommands().empty(); }
std::string Command::name() const { return app_->get_name(); }

void FailValidation(const std::string& why) { throw CLI::ValidationError(why); }

void FailValidation(const std::string& name, const std::string& why) { throw CLI::ValidationError(name, why); }

void FailRequired(const std::string& name) { throw CLI::RequiredError(name); }

void FailRequires(const std::string& name, const std::string& other) { throw CLI::RequiresError(name, other); }

void FailExcludes(const std::string& name, const std::string& other) { throw CLI::ExcludesError(name, other); }

namespace {

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::string_view Unquoted(std::string_view text) {
  const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.front() == text.back();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

class FlagsFile {
 public:
  FlagsFile(CLI::App& command, std::string path) : command_(command), path_(std::move(path)) {}

  void Apply() {
    const auto text = kube::ReadSmallFile(path_);
    if (!text.ok()) throw CLI::ValidationError("--flags-file", text.error().message());
    int number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
      const std::string_view line = Trimmed(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), rest.find('\n')));
      if (!rest.empty()) rest.remove_prefix(1);
      ++number;
      if (!line.empty() && line.front() != '#') Take(line, Place(number));
    }
    for (const auto& set : set_) At(set.second, [&] { set.first->run_callback(); });
  }

 private:
  std::string Place(int line) const { return path_ + ":" + std::to_string(line); }

  void Take(std::string_view line, const std::string& place) {
    const std::size_t sign = line.find('=');
    const std::string name(Trimmed(line.substr(0, sign)));
    CLI::Option* option = command_.get_option_no_throw("--" + name);
    if (option == nullptr || !option->get_configurable())
      throw CLI::ValidationError(place, "the flag '" + name + "' cannot be set here");
    if (option->count() != 0 && !set_.contains(option)) return;  // a flag on the command line overrides the file
    const std::string value(sign == std::string_view::npos ? "" : Unquoted(Trimmed(line.substr(sign + 1))));
    const bool takes_value = option->get_items_expected_max() != 0;
    if (takes_value && sign == std::string_view::npos)
      throw CLI::ValidationError(place, "'" + name + "' needs a value: " + name + "=VALUE");
    At(place, [&] { option->add_result(takes_value ? value : option->get_flag_value(name, value)); });
    set_[option] = place;
  }

  // Calls `step`. If the parser throws an error, throws one with `place` before the message.
  template <typename Step>
  static void At(const std::string& place, Step step) {
    try {
      step();
    } catch (const CLI::ParseError& e) {
      throw CLI::ValidationError(place, e.what());
    }
  }

  CLI::App& command_;
  const std::string path_;
  std::map<CLI::Option*, std::string> set_;  // options that the file has set, with their place in the file
};

}  // namespace

void AddFlagsFile(Command& command) {
  CLI::App& app = command.app();
  app.add_option_function<std::string>(
         "--flags-file", [&app](const std::string& path) { FlagsFile(app, path).Apply(); },
         "File with flags, one NAME=VALUE per line")
      ->type_name("FILE")
      ->configurable(false);
}

}  // namespace structural::cli
