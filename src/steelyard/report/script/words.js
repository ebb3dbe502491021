// How numbers are said, by the rules of steelyard.comparison.verdict.

/** A number with a proper minus sign, none before 0.000. */
export function shown(value, digits = 3) {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = value.toFixed(digits);
  return text.replace("-", Number(text) === 0 ? "" : "−");
}

/** How many decimals show all of some numbers. */
export function digitsOf(...sizes) {
  const known = sizes.map(Math.abs).filter((size) => Number.isFinite(size) && size > 1e-9);
  return Math.min(9, Math.max(3, ...known.map((size) => Math.ceil(-Math.log10(size)))));
}

/** A probability as people read it: nothing is certain, so 0 and 1 are bounds. */
export function percent(chance) {
  if (chance < 0.0005) return "below 0.1\u00a0%";
  if (chance >= 0.9995) return "above 99.9\u00a0%";
  return `${(100 * chance).toFixed(chance >= 0.1 && chance <= 0.9 ? 0 : 1)}\u00a0%`;
}

/** A share of a whole, to three digits. */
export function portion(share) {
  return `${Number((100 * share).toPrecision(3))}\u00a0%`;
}
