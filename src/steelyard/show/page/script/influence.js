// How much one more item, or a group of items, would move a metric; and how far all groups together may: the delta
// method, as `steelyard.intervals.influence` and `.method` have it.
import { unpack } from "./packed.js";

/** The units of a table: the truth and the predictions of its entries, and how much there is of each. */
export function unitsOf({ models, truth, predictions, sizes, kind, amounts, squares }) {
  const places = (numbers) => Int32Array.from(unpack(numbers));
  return { models, truth: places(truth), predictions: predictions.map(places), sizes: unpack(sizes), kind: kind && places(kind), amounts: unpack(amounts ?? sizes), squares: unpack(squares ?? amounts ?? sizes) };
}

/** The nodes that add up to the slope of an output by each cell: those by row, by column and on the diagonal as lines. */
export function slopesOf({ slopes, diagonal }, arrays, classes) {
  const [rows, columns, hits] = [0, 1, 2].map(() => new Float64Array(classes)), cells = [];
  const add = (line, place, offset, step) => line.forEach((_, i) => (line[i] += arrays[place][offset + i * step]));
  for (const [place, offset, down, along] of slopes)
    if (down && along) cells.push([arrays[place], offset, down, along]);
    else add(down ? rows : columns, place, offset, down || along);
  for (const slope of diagonal) add(hits, ...slope);
  return { rows, columns, hits, cells };
}

/** The slope by each cell. */
export function cellSlopes({ rows, columns, hits, cells }) {
  const C = rows.length, found = new Float64Array(C * C);
  for (let i = 0, cell = 0; i < C; i++) {
    for (let j = 0; j < C; j++, cell++) found[cell] = rows[i] + columns[j];
    found[i * (C + 1)] += hits[i];
  }
  for (const [slope, offset, down, along] of cells)
    for (let i = 0, cell = 0; i < C; i++) for (let j = 0; j < C; j++, cell++) found[cell] += slope[offset + i * down + j * along];
  return found;
}

/** How far each group moves an output, given the slopes by the cells of a model. */
export function influenceOf({ truth, kind, amounts, sizes, models, predictions }, model, slopes) {
  const predicted = predictions[models.indexOf(model)], C = Math.sqrt(slopes.length), sums = new Float64Array(sizes.length);
  truth.forEach((i, e) => (sums[kind[e]] += slopes[i * C + predicted[e]] * amounts[e]));
  return sums;
}

/** The variance of a number over groups, given how far each moves it. */
export function varianceOf(influence, sizes) {
  const total = (numbers) => numbers.reduce((sum, number, i) => sum + number * sizes[i], 0);
  const mean = total(influence) / Math.max(total(influence.map(() => 1)), 1);
  return total(influence.map((moved) => (moved - mean) ** 2));
}

/** The ends of an interval, within the bounds of the metric; a bound that the value itself is beyond is none. */
export function endsOf(value, reach, [low, high], rounding) {
  if (!Number.isFinite(value) || !Number.isFinite(reach)) return [NaN, NaN];
  const beyond = (bound) => rounding * Math.max(1, Math.abs(bound));
  const least = value < low - beyond(low) ? -Infinity : Math.min(low, value);
  const greatest = value > high + beyond(high) ? Infinity : Math.max(high, value);
  return [Math.max(value - reach, least), Math.min(value + reach, greatest)];
}
