# STRUCTURAL_STATIC builds the program that ships. Only glibc stays a shared library, since its name resolution loads
# modules. All other libraries are linked in, without unused parts: a shared library would cost memory and time in every
# process.
option(STRUCTURAL_STATIC "Link everything but glibc statically" OFF)

# structural_runs_with_old_glibc(TARGET): makes the program run with glibc 2.28. Each row of static/glibc.cc replaces
# the function of glibc that the row names. Links libpthread and libdl, too, since glibc before 2.34 has their functions
# only there.
function(structural_runs_with_old_glibc target)
  set(source ${CMAKE_SOURCE_DIR}/hack/cmake/static/glibc.cc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} rows REGEX "^(OLD\\(|NEW\\(|char __wrap_)")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^(OLD\\(|NEW\\([a-z0-9_:]+, |char __wrap_)([a-z0-9_]+).*" "\\2" name "${row}")
    target_link_options(${target} PRIVATE -Wl,--wrap=${name})
  endforeach()
  target_sources(${target} PRIVATE ${source})
  target_link_options(${target} PRIVATE -Wl,--push-state,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -Wl,--pop-state)
endfunction()

# structural_shipped(TARGET): moves the program's symbols to TARGET.debug. A debugger finds that file by its name, which
# is in the program.
function(structural_shipped target)
  if(STRUCTURAL_STATIC)
    structural_runs_with_old_glibc(${target})
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
      COMMAND ${CMAKE_OBJCOPY} --only-keep-debug $<TARGET_FILE:${target}> $<TARGET_FILE:${target}>.debug
      COMMAND ${CMAKE_STRIP} $<TARGET_FILE:${target}>
      COMMAND ${CMAKE_OBJCOPY} --add-gnu-debuglink=$<TARGET_FILE:${target}>.debug $<TARGET_FILE:${target}>)
  endif()
endfunction()

if(NOT STRUCTURAL_STATIC)
  return()
endif()

if(CMAKE_CROSSCOMPILING)
  set(STRUCTURAL_PROCESSOR arm64)
endif()
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/hack/ship/static-libraries ${STRUCTURAL_PROCESSOR} OUTPUT_VARIABLE STRUCTURAL_STATIC_LIBRARIES
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
list(APPEND CMAKE_FIND_ROOT_PATH ${STRUCTURAL_STATIC_LIBRARIES}) # otherwise, find_library searches only CMAKE_SYSROOT
# CMake tries the modules in hack/cmake/static first: those of Debian find only shared libraries.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/hack/cmake/static)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS TRUE)
# Relocations are not packed (-z pack-relative-relocs, 0.6 MB less): glibc before 2.36 cannot read packed ones.
target_link_options(structural_options INTERFACE
  -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-z,relro,-z,now)
