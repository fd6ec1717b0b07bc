// SPDX-License-Identifier: Apache-2.0
// Keeps the page of a growing study up to date. What did not change stays as it is; what did is made anew with the
// choices of the reader, and nothing that he looks at moves.

const pause = 1000;  // milliseconds between two questions
const brand = "spinsack study watch";
let edition = "";    // of the data that are shown
let progressSection;

// --- progress ---------------------------------------------------------------------------------------
function progressElement(study) {
  const share = study.cells > 0 ? study.done / study.cells : 0;
  const box = make("div", { class: "box study" }, make("h3", {}, study.title));
  if (study.cells > 0) {
    const part = (name, cells) => {
      const bar = make("span", { class: name });
      bar.style.width = (100 * cells) / study.cells + "%";
      return bar;
    };
    // Only what is done counts, so never rounded up to all.
    const percent = Math.floor(1000 * share) / 10;
    box.querySelector("h3").after(make("p", { class: "percent" }, percent + " %"));
    box.append(make("div", { class: "meter", role: "progressbar", "aria-label": study.title, "aria-valuemin": "0",
      "aria-valuemax": String(study.cells), "aria-valuenow": String(study.done) },
    part("done", study.done), part("failing", study.failing)));
  }
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of study.facts) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  box.append(facts);
  return box;
}

// Makes what is shown like what is fresh, and touches only what differs.
function renew(shown, fresh) {
  if (shown.isEqualNode(fresh)) return;
  if (shown.nodeName !== fresh.nodeName || shown.childNodes.length !== fresh.childNodes.length) {
    shown.replaceWith(fresh);
    return;
  }
  if (shown.nodeType === Node.TEXT_NODE) shown.data = fresh.data;
  for (const { name, value } of fresh.attributes || [])
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const parts = [...fresh.childNodes];
  [...shown.childNodes].forEach((part, i) => renew(part, parts[i]));
}

function showState(state, words) {
  const line = document.getElementById("live");
  line.className = "live " + state;
  if (line.lastChild.textContent !== words) line.lastChild.textContent = words;
}

function showProgress(progress) {
  showState(progress.state, progress.words);
  renew(document.getElementById("studies"),
    make("div", { id: "studies" }, ...progress.studies.map(progressElement)));
  if (!data) document.getElementById("title").textContent = progress.title;
}

// --- the rest of the page ---------------------------------------------------------------------------
const keyOf = (element, index) => element.id || element.tagName + " " + index;
const sameBlock = (before, after) => before.shows
  ? JSON.stringify(before.shows) === JSON.stringify(after.shows) : before.isEqualNode(after);

// Where the focus is inside an element, as the numbers of children that lead to it.
function pathToFocus(element) {
  const path = [];
  let place = document.activeElement;
  if (!element.contains(place)) return undefined;
  for (; place !== element; place = place.parentElement) path.unshift([...place.parentElement.children].indexOf(place));
  return path;
}

// Figures that are drawn anew keep the height of the old ones until they have found theirs.
const drawings = [];
function drawAs(before, after) {
  const heights = [...before.querySelectorAll(".plot")].map((plot) => plot.offsetHeight);
  before.replaceWith(after);
  const places = [...after.querySelectorAll(".plot")];
  places.forEach((plot, i) => { plot.style.minHeight = heights[i] ? heights[i] + "px" : ""; });
  const drawn = plots.filter((plot) => after.contains(plot.element)).map((plot) => plot.draw());
  drawings.push(Promise.all(drawn).finally(() => places.forEach((plot) => { plot.style.minHeight = ""; })));
}

// Puts a new block in the place of an old one, open, scrolled, drawn and focused as that was.
function replaceBlock(before, after) {
  const focus = pathToFocus(before);
  const focused = document.activeElement;
  const opened = [...before.querySelectorAll("details")].map((one) => one.open);
  const scrolled = [...before.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop]);
  if (before.querySelector("[data-drawn]")) drawAs(before, after);
  else before.replaceWith(after);
  after.querySelectorAll("details").forEach((one, i) => { one.open = Boolean(opened[i]); });
  after.querySelectorAll(".scroll").forEach((one, i) => { if (scrolled[i]) one.scrollTo(...scrolled[i]); });
  const found = focus && focus.reduce((place, i) => (place ? place.children[i] : undefined), after);
  if (!found || found.tagName !== focused.tagName) return;
  found.focus({ preventScroll: true });
  if (found.type === "search") found.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

function merge(place, fresh) {
  const old = new Map([...place.children].map((child, i) => [keyOf(child, i), child]));
  [...fresh.children].forEach((child, i) => {
    const key = keyOf(child, i);
    const before = old.get(key);
    old.delete(key);
    let stays = before || child;
    if (before && child.tagName === "SECTION") merge(before, child);
    else if (before && !sameBlock(before, child)) {
      replaceBlock(before, child);
      stays = child;
    }
    if (place.children[i] !== stays) place.insertBefore(stays, place.children[i] || null);
  });
  for (const gone of old.values()) gone.remove();
}

// What a reader looks at: the block that he works in, or the first that begins in the window, or that fills it.
function blockInSight() {
  if (scrollY === 0) return undefined;
  const inSight = [...document.querySelectorAll("main section > *")].map((block) => [block, block.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > 0 && box.top < innerHeight);
  const [found] = inSight.find(([block]) => block.contains(document.activeElement)) ||
    inSight.find(([, box]) => box.top >= 0) || inSight[0] || [];
  return found;
}

// That block stays where it is, whatever grows above it. Places are those on the page, so that he may scroll meanwhile.
async function withoutMoving(change) {
  const edge = blockInSight();
  const shown = () => (edge && !edge.isConnected && edge.id ? document.getElementById(edge.id) : edge);
  const placeOf = (block) => block.getBoundingClientRect().top + scrollY;
  let place = edge && placeOf(edge);
  const follow = () => {
    const block = shown();
    if (!block || !block.isConnected) return;
    scrollBy({ top: placeOf(block) - place, behavior: "instant" });
    place = placeOf(block);
  };
  change();
  follow();
  await Promise.all(drawings.splice(0));
  follow();
}

async function showData(fresh) {
  useData(fresh);
  const main = document.getElementById("main");
  stage = make("main", {});
  showAll();
  stage.prepend(progressSection.cloneNode(true));  // which stays as it is
  await withoutMoving(() => merge(main, stage));
  plots = plots.filter((plot) => plot.element.isConnected);
  cutTables = cutTables.filter((table) => table.element.isConnected);
  sections.unshift(["progress", "Progress"]);
  showContents();
  document.title = data.title + " - " + brand;
}

// --- asking -----------------------------------------------------------------------------------------
async function ask(path) {
  const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(60000) });
  if (!answer.ok) throw new Error(path + ": " + answer.status);
  return answer.json();
}

async function look() {
  try {
    const progress = await ask("progress");
    if (progress.edition !== edition && progress.has_data) {
      await showData(await ask("data"));
      edition = progress.edition;
    }
    await withoutMoving(() => showProgress(progress));
  } catch (error) {
    await withoutMoving(() => showState("gone",
      "The server does not answer. If `spinsack study watch` has ended, what is below stays as it was."));
  }
  setTimeout(look, pause);
}

function watch() {
  prepare();
  document.getElementById("brand").textContent = brand;
  document.title = brand;
  document.documentElement.classList.add("watched");
  progressSection = section("progress", "Progress");
  progressSection.append(
    make("p", { class: "live", id: "live", role: "status" }, make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", {}, "Asking for the records")),
    make("div", { id: "studies" }));
  showContents();
  look();
}
