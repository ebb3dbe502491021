// How much each cell moves a metric: the derivative of a recorded program, taken backwards through its nodes, by the
// rules of `steelyard.recording.gradient`.
//
// What flows back into a node is an array that may have length 1 along axes of the node: it is the same along them. So
// what comes through the sum of rows, of columns or the diagonal stays a vector. Into a matrix, flows of different
// shapes, and one of its diagonal alone, stay apart.

import { ALL, FUNCTIONS, addingFlows, addingProducts, allFinite, arrayOf, asFactors, deepened, diagonalOf, eachRow, elementwise, folded, lengthOf, lentArray, mapped, picked, reduce, stretched, swapped, takeBack, viewOf } from "./arrays.js";

const UNIT = arrayOf([], Float64Array.of(1));
const MINUS = arrayOf([], Float64Array.of(-1));

/** The share of one operand in the larger (or smaller) of two: half, if they are equal. */
const heldShare = (value, mine, other) => mapped((v, x, y) => (x === v) / ((x === v) + (y === v)), value, mine, other);
const slopesOfLarger = [(v, x, y) => heldShare(v, x, y), (v, x, y) => heldShare(v, y, x)];

/** For operations on numbers by themselves and some others: the slope by each operand, of the value and the operands. */
const SLOPES = {
  add: [() => UNIT, () => UNIT],
  subtract: [() => UNIT, () => MINUS],
  multiply: [(v, x, y) => y, (v, x) => x],
  divide: [(v, x, y) => mapped((b) => 1 / b, y), (v, x, y) => mapped((a, b) => -a / b, v, y)],
  negative: [() => MINUS],
  absolute: [(v, x) => mapped(Math.sign, x)],
  reciprocal: [(v) => mapped((a) => -a * a, v)],
  square: [(v, x) => mapped((a) => 2 * a, x)],
  sqrt: [(v) => mapped((a) => 0.5 / a, v)],
  power: [
    (v, x, y) => mapped((a, b) => (b === 0 ? 0 : b * FUNCTIONS.power(a, b - 1)), x, y),
    (v, x) => mapped((a, b) => a * Math.log(b), v, x),
  ],
  exp: [(v) => v],
  expm1: [(v) => mapped((a) => a + 1, v)],
  log: [(v, x) => mapped((a) => 1 / a, x)],
  log1p: [(v, x) => mapped((a) => 1 / (1 + a), x)],
  log2: [(v, x) => mapped((a) => 1 / (a * Math.LN2), x)],
  log10: [(v, x) => mapped((a) => 1 / (a * Math.LN10), x)],
  maximum: slopesOfLarger,
  minimum: slopesOfLarger,
  where: [null, (v, held) => held, (v, held) => mapped((a) => 1 - a, held)],
};

/** For reductions: the slope by each number, of the value with its axes kept. */
const SLOPES_OF_REDUCTIONS = {
  sum: () => UNIT,
  min: slopesOfExtreme,
  max: slopesOfExtreme,
  prod(value, x, axes) {
    const zeros = reducedBy("sum", mapped((a) => +(a === 0), x), axes);
    const others = reducedBy("prod", mapped((a) => a || 1, x), axes);
    return mapped((a, zero, product) => (zero - (a === 0) > 0 ? 0 : product / (a || 1)), x, zeros, others);
  },
};

function slopesOfExtreme(value, x, axes) {
  const held = mapped((v, a) => +(a === v), value, x);
  return mapped((a, count) => a / count, held, reducedBy("sum", held, axes));
}

function reducedBy(name, x, axes) {
  const out = arrayOf(x.shape.map((length, axis) => (axes.includes(axis - x.shape.length) ? 1 : length)));
  reduce(name, out, x, axes);
  return out;
}

/** The sum of flow · slope over a node's shape, along the axes in which its operand has length 1. */
function through(flow, slope, shape, toShape) {
  const other = deepened(slope, shape.length).shape;
  const length = shape.map((_, axis) => Math.max(flow.shape[axis], other[axis])); // 1 where both are the same all along
  const ends = length.map((n, axis) => (toShape[axis] === 1 ? 1 : n));
  const summed = [...ends.keys()].filter((axis) => ends[axis] !== length[axis]);
  const times = lengthOf(shape.filter((_, axis) => toShape[axis] === 1 && length[axis] === 1));
  if (slope === UNIT && !summed.length && times === 1) return flow;
  const out = lentArray(ends);
  out.wild = flow.wild || slope.wild;
  if (!summed.length && !out.wild) elementwise("multiply", out, flow, slope);
  else eachRow(out.wild ? addingFlows : addingProducts, null, length, folded(out, length, summed), flow, slope);
  if (times !== 1) out.data.forEach((value, i) => (out.data[i] = value * times));
  return out;
}

/** A slope, and whether there are infinite numbers in it: where there are none, products need not be looked at. */
const watched = (slope) => (slope === UNIT ? UNIT : { ...slope, wild: !allFinite(slope) });

/** What flows back from a node into one of its operands. */
function flowBack(replay, place, operand, flow) {
  const { operation, operands, parameters } = replay.program.nodes[place];
  const arrays = operands.map((each) => replay.arrays[each]), x = arrays[operand], value = replay.arrays[place];
  const known = (replay.slopes[place] ??= []), { shape } = value;
  if (operation in SLOPES) {
    known[operand] ??= watched(SLOPES[operation][operand](value, ...arrays));
    return flow.diagonal ? alongDiagonal(flow, known[operand], shape, x.shape) : through(flow, known[operand], shape, x.shape);
  }
  if (operation === "swapaxes") return flow.diagonal ? flow : swapped(flow, parameters.axes);
  if (operation === "diagonal" && x.shape.length === 3) return { ...stretched(flow, shape), diagonal: true };
  const whole = flow.diagonal ? spreadOut(flow, shape) : flow;
  if (operation in SLOPES_OF_REDUCTIONS) {
    const { axes, keepdims } = parameters, depth = x.shape.length;
    const items = Array.from({ length: depth }, (_, axis) => (axes.includes(axis - depth) ? "new" : ALL));
    const kept = (array) => (keepdims ? array : picked(array, items));
    known[0] ??= watched(SLOPES_OF_REDUCTIONS[operation](kept(value), x, axes));
    return through(kept(whole), known[0], x.shape, x.shape);
  }
  if (operation === "matmul") return throughProduct(whole, arrays, operand);
  return intoPart(whole, value, x, operation === "index" && [ALL, ...parameters.items]);
}

/** The flow into an array of which a part was taken: by an index, or the diagonal. */
function intoPart(flow, { shape, size }, x, items) {
  if (items && size === x.size) { // nothing was left out, but axes may be new
    const kept = [...items.keys()].filter((axis) => items[axis] !== "new");
    if (kept.every((axis) => Array.isArray(items[axis]))) return axesOf(flow, kept);
  }
  const back = lentArray(x.shape);
  eachRow(addingProducts, null, shape, items ? picked(back, items) : diagonalOf(back), flow, UNIT);
  return { ...back, wild: flow.wild };
}

const axesOf = (array, axes) => viewOf(array, axes.map((axis) => array.shape[axis]), axes.map((axis) => array.strides[axis]));

/** A flow along the diagonal alone, as matrices. */
function spreadOut(flow, shape) {
  const cells = lentArray(shape);
  eachRow(addingProducts, null, flow.shape, diagonalOf(cells), flow, UNIT);
  return { ...cells, wild: flow.wild };
}

/** A flow along the diagonal, times a slope, into an operand that may be a column, a row or one number. */
function alongDiagonal(flow, slope, shape, toShape) {
  const product = through(flow, diagonalOf(stretched(slope, shape)), flow.shape, flow.shape);
  const [, rows, columns] = toShape;
  if (rows > 1 && columns > 1) return { ...product, diagonal: true };
  const line = picked(product, rows > 1 ? [ALL, ALL, "new"] : [ALL, "new", ALL]);
  return through(line, UNIT, line.shape, toShape);
}

/** The flow into a factor of a matrix product: that of a product of numbers, summed over what the factor lacks. */
function throughProduct(flow, [a, b], operand) {
  const { first, second, shape } = asFactors(a, b), depth = shape.length;
  const [rows, columns] = [a, b].map((each) => (each.shape.length > 1 ? ALL : "new"));
  const ahead = flow.shape.slice((rows === ALL) + (columns === ALL)).fill(ALL);
  const into = deepened(picked(flow, [...ahead, rows, "new", columns]), depth);
  const [mine, other, dropped] = operand ? [second, first, depth - 3] : [first, second, depth - 1];
  const back = through({ ...into, wild: false }, other, shape, mine.shape);
  return axesOf({ ...back, wild: !allFinite(back) }, [...shape.keys()].filter((axis) => axis !== dropped).slice(-(operand ? b : a).shape.length));
}

/** Adds a flow to those into a node; into a matrix, flows of different shapes stay apart. */
function addFlow(flows, flow, isMatrix) {
  const like = flows.findIndex((each) => !isMatrix || (each.diagonal === flow.diagonal && each.shape.every((length, axis) => length === flow.shape[axis])));
  if (like < 0) return void flows.push(flow);
  const before = flows[like], sum = lentArray(flow.shape.map((length, axis) => Math.max(length, before.shape[axis])));
  elementwise("add", sum, before, flow);
  flows[like] = { ...sum, diagonal: flow.diagonal, wild: before.wild || flow.wild };
}

/** What flows into the cells of a stack from an output, or that of one class: a list of arrays to be added up. */
export function flowsOf(replay, output, c = 0) {
  const { nodes } = replay.program, { shape } = replay.arrays[output.value], flows = [];
  takeBack();
  const seed = lentArray(shape);
  for (let at = c; at < seed.size; at += shape[1]) seed.data[at] = 1;
  flows[output.value] = [seed];
  for (let place = output.value; place >= 0; place--) {
    if (!flows[place] || !nodes[place].carries) continue;
    if (nodes[place].operation === "input") return flows[place];
    nodes[place].operands.forEach((target, operand) => {
      if (!nodes[target].carries) return;
      const isMatrix = nodes[target].shape.filter((length) => length > 1).length > 1;
      for (const flow of flows[place]) addFlow((flows[target] ??= []), flowBack(replay, place, operand, flow), isMatrix);
    });
    flows[place] = null;
  }
  return [];
}
