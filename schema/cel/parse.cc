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

// The result of one attempt to parse. If the attempt found errors and used shortcuts that can be wrong
// (`used_likely_shortcut`), the source must be parsed again without such shortcuts.
struct Attempt {
  Parsed parsed;
  bool used_likely_shortcut = false;
  bool exceeded = false;
};

Attempt ParseOnce(const Source& source, const ParseOptions& options, bool exact, base::Arena& arena) {
  Attempt attempt;
  IssueCollector errors(source, attempt.parsed.issues);
  const syntax::ParseLimits limits = {.max_depth = options.max_depth,
                                      .max_recoveries = options.max_error_recoveries,
                                      .max_recovery_tokens = options.max_error_recovery_tokens};
  base::Arena tree;
  syntax::TreeParser parser(source, limits, exact, errors, tree);
  const syntax::Node* start = parser.Parse();
  attempt.used_likely_shortcut = parser.used_likely_shortcut();
  if (start == nullptr || (attempt.used_likely_shortcut && !attempt.parsed.issues.empty())) return attempt;
  Factory factory(arena, attempt.parsed.places, Accumulator(options), kMaxNodes);
  AstBuilder builder(source, options, factory, attempt.parsed.issues);
  const Expr* root = builder.Build(*start);
  attempt.exceeded = factory.exceeded_max_nodes();
  if (attempt.parsed.issues.empty()) attempt.parsed.root = root;
  return attempt;
}

struct MacroRow {
  MacroSet set;
  LanguagePart part;
};

constexpr MacroRow kMacroRows[] = {
    {kOptionalMacros, LanguagePart::kOptMapMacro},
    {kOptionalFlatMacro, LanguagePart::kOptFlatMapMacro},
    {kTwoVariableMacros, LanguagePart::kTwoVariableMacros},
    {kListMacros, LanguagePart::kSortByMacro},
};

}  // namespace

ParseOptions ParseOptionsOf(const Edition& edition) {
  ParseOptions options = {
      .macros = kStandardMacros,
      .optional_syntax = Has(edition, LanguagePart::kOptionalSyntax),
      .escaped_identifiers = Has(edition, LanguagePart::kEscapedFieldNames),
  };
  for (const MacroRow& row : kMacroRows) {
    if (Has(edition, row.part)) options.macros |= row.set;
  }
  return options;
}

base::Result<Parsed> Parse(const Source& source, const ParseOptions& options, base::Arena& arena) {
  if (source.size() > options.max_code_points) {
    Parsed parsed;
    parsed.issues.Add({0, kNoLocation, TooLong(source.size(), options.max_code_points)});
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
