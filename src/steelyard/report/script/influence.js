// How much one more unit, an item or a group of items, would move a metric, and how far all of them together may: the
// delta method, as `steelyard.intervals.influence` and `.delta` have it.
import { unpack } from "./packed.js";

/** The units of a table: the truth and the predictions of its entries, and how many there are of each. */
export function unitsOf({ models, truth, predictions, sizes, kind, amounts }) {
  const places = (numbers) => Int32Array.from(unpack(numbers));
  const known = { models, truth: places(truth), predictions: predictions.map(places), sizes: unpack(sizes) };
  return kind ? { ...known, kind: places(kind), amounts: unpack(amounts) } : known;
}

/** The items of one model's matrix: each cell that is not 0 is a kind; `starts` says where each row begins. */
export function itemsOf(matrix, classes, model) {
  const cells = Int32Array.from(matrix.keys()).filter((cell) => matrix[cell] !== 0), starts = new Int32Array(classes + 1);
  const [truth, predicted, sizes] = [cells.map((cell) => cell / classes), cells.map((cell) => cell % classes), Float64Array.from(cells, (cell) => matrix[cell])];
  truth.forEach((i, e) => (starts[i + 1] = e + 1));
  for (let i = 0; i < classes; i++) starts[i + 1] ||= starts[i]; // a row without items
  return { models: [model], truth, predictions: [predicted], sizes, starts };
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

/** How far a unit of each kind moves an output. */
export function influenceOf({ truth, kind, amounts, sizes, models, predictions }, model, { rows, columns, hits, cells }) {
  const predicted = predictions[models.indexOf(model)], found = new Float64Array(truth.length);
  for (let e = 0; e < found.length; e++) {
    const i = truth[e], j = predicted[e];
    found[e] = rows[i] + columns[j] + (i === j ? hits[i] : 0);
    for (const [slope, offset, down, along] of cells) found[e] += slope[offset + i * down + j * along];
  }
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
    const centred = influence[i] - mean, square = centred * centred;
    variance += square * sizes[i];
    fourth += square * square * sizes[i];
  }
  return { variance, effective: fourth > 0 ? (variance * variance) / fourth : Infinity };
}

const NO_CELLS = [new Float64Array(1), 0, 0, 0];

/** The same of items, row by row and without a list of their influences, which would be as long as there are cells. */
export function momentsOfItems({ starts, sizes, predictions: [predicted] }, { rows, columns, hits, cells: [cell = NO_CELLS] }) {
  const [slope, offset, down, along] = cell;
  let mean = 0, variance = 0, fourth = 0;
  for (const round of [1, 2]) { // about 0, for the mean, and then about it
    let total = 0, sum = 0;
    variance = fourth = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] - mean, column = columns[i], first = offset + i * down;
      columns[i] += hits[i];
      for (let e = starts[i]; e < starts[i + 1]; e++) {
        const moved = row + columns[predicted[e]] + slope[first + predicted[e] * along], part = moved * sizes[e];
        total += sizes[e];
        sum += part;
        variance += part * moved;
        fourth += part * moved * moved * moved;
      }
      columns[i] = column;
    }
    if (round === 1) mean = sum / Math.max(total, 1);
  }
  return { variance, effective: fourth > 0 ? (variance * variance) / fourth : Infinity };
}

/** The ends of an interval, within the bounds of the metric; a bound that the value itself is beyond is none. */
export function endsOf(value, reach, [low, high], rounding) {
  if (!Number.isFinite(value) || !Number.isFinite(reach)) return [NaN, NaN];
  const beyond = (bound) => rounding * Math.max(1, Math.abs(bound));
  const least = value < low - beyond(low) ? -Infinity : Math.min(low, value);
  const greatest = value > high + beyond(high) ? Infinity : Math.max(high, value);
  return [Math.max(value - reach, least), Math.min(value + reach, greatest)];
}
