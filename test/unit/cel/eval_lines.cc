// Answers lines of the judge's operation cel without data: {"expr": …} in, {"compile", "type",
// "result", "actualCost"} out.
#include "run_expression.h"
#include "test/support/answer_lines.h"

int main() {
  using namespace structural::test;
  AnswerLines([](const nlohmann::json& line) { return RunExpression(line.at("expr")); });
}
