"""Tests of the check: it finds all sources and functions that are too long, and no others."""
import unittest

from check_sizes import MOST_LINES_OF_FILE, MOST_LINES_OF_FUNCTION, functions_in, violations_in


def sizes(source):
    return [(first, lines) for first, lines, _ in functions_in(source)]


def function(lines):
    return 'void F() {\n' + '  G();\n' * (lines - 2) + '}\n'


class CheckSizes(unittest.TestCase):
    def test_functions_and_files_above_the_limit_are_reported(self):
        self.assertEqual([], list(violations_in('a.cc', function(MOST_LINES_OF_FUNCTION))))
        self.assertIn('a.cc:1: a function of', list(violations_in('a.cc', function(MOST_LINES_OF_FUNCTION + 1)))[0])
        self.assertEqual([], list(violations_in('a.cc', '\n' * MOST_LINES_OF_FILE)))
        self.assertEqual(1, len(list(violations_in('a.cc', '\n' * (MOST_LINES_OF_FILE + 1)))))

    def test_functions_are_found_with_their_sizes(self):
        self.assertEqual([(2, 3)], sizes('namespace a {\nint F(\n    int b) {\n}\n}\n'))
        self.assertEqual([(1, 4)], sizes('void F() {\n  if (a) {\n  }\n}\n'))
        self.assertEqual([(2, 2), (4, 1)], sizes('class A : public B<int()> {\n  void F() const {\n  }\n  void G() {}\n};\n'))
        self.assertEqual([(1, 3)], sizes('template <typename T>\nvoid F() {\n}\n'))

    def test_blocks_that_are_not_functions(self):
        for source in ('constexpr Row kRows[] = {\n  {"a", F()},\n};\n', 'enum class A { kB };\n', 'struct A {\n  int b = F();\n};\n',
                       '#define A(b) \\\n  {\n', '// void F() {\n', 'const char* a = "void F() {";\n', "int a = F('{') + 1'000;\n"):
            self.assertEqual([], sizes(source), source)

    def test_braces_in_texts_do_not_count(self):
        self.assertEqual([(1, 3)], sizes('void F() {\n  G("}", \'}\', R"(})", R"x(})})x");  // }\n}\nint a;\n'))


if __name__ == '__main__':
    unittest.main()
