// Class by class: a table of one model, and a rate of all.
import { make } from "./dom.js";
import { counted, matrixAt, sortedPlaces, transposed } from "./matrix.js";
import { sumOf } from "./packed.js";
import { sharesSet } from "./state.js";
import { Panel, rowOf, scaleOf } from "./svg.js";
import { between, shown } from "./words.js";

export class ClassPanel extends Panel {
  drawNow({ labels, models, positive_class, positive_word, rates }, { engine, state, view }) {
    const matrix = matrixAt(engine.matrices[state.model], sharesSet(view)), column = state.sort ?? 0;
    const counts = [matrix.map(sumOf), transposed(matrix).map(sumOf), matrix.map((row, c) => row[c])];
    const rateOf = (k, r, classes) => ({ name: rates[r].name, values: engine.rate(view, k, r), ...engine.rateIntervals(view, k, r, classes) });
    const four = [0, 1, 2, 3].map((r) => rateOf(state.model, r));
    // The positive class before all others, if there is one.
    const given = labels.map((_, c) => (c === positive_class ? -1 : c));
    // The largest first, but the lowest of rates.
    const order = sortedPlaces([given, view.weights, ...counts, ...four.map(({ values }) => values)][column], column > 0 && column < 5);
    const cell = (c) => ({ name, values, low, high }) => {
      const made = make("span", {}, shown(values[c]), make("small", { text: between(low[c], high[c], 2) }));
      Object.assign(made.dataset, { model: models[state.model], metric: name, ofClass: labels[c], value: values[c], low: low[c], high: high[c] });
      return made;
    };
    const [items, ...others] = counts, numbers = (c) => [counted(items[c]), ...four.map(cell(c)), shown(view.weights[c]), ...others.map((list) => counted(list[c]))];
    this.body.replaceChildren(...order.map((c) => rowOf([labels[c]], numbers(c))));
    if (positive_class !== null) this.body.children[order.indexOf(positive_class)].cells[0].append(" ", make("span", { class: "tag", text: positive_word }));
    const first = order.slice(0, 40);
    this.plotRate(rates[state.rate].title, first, models.map((_, k) => rateOf(k, state.rate, first)), first.map((c) => counted(counts[0][c])));
  }

  /** A row per class, apart from the next, in it a mark and an interval per model; where no item tells, any value may be the true one. */
  plotRate(title, classes, found, sizes) {
    const N = classes.length, K = found.length, tall = 16 + 7 * K, down = (n, part) => (n + part) / N, { engine, state, view } = this.page;
    const { scale, ticks } = scaleOf([0, 1, ...found.flatMap(({ values, low, high }) => [...values, ...low, ...high])]);
    const lines = found.map(({ values, low, high }, k) => {
      const points = (list) => classes.map((c, n) => [scale(list[c]), down(n, (11.5 + 7 * k) / tall)]), ends = points(high), marks = points(values);
      const unknown = engine.known ? marks.filter((_, n) => engine.lacks(view, k, state.rate, classes[n])) : [];
      return { marks, track: points(low).flatMap((point, n) => [point, ends[n], []]), unknown };
    });
    const rows = classes.map((c, n) => [down(n, 0.5), this.page.content.labels[c]]);
    const beside = [[-24 / (N * tall), "items"], ...sizes.map((size, n) => [down(n, 0.5), size])];
    this.plot({ title: `${title} by class`, high: N * tall, lines, across: ticks, down: rows, beside });
  }
}
