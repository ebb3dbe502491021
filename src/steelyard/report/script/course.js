import { Program, Replay } from "./replay.js";

/** Cells that are computed together: small matrices in stacks, large ones one by one. */
const CELLS_AT_ONCE = 1 << 14;

const sameNumbers = (a, b) => a === b || Boolean(a && b && a.every((number, i) => number === b[i]));
const valuesOf = (outputs) => outputs.map(({ value }) => value);

/** One program, replayed for all models at the weights and shares of the moment; only what moved is computed again. */
export class Course {
  constructor(record, matrices) {
    this.program = new Program(record);
    this.matrices = matrices;
    const single = this.program.outputs.filter(({ kind }) => kind !== "rate");
    this.moving = single.filter((output) => this.moves(output));
    this.resting = single.filter((output) => !this.moves(output));
    this.stack = Math.min(matrices.length, Math.ceil(CELLS_AT_ONCE / matrices[0].length));
    this.kept = [];
    this.sharesAt = this.weightsAt = 0;
  }

  /** Whether an output depends on the weights. */
  moves({ value }) {
    return this.program.nodes[value].moves;
  }

  set({ weights, shares }) {
    const { shared } = this.program, sharesMoved = !this.sharesAt || !sameNumbers(shares, this.shares);
    if (!sharesMoved && sameNumbers(weights, this.weights)) return;
    [this.weights, this.shares] = [weights.slice(), shares && shares.slice()];
    shared.set("relevance", weights);
    this.weightsAt++;
    if (sharesMoved) {
      if (shares) shared.set("shares", shares);
      shared.run(shared.still);
      this.sharesAt++;
      this.loaded = null;
      this.known = new Map(); // what was found of outputs that do not move with the weights
    }
    shared.run(shared.moving);
  }

  /** Where a model stands: its block of the stack, and its place in it. */
  placeOf(k) {
    return [Math.floor(k / this.stack), k % this.stack];
  }

  blockOf(matrices, block) {
    return matrices.slice(block * this.stack, (block + 1) * this.stack);
  }

  /** A replay in which a number of some models is up to date, until the next call; `only` it, if weights move on soon. */
  replay(block, output, only = false) {
    if (!this.moves(output)) {
      if (this.loaded !== block) this.alone(this.resting, this.blockOf(this.matrices, block));
      this.loaded = block;
      return this.scratch;
    }
    const replay = (this.kept[block] ??= this.filled(new Replay(this.program, valuesOf(this.moving), this.stack), this.blockOf(this.matrices, block)));
    if (replay.sharesAt !== this.sharesAt) {
      replay.run(replay.still);
      [replay.sharesAt, replay.weightsAt] = [this.sharesAt, 0];
    }
    if (replay.weightsAt === this.weightsAt && [output, null].includes(replay.only)) return replay;
    replay.run(only ? (output.moving ??= this.stacked([output]).filter((place) => this.program.nodes[place].moves)) : replay.moving);
    [replay.weightsAt, replay.only] = [this.weightsAt, only ? output : null];
    return replay;
  }

  /** A replay of some outputs for any matrices that fit in a stack, until the next call. */
  alone(outputs, matrices) {
    this.scratch ??= new Replay(this.program, valuesOf(this.program.outputs), this.stack);
    this.filled(this.scratch, matrices).run(this.stacked(outputs));
    this.loaded = null;
    return this.scratch;
  }

  filled(replay, matrices) {
    matrices.forEach((matrix, at) => replay.set("m", matrix, at));
    return replay;
  }

  stacked(outputs) {
    return this.program.needed(valuesOf(outputs)).filter((place) => this.program.nodes[place].stacked);
  }
}
