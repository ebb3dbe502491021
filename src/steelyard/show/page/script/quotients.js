// How sure the rate of one class is, if it is a quotient of hits, misses, false alarms and the rest, as
// `steelyard.intervals.rates` has it: Jeffreys' interval of a share of some items, else draws of the four numbers. At
// other class shares, items weigh what makes their class as large.
import { gammas } from "./chance.js";
import { jeffreys } from "./jeffreys.js";
import { sumOf } from "./packed.js";

// Draws of one class, and of all classes together; and what there is of each of the four beforehand.
const [FEWEST_DRAWN, MOST_DRAWN, DRAWN_TOGETHER, BEFOREHAND] = [400, 4000, 2e5, 0.5];
// Beside all, what may be rounding.
const NEAR = 1e-6;

/** The cells of a matrix with each row times its factor. */
const scaled = (cells, factors) => cells.map((amount, cell) => amount * factors[Math.floor(cell / factors.length)]);

/** Row sums, column sums, the diagonal and all of a matrix. */
function sumsOf(cells, classes) {
  const [rows, columns, hits] = [0, 1, 2].map(() => new Float64Array(classes));
  cells.forEach((amount, cell) => {
    const [truth, told] = [Math.floor(cell / classes), cell % classes];
    rows[truth] += amount;
    columns[told] += amount;
    if (truth === told) hits[truth] += amount;
  });
  return { cells, rows, columns, hits, n: sumOf(rows) };
}

/** Hits, misses, false alarms and the rest of a class. */
function against({ cells, rows, columns, hits, n }, c) {
  const [misses, alarms] = [rows, columns].map((sums) => sums[c] - hits[c]), rest = n - rows[c] - alarms, { length } = rows;
  // What a difference leaves of little may be rounding alone.
  const counted = rest > NEAR * n ? rest : cells.reduce((sum, amount, cell) => sum + (Math.floor(cell / length) !== c && cell % length !== c && amount), 0);
  return Float64Array.of(hits[c], misses, alarms, counted);
}

/** Each class of a matrix against the rest, also at other class shares: how much there is of the four, and what one item weighs. */
export class FourNumbers {
  constructor(matrix, squares, classes, shares) {
    const { rows, n } = sumsOf(matrix, classes), factors = rows.map((size, i) => (!shares ? 1 : size > 0 ? (shares[i] * n) / size : 0));
    this.amounts = sumsOf(scaled(matrix, factors), classes);
    this.squares = sumsOf(scaled(squares, factors.map((factor) => factor ** 2)), classes);
  }

  of(c) {
    const [amounts, squares] = [this.amounts, this.squares].map((sums) => against(sums, c));
    return { amounts, scales: amounts.map((amount, place) => (amount > 0 ? squares[place] / amount : this.squares.n / this.amounts.n)) };
  }
}

const times = (line, numbers) => line.reduce((sum, factor, place) => sum + factor * numbers[place], 0);

/** The ends of the interval of a rate with this value, within its bounds. */
export function quotientEnds({ above, below }, { amounts, scales }, value, confidence, [least, greatest], classes = 2) {
  const isShare = above.every((factor, place) => (factor === 0 || factor === 1) && (below[place] === 1 || below[place] === factor));
  if (isShare) {
    const size = times(below, amounts), effective = size > 0 ? size ** 2 / times(below, amounts.map((amount, place) => amount * scales[place])) : 0;
    return jeffreys(effective && (times(above, amounts) / size) * effective, effective, confidence);
  }
  const used = [...above.keys()].filter((place) => above[place] || below[place]), [up, down] = [above, below].map((line) => used.map((place) => line[place] * scales[place]));
  const draws = Math.ceil(Math.max(FEWEST_DRAWN, Math.min(MOST_DRAWN, DRAWN_TOGETHER / classes)));
  const drawn = Float64Array.from(gammas(used.map((place) => amounts[place] / scales[place] + BEFOREHAND), draws), (items) => times(up, items) / times(down, items)).sort();
  const at = (share) => {
    const place = share * (draws - 1), low = Math.floor(place);
    return drawn[low] + (place - low) * (drawn[Math.min(low + 1, draws - 1)] - drawn[low]);
  };
  const within = (end) => Math.min(Math.max(end, least), greatest), tail = (1 - confidence) / 2;
  return [within(Math.min(at(tail), value)), within(Math.max(at(1 - tail), value))];
}
