// The requests of the playground. Each function runs a command of `program` on the texts, and returns data without
// HTML:
//   {findings: [{line, column, severity, rule, message, repair}], note, ...}
// Lines and columns start at 1. Columns count Unicode code points. `note` is a message for the user; "" without a
// message.
const CRD = "CRD.yaml", OBJECT = "object.yaml", SUITE = "suite.yaml", BEFORE = "CRD-before.yaml";
const MAX_FINDINGS = 500, MAX_RESULTS = 200;
const MAX_TEXT = 2 << 20;

const EFFECTS = {
  same: "the server accepts the same objects",
  typed: "the server then refuses values of other types",
  wider: "the server then accepts more objects",
};

// Returns the messages of a run that failed, or without an answer in JSON; otherwise "".
function messages(result, answer = {}) { return answer === null || result.exitCode > 1 ? result.stderr.trim() : ""; }

function parsed(result) {
  try {
    return JSON.parse(result.stdout);
  } catch {
    return null;
  }
}

// Parses the JSON of a result without changing integers that a JavaScript number cannot represent. In `value`, such an
// integer is a string with a mark. `print` returns the JSON of any part of `value`, and `digits` the text of one
// integer, both without marks.
function exact(result) {
  let mark = "integer ";
  while (result.stdout.includes(mark)) mark += "#";
  const text = result.stdout.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    token => /^-?\d{16,}$/.test(token) ? `"${mark}${token}"` : token);
  const marked = new RegExp(`"${mark}(-?\\d+)"`, "g");
  return {
    value: parsed({stdout: text}),
    print: value => JSON.stringify(value, null, 2).replace(marked, "$1"),
    digits: value => String(value ?? "").replace(mark, ""),
  };
}

function bounded(findings) {
  return {findings: findings.slice(0, MAX_FINDINGS), more: Math.max(0, findings.length - MAX_FINDINGS)};
}

// Returns the repair in a result of SARIF; undefined if the result has no fix.
function repair(result) {
  const fix = result.fixes?.[0];
  if (!fix) return undefined;
  return {title: fix.properties.reason, effect: EFFECTS[fix.properties.class] ?? "", edits: fix.artifactChanges[0].replacements.map(edit => ({
    from: {line: edit.deletedRegion.startLine, column: edit.deletedRegion.startColumn},
    to: {line: edit.deletedRegion.endLine, column: edit.deletedRegion.endColumn},
    text: edit.insertedContent?.text ?? "",
  }))};
}

export function lint(program, {crd, release, strict}) {
  const words = ["lint", "-o", "sarif", "--fixes", "wider"];
  if (release) words.push("--kubernetes-version", release);
  if (strict) words.push("--strict");
  const result = program.run([...words, CRD], {files: {[CRD]: crd}});
  const run = parsed(result)?.runs[0];
  const findings = (run?.results ?? []).map(found => {
    const {startLine, startColumn} = found.locations[0].physicalLocation.region ?? {};
    return {line: startLine ?? 1, column: startColumn ?? 1, severity: found.level === "error" ? "error" : "warning",
      rule: found.ruleId, message: found.message.text, repair: repair(found)};
  });
  const errors = run?.invocations[0].toolExecutionNotifications?.map(({message}) => message.text).join("\n");
  return {...bounded(findings), note: findings.length ? "" : errors ?? messages(result, run ?? null), clean: result.exitCode === 0};
}

export function validate(program, {crd, object}) {
  const files = {[CRD]: crd, [OBJECT]: object};
  const result = program.run(["validate", "-o", "json", "--crd", CRD, OBJECT], {files});
  const answer = parsed(result), objects = answer?.summary.objects ?? 0;
  const findings = (answer?.findings ?? []).map(({line, column, severity, rule, message}) => ({
    line: line || 1, column: column || 1, severity, rule, message,
  }));
  return {...bounded(findings), objects, note: findings.length ? "" : messages(result, answer),
    clean: result.exitCode === 0 && objects > 0};
}

export function test(program, {crd, suite}) {
  const files = {[CRD]: crd, [SUITE]: suite};
  const result = program.run(["test", "-o", "json", "--crd", CRD, SUITE], {files});
  const answer = parsed(result), cases = (answer?.cases ?? []).slice(0, MAX_FINDINGS);
  const findings = cases.flatMap(one => one.failures.map(({line, column, reason}) =>
    ({line, column, severity: "error", rule: "", message: `${one.name}: ${reason}`})));
  return {findings, cases, note: messages(result, answer), clean: result.exitCode === 0};
}

// Evaluates the expression for each object in the text `object`, or once without an object if this text is empty.
export function cel(program, {crd, object, expression, field}) {
  const files = {}, words = ["cel", "-o", "json", "--explain"];
  if (crd.trim()) {
    files[CRD] = crd;
    words.push("--crd", CRD);
    if (field.trim()) words.push("--field", field.trim());
  }
  if (object.trim()) {
    files[OBJECT] = object;
    words.push("--object", OBJECT);
  }
  const result = program.run([...words, "-"], {files, stdin: expression});
  const {value: answer, print, digits} = exact(result);
  const findings = (answer?.errors ?? []).map(({line, column, message}) =>
    ({line: line || 1, column: column || 1, severity: "error", rule: "", message}));
  const results = (answer?.results ?? []).slice(0, MAX_RESULTS).map(({object, path, value, error, skipped, cost}) => {
    const text = error?.message ?? (skipped ? "skipped" : print(value));
    return {name: `${object} ${path}`, text, failed: !!error, cost: digits(cost)};
  });
  const {cost, limit} = answer?.estimate ?? {};
  const estimate = limit && {cost: digits(cost), share: Number(digits(cost)) / limit};
  const parts = (answer?.parts ?? []).slice(0, MAX_RESULTS).map(part =>
    ({text: part.text, depth: part.depth, estimate: digits(part.estimate), cost: digits(part.cost)}));
  return {findings, known: !!answer, type: answer?.type ?? "unknown", results, estimate, parts,
    note: messages(result, answer), clean: result.exitCode === 0};
}

export function diff(program, {before, crd}) {
  const result = program.run(["diff", "-o", "json", BEFORE, CRD], {files: {[BEFORE]: before, [CRD]: crd}});
  const {value: answer, print} = exact(result), crds = answer?.crds ?? [];
  const shown = ({object, stored, answer: text}) => ({answer: text, object: object && print(object),
    stored: stored && print({...stored, metadata: object?.metadata})});
  const changes = crds.flatMap(one => one.changes.map(({field, version, sentence, text, fails, afterPlace, witness}) =>
    ({crd: one.name, field, version, sentence, text, fails, afterPlace, witness: witness && shown(witness)})));
  const notes = [messages(result, answer), ...crds.map(one => one.error)];
  for (const one of crds) {
    if (one.state === "added" || one.state === "removed") notes.push(`${one.name} is ${one.state}.`);
    for (const refusal of one.refusals) notes.push(typeof refusal === "string" ? refusal : refusal.message ?? "");
  }
  return {findings: [], changes: changes.slice(0, MAX_FINDINGS), more: Math.max(0, changes.length - MAX_FINDINGS),
    note: notes.filter(Boolean).join("\n"), clean: result.exitCode === 0};
}

export function tree(program, {crd, format, descriptions}) {
  const words = ["tree", "-o", format === "html" ? "html" : "text"];
  if (descriptions) words.push("--descriptions");
  const result = program.run([...words, CRD], {files: {[CRD]: crd}});
  const long = result.stdout.length > MAX_TEXT;
  return {findings: [], format, text: long ? "" : result.stdout,
    note: long ? "The tree is too large for this page. Use the program `structural tree`." : messages(result),
    clean: result.exitCode === 0};
}

export function explain(program, {rule}) {
  return {rule: parsed(program.run(["explain", "-o", "json", rule]))?.[0] ?? null};
}

// Returns the program's version.
export function about(program) { return {version: program.run(["--version"]).stdout.trim()}; }

const KINDS = {lint, validate, test, cel, diff, tree, explain, about};

// Returns the answer to a request of the page. `kind` is the name of one of the functions above.
export function answer(program, {kind, ...texts}) { return KINDS[kind](program, texts); }
