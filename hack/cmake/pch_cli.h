// Precompiled for the commands.
#pragma once

#include "pch.h"

#include <CLI/CLI.hpp>
