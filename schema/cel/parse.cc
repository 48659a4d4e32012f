#include "schema/cel/parse.h"

#include "schema/cel/ast_builder.h"
#include "schema/cel/syntax/tree_parser.h"

namespace structural::cel {
namespace {

class IssueCollector final : public syntax::SyntaxErrors {
 public:
  IssueCollector(const Source& source, Issues& issues) : source_(source), issues_(issues) {}

  void OnSyntaxError(Offset at, std::string message) override {
    issues_.Add({0, source_.Locate(at), "Syntax error: " + std::move(message)});
  }
  void OnLimit(std::string message) override { issues_.Add({0, kNoLocation, std::move(message)}); }

 private:
  const Source& source_;
  Issues& issues_;
};

std::string_view Accumulator(const ParseOptions& options) {
  return options.hidden_accumulator ? "@result" : "__result__";
}

std::string TooLong(Offset size, Offset limit) {
  return "expression code point size exceeds limit: size: " + std::to_string(size) + ", limit " + std::to_string(limit);
}

// One attempt to parse. If the attempt found errors and used shortcuts that may be wrong (`used_likely_shortcut`), the
// source must be parsed again without such shortcuts.
struct Attempt {
  Parsed parsed;
  bool used_likely_shortcut = false;
  bool exceeded = false;
};

Attempt ParseOnce(const Source& source, const ParseOptions& options, bool exact, base::Arena& arena) {
  Attempt attempt;
  IssueCollector errors(source, attempt.parsed.issues);
  const syntax::ParseLimits limits = {
      .depth = options.depth, .recoveries = options.error_recoveries, .recovery_tokens = options.error_recovery_tokens};
  base::Arena tree;
  syntax::TreeParser parser(source, limits, exact, errors, tree);
  const syntax::Node* start = parser.Parse();
  attempt.used_likely_shortcut = parser.used_likely_shortcut();
  if (start == nullptr || (attempt.used_likely_shortcut && !attempt.parsed.issues.empty())) return attempt;
  Factory factory(arena, attempt.parsed.places, Accumulator(options), kMaxNodes);
  AstBuilder builder(source, options, factory, attempt.parsed.issues);
  const Expr* root = builder.Build(*start);
  attempt.exceeded = factory.exceeded();
  if (attempt.parsed.issues.empty()) attempt.parsed.root = root;
  return attempt;
}

struct MacroRow {
  MacroSet set;
  LanguagePart part;
};

constexpr MacroRow kMacroRows[] = {
    {kOptionalMacros, LanguagePart::kOptionalMap},
    {kOptionalFlatMacro, LanguagePart::kOptionalFlatMap},
    {kTwoVariableMacros, LanguagePart::kTwoVariables},
    {kListMacros, LanguagePart::kSortBy},
};

}  // namespace

ParseOptions ParseOptionsOf(const Edition& edition) {
  ParseOptions options = {
      .macros = kStandardMacros,
      .optional_syntax = Has(edition, LanguagePart::kOptionalSyntax),
      .escaped_identifiers = Has(edition, LanguagePart::kEscapedNames),
  };
  for (const MacroRow& row : kMacroRows) {
    if (Has(edition, row.part)) options.macros |= row.set;
  }
  return options;
}

base::Result<Parsed> Parse(const Source& source, const ParseOptions& options, base::Arena& arena) {
  if (source.size() > options.code_points) {
    Parsed parsed;
    parsed.issues.Add({0, kNoLocation, TooLong(source.size(), options.code_points)});
    return parsed;
  }
  Attempt attempt = ParseOnce(source, options, false, arena);
  if (attempt.used_likely_shortcut && !attempt.parsed.issues.empty()) {
    attempt = ParseOnce(source, options, true, arena);
  }
  if (attempt.exceeded) {
    return {base::ErrorCode::kLimitExceeded,
            "macros make more than " + std::to_string(kMaxNodes) + " parts of the expression"};
  }
  return std::move(attempt.parsed);
}

}  // namespace structural::cel
