# Installs the static libraries of schema/ for other projects, as the component `library` of an installation:
#   find_package(structural 0.1 REQUIRED)
#   target_link_libraries(… structural::schema)
#   #include "schema/crd/evaluate.h"
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

function(structural_library)
  get_property(rooms GLOBAL PROPERTY STRUCTURAL_SCHEMA_ROOMS)
  add_library(structural_schema INTERFACE)
  target_link_libraries(structural_schema INTERFACE ${rooms})
  target_compile_features(structural_schema INTERFACE cxx_std_20)
  set_target_properties(structural_schema PROPERTIES EXPORT_NAME schema)
  foreach(room IN LISTS rooms)
    set_target_properties(${room} PROPERTIES OUTPUT_NAME structural_${room})
    target_include_directories(${room} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/structural>)
  endforeach()
  add_custom_target(library DEPENDS ${rooms})

  set(place ${CMAKE_INSTALL_LIBDIR}/cmake/structural)
  configure_package_config_file(${CMAKE_SOURCE_DIR}/hack/cmake/structuralConfig.cmake.in
                                ${CMAKE_BINARY_DIR}/structuralConfig.cmake INSTALL_DESTINATION ${place})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/structuralConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(TARGETS structural_schema ${rooms} EXPORT structural ARCHIVE COMPONENT library)
  install(EXPORT structural NAMESPACE structural:: DESTINATION ${place} FILE structuralTargets.cmake COMPONENT library)
  install(FILES ${CMAKE_BINARY_DIR}/structuralConfig.cmake ${CMAKE_BINARY_DIR}/structuralConfigVersion.cmake
          DESTINATION ${place} COMPONENT library)
  install(DIRECTORY schema DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/structural COMPONENT library
          FILES_MATCHING PATTERN "*.h")
endfunction()
