// SPDX-License-Identifier: Apache-2.0
// Draws the figures with Vega. On the page colours are CSS variables, so that light, dark and paper need no
// new drawing; saved files get the plain colours of the light page and a legend of their own.

const seriesColors = 7;
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
const shapes = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"];
const lightColors = ["#0072b2", "#d55e00", "#009e73", "#b8578d", "#b87c00", "#3a95d1", "#1b1f24"];
const shades = ["#fff2cc", "#f5b95f", "#d55e00", "#5c1a33"];

const style = (index) => ({
  color: "var(--series-" + (index % seriesColors) + ")",
  light: lightColors[index % seriesColors],
  dash: dashes[Math.floor(index / seriesColors) % dashes.length],
  shape: shapes[index % shapes.length],
});

const pageInk = { ink: "var(--ink)", soft: "var(--ink-soft)", grid: "var(--grid)", line: "var(--line)",
  none: "var(--none)", zero: "var(--zero)", accent: "var(--accent)" };
const savedInk = { ink: "#1b1f24", soft: "#57606a", grid: "#e4e8ec", line: "#d0d7de", none: "#e3e3e3",
  zero: "#009e73", accent: "#0072b2" };

function vegaConfig(ink) {
  const font = "system-ui, 'DejaVu Sans', sans-serif";
  return {
    background: null,
    axis: { domainColor: ink.soft, tickColor: ink.soft, gridColor: ink.grid, labelColor: ink.ink,
      titleColor: ink.ink, labelFont: font, titleFont: font, labelFontSize: 11, titleFontSize: 12,
      titleFontWeight: "normal", titlePadding: 6,
      // Of labels that would run into each other some are left out.
      labelOverlap: "greedy", labelSeparation: 5 },
    legend: { labelColor: ink.ink, titleColor: ink.ink, labelFont: font, titleFont: font, titleFontWeight: "normal",
      labelLimit: 260, titleLimit: 300 },
    title: { color: ink.ink, font, fontSize: 14, anchor: "start" },
    view: { stroke: null },
    group: { stroke: null },
    line: { strokeWidth: 2 },
  };
}

// Zero belongs on a gap axis, small gaps matter, so it is linear up to a unit and logarithmic above it.
function gapSignals(rows) {
  const gaps = rows.map((row) => row.gap).filter((gap) => typeof gap === "number" && gap > 0);
  const top = gaps.reduce((a, b) => Math.max(a, b), 0);
  const low = gaps.reduce((a, b) => Math.min(a, b), Infinity);
  if (top === 0) return { gap_top: 1, gap_unit: 1, gap_ticks: [0, 1], gap_range: [0.1, 1] };
  const unit = Math.max(10 ** Math.floor(Math.log10(low)), top * 1e-5);
  const ticks = [0];
  for (let power = Math.floor(Math.log10(unit)); 10 ** power <= top * 1.001; ++power)
    ticks.push(Number("1e" + power));
  if (ticks.length < 3) ticks.push(Number(top.toPrecision(2)));
  return { gap_top: top * 1.05, gap_unit: unit, gap_ticks: ticks, gap_range: [low === top ? low / 10 : low, top] };
}

// Powers of ten, or 1, 2 and 5 times these where there would be fewer than three, or else the two ends.
function secondTicks(rows) {
  const times = rows.flatMap((row) => [row.seconds, row.low, row.high, row.first, row.second])
    .filter((time) => typeof time === "number" && time > 0);
  if (times.length === 0) return [];
  const low = times.reduce((a, b) => Math.min(a, b));
  const high = times.reduce((a, b) => Math.max(a, b));
  const inside = (factors) => {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
      for (const factor of factors) {
        const tick = Number((factor + "e" + power));
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
      }
    return ticks;
  };
  const decades = inside([1]);
  if (decades.length > 2) return decades;
  const finer = inside([1, 2, 5]);
  return finer.length > 1 ? finer : [low, high];
}

const different = (rows, name) => [...new Set(rows.map((row) => row[name]))];

// Fractions of powers of two as such. The rows carry six digits.
function strengthLabel(strength) {
  const inverse = 2 ** Math.round(-Math.log2(strength));
  return inverse > 1 && Math.abs(strength * inverse - 1) < 1e-5 ? "1/" + inverse : shortNumber(strength);
}
function strengthSignals(rows) {
  const strengths = different(rows, "strength").filter((one) => typeof one === "number").sort((a, b) => a - b);
  return { strengths, strength_labels: Object.fromEntries(strengths.map((one) => [one, strengthLabel(one)])) };
}

// Vega keeps what it groups in plain objects, where a series called "constructor" would meet what every object
// has. So it gets the series by number, and the titles for what a reader sees.
function numberedSeries(rows) {
  const titles = different(rows, "series").filter((name) => typeof name === "string");
  const keys = new Map(titles.map((title, i) => [title, "s" + i]));
  return {
    key: (title) => keys.get(title),
    title: (key) => titles[Number(key.slice(1))],
    titles: Object.fromEntries(titles.map((title) => [keys.get(title), title])),
    rows: (some) => some.map((row) => (keys.has(row.series) ? { ...row, series: keys.get(row.series) } : { ...row })),
  };
}

// What the axes take from the rows that are shown.
const rowSignals = (rows) => ({ instance_names: different(rows, "instance"), series_names: different(rows, "series"),
  sizes: different(rows, "n").filter((n) => typeof n === "number").sort((a, b) => a - b),
  second_ticks: secondTicks(rows), ...strengthSignals(rows) });

const fullTitle = (figure, panel) => [figure.title, panel.choice, panel.title].filter((text) => text).join(", ");

// The specification of a panel, ready for Vega: its rows with numbered series, and the titles of those shown.
function specification(figure, panel, rows, numbered, names, width, ink, saved) {
  const spec = structuredClone(figure.spec);
  const signals = { ...gapSignals(rows), ...rowSignals(rows), x_title: panel.x_title || figure.x_title, shades,
    series_titles: numbered.titles,
    none_color: ink.none, zero_color: ink.zero, ink_soft: ink.soft, accent: ink.accent };
  spec.signals = [...Object.entries(signals).map(([name, value]) => ({ name, value })), ...(spec.signals || [])];
  spec.description = fullTitle(figure, panel);  // else Vega calls every plot "Vega visualization"
  spec.width = width;
  spec.padding = { left: 2, right: 8, top: 8, bottom: 2 };
  spec.autosize = { type: "fit-x", contains: "padding" };
  spec.data[0].values = rows;
  const ranged = (name, range) => ({ name, type: "ordinal", domain: names.map(numbered.key), range });
  const styles = names.map((name) => style(series.indexOf(name) < 0 ? 0 : series.indexOf(name)));
  spec.scales = [...spec.scales, ranged("color", styles.map((one) => (saved ? one.light : one.color))),
    ranged("dash", styles.map((one) => one.dash)), ranged("shape", styles.map((one) => one.shape))];
  if (saved) {
    spec.background = "#ffffff";
    spec.padding = 12;
    spec.title = spec.description;
    if (names.length > 0)
      spec.legends = [...(spec.legends || []), { stroke: "color", fill: "color", shape: "shape", strokeDash: "dash",
        orient: "right", symbolType: "stroke", symbolSize: 80, description: "Series: " + names.join(", "),
        encode: { labels: { update: { text: { signal: "series_titles[datum.value]" } } } } }];
  }
  return spec;
}

function makeView(spec, ink, options) {
  const runtime = vega.parse(spec, vegaConfig(ink), { ast: true });
  return new vega.View(runtime, { expr: vega.expressionInterpreter, renderer: "svg", logLevel: 1, ...options });
}

// --- what a pointer sees --------------------------------------------------------------------------
const tip = document.getElementById("tip");
function showTip(event, value, hidden, titleOf) {
  if (!value || typeof value !== "object") { tip.hidden = true; return; }
  const lines = Object.entries(value).filter(([name, one]) => !hidden.includes(name) && one !== null &&
    ["string", "number"].includes(typeof one));
  tip.replaceChildren(...lines.map(([name, one]) =>
    make("div", {}, make("b", {}, name.replaceAll("_", " ") + ": "),
      name === "series" ? titleOf(one) : shortNumber(one))));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 12, innerWidth - box.width - 8)) + "px";
  tip.style.top = (event.clientY + box.height + 20 > innerHeight ? event.clientY - box.height - 10
    : event.clientY + 14) + "px";
}

let plots = [];
function drawAll() {
  for (const plot of plots) if (plot.element.isConnected) plot.draw();
}

printers.push((printing) => { if (printing) drawAll(); });

// One panel: draws when it comes into sight, follows the width of its place.
function panelElement(figure, panel, off) {
  const rows = unpack(panel.data);
  const names = series.filter((name) => rows.some((row) => row.series === name));
  const numbered = numberedSeries(rows);
  const shown = () => numbered.rows(rows.filter((row) => !off.has(row.series)));
  const plot = make("div", { class: "plot", role: "img", "aria-label": fullTitle(figure, panel) });
  const element = make("div", { class: "panel" });
  const file = [figure.name, panel.choice, panel.title].filter((text) => text).join("_")
    .replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 80);
  const saving = () => makeView(specification(figure, panel, shown(), numbered,
    names.filter((name) => !off.has(name)), 560, savedInk, true), savedInk, { renderer: "none" });
  const tools = make("div", { class: "tools" },
    make("button", { type: "button", onclick: () => saving().toSVG().then((svg) =>
      saveText(file + ".svg", "image/svg+xml", svg)) }, "SVG"),
    make("button", { type: "button", onclick: () => saving().toImageURL("png", 2).then((url) =>
      save(file + ".png", url)) }, "PNG"),
    make("button", { type: "button", onclick: () => {
      const columns = panel.data.columns.map((column) => column.name);
      saveText(file + ".csv", "text/csv", csvText(columns, rows.map((row) => columns.map((name) => row[name]))));
    } }, "CSV"));
  const numbers = make("details", { class: "small" }, make("summary", {}, "The numbers"));
  numbers.addEventListener("toggle", () => {
    if (!numbers.open || numbers.children.length > 1) return;
    const columns = panel.data.columns.filter((column) => !figure.hidden.includes(column.name));
    numbers.append(tableElement({ name: file, title: figure.title, columns: columns.map((column) =>
      ({ name: column.name.replaceAll("_", " "), text: Boolean(column.words) })),
    rows: rows.map((row) => ({ cells: columns.map((column) =>
      row[column.name] === null ? "-" : shortNumber(row[column.name])) })) }));
  });
  element.append(make("div", { class: "bar" }, make("h3", {}, panel.title || figure.title), tools), plot,
    panel.facts.length > 0 ? make("p", { class: "small" }, panel.facts.join("; ")) : "",
    ...panel.notes.map((text) => make("p", { class: "note" }, text)), numbers);

  let view;
  let width = 0;
  // Done with the promise: Vega finds the height in a second pass.
  const draw = () => {
    const place = Math.floor(plot.clientWidth);
    if (place < 40 || (view && place === width)) return undefined;
    width = place;
    if (view) return view.width(place).runAsync();
    view = makeView(specification(figure, panel, shown(), numbered, names, place, pageInk, false), pageInk,
      { container: plot, hover: true });
    view.tooltip((handler, event, item, value) => showTip(event, value, figure.hidden, numbered.title));
    view.run();
    plot.dataset.drawn = "yes";
    return view.runAsync();
  };
  const update = () => {
    if (!view) return;
    for (const [name, value] of Object.entries(rowSignals(shown()))) view.signal(name, value);
    view.data("table", shown()).run();
  };
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    draw();
    new ResizeObserver(draw).observe(plot);
  }, { rootMargin: "400px" }).observe(plot);
  plots.push({ element, draw });
  return { element, update, names };
}

function legendElement(names, off, changed) {
  const list = make("ul", { class: "legend", "aria-label": "Series" });
  for (const name of names) {
    const look = style(series.indexOf(name));
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("width", "26");
    svg.setAttribute("height", "10");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [key, value] of Object.entries({ x1: 0, x2: 26, y1: 5, y2: 5, stroke: look.color, "stroke-width": 3,
      "stroke-dasharray": look.dash.join(" ") })) line.setAttribute(key, value);
    svg.append(line);
    const button = make("button", { type: "button", "aria-pressed": String(!off.has(name)), title: name, onclick: () => {
      if (off.has(name)) off.delete(name); else off.add(name);
      button.setAttribute("aria-pressed", String(!off.has(name)));
      changed();
    } }, svg, make("span", {}, name));
    list.append(make("li", {}, button));
  }
  return list;
}

function figureElement(figure) {
  const id = "figure-" + figure.name;
  const chosen = choicesOf(id, { off: new Set(), panels: undefined });
  const off = chosen.off;
  const all = [...new Set(figure.panels.map((panel) => panel.choice))];
  const place = make("div", { class: "panels" });
  const top = make("div", {});
  const show = (choice) => {
    const panels = figure.panels.filter((panel) => panel.choice === choice)
      .map((panel) => panelElement(figure, panel, off));
    place.classList.toggle("single", panels.length === 1);
    place.replaceChildren(...panels.map((panel) => panel.element));
    const names = series.filter((name) => panels.some((panel) => panel.names.includes(name)));
    const named = all.length > 1 || series.length === 1;  // by the choice, or there is only one
    top.replaceChildren(names.length > (named ? 1 : 0)
      ? legendElement(names, off, () => panels.forEach((panel) => panel.update())) : "");
  };
  const parts = [make("h3", {}, figure.title), make("p", { class: "reading" }, figure.reading)];
  let select;
  if (all.length > 1) {
    select = make("select", { onchange: () => { off.clear(); chosen.panels = select.value; show(select.value); } },
      ...all.map((choice) => make("option", { value: choice }, choice)));
    parts.push(make("label", {}, "Shown: ", select));
  }
  // First the one with most to show, and of several such the best.
  const gaps = (choice) => figure.panels.filter((panel) => panel.choice === choice)
    .flatMap((panel) => unpack(panel.data).map((row) => row.gap).filter((gap) => gap !== null));
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const before = (a, b) => b.length - a.length || sum(a) - sum(b);
  const first = all.includes(chosen.panels) ? chosen.panels
    : all.reduce((a, b) => (before(gaps(b), gaps(a)) < 0 ? b : a));
  if (select) select.value = first;
  show(first);
  const element = make("figure", { id, "aria-label": figure.title }, ...parts, top, place);
  element.shows = figure;
  return element;
}

function showFigures() {
  if (data.figures.length === 0) return;
  const element = section("figures", "Figures");
  element.append(make("p", { class: "reading" },
    "Point at a mark to see its numbers. Click a legend entry to hide or show its series. Each panel can be saved."));
  for (const figure of data.figures) element.append(figureElement(figure));
}
