import { FUNCTIONS, ALL, arrayOf, diagonalOf, elementwise, multiplyMatrices, picked, reduce, swapped } from "./arrays.js";
import { unpack } from "./packed.js";

/** A program as `steelyard.recording` writes it, and what of it moves with the relevance. */
export class Program {
  constructor(record) {
    this.nodes = record.nodes.map((node) => ({ parameters: {}, ...node }));
    this.outputs = record.outputs;
    for (const node of this.nodes) {
      const operands = node.operands.map((place) => this.nodes[place]), { name } = node.parameters;
      node.moves = name === "relevance" || operands.some(({ moves }) => moves);
      // Whether derivatives by the cells pass through it.
      node.carries = node.dtype === "float64" && (name === "m" || operands.some(({ carries }) => carries));
    }
    this.shared = new Replay(this, [...this.nodes.keys()].filter((place) => !this.nodes[place].stacked), 0);
  }

  /** The places of all nodes that some need, in order. */
  needed(wanted) {
    const found = new Set(wanted);
    for (let place = this.nodes.length; place--; ) if (found.has(place)) this.nodes[place].operands.forEach((each) => found.add(each));
    return [...found].sort((a, b) => a - b);
  }
}

/**
 * The arrays of a stack of matrices, made once and computed again in place, so that a move of a slider costs only what
 * depends on it. What is the same for every matrix is shared by all replays of a program.
 */
export class Replay {
  constructor(program, wanted, stack) {
    this.program = program;
    this.stack = stack;
    this.arrays = [];
    this.slopes = []; // of nodes by their operands, as the gradient finds them
    this.places = [];
    for (const place of program.needed(wanted)) {
      const known = program.shared?.arrays[place];
      if (!known) this.places.push(place);
      this.arrays[place] = known ?? made(program.nodes[place], this.arrays, stack);
    }
    this.still = this.places.filter((place) => !program.nodes[place].moves);
    this.moving = this.places.filter((place) => program.nodes[place].moves);
  }

  /** Gives an input its numbers, or those of one matrix of the stack. */
  set(name, numbers, at = 0) {
    const place = this.places.find((each) => this.program.nodes[each].parameters.name === name);
    if (place !== undefined) this.arrays[place].data.set(numbers, at * numbers.length);
  }

  /** Computes nodes anew. */
  run(places) {
    for (const place of places) {
      compute(this.program.nodes[place], this.arrays[place], this.arrays);
      this.slopes[place] = null;
    }
  }

  /** The first number of an output for one matrix of the stack, or that of a class. */
  number(output, at = 0, c = 0) {
    const { data, offset, strides } = this.arrays[output.value];
    return strides.length > 1 ? data[offset + at * strides[0] + c * strides[1]] : data[offset];
  }
}

/** The array of a node: a view of its operand where nothing is computed. */
function made({ operation, operands, shape, dtype, stacked, parameters }, arrays, stack) {
  const [x] = operands.map((place) => arrays[place]), full = stacked ? [stack, ...shape] : shape;
  if (operation === "constant") return arrayOf(shape, unpack(parameters.value));
  if (operation === "full_like") return arrayOf(full, arrayOf(full).data.fill(Number(parameters.value)));
  if (operation === "diagonal") return diagonalOf(x);
  if (operation === "swapaxes") return swapped(x, parameters.axes);
  if (operation === "index") return picked(x, stacked ? [ALL, ...parameters.items] : parameters.items);
  if (operation === "cast" && dtype === "float64") return x;
  return arrayOf(full);
}

function compute({ operation, operands, dtype, parameters }, out, arrays) {
  const [x, y, w] = operands.map((place) => arrays[place]);
  if (operation in FUNCTIONS) elementwise(dtype === "bool" && operation === "add" ? "logical_or" : operation, out, x, y, w);
  else if (parameters.axes && operation !== "swapaxes") reduce(operation, out, x, parameters.axes);
  else if (operation === "matmul") multiplyMatrices(out, x, y);
  else if (operation === "cast" && dtype !== "float64") elementwise(dtype, out, x);
  if (dtype === "int64" && operation !== "constant") elementwise("int64", out, out); // as 1/2 is 0, and −0 is 0
}
