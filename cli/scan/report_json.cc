// One JSON object, written as the list comes in.
#include <utility>

#include "cli/scan/row_json.h"

namespace structural::scan {
namespace {

class JsonReporter : public Reporter {
 public:
  std::string Begin() override { return "{\"crds\": ["; }

  std::string Add(const Judged& judged) override {
    return std::exchange(separator_, ",\n") + RowJson(judged.row);
  }

  std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) override {
    return "\n],\n\"clusters\": " + ClustersJson(clusters) +
           ",\n\"summary\": " + TotalsJson(totals) + "}\n";
  }

 private:
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

}  // namespace structural::scan
