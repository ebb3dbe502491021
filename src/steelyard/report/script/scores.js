// The table of all metrics: value, interval and rank of each model.
import { button, byId, make, mark, nameOf, say } from "./dom.js";
import { glyph } from "./svg.js";
import { portion, shown, titled } from "./words.js";

const TAGS = { robust: "does not move with the class shares", "as counted": "does not follow the importance", fixed: "cannot be recomputed in this page" };

function tagsOf({ live, robust, weighted }) {
  return Object.keys(TAGS).filter((_, i) => [robust, !weighted, !live][i]);
}

export class ScoreTable {
  constructor(page) {
    this.page = page;
    this.cells = [];
    const { confidence, metrics, models } = page.content;
    this.heads = models.map((name, k) => make("th", { scope: "col" }, button(() => this.sort(k), { title: "Sort by its ranks" }, glyph(k), nameOf(name))));
    this.rows = metrics.map((metric, j) => make("tr", {}, this.head(metric, j), ...models.map((name, k) => this.cell(metric, j, name, k))));
    this.body = make("tbody", {}, ...this.rows);
    byId("scores").append(make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Metric"), ...this.heads)), this.body));
    byId("scores").classList.toggle("sure", confidence !== null);
    byId("level").textContent = confidence ? `Below each value is its ${portion(confidence)} interval, by the delta method; ~ few items decide it, so it may be too narrow.` : "";
    byId("fixed").textContent = [...new Set(metrics.map((metric) => metric.why_fixed))].join(" ");
  }

  head(metric, j) {
    const tags = tagsOf(metric).map((tag) => make("span", { class: "tag", title: TAGS[tag] }, tag));
    const name = button(() => this.page.choose({ metric: j }), { title: metric.meaning }, `${titled(metric)} ${metric.sign > 0 ? "↑" : "↓"}`);
    return make("th", { scope: "row" }, name, ...tags);
  }

  cell(metric, j, name, k) {
    const [value, rank, interval] = ["value", "rank", "interval"].map((kind) => make("span", { class: kind }));
    const notes = metric.notes.filter(([model]) => model === k).map(([, note]) => note);
    const cell = make("td", { "data-model": name, "data-metric": metric.name }, ...(notes.length ? [tipped("!", `Note: ${notes.join(" ")}`)] : []), value, rank, interval);
    this.cells.push({ j, place: k * this.page.content.metrics.length + j, cell, value, rank, interval });
    return cell;
  }

  /** Order the metrics by the rank of model k; as they come if they are so already. */
  sort(k) {
    this.sorted = this.sorted === k ? null : k;
    const rank = (j) => (this.sorted === null ? 0 : this.page.scores.rank[k * this.rows.length + j] || Infinity);
    this.body.append(...[...this.rows.keys()].sort((a, b) => rank(a) - rank(b) || a - b).map((j) => this.rows[j]));
    this.heads.forEach((head, other) => mark(head, "aria-sort", other === this.sorted ? "ascending" : "none"));
  }

  draw() {
    const { content, intervals, scores, state } = this.page;
    this.rows.forEach((row, j) => mark(row, "aria-current", j === state.metric));
    const told = new Set(this.cells.filter(({ place }) => scores.rank[place] > 1).map(({ j }) => j)); // not all are equal
    for (const { j, place, cell, ...spans } of this.cells) {
      const [value, rank, low, high] = [scores.value, scores.rank, intervals.low, intervals.high].map((list) => list[place]);
      for (const [name, number] of Object.entries({ value, low, high, rank })) mark(cell, `data-${name}`, number);
      const best = rank === 1 && told.has(j);
      const few = intervals.effective?.[place] < content.few_decide;
      cell.classList.toggle("best", best);
      say(spans.value, shown(value));
      say(spans.rank, best ? "★" : rank > 1 ? String(rank) : "");
      say(spans.interval, Number.isFinite(low + high) ? `${few ? "~ " : ""}${shown(low)} – ${shown(high)}` : "");
    }
  }
}

/** A sign whose sentence is shown beside it while it is pointed at or has the focus. */
function tipped(sign, text) {
  const tip = byId("tip");
  const hide = () => (tip.hidden = true);
  const show = ({ currentTarget }) => {
    tip.textContent = text;
    tip.hidden = false;
    const at = currentTarget.getBoundingClientRect();
    const above = at.top - tip.offsetHeight - 6;
    tip.style.setProperty("left", `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`);
    tip.style.setProperty("top", `${above > 0 ? above : at.bottom + 6}px`);
  };
  const keydown = ({ key }) => key === "Escape" && hide();
  return button(show, { class: "note", "aria-label": text, focus: show, pointerenter: show, blur: hide, pointerleave: hide, keydown }, sign);
}
