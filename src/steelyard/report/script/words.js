// How numbers and lists are said, by the rules of steelyard.comparison.verdict.

/** A number with a proper minus sign, none before 0.000; "–" if undefined. */
export function shown(value, digits = 3) {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = value.toFixed(digits);
  return text.replace("-", Number(text) === 0 ? "" : "−");
}

/** How many decimals show all of some numbers, such as the ends and the width of an interval: three to nine. */
export function digitsOf(...sizes) {
  const known = sizes.map(Math.abs).filter((size) => Number.isFinite(size) && size > 1e-9);
  return Math.min(9, Math.max(3, ...known.map((size) => Math.ceil(-Math.log10(size)))));
}

/** A probability as people read it: nothing is certain, so 0 and 1 are bounds. */
export function percent(chance) {
  if (chance < 0.0005) return "below 0.1 %";
  if (chance >= 0.9995) return "above 99.9 %";
  return `${(100 * chance).toFixed(chance >= 0.1 && chance <= 0.9 ? 0 : 1)} %`;
}

/** A share of a whole, to three digits: 42.9 %, 0.1 %, 0.00123 %. */
export function portion(share) {
  return `${Number((100 * share).toPrecision(3))} %`;
}

/** A count with its noun: "1,599 items", "1 class". */
export function amount(number, noun) {
  const ending = number === 1 ? "" : noun.endsWith("s") ? "es" : "s";
  return `${number.toLocaleString("en")} ${noun}${ending}`;
}

/** The parts of a sentence that lists things: "a, b and c". */
export function listed(things) {
  return things.flatMap((thing, i) => (i ? [i === things.length - 1 ? " and " : ", ", thing].flat() : thing));
}

/** A name of a class or model as a part of a sentence, which the page sets apart from the words around it. */
export function named(name) {
  return { name };
}

/** What a metric is called: its title with its parameters. */
export function titled({ name, title }) {
  return title + name.replace(/^[^(]*/, name.includes("(") ? " " : "");
}
