#include "controller/observer.h"

namespace structural::controller {

Observer& Observer::None() {
  static Observer none;
  return none;
}

}  // namespace structural::controller
