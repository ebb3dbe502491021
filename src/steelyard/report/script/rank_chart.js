// Which model comes where by each metric: one line per model, so that one sees where metrics disagree.
import { make, say } from "./dom.js";
import { cut, legend, LineChart, Panel } from "./svg.js";
import { titled } from "./words.js";

/** Where the marks of one metric go: models that share a rank lie close together, those without one below the last. */
export function rankPlaces(ranks) {
  return ranks.map((rank, k) => {
    const level = (other) => Object.is(other, rank);
    const step = Math.min(0.3, 0.6 / ranks.filter(level).length);
    return (Number.isNaN(rank) ? ranks.length + 1 : rank) + step * ranks.slice(0, k).filter(level).length;
  });
}

/** In words: by how many metrics each model comes first. */
export function rankSummary(models, ranks) {
  const firsts = models.map((name, k) => [ranks[k].filter((rank) => rank === 1).length, cut(name, 40)]);
  const told = firsts.sort(([a], [b]) => b - a).map(([number, name]) => `${name} by ${number}`);
  return `First by how many of ${ranks[0].length} metrics (ties count for each): ${told.join(", ")}.`;
}

export class RankChart extends Panel {
  constructor(place, page) {
    super(place, page);
    if (this.content.models.length < 2) return place.append("There is only one model: nothing to rank.");
    this.summary = make("p", { class: "hint" });
    this.chart = new LineChart(place, this.content.models);
    place.append(legend(place, this.content.models), this.summary);
    this.across = this.content.metrics.map((metric, j, { length }) => [length > 1 ? j / (length - 1) : 0.5, cut(titled(metric)), titled(metric)]);
  }

  /** Ranks follow a slider at once, not in a quiet moment. */
  draw() {
    if (this.width && this.chart) this.drawNow();
  }

  drawNow() {
    const { across, width } = this;
    const { models } = this.content;
    const [K, M] = [models.length, across.length];
    const ranks = models.map((_, k) => across.map((_, j) => (this.page.knows(j) ? this.page.scores.rank[k * M + j] : NaN)));
    const places = across.map((_, j) => rankPlaces(ranks.map((row) => row[j])));
    const last = ranks.flat().some(Number.isNaN) ? K + 1 : K;
    const upright = width < 22 * M + 200;
    // The best above; or at the left, where the metrics run down the page.
    const height = (rank) => (last > 1 ? (upright ? rank - 1 : last - rank) / (last - 1) : 0.5);
    const up = Array.from({ length: last }, (_, n) => [height(n + 1), n < K ? String(n + 1) : "–", n < K ? "" : "undefined"]);
    const lines = ranks.map((row, k) => {
      const marks = across.map(([place], j) => [place, height(places[j][k])]);
      return { marks, track: marks.map((pair, j) => (Number.isNaN(row[j]) ? [NaN, NaN] : pair)) };
    });
    const label = rankSummary(models, ranks);
    this.chart.draw({ width, height: 30 * (last - 1), across, up, lines, label, upright, names: !upright, titles: ["", "rank"] });
    say(this.summary, label + (last > K ? " Marks in the last row (–): undefined." : ""));
  }
}
