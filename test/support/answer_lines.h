// The loop of a program that answers JSON lines.
#pragma once

#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

namespace structural::test {

// Reads a JSON value a line from standard input, and prints the text answer(value) as a line.
template <typename Answer>
void AnswerLines(Answer answer) {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer(nlohmann::json::parse(line)) << '\n';
  }
}

}  // namespace structural::test
