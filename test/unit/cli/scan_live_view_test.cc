#include <gtest/gtest.h>

#include "cli/cluster/scan/live_view.h"

namespace structural::scan {

namespace scan_live_view_test {

const auto kNow = std::chrono::system_clock::from_time_t(1'800'000'000);

Row RowOf(const std::string& name, State state = State::kStructural) {
  Row row;
  row.name = name;
  row.versions = {"v1"};
  row.state = state;
  return row;
}

// Returns the names of the CRDs that are visible in the frame.
std::vector<std::string> Names(const LiveView& view, ScreenSize size) {
  std::stringstream frame(view.Frame(size, kNow));
  std::vector<std::string> names;
  for (std::string line; std::getline(frame, line);) {
    if (line.find("  v1  ") != std::string::npos) names.push_back(line.substr(0, line.find(' ')));
  }
  return names;
}

class ScanLiveView : public testing::Test {
 protected:
  LiveView view_{TableOptions{}};
};

TEST_F(ScanLiveView, FillsTheScreenAndNoMore) {
  view_.OnState({RowOf("a"), RowOf("b"), RowOf("c")});
  for (const ScreenSize size : {ScreenSize{24, 80}, {6, 30}, {5, 10}, {2, 1}, {1, 80}, {4, 0}}) {
    std::stringstream frame(view_.Frame(size, kNow));
    std::size_t lines = 0;
    for (std::string line; std::getline(frame, line); ++lines) {
      EXPECT_LE(line.size(), size.columns + 2) << "but for a … at the end of a name";
    }
    EXPECT_LE(lines, size.rows);
  }
}

TEST_F(ScanLiveView, ViolationsComeFirst) {
  Row stale = RowOf("d");
  stale.agreement = Agreement::kStale;
  view_.OnState({RowOf("a"), RowOf("b", State::kNonStructural), RowOf("c", State::kStructuralError), stale,
                 RowOf("e", State::kUnreadable)});
  EXPECT_EQ((std::vector<std::string>{"e", "c", "b", "d", "a"}), Names(view_, {24, 120}));
}

TEST_F(ScanLiveView, FollowsChanges) {
  view_.OnState({RowOf("a"), RowOf("b")});
  view_.OnChange(ChangeKind::kChanged, RowOf("b", State::kNonStructural));
  view_.OnChange(ChangeKind::kAdded, RowOf("c"));
  EXPECT_EQ((std::vector<std::string>{"b", "a", "c"}), Names(view_, {24, 120}));
  view_.OnChange(ChangeKind::kGone, RowOf("a", State::kDeleted));
  EXPECT_EQ((std::vector<std::string>{"b", "c"}), Names(view_, {24, 120}));
  EXPECT_EQ(0u, view_.Frame({24, 120}, kNow).find("2 CRDs: 1 structural, 1 non-structural"));
}

TEST_F(ScanLiveView, ScrollsWithinItsRows) {
  std::vector<Row> rows;
  for (int i = 10; i < 30; ++i) rows.push_back(RowOf("crd" + std::to_string(i)));
  view_.OnState(rows);
  const ScreenSize size{9, 80};  // enough space for five CRDs
  EXPECT_EQ("crd10", Names(view_, size).front());
  view_.Move(Scroll::kUp, size);
  EXPECT_EQ("crd10", Names(view_, size).front());
  view_.Move(Scroll::kPageDown, size);
  EXPECT_EQ("crd15", Names(view_, size).front());
  view_.Move(Scroll::kDown, size);
  EXPECT_EQ("crd16", Names(view_, size).front());
  view_.Move(Scroll::kBottom, size);
  EXPECT_EQ("crd29", Names(view_, size).back());
  view_.Move(Scroll::kPageDown, size);
  EXPECT_EQ((std::vector<std::string>{"crd25", "crd26", "crd27", "crd28", "crd29"}), Names(view_, size));
  EXPECT_NE(std::string::npos, view_.Frame(size, kNow).find("16 to 20 of 20"));
  EXPECT_EQ(20u, Names(view_, {40, 80}).size()) << "a larger screen leaves no gap";
}

TEST_F(ScanLiveView, ShowsErrors) {
  EXPECT_NE(std::string::npos, view_.Frame({24, 80}, kNow).find("reading the list"));
  view_.OnState({});
  EXPECT_NE(std::string::npos, view_.Frame({24, 80}, kNow).find("watching"));
  view_.OnFailure("a", "connection reset\nadvice");
  EXPECT_NE(std::string::npos, view_.Frame({24, 80}, kNow).find("a: connection reset advice"));
  view_.OnFailure("a", "x\033[2J\u202e");
  EXPECT_NE(std::string::npos, view_.Frame({24, 80}, kNow).find("a: x\\x1b[2J\\u202e"));
  view_.OnFailure("a", "");
  EXPECT_NE(std::string::npos, view_.Frame({24, 80}, kNow).find("watching"));
}

TEST_F(ScanLiveView, ShortensNamesBeforeStatesAreCutOff) {
  view_.OnState({RowOf(std::string(60, 'x') + ".example.com", State::kNonStructural)});
  const std::string frame = view_.Frame({24, 100}, kNow);
  EXPECT_NE(std::string::npos, frame.find("xx…   v1         non-structural   0 ")) << frame;
}

TEST(ScanCutLine, CountsVisibleCharacters) {
  EXPECT_EQ("äö", CutLine("äöü", 2));
  EXPECT_EQ("a\033[31mb\033[0m", CutLine("a\033[31mbc\033[0m", 2));
  EXPECT_EQ("a", CutLine("a\nb", 9));
}

using Scrolls = std::vector<Scroll>;

TEST(ScanKeys, ReadsSeveralKeysAtOnce) {
  KeyParser keys;
  EXPECT_EQ((Scrolls{Scroll::kDown, Scroll::kDown, Scroll::kPageDown, Scroll::kBottom, Scroll::kUp}),
            keys.Parse("j\033[B\033[6~G\033OA").scrolls);
  const auto typed = keys.Parse("jjq");
  EXPECT_EQ((Scrolls{Scroll::kDown, Scroll::kDown}), typed.scrolls);
  EXPECT_TRUE(typed.quit);
  EXPECT_TRUE(KeyParser().Parse("x\003").quit);
}

TEST(ScanKeys, ReadsAKeyInParts) {
  const std::string text = "\033[5~k\033[B";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    KeyParser keys;
    Scrolls scrolls = keys.Parse(text.substr(0, cut)).scrolls;
    for (const Scroll scroll : keys.Parse(text.substr(cut)).scrolls) scrolls.push_back(scroll);
    EXPECT_EQ((Scrolls{Scroll::kPageUp, Scroll::kUp, Scroll::kDown}), scrolls) << cut;
  }
}

TEST(ScanKeys, AnUnknownSequenceHidesNoKey) {
  KeyParser keys;
  EXPECT_EQ((Scrolls{Scroll::kDown}), keys.Parse("\033[1;5Cx\033OP\033\033[<0;3;4M\033j").scrolls);
  EXPECT_FALSE(keys.Parse("\033[q").quit) << "it is the end of a sequence";
  EXPECT_TRUE(keys.Parse("q").quit);
  EXPECT_TRUE(keys.Parse("\033[" + std::string(1000, '1')).scrolls.empty());
  EXPECT_TRUE(keys.Parse("q").quit) << "a sequence without end is given up";
}

}  // namespace scan_live_view_test

}  // namespace structural::scan
