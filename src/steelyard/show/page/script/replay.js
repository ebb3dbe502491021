// Recorded programs, as loops over rows and columns (`steelyard.show.page.loops`): no formula of a metric is written here.
import { unpack } from "./packed.js";

// When a node is computed again: see `Phase` there.
export const STILL = 0;
export const MOVING = 1;
export const SEEDED = 2;

/** What is done to each number, as NumPy does it; truth is 1 and 0. The others are `ROWS`. */
const FUNCTIONS = {
  negative: (x) => -x, absolute: Math.abs, reciprocal: (x) => 1 / x, square: (x) => x * x, sqrt: Math.sqrt,
  // C's pow, not JavaScript's.
  power: (x, y) => (x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y),
  exp: Math.exp, expm1: Math.expm1, log: Math.log, log1p: Math.log1p, log2: Math.log2, log10: Math.log10,
  maximum: (x, y) => Math.max(x, y), minimum: (x, y) => Math.min(x, y),
  not_equal: (x, y) => +(x !== y), less: (x, y) => +(x < y),
  less_equal: (x, y) => +(x <= y), greater_equal: (x, y) => +(x >= y),
  logical_and: (x, y) => x & y, logical_or: (x, y) => x | y, logical_xor: (x, y) => x ^ y, logical_not: (x) => 1 - x,
  isfinite: (x) => +Number.isFinite(x), isnan: (x) => +(x !== x), isinf: (x) => +(Math.abs(x) === Infinity),
  truth: (x) => +(x !== 0), whole: (x) => Math.trunc(x) + 0,
  flow: (x, y) => (x === 0 || y === 0 ? 0 : x * y),
};

const FOLDS = {
  sum: [0], prod: [1, (x, y) => x * y], min: [Infinity, Math.min], max: [-Infinity, Math.max],
  any: [0, (x, y) => x | y], all: [1, (x, y) => x & y],
};

const isGiven = ([operation]) => operation === "input" || operation === "constant";
const operandsOf = (node) => (isGiven(node) ? [] : node.filter((part) => Array.isArray(part) && part.length === 4));

/** How many numbers a node has. */
function sizeOf([operation, , rows, columns, , result]) {
  return operation in FOLDS ? result[0] : rows * columns;
}

/** The nodes of a program, computed for one matrix after another; what does not move with the weights is kept for each. */
export class Replay {
  constructor({ nodes, outputs }) {
    Object.assign(this, { nodes, outputs });
    this.arrays = nodes.map(([operation, given, , size]) => (operation === "constant" ? unpack(given) : operation === "input" ? new Float64Array(size) : null));
    this.phases = nodes.map(([operation, phase]) => (operation === "constant" ? STILL : phase));
    this.sources = nodes.map((node) => operandsOf(node).map(([place]) => place));
    this.inputs = new Map(nodes.flatMap(([operation, , name], place) => (operation === "input" ? [[name, place]] : [])));
  }

  /** What some nodes need, in order by phase, and what of it must be kept to compute them again at other weights. */
  part(ends) {
    const found = new Set(ends);
    for (let place = this.nodes.length; place--; ) if (found.has(place)) for (const source of this.sources[place]) found.add(source);
    const places = [...found].filter((place) => !isGiven(this.nodes[place])).sort((a, b) => a - b);
    const [still, moving, seeded] = [STILL, MOVING, SEEDED].map((phase) => places.filter((place) => this.phases[place] === phase));
    const later = new Set([...ends, ...[...moving, ...seeded].flatMap((place) => this.sources[place])]);
    return { still, moving, seeded, lasting: still.filter((place) => later.has(place)) };
  }

  set(name, numbers) {
    if (this.inputs.has(name)) this.arrays[this.inputs.get(name)].set(numbers);
  }

  /** Compute all of a part that does not move for a matrix, and return what is needed of it later. */
  still(matrix, part) {
    this.set("m", matrix);
    // Those of another matrix are still in use.
    for (const place of part.still) this.arrays[place] = null;
    this.run(part.still);
    return part.lasting.map((place) => this.arrays[place]);
  }

  /** Go back to a matrix of which this was kept. */
  load(matrix, part, kept) {
    this.set("m", matrix);
    kept.forEach((array, i) => (this.arrays[part.lasting[i]] = array));
  }

  run(places) {
    for (const place of places) compute(this.nodes[place], (this.arrays[place] ??= new Float64Array(sizeOf(this.nodes[place]))), this.arrays);
  }
}

function compute(node, out, arrays) {
  const [operation, , rows, columns] = node;
  if (operation in FOLDS) fold(operation, rows, columns, out, node[5], arrays, node[4]);
  else if (operation === "matmul") multiply(rows, columns, node[4], out, arrays, node[5], node[6]);
  else apply(operation, rows, columns, out, arrays, node[4], node[5] ?? node[4], node[6] ?? node[4]);
}

// Rows of the commonest functions, written out: to call one for each number takes five times as long.
const ROWS = {
  add: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] + y[j]; },
  subtract: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] - y[j]; },
  multiply: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] * y[j]; },
  divide: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] / y[j]; },
  equal: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] === y[j] ? 1 : 0; },
  greater: (f, n, out, at, x, i, dx, y, j, dy) => { for (; n--; i += dx, j += dy) out[at++] = x[i] > y[j] ? 1 : 0; },
  where: (f, n, out, at, x, i, dx, y, j, dy, z, k, dz) => { for (; n--; i += dx, j += dy, k += dz) out[at++] = x[i] ? y[j] : z[k]; },
  flow(f, n, out, at, x, i, dx, y, j, dy) {
    let sum = 0;
    for (let c = 0; c < n; c++) sum += out[at + c] = x[i + c * dx] * y[j + c * dy];
    // There may be 0 · ∞.
    if (sum !== sum) ROWS.any(f, n, out, at, x, i, dx, y, j, dy, x, i, dx);
  },
  any: (f, n, out, at, x, i, dx, y, j, dy, z, k, dz) => { for (; n--; i += dx, j += dy, k += dz) out[at++] = f(x[i], y[j], z[k]); },
};

function apply(operation, rows, columns, out, arrays, [a, i, di, dx], [b, j, dj, dy], [c, k, dk, dz]) {
  const row = ROWS[operation] ?? ROWS.any, f = FUNCTIONS[operation];
  for (let r = 0; r < rows; r++) row(f, columns, out, r * columns, arrays[a], i + r * di, dx, arrays[b], j + r * dj, dy, arrays[c], k + r * dk, dz);
}

function fold(operation, rows, columns, out, [, down, along], arrays, [a, i0, di, dx]) {
  const x = arrays[a], [start, f] = FOLDS[operation];
  out.fill(start);
  for (let row = 0; row < rows; row++) {
    let i = i0 + row * di, at = row * down, sum = out[at];
    if (operation !== "sum") for (let n = columns; n--; i += dx, at += along) out[at] = f(out[at], x[i]);
    else if (along) ROWS.add(f, columns, out, at, out, at, along, x, i, dx);
    else {
      for (let n = columns; n--; i += dx) sum += x[i];
      out[at] = sum;
    }
  }
}

function multiply(rows, columns, inner, out, arrays, [a, i0, di, dx], [b, j0, dj, dy]) {
  const x = arrays[a], y = arrays[b];
  for (let at = 0; at < rows * columns; at++) {
    const row = Math.floor(at / columns), column = at % columns;
    let sum = 0;
    for (let n = 0; n < inner; n++) sum += x[i0 + row * di + n * dx] * y[j0 + n * dj + column * dy];
    out[at] = sum;
  }
}
