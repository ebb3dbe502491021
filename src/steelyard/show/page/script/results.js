// What the view comes to: the verdict, and the table of scores.
import { byId, make, mark, nameOf, say } from "./dom.js";
import { sortedPlaces } from "./matrix.js";
import { between, capital, digitsOf, percent, pOf, portion, shown } from "./words.js";

/** Models with their names: a, b and c. */
function listed(models, places) {
  return places.flatMap((k, i) => [i === 0 ? "" : i === places.length - 1 ? " and " : ", ", nameOf(models[k])]).slice(1);
}

/** What is known of the best model and the next, how sure, and under which weights: texts and nodes. */
export function verdictOf(page) {
  const { content: { at_stated, confidence, items, labels, metrics, models, named, presets, yours }, engine, scores, state } = page;
  const { title, weighted } = metrics[state.metric];
  const of = (numbers, k) => numbers[k * metrics.length + state.metric];
  const rank = (k) => of(scores.rank, k);
  const order = [...models.keys()].filter(rank).sort((a, b) => rank(a) - rank(b)), [best] = order;
  if (!page.knows(state.metric)) return [`In this view, there is no ${title}: it cannot be recomputed.`];
  if (best === undefined) return [models.length > 1 ? `For all models, ${title} is undefined.` : `${capital(title)} is undefined.`];

  const importance = weighted ? ` ${state.levels ? yours : presets[state.preset].said}` : "";
  const set = state.shares.flatMap(([c, share], i) => [i ? " and " : importance.startsWith(" if") ? " and if " : " if ", nameOf(labels[c]), ` were ${portion(share)} of the items`]), shares = set.length || !at_stated ? set : [` ${at_stated}`];
  const by = make("span", { class: "by" }, `By ${title}${importance}`, ...shares, ", "), first = nameOf(models[best]);
  const within = (low, high, digits) => `${portion(confidence)} interval ${shown(low, digits)} to ${shown(high, digits)}`;
  if (order.length === 1) {
    const [value, low, high] = [scores.value, scores.low, scores.high].map((numbers) => of(numbers, best)), digits = digitsOf(low, high, high - low);
    const reached = `${shown(value, digits)}${low <= high ? ` (${within(low, high, digits)})` : ""}.`;
    if (!named) return [make("span", { class: "by" }, capital(title), importance, ...shares, " is "), reached];
    return models.length === 1 ? [by, first, ` reaches ${reached}`] : [by, "only ", first, ` has a value: ${reached}`];
  }

  // By one rule, that of `steelyard.comparison.conclusion`.
  const faultless = engine.faultless(best), same = (k) => (faultless ? engine.faultless(k) : engine.alike(best, k));
  const alike = order.filter((k) => k === best || same(k)), second = order.find((k) => !alike.includes(k));
  const all = engine.tableOf(order[0], order[1]) ? `all ${items.toLocaleString("en")} items` : "all their items";
  const nothing = faultless ? ["No errors were seen: ", ...listed(models, alike), ` are right on ${all}, so these items do not show which is better.`] : [...listed(models, alike), ` gave the same answers to ${all}.`];
  const before = alike.length > 1 ? nothing : [];
  if (second === undefined) return before;
  return [...before, ...(before.length ? [" "] : []), ...conclusionOf(page, best, second, by, of, within)];
}

/** How the best model stands to another one that gave other answers. */
function conclusionOf(page, best, second, by, of, within) {
  const { content: { confidence, labels, metrics, models, rope, together }, engine, scores, state, view } = page, first = nameOf(models[best]);
  const { value: lead, low, high, better, p, adjusted, limited } = page.lead(best, second, state.metric);
  const digits = digitsOf(low, high, high - low), value = (k) => shown(of(scores.value, k), digits);
  const other = engine.dispute(view, best, state.metric);
  if (other) {
    const rival = other.first[0], [one, two] = [best, rival].map((k) => shown(other.values[k], digits));
    return [by, first, ` has ${value(best)} and `, nameOf(models[rival]), ` ${value(rival)}, but ${other.said} ${one} and ${two}: neither is ahead, unless you choose.`];
  }
  const next = nameOf(models[second]), [one, two] = [best, second].map((k) => ` (${value(k)})`), by_much = shown(lead, digits);
  const cautions = page.moved ? [] : cautionsOf(metrics[state.metric], models, [best, second]);
  const pair = (...said) => [by, first, `${one} and `, next, two, ...said, ...cautions];
  if (!(low <= high)) return pair(` differ by ${by_much}; there is no interval, so nothing is said about which is better.`);
  const decided = !(adjusted >= 1 - confidence), beyond = rope ? ` by more than ${rope}` : "";
  const corrected = adjusted > p ? `; corrected for ${together.replace("{pairs}", (models.length * (models.length - 1)) / 2)} ${pOf(adjusted)}` : "";
  // The probability is said only of a model that is better: beside few items of a class, smaller ones do not hold.
  const sure = (chance = "") => `(${within(low, high, digits)}${better >= 0 ? `${chance}; ${pOf(p)}${corrected}` : ""})`;
  if (low > rope && decided) return [by, first, `${one} is better than `, next, `${two} by ${by_much} ${sure(`; better${beyond} with probability ${percent(better)}`)}.`, ...cautions];
  if (rope && low >= -rope && high <= rope) return pair(` differ by no more than ${rope} ${sure()}.`);
  if (rope && low > 0 && decided) return pair(` differ by ${by_much}, but perhaps by no more than ${rope} ${sure()}.`);
  const itemsOf = (count) => `${count.toLocaleString("en")} item${count === 1 ? "" : "s"}`;
  const unsure = limited < 0 ? [] : ["; most of the uncertainty comes from class ", nameOf(labels[limited]), ` (${itemsOf(engine.fewest(best, second, limited).items)})`];
  return pair(" are not told apart by these items", ...unsure, `. They differ by ${by_much} ${sure()}.`);
}

/** Why the values of some models mislead, as Python says it of what was evaluated. */
function cautionsOf({ misleading }, models, chosen) {
  const about = misleading.filter(([k]) => chosen.includes(k));
  return [...new Set(about.map(([, why]) => why))].flatMap((why) => {
    const [one, other] = about.filter(([, said]) => said === why).map(([k]) => nameOf(models[k]));
    return other ? [" Beware, the values of ", one, " and ", other, ` mislead: ${why}.`] : [" Beware, the value of ", one, ` misleads: ${why}.`];
  });
}

/** Connect the place of the verdict; return what fills it: with the words of the result itself, until something else is asked. */
export function verdictPlace({ content: { main, positive, start } }) {
  const own = start && byId("verdict").firstElementChild.cloneNode(true);
  return (page) => {
    const said = own && !page.moved && page.state.metric === main ? own.cloneNode(true) : make("p", {}, ...verdictOf(page), positive && ` ${positive}`);
    // The same would be read out again.
    if (said.textContent === byId("now").textContent) return;
    byId("now").replaceChildren(said.cloneNode(true));
    byId("verdict").replaceChildren(said);
  };
}

/** The cells of the table of scores, metric by metric. */
export function scoreCells({ content: { metrics, models } }) {
  return metrics.flatMap((_, j) => models.map((_, k) => byId(`score-${k}-${j}`)));
}

/** Where rows are models, put the best first. */
export function sortModels({ content: { metrics }, scores, state }) {
  const of = (row) => Number(row.cells[1].id.split("-")[1]);
  for (const { rows } of document.querySelectorAll(".by-model tbody")) {
    const order = sortedPlaces([...rows].map(of).map((k, i, all) => scores.rank[k * metrics.length + state.metric] + k / (2 * all.length)));
    const sorted = order.map((place) => rows[place]);
    // A row taken out would lose the focus.
    if (order.some((place, i) => place !== i)) sorted[0].parentNode.append(...sorted);
  }
}

/** Connect the table of scores; return what fills its cells. */
export function scoreTable(page) {
  const { metrics, models } = page.content, M = metrics.length, cells = scoreCells(page), rows = [...new Set(cells.map((cell) => cell.parentNode))];
  const places = new Map(cells.map((cell, i) => [cell, (i % models.length) * M + Math.floor(i / models.length)]));
  let timer;
  const fill = (row) => {
    for (const cell of row.querySelectorAll("td")) {
      const { scores } = page, at = places.get(cell), best = scores.best[at] === 1;
      cell.classList.toggle("best", best);
      const told = models.some((_, k) => scores.rank[k * M + (at % M)] > 1);
      const rank = best ? "★" : told && scores.rank[at] ? String(scores.rank[at]) : "";
      [shown(scores.value[at]), between(scores.low[at], scores.high[at]), rank].forEach((text, i) => say(cell.children[i], text));
    }
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
  return () => {
    for (const [cell, at] of places) for (const name in page.scores) mark(cell, `data-${name}`, page.scores[name][at]);
    seen.forEach(fill);
    clearTimeout(timer);
    timer = setTimeout(() => rows.forEach(fill), 100);
  };
}
