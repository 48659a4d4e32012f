#include <algorithm>
#include <bit>

#include "schema/compare/newly_refused_values.h"
#include "schema/compare/obligations.h"
#include "schema/crd/model/json_schema_props.h"

namespace structural::compare {
namespace {

using objects::Checks;
using Branches = std::span<const Checks* const>;

class CompositionCheck {
 public:
  CompositionCheck(const PlacePair& places, ComparisonBudget& budget)
      : from_(places.known == nullptr ? places.from : WithCheck(places.from, *places.known)),
        kinds_(places.kinds & kNonNullKinds),
        budget_(budget) {}

  bool AnyOf(Branches to);
  bool OneOf(Branches to);
  bool Not(const Checks& to);

 private:
  // Whether the branch accepts all values that the conjuncts `around` accept.
  bool Within(const Conjuncts& around, const Checks& branch) { return Within(around, branch, kinds_); }
  bool Within(const Conjuncts& around, const Checks& branch, unsigned kinds) {
    return Implies({around, ConjunctsOf({&branch}), kinds}, budget_);
  }
  bool WithinAny(const Conjuncts& around, Branches to, std::size_t first);
  bool WithinOne(Branches to, unsigned kinds);
  bool EachWithinAny(Branches from, Branches to);
  bool Same(const Checks& a, const Checks& b);
  bool SameInAnyOrder(Branches from, Branches to);

  const Conjuncts from_;
  const unsigned kinds_;
  ComparisonBudget& budget_;
};

// Whether the branches of `to` accept all values that the conjuncts `around` accept: either one branch accepts all of
// them, or for each JSON type, one branch accepts all values of this type. `first`: index of the branch that is tried first.
bool CompositionCheck::WithinAny(const Conjuncts& around, Branches to, std::size_t first) {
  const auto any = [&](unsigned kinds) {
    for (std::size_t i = 0; i < to.size() && !budget_.exhausted(); ++i) {
      if (Within(around, *to[(first + i) % to.size()], kinds)) return true;
    }
    return false;
  };
  if (any(kinds_)) return true;
  const unsigned kinds = RangesOf(around).kinds & kinds_;
  if (std::has_single_bit(kinds)) return false;
  for (unsigned kind = kBool; kind <= kObject; kind *= 2) {
    if ((kinds & kind) != 0 && !any(kind)) return false;
  }
  return true;
}

bool CompositionCheck::EachWithinAny(Branches from, Branches to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool same = i < to.size() && SameChecks(*from[i], *to[i], budget_);
    if (!same && !WithinAny(WithCheck(from_, *from[i]), to, i)) return false;
  }
  return !from.empty();
}

bool CompositionCheck::AnyOf(Branches to) {
  for (const Checks* each : from_.all) {
    if (EachWithinAny(each->any_of, to) || EachWithinAny(each->one_of, to)) return true;
    if (budget_.exhausted()) return false;
  }
  return WithinAny(from_, to, 0);
}

bool CompositionCheck::Same(const Checks& a, const Checks& b) {
  return SameChecks(a, b, budget_) || (Within(WithCheck(from_, a), b) && Within(WithCheck(from_, b), a));
}

bool CompositionCheck::SameInAnyOrder(Branches from, Branches to) {
  if (from.size() != to.size()) return false;
  std::vector<const Checks*> left(to.begin(), to.end());
  for (const Checks* branch : from) {
    const auto same =
        std::ranges::find_if(left, [&](const Checks* other) { return !budget_.exhausted() && Same(*branch, *other); });
    if (same == left.end()) return false;
    left.erase(same);
  }
  return true;
}

// Whether one branch of `to` accepts all values of these kinds that the old schema accepts, and no other branch accepts
// any of them.
bool CompositionCheck::WithinOne(Branches to, unsigned kinds) {
  for (std::size_t i = 0; i < to.size() && !budget_.exhausted(); ++i) {
    if (!Within(from_, *to[i], kinds)) continue;
    for (std::size_t j = 0; j < to.size(); ++j) {
      if (j != i && !AcceptsNone(WithCheck(from_, *to[j]), kinds, budget_)) return false;
    }
    return true;
  }
  return false;
}

bool CompositionCheck::OneOf(Branches to) {
  if (to.size() == 1) return AnyOf(to);
  const unsigned kinds = RangesOf(from_).kinds & kinds_;
  bool each_kind = kinds != 0;
  for (unsigned kind = kBool; kind <= kObject && each_kind; kind *= 2) {
    if ((kinds & kind) != 0) each_kind = WithinOne(to, kind);
  }
  if (each_kind) return true;
  return std::ranges::any_of(from_.all, [&](const Checks* each) { return SameInAnyOrder(each->one_of, to); });
}

// Whether the `not` of the new schema refuses nothing that the old schema accepts, because a `not` of the old schema
// refuses every value that `to`, the schema in the new `not`, accepts.
bool CompositionCheck::Not(const Checks& to) {
  return std::ranges::any_of(from_.all, [&](const Checks* each) {
    const Checks* branch = each->not_schema;
    return branch != nullptr && (SameChecks(to, *branch, budget_) || Within(WithCheck(from_, to), *branch));
  });
}

// Returns the number of branches in all checks of a place, as text.
std::string CountText(const Conjuncts& conjuncts, Branches Checks::*branches) {
  std::size_t count = 0;
  for (const Checks* each : conjuncts.all) count += (each->*branches).size();
  if (count == 0) return {};
  return std::to_string(count) + (count == 1 ? " branch" : " branches");
}

class Same {
 public:
  explicit Same(ComparisonBudget& budget) : budget_(budget) {}
  bool Of(const Checks* a, const Checks* b) {
    if (a == b) return true;
    return a != nullptr && b != nullptr && budget_.Spend() && Scalars(*a, *b) && Parts(*a, *b);
  }

 private:
  static bool Scalars(const Checks& a, const Checks& b);
  bool Parts(const Checks& a, const Checks& b);
  bool Lists(Branches a, Branches b) {
    return std::ranges::equal(a, b, [&](const Checks* x, const Checks* y) { return Of(x, y); });
  }

  ComparisonBudget& budget_;
};

bool SameLimits(const objects::Limits* a, const objects::Limits* b) {
  static constexpr objects::Limits kNone;
  const objects::Limits &x = a == nullptr ? kNone : *a, &y = b == nullptr ? kNone : *b;
  return crd::SameLimits(x, y);
}

bool Same::Scalars(const Checks& a, const Checks& b) {
  return a.type_count == b.type_count && a.types[0] == b.types[0] && a.types[1] == b.types[1] &&
         a.nullable == b.nullable && a.forbids_additional_properties == b.forbids_additional_properties &&
         a.format == b.format && a.pattern == b.pattern && SameLimits(a.limits, b.limits) &&
         std::ranges::equal(a.enumeration, b.enumeration, json::Equal) && std::ranges::equal(a.required, b.required);
}

bool Same::Parts(const Checks& a, const Checks& b) {
  const auto same_field = [&](const objects::FieldChecks& x, const objects::FieldChecks& y) {
    return x.key == y.key && Of(x.value, y.value);
  };
  return std::ranges::equal(a.properties, b.properties, same_field) &&
         Of(a.additional_properties, b.additional_properties) && Of(a.items, b.items) && Lists(a.all_of, b.all_of) &&
         Lists(a.one_of, b.one_of) && Lists(a.any_of, b.any_of) && Of(a.not_schema, b.not_schema);
}

}  // namespace

bool SameChecks(const Checks& a, const Checks& b, ComparisonBudget& budget) { return Same(budget).Of(&a, &b); }

void CheckComposition(const PlacePair& places, Obligations& out) {
  CompositionCheck compositions(places, out.budget());
  const auto refuse = [&](std::string_view keyword, Branches Checks::*branches) {
    out.AddUnproved(keyword, [&](UnprovedObligation& to) {
      to.before = CountText(places.from, branches);
      to.after = CountText(places.to, branches);
    });
  };
  for (const Checks* each : places.to.all) {
    if (out.done()) return;
    if (!each->any_of.empty() && !compositions.AnyOf(each->any_of)) refuse("anyOf", &Checks::any_of);
    if (!each->one_of.empty() && !compositions.OneOf(each->one_of)) refuse("oneOf", &Checks::one_of);
    if (each->not_schema != nullptr && !compositions.Not(*each->not_schema))
      out.AddUnproved("not", [](UnprovedObligation&) {});
  }
}

}  // namespace structural::compare
