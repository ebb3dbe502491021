// The conclusion of the view in words: who is ahead, by how much, how sure, and under which weights.
import { byId, make, nodesOf, say } from "./dom.js";
import { digitsOf, listed, named, percent, portion, shown, titled } from "./words.js";

const FEW_SHARES = 2;

/** What there is to say by the metric of the verdict: the models with a value, the best first, and how they compare. */
function standing(page) {
  const { content, engine, scores, state, view } = page;
  const place = (k) => k * content.metrics.length + state.metric;
  const ranked = [...content.models.keys()].filter((k) => !Number.isNaN(scores.rank[place(k)]));
  const [best, second] = ranked.sort((a, b) => scores.rank[place(a)] - scores.rank[place(b)] || a - b);
  const lead = second === undefined ? null : engine.difference(view, best, second, state.metric);
  return { best, second, lead, place, value: (k, digits) => shown(scores.value[place(k)], digits), model: (k) => named(content.models[k]) };
}

/** The sentences of the verdict, each as its parts; the first one says it all. */
export function verdictOf(page) {
  const { content, state } = page;
  const metric = content.metrics[state.metric];
  const title = titled(metric);
  const found = standing(page);
  if (!page.knows(state.metric)) return [[`There is no ${title} in this view: it cannot be recomputed in this page.`], [metric.why_fixed]];
  if (found.best === undefined) return [[`No model has a ${title}: it is undefined for all of them.`]];
  const opening = [`By ${title}`, ...(metric.weighted ? underWhich(page) : []), ...atWhichShares(page), ", "];
  const counted = metric.weighted ? [] : [[`${title} is as counted: importance has no part in it.`]];
  const [said, ...more] = content.models.length === 1 ? alone(page, found) : found.lead ? ahead(page, found) : [only(page, found)];
  return [[...opening, ...said], ...counted, ...more];
}

/** Who is ahead, in a few words. */
export function briefly(page) {
  const { best, second, lead, model, value } = standing(page);
  if (best === undefined) return ["undefined"];
  if (!lead) return [model(best), ` ${value(best)}`];
  if (lead.value === 0) return [model(best), " and ", model(second), " are equal"];
  return [model(best), ` is ahead by ${shown(lead.value, digitsOf(lead.value))}${sureness(lead, ", probability ")}`];
}

function underWhich({ content, state }) {
  if (state.levels) return [" under your weights"];
  return state.order ? [" under your order of the classes"] : [` under ${content.presets[state.preset].name}`];
}

function atWhichShares({ content, state }) {
  if (!state.shares.length) return [];
  if (state.shares.length > FEW_SHARES) return [" at your class shares"];
  return [" if ", ...listed(state.shares.map(([c, share]) => [named(content.labels[c]), ` were ${portion(share)}`])), " of the items"];
}

function interval({ content }, low, high, digits) {
  if (!Number.isFinite(low + high)) return "";
  return ` (${portion(content.confidence)} interval ${shown(low, digits)} to ${shown(high, digits)})`;
}

function sureness({ better }, words) {
  return Number.isFinite(better) ? words + percent(better) : "";
}

function ahead(page, { best, second, lead, model, value }) {
  if (lead.value === 0) return [[model(best), " and ", model(second), ` are equal (${value(best)}).`]];
  const digits = digitsOf(lead.value, lead.low, lead.high, lead.high - lead.low);
  const said = [model(best), ` (${value(best, digits)}) is ahead of `, model(second), ` (${value(second, digits)}) by ${shown(lead.value, digits)}`];
  said.push(`${interval(page, lead.low, lead.high, digits)}${sureness(lead, ", and better with probability ")}.`);
  return lead.low <= 0 ? [said, ["The interval includes 0: on these items, the two cannot be told apart."]] : [said];
}

function only({ content }, { best, model }) {
  const others = [...content.models.keys()].filter((k) => k !== best);
  return ["only ", model(best), " has a value; that of ", ...listed(others.map(model)), " is undefined."];
}

/** One model: its value, and the class through which it loses most. */
function alone(page, { model, place, value }) {
  const { content, engine, intervals, view } = page;
  const [low, high] = [intervals.low[place(0)], intervals.high[place(0)]];
  const digits = digitsOf(high - low);
  const said = [model(0), ` reaches ${value(0, digits)}${interval(page, low, high, digits)}.`];
  const recall = engine.rate(view, 0, 0);
  const lost = Array.from(recall, (rate, c) => view.weights[c] * (1 - rate) || 0);
  const weakest = lost.indexOf(Math.max(...lost));
  if (!(lost[weakest] > 0)) return [said];
  return [said, ["It loses most through ", named(content.labels[weakest]), `: ${portion(recall[weakest])} of that class is found, and it has ${portion(view.weights[weakest])} of the weight.`]];
}

/** Show the verdict, and a short form beside the sliders. */
export function drawVerdict(page) {
  const { importance, shares } = page.moved;
  const sentences = verdictOf(page);
  const said = JSON.stringify(sentences); // what is said again would be read out again
  if (said !== byId("verdict").said) byId("verdict").replaceChildren(...sentences.map((parts) => make("p", {}, ...nodesOf(parts))));
  byId("verdict").said = said;
  byId("now").replaceChildren(...nodesOf(briefly(page)));
  byId("moved").hidden = !importance && !shares;
  const what = [...(importance ? ["the importance"] : []), ...(shares ? ["the class shares"] : [])];
  say(byId("moved").firstElementChild, `You have moved ${listed(what).join("")}. Notes and the marks “!” are those of the start.`);
}
