"""Tests of check_error_texts.py: it finds each source that reads an error's text, and no other
source."""
import unittest

from check_error_texts import readings_in

READ = (
    'bool f = text.ends_with(": field is immutable");',
    'if (error.find("Too long") != error.npos) {}',
    'constexpr std::string_view kWords = "<nil>: Invalid value: "\n    "x";\nbool f = error.starts_with(kWords);',
    'const Cause kCauses[] = {\n  {": Required value", {.id = "a"}},\n  {": Forbidden", {.id = "b"}}};\nauto at = cause.find(each.type);',
    'for (auto kind : {": Invalid value", ": Required value"}) size = std::min(size, text.find(kind));',
    'std::string path = error.substr(0, error.find(": "));',
    'return Has(error, "must be of type ") && !IsAboutType(error);',
    'constexpr std::string_view kOld = "old: ";\nconst bool old = message.starts_with(kOld);',
)
NOT_READ = (
    'to.Add(kubernetes::InvalidError(field, value, "should be a non-negative integer"));',
    'constexpr std::string_view kDetail = "must be of type x";\nreturn Error(kDetail);',
    '// error.find("Too long")\nbool f = error.kind == ErrorKind::kTooLong;',
    'bool f = path.starts_with("spec.") || name.find(\'.\') != name.npos;',
    'case ErrorKind::kForbidden: return "Forbidden";\nauto at = names.find(name);',
    'text.append(": ").append(what); auto at = schema.properties.Find("items");',
)


class CheckErrorTexts(unittest.TestCase):
    def test_sources_that_read_a_text(self):
        for source in READ:
            self.assertNotEqual([], readings_in(source), source)

    def test_sources_that_do_not_read_a_text(self):
        for source in NOT_READ:
            self.assertEqual([], readings_in(source), source)

    def test_lines(self):
        self.assertEqual([(2, '"Too many"')], readings_in('// x\nif (text.find("Too many") == 0) {}\n'))


if __name__ == "__main__":
    unittest.main()
