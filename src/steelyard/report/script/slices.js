// The chosen metric of each model over the slices of the data: days, sites, groups.
import { make, say } from "./dom.js";
import { cut, legend, LineChart, Panel, scaleOf } from "./svg.js";
import { titled } from "./words.js";

export class SlicePanel extends Panel {
  constructor(place, page) {
    super(place, page);
    this.why = make("p", { class: "hint" });
    this.drawn = make("figure");
    this.chart = new LineChart(this.drawn, this.content.models);
    this.drawn.append(legend(place, this.content.models));
    place.append(this.why, this.drawn);
  }

  drawNow() {
    const { engine, state, view } = this.page;
    const { metrics, models, slices } = this.content;
    const metric = metrics[state.metric];
    this.drawn.hidden = !metric.live;
    say(this.why, metric.live ? "" : metric.why_fixed);
    if (!metric.live) return;
    const last = slices.keys.length - 1;
    const values = models.map((_, k) => slices.keys.map((_, s) => engine.slice(view, k, s, state.metric)));
    const upright = this.width < 22 * last + 200;
    const { scale, marks: up } = scaleOf(values, upright ? 3 : 5);
    const across = slices.keys.map((key, s) => [last ? s / last : 0.5, cut(key, 16), key]);
    const lines = values.map((line) => {
      const marks = line.map((value, s) => [across[s][0], scale(value)]);
      return { marks, track: marks };
    });
    const label = `${titled(metric)} of each model over ${last + 1} slices by ${slices.axis}.`;
    this.chart.draw({ width: this.width, height: 220, across, up, lines, label, upright, names: !upright, titles: [slices.axis, titled(metric)] });
  }
}
