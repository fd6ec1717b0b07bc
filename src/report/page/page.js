// SPDX-License-Identifier: Apache-2.0
// Builds the page from its data block. Text reaches the page through textContent and attributes only, so
// nothing in the data can become markup.
"use strict";

// What the page shows, where its sections are put, and the titles of its series.
let data;
let stage = document.getElementById("main");
let series = [];
function useData(shown) {
  data = shown;
  series = data.series.map((one) => one.title);
}

// make("p", {class: "small"}, "text", child, ...)
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

// Columns come as plain lists, or as words and indices into them; null is absent.
function unpack(packed) {
  const columns = packed.columns.map((column) =>
    column.words ? column.index.map((i) => (i < 0 ? null : column.words[i])) : column.values);
  const rows = [];
  for (let r = 0; r < packed.rows; ++r) {
    const row = {};
    packed.columns.forEach((column, c) => { row[column.name] = columns[c][r]; });
    rows.push(row);
  }
  return rows;
}

function csvText(names, rows) {
  const cell = (value) => {
    if (value === null || value === undefined) return "";
    let text = String(value);
    // A spreadsheet would compute what begins so, unless it is told that it is text.
    if (/^[=+\-@\t\r]./s.test(text) && !Number.isFinite(Number(text))) text = "'" + text;
    return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [names, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

function save(name, url) {
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

function saveText(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  save(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 60000);  // a busy machine may begin late
}

function shortNumber(value) {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}

// What a reader chose about a figure or a table, by its name: it outlives the element that shows it.
const choices = new Map();
function choicesOf(name, first) {
  if (!choices.has(name)) choices.set(name, first);
  return choices.get(name);
}

const sections = [];
function section(id, title) {
  const heading = make("h2", { id: id + "-heading" }, title);
  const element = make("section", { id, "aria-labelledby": id + "-heading" }, heading);
  stage.append(element);
  sections.push([id, title]);
  return element;
}

function showFindings() {
  document.title = data.title + " - spinsack report";
  document.getElementById("title").textContent = data.title;
  const findings = section("findings", "Findings");
  findings.append(make("ul", { class: "findings" }, ...data.findings.map((text) => make("li", {}, text))));
  for (const text of data.notes) findings.append(make("p", { class: "note" }, text));
}

function showOrigin() {
  const origin = section("origin", "Where this comes from");
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of data.facts) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  origin.append(make("div", { class: "box" }, facts));
  if (data.failures.length > 0) {
    const list = make("details", { class: "box" },
      make("summary", {}, "Cells that failed (" + data.failures.length + ")"),
      make("ul", {}, ...data.failures.map((text) => make("li", {}, text))));
    origin.append(list);
  }
  if (data.reproduce.length === 0) return;
  const commands = data.reproduce.join("\n");
  const copy = make("button", { type: "button", onclick: () => navigator.clipboard.writeText(commands).then(
    () => { copy.textContent = "Copied"; }, () => { copy.textContent = "Select the text to copy it"; }) }, "Copy");
  origin.append(make("div", { class: "box" },
    make("div", { class: "bar" }, make("h3", {}, "To reproduce"), copy),
    make("pre", { tabindex: "0" }, commands),
    ...data.plans.map(([name, text]) => make("details", {}, make("summary", {}, "The plan " + name),
      make("pre", { tabindex: "0" }, text)))));
}

function showAll() {
  sections.length = 0;
  showFindings();
  showOrigin();
  showFigures();
  showTables();
}

function showContents() {
  const list = make("ul", {});
  for (const [id, title] of sections) list.append(make("li", {}, make("a", { href: "#" + id }, title)));
  document.getElementById("contents").replaceChildren(list);
}

// --- light and dark -------------------------------------------------------------------------------
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const theme = document.getElementById("theme");
function applyTheme(printing) {
  const dark = !printing && (theme.value === "dark" || (theme.value === "auto" && systemDark.matches));
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
theme.addEventListener("change", () => applyTheme(false));
systemDark.addEventListener("change", () => applyTheme(false));

const printers = [];  // what else changes on paper: functions of whether it is
function prepare() {
  applyTheme(false);
  // Paper gets everything, on white.
  for (const [event, printing] of [["beforeprint", true], ["afterprint", false]])
    addEventListener(event, () => [applyTheme, ...printers].forEach((change) => change(printing)));
}

function start() {
  prepare();
  useData(JSON.parse(document.getElementById("data").textContent));
  showAll();
  showContents();
}
