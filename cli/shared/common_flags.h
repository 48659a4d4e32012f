// Flags that several commands have in the same form.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared/cli11.h"
#include "cli/shared/logging.h"

namespace structural::cli {

// What they write to must outlive the parsing.

// A Go duration, as Kubernetes' flags have them: "15s", "1m30s", "500ms".
CLI::Option* AddDuration(CLI::App& command, const std::string& name,
                         std::chrono::milliseconds& value, const std::string& help);

// A flag whose value is one of these words. `take` is given it; `now` is the value without the
// flag.
CLI::Option* AddWord(CLI::App& command, const std::string& name, std::vector<std::string> words,
                     const std::string& now, std::function<void(const std::string&)> take,
                     const std::string& help);

template <typename T>
CLI::Option* AddChoice(CLI::App& command, const std::string& name, T& value,
                       const std::map<std::string, T>& choices, const std::string& help) {
  std::vector<std::string> words;
  std::string now;
  for (const auto& [word, meant] : choices) {
    words.push_back(word);
    if (meant == value) now = word;
  }
  const auto take = [&value, choices](const std::string& word) { value = choices.at(word); };
  return AddWord(command, name, std::move(words), now, take, help);
}

// --log-format and -v.
void AddLogFlags(CLI::App& command, LogFormat& format, int& verbosity, const std::string& levels);

}  // namespace structural::cli
