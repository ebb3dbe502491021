// How numbers are said, by the rules of steelyard.comparison.verdict and steelyard.show.numbers.

/** A number with a proper minus sign, none before 0. */
export function shown(value, digits = 3) {
  const text = value.toFixed(digits).replace("Infinity", "∞").replace("NaN", "–");
  return text.replace("-", Number(text) === 0 ? "" : "−");
}

/** How many decimals show all of some numbers. */
export function digitsOf(...sizes) {
  const known = sizes.map(Math.abs).filter((size) => size > 1e-9 && size < Infinity);
  return Math.min(9, Math.max(3, ...known.map((size) => Math.ceil(-Math.log10(size)))));
}

/** An interval, if there is one; that of groups which are all told alike has no width, and says nothing of how sure it is. A narrow one has one more digit, else its ends would look equal. */
export function between(low, high, digits = 3) {
  if (high - low < 1e-12) return "nothing varies";
  if (high - low < 2 * 10 ** -digits) digits += 1;
  return low <= high ? `${shown(low, digits)} – ${shown(high, digits)}` : "";
}

/** A probability; nothing is certain, so 0 and 1 are bounds. */
export function percent(chance) {
  const bound = chance < 0.0005 ? "below 0.1" : chance >= 0.9995 && "above 99.9";
  return `${bound || (100 * chance).toFixed(chance >= 0.1 && chance <= 0.9 ? 0 : 1)}\u00a0%`;
}

/** A p-value with what it is beside "p". */
export function pOf(p) {
  return p < 0.001 ? "< 0.001" : `= ${Number(p.toPrecision(2))}`;
}

export function portion(share) {
  return `${Number((100 * share).toPrecision(3))}\u00a0%`;
}

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
