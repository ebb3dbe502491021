// The page: what is shown, what follows from a change, and what its buttons do.
import { ClassPanel } from "./classes.js";
import { drawChoices, levelSliders, orderList, shareSliders } from "./controls.js";
import { byId, say } from "./dom.js";
import { Engine } from "./engine.js";
import { codeOf, copyText, countsText, csvOf, save, saveCharts } from "./exports.js";
import { MatrixPanel } from "./matrix.js";
import { RankChart } from "./rank_chart.js";
import { drawVerdict, scoreTable } from "./results.js";
import { SlicePanel } from "./slices.js";
import { fragmentOf, readFragment, viewOf } from "./state.js";
import { WeightChart } from "./weight_chart.js";

const CHARTS = { RankChart, WeightChart, ClassPanel, MatrixPanel, SlicePanel };
const REST = 150; // milliseconds without a change until the address and the code follow

/** What charts and controls are given: content, engine, state, view, its scores, and how to change it. */
class Page {
  constructor(content) {
    Object.assign(this, { content, engine: new Engine(content), parts: [] });
    this.read();
    const charts = Array.from(document.querySelectorAll("[data-chart]"), (section) => new CHARTS[section.dataset.chart](section.querySelector(".body"), this));
    const connected = [scoreTable, levelSliders, shareSliders, orderList].map((part) => part(this));
    this.parts = [drawVerdict, drawChoices, ...connected, ...charts.map((chart) => () => chart.draw())];
    this.draw();
  }

  /** Take the state from the address; what makes no sense there is left out, and said. */
  read() {
    const offers = (name, value) => [...document.getElementsByName(name)].some((one) => [one, ...(one.options ?? [])].some((choice) => choice.value === value));
    const { state, unread } = readFragment(location.hash, this.content, offers);
    byId("unread").hidden = !unread.length;
    say(byId("unread").firstElementChild, unread.join(", "));
    this.choose(state);
  }

  choose(changes) {
    this.state = { ...this.state, ...("preset" in changes && { levels: null }), ...changes };
    if (["preset", "levels", "shares"].some((key) => key in changes)) this.look();
    this.draw();
  }

  look() {
    this.view = viewOf(this.state, this.content);
    const { value, rank } = this.engine.scores(this.view);
    const { low, high, effective } = this.engine.intervals(this.view);
    const known = (number, at) => (this.knows(at % this.content.metrics.length) ? number : NaN);
    Object.assign(this, { scores: { value: value.map(known), low, high, rank: rank.map(known) }, effective });
  }

  /** Whether metric j has a value here: one that cannot be recomputed has it while nothing moves that it follows. */
  knows(j) {
    const { levels, preset, shares } = this.state;
    const { live, weighted } = this.content.metrics[j];
    return live || !(shares.length || (weighted && (levels || preset)));
  }

  draw() {
    for (const draw of this.parts) draw(this);
    document.documentElement.dataset.settled = "no";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), REST);
  }

  settle() {
    for (const [part, text] of Object.entries(codeOf(this))) say(byId(`code-${part}`), text);
    try {
      history.replaceState(null, "", this.link);
    } catch {} // a frame may have no address of its own
    document.documentElement.dataset.settled = "yes";
  }

  get link() {
    return location.href.split("#")[0] + fragmentOf(this.state, this.content);
  }
}

const page = new Page(JSON.parse(byId("content").textContent));

/** What buttons do, by their `data-act`. */
const acts = {
  start: () => page.choose({ preset: 0, shares: [] }),
  shares: () => page.choose({ shares: [] }),
  link: (pressed) => copyText(page.link, pressed),
  code: (pressed) => copyText(byId("code").textContent, pressed),
  counts: () => save("counts.json", countsText(page.content, page.engine.matrices)),
  scores: () => save("scores.csv", csvOf(document.querySelectorAll("#scores td"))),
  chart: (pressed) => saveCharts(pressed.closest("section"), pressed.value),
};
addEventListener("click", ({ target }) => {
  const pressed = target.closest("button");
  if (pressed?.name) page.choose({ [pressed.name]: Number(pressed.value) });
  acts[pressed?.dataset.act]?.(pressed);
});
byId("metric").addEventListener("change", ({ target }) => page.choose({ metric: Number(target.value) }));
byId("filter").addEventListener("input", ({ target }) => {
  for (const item of document.querySelectorAll(".classes > li")) item.hidden = !item.firstChild.title.toLowerCase().includes(target.value.toLowerCase());
});
// An address may also be that of a part of the page, to which one has gone.
addEventListener("hashchange", () => (byId(location.hash.slice(1)) ? page.settle() : page.read()));
document.documentElement.dataset.ready = "yes";
