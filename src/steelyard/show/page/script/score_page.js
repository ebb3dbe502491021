// The page of scores: a threshold, or a gain for each class, makes labels, and the engine of the page of labels does the rest.
import { ClassPanel } from "./classes.js";
import { drawChoices } from "./controls.js";
import { curveMarks } from "./curve_marks.js";
import { Cuts } from "./cuts.js";
import { byId, say } from "./dom.js";
import { Engine } from "./engine.js";
import { copyText, csvOf, save, saveChart } from "./exports.js";
import { Gains } from "./gains.js";
import { MatrixPanel } from "./matrix.js";
import { unpack } from "./packed.js";
import { scoreCells, scoreTable, sortModels, verdictPlace } from "./results.js";
import { isShare, rateEnds, shareEnds } from "./share_ends.js";
import { undefinedDecides } from "./undefined_decides.js";
import { View } from "./view.js";

const CHARTS = { ClassPanel, MatrixPanel };
const status = document.documentElement.dataset;
// Gains go from a thousandth to a thousand times, on sliders of their logarithm.
const FARTHEST = 3;

const short = (number) => String(Number(number.toPrecision(4)));

/** A number as an attribute of an input takes it. */
const put = (input, value) => input.value !== String(value) && (input.value = value);

class ScorePage extends View {
  constructor({ labels, cuts, gains, snaps, of_one }) {
    const steps = cuts && new Cuts(cuts);
    super(steps ? { ...labels, units: { ...labels.units, tables: steps.at(steps.start).tables } } : labels);
    Object.assign(this, { snaps, ofOne: of_one, first: this.engine, cuts: steps, gains: gains && new Gains(gains) });
    this.view = { weights: unpack(labels.weights), shares: null };
    this.state = { metric: labels.main, preset: 0, levels: null, shares: [], model: labels.order[0], other: labels.order[1] ?? 0, rate: 0, matrix: "counts", ...this.read() };
    const panels = [...document.querySelectorAll("[data-chart]")].map((section) => new CHARTS[section.dataset.chart](section.querySelector(".body"), this));
    const matrix = panels.find((panel) => panel instanceof MatrixPanel);
    const marks = this.cuts && curveMarks([...document.querySelectorAll("[data-curve]")], this.cuts.place, cuts.share);
    // Tables draw again what they drew of other counts.
    const fresh = () => (matrix.key = matrix.of === this.engine ? matrix.key : null, matrix.of = this.engine);
    this.parts = [drawChoices, verdictPlace(this), scoreTable(this), fresh, ...panels.map((panel) => () => panel.draw())];
    if (marks) this.parts.push(() => marks(this.engine.matrices.slice(0, this.engine.K), this.threshold));
    this.parts.push(this.cuts ? this.thresholdSlider() : this.gains ? this.gainSliders() : () => {});
    this.choose({});
  }

  /** The threshold or the gains of the address, if they can be read. */
  read() {
    const asked = new URLSearchParams(location.hash.slice(1)), threshold = Number(asked.get("threshold") || NaN), gains = asked.get("gains")?.split(",").map(Number);
    if (this.cuts) return { cut: Number.isNaN(threshold) ? this.cuts.start : this.cuts.indexOf(threshold), typed: Number.isNaN(threshold) ? this.cuts.startThreshold : threshold };
    return { by: gains?.length === this.gains?.C && gains.every((gain) => gain >= 0 && gain < Infinity) && gains.some(Boolean) ? gains : this.gains?.start };
  }

  /** The threshold of now: what was typed, else the score of the slider; above all scores, infinite. */
  get threshold() {
    return this.state.typed ?? this.cuts.thresholds[this.state.cut] ?? Infinity;
  }

  choose(changes) {
    const before = this.state, state = { ...before, ...changes };
    const moved = this.cuts ? state.cut !== this.cuts.start : Boolean(this.gains && String(state.by) !== String(this.gains.start));
    const same = this.scores && state.cut === before.cut && state.by === before.by;
    Object.assign(this, { state, moved });
    if (!same) {
      this.engine = moved ? this.engineAt() : this.first;
      this.scores = moved ? this.recomputed() : this.own;
    }
    this.draw();
  }

  /** The engine of other counts; what the result said of its own does not hold for them. */
  engineAt() {
    const { content } = this, { counts, squares, tables } = this.cuts ? this.cuts.at(this.state.cut) : this.gains.at(this.state.by);
    const metrics = content.metrics.map((metric) => ({ ...metric, misleading: [], notes: [] }));
    const C = content.labels.length, rateOf = (k, name) => (isShare(name) ? rateEnds(name, counts[k], C, content.confidence, squares?.[k]) : undefined);
    const engine = new Engine({ ...content, metrics, counts, squares: content.squares && squares, units: { ...content.units, paired: tables.length > 0, tables }, start: null, rateEnds: rateOf });
    undefinedDecides(engine).forEach((decides, j) => (metrics[j].undefined_decides = decides));
    return engine;
  }

  /** As in Python, a rate of one class is as sure as in the table of the classes. */
  recomputed() {
    const found = super.recomputed(), { content: { confidence, labels: { length }, metrics, squares }, engine } = this;
    for (const [j, rate, c] of this.ofOne)
      for (const k of engine.models) {
        const at = k * metrics.length + j, matrix = engine.matrices[k];
        if (isShare(rate) && Number.isFinite(found.low[at])) [found.low[at], found.high[at]] = shareEnds(rate, matrix, squares ? engine.squares[k] : matrix, length, c, confidence);
      }
    return found;
  }

  thresholdSlider() {
    const [slider, field] = ["cut", "threshold"].map(byId), { cuts } = this;
    // A form of one field would be sent by the key Enter.
    byId("controls").onsubmit = (event) => event.preventDefault();
    slider.oninput = () => this.choose({ cut: Number(slider.value), typed: undefined });
    field.onchange = () => {
      const number = Number(field.value);
      if (field.value === "" || !Number.isFinite(number)) return this.draw();
      const cut = cuts.indexOf(number);
      this.choose({ cut, typed: this.snaps ? cuts.thresholds[cut] : number });
    };
    return () => {
      const { threshold } = this, above = threshold === Infinity;
      if (slider.value !== String(this.state.cut)) slider.value = this.state.cut;
      put(field, above ? "" : short(threshold));
      for (const input of [slider, field]) input.dataset.threshold = threshold;
      slider.setAttribute("aria-valuetext", above ? "above all scores" : short(threshold));
      const odds = (1 - threshold) / threshold, taken = `${short(odds >= 1 ? odds : 1 / odds)} times`;
      const weighs = odds === 1 ? "as much as" : odds > 1 ? `${taken} as much as` : "";
      if (!byId("odds")) return;
      if (above || threshold <= 0 || threshold >= 1) say(byId("odds"), above ? "Above all scores: nothing is taken for it." : "");
      else say(byId("odds"), weighs ? `A missed one weighs ${weighs} a false alarm.` : `A false alarm weighs ${taken} as much as a missed one.`);
    };
  }

  gainSliders() {
    const rows = Array.from(byId("gains").children, (item) => item.querySelectorAll("input"));
    const move = (c, gain) => {
      const by = this.state.by.with(c, gain);
      this.choose({ by: by.some(Boolean) ? by : this.gains.start });
    };
    rows.forEach(([slider, field], c) => {
      slider.oninput = () => move(c, 10 ** Number(slider.value));
      field.onchange = () => (field.value !== "" && field.validity.valid ? move(c, Number(field.value)) : this.draw());
    });
    return () => rows.forEach(([slider, field], c) => {
      const gain = this.state.by[c], at = Math.max(-FARTHEST, Math.min(FARTHEST, Math.log10(gain)));
      if (Math.abs(slider.value - at) > 1e-9) slider.value = at;
      put(field, short(gain));
      slider.dataset.gain = gain;
      slider.setAttribute("aria-valuetext", short(gain));
    });
  }

  start() {
    this.choose(this.cuts ? { cut: this.cuts.start, typed: this.cuts.startThreshold } : { by: this.gains.start });
  }

  draw() {
    for (const draw of this.parts) draw(this);
    status.settled = "no";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), 150);
  }

  /** What need not follow each move of a slider. */
  settle() {
    sortModels(this);
    if (byId("code-threshold")) say(byId("code-threshold"), this.threshold === Infinity ? "float(\"inf\")" : String(this.threshold));
    if (byId("code-gains") && this.gains) say(byId("code-gains"), `[${this.state.by.join(", ")}]`);
    try {
      history.replaceState(null, "", this.link);
    } catch {}
    status.settled = "yes";
  }

  get link() {
    const own = this.cuts ? `#threshold=${this.threshold}` : this.gains ? `#gains=${this.state.by}` : "";
    return location.href.split("#")[0] + (this.moved ? own : "");
  }
}

/** One class at a time. */
function chooseCurves() {
  const select = byId("curves-of");
  if (select) select.onchange = () => document.querySelectorAll("[data-class-curves]").forEach((place) => (place.hidden = place.dataset.classCurves !== select.value));
}

export function showScores(content) {
  chooseCurves();
  const acts = { svg: saveChart, png: saveChart, measured: () => save("scores.csv", csvOf(document.querySelectorAll("#measured [data-model]"))) };
  if (content.labels) {
    const page = new ScorePage(content);
    Object.assign(acts, {
      start: () => page.start(),
      link: (pressed) => copyText(page.link, pressed),
      code: (pressed) => copyText(byId("code").textContent, pressed),
      scores: () => save("labels.csv", csvOf(scoreCells(page))),
    });
    window.onchange = ({ target: { name, options, value } }) => options && name && page.choose({ [name]: isNaN(value) ? value : Number(value) });
    window.onclick = ({ target }) => {
      const pressed = target.closest("button");
      if (pressed?.name) page.choose({ [pressed.name]: Number(pressed.value) });
      else if (pressed?.dataset.threshold) page.choose({ cut: page.cuts.indexOf(Number(pressed.dataset.threshold)), typed: Number(pressed.dataset.threshold) });
      else acts[pressed?.dataset.act]?.(pressed);
    };
  } else window.onclick = ({ target }) => acts[target.closest("button")?.dataset.act]?.(target.closest("button"));
  status.ready = "yes";
}
