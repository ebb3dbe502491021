import { sumOf } from "./packed.js";

/** The share of the normal distribution below x: a series near 0 and a continued fraction far out, both to 14 digits. */
export function normalBelow(x) {
  if (Number.isNaN(x)) return NaN;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI), far = Math.abs(x);
  if (far > 4) {
    let fraction = far;
    for (let k = 60; k; k--) fraction = far + k / fraction;
    return x < 0 ? density / fraction : 1 - density / fraction;
  }
  let term = x, sum = x;
  for (let k = 3; k < 120; k += 2) sum += term *= (x * x) / k;
  return 0.5 + density * sum;
}

/** Numbers drawn evenly from 0 to 1, 0 left out, the same for the same seed: Mulberry32. */
function uniform(seed) {
  let state = seed;
  return () => {
    let bits = (state = (state + 0x6d2b79f5) | 0);
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return 1 - ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Weights drawn evenly from all there are. */
export function* evenWeights(classes, draws, seed = 1) {
  for (const next = uniform(seed); draws--; ) {
    const weights = Float64Array.from({ length: classes }, () => -Math.log(next()));
    const sum = sumOf(weights);
    yield weights.map((weight) => weight / sum);
  }
}

/** Gamma variables of some shapes, drawn together so many times (Marsaglia and Tsang 2000). */
export function* gammas(shapes, draws, seed = 1) {
  const next = uniform(seed), normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const drawn = (shape) => {
    if (shape < 1) return shape > 0 ? drawn(shape + 1) * next() ** (1 / shape) : 0;
    for (const d = shape - 1 / 3; ; ) {
      const x = normal(), v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(next()) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v;
    }
  };
  for (; draws--; ) yield shapes.map(drawn);
}
