// The main loop of a program that answers lines of JSON.
#pragma once

#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

namespace structural::test {

// Reads standard input, which has one JSON value on each line. For each value, prints the text answer(value) as a line.
template <typename Answer>
void AnswerLines(Answer answer) {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer(nlohmann::json::parse(line)) << '\n';
  }
}

}  // namespace structural::test
