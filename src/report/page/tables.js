// SPDX-License-Identifier: Apache-2.0
// Tables that sort, filter, and lead from a cell to the results behind it.

// "1.2e-3", "12 %", "< 0.001", "2^-6", "scale:4" sort by their number; what has none comes last.
function sortKey(text) {
  const number = /(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?:\^(-?\d+(?:\.\d+)?))?/
    .exec(text.replace(/[\u2009, ](?=\d{3}\b)/g, ""));
  if (!number) return null;
  return number[2] === undefined ? Number(number[1]) : Number(number[1]) ** Number(number[2]);
}
// Columns of sizes and strengths are numbers, whatever else they are.
const isStrength = (text) => /^(-|(scale:)?\d+(\.\d+)?([eE][-+]?\d+)?(\^-?\d+(\.\d+)?)?)$/.test(text);

// What a cell rests on: its series, from a column of that name or from the heading, and its instance or group.
function behindCell(table, column, row) {
  const heading = (name) => table.columns.findIndex((one) => one.name === name);
  const named = heading("series");
  const which = named >= 0 ? row.cells[named] : series.filter((title) => table.columns[column].name === title ||
    table.columns[column].name.startsWith(title + " ")).sort((a, b) => b.length - a.length)[0];
  if (!series.includes(which)) return undefined;
  const label = (name) => heading(name) >= 0 ? row.cells[heading(name)] : undefined;
  const found = { series: which, instance: label("instance"), group: label(data.groups), n: label("n") };
  if (row.total) found.group = undefined;
  return found;
}

function showBehind(filter) {
  const facts = new Map(unpack(data.instances).map((one) => [one.instance, one]));
  const rows = unpack(data.points).filter((point) => point.series === filter.series &&
    (filter.instance === undefined || point.instance === filter.instance) &&
    (filter.group === undefined || facts.get(point.instance).group === filter.group) &&
    (filter.n === undefined || String(facts.get(point.instance).n) === filter.n));
  const names = ["instance", "strength", "runs", "feasible", "hits", "best", "mean", "gap", "seconds", "chosen"];
  const titles = ["instance", "strength", "runs", "feasible", "hits", "best", "mean of feasible", "gap in percent",
    "seconds per run", "chosen"];
  const table = {
    name: "runs",
    columns: titles.map((title, i) => ({ name: title, text: i === 0 || i === 1 || i === 9 })),
    rows: rows.map((row) => ({ cells: names.map((name) =>
      name === "chosen" ? (row.chosen ? "yes" : "") : row[name] === null ? "-" : shortNumber(row[name])) })),
  };
  const where = filter.instance || filter.group || (filter.n ? "n = " + filter.n : "all instances");
  document.getElementById("behind-title").textContent = filter.series + " on " + where;
  const about = data.series[series.indexOf(filter.series)];
  const body = document.getElementById("behind-body");
  body.replaceChildren(
    make("p", { class: "small" }, "Method " + about.method + (about.parameters ? ", " + about.parameters : "")),
    data.points_are_all ? "" : make("p", { class: "note" },
      "The records hold too many strengths for one page: only the chosen one of each instance is listed."),
    rows.length > 0 ? tableElement(table) : make("p", {}, "There are no runs."));
  document.getElementById("behind").showModal();
}
document.getElementById("behind-close").addEventListener("click", () => document.getElementById("behind").close());

// Long tables show their first rows until asked.
const firstRows = 60;
// On paper nobody can ask.
let onPaper = false;
let cutTables = [];
function showAllRows(printing) {
  onPaper = printing;
  for (const table of cutTables) if (table.element.isConnected) table.fill();
}

function tableElement(table, choice = { sorted: -1, direction: 1, complete: false, wanted: "" }) {
  const body = make("tbody", {});
  const head = make("tr", {});
  const count = make("span", { class: "small", role: "status" });
  const filter = make("input", { type: "search", placeholder: "Filter rows", "aria-label": "Filter rows of " +
    (table.title || "this table") });
  filter.value = choice.wanted;
  const all = make("button", { type: "button" }, "Show all");
  const short = table.rows.length <= firstRows;
  const fill = () => {
    const { sorted, direction } = choice;
    const wanted = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    let rows = table.rows.filter((row) => wanted.every((word) =>
      row.cells.some((cell) => cell.toLowerCase().includes(word))));
    if (sorted >= 0) {
      const plain = table.columns[sorted].text && !table.rows.every((row) => isStrength(row.cells[sorted]));
      const key = (row) => plain ? row.cells[sorted] : sortKey(row.cells[sorted]);
      const compare = (a, b) => {
        if (Boolean(a.total) !== Boolean(b.total)) return a.total ? 1 : -1;
        const x = key(a);
        const y = key(b);
        if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
        return direction * (plain ? x.localeCompare(y, "en", { numeric: true }) : x - y);
      };
      rows = rows.slice().sort(compare);
    }
    const shown = short || choice.complete || onPaper || wanted.length > 0 ? rows : rows.slice(0, firstRows);
    all.hidden = shown.length === rows.length;
    count.textContent = shown.length + " of " + table.rows.length + " rows";
    body.replaceChildren(...shown.map((row) => make("tr", { class: row.total ? "total" : undefined },
      ...row.cells.map((text, c) => cellElement(table, c, row, text)))));
  };
  const markSorted = () => {
    head.querySelectorAll("th").forEach((th) => th.removeAttribute("aria-sort"));
    if (choice.sorted >= 0)
      head.children[choice.sorted].setAttribute("aria-sort", choice.direction > 0 ? "ascending" : "descending");
  };
  table.columns.forEach((column, c) => {
    const button = make("button", { type: "button", onclick: () => {
      choice.direction = choice.sorted === c ? -choice.direction : 1;
      choice.sorted = c;
      markSorted();
      fill();
    } }, column.name);
    head.append(make("th", { scope: "col", class: column.text ? "text" : undefined, title: column.name }, button));
  });
  filter.addEventListener("input", () => { choice.wanted = filter.value; fill(); });
  all.addEventListener("click", () => { choice.complete = true; fill(); });
  if (choice.sorted >= table.columns.length) choice.sorted = -1;  // of a table that had more
  markSorted();
  fill();
  const csv = make("button", { type: "button", onclick: () => saveText(table.name + ".csv", "text/csv",
    csvText(table.columns.map((column) => column.name), table.rows.map((row) => row.cells))) }, "CSV");
  const element = make("div", { class: "tablebox" },
    make("div", { class: "tablebar" }, table.rows.length > 5 ? filter : "", csv, all, count),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title || "runs" },
      make("table", {}, make("thead", {}, head), body)));
  if (!short) cutTables.push({ element, fill });
  return element;
}

function cellElement(table, column, row, text) {
  const classes = [];
  if (table.columns[column].text) classes.push("text");
  if (row.best && row.best.includes(column)) classes.push("best");
  const sign = table.columns[column].better ? Math.sign(Number(text)) : 0;
  if (sign > 0) classes.push(table.columns[column].better === "above" ? "better" : "worse");
  if (sign < 0) classes.push(table.columns[column].better === "above" ? "worse" : "better");
  const tag = column === 0 ? "th" : "td";
  const cell = make(tag, { class: classes.join(" ") || undefined, scope: column === 0 ? "row" : undefined,
    title: text.length > 24 ? text : undefined });
  const behind = text === "" || text === "-" ? undefined : behindCell(table, column, row);
  cell.append(behind && !table.columns[column].text ? make("button", { type: "button", class: "cell", title: "the runs behind this",
    onclick: () => showBehind(behind) }, text) : text);
  return cell;
}

// Paper does not scroll: wide tables go on landscape pages, and shrink where even these are too narrow. The
// widths are those of A4 between its margins, in pixels; type on paper is smaller than on the screen.
function fitTables(printing) {
  for (const box of document.querySelectorAll(".table")) {
    const table = box.querySelector("table");
    if (!table) continue;
    table.style.zoom = "";
    const width = table.scrollWidth * 0.75;
    box.classList.toggle("wide", printing && width > 680);
    if (printing && width > 680) table.style.zoom = String(Math.min(1, 1000 / width));
  }
}

printers.push(showAllRows, fitTables);

function showTables() {
  if (data.tables.length === 0) return;
  const element = section("tables", "Tables");
  element.append(make("p", { class: "reading" },
    "Click a heading to sort, and a dotted number to see the runs behind it. The best of a row is bold."));
  for (const table of data.tables) {
    const id = "table-" + table.name;
    const choice = choicesOf(id, { sorted: -1, direction: 1, complete: false, wanted: "" });
    const block = make("div", { class: "table", id }, make("h3", {}, table.title),
      ...(table.notes || []).map((note) => make("p", { class: "reading" }, note)), tableElement(table, choice));
    block.shows = table;
    element.append(block);
  }
}
