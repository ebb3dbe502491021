// Arrays with any number of axes over one flat buffer, as NumPy has them: views by strides, operands broadcast. Truth is
// 1 and 0. Loops go row by row, and the commonest are written out: a call for each number takes five times as long.

/** The index of a whole axis. */
export const ALL = [null, null, null];

export const lengthOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** An array of its own numbers, row by row. */
export function arrayOf(shape, data = new Float64Array(lengthOf(shape))) {
  const strides = new Array(shape.length);
  let stride = 1;
  for (let axis = shape.length; axis--; stride *= shape[axis]) strides[axis] = stride;
  return { shape, strides, data, offset: 0, size: stride, flat: true, wild: false };
}

const lent = new Map();

/** An array of zeros that is lost at the next `takeBack`: making large ones anew takes as long as filling them. */
export function lentArray(shape) {
  const size = lengthOf(shape), { free, used } = lent.get(size) ?? lent.set(size, { free: [], used: [] }).get(size);
  used.push(free.pop() ?? new Float64Array(size));
  return arrayOf(shape, used[used.length - 1].fill(0));
}

export function takeBack() {
  for (const { free, used } of lent.values()) free.push(...used.splice(0));
}

/** Another look at the numbers of an array; `wild` says that some are infinite, where that is known. */
export function viewOf(array, shape, strides, offset = array.offset) {
  let next = 1, flat = true;
  for (let axis = shape.length; axis--; next *= shape[axis]) flat &&= shape[axis] === 1 || strides[axis] === next;
  return { shape, strides, data: array.data, offset, size: next, flat, wild: array.wild };
}

/** The array with the strides that walk it along another shape: 0 along axes it is stretched over. */
export function stretched(array, shape) {
  const ahead = shape.length - array.shape.length;
  return viewOf(array, shape, shape.map((_, axis) => (axis < ahead || array.shape[axis - ahead] === 1 ? 0 : array.strides[axis - ahead])));
}

/** The same array with more axes of length 1 in front, down to a number of axes. */
export function deepened(array, depth) {
  const more = new Array(depth - array.shape.length).fill(1);
  return more.length ? viewOf(array, [...more, ...array.shape], [...more.fill(0), ...array.strides]) : array;
}

export function swapped(array, [first, second]) {
  const [shape, strides] = [[...array.shape], [...array.strides]], depth = shape.length;
  for (const list of [shape, strides]) [list[depth + first], list[depth + second]] = [list[depth + second], list[depth + first]];
  return viewOf(array, shape, strides);
}

/** The diagonal of the last two axes. */
export function diagonalOf(array) {
  const { shape, strides } = array, depth = shape.length;
  const length = Math.min(shape[depth - 2], shape[depth - 1]);
  return viewOf(array, [...shape.slice(0, -2), length], [...strides.slice(0, -2), strides[depth - 2] + strides[depth - 1]]);
}

/** The part that an index picks: for each axis a position or [start, stop, step], or "new" for a new axis. */
export function picked(array, items) {
  const shape = [], strides = [];
  let axis = 0, offset = array.offset;
  for (const item of items) {
    if (item === "new") {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const length = array.shape[axis], stride = array.strides[axis++];
    const within = (end) => Math.min(Math.max(end < 0 ? end + length : end, 0), length);
    if (Array.isArray(item)) {
      const start = within(item[0] ?? 0), step = item[2] ?? 1;
      offset += start * stride;
      shape.push(Math.max(0, Math.ceil((within(item[1] ?? length) - start) / step)));
      strides.push(step * stride);
    } else offset += (item < 0 ? item + length : item) * stride;
  }
  return viewOf(array, shape, strides, offset);
}

const power = (x, y) => (x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y); // C's pow, not JavaScript's

/** What is done to each number, as NumPy does it. */
export const FUNCTIONS = {
  add: (x, y) => x + y, subtract: (x, y) => x - y, multiply: (x, y) => x * y, divide: (x, y) => x / y,
  negative: (x) => -x, absolute: (x) => Math.abs(x), reciprocal: (x) => 1 / x, square: (x) => x * x,
  sqrt: (x) => Math.sqrt(x), power, exp: (x) => Math.exp(x), expm1: (x) => Math.expm1(x),
  log: (x) => Math.log(x), log1p: (x) => Math.log1p(x), log2: (x) => Math.log2(x), log10: (x) => Math.log10(x),
  maximum: (x, y) => Math.max(x, y), minimum: (x, y) => Math.min(x, y),
  equal: (x, y) => +(x === y), not_equal: (x, y) => +(x !== y), less: (x, y) => +(x < y),
  less_equal: (x, y) => +(x <= y), greater: (x, y) => +(x > y), greater_equal: (x, y) => +(x >= y),
  logical_and: (x, y) => x & y, logical_or: (x, y) => x | y, logical_xor: (x, y) => x ^ y, logical_not: (x) => 1 - x,
  isfinite: (x) => +Number.isFinite(x), isnan: (x) => +(x !== x), isinf: (x) => +(Math.abs(x) === Infinity),
  where: (held, x, y) => (held ? x : y),
  bool: (x) => +(x !== 0), int64: (x) => Math.trunc(x) + 0, // no −0 among whole numbers
};

const FOLDS = {
  sum: [0, (x, y) => x + y], prod: [1, (x, y) => x * y], min: [Infinity, Math.min], max: [-Infinity, Math.max],
  any: [0, (x, y) => x | y], all: [1, (x, y) => x & y],
};

// The loops: over n numbers of the results z from place k, and of the operands x, y, w from places i, j, l, in steps.
const LOOPS = {
  add: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] + y[j]; },
  subtract: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] - y[j]; },
  multiply: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] * y[j]; },
  divide: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] / y[j]; },
  equal: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] === y[j] ? 1 : 0; },
  greater: (f, n, z, k, dk, x, i, di, y, j, dj) => { for (; n--; k += dk, i += di, j += dj) z[k] = x[i] > y[j] ? 1 : 0; },
  where: (f, n, z, k, dk, x, i, di, y, j, dj, w, l, dl) => { for (; n--; k += dk, i += di, j += dj, l += dl) z[k] = x[i] ? y[j] : w[l]; },
};

function everyNumber(f, n, z, k, dk, x, i, di, y, j, dj, w, l, dl) {
  for (; n--; k += dk, i += di, j += dj, l += dl) z[k] = f(x[i], y[j], w[l]);
}

function folding(f, n, z, k, dk, x, i, di) {
  for (; n--; k += dk, i += di) z[k] = f(z[k], x[i]);
}

function summing(f, n, z, k, dk, x, i, di) {
  if (dk) return void LOOPS.add(f, n, z, k, dk, z, k, dk, x, i, di);
  let sum = z[k];
  for (; n--; i += di) sum += x[i];
  z[k] = sum;
}

/** Adds products, as a matrix product does. */
export function addingProducts(f, n, z, k, dk, x, i, di, y, j, dj) {
  let sum = dk ? 0 : z[k];
  if (dk) for (; n--; k += dk, i += di, j += dj) z[k] += x[i] * y[j];
  else for (; n--; i += di, j += dj) sum += x[i] * y[j];
  if (!dk) z[k] = sum;
}

/** Adds products that are 0 where one factor is, although the other may be infinite. */
export function addingFlows(f, n, z, k, dk, x, i, di, y, j, dj) {
  for (; n--; k += dk, i += di, j += dj) if (x[i] !== 0 && y[j] !== 0) z[k] += x[i] * y[j];
}

/** Runs a loop along all rows of a shape, results and operands stretched over it. */
export function eachRow(loop, f, shape, z, x, y = x, w = x) {
  const n = lengthOf(shape);
  if (z.flat && z.size === n && [x, y, w].every((each) => each.size === 1 || (each.flat && each.size === n))) {
    const [di, dj, dl] = [+(x.size > 1), +(y.size > 1), +(w.size > 1)];
    return void loop(f, n, z.data, z.offset, 1, x.data, x.offset, di, y.data, y.offset, dj, w.data, w.offset, dl);
  }
  const axes = [...shape.keys()].filter((axis) => shape[axis] > 1);
  const [s, t, u, v] = [z, x, y, w].map((each) => {
    const { strides } = stretched(each, shape);
    return axes.map((axis) => strides[axis]);
  });
  let last = axes.length - 1, length = last < 0 ? 1 : shape[axes[last]];
  const [dk, di, dj, dl] = [s, t, u, v].map((steps) => steps[last] ?? 0);
  // Axes that all arrays walk on evenly are one.
  while (last > 0 && s[last - 1] === dk * length && t[last - 1] === di * length && u[last - 1] === dj * length && v[last - 1] === dl * length) length *= shape[axes[--last]];
  const walk = (depth, k, i, j, l) => {
    if (depth >= last) return void loop(f, length, z.data, k, dk, x.data, i, di, y.data, j, dj, w.data, l, dl);
    for (let r = shape[axes[depth]]; r--; k += s[depth], i += t[depth], j += u[depth], l += v[depth]) walk(depth + 1, k, i, j, l);
  };
  walk(0, z.offset, x.offset, y.offset, w.offset);
}

/** Writes what a function of NumPy's gives for operands. */
export function elementwise(name, out, x, y, w) {
  eachRow(LOOPS[name] ?? everyNumber, FUNCTIONS[name], out.shape, out, x, y, w);
}

/** A new array: a function of each number of some arrays, or one of NumPy's by its name. */
export function mapped(f, ...operands) {
  const depth = Math.max(...operands.map(({ shape }) => shape.length));
  const shapes = operands.map((each) => deepened(each, depth).shape);
  const out = arrayOf(shapes[0].map((_, axis) => Math.max(...shapes.map((shape) => shape[axis]))));
  if (typeof f === "string") elementwise(f, out, ...operands);
  else eachRow(everyNumber, f, out.shape, out, ...operands);
  return out;
}

/** Whether all numbers of an array are finite. */
export function allFinite(array) {
  let sum = 0;
  const looking = (f, n, z, k, dk) => { for (; n--; k += dk) sum += z[k] - z[k]; };
  eachRow(looking, null, array.shape, array, array);
  return sum === 0;
}

/** The view of results along a larger shape, so that what falls together along some axes adds up. */
export function folded(out, shape, axes) {
  let stride = 1;
  const strides = new Array(shape.length);
  for (let axis = shape.length; axis--; ) {
    strides[axis] = axes.includes(axis) ? 0 : stride;
    if (!axes.includes(axis)) stride *= shape[axis];
  }
  return viewOf(out, shape, strides);
}

/** Writes a sum or the like over axes, counted from the end. */
export function reduce(name, out, x, axes) {
  const [start, f] = FOLDS[name];
  out.data.fill(start);
  eachRow(name === "sum" ? summing : folding, f, x.shape, folded(out, x.shape, axes.map((axis) => axis + x.shape.length)), x);
}

/** Two operands of a matrix product as arrays with the axes (…, rows, inner, columns), a vector as one row or column. */
export function asFactors(a, b) {
  const depth = Math.max(a.shape.length, b.shape.length, 2) + 1, more = (array) => array.shape.slice(2).fill(ALL);
  const first = deepened(picked(a, a.shape.length > 1 ? [...more(a), ALL, ALL, "new"] : ["new", ALL, "new"]), depth);
  const second = deepened(picked(b, b.shape.length > 1 ? [...more(b), "new", ALL, ALL] : ["new", ALL, "new"]), depth);
  return { first, second, shape: first.shape.map((length, axis) => Math.max(length, second.shape[axis])) };
}

/** Writes a matrix product. */
export function multiplyMatrices(out, a, b) {
  const { first, second, shape } = asFactors(a, b);
  out.data.fill(0);
  eachRow(addingProducts, null, shape, folded(out, shape, [shape.length - 2]), first, second);
}
