// The page: what follows from a change, and what its buttons do.
import { ClassPanel } from "./classes.js";
import { drawChoices, levelSliders, orderList, shareSliders } from "./controls.js";
import { byId, say } from "./dom.js";
import { codeOf, copyText, countsText, csvOf, save, saveChart } from "./exports.js";
import { MatrixPanel } from "./matrix.js";
import { MetricChart } from "./metric_chart.js";
import { scoreCells, scoreTable, sortModels, verdictPlace } from "./results.js";
import { SlicePanel } from "./slices.js";
import { fragmentOf, readFragment, viewOf } from "./state.js";
import { View } from "./view.js";
import { WeightChart } from "./weight_chart.js";

const CHARTS = { ClassPanel, MetricChart, WeightChart, MatrixPanel, SlicePanel };
// At which the sliders stand beside the numbers, as in style.css.
const WIDE = "(min-width: 64rem)";
const status = document.documentElement.dataset;

export class Page extends View {
  constructor(content) {
    super(content);
    byId("panel").open = matchMedia(WIDE).matches;
    this.read();
    const sections = [...document.querySelectorAll("[data-chart]")];
    const charts = sections.map((section) => new CHARTS[section.dataset.chart](section.querySelector(".body"), this));
    const connected = [verdictPlace, scoreTable, levelSliders, shareSliders, orderList].map((part) => part(this));
    this.parts = [drawChoices, ...connected, ...charts.map((chart) => () => chart.draw())];
    this.draw();
  }

  read() {
    const offers = (name, value) => document.querySelector(`[name="${CSS.escape(name)}"] > [value="${CSS.escape(value)}"]`);
    const { state, unread } = readFragment(location.hash, this.content, offers);
    byId("unread").hidden = !unread;
    this.choose(state);
  }

  choose(changes) {
    const state = { ...this.state, ...("preset" in changes && { levels: null }), ...changes };
    const same = this.view && !["preset", "levels", "shares"].some((name) => name in changes);
    const view = same ? this.view : viewOf(state, this.content);
    Object.assign(this, { state, view, moved: state.levels || state.preset || state.shares.length });
    this.scores = !this.moved && this.own ? this.own : this.recomputed();
    this.draw();
  }

  draw() {
    for (const draw of this.parts) draw(this);
    status.settled = "no";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), 150);
  }

  /** What need not follow each move of a slider: the code, and the address. */
  settle() {
    for (const [part, text] of Object.entries(codeOf(this))) say(byId(`code-${part}`), text);
    sortModels(this);
    // A frame may have no address of its own.
    try {
      history.replaceState(null, "", this.link);
    } catch {}
    status.settled = "yes";
  }

  get link() {
    return location.href.split("#")[0] + fragmentOf(this.state, this.content);
  }
}

/** Show a content in the page that was made for it, and do what hands ask for. */
export function show(content) {
  const page = new Page(content);
  const acts = {
    start: () => page.choose({ preset: 0, shares: [] }),
    shares: () => page.choose({ shares: [] }),
    link: (pressed) => copyText(page.link, pressed),
    code: (pressed) => copyText(byId("code").textContent, pressed),
    counts: () => save("counts.json", countsText(page)),
    scores: () => save("scores.csv", csvOf(scoreCells(page))),
    svg: saveChart,
    png: saveChart,
  };
  window.onclick = ({ target }) => {
    const pressed = target.closest("button");
    if (pressed?.name) page.choose({ [pressed.name]: Number(pressed.value) });
    acts[pressed?.dataset.act]?.(pressed);
  };
  window.onchange = ({ target: { name, options, value } }) => options && page.choose({ [name]: isNaN(value) ? value : Number(value) });
  byId("filter").oninput = ({ target }) => {
    for (const item of document.querySelectorAll(".classes > li")) item.hidden = !item.firstChild.title.toLowerCase().includes(target.value.toLowerCase());
  };
  // One may also have gone to a part of the page.
  window.onhashchange = () => (byId(location.hash.slice(1)) ? page.settle() : page.read());
  status.ready = "yes";
  return page;
}
