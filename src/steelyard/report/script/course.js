import { influenceOf, momentsOf } from "./influence.js";
import { MOVING, Replay, SEEDED, STILL } from "./replay.js";

const slopePlaces = ({ slopes, diagonal }) => [...slopes, ...diagonal].map(([place]) => place);
const same = (a, b) => a === b || Boolean(a && b && a.every((number, i) => number === b[i]));

/** One program for some matrices in turn, at the weights and shares of the moment; only what moved is computed again. */
export class Course {
  constructor(record, matrices, unitsOf) {
    Object.assign(this, { matrices, unitsOf, replay: new Replay(record), kept: [] });
    const { outputs } = this.replay, moving = outputs.filter(({ phase }) => phase === MOVING);
    this.outputs = outputs;
    this.steps = this.replay.needed(moving.map(({ value }) => value[0]), MOVING);
    const before = new Set(this.steps);
    this.slopeSteps = this.replay.needed(moving.flatMap(slopePlaces), MOVING).filter((place) => !before.has(place));
  }

  set({ weights, shares }) {
    const newShares = !same(shares, this.shares);
    if (!newShares && same(weights, this.weights)) return;
    if (newShares) {
      this.replay.set("shares", shares);
      [this.kept, this.at] = [[], null];
    }
    [this.weights, this.shares] = [weights.slice(), shares && shares.slice()];
    const most = Math.max(...weights);
    this.replay.set("relevance", weights.map((weight) => weight / most)); // the largest 1, as in Python
    this.moved = this.sloped = false;
  }

  /** Turn to a matrix: what does not move with the weights is computed once for it. */
  turn(k) {
    if (this.at === k) return;
    if (this.kept[k]) this.replay.load(this.matrices[k], this.kept[k].nodes);
    else this.kept[k] = { nodes: this.replay.still(this.matrices[k]), found: new Map() };
    this.at = k;
    this.moved = this.sloped = false;
  }

  /** The value of an output, or that of class c; with `only`, no other that moves is computed. */
  value(k, output, c = 0, only = false) {
    this.turn(k);
    if (output.phase === MOVING && !this.moved) {
      this.replay.run(only ? (output.steps ??= this.replay.needed([output.value[0]], MOVING)) : this.steps);
      this.moved = !only;
    }
    const [place, offset, along] = output.value;
    return this.replay.arrays[place][offset + c * along];
  }

  /** How far each unit of a table moves an output. */
  influence(k, output, units) {
    this.value(k, output);
    if (output.phase === MOVING && !this.sloped) {
      this.replay.run(this.slopeSteps);
      this.sloped = true;
    }
    return influenceOf(units, k, output, this.replay.arrays);
  }

  /** The moments of an output, or for a rate those of class c. */
  moments(k, output, c = 0) {
    this.turn(k);
    const find = () => {
      if (output.kind === "rate") {
        this.replay.set("seed", this.weights.map((_, i) => +(i === c)));
        this.replay.run((output.seeded ??= this.replay.needed(slopePlaces(output), SEEDED)));
      }
      const units = this.unitsOf(k);
      return momentsOf(this.influence(k, output, units), units.sizes);
    };
    return output.phase === STILL ? this.once(k, `${output.metric} ${c}`, find) : find();
  }

  /** What is found once for a matrix at the shares of the moment. */
  once(k, key, find) {
    const { found } = this.kept[k];
    if (!found.has(key)) found.set(key, find());
    return found.get(key);
  }
}
