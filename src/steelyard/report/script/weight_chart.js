// How far the winner depends on what matters: along one class's weight, and over all weightings.
import { make, nameOf, say } from "./dom.js";
import { leadOf, ranksOf } from "./ranks.js";
import { chooser, cut, glyph, inColour, legend, LineChart, markAt, Panel, scaleOf, SETTLED, spread, svg } from "./svg.js";
import { portion, shown, titled } from "./words.js";

const DRAWS = 1000;
const FINE = Array.from({ length: 51 }, (_, i) => i / 50);
const COARSE = FINE.filter((_, i) => i % 5 === 0);
const STRIPS = 40;
const MOST_SEARCHED = 30;

/** Who is best from where to where, given the values of each model at some points: [{model, from, to}]. */
export function reigns(points, lines, metric, tied) {
  const found = [];
  points.forEach((_, i) => {
    const ranks = ranksOf(lines.map((line) => line[i]), metric, tied);
    const best = [...ranks.keys()].filter((k) => ranks[k] === 1);
    // Of models that are level, one that is still among the best further on reigns.
    const still = found.at(-1)?.models.filter((k) => best.includes(k)) ?? [];
    if (still.length) found.at(-1).models = still;
    else if (best.length) found.push({ models: best, at: i });
  });
  const starts = found.map(({ models: [now], at }, n) => {
    if (!n) return points[0];
    const before = found[n - 1].models[0];
    const [left, right] = [at - 1, at].map((i) => leadOf(lines[before][i], lines[now][i], metric, tied));
    const part = Number.isFinite(left / (left - right)) ? left / (left - right) : 0.5;
    return points[at - 1] + part * (points[at] - points[at - 1]);
  });
  return found.map(({ models: [model] }, n) => ({ model, from: starts[n], to: starts[n + 1] ?? points.at(-1) }));
}

/** The class along whose weight the winner changes nearest to where it stands; the first one if it never changes. */
export function nearestClass(classes, weights, reignsAlong) {
  let [nearest, least] = [classes[0], Infinity];
  for (const c of classes) {
    const distance = Math.min(...reignsAlong(c).slice(1).map(({ from }) => Math.abs(from - weights[c])));
    if (distance < least) [nearest, least] = [c, distance];
  }
  return nearest;
}

/** Where three weights that sum to 1 lie in the triangle whose corners stand for one class alone, the first above. */
export function inTriangle([first, , third]) {
  return [200 * (first / 2 + third), 173 * (1 - first)];
}

export class WeightChart extends Panel {
  constructor(place, page) {
    super(place, page);
    const { labels, models } = this.content;
    this.classes = chooser("Class", labels, (c) => page.choose({ class: c }));
    this.why = make("p", { class: "hint" });
    this.changes = make("ul", { class: "changes" });
    this.shares = make("tbody");
    const along = make("figure", {}, this.classes);
    this.chart = new LineChart(along, models);
    along.append(this.changes);
    const all = make("figure", {}, make("table", { class: "bars" }, make("caption", { text: "Share of all weightings that each model wins" }), this.shares));
    if (labels.length === 3) {
      [this.regions, this.now] = [svg("g"), svg("circle", { r: 5, class: "now" })];
      this.triangle = svg("svg", { viewBox: "-60 -20 320 216", class: "chart triangle", role: "img", "aria-label": "All weightings of the three classes, each in the colour of the model that wins by it; the ring is the weighting now." }, this.regions, this.now);
      all.append(this.triangle);
    }
    this.drawn = make("div", { class: "weights" }, along, all, legend(place, models));
    all.hidden = models.length < 2;
    place.append(this.why, this.drawn);
  }

  drawNow() {
    const { state, view } = this.page;
    const metric = this.content.metrics[state.metric];
    const moves = metric.live && metric.weighted;
    this.drawn.hidden = !moves;
    say(this.why, moves ? "" : metric.why_fixed || `${titled(metric)} does not follow the importance: no weighting changes it.`);
    if (!moves) return;
    this.drawAlong(titled(metric));
    clearTimeout(this.all);
    this.all = setTimeout(() => this.drawAll(), SETTLED);
    if (this.triangle) inTriangle(view.weights).forEach((value, i) => this.now.setAttribute(["cx", "cy"][i], value));
  }

  /** Who reigns along the weight of a class, with the values of each model. */
  along(view, c, points) {
    const { engine, state } = this.page;
    const values = engine.along(view, state.metric, c, points);
    return { values, reigning: reigns(points, values, this.content.metrics[state.metric], this.content.tied) };
  }

  /** The class of the chart: as chosen, else where the winner changes soonest, which is kept while the metric stays. */
  chosenClass() {
    const { state, view } = this.page;
    if (state.class !== null) return state.class;
    if (this.nearest?.metric !== state.metric) {
      const classes = Array.from(view.weights.keys()).sort((a, b) => view.weights[b] - view.weights[a]).slice(0, MOST_SEARCHED);
      this.nearest = { metric: state.metric, class: nearestClass(classes, view.weights, (c) => this.along(view, c, COARSE).reigning) };
    }
    return this.nearest.class;
  }

  drawAlong(title) {
    const { view } = this.page;
    const c = this.chosenClass();
    this.classes.select.selectedIndex = c;
    const { values, reigning } = this.along(view, c, FINE);
    const { scale, marks: up } = scaleOf(values);
    const lines = values.map((line) => ({ track: Array.from(line, (value, i) => [FINE[i], scale(value)]) }));
    const titles = [`weight of ${cut(this.content.labels[c], 16)}`, title];
    const width = this.chart.figure.clientWidth || this.width;
    const label = `${title} of each model along the ${titles[0]}, the others in proportion. Where the winner changes is listed below.`;
    const { point, frame } = this.chart.draw({ width, height: 240, across: scaleOf([FINE]).marks, up, lines, label, names: width > 480, titles });
    const weights = [view.weights[c], ...reigning.slice(1).map(({ from }) => from)];
    const x = weights.map((weight) => point([weight, 0])[0]);
    const texts = spread(x, 32, frame.width - 16);
    const marked = (at, i) => [
      svg("line", { x1: at, x2: at, y1: frame.top, y2: frame.top + frame.high, class: i ? "change" : "now" }),
      svg("text", { x: texts[i], y: frame.top - 5, "text-anchor": "middle" }, i ? shown(weights[i], 2) : "now"),
    ];
    this.chart.over.replaceChildren(...x.flatMap(marked));
    this.tell(reigning, view.weights[c]);
  }

  tell(reigning, now) {
    const name = (n) => nameOf(this.content.models[reigning[n].model]);
    const changes = reigning.slice(1).map(({ from }, n) => [`At ${shown(from)}, `, name(n + 1), " takes the lead from ", name(n), "."]);
    if (reigning.length === 1) changes.push([name(0), " leads at every weight of this class."]);
    this.changes.replaceChildren(...[...changes, [`The weight is now ${shown(now)}; the other classes keep their proportions.`]].map((words) => make("li", {}, ...words)));
  }

  /** What holds over all weightings: it depends on the metric and the class shares, not on the weights of the moment. */
  drawAll() {
    const { engine, state, view } = this.page;
    const key = `${state.metric} ${view.shares}`;
    if (key === this.key) return;
    this.key = key;
    const won = engine.wins(view, state.metric, DRAWS);
    const rows = Array.from(won.keys()).sort((a, b) => won[b] - won[a]).map((k) => {
      const bar = inColour(k, make("div", { class: "bar" }));
      bar.style.setProperty("width", `${100 * won[k]}%`);
      return make("tr", {}, make("th", { scope: "row" }, glyph(k), nameOf(this.content.models[k])), make("td", { class: "track" }, bar), make("td", { text: portion(won[k]) }));
    });
    this.shares.replaceChildren(...rows);
    if (this.triangle) this.drawTriangle();
  }

  /** The weightings of three classes, each in the colour of its winner: strips from the first class's corner. */
  drawTriangle() {
    const { labels, models } = this.content;
    const [strips, middles] = [[], models.map(() => [0, 0, 0])];
    const corner = (weight, side) => inTriangle([weight, 0, (1 - weight) * side]);
    for (let s = 0; s < STRIPS; s++) {
      const [left, middle, right] = [0, 0.5, 1].map((part) => (s + part) / STRIPS);
      const ray = { weights: Float64Array.of(0, 1 - middle, middle), shares: this.page.view.shares };
      for (const { model, from, to } of this.along(ray, 0, COARSE).reigning) {
        const points = [corner(from, left), corner(from, right), corner(to, right), corner(to, left)].join(" ");
        strips.push(inColour(model, svg("polygon", { points, "data-line": model })));
        const area = (to - from) * (2 - from - to);
        [...corner((from + to) / 2, middle), 1].forEach((value, i) => (middles[model][i] += area * value));
      }
    }
    // Colours alone would not do: each region bears the mark of its model.
    const marks = middles.map(([x, y, area], k) => svg("path", { d: markAt(k, [x / area, y / area]), class: "region" }));
    const corners = [[100, -6], [0, 189], [200, 189]].map(([x, y], c) => svg("text", { x, y, "text-anchor": "middle" }, `only ${cut(labels[c], 14)}`));
    this.regions.replaceChildren(...strips, ...marks, ...corners);
  }
}
