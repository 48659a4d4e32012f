#include "cli/shell/man_page.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/shell/flag.h"
#include "schema/base/text.h"

namespace structural::shell {
namespace {

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string Bold(std::string_view text) { return "\\fB" + Escaped(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string Sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

// Returns ".TP", the names and the description.
std::string Entry(const Flag& flag) {
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < flag.names.size(); ++i) {
    text += (i == 0 ? "" : ", ") + (flag.positional ? Italic(flag.names[i]) : Bold(flag.names[i]));
  }
  if (flag.optional_value) {
    text += "[=" + Italic(flag.value) + "]";
  } else if (!flag.positional && !flag.value.empty()) {
    text += " " + Italic(flag.value);
  }
  text += "\n" + Escaped(Sentence(flag.description));
  if (!flag.choices.empty()) {
    text += " One of";
    for (const std::string& choice : flag.choices) {
      text += (&choice == flag.choices.data() ? " " : ", ") + Bold(choice);
    }
    text += ".";
  }
  if (!flag.default_value.empty()) text += " Default: " + Bold(flag.default_value) + ".";
  return text + "\n";
}

// Returns the names from the root, which is called `first`, to the command.
std::string Words(const CLI::App& root, const CLI::App& command, const std::string& first, const char* separator) {
  if (&command == &root || command.get_parent() == nullptr) return first;
  return Words(root, *command.get_parent(), first, separator) + separator + command.get_name();
}

std::string Synopsis(const CLI::App& root, const CLI::App& command) {
  const bool has_commands = !CommandsOf(command).empty();
  std::string text = ".B " + Escaped(Words(root, command, root.get_name(), " "));
  text += has_commands ? "\n.I COMMAND\n[\\fIOPTIONS\\fR]\n" : "\n[\\fIOPTIONS\\fR]\n";
  for (const Flag& flag : FlagsOf(command)) {
    if (!flag.positional) continue;
    const std::string name = Italic(flag.names[0]) + (flag.repeated ? "..." : "");
    text += flag.required ? name + "\n" : "[" + name + "]\n";
  }
  return text;
}

std::string Options(const CLI::App& command) {
  std::vector<Flag> flags = FlagsOf(command);
  std::vector<std::string> groups;
  for (const Flag& flag : flags) {
    const std::string group = flag.positional ? "Arguments" : flag.group;
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  std::ranges::stable_partition(groups, [](const auto& group) { return group == "Arguments"; });
  std::string text;
  for (const std::string& group : groups) {
    text += ".SH " + Escaped(Upper(group)) + "\n";
    for (const Flag& flag : flags) {
      if ((flag.positional ? "Arguments" : flag.group) == group) text += Entry(flag);
    }
  }
  return text;
}

// Formats paragraphs; indented text stays as written.
std::string Paragraphs(const std::string& notes) {
  std::string text;
  std::stringstream lines(notes);
  bool verbatim = false;
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.starts_with("  ");
    if (indented != verbatim) text += indented ? ".nf\n" : ".fi\n";
    verbatim = indented;
    text += line.empty() ? ".PP\n" : Escaped(line) + "\n";
  }
  return text + (verbatim ? ".fi\n" : "");
}

std::string Notes(const Footer& footer) {
  std::string text;
  if (!footer.notes.empty()) text += ".SH NOTES\n" + Paragraphs(footer.notes);
  if (!footer.examples.empty()) text += ".SH EXAMPLES\n" + Paragraphs(footer.examples);
  return text;
}

std::string SeeAlso(const CLI::App& root, const CLI::App& command) {
  std::string text;
  const auto add = [&](const CLI::App& other) {
    if (&other == &command) return;
    base::AppendItem(text, ",\n", Bold(ManPageName(root, other)) + "(1)");
  };
  add(root);
  for (const CLI::App* sub : CommandsOf(root)) add(*sub);
  if (&command == &root) return ".SH SEE ALSO\n" + text + "\n";
  for (const CLI::App* sub : CommandsOf(command)) add(*sub);
  return ".SH SEE ALSO\n" + text + "\n";
}

}  // namespace

std::string ManPageName(const CLI::App& root, const CLI::App& command) {
  return Words(root, command, "structural", "-");
}

std::string ManPage(const CLI::App& root, const CLI::App& command, const std::string& version) {
  const std::string name = ManPageName(root, command);
  std::string text = ".TH " + Escaped(Upper(name)) + " 1 \"\" \"" + Escaped(version) + "\" \"structural\"\n.nh\n";
  text += ".SH NAME\n" + Escaped(name) + " \\- " + Escaped(command.get_description()) + "\n";
  text += ".SH SYNOPSIS\n" + Synopsis(root, command) + Options(command);
  const auto commands = CommandsOf(command);
  if (!commands.empty()) {
    text += ".SH COMMANDS\n";
    for (const CLI::App* sub : commands) {
      text += ".TP\n" + Bold(sub->get_name()) + "\n" + Escaped(Sentence(sub->get_description())) + "\n";
    }
  }
  return text + Notes(SplitFooter(command.get_footer())) + SeeAlso(root, command);
}

}  // namespace structural::shell
