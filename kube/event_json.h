// An Event as the two APIs that take it want it written.
#pragma once

#include <string>

#include "kube/event.h"

namespace structural::kube {

// The namespace it is created in.
std::string EventSpace(const Event& event);

// Its own name: the object's and the first one's time.
std::string EventName(const Event& event);

// As events.k8s.io/v1.
std::string EventJson(const Event& event);

// As core v1, for servers before 1.19.
std::string CoreEventJson(const Event& event);

// JSON Patches that make the Event which is there a series, or count it on. The Event has a series.
std::string SeriesPatch(const Event& event);
std::string CoreSeriesPatch(const Event& event);

}  // namespace structural::kube
