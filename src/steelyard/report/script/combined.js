// From each class's own uncertainty to that of a number made of all of them: `steelyard.intervals.combined`. Levels are
// normal quantiles z here, so that none has to be turned into one.
import { normalBelow } from "./chance.js";

const HALVINGS = 50;
const together = (moves) => Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0));

/** A number, and how far each class alone moves it: a shifted gamma variable each; it moves no less far than if items are drawn anew. */
export class Combined {
  constructor(estimate, parts, { skewest, farthest }, bounds, bias = [0, 0], anew = undefined) {
    Object.assign(this, { estimate, parts, rules: { skewest, farthest }, bounds, bias, anew });
  }

  /** The quantile of each class (Wilson and Hilferty 1931). */
  quantiles(z, { mean, spread, skewness } = this.parts) {
    const { skewest } = this.rules;
    return mean.map((middle, c) => {
      const skew = Math.max(-skewest, Math.min(skewness[c], skewest));
      const at = Math.abs(skew) < 1e-6 ? z : (2 / skew) * (Math.max(1 + (skew * z) / 6 - skew ** 2 / 36, 0) ** 3 - 1);
      return middle + spread[c] * at;
    });
  }

  /** How far each class alone reaches below the number, and above it. */
  down(z, parts = this.parts) {
    return this.quantiles(-z, parts).map((move) => Math.min(move, 0));
  }

  up(z, parts = this.parts) {
    return this.quantiles(z, parts).map((move) => Math.max(move, 0));
  }

  /** How far all classes reach together: no less far than items drawn anew, unless all classes at their ends would not. */
  reach(moves, anew) {
    const most = Math.abs(moves.reduce((sum, move) => sum + move, 0));
    return Math.max(together(moves), Math.min(together(anew), most));
  }

  /** The number below which the truth is as seldom as a normal variable is below −z. */
  low(z) {
    return this.estimate - this.reach(this.down(z), this.anew ? this.down(z, this.anew) : []) - Math.max(...this.bias);
  }

  high(z) {
    return this.estimate + this.reach(this.up(z), this.anew ? this.up(z, this.anew) : []) - Math.min(...this.bias);
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
    const { estimate, parts, rules, bounds: [least, greatest], bias, anew } = this, turned = (numbers) => numbers.map((number) => -number);
    const over = ({ mean, spread, skewness }) => ({ mean: turned(mean), spread, skewness: turned(skewness) });
    return new Combined(-estimate, over(parts), rules, [-greatest, -least], turned(bias), anew && over(anew));
  }

  /** The class without whose uncertainty the number would be told from 0, if one carries most of the squared width. */
  limiting(z, { wide, decides }) {
    const above = this.up(wide), squares = this.down(wide).map((move, c) => move ** 2 + above[c] ** 2);
    const most = squares.indexOf(Math.max(...squares)), total = squares.reduce((sum, square) => sum + square, 0);
    if (!(total > 0 && squares[most] >= decides * total) || this.estimate === 0) return -1;
    const others = (this.estimate > 0 ? this.down(z) : this.up(z)).with(most, 0);
    return Math.abs(this.estimate) > together(others) ? most : -1;
  }
}
