// From each class's own uncertainty to that of a number made of all of them: `steelyard.intervals.interval`. Levels are
// normal quantiles z here, so that none has to be turned into one.
import { normalBelow } from "./chance.js";
import { turned } from "./class_moves.js";
import { sumOf } from "./packed.js";

const HALVINGS = 50;
const together = (moves) => Math.sqrt(sumOf(moves.map((move) => move * move)));

/** A number, and how far each class alone moves it: a shifted gamma variable each; it moves no less far than if items are drawn anew. */
export class Combined {
  constructor(estimate, parts, rules, bounds, bias = [0, 0], anew = undefined) {
    Object.assign(this, { estimate, parts, rules, bounds, bias, anew });
  }

  /** How far each class alone reaches to a side, −1 below the number and 1 above it (Wilson and Hilferty 1931). */
  reach(z, side, { mean, spread, skewness } = this.parts) {
    const { skewest } = this.rules;
    return mean.map((middle, c) => {
      const skew = side * Math.max(-skewest, Math.min(skewness[c], skewest));
      const at = Math.abs(skew) < 1e-6 ? z : (2 / skew) * (Math.max(1 + (skew * z) / 6 - skew ** 2 / 36, 0) ** 3 - 1);
      return Math.max(side * middle + spread[c] * at, 0);
    });
  }

  /** How far all classes reach together: no less far than items drawn anew, unless all classes at their ends would not. */
  all(z, side) {
    const moves = this.reach(z, side), anew = this.anew ? together(this.reach(z, side, this.anew)) : 0;
    return Math.max(together(moves), Math.min(anew, sumOf(moves)));
  }

  /** The number below which the truth is as seldom as a normal variable is below −z. */
  low(z) {
    return this.estimate - this.all(z, -1) - Math.max(...this.bias);
  }

  high(z) {
    return this.estimate + this.all(z, 1) - Math.min(...this.bias);
  }

  /** The ends of the interval; it holds the number itself, also beyond a bound. */
  ends(z) {
    const { bounds: [least, greatest], estimate } = this;
    return [Math.min(Math.max(this.low(z), least), estimate), Math.max(Math.min(this.high(z), greatest), estimate)];
  }

  /** The probability that the truth is below a value: of which one-sided interval it is the end. */
  below(value) {
    if (value > this.estimate) return 1 - this.flipped().below(-value);
    let [near, far] = [0, this.rules.farthest];
    if (value === this.estimate || this.low(near) <= value) return 0.5;
    if (this.low(far) > value) return normalBelow(-far);
    for (let step = HALVINGS; step--; ) {
      const middle = (near + far) / 2;
      if (this.low(middle) > value) near = middle;
      else far = middle;
    }
    return normalBelow(-(near + far) / 2);
  }

  flipped() {
    const { estimate, parts, rules, bounds: [least, greatest], bias, anew } = this;
    return new Combined(-estimate, turned(parts), rules, [-greatest, -least], bias.map((off) => -off), anew && turned(anew));
  }

  /** The class without whose uncertainty the number would be told from 0, if one carries most of the squared width. */
  limiting(z) {
    const { wide, decides } = this.rules, above = this.reach(wide, 1), squares = this.reach(wide, -1).map((move, c) => move ** 2 + above[c] ** 2);
    const most = squares.indexOf(Math.max(...squares)), total = sumOf(squares);
    if (!(total > 0 && squares[most] >= decides * total) || this.estimate === 0) return -1;
    const others = this.reach(z, -Math.sign(this.estimate)).with(most, 0);
    return Math.abs(this.estimate) > together(others) ? most : -1;
  }
}
