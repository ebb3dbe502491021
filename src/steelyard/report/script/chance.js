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

/** Weights drawn evenly from all there are, the same for the same seed. */
export function* evenWeights(classes, draws, seed = 1) {
  let state = seed;
  const uniform = () => { // Mulberry32
    let bits = (state = (state + 0x6d2b79f5) | 0);
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  for (; draws--; ) {
    const weights = Float64Array.from({ length: classes }, () => -Math.log(1 - uniform()));
    const sum = weights.reduce((a, b) => a + b, 0);
    yield weights.map((weight) => weight / sum);
  }
}
