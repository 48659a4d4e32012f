// Calls each function of the library with a small CRD. STRUCTURAL_LIBRARY is the folder of the library.
import assert from "node:assert/strict";
import {test as it} from "node:test";

const library = await import(process.env.STRUCTURAL_LIBRARY + "/node.mjs");

const crd = schema => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {plural: things, kind: Thing}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}
`;
const names = "{type: array, items: {type: string}}";
const GOOD = crd(`{type: object, properties: {spec: {type: object, required: [names], properties: {names: ${names}},
    x-kubernetes-validations: [{rule: self.names.size() > 1}]}}}`);
const UNTYPED = crd("{type: object, properties: {spec: {properties: {a: {type: string}}}}}");
const thing = spec => `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: one}\nspec: ${spec}\n`;

it("lints", () => {
  assert.equal(library.lint(GOOD).findings.length, 0);
  const {findings} = library.lint({"a.yaml": UNTYPED}, {rule: ["apply-size=off", "object-size=off"]});
  assert.deepEqual(findings.map(({rule, file}) => [rule, file]), [["type-required", "crds/a.yaml"]]);
});

it("fixes", () => {
  const {plan, files} = library.fix({"a.yaml": UNTYPED}, {allow: "typed"});
  assert.equal(plan[0].edits.length, 1);
  assert.equal(library.lint(files["a.yaml"]).findings.length, 0);
  assert.deepEqual(library.upgrade(GOOD).plan.flatMap(each => each.edits ?? []), []);
});

it("compares", () => {
  const {crds} = library.diff(GOOD, GOOD.replace("> 1", "> 2"));
  assert.equal(crds[0].state, "changed");
  assert.equal(crds[0].fails, true);
});

it("judges objects", () => {
  assert.equal(library.validate(GOOD, thing("{names: [a, b]}")).findings.length, 0);
  const {findings} = library.validate(GOOD, thing("{names: [a]}"), {old: thing("{names: [a, b]}")});
  assert.equal(findings[0].message, "spec: Invalid value: failed rule: self.names.size() > 1");
});

it("applies", () => {
  const object = library.apply(GOOD, thing("{names: [a, b]}"), {fieldManager: "flux", showManagedFields: true});
  assert.equal(object.metadata.managedFields[0].manager, "flux");
  assert.equal(library.owners(JSON.stringify(object)).objects[0].owners[0].name, "flux");
});

it("evaluates expressions", () => {
  const result = library.cel("self.spec.names.size()", {crd: GOOD, object: thing("{names: [a, b]}")});
  assert.deepEqual([result.type, result.results[0].value], ["int", 2]);
  assert.equal(library.cel("-1").results[0].value, -1);
});

it("runs suites", () => {
  const suite = spec => `apiVersion: structural.lint/v1alpha1\nkind: TestSuite\ncases:\n- name: names\n  create: ${JSON.stringify(library.example(GOOD)).replace(/"spec":.*/, `"spec":${spec}}`)}\n`;
  assert.equal(library.test(suite('{"names":["a","b"]}'), GOOD).summary.failed, 0);
  assert.equal(library.test(suite('{"names":["a"]}'), GOOD).summary.failed, 1);
  assert.throws(() => library.test("a: 1", GOOD), error => error.exitCode === 2);
});

it("publishes and generates", () => {
  assert.match(JSON.stringify(library.publish(GOOD)), /names/);
  assert.match(library.generate("go", GOOD), /package v1/);
  assert.match(library.generate("proto", GOOD), /syntax = "proto3"/);
  assert.match(library.tree(GOOD), /names/);
  assert.match(library.explain("type-required"), /type/);
  assert.match(library.explain("things.spec.names", {crds: GOOD}), /FIELD/);
});

it("throws if a command has no result", () => {
  assert.throws(() => library.lint("a: 1"), error => error.exitCode === 2 && error.result.findings.length === 0);
  assert.throws(() => library.lint({"a.yaml": GOOD, "b.yaml": "a: ["}), error => error.exitCode === 2 && error.result.findings.length === 1);
  assert.throws(() => library.tree("no CRD"), error => error.exitCode === 2);
});

it("answers what needs a cluster or git", () => {
  for (const words of [["validate", "--cluster"], ["lint", "--against", "main", "."], ["test", "--watch", "."]]) {
    const {exitCode, stderr} = library.run(words, {files: {"crd.yaml": GOOD}});
    assert.equal(exitCode, 2);
    assert.match(stderr, /this build/);
  }
});

it("answers help and wrong flags", () => {
  assert.equal(library.run(["lint", "--help"]).exitCode, 0);
  assert.equal(library.run(["lint", "--nope"]).exitCode, 2);
});

it("keeps nothing between two commands", () => {
  assert.equal(library.run(["lint", "-"], {stdin: GOOD}).exitCode, 0);
  assert.equal(library.run(["lint", "--color", "always", "-"], {stdin: UNTYPED}).exitCode, 1);
  assert.doesNotMatch(library.run(["lint", "-"], {stdin: UNTYPED}).stdout, /\x1b/);
});
