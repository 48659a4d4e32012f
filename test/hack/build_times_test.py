"""Tests of hack/bench/build-times, on a small project that the test writes."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {
    "CMakePresets.json": """{"version": 6, "configurePresets": [
        {"name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build"}]}""",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
        project(tiny LANGUAGES CXX)
        find_program(CCACHE ccache)
        if(CCACHE)
          set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
        endif()
        include_directories(.)
        add_executable(structural cli/fast.cc cli/slow.cc)
        target_precompile_headers(structural PRIVATE <cstddef>)
        add_executable(other other.cc)
        """,
    "cli/fast.cc": '#include "cli/own.h"\n#include <cstddef>\nint main() { return kOwn; }\n',
    "cli/own.h": "#pragma once\n#include <cstdint>\n#if 0\n#include <map>\n#endif\nconstexpr int kOwn = 0;\n",
    "cli/slow.cc": '#include <cstdint>\n#include <sstream>\nstd::stringstream s;\n',
    "other.cc": "int main() {}\n",
    "bin/ccache": "#!/bin/sh\necho ccache was asked\nexit 1\n",
}
HEADERS = "headers of others (sources that include them)"


class BuildTimes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="build-times-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for name, text in FILES.items():
            (cls.folder / name).parent.mkdir(exist_ok=True)
            (cls.folder / name).write_text(text)
        (cls.folder / "bin/ccache").chmod(0o755)
        (cls.folder / "hack/bench").mkdir(parents=True)
        (cls.folder / "tmp").mkdir()
        for name in "bench/build-times", "lib.sh":
            shutil.copy(ROOT / "hack" / name, cls.folder / "hack" / name)
        cls.printed = cls.run_it().stdout
        cls.tables = {name: rows.splitlines() for name, _, rows in
                      (table.partition("\n") for table in cls.printed.split("\n\n")[1:])}

    @classmethod
    def run_it(cls, *arguments):
        environment = {**os.environ, "TMPDIR": str(cls.folder / "tmp"), "PATH": f"{cls.folder}/bin:{os.environ['PATH']}"}
        return subprocess.run(["hack/bench/build-times", *arguments], cwd=cls.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def names(self, table):
        return [row.split("%  ")[1] for row in self.tables[table]]

    def test_the_first_line_has_the_sum(self):
        found = re.match(r"([\d.]+) CPU seconds; ([\d.]+) of compiler and linker, for 4 outputs\n", self.printed)
        self.assertTrue(found, self.printed)
        self.assertGreaterEqual(float(found[1]) + 0.1, float(found[2]))
        self.assertGreater(float(found[2]), 0.1)

    def test_headers_that_are_precompiled_or_left_out_have_no_share(self):
        self.assertEqual(set(self.names(HEADERS)), {"cstdint (2)", "sstream (1)"})
        self.assertEqual(self.names("headers of the project (sources that include them)"), ["cli/own.h (1)"])

    def test_the_slowest_comes_first(self):
        self.assertEqual(self.names("the slowest")[0], "cli/slow.cc")
        self.assertEqual(len(self.names("the slowest")), 4)

    def test_temporary_files_are_removed(self):
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        self.assertFalse((self.folder / "build").exists())

    def test_a_target_that_cannot_be_built_is_an_error(self):
        done = self.run_it("nonsense")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("build-times: not built", done.stderr)


if __name__ == "__main__":
    unittest.main()
