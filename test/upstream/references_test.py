"""Tests that each "Upstream:" of a comment names code that exists, according to the table functions.txt, which
hack/update/upstream writes."""
import pathlib
import tempfile
import unittest

import references
import update

GO = """package schema

// Prune removes fields.
func Prune(x any) {
	skip := func(name string) bool { return true }
	use(skip)
}

func (p *pruner) visit(x any) error {
	return nil
}

type Options struct {
	TrackUnknown bool
}

const (
	Limit = 10
)
"""


def trees(**files):
    folder = tempfile.TemporaryDirectory()
    for name, text in files.items():
        path = pathlib.Path(folder.name, "pkg", "pruning", f"{name}.go")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder, [references.Tree(["apiserver"], "k8s.io/apiserver", "v0.37.2", folder.name)]


class Table(unittest.TestCase):
    def setUp(self):
        self.table = references.read_table(references.TABLE.read_text())

    def test_each_reference_of_the_tree_is_in_the_table(self):
        there = references.references()
        self.assertGreater(len(there), 500)
        absent = [f"{', '.join(places)}: {each}" for each, places in there.items() if not self.table.get(each)]
        self.assertFalse(absent, "hack/update/upstream looks for what these name, and adds it to the table")

    def test_the_table_has_no_others(self):
        self.assertFalse(sorted(set(self.table) - set(references.references())), "hack/update/upstream removes these")

    def test_it_is_as_it_is_written(self):
        self.assertEqual(references.write_table(self.table), references.TABLE.read_text())

    def test_each_module_has_a_version(self):
        modules = {module for _, module, version in references.modules() if version}
        self.assertLess({row[0] for rows in self.table.values() for row in rows} - {"-"}, modules)


class Reader(unittest.TestCase):
    def resolve(self, text, source=GO):
        folder, found = trees(prune=source)
        with folder:
            rows, missing = references.Reader(found, {"RFC"}).resolve(text)
        return [" ".join(row[1:3]) for row in rows], missing

    def test_names_in_a_file(self):
        for text, wanted in (
                ("apiserver pruning/prune.go Prune (v0.37.2).", ["pkg/pruning/prune.go Prune"]),
                ("pruning/prune.go pruner.visit, Options.TrackUnknown", ["pkg/pruning/prune.go pruner.visit",
                                                                        "pkg/pruning/prune.go Options.TrackUnknown"]),
                ("k8s.io/apiserver pkg/pruning Limit", ["pkg/pruning/prune.go Limit"]),
                ("apiserver pruning/prune.go", ["pkg/pruning/prune.go -"]),
                ("apiserver pkg/pruning prune.go skip, as one says", ["pkg/pruning/prune.go skip"]),
                ("RFC 6902 (JSON Patch)", ["RFC -"])):
            with self.subTest(text):
                self.assertEqual(self.resolve(text), (wanted, []))

    def test_what_does_not_exist_is_named(self):
        for text, wanted in (("apiserver pruning/prune.go pruneAll", ["pruneAll"]), ("apiserver old/prune.go", ["old/prune.go"]),
                             ("pruner.walk", ["pruner.walk"])):
            with self.subTest(text):
                self.assertEqual(self.resolve(text)[1], wanted)

    def test_a_comment_is_not_the_text_of_a_function(self):
        folder, found = trees(prune=GO)
        other, edited = trees(prune=GO.replace("use(skip)", "use(skip) // always"))
        third, changed = trees(prune=GO.replace("use(skip)", "use(nil)"))
        with folder, other, third:
            hashes = [references.Reader(each, set()).resolve("pruning/prune.go Prune")[0] for each in (found, edited, changed)]
        self.assertEqual(hashes[0], hashes[1])
        self.assertNotEqual(hashes[0], hashes[2])


class Changed(unittest.TestCase):
    def test_changed_and_removed_functions(self):
        before = {"a": [("m", "f.go", "A", "1"), ("m", "f.go", "B", "1")], "b": [("m", "f.go", "C", "1")]}
        after = {"a": [("m", "f.go", "A", "2"), ("m", "f.go", "B", "1")], "b": []}
        self.assertEqual(update.changed(before, after), {("changed", "m", "f.go", "A"): ["a"], ("gone", "m", "f.go", "C"): ["b"]})


if __name__ == "__main__":
    unittest.main()
