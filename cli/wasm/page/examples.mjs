// The examples of each tab. The first one is shown when the page opens. All examples are about boats.
function crd(spec, {kind = "Boat", versions = "v1"} = {}) {
  const singular = kind.toLowerCase();
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${singular}s.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ${singular}s, singular: ${singular}, kind: ${kind}}
  versions:
  - name: ${versions}
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
${spec.replace(/^(?=.)/gm, " ".repeat(12))}`;
}

const BOAT = crd(`type: object
required: [seats]
properties:
  seats:
    description: Number of people on board.
    type: integer
    minimum: 1
    maximum: 500
  crew:
    description: Names of the people who sail.
    type: array
    maxItems: 20
    items:
      type: string
      maxLength: 50
  harbour:
    type: string
    default: Home
x-kubernetes-validations:
- rule: "!has(self.crew) || size(self.crew) <= self.seats"
  message: the crew needs more seats
`);

const SMALLER = BOAT.replace("maximum: 500", "maximum: 100").replace("maxItems: 20", "maxItems: 8");
const NO_HARBOUR = BOAT.replace(/ +harbour:\n.*\n.*\n/, "");

// After the repairs, this CRD accepts the same objects as BOAT.
const NOT_STRUCTURAL = crd(`required: [seats]
properties:
  seats:
    type: integer
    minimum: 1
  crew:
    type: array
    maxItems: 20
    items: {maxLength: 50}
  harbour:
    type: string
    default: Home
allOf:
- properties:
    seats: {type: integer, maximum: 500}
x-kubernetes-validations:
- rule: "!has(self.crew) || size(self.crew) <= self.seats"
  message: the crew needs more seats
`);

const MANY_COSTS = crd(`type: object
properties:
  seats:
    type: integer
  names:
    type: array
    items:
      type: string
x-kubernetes-validations:
- rule: self.names.all(a, self.names.exists_one(b, a == b))
  message: names must be unique
- rule: self.seats > self.bench
  message: the rule has an error of spelling
`);

const STATES = crd(`type: object
properties:
  mode:
    type: string
    enum: [Sail, Motor]
  fuel:
    type: integer
    minimum: 0
x-kubernetes-validations:
- rule: self.mode != 'Motor' || self.fuel > 0
  message: a motor needs fuel
- rule: self.fuel >= oldSelf.fuel
  message: fuel must not shrink
`);

const ANNA = `apiVersion: example.com/v1
kind: Boat
metadata:
  name: anna
spec:
  seats: 2
  crew: [Ida, Jan]
`;

const WRONG = `apiVersion: example.com/v1
kind: Boat
metadata:
  name: anna
spec:
  seats: 1
  crew: [Ida, Jan, Kim]
  colour: red
`;

const RULE = "self.crew.all(name, size(name) < 4) && size(self.crew) <= self.seats";
const TEXT = "self.metadata.name + ' has ' + string(self.spec.seats) + ' seats'";

const SUITE = `apiVersion: structural.lint/v1alpha1
kind: TestSuite
cases:
- name: the harbour has a default
  create: {spec: {seats: 2}}
  assert: {spec: {seats: 2, harbour: Home}}
- name: the crew has enough seats
  create: {spec: {seats: 1, crew: [Ida, Jan]}}
  error: the crew needs more seats
`;

const FAILING_SUITE = `apiVersion: structural.lint/v1alpha1
kind: TestSuite
cases:
- name: fuel does not shrink
  create: {spec: {mode: Motor, fuel: 5}}
  update: {spec: {mode: Motor, fuel: 4}}
  error: fuel must not shrink
- name: a sail needs fuel, which the CRD does not say
  create: {spec: {mode: Sail, fuel: 0}}
  error: a sail needs fuel
`;

export const EXAMPLES = {
  lint: [
    {title: "Fields without types", crd: NOT_STRUCTURAL},
    {title: "Rules that cost too much", crd: MANY_COSTS},
    {title: "No findings", crd: BOAT},
  ],
  validate: [
    {title: "Two errors", crd: BOAT, object: WRONG},
    {title: "A valid object", crd: BOAT, object: ANNA},
  ],
  test: [
    {title: "A default and a rule", crd: BOAT, suite: SUITE},
    {title: "A case that fails", crd: STATES, suite: FAILING_SUITE},
  ],
  cel: [
    {title: "A rule of an object", crd: BOAT, object: ANNA, field: ".spec", expression: RULE},
    {title: "A value", crd: BOAT, object: ANNA, field: ".spec", expression: "self.seats - size(self.crew)"},
    {title: "A value that costs too much for a rule", crd: BOAT, object: ANNA, field: "", expression: TEXT},
    {title: "An error of types", crd: BOAT, object: ANNA, field: ".spec", expression: "self.seats + self.crew"},
  ],
  diff: [
    {title: "Smaller limits", before: BOAT, crd: SMALLER},
    {title: "A field is removed", before: BOAT, crd: NO_HARBOUR},
    {title: "A field is added", before: NO_HARBOUR, crd: BOAT},
  ],
  tree: [
    {title: "A boat", crd: BOAT},
    {title: "With violations", crd: NOT_STRUCTURAL},
  ],
};
