// A confusion matrix as rows of counts, a row per truth.
const PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
export const transposed = (matrix) => matrix.map((_, j) => matrix.map((row) => row[j]));

/** The rows with other sums; empty ones stay so. */
function withSums(matrix, sums) {
  return matrix.map((row, i, _, size = sumOf(row)) => row.map((count) => count && (count * sums[i]) / size));
}

/** The matrix of flat counts; at class shares, if there are any, as Confusion.at_priors has it. */
export function matrixAt(counts, shares) {
  const C = Math.sqrt(counts.length), all = sumOf(counts);
  const matrix = Array.from({ length: C }, (_, i) => [...counts.slice(i * C, i * C + C)]);
  return shares ? withSums(matrix, shares.map((share) => share * all)) : matrix;
}

/** What cells show: "counts", percent of the "row" or "column", or the "difference" to another matrix. */
export function cellsOf(shows, matrix, other) {
  const percents = (rows) => withSums(rows, rows.map(() => 100));
  if (shows === "row") return percents(matrix);
  if (shows === "column") return transposed(percents(transposed(matrix)));
  return shows === "counts" ? matrix : matrix.map((row, i) => row.map((count, j) => count - other[i][j]));
}

/** How strong the colour of a cell is, from 0 to 1, by the logarithm; the least is still seen. */
export function shadeOf(value, most) {
  return value && Math.min(1, 0.2 + (0.8 * Math.log1p(Math.abs(value))) / Math.log1p(most));
}

/** The 15 largest of the cells that are `wanted(truth, prediction)`: [[truth, prediction, count]]. */
export function largestCells(matrix, wanted) {
  const cells = matrix.flatMap((row, i) => row.map((count, j) => [i, j, count]));
  return cells.filter(([i, j, count]) => count && wanted(i, j)).sort((a, b) => b[2] - a[2]).slice(0, 15);
}

/** The places of some values in their order; undefined ones last, equal ones as they come. */
export function sortedPlaces(values, down) {
  const keys = Array.from(values, (value) => (Number.isNaN(value) ? Infinity : down ? -value : value));
  return [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
}

/** A count, perhaps a fraction at other class shares, or percent; hardly anything is not nothing. */
export function counted(count) {
  return count && Math.abs(count) < 0.05 ? "≈ 0" : PLAIN.format(count).replace("-", "−");
}
