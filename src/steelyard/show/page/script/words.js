// How numbers are said, by the rules of steelyard.show.verdict and steelyard.show.numbers.

/** A number with so many decimals; of two that are as near, the one with an even last digit, as Python has it: toFixed takes the larger. */
export function fixed(value, digits) {
  const text = value.toFixed(digits);
  if (Math.abs(value * 10 ** digits) % 1 !== 0.5) return text;
  // With all its decimals, which show whether it is in the middle, and what it is without the last.
  const [whole, decimals] = value.toFixed(100).split(".");
  const below = digits ? `${whole}.${decimals.slice(0, digits)}` : whole;
  return /^50*$/.test(decimals.slice(digits)) && /[02468]$/.test(below) ? below : text;
}

/** A number with a proper minus sign, none before 0. */
export function shown(value, digits = 3) {
  const text = fixed(value, digits).replace("Infinity", "∞").replace("NaN", "–");
  return text.replace("-", Number(text) === 0 ? "" : "−");
}

/** How many decimals show all of some numbers. */
export function digitsOf(...sizes) {
  const known = sizes.map(Math.abs).filter((size) => size > 1e-9 && size < Infinity);
  return Math.min(9, Math.max(3, ...known.map((size) => Math.ceil(-Math.log10(size)))));
}

/** An interval, if there is one; that of groups which are all told alike has no width, and says nothing of how sure it is. A narrow one has one more digit, else its ends would look equal; beside a minus sign stands a word, as a dash could be taken for another. */
export function between(low, high, digits = 3) {
  if (high - low < 1e-12) return "nothing varies";
  if (high - low < 2 * 10 ** -digits) digits += 1;
  const first = shown(low, digits);
  return low <= high ? `${first} ${first.startsWith("−") ? "to" : "–"} ${shown(high, digits)}` : "";
}

/** A probability; nothing is certain, so 0 and 1 are bounds. */
export function percent(chance) {
  const bound = chance < 0.0005 ? "below 0.1" : chance >= 0.9995 && "above 99.9";
  return `${bound || fixed(100 * chance, chance >= 0.1 && chance <= 0.9 ? 0 : 1)}\u00a0%`;
}

/** A p-value with what it is, on one line. */
export function pOf(p) {
  // Its exponent, also where it is rounded to one more.
  const exponent = Number(p.toExponential(1).split("e")[1]);
  return p < 0.001 ? "p\u00a0<\u00a00.001" : `p\u00a0=\u00a0${Number(fixed(p, 1 - exponent))}`;
}

export function portion(share) {
  return `${Number((100 * share).toPrecision(3))}\u00a0%`;
}

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
