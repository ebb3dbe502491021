// The models by each of some metrics, each metric on an axis of its own.
import { make, nameOf } from "./dom.js";
import { sortedPlaces } from "./matrix.js";
import { Panel, scaleOf } from "./svg.js";

// Models up to which each has a line of its own, with its interval; marks of more share one.
const LINES = 12;

export class MetricChart extends Panel {
  drawNow({ first, metrics, models }, { scores, state }) {
    const M = metrics.length, shown = [...new Set([...first, state.metric])], N = shown.length, lanes = models.length > LINES ? 1 : models.length;
    const of = (numbers, j) => models.map((_, k) => numbers[k * M + j]);
    const rows = shown.map((j) => {
      const [values, low, high] = [scores.value, scores.low, scores.high].map((numbers) => of(numbers, j));
      const { scale, ticks } = scaleOf([...values, ...(lanes > 1 ? [...low, ...high] : [])], 3), { sign } = metrics[j];
      const across = (place) => (sign > 0 ? place : 1 - place), points = (numbers) => numbers.map((number) => across(scale(number)));
      return { values: points(values), low: points(low), high: points(high), ticks: ticks.map(([place, text]) => [across(place), text]) };
    });
    // In pixels: ticks above an axis, the models below it.
    const [above, lane, below] = [26, 9, 8], high = above + lane * lanes + below, down = (n, pixels) => (n + pixels / high) / N, laneOf = (n, k) => down(n, above + lane * ((k % lanes) + 0.8));
    this.plot({
      title: "Better is to the right",
      high: high * N,
      lines: models.map((_, k) => ({
        marks: rows.map(({ values }, n) => [values[k], laneOf(n, k)]),
        track: lanes > 1 ? rows.flatMap(({ low, high }, n) => [low[k], high[k]].map((end) => [end, laneOf(n, k)]).concat([[]])) : [],
      })),
      across: [],
      down: shown.map((j, n) => [down(n, above), metrics[j].title]),
      labels: rows.flatMap(({ ticks }, n) => ticks.map(([place, text]) => [place, down(n, above), text])),
    });
    const ranks = metrics.map((_, j) => of(scores.rank, j)), firsts = models.map((_, k) => ranks.filter((row) => row[k] === 1).length);
    this.words.replaceChildren(...sortedPlaces(firsts, true).filter((k) => firsts[k]).flatMap((k, i) => [i ? " · " : " ", make("span", { class: "whole" }, nameOf(models[k]), ` ${firsts[k]}`)]));
  }
}
