// The flag --flags-file.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"
#include "kube/config/read_file.h"

namespace structural::cli {
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
    if (option->count() != 0 && !set_.contains(option)) return;  // the command line overrides it
    const std::string value(sign == std::string_view::npos ? "" : Unquoted(Trimmed(line.substr(sign + 1))));
    const bool takes_value = option->get_items_expected_max() != 0;
    if (takes_value && sign == std::string_view::npos)
      throw CLI::ValidationError(place, "'" + name + "' needs a value: " + name + "=VALUE");
    At(place, [&] { option->add_result(takes_value ? value : option->get_flag_value(name, value)); });
    set_[option] = place;
  }

  // Adds the place before the parser's message about a value.
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
  std::map<CLI::Option*, std::string> set_;  // set by the file, with the place
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
