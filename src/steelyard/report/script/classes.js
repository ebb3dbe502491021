// Class by class: a table for one model, and one rate of all models with intervals.
import { button, make, nameOf, say } from "./dom.js";
import { columnSums, countsAt, counted, countsOf, diagonal, rowSums } from "./matrix.js";
import { chooser, cut, legend, LineChart, Panel, scaleOf } from "./svg.js";
import { shown } from "./words.js";

const FIRST_ROWS = 50;
const COUNTED = ["Class", "Weight", "Items", "Predicted", "Correct"];
const TABLE_RATES = 4;

/** Places of a column's values in their order; undefined ones last, equal ones as they were. */
export function sortedPlaces(column, down) {
  const compare = typeof column[0] === "string" ? (a, b) => a.localeCompare(b, "en", { numeric: true }) : (a, b) => a - b || 0;
  const missing = (i) => Number(Number.isNaN(column[i]));
  return Array.from(column.keys()).sort((a, b) => missing(a) - missing(b) || (down ? -1 : 1) * compare(column[a], column[b]) || a - b);
}

export class ClassPanel extends Panel {
  constructor(place, page) {
    super(place, page);
    const { labels, models, rates } = this.content;
    this.sort = { column: 1, down: true };
    this.model = chooser("Model", models, (model) => page.choose({ model }));
    this.rate = chooser("Rate", rates.map((rate) => rate.title), (rate) => page.choose({ rate }));
    this.filter = make("input", { type: "search", input: () => this.drawTimed() });
    this.more = button(() => this.drawTimed((this.all = true)));
    const titles = [...COUNTED, ...rates.slice(0, TABLE_RATES).map((rate) => rate.title)];
    this.heads = titles.map((text, column) => make("th", { scope: "col" }, button(() => this.sortBy(column), { text })));
    this.rows = make("tbody");
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...this.heads)), this.rows);
    const find = make("label", { class: "chooser" }, "Find a class ", this.filter);
    find.hidden = labels.length < 10;
    const plot = make("figure", {}, this.rate);
    this.chart = new LineChart(plot, models);
    plot.append(legend(plot, models));
    place.append(make("div", { class: "choosers" }, this.model, find), make("div", { class: "wide", role: "region", "aria-label": "Classes", tabindex: 0 }, table), make("p", {}, this.more), plot);
  }

  sortBy(column) {
    this.sort = { column, down: column === this.sort.column ? !this.sort.down : column > 0 };
    this.drawTimed();
  }

  drawNow() {
    const { engine, state, view } = this.page;
    const { labels, rates } = this.content;
    const { column, down } = this.sort;
    const counts = countsAt(countsOf(this.content, state.model), view.shares);
    const columns = [labels, view.weights, rowSums(counts), columnSums(counts), diagonal(counts)].map((values) => ({ values }));
    for (let r = 0; r < Math.min(TABLE_RATES, rates.length); r++) columns.push({ values: engine.rate(view, state.model, r), rate: rates[r].name, ...engine.rateIntervals(view, state.model, r) });
    const sought = this.filter.value.toLowerCase();
    const found = sortedPlaces(columns[column].values, down).filter((c) => labels[c].toLowerCase().includes(sought));
    const classes = this.all ? found : found.slice(0, FIRST_ROWS);
    this.rows.replaceChildren(...classes.map((c) => make("tr", {}, ...columns.map((one, n) => this.cell(n, c, one)))));
    this.heads.forEach((head, n) => head.setAttribute("aria-sort", n !== column ? "none" : down ? "descending" : "ascending"));
    this.more.hidden = classes.length === found.length;
    say(this.more, `Show all ${found.length} classes`);
    this.model.select.selectedIndex = state.model;
    this.rate.select.selectedIndex = state.rate;
    this.drawRate(classes);
  }

  cell(n, c, { values, rate, low, high }) {
    if (n === 0) return make("th", { scope: "row" }, nameOf(values[c]));
    if (!rate) return make("td", { text: n === 1 ? shown(values[c]) : counted(values[c]) });
    const { labels, models } = this.content;
    const about = { "data-model": models[this.page.state.model], "data-metric": rate, "data-of-class": labels[c], "data-value": values[c], "data-low": low[c], "data-high": high[c] };
    const interval = low[c] <= high[c] ? [make("small", { text: `${shown(low[c], 2)} to ${shown(high[c], 2)}` })] : [];
    return make("td", about, shown(values[c]), ...interval);
  }

  /** A row per class, in it a mark and an interval per model. */
  drawRate(classes) {
    const { engine, state, view } = this.page;
    const { labels, models, rates } = this.content;
    const { title } = rates[state.rate];
    const found = models.map((_, k) => ({ value: engine.rate(view, k, state.rate), ...engine.rateIntervals(view, k, state.rate) }));
    const { scale, marks: up } = scaleOf([[0, 1], ...found.flatMap((one) => [one.value, one.low, one.high])], 4);
    const middle = (models.length - 1) / 2;
    const row = 16 + 12 * middle;
    const place = (n, k) => (n + (6 * (k - middle)) / row) / Math.max(1, classes.length - 1);
    const lines = found.map(({ value, low, high }, k) => ({
      marks: classes.map((c, n) => [place(n, k), scale(value[c])]),
      track: classes.flatMap((c, n) => [[place(n, k), scale(low[c])], [place(n, k), scale(high[c])], [NaN, NaN]]),
    }));
    const across = classes.map((c, n) => [place(n, middle), cut(labels[c], 16), labels[c]]);
    this.chart.draw({ width: this.width, row, across, up, lines, label: `${title} of each model by class, with intervals.`, upright: true, titles: ["", title] });
  }
}
