// The chosen metric over slices of the data: days, sites, groups.
import { make } from "./dom.js";
import { counted } from "./matrix.js";
import { sumOf, unpack } from "./packed.js";
import { Panel, rowOf, scaleOf } from "./svg.js";
import { between, shown } from "./words.js";

export class SlicePanel extends Panel {
  drawNow({ metrics, models, positive_class: positive, slices: { axis, by_shares, flags, keys } }, page) {
    const { engine, state: { metric }, view } = page, moved = !page.keeps(metric), N = keys.length, K = models.length, C = engine.C;
    const found = models.map((_, k) => keys.map((_, s) => [engine.slice(view, k, s, metric, moved), ...engine.sliceEnds(view, k, s, metric, moved)]));
    const { scale, ticks } = scaleOf(found.flat(2));
    const lines = found.map((slices, k) => {
      const at = (s, number) => [(s + (k + 1) / (K + 1)) / N, 1 - scale(number)];
      const below = (s) => at(s, slices[s][1] <= slices[s][2] ? slices[s][1] : slices[s][0]);
      return {
        marks: slices.map(([value], s) => at(s, value)),
        track: slices.flatMap(([, low, high], s) => [at(s, low), at(s, high), []]),
        flags: flags.filter(([of]) => of === k).map(([, s, said]) => [below(s), said]),
      };
    });
    const across = keys.map((key, s) => [(s + 0.5) / N, key]);
    this.plot({ title: `${metrics[metric].title} by ${axis}`, high: 260, lines, across, down: ticks.map(([place, text]) => [1 - place, text]) });
    // What the class shares alone explain, by the result; nobody looked at other importance and shares.
    const marks = by_shares && !moved ? unpack(by_shares) : [], explained = (k, s) => Boolean(marks[(k * N + s) * metrics.length + metric]);
    const itemsOf = (s) => {
      const matrix = engine.matrices[engine.placeOf(0, s)];
      return [sumOf(matrix), ...(positive === null ? [] : [sumOf(matrix.slice(positive * C, (positive + 1) * C))])].map(counted);
    };
    const cell = (s) => ([value, low, high], k) => {
      const said = flags.filter(([of, at]) => of === k && at === s).map(([, , flag]) => make("small", { class: "flag", text: flag }));
      return make("span", {}, `${explained(k, s) ? "~" : ""}${shown(value)}`, make("small", { text: between(low, high, 2) }), ...said);
    };
    this.body.replaceChildren(...keys.map((key, s) => rowOf([key], [...itemsOf(s), ...found.map((slices) => slices[s]).map(cell(s))])));
    this.legend.hidden = !marks.some((one, place) => one && place % metrics.length === metric);
  }
}
