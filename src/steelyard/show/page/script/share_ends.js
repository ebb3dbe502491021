// The intervals of rates that are shares of items, as `steelyard.intervals.rates` has them.
import { jeffreys } from "./jeffreys.js";
import { sumOf } from "./packed.js";

/** Of which items a rate is the share, and how many of them there are: of class c, [hits, items]. */
const SHARES = {
  recall: ({ rows, hits }, c) => [hits[c], rows[c]],
  precision: ({ columns, hits }, c) => [hits[c], columns[c]],
  specificity: ({ rows, columns, hits, n }, c) => [n - rows[c] - columns[c] + hits[c], n - rows[c]],
};

function sumsOf(matrix, C) {
  const [rows, columns, hits] = [0, 1, 2].map(() => new Float64Array(C));
  matrix.forEach((count, cell) => {
    const [truth, told] = [Math.floor(cell / C), cell % C];
    rows[truth] += count;
    columns[told] += count;
    if (truth === told) hits[truth] += count;
  });
  return { rows, columns, hits, n: sumOf(rows) };
}

/** Whether a rate is a share of items. */
export const isShare = (name) => name in SHARES;

/** The ends of the interval of a rate of class c: Jeffreys', of as many items of one weight as tell as much; without items, anything. */
export function shareEnds(name, matrix, squares, C, c, confidence) {
  const [[hits, items], [, squared]] = [matrix, squares].map((numbers) => SHARES[name](sumsOf(numbers, C), c)), told = items > 0 ? items ** 2 / squared : 0;
  return jeffreys(told && (hits / items) * told, told, confidence);
}

/** The ends of the intervals of a rate of each class: none of other rates, nor of a class that no item tells of. */
export function rateEnds(name, matrix, C, confidence, squares = matrix) {
  const sums = sumsOf(matrix, C);
  const ends = Array.from({ length: C }, (_, c) => (isShare(name) && SHARES[name](sums, c)[1] > 0 ? shareEnds(name, matrix, squares, C, c, confidence) : [NaN, NaN]));
  return { low: Float64Array.from(ends, ([low]) => low), high: Float64Array.from(ends, ([, high]) => high) };
}
