// The chosen metric over slices of the data: days, sites, groups.
import { Panel } from "./svg.js";

export class SlicePanel extends Panel {
  drawNow({ metrics, models, slices: { axis, keys } }, { engine, state, view }) {
    const values = models.map((_, k) => keys.map((_, s) => engine.slice(view, k, s, state.metric)));
    const across = keys.map((key, s) => [(s + 0.5) / keys.length, key]);
    this.plotValues(`${metrics[state.metric].title} by ${axis}`, values, across.map(([place]) => place), across);
  }
}
