// How much one more unit, an item or a group of items, would move a metric, and how far all of them together may: the
// delta method, as `steelyard.intervals.influence` and `.delta` have it.
import { unpack } from "./packed.js";

/** The units of a table: the truth and the predictions of its entries, and how many there are of each. */
export function unitsOf({ models, truth, predictions, sizes, kind, amounts }, classes) {
  const places = (numbers) => Int32Array.from(unpack(numbers));
  const known = { models, classes, truth: places(truth), predictions: predictions.map(places), sizes: unpack(sizes) };
  return kind ? { ...known, kind: places(kind), amounts: unpack(amounts) } : known;
}

/** The items of one model's matrix: each cell that is not 0 is a kind. */
export function itemsOf(matrix, classes, model) {
  const cells = Int32Array.from(matrix.keys()).filter((cell) => matrix[cell] !== 0);
  return { models: [model], classes, truth: cells.map((cell) => cell / classes), predictions: [cells.map((cell) => cell % classes)], sizes: Float64Array.from(cells, (cell) => matrix[cell]) };
}

/** How far a unit of each kind moves an output, from the nodes that add up to its slope by each cell. */
export function influenceOf(units, model, { slopes, diagonal }, arrays) {
  const { truth, kind, amounts, sizes, classes } = units, predicted = units.predictions[units.models.indexOf(model)];
  // What is the same along a row, a column or the diagonal is added up for these first.
  const [rows, columns, hits] = [0, 1, 2].map(() => new Float64Array(classes));
  const whole = slopes.filter(([, , down, along]) => down && along);
  for (const [place, offset, down, along] of slopes) {
    const line = down ? rows : columns;
    if (!(down && along)) for (let i = 0; i < classes; i++) line[i] += arrays[place][offset + i * (down || along)];
  }
  for (const [place, offset, along] of diagonal) for (let i = 0; i < classes; i++) hits[i] += arrays[place][offset + i * along];
  const found = new Float64Array(truth.length);
  for (let e = 0; e < found.length; e++) {
    const i = truth[e], j = predicted[e];
    found[e] = rows[i] + columns[j] + (i === j ? hits[i] : 0);
  }
  for (const [place, offset, down, along] of whole) for (let e = 0; e < found.length; e++) found[e] += arrays[place][offset + truth[e] * down + predicted[e] * along];
  if (!kind) return found;
  const sums = new Float64Array(sizes.length);
  for (let e = 0; e < found.length; e++) sums[kind[e]] += found[e] * amounts[e];
  return sums;
}

/** The variance of a metric, and how many units, all of one influence, would be as sure of their own spread. */
export function momentsOf(influence, sizes) {
  let total = 0, sum = 0, variance = 0, fourth = 0;
  for (let i = 0; i < sizes.length; i++) {
    total += sizes[i];
    sum += influence[i] * sizes[i];
  }
  const mean = sum / Math.max(total, 1);
  for (let i = 0; i < sizes.length; i++) {
    const square = (influence[i] - mean) ** 2;
    variance += square * sizes[i];
    fourth += square * square * sizes[i];
  }
  return { variance, effective: fourth > 0 ? (variance * variance) / fourth : Infinity };
}

const ROUNDING = 1e-9;

/** The ends of an interval, within the bounds of the metric; a bound that the value itself is beyond is none. */
export function endsOf(value, reach, [low, high]) {
  if (!Number.isFinite(value) || !Number.isFinite(reach)) return [NaN, NaN];
  const beyond = (bound) => ROUNDING * Math.max(1, Math.abs(bound));
  const least = value < low - beyond(low) ? -Infinity : Math.min(low, value);
  const greatest = value > high + beyond(high) ? Infinity : Math.max(high, value);
  return [Math.max(value - reach, least), Math.min(value + reach, greatest)];
}
