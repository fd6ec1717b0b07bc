// SPDX-License-Identifier: Apache-2.0
// Builds the page of one answer from its data: facts, bars, the gap over time, and the tables of the items.

function barElement(bar) {
  const track = make("div", { class: "meter", "aria-hidden": "true" });
  for (const part of bar.parts) {
    const piece = make("span", { class: part.style });
    piece.style.width = 100 * part.share + "%";
    track.append(piece);
  }
  if (bar.mark !== undefined) {
    const mark = make("span", { class: "mark" });
    mark.style.left = 100 * bar.mark + "%";
    track.append(mark);
  }
  const legend = make("ul", { class: "legend" }, ...bar.parts.filter((part) => part.words !== "").map((part) =>
    make("li", { class: "small" }, make("span", { class: "key " + part.style, "aria-hidden": "true" }), part.words)));
  return make("div", { class: "amount" }, make("h3", {}, bar.title), bar.parts.length > 0 ? track : "",
    make("p", {}, bar.words), legend.children.length > 0 ? legend : "");
}

function showAnswer() {
  document.title = data.title + " - spinsack solve";
  document.getElementById("brand").textContent = "spinsack solve";
  document.getElementById("title").textContent = data.title;
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of data.facts) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  section("answer", "Answer").append(make("div", { class: "box answer" }, facts),
    make("div", { class: "amounts" }, ...data.bars.map(barElement)));
}

// --- the gap over time ------------------------------------------------------------------------------
function drawn(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const powers = (low, high) => {
  const all = [];
  for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * (1 + 1e-9); ++power)
    all.push(Number("1e" + power));
  return all;
};
const timeText = (seconds) => seconds >= 1 ? shortNumber(seconds) + " s"
  : seconds >= 1e-3 ? shortNumber(seconds * 1e3) + " ms" : shortNumber(seconds * 1e6) + " \u00b5s";

// Both axes are logarithmic; a gap of zero has the line at the bottom to itself.
function curveElement(trace, width) {
  const height = 240;
  const edge = { left: 64, right: 14, top: 12, bottom: 34 };
  const times = trace.points.map(([seconds]) => Math.max(seconds, 1e-6));
  const gaps = trace.points.map(([, gap]) => gap);
  const first = times[0];
  const last = Math.max(trace.seconds, times[times.length - 1], first * 1.01);
  const above = gaps.filter((gap) => gap > 0);
  const top = above.length > 0 ? Math.max(...above) : 1;
  const low = above.length > 0 ? Math.min(...above) : 0.1;
  const floor = Math.min(low, top / 10) / 1.5;
  const zero = gaps.some((gap) => gap <= 0);
  const ground = height - edge.bottom;
  const bottom = zero ? ground - 26 : ground;
  const x = (seconds) => edge.left + (width - edge.left - edge.right) * (Math.log(seconds / first) / Math.log(last / first));
  const y = (gap) => gap <= 0 ? ground
    : bottom - (bottom - edge.top) * (Math.log(gap / floor) / Math.log(top / floor));
  const svg = drawn("svg", { width, height, role: "img", class: "curve",
    "aria-label": "Gap to the " + trace.to + " over time, from " + shortNumber(gaps[0]) + " to " +
      shortNumber(gaps[gaps.length - 1]) + " percent" });
  const line = (x1, y1, x2, y2, kind) => svg.append(drawn("line", { x1, y1, x2, y2, class: kind }));
  const level = (gap) => {
    line(edge.left, y(gap), width - edge.right, y(gap), "grid");
    svg.append(drawn("text", { x: edge.left - 8, y: y(gap) + 4, "text-anchor": "end" }, shortNumber(gap) + " %"));
  };
  let levels = powers(floor, top);
  levels = levels.length > 0 ? levels : [top];
  levels.filter((_, i) => (levels.length - 1 - i) % Math.ceil(levels.length / 6) === 0).forEach(level);
  if (zero) level(0);
  let ticks = powers(first, last);
  ticks = ticks.length > 1 ? ticks : [first, last];
  for (const seconds of ticks.filter((_, i) => i % Math.ceil(ticks.length * 90 / (width - edge.left)) === 0)) {
    line(x(seconds), ground, x(seconds), ground + 5, "axis");
    const side = x(seconds) > width - 50 ? "end" : "middle";
    svg.append(drawn("text", { x: side === "end" ? width - edge.right : x(seconds), y: ground + 20, "text-anchor": side },
      timeText(seconds)));
  }
  line(edge.left, ground, width - edge.right, ground, "axis");
  let path = "";
  times.forEach((seconds, i) => {
    path += i === 0 ? "M" + x(seconds) + " " + y(gaps[i]) : "H" + x(seconds) + "V" + y(gaps[i]);
  });
  svg.append(drawn("path", { d: path + "H" + x(last), class: "steps" }));
  times.forEach((seconds, i) => {
    const dot = drawn("circle", { cx: x(seconds), cy: y(gaps[i]), r: 3.2 });
    dot.append(drawn("title", {}, shortNumber(gaps[i]) + " % after " + timeText(seconds)));
    svg.append(dot);
  });
  return svg;
}

function showSearch() {
  const element = section("search", "Gap over time");
  if (data.trace.points.length < 2) {
    const [[seconds, gap]] = data.trace.points.length > 0 ? data.trace.points : [[0, 0]];
    element.append(make("p", { class: "reading" }, "The first choice that was found, after " + timeText(seconds) +
      ", is also the best: its gap to the " + data.trace.to + " is " + shortNumber(gap) + " %."));
    return;
  }
  const place = make("div", { class: "plot" });
  element.append(make("p", { class: "reading" }, "Gap of the best choice so far to the " + data.trace.to +
    ", whenever a better one was found, up to the end of the search."), make("div", { class: "panel" }, place));
  const draw = () => {
    const width = Math.floor(place.clientWidth);
    if (width > 150 && width !== Number(place.dataset.width)) {
      place.dataset.width = String(width);
      place.replaceChildren(curveElement(data.trace, width));
    }
  };
  draw();
  new ResizeObserver(draw).observe(place);
}

function showItems() {
  const element = section("items", "Items");
  element.append(make("p", { class: "reading" }, "Headings sort."));
  for (const table of data.tables)
    element.append(make("div", { class: "table", id: "table-" + table.name }, make("h3", {}, table.title),
      ...table.notes.map((note) => make("p", { class: "reading" }, note)),
      table.rows.length > 0 ? tableElement(table) : ""));
}

function showAnswerPage() {
  prepare();
  data = JSON.parse(document.getElementById("data").textContent);
  showAnswer();
  showSearch();
  showItems();
  showContents();
}
