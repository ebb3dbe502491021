// Confusion matrices, a row per truth: a table, or a map where classes are many.
import { make, nameOf } from "./dom.js";
import { sumOf } from "./packed.js";
import { sharesSet } from "./state.js";
import { Panel, rowOf } from "./svg.js";
import { fixed } from "./words.js";

export const transposed = (matrix) => matrix.map((_, j) => matrix.map((row) => row[j]));

/** The rows with other sums; empty ones stay so. */
function withSums(matrix, sums) {
  return matrix.map((row, i, _, size = sumOf(row)) => row.map((count) => count && (count * sums[i]) / size));
}

/** The matrix of flat counts; at class shares, if there are any, as Confusion.at_shares has it. */
export function matrixAt(counts, shares) {
  const C = Math.sqrt(counts.length), all = sumOf(counts);
  const matrix = Array.from({ length: C }, (_, i) => [...counts.slice(i * C, i * C + C)]);
  return shares ? withSums(matrix, shares.map((share) => share * all)) : matrix;
}

/** Cells as "counts", in percent of the "row" or "column", or the "difference" to another matrix. */
export function cellsOf(shows, matrix, other) {
  const percents = (rows) => withSums(rows, rows.map(() => 100));
  if (shows === "row") return percents(matrix);
  if (shows === "column") return transposed(percents(transposed(matrix)));
  return shows === "counts" ? matrix : matrix.map((row, i) => row.map((count, j) => count - other[i][j]));
}

/** How strong a cell's colour is, from 0 to 1, by the logarithm; the least is still seen. */
export function shadeOf(value, most) {
  return value && Math.min(1, 0.2 + (0.8 * Math.log1p(Math.abs(value))) / Math.log1p(most));
}

/** The 15 largest cells that are `wanted(truth, prediction)`: [[truth, prediction, count]]. */
export function largestCells(matrix, wanted) {
  const cells = matrix.flatMap((row, i) => row.map((count, j) => [i, j, count]));
  return cells.filter(([i, j, count]) => count && wanted(i, j)).sort((a, b) => b[2] - a[2]).slice(0, 15);
}

/** The places of values in their order, undefined ones last. */
export function sortedPlaces(values, down) {
  const keys = Array.from(values, (value) => (Number.isNaN(value) ? Infinity : down ? -value : value));
  return [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
}

/** A count or percent to one decimal; hardly anything is not nothing. */
export function counted(count) {
  return count && Math.abs(count) < 0.05 ? "≈ 0" : (Math.round(10 * count) / 10).toLocaleString("en").replace("-", "−");
}

export class MatrixPanel extends Panel {
  constructor(place, page) {
    super(place, page);
    this.search.addEventListener("input", () => this.list());
    this.map?.parentNode.addEventListener("input", () => this.tell());
    this.map?.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      [this.row.value, this.column.value] = [offsetY, offsetX].map((at) => Math.floor((at * this.order.length) / this.map.clientWidth));
      this.tell();
    });
  }

  drawNow({ labels }, { engine, state: { matrix: shows, model, other, sorted = 0 }, view }) {
    const shares = sharesSet(view), key = [shows, model, other, sorted, shares].join(" ");
    // Weights do not move counts.
    if (key === this.key) return;
    const [matrix, others] = [model, other].map((k) => matrixAt(engine.matrices[k], shares)), sizes = matrix.map(sumOf);
    const order = sortedPlaces([labels.keys(), sizes, sizes.map((size, c) => size - matrix[c][c])][sorted], sorted > 0);
    const cells = cellsOf(shows, matrix, others), most = cells.flat().reduce((found, value) => Math.max(found, Math.abs(value)), 0);
    Object.assign(this, { key, labels, matrix, sizes, cells, order });
    const each = (find) => order.map((i, y) => order.map((j, x) => find(cells[i][j], shadeOf(cells[i][j], most), y, x)));
    if (this.map) this.paint(each);
    else this.fill(each, order.map((c) => labels[c]));
    this.list();
  }

  fill(each, names) {
    const rows = each((value, shade, y, x) => {
      const cell = make("span", { text: counted(value), class: `${value < 0 ? "less" : ""} ${x === y ? "right" : ""}`, "data-value": value });
      cell.style.setProperty("--shade", `${100 * shade}%`);
      return cell;
    });
    const heads = names.map((name) => make("th", { scope: "col" }, nameOf(name)));
    // Names have the room that so many columns leave.
    this.body.parentNode.style.setProperty("--columns", names.length);
    this.body.replaceChildren(make("tr", {}, make("td", {}, make("small", { text: "predicted\u00a0→ truth\u00a0↓" })), ...heads), ...rows.map((row, y) => rowOf([names[y]], row)));
  }

  paint(each) {
    const C = this.order.length, side = Math.ceil(600 / C), pen = this.map.getContext("2d");
    // This empties it.
    this.map.width = this.map.height = C * side;
    each((value, shade, y, x) => {
      // Seen on light and dark.
      Object.assign(pen, { globalAlpha: shade, fillStyle: value < 0 ? "#c46a1f" : "#3d84c6" });
      pen.fillRect(x * side, y * side, side, side);
    });
  }

  /** List the worst confusions, or the largest cells in the row and column of a class that is sought. */
  list() {
    const { labels, matrix, search } = this, c = labels.indexOf(search.value);
    const found = largestCells(matrix, (i, j) => (c < 0 ? i !== j : i === c || j === c));
    this.worst.replaceChildren(...found.map(([i, j, count]) => rowOf([labels[i], labels[j]], [counted(count), `${fixed((100 * count) / this.sizes[i], 1)}\u00a0%`])));
  }

  /** Tell the cell under the cursor, which is two sliders. */
  tell() {
    const { labels } = this, [i, j] = [this.row, this.column].map((slider) => this.order[slider.value]);
    this.words.replaceChildren(nameOf(labels[i]), " taken for ", nameOf(labels[j]), `: ${counted(this.cells[i][j])}`);
  }
}
