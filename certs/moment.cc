#include "certs/moment.h"

#include "kube/micro_time.h"

namespace structural::certs {

std::string Text(Moment moment) {
  const std::string micro = kube::FormatMicroTime(moment);
  return micro.substr(0, micro.find('.')) + "Z";
}

}  // namespace structural::certs
