// The precompiled header of the tests.
#pragma once

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pch.h"
