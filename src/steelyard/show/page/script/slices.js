// The chosen metric over slices of the data: days, sites, groups.
import { Panel, scaleOf } from "./svg.js";

export class SlicePanel extends Panel {
  drawNow({ metrics, models, slices: { axis, keys } }, page) {
    const { engine, state: { metric }, view } = page, moved = !page.keeps(metric);
    const found = models.map((_, k) => keys.map((_, s) => [engine.slice(view, k, s, metric), ...engine.sliceEnds(view, k, s, metric, moved)]));
    const { scale, ticks } = scaleOf(found.flat(2)), N = keys.length, K = models.length;
    const lines = found.map((slices, k) => {
      const at = (s, number) => [(s + (k + 1) / (K + 1)) / N, 1 - scale(number)];
      return { marks: slices.map(([value], s) => at(s, value)), track: slices.flatMap(([, low, high], s) => [at(s, low), at(s, high), []]) };
    });
    const across = keys.map((key, s) => [(s + 0.5) / N, key]);
    this.plot({ title: `${metrics[metric].title} by ${axis}`, high: 260, lines, across, down: ticks.map(([place, text]) => [1 - place, text]) });
  }
}
