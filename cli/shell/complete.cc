#include "cli/shell/complete.h"

#include <algorithm>
#include <optional>

#include <CLI/CLI.hpp>

#include "cli/report/rules/rules.h"
#include "cli/report/tree/fields.h"
#include "cli/shell/flag.h"
#include "kube/config/resolve.h"

namespace structural::shell {
namespace {

// The command whose words precede the cursor, and the kind of word that is expected at the cursor.
struct CommandLinePosition {
  const CLI::App* command;
  std::optional<Flag> pending;         // flag whose value is expected at the cursor; nullopt: none
  bool only_arguments = false;         // true: "--" precedes the cursor, so the word at the cursor is not a flag
  std::string kubeconfig;              // value of --kubeconfig; may be empty
  std::vector<std::string> crds = {};  // the values of --crd
};

std::optional<Flag> Find(const CLI::App& command, const std::string& name) {
  for (Flag& flag : FlagsOf(command)) {
    if (std::ranges::find(flag.names, name) != flag.names.end()) return std::move(flag);
  }
  return std::nullopt;
}

void Step(const std::string& word, CommandLinePosition& place) {
  if (place.pending) {
    if (place.pending->names.back() == "--kubeconfig") place.kubeconfig = word;
    if (place.pending->names.back() == "--crd") place.crds.push_back(word);
    place.pending.reset();
  } else if (place.only_arguments) {
    return;
  } else if (word == "--") {
    place.only_arguments = true;
  } else if (word.starts_with("-")) {
    const auto equals = word.find('=');
    if (word.starts_with("--crd=")) place.crds.push_back(word.substr(equals + 1));
    if (word.starts_with("--kubeconfig=")) place.kubeconfig = word.substr(equals + 1);
    auto flag = Find(*place.command, word.substr(0, equals));
    if (equals == std::string::npos && flag && !flag->value.empty() && !flag->optional_value)
      place.pending = std::move(flag);
  } else if (word != "help" || place.command->get_parent() != nullptr) {
    for (const CLI::App* sub : CommandsOf(*place.command)) {
      if (sub->get_name() == word) place.command = sub;
    }
  }
}

class Candidates {
 public:
  Candidates(std::string prefix, std::string before) : prefix_(std::move(prefix)), before_(std::move(before)) {}

  void Add(const std::string& text, const std::string& description = {}) {
    if (text.starts_with(prefix_)) completion_.candidates.push_back({before_ + text, description});
  }
  void AddValuesOf(const Flag& flag, const CommandLinePosition& place);
  void AddRules() {
    for (const auto* rule : rules::AllRules()) Add(std::string(rule->id), std::string(rule->what));
  }
  void AddFields(const std::vector<std::string>& crds);
  Completion Take() { return std::move(completion_); }

 private:
  const std::string prefix_;
  // The part of the word before the value, with which each candidate begins, such as "--output=".
  const std::string before_;
  Completion completion_;
};

void Candidates::AddFields(const std::vector<std::string>& crds) {
  cli::ExplainedCrds read;
  read.Read(crds);
  for (const std::string& field : read.Candidates(prefix_)) Add(field);
}

void Candidates::AddValuesOf(const Flag& flag, const CommandLinePosition& place) {
  for (const std::string& choice : flag.choices) Add(choice);
  if (flag.value == "RULE") {
    AddRules();
  } else if (flag.value == "RULE=LEVEL") {
    for (const auto* rule : rules::AllRules()) {
      for (const char* level : {"=off", "=warning", "=error"}) Add(std::string(rule->id) + level);
    }
  } else if (flag.value == "RULE|FIELD") {
    AddRules();
    if (std::ranges::find(place.crds, "-") == place.crds.end()) AddFields(place.crds);
  } else if (flag.names.back() == "--context") {
    const auto contexts =
        kube::ResolveContexts({.kubeconfig = place.kubeconfig, .wait = {.max = std::chrono::milliseconds(0)}});
    if (!contexts.ok()) return;
    for (const std::string& context : *contexts) Add(context);
  }
  completion_.with_files = flag.value == "FILE" || flag.value == "FOLDER" || flag.value == "PATH";
}

void AddCommandsAndArguments(const CommandLinePosition& place, Candidates& candidates) {
  if (!place.only_arguments) {
    for (const CLI::App* sub : CommandsOf(*place.command)) {
      candidates.Add(sub->get_name(), sub->get_description());
    }
  }
  for (const Flag& flag : FlagsOf(*place.command)) {
    if (flag.positional) candidates.AddValuesOf(flag, place);
  }
}

void AddFlags(const CLI::App& command, Candidates& candidates) {
  for (const Flag& flag : FlagsOf(command)) {
    for (const std::string& name : flag.names) {
      if (name.starts_with("--")) candidates.Add(name, flag.description);
    }
  }
}

}  // namespace

Completion Complete(const CLI::App& root, const std::vector<std::string>& words) {
  CommandLinePosition place{&root, std::nullopt, false, {}};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) Step(words[i], place);
  const std::string last = words.empty() ? "" : words.back();
  const auto equals = last.find('=');
  if (place.pending) {
    Candidates candidates(last, "");
    candidates.AddValuesOf(*place.pending, place);
    return candidates.Take();
  }
  if (place.only_arguments || !last.starts_with("-")) {
    Candidates candidates(last, "");
    AddCommandsAndArguments(place, candidates);
    return candidates.Take();
  }
  if (equals == std::string::npos) {
    Candidates candidates(last, "");
    AddFlags(*place.command, candidates);
    return candidates.Take();
  }
  Candidates candidates(last.substr(equals + 1), last.substr(0, equals + 1));
  const auto flag = Find(*place.command, last.substr(0, equals));
  if (flag) candidates.AddValuesOf(*flag, place);
  return candidates.Take();
}

std::string CompletionText(const Completion& completion) {
  std::string text;
  for (const Candidate& candidate : completion.candidates) {
    text += candidate.text;
    if (!candidate.description.empty()) text += "\t" + candidate.description;
    text += "\n";
  }
  return text + (completion.with_files ? ":0\n" : ":4\n");
}

// bash splits --output=json at the equals sign into three words, which the script joins for the program. bash expects
// candidates without the part up to the equals sign, so the script removes that part.
const std::string_view kBashScript = R"(# bash completion for structural
_structural() {
  local word line glued='' i n=0
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ($word == '=' || -n $glued) && $n -gt 0 ]]; then
      words[n - 1]+=$word
      if [[ $word == '=' ]]; then glued=1; else glued=''; fi
    else
      words[n]=$word
      n=$((n + 1))
    fi
  done
  local files=''
  while IFS= read -r line; do
    case $line in
      :0) files=1 ;;
      :*) ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
  if [[ ${words[n - 1]} == -*=* ]]; then COMPREPLY=("${COMPREPLY[@]#*=}"); fi
  if [[ -z $files ]]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _structural structural
)";

const std::string_view kFishScript = R"(# fish completion for structural
function __structural_complete
    set -l before (commandline -opc)
    set -l program $before[1]
    set -e before[1]
    set -l current (commandline -ct)
    for line in ($program __complete $before "$current" 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path "$current"
            case ':*'
            case '*'
                echo $line
        end
    end
end
complete -c structural -e
complete -c structural -f -k -a '(__structural_complete)'
)";

const std::string_view kZshScript = R"(#compdef structural
# zsh completion for structural
_structural() {
  local line files=''
  local -a described
  for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      (:0) files=1 ;;
      (:*|'') ;;
      (*$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      (*) described+=("${line//:/\\:}") ;;
    esac
  done
  if (( $#described )); then _describe structural described; fi
  if [[ -n $files ]]; then _files; fi
}
if [[ $funcstack[1] == _structural ]]; then
  _structural "$@"
else
  compdef _structural structural
fi
)";

}  // namespace structural::shell
