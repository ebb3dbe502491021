// Confusion matrices: as counted, by row, by column, less another model's; a table, or a map where classes are many.
import { make, nameOf, say } from "./dom.js";
import { unpack } from "./packed.js";
import { chooser, Panel } from "./svg.js";
import { portion, shown } from "./words.js";

const MOST_IN_TABLE = 30;
const MOST_LISTED = 15;
const CELLS = { counts: "items", row: "percent of the truth (by row)", column: "percent of the prediction (by column)", difference: "items more than another model" };
const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -Infinity], End: [0, Infinity], Enter: [0, 0] };

const unpackedCounts = new WeakMap();

/** The counts of a model, row by row. */
export function countsOf(content, k) {
  const packed = content.counts[k];
  if (!unpackedCounts.has(packed)) unpackedCounts.set(packed, unpack(packed));
  return unpackedCounts.get(packed);
}

/** A number per class: the cells of which `of(row, column)` says it, added. */
function sums(counts, of) {
  const found = new Float64Array(Math.sqrt(counts.length));
  counts.forEach((count, i) => {
    const c = count && of(Math.floor(i / found.length), i % found.length);
    if (count && c !== null) found[c] += count;
  });
  return found;
}

export const rowSums = (counts) => sums(counts, (i) => i);
export const columnSums = (counts) => sums(counts, (i, j) => j);
export const diagonal = (counts) => sums(counts, (i, j) => (i === j ? i : null));

/** Each cell times the factor of its row, or of its column; 0 stays 0. */
function scaled(counts, factors, byColumn) {
  const C = factors.length;
  return counts.map((count, i) => count && count * factors[byColumn ? i % C : Math.floor(i / C)]);
}

/** The counts as they would be at other class shares, as Confusion.at_priors has them; as they are if there are none. */
export function countsAt(counts, shares) {
  if (!shares) return counts;
  const sizes = rowSums(counts);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return scaled(counts, sizes.map((size, i) => (shares[i] * all) / size));
}

/** What the cells show: one of CELLS. */
export function cellsOf(shows, counts, other) {
  if (shows === "row") return scaled(counts, rowSums(counts).map((sum) => 100 / sum));
  if (shows === "column") return scaled(counts, columnSums(counts).map((sum) => 100 / sum), true);
  return shows === "difference" ? counts.map((count, i) => count - other[i]) : counts;
}

/** How strong the colour of a cell is, from −1 to 1: in proportion for percent, by the logarithm for counts, 1 still seen. */
export function shadeOf(value, most, ofCounts) {
  if (!value) return 0;
  const size = Math.abs(value);
  // Rounding must not lead beyond 1, which no colour is.
  return Math.sign(value) * Math.min(1, ofCounts ? 0.2 * Math.min(1, size) + (0.8 * Math.log1p(size)) / Math.log1p(most) : size / most);
}

/** Orders of the classes by what they are called: functions that compare two. */
export function orders(counts, labels) {
  const [sizes, right] = [rowSums(counts), diagonal(counts)];
  return {
    "as given": (a, b) => a - b,
    "largest first": (a, b) => sizes[b] - sizes[a],
    "most errors first": (a, b) => sizes[b] - right[b] - (sizes[a] - right[a]),
    "by name": (a, b) => labels[a].localeCompare(labels[b], "en", { numeric: true }),
  };
}

/** The largest cells of those that are `wanted(truth, prediction)`: [{truth, prediction, count}]. */
export function largestCells(counts, wanted, most = MOST_LISTED) {
  const C = Math.sqrt(counts.length);
  const found = [];
  counts.forEach((count, i) => {
    const [truth, prediction] = [Math.floor(i / C), i % C];
    if (count && wanted(truth, prediction)) found.push({ truth, prediction, count });
  });
  return found.sort((a, b) => b.count - a.count).slice(0, most);
}

/** A count, which other class shares may have made a fraction. */
export function counted(count) {
  if (count && Math.abs(count) < 0.05) return "≈ 0";
  return count.toLocaleString("en", { maximumFractionDigits: 1 }).replace("-", "−");
}

export class MatrixPanel extends Panel {
  constructor(place, page) {
    super(place, page);
    const { labels, models } = this.content;
    const shows = Object.keys(CELLS).slice(0, models.length > 1 ? 4 : 3);
    const sorts = Object.keys(orders(countsOf(this.content, 0), labels));
    this.sorted = sorts[0];
    this.model = chooser("Model", models, (model) => page.choose({ model }));
    this.shows = chooser("Cells", shows.map((one) => CELLS[one]), (n) => page.choose({ matrix: shows[n] }));
    this.other = chooser("than", models, (other) => page.choose({ other }));
    this.note = make("p", { class: "hint" });
    this.worst = make("table");
    const sort = chooser("Order", sorts, (n) => this.drawTimed((this.sorted = sorts[n])));
    const region = (name, ...children) => make("div", { class: "wide", role: "region", "aria-label": name, tabindex: 0 }, ...children);
    place.append(make("div", { class: "choosers" }, this.model, this.shows, this.other, sort), this.note);
    if (labels.length > MOST_IN_TABLE) this.addMap();
    else place.append((this.table = region("Confusion matrix")));
    place.append(make("h3", { text: "Worst confusions" }), region("Worst confusions", this.worst));
  }

  drawNow() {
    const { state, view } = this.page;
    // What matters does not move the counts; only choices and class shares do.
    const key = [state.model, state.other, state.matrix, this.sorted, view.shares, this.width].join(" ");
    if (key === this.key) return;
    this.key = key;
    const counts = [state.model, state.other].map((k) => countsAt(countsOf(this.content, k), view.shares));
    this.counts = counts[0];
    this.sizes = rowSums(this.counts);
    this.cells = cellsOf(state.matrix, ...counts);
    this.most = this.cells.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    this.ofCounts = state.matrix === "counts" || state.matrix === "difference";
    this.order = Array.from(this.content.labels.keys()).sort(orders(this.counts, this.content.labels)[this.sorted]);
    this.model.select.selectedIndex = state.model;
    this.shows.select.selectedIndex = Object.keys(CELLS).indexOf(state.matrix);
    this.other.select.selectedIndex = state.other;
    this.other.hidden = state.matrix !== "difference";
    say(this.note, (this.ofCounts ? "The colour follows the logarithm. " : "") + (view.shares ? "Counts as they would be at the class shares you have set." : ""));
    if (this.map) this.drawMap();
    else this.drawTable();
    this.worst.replaceChildren(...this.listing(["truth", "prediction"], largestCells(this.counts, (i, j) => i !== j)));
  }

  written(value) {
    if (!this.ofCounts) return shown(value, value && value < 10 ? 1 : 0);
    return (this.page.state.matrix === "difference" && value > 0 ? "+" : "") + counted(value);
  }

  drawTable() {
    const { labels } = this.content;
    const cell = (i, j) => {
      const value = this.cells[i * labels.length + j];
      const shade = shadeOf(value, this.most, this.ofCounts);
      const made = make("td", { class: `${shade < 0 ? "less" : "more"}${i === j ? " right" : ""}`, "data-value": value, text: this.written(value) });
      made.style.setProperty("--shade", `${100 * Math.abs(shade)}%`);
      return made;
    };
    const head = (c, scope) => make("th", { scope }, nameOf(labels[c]));
    const rows = this.order.map((i) => make("tr", {}, head(i, "row"), ...this.order.map((j) => cell(i, j))));
    const top = make("tr", {}, make("th", { text: "truth ↓ prediction →" }), ...this.order.map((j) => head(j, "col")));
    this.table.replaceChildren(make("table", { class: labels.length > 8 ? "matrix turned" : "matrix" }, make("thead", {}, top), make("tbody", {}, ...rows)));
  }

  /** Head and body of a table of cells: one or both of their classes, the count, its share of the truth. */
  listing(sides, cells) {
    const titles = { truth: "Truth", prediction: "Taken for" };
    const head = [...sides.map((side) => titles[side]), "Items", "Of the truth"].map((text) => make("th", { scope: "col", text }));
    const rows = cells.map((cell) => {
      const numbers = [counted(cell.count), portion(cell.count / this.sizes[cell.truth])].map((text) => make("td", { text }));
      return make("tr", {}, ...sides.map((side) => make("th", { scope: "row" }, nameOf(this.content.labels[cell[side]]))), ...numbers);
    });
    return [make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)];
  }

  /** For many classes: a picture with a cursor that tells its cell, and a search for one class. */
  addMap() {
    const { labels } = this.content;
    this.cursor = [0, 0];
    this.told = make("p", { class: "told", "aria-live": "polite" });
    const label = "Map of the confusion matrix: arrow keys move the cursor, Page Up and Page Down by ten rows, Enter shows the class of the row";
    const toClass = () => this.showClass(this.order[this.cursor[0]]);
    const keydown = (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      this.moveTo(this.cursor.map((place, i) => place + step[i]));
      if (event.key === "Enter") toClass();
    };
    const pointermove = ({ offsetX, offsetY }) => this.moveTo([offsetY, offsetX].map((place) => Math.floor((place * labels.length) / this.map.clientWidth)));
    this.map = make("canvas", { tabindex: 0, role: "application", "aria-label": label, keydown, pointermove, click: toClass });
    this.search = make("input", { type: "search", list: "matrix-classes", input: () => this.showClass(labels.indexOf(this.search.value)) });
    this.ofClass = make("div", { class: "of-class" });
    const names = make("datalist", { id: "matrix-classes" }, ...labels.map((value) => make("option", { value })));
    this.place.append(this.map, this.told, make("label", { class: "chooser" }, "Show a class ", this.search), names, this.ofClass);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.width && this.drawMap());
  }

  moveTo(cursor) {
    const { labels } = this.content;
    this.cursor = cursor.map((place) => Math.min(labels.length - 1, Math.max(0, place)));
    const [truth, prediction] = this.cursor.map((place) => this.order[place]);
    const i = truth * labels.length + prediction;
    const shows = this.page.state.matrix;
    const also = shows === "counts" ? "" : `; ${this.written(this.cells[i])} ${CELLS[shows]}`;
    this.told.replaceChildren(nameOf(labels[truth]), " taken for ", nameOf(labels[prediction]), `: ${counted(this.counts[i])} of ${counted(this.sizes[truth])} items${also}.`);
    this.drawCursor();
  }

  /** Paint each cell as one point. */
  drawMap() {
    const C = this.order.length;
    const style = getComputedStyle(this.map);
    const [none, more, less] = ["matrix-none", "accent", "warning"].map((name) => style.getPropertyValue(`--${name}`).match(/\w\w/g).map((two) => parseInt(two, 16)));
    const picture = new ImageData(C, C);
    for (let at = 0; at < C * C; at++) {
      const shade = shadeOf(this.cells[this.order[Math.floor(at / C)] * C + this.order[at % C]], this.most, this.ofCounts);
      const colour = none.map((from, i) => from + Math.abs(shade) * ((shade < 0 ? less : more)[i] - from));
      picture.data.set([...colour, 255], 4 * at);
    }
    this.points = new OffscreenCanvas(C, C);
    this.points.getContext("2d").putImageData(picture, 0, 0);
    this.map.style.setProperty("width", `${Math.min(this.width, 640)}px`);
    this.drawCursor();
    this.showClass();
  }

  /** Enlarge the points to the pixels of the screen, and draw the cursor over them. */
  drawCursor() {
    const side = Math.round(Math.min(this.width, 640) * devicePixelRatio);
    const cell = side / this.order.length;
    if (this.map.width !== side) this.map.width = this.map.height = side;
    const pen = this.map.getContext("2d");
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.points, 0, 0, side, side);
    pen.strokeStyle = getComputedStyle(this.map).color;
    const [y, x] = this.cursor.map((place) => place * cell);
    for (const [left, top, width, height] of [[x, y, cell, cell], [0, y, x, cell], [x, 0, cell, y]]) pen.strokeRect(left, top, width, height);
  }

  /** What the items of a class were taken for, and what was taken for it. */
  showClass(chosen = this.chosen) {
    if (!(chosen >= 0)) return;
    this.chosen = chosen;
    const name = () => nameOf(this.content.labels[chosen]);
    const table = (words, side, wanted) => make("table", {}, make("caption", {}, ...words), ...this.listing([side], largestCells(this.counts, wanted)));
    this.ofClass.replaceChildren(table(["What ", name(), " was taken for"], "prediction", (i) => i === chosen), table(["What was taken for ", name()], "truth", (i, j) => j === chosen));
  }
}
