// What the view comes to: the verdict, and the table of scores.
import { byId, make, mark, nameOf, say } from "./dom.js";
import { between, digitsOf, percent, portion, shown } from "./words.js";

/** Who is ahead, by how much, how sure, and under which weights: texts and nodes. */
export function verdictOf(page) {
  const { content: { confidence, labels, metrics, models, presets }, engine, scores, state, view } = page;
  const { title, weighted } = metrics[state.metric];
  const of = (numbers, k) => numbers[k * metrics.length + state.metric];
  const rank = (k) => of(scores.rank, k);
  const [best, second] = [...models.keys()].filter(rank).sort((a, b) => rank(a) - rank(b));
  if (!page.knows(state.metric)) return [`In this view, there is no ${title}: it cannot be recomputed.`];
  if (best === undefined) return [`For all models, ${title} is undefined.`];

  const importance = weighted ? ` under ${state.levels ? "your weights" : presets[state.preset].name}` : "";
  const shares = state.shares.flatMap(([c, share], i) => [i ? " and " : " if ", nameOf(labels[c]), ` were ${portion(share)} of the items`]);
  const by = make("span", { class: "by" }, `By ${title}${importance}`, ...shares, ", ");

  const alone = second === undefined && { value: NaN, low: of(scores.low, best), high: of(scores.high, best) };
  const { value: lead, low, high, better } = alone || engine.difference(view, best, second, state.metric);
  const digits = digitsOf(lead, low, high, high - low);
  const interval = low <= high ? ` (${portion(confidence)} interval ${shown(low, digits)} to ${shown(high, digits)})` : "";
  const sure = better >= 0 ? `, and better with probability ${percent(better)}` : "";
  const doubt = !alone && low <= 0 ? " The interval includes 0: on these items, the two cannot be told apart." : "";
  // What is never found may yet be found at times: of n items, three in n.
  const beware = [best, second].filter((k) => k >= 0 && weighted && confidence).flatMap((k) => {
    const never = engine.neverFound(view, k).slice(0, 3).flatMap((c) => [" ", nameOf(labels[c])]);
    return never.length ? [" ", nameOf(models[k]), " never finds", ...never, ", so the interval may be too narrow."] : [];
  });
  const doubts = doubt || beware.length ? [make("small", {}, doubt, ...beware)] : [];
  const value = (k) => shown(of(scores.value, k), digits);
  const first = nameOf(models[best]);
  if (models.length === 1) return [by, first, ` reaches ${value(best)}${interval}.`, ...doubts];
  if (alone) return [by, "only ", first, ` has a value: ${value(best)}${interval}.`, ...doubts];
  const next = nameOf(models[second]);
  if (lead === 0) return [by, first, " and ", next, ` are equal (${value(best)}).`];
  const other = engine.dispute(view, best, state.metric);
  if (other) {
    const rival = other.first[0], [one, two] = [best, rival].map((k) => shown(other.values[k], digits));
    return [by, first, ` has ${value(best)} and `, nameOf(models[rival]), ` ${value(rival)}, but ${other.said} ${one} and ${two}: neither is ahead, unless you choose.`];
  }
  return [by, first, ` (${value(best)}) is ahead of `, next, ` (${value(second)}) by ${shown(lead, digits)}${interval}${sure}.`, ...doubts];
}

export function drawVerdict(page) {
  const said = make("p", {}, ...verdictOf(page));
  if (said.textContent === byId("verdict").textContent) return; // else it would be read out again
  byId("now").replaceChildren(said.cloneNode(true));
  byId("verdict").replaceChildren(said);
}

/** Connect the table of scores; return what fills its cells. */
export function scoreTable() {
  const [{ cells: [, ...heads] }, ...rows] = byId("scores").querySelectorAll("tr");
  for (const head of heads) {
    head.onclick = () => {
      const sorted = head.ariaSort !== "ascending"; // else as the metrics come
      const rank = (row) => (sorted && Number(row.cells[head.cellIndex].dataset.rank)) || rows.length;
      rows[0].parentNode.append(...[...rows].sort((a, b) => rank(a) - rank(b)));
      for (const other of heads) other.ariaSort = sorted && other === head ? "ascending" : "none";
    };
  }
  let page, timer;
  const each = (row, act) => heads.forEach((_, k) => act(row.cells[k + 1], k * rows.length + rows.indexOf(row)));
  const fill = (row) => {
    const told = [...row.cells].some((cell) => Number(cell.dataset.rank) > 1);
    each(row, (cell, at) => {
      const { content, effective, scores } = page;
      const [low, high] = [scores.low[at], scores.high[at]], few = effective[at] < content.few_decide ? "~ " : "";
      const best = scores.best[at] === 1;
      cell.classList.toggle("best", best);
      const rank = best ? "★" : told && scores.rank[at] ? String(scores.rank[at]) : "";
      [shown(scores.value[at]), few + between(low, high), rank].forEach((text, i) => say(cell.children[i], text));
    });
  };
  // Texts cost a layout: those off the screen follow when the sliders rest, or when they are scrolled to.
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      seen[isIntersecting ? "add" : "delete"](target);
      fill(target);
    }
  });
  for (const row of rows) watch.observe(row);
  return (now) => {
    page = now;
    for (const row of rows) each(row, (cell, at) => Object.keys(now.scores).forEach((name) => mark(cell, `data-${name}`, now.scores[name][at])));
    seen.forEach(fill);
    clearTimeout(timer);
    timer = setTimeout(() => rows.forEach(fill), 100);
  };
}
