// The script of the playground: its editors, its tabs, and the worker that runs the program.
import {Editor} from "./editor.mjs";
import {EXAMPLES} from "./examples.mjs";
import {DEFAULT, NEWEST, OLDEST} from "./releases.mjs";  // made by hack/ship/playground
import {make, show, showProblem, showRule} from "./render.mjs";
import {Runner} from "./runner.mjs";
import {pack, unpack} from "./share.mjs";

const PAUSE = 250;  // milliseconds without a key after which the program runs
const SECONDS = 8;  // time after which a run is stopped
const MAX_TEXT = 1 << 20;  // maximum size of a text in characters

// The editors whose texts each command reads, and the editor that shows its findings (`marks`).
const COMMANDS = {
  lint: {reads: ["crd"], marks: "crd"},
  validate: {reads: ["crd", "object"], marks: "object"},
  test: {reads: ["crd", "suite"], marks: "suite"},
  cel: {reads: ["expression", "crd", "object"], marks: "expression"},
  diff: {reads: ["crd", "before"], marks: "crd"},
  tree: {reads: ["crd"], marks: "crd"},
};
const LABELS = {crd: "CRD", object: "Object", suite: "Suite", before: "CRD before the change", expression: "Expression"};

const $ = id => document.getElementById(id);
const results = Object.fromEntries([...document.querySelectorAll("[data-result]")].map(to => [to.dataset.result, to]));
const tabs = [...document.querySelectorAll("[role=tab]")];
const explained = $("explained");
const editors = {};
const fields = {field: $("field"), release: $("release")};
let runner;
let current = "lint";
let timer;
const changed = new Set();
let untouched = true;  // the user has not changed the texts of the first examples
let loading = false;
let focusResult = null;  // after a repair: the command whose next result gets the focus

function edited(name) {
  if (!loading) untouched = false;
  changed.add(name);
  clearTimeout(timer);
  timer = setTimeout(runChanged, PAUSE);
}

function runChanged() {
  const names = [...changed];
  changed.clear();
  for (const kind of new Set(["lint", current])) {
    if (COMMANDS[kind].reads.some(name => names.includes(name))) run(kind);
  }
}

function request(kind) {
  const texts = Object.fromEntries(COMMANDS[kind].reads.map(name => [name, editors[name].text]));
  return {kind, ...texts, release: $("release").value, strict: $("strict").checked, field: $("field").value,
    format: $("format").value, descriptions: $("descriptions").checked};
}

async function run(kind) {
  if (!runner) return;
  const {reads, marks} = COMMANDS[kind], asked = request(kind);
  const long = reads.find(name => asked[name].length > MAX_TEXT);
  if (long) return failed(kind, `${LABELS[long]}: the text is too long for this page. Use the program.`);
  const blank = (kind === "cel" ? ["expression"] : reads).find(name => !asked[name].trim());
  if (blank) return failed(kind, `${LABELS[blank]} is empty. Write one, or choose an example.`);
  results[kind].setAttribute("aria-busy", "true");
  const result = await runner.ask(kind, asked);
  if (result.outdated) return;
  results[kind].removeAttribute("aria-busy");
  if (result.stopped) {
    return failed(kind, `Stopped after ${result.stopped} seconds. The text needs too much work for this page.`);
  }
  if (result.failed) return failed(kind, `The program failed: ${result.failed}`);
  if (editors[marks].text !== asked[marks]) return;  // the next run shows the findings of the new text
  const {value} = result, text = asked[marks];
  show(results[kind], kind, value, {
    choose: (finding, button) => choose(editors[marks], finding, button),
    repair: findings => repair(kind, findings, text),
  });
  if (marks !== "crd" || kind === "lint") editors[marks].show(value.findings, finding => repair(kind, [finding], text));
  announce(kind);
  if (focusResult === kind) results[kind].querySelector(".summary")?.focus();
  focusResult = null;
}

// Makes screen readers read the summary of the result, if its tab is selected.
function announce(kind) {
  if (kind === current) $("announced").textContent = results[kind].querySelector(".summary")?.textContent ?? "";
}

function failed(kind, text) {
  showProblem(results[kind], text);
  announce(kind);
  results[kind].removeAttribute("aria-busy");
  const {marks} = COMMANDS[kind];
  if (marks !== "crd" || kind === "lint") editors[marks].show([], null);
}

// Applies the repairs of findings in `text`. Does nothing if the editor no longer has this text.
function repair(kind, findings, text) {
  const editor = editors[COMMANDS[kind].marks];
  if (editor.text !== text) return;
  focusResult = document.activeElement.closest("[data-result]") ? kind : null;
  editor.apply(findings.map(finding => finding.repair));
}

// Shows the place of a finding in the editor, and the text of its rule below the button of the finding.
async function choose(editor, finding, button) {
  editor.goTo(finding);
  if (!finding.rule) return;
  const result = await runner.ask("explain", {kind: "explain", rule: finding.rule});
  if (!result.value?.rule) return;
  explained.querySelector("h2").textContent = `Rule ${finding.rule}`;
  showRule(explained.querySelector("div"), result.value.rule);
  explained.hidden = false;
  button.after(explained);
}

function select(kind, focus) {
  current = kind;
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${kind}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus();
    $(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (kind === "validate" || kind === "cel") results[kind].before($("object-box"));  // both tabs show this editor
  explained.remove();
  if (untouched) load(EXAMPLES[kind][0]);
  run(kind);
}

function keys(event) {
  const at = tabs.indexOf(event.target);
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  select(tabs[(to + tabs.length) % tabs.length].id.slice(4), true);
}

function load(texts) {
  loading = true;
  for (const [name, editor] of Object.entries(editors)) if (texts[name] !== undefined) editor.text = texts[name];
  if (texts.field !== undefined) fields.field.value = texts.field;
  loading = false;
  if (texts.release === undefined) return;
  if ([...fields.release.options].some(option => option.value === texts.release)) fields.release.value = texts.release;
}

// Fills the list of Kubernetes releases, the newest first, and selects the default release.
function offerReleases() {
  const minors = Array.from({length: NEWEST - OLDEST + 1}, (_, i) => NEWEST - i);
  fields.release.replaceChildren(...minors.map(minor =>
    make("option", {value: `1.${minor}`}, `1.${minor}${minor > DEFAULT ? " (pre-release)" : ""}`)));
  fields.release.value = `1.${DEFAULT}`;
}

function offerExamples(list) {
  const kind = list.dataset.examples;
  list.append(make("option", {value: ""}, "choose…"),
    ...EXAMPLES[kind].map((example, i) => make("option", {value: String(i)}, example.title)));
  list.addEventListener("change", () => {
    const example = EXAMPLES[kind][list.value];
    if (!example) return;
    untouched = false;
    load(example);
    list.value = "";
    run(kind);
  });
}

async function share() {
  const texts = {tab: current, field: fields.field.value, release: fields.release.value};
  for (const [name, editor] of Object.entries(editors)) texts[name] = editor.text;
  try {
    history.replaceState(null, "", await pack(texts));
  } catch (error) {
    $("shared").textContent = `No link: ${error.message}.`;
    return;
  }
  $("link").value = location.href;
  $("link-box").hidden = false;
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  $("shared").textContent = copied ? "The link is copied. It has all texts." : "The link has all texts.";
  if (!copied) $("link").select();
}

// Loads the texts in the fragment of the page's address. Returns false if the fragment has no texts, or cannot be read.
async function loadShared() {
  try {
    const texts = await unpack(location.hash);
    if (!texts) return false;
    untouched = false;
    load(texts);
    if (Object.hasOwn(COMMANDS, texts.tab ?? "")) select(texts.tab, false);
    return true;
  } catch (error) {
    $("shared").textContent = `The texts of the link cannot be read: ${error.message}.`;
    return false;
  }
}

async function compiled() {
  const response = await fetch(new URL("structural.wasm", import.meta.url));
  if (!response.ok) throw new Error(`structural.wasm: ${response.status} ${response.statusText}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function start() {
  const module = await compiled();
  runner = new Runner(() => {
    const worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
    worker.postMessage(module);
    return worker;
  }, SECONDS);
  run("lint");
  if (current !== "lint") run(current);
  const {value} = await runner.ask("about", {kind: "about"});
  $("version").textContent = value?.version || "structural";
}

for (const [name, label] of Object.entries(LABELS)) {
  editors[name] = new Editor($(name), {label, isYaml: name !== "expression", changed: () => edited(name)});
}
offerReleases();
for (const list of document.querySelectorAll("[data-examples]")) offerExamples(list);
for (const tab of tabs) tab.addEventListener("click", () => select(tab.id.slice(4), false));
$("tabs").addEventListener("keydown", keys);
$("share").addEventListener("click", share);
$("copy-crd").addEventListener("click", () => { editors.before.text = editors.crd.text; });
$("field").addEventListener("input", () => edited("expression"));
for (const id of ["release", "strict"]) $(id).addEventListener("change", () => run("lint"));
for (const id of ["format", "descriptions"]) $(id).addEventListener("change", () => run("tree"));
addEventListener("hashchange", loadShared);
for (const kind of ["tree", "diff", "cel", "test", "validate", "lint"]) load(EXAMPLES[kind][0]);
if (location.hash) await loadShared();
start().then(() => { $("state").hidden = true; }, error => {
  $("state").textContent = `The program cannot be loaded: ${error.message}. The browser may be too old for it.`;
  $("state").className = "bad";
});
