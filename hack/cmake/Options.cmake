# Flags that every target of the project shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# With CMAKE_UNITY_BUILD, up to 16 sources of a folder are compiled as one, so names in their anonymous namespaces must
# be unique in the folder. The presets of a release compile each source alone.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)

option(STRUCTURAL_WERROR "Warnings are errors" ON)
set(STRUCTURAL_SANITIZE "" CACHE STRING "-fsanitize= argument, empty for none")

# STRUCTURAL_ARCH is the processor's name in Go and Debian.
string(REPLACE x86_64 amd64 STRUCTURAL_ARCH ${CMAKE_SYSTEM_PROCESSOR})
string(REPLACE aarch64 arm64 STRUCTURAL_ARCH ${STRUCTURAL_ARCH})

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND NOT STRUCTURAL_STATIC AND NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  add_link_options(-fuse-ld=mold)
endif()

add_library(structural_options INTERFACE)
# Switches cpprestsdk's macro U off, which breaks Boost.
target_compile_definitions(structural_options INTERFACE _TURN_OFF_PLATFORM_STRING)
# --param=ggc-min-heapsize, in KiB, lets g++ collect garbage only above 1 GB: from its default of 128 MiB on, it finds
# hardly any garbage here. -Warray-bounds, -Wrestrict, -Wstringop-overflow and -Wstringop-overread are off: g++ 12 has
# false reports for operator+ of std::string.
target_compile_options(structural_options INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-fpch-preprocess;--param=ggc-min-heapsize=1000000>
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. $<$<BOOL:${STRUCTURAL_WERROR}>:-Werror>)
# Some libraries require -pthread. All targets use it, because a precompiled header can only be used with the flags that
# it was compiled with.
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  target_compile_options(structural_options INTERFACE -pthread)
  target_link_options(structural_options INTERFACE -pthread)
endif()
if(STRUCTURAL_SANITIZE)
  # -Wmaybe-uninitialized is off: g++ has false reports in sanitized code, for std::regex among others. -Wtsan is off:
  # it reports Asio's memory fence, which TSan does not support; all code here also synchronizes by other means.
  target_compile_options(structural_options INTERFACE -fsanitize=${STRUCTURAL_SANITIZE} -fno-omit-frame-pointer
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-tsan>)
  target_link_options(structural_options INTERFACE -fsanitize=${STRUCTURAL_SANITIZE})
endif()
