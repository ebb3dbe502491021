// Which model comes where by each metric.
import { nameOf } from "./dom.js";
import { Panel } from "./svg.js";

/** Places of ranks: equal ones side by side, in the room of those that nobody has. */
export function rankPlaces(ranks) {
  return ranks.map((rank, k) => rank + 0.3 * ranks.slice(0, k).filter((other) => other === rank).length);
}

export class RankChart extends Panel {
  drawNow({ metrics, models }, { scores }) {
    const M = metrics.length, across = (rank) => (rank - 0.5) / models.length, down = (j) => (j + 0.5) / M;
    const ranks = metrics.map((_, j) => models.map((_, k) => scores.rank[k * M + j])), places = ranks.map(rankPlaces);
    this.plot({
      title: "Rank by each metric",
      high: 20 * M,
      lines: models.map((_, k) => ({ track: places.map((row, j) => [across(row[k]), down(j)]) })),
      across: models.map((_, k) => [across(k + 1), String(k + 1)]),
      down: metrics.map((metric, j) => [down(j), metric.title]),
    });
    this.words.replaceChildren(...models.flatMap((name, k) => [" · ", nameOf(name), ` ${ranks.filter((row) => row[k] === 1).length}`]));
  }
}
