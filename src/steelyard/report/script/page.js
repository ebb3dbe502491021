// The page: what is shown, and what follows from a change.
import { ClassPanel } from "./classes.js";
import { Choosers, importanceSliders, shareSliders } from "./controls.js";
import { button, byId, make } from "./dom.js";
import { Engine } from "./engine.js";
import { pythonOf } from "./exports.js";
import { MatrixPanel } from "./matrix.js";
import { OrderList } from "./order.js";
import { saveFigures } from "./pictures.js";
import { RankChart } from "./rank_chart.js";
import { ScoreTable } from "./scores.js";
import { SlicePanel } from "./slices.js";
import { changedState, fragmentOf, readFragment, sharesOf, weightsOf } from "./state.js";
import { drawVerdict } from "./verdict.js";
import { WeightChart } from "./weight_chart.js";

const CHARTS = { RankChart, WeightChart, ClassPanel, MatrixPanel, SlicePanel };
const LONG = 60; // milliseconds that intervals may take while a slider moves
const MANY = 100; // classes beyond which the page opens before its intervals are known
const REST = 150; // milliseconds without a change until what takes long is done

/** What charts and controls are given: content, engine, state, view, its scores and intervals, and how to change it. */
export class Page {
  constructor(content) {
    Object.assign(this, { content, engine: new Engine(content), took: content.labels.length > MANY ? LONG : 0.5 });
    this.read();
    this.parts = [new ScoreTable(this), new Choosers(this), importanceSliders(this), new OrderList(this), shareSliders(this)];
    this.charts = [...document.querySelectorAll("[data-chart]")].flatMap((section) => chartIn(section, this));
    this.draw();
  }

  /** Take the state from the address; what makes no sense there is left out, and said. */
  read() {
    const { state, unread } = readFragment(location.hash, this.content);
    byId("unread").hidden = !unread.length;
    byId("unread").textContent = `Part of this link could not be read (${unread.join(", ")}); it is of another page, or damaged. The rest is shown.`;
    this.state = state;
    this.look();
  }

  /** Compute what the state shows. */
  look() {
    const { content, engine, state } = this;
    this.moved = { importance: state.preset !== 0, shares: state.shares.length > 0 };
    this.view = { weights: weightsOf(state, content), shares: sharesOf(state, content) };
    const { value, rank } = engine.scores(this.view);
    const known = content.metrics.map((_, j) => this.knows(j));
    const blanked = (numbers) => numbers.map((number, at) => (known[at % known.length] ? number : NaN));
    this.scores = { value: blanked(value), rank: blanked(rank) };
    // Old intervals beside new values would mislead: where they take long, there are none until the sliders rest.
    const none = this.scores.value.map(() => NaN);
    this.intervals = { low: none, high: none, effective: none };
    this.sure = false;
    if (this.took < LONG) this.lookSurely();
  }

  lookSurely() {
    const start = performance.now();
    this.intervals = this.engine.intervals(this.view);
    // One slow time tells little: the browser may still be compiling the script.
    this.took = Math.min(1.25 * this.took, performance.now() - start);
    this.sure = true;
  }

  /** Whether metric j has a value here: one that cannot be recomputed has it while nothing moves that it follows. */
  knows(j) {
    const { live, weighted } = this.content.metrics[j];
    return live || !(this.moved.shares || (this.moved.importance && weighted));
  }

  /** Change what is chosen, and show what follows. */
  choose(changes) {
    this.state = changedState(this.state, changes);
    if (["preset", "order", "levels", "shares"].some((key) => key in changes)) this.look();
    this.draw();
    document.documentElement.dataset.settled = "no";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settled(), REST);
  }

  draw() {
    drawVerdict(this);
    for (const part of this.parts) part.draw();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.charts.forEach((chart) => chart.draw()));
  }

  /** Show the state that the address has now. */
  follow() {
    this.read();
    this.draw();
    this.settled();
  }

  /** The page after what need not follow each move of a slider: slow intervals, the address, the code. */
  settled() {
    if (!this.sure) {
      this.lookSurely();
      this.draw();
    }
    byId("code").textContent = pythonOf(this);
    try {
      history.replaceState(null, "", this.link);
    } catch {
      // A frame may have no address of its own; the button gives the link all the same.
    }
    document.documentElement.dataset.settled = "yes";
    return this;
  }

  get link() {
    const fragment = fragmentOf(this.state, this.content);
    return location.href.split("#")[0] + (fragment && `#${fragment}`);
  }
}

/** Build the chart of a section, with buttons to save what it draws. */
function chartIn(section, page) {
  const name = section.dataset.chart;
  if (name === "SlicePanel" && !page.content.slices) {
    section.remove();
    return [];
  }
  const body = section.querySelector(".body");
  const chart = new CHARTS[name](body, page);
  const saving = (kind) => button(() => saveFigures(body, name, kind), {}, `Save as ${kind.toUpperCase()}`);
  const kinds = body.querySelector("svg.chart") ? ["svg", "png"] : body.querySelector("canvas") ? ["png"] : [];
  section.append(make("p", { class: "tools" }, ...kinds.map(saving)));
  return [chart];
}
