// Who wins along the weight of one class, and over all weightings.
import { make, nameOf } from "./dom.js";
import { ranksOf } from "./ranks.js";
import { Panel, rowOf, scaleOf } from "./svg.js";
import { capital, shown } from "./words.js";

// Models × classes × draws: some tenths of a second.
const WORK = 4e5;
const WEIGHTS = Array.from({ length: 101 }, (_, i) => i / 100);

/** Who leads from which point on, given each model's values there; one of `models`, if they are level. */
export function leaders(lines, metric, tied) {
  const found = [];
  lines[0].forEach((_, point) => {
    const ranks = ranksOf(lines.map((line) => line[point]), metric, tied), last = found.at(-1);
    const best = [...ranks.keys()].filter((k) => ranks[k] === 1), still = best.filter((k) => last?.models.includes(k));
    // Of models that are level, one that is still among the best further on leads.
    if (still.length) last.models = still;
    else if (best.length) found.push({ models: best, point });
  });
  return found;
}

export class WeightChart extends Panel {
  drawNow({ agreeing, labels, main, metrics, models, tied }, { engine, moved, state: { class: c, metric: j }, view }) {
    const metric = metrics[j];
    const still = metric.weighted ? metric.why_fixed : `${capital(metric.title)} does not follow the importance, so no weight of a class moves it.`;
    this.why.textContent = still;
    if (this.place.classList.toggle("unmoved", Boolean(still))) return;
    const values = engine.along(view, j, c, WEIGHTS), leading = leaders(values, metric, tied);
    const signs = [[view.weights[c], "now"], ...leading.slice(1).map(({ point }) => [WEIGHTS[point] - 0.005, "change"])];
    this.plotValues(`${metric.title} along the weight of ${labels[c]}`, values, WEIGHTS, scaleOf(WEIGHTS).ticks, signs);
    if (models.length === 1) return this.words.replaceChildren(`From ${shown(values[0][0])} if it had no weight to ${shown(values[0].at(-1))} if it had all`);
    this.words.replaceChildren(...leading.flatMap(({ models: [k], point }) => [...(point ? [", then "] : []), nameOf(models[k]), ...(point ? [` from a weight of ${WEIGHTS[point]}`] : [])]));
    // What the result says of the weights that agree with it, until something is moved. The weighting of now does not move what holds over all.
    const held = agreeing && !moved && j === main, key = `${held} ${j} ${view.shares}`;
    if (key === this.key) return;
    const won = held ? agreeing.shares : engine.wins(view, j, Math.ceil(Math.max(1000, Math.min(10000, WORK / models.length / labels.length))));
    const said = (k) => (held ? agreeing.said[k] : `about ${Math.round(100 * won[k])}\u00a0%`);
    this.over.textContent = held ? agreeing.over : "all possible weights";
    this.body.replaceChildren(...models.map((name, k) => rowOf([name], [make("meter", { value: won[k] }), said(k)])));
    this.key = key;
  }
}
