// How much one more unit, an item or a group of items, would move a metric, and how far all of them together may: the
// delta method, as `steelyard.intervals.influence` and `.delta` have it.

import { unpack } from "./packed.js";

/** The units of a table: the truth and the predictions of its entries, and how many there are of each kind. */
export function unitsOf({ models, truth, predictions, sizes, kind, amounts }) {
  const places = (numbers) => Int32Array.from(unpack(numbers));
  const known = { models, truth: places(truth), predictions: predictions.map(places), sizes: unpack(sizes) };
  return kind ? { ...known, kind: places(kind), amounts: unpack(amounts) } : known;
}

/** The items of one model's matrix: each cell that is not 0 is a kind; `starts` says where the rows begin. */
export function itemsOf(matrix, classes, model) {
  const truth = [], predicted = [], sizes = [], starts = [0];
  const [support, answers, hits] = [0, 1, 2].map(() => new Float64Array(classes));
  matrix.forEach((size, cell) => {
    const i = Math.floor(cell / classes), j = cell % classes;
    if (size) truth.push(i), predicted.push(j), sizes.push(size);
    support[i] += size;
    answers[j] += size;
    if (i === j) hits[i] = size;
    if (j === classes - 1) starts.push(sizes.length);
  });
  return { models: [model], truth: Int32Array.from(truth), predictions: [Int32Array.from(predicted)], sizes: Float64Array.from(sizes), starts, support, answers, hits };
}

/** The flows into the cells of one matrix of a stack, added up: by row, by column, along the diagonal, and the others. */
export function slopesAt(flows, at, classes) {
  const [rows, columns, diagonal] = [0, 1, 2].map(() => new Float64Array(classes)), cells = [];
  for (const { shape, strides, data, offset, diagonal: isDiagonal } of flows) {
    const start = offset + at * (shape[0] === 1 ? 0 : strides[0]), axis = shape[2] > 1 ? 2 : 1;
    const line = isDiagonal ? diagonal : axis === 1 ? rows : columns, step = shape[axis] > 1 ? strides[axis] : 0;
    if (!isDiagonal && shape[1] > 1 && shape[2] > 1) cells.push({ data, start, down: strides[1], along: strides[2] });
    else for (let i = 0; i < classes; i++) line[i] += data[start + i * (isDiagonal ? strides[1] : step)];
  }
  return { rows, columns, diagonal, cells };
}

/** How far a unit of each kind moves a metric of one model. */
export function influenceOf({ truth, kind, amounts, sizes, models, predictions }, model, { rows, columns, diagonal, cells }) {
  const predicted = predictions[models.indexOf(model)], n = truth.length, found = new Float64Array(n);
  for (let e = 0; e < n; e++) found[e] = rows[truth[e]] + columns[predicted[e]] + (truth[e] === predicted[e] ? diagonal[truth[e]] : 0);
  for (const { data, start, down, along } of cells) for (let e = 0; e < n; e++) found[e] += data[start + truth[e] * down + predicted[e] * along];
  if (!kind) return found;
  const sums = new Float64Array(sizes.length);
  for (let e = 0; e < n; e++) sums[kind[e]] += found[e] * amounts[e];
  return sums;
}

const moments = (second, fourth) => ({ variance: second, effective: fourth > 0 ? (second * second) / fourth : Infinity });

/** The variance of a metric, and how many units, all of one influence, would be as sure of their own spread. */
export function momentsOf(influence, sizes) {
  let total = 0, sum = 0, second = 0, fourth = 0;
  for (let i = 0; i < sizes.length; i++) {
    total += sizes[i];
    sum += influence[i] * sizes[i];
  }
  const mean = sum / Math.max(total, 1);
  for (let i = 0; i < sizes.length; i++) {
    const square = (influence[i] - mean) ** 2;
    second += square * sizes[i];
    fourth += square * square * sizes[i];
  }
  return moments(second, fourth);
}

const NO_CELLS = { data: new Float64Array(1), start: 0, down: 0, along: 0 };

/** The same of a model's own units; of items in one walk over the cells, without a list of their influences. */
export function ownMoments(units, model, slopes) {
  const { rows, columns, diagonal, cells } = slopes, { starts, sizes, predictions: [predicted] } = units;
  if (!starts || cells.length > 1) return momentsOf(influenceOf(units, model, slopes), sizes);
  const { data, start, down, along } = cells[0] ?? NO_CELLS, mean = meanOf(units, slopes);
  let second = 0, fourth = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] - mean, column = columns[i], first = start + i * down;
    columns[i] += diagonal[i];
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const j = predicted[e], square = (row + columns[j] + data[first + j * along]) ** 2, part = square * sizes[e];
      second += part;
      fourth += part * square;
    }
    columns[i] = column;
  }
  return moments(second, fourth);
}

/** The mean influence of items, from the sums of rows and columns; where there are no items, slopes may be infinite. */
function meanOf({ support, answers, hits, truth, sizes, predictions: [predicted] }, { rows, columns, diagonal, cells }) {
  let total = 0, sum = 0;
  for (let i = 0; i < rows.length; i++) {
    total += support[i];
    sum += (support[i] && rows[i] * support[i]) + (answers[i] && columns[i] * answers[i]) + (hits[i] && diagonal[i] * hits[i]);
  }
  for (const { data, start, down, along } of cells) for (let e = 0; e < sizes.length; e++) sum += sizes[e] * data[start + truth[e] * down + predicted[e] * along];
  return sum / Math.max(total, 1);
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
