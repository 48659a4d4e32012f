#include <gtest/gtest.h>

#include "cli/cluster/scan/live_view.h"

namespace structural::scan {
namespace scan_keys_test {

using Scrolls = std::vector<Scroll>;

TEST(ScanKeys, ReadsSeveralKeysAtOnce) {
  Keys keys;
  EXPECT_EQ((Scrolls{Scroll::kDown, Scroll::kDown, Scroll::kPageDown, Scroll::kBottom, Scroll::kUp}),
            keys.Take("j\033[B\033[6~G\033OA").scrolls);
  const auto typed = keys.Take("jjq");
  EXPECT_EQ((Scrolls{Scroll::kDown, Scroll::kDown}), typed.scrolls);
  EXPECT_TRUE(typed.quit);
  EXPECT_TRUE(Keys().Take("x\003").quit);
}

TEST(ScanKeys, ReadsAKeyInParts) {
  const std::string text = "\033[5~k\033[B";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Keys keys;
    Scrolls scrolls = keys.Take(text.substr(0, cut)).scrolls;
    for (const Scroll scroll : keys.Take(text.substr(cut)).scrolls) scrolls.push_back(scroll);
    EXPECT_EQ((Scrolls{Scroll::kPageUp, Scroll::kUp, Scroll::kDown}), scrolls) << cut;
  }
}

TEST(ScanKeys, AnUnknownSequenceHidesNoKey) {
  Keys keys;
  EXPECT_EQ((Scrolls{Scroll::kDown}), keys.Take("\033[1;5Cx\033OP\033\033[<0;3;4M\033j").scrolls);
  EXPECT_FALSE(keys.Take("\033[q").quit) << "it is the end of a sequence";
  EXPECT_TRUE(keys.Take("q").quit);
  EXPECT_TRUE(keys.Take("\033[" + std::string(1000, '1')).scrolls.empty());
  EXPECT_TRUE(keys.Take("q").quit) << "a sequence without end is given up";
}

}  // namespace scan_keys_test
}  // namespace structural::scan
