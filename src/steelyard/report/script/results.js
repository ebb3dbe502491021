// What the view comes to: the verdict in words, and the table of all metrics.
import { byId, make, mark, nameOf, say } from "./dom.js";
import { glyph } from "./svg.js";
import { digitsOf, percent, portion, shown } from "./words.js";

/** Who is ahead by the chosen metric, by how much, how sure, and under which weights: texts and nodes. */
export function verdictOf(page) {
  const { content: { confidence, labels, metrics, models, presets }, engine, scores, state, view } = page;
  const { title, weighted } = metrics[state.metric];
  const of = (numbers, k) => numbers[k * metrics.length + state.metric];
  const rank = (k) => of(scores.rank, k);
  const [best, second] = [...models.keys()].filter((k) => rank(k) > 0).sort((a, b) => rank(a) - rank(b));
  if (!page.knows(state.metric)) return [`There is no ${title} in this view: it cannot be recomputed in this page.`];
  if (best === undefined) return [`No model has a ${title}: it is undefined for all of them.`];

  const importance = weighted ? ` under ${state.levels ? "your weights" : presets[state.preset].name}` : "";
  const shares = state.shares.flatMap(([c, share], i) => [i ? " and " : " if ", nameOf(labels[c]), ` were ${portion(share)} of the items`]);
  const by = make("span", { class: "by" }, `By ${title}${importance}`, ...shares, ", ");

  const alone = { value: NaN, low: of(scores.low, best), high: of(scores.high, best) };
  const { value: lead, low, high, better } = second === undefined ? alone : engine.difference(view, best, second, state.metric);
  const digits = digitsOf(lead, low, high, high - low);
  const interval = low <= high ? ` (${portion(confidence)} interval ${shown(low, digits)} to ${shown(high, digits)})` : "";
  const sure = better >= 0 ? `, and better with probability ${percent(better)}` : "";
  const doubt = low <= 0 ? " The interval includes 0: on these items, the two cannot be told apart." : "";
  const value = (k) => shown(of(scores.value, k), digits);
  const first = nameOf(models[best]);
  if (models.length === 1) return [by, first, ` reaches ${value(best)}${interval}.`];
  if (second === undefined) return [by, "only ", first, ` has a value: ${value(best)}${interval}.`];
  if (lead === 0) return [by, first, " and ", nameOf(models[second]), ` are equal (${value(best)}).`];
  return [by, first, ` (${value(best)}) is ahead of `, nameOf(models[second]), ` (${value(second)}) by ${shown(lead, digits)}${interval}${sure}.${doubt}`];
}

/** Show the verdict, also beside the sliders. */
export function drawVerdict(page) {
  const said = make("p", {}, ...verdictOf(page));
  if (said.textContent === byId("verdict").textContent) return; // what is written again would be read out again
  byId("now").replaceChildren(said.cloneNode(true));
  byId("verdict").replaceChildren(said);
}

/** Connect the table of scores, whose cells are in the page; return what fills them. */
export function scoreTable(page) {
  const [{ cells: [, ...heads] }, ...rows] = byId("scores").querySelectorAll("tr");
  const cells = heads.flatMap((_, k) => rows.map((row) => row.cells[k + 1]));
  let sorted; // by the ranks of this model, else as the metrics come
  heads.forEach((head, k) => {
    head.firstChild.prepend(glyph(k));
    head.addEventListener("click", () => {
      sorted = sorted === k ? undefined : k;
      const rank = (j) => (sorted === k && page.scores.rank[k * rows.length + j]) || rows.length;
      rows[0].parentNode.append(...[...rows.keys()].sort((a, b) => rank(a) - rank(b)).map((j) => rows[j]));
      heads.forEach((other, i) => mark(other, "aria-sort", i === sorted ? "ascending" : "none"));
    });
  });
  return ({ content, effective, scores }) =>
    cells.forEach((cell, at) => {
      for (const name in scores) mark(cell, `data-${name}`, scores[name][at]);
      const [low, high, few] = [scores.low[at], scores.high[at], effective[at] < content.few_decide ? "~ " : ""];
      say(cell.children[0], shown(scores.value[at]));
      say(cell.children[1], low <= high ? `${few}${shown(low)} – ${shown(high)}` : "");
    });
}
