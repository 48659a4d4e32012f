#include "cli/help_format.h"

#include <CLI/CLI.hpp>

#include "cli/shell/footer.h"

namespace structural::cli {
namespace {

class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string examples = shell::SplitFooter(app->get_footer()).examples;
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return examples.empty() ? usage : usage + "\nExamples:\n" + examples + "\n";
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string notes = shell::SplitFooter(app->get_footer()).notes;
    return notes.empty() ? "" : notes + "\n";
  }
};

}  // namespace

void FormatHelp(CLI::App& app) { app.formatter(std::make_shared<ExamplesFirst>()); }

}  // namespace structural::cli
