#include "schema/unions/kep/union_error.h"

#include "schema/base/text_list.h"

namespace structural::unions::kep {

void UnionErrors::Add(UnionError one) {
  if (full()) return;
  if (budget_.Spend(one.path.size() + one.text.size())) {
    all_.push_back(std::move(one));
  } else {
    all_.push_back({one.code, {}, std::string(base::kCutShort)});
  }
}

}  // namespace structural::unions::kep
