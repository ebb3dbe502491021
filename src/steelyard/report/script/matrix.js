// Confusion matrices: a table, or a map where classes are many.
import { cellsOf, counted, largestCells, matrixAt, shadeOf, sortedPlaces, sumOf } from "./counts.js";
import { make, nameOf } from "./dom.js";
import { Panel, rowOf } from "./svg.js";
import { portion } from "./words.js";

export class MatrixPanel extends Panel {
  constructor(place, page) {
    super(place, page);
    place.addEventListener("input", ({ target: { type } }) => (type === "search" ? this.find() : type === "range" && this.tell()));
    this.map?.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      [this.row.value, this.column.value] = [offsetY, offsetX].map((at) => Math.floor((at * this.order.length) / this.map.clientWidth));
      this.tell();
    });
  }

  drawNow({ labels }, { engine, state: { matrix: shows, model, other, sorted = 0 }, view: { shares } }) {
    const key = [shows, model, other, sorted, shares].join(" ");
    if (key === this.key) return; // what matters does not move the counts
    const [matrix, others] = [model, other].map((k) => matrixAt(engine.matrices[k], shares)), sizes = matrix.map(sumOf);
    const order = sortedPlaces([labels.keys(), sizes, sizes.map((size, c) => size - matrix[c][c])][sorted], sorted > 0);
    const cells = cellsOf(shows, matrix, others), most = cells.flat().reduce((found, value) => Math.max(found, Math.abs(value)), 0);
    Object.assign(this, { key, matrix, sizes, cells, order });
    const each = (find) => order.map((i, y) => order.map((j, x) => find(cells[i][j], shadeOf(cells[i][j], most), y, x)));
    if (this.map) this.paint(each);
    else this.fill(each, order.map((c) => labels[c]));
    this.find();
  }

  fill(each, names) {
    const rows = each((value, shade, y, x) => {
      const cell = make("td", { text: counted(value), class: `${value < 0 ? "less" : ""} ${x === y ? "right" : ""}`, "data-value": value });
      cell.style.setProperty("--shade", `${100 * shade}%`);
      return cell;
    });
    const heads = names.map((name) => make("th", { scope: "col" }, nameOf(name)));
    this.body.replaceChildren(make("tr", {}, make("td"), ...heads), ...rows.map((row, y) => rowOf([names[y]], row)));
  }

  paint(each) {
    const C = this.order.length, side = Math.ceil(600 / C), pen = this.map.getContext("2d");
    this.map.width = this.map.height = C * side; // which also empties it
    each((value, shade, y, x) => {
      Object.assign(pen, { globalAlpha: shade, fillStyle: value < 0 ? "#c46a1f" : "#3d84c6" }); // seen on light and dark
      pen.fillRect(x * side, y * side, side, side);
    });
  }

  /** List the worst confusions, or the largest cells in the rows and columns of the classes that are sought. */
  find() {
    const { labels } = this.page.content, sought = this.search.value.toLowerCase(), fits = (c) => labels[c].toLowerCase().includes(sought);
    const found = largestCells(this.matrix, (i, j) => (sought ? fits(i) || fits(j) : i !== j));
    this.worst.replaceChildren(...found.map(([i, j, count]) => rowOf([labels[i], labels[j]], [counted(count), portion(count / this.sizes[i])])));
  }

  /** Tell the cell under the cursor of the map, which is two sliders. */
  tell() {
    const { labels } = this.page.content, [i, j] = [this.row, this.column].map((slider) => this.order[slider.value]);
    this.words.replaceChildren(nameOf(labels[i]), " taken for ", nameOf(labels[j]), `: ${counted(this.cells[i][j])}`);
  }
}
