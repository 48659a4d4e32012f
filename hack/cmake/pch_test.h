// Precompiled for the tests.
#pragma once

#include "pch.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
