// The interval of a share of some items: `jeffreys` of `steelyard.intervals.rates`.

/** The logarithm of the gamma function, to 14 digits (Lanczos, g = 7). */
function logGamma(x) {
  const parts = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  const t = x + 6.5, sum = parts.reduce((all, part, i) => all + (i ? part / (x - 1 + i) : part));
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The share of a beta distribution below x: a continued fraction (Lentz). */
export function betaBelow(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a, tiny = 1e-300;
  let c = 1, d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny), fraction = d;
  for (let m = 1; m < 10000; m++) {
    for (const term of [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))]) {
      d = 1 / (1 + term * d || tiny);
      c = 1 + term / c || tiny;
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** Jeffreys' interval of x of n items, at a level. */
export function jeffreys(x, n, confidence) {
  const at = (share) => {
    let [low, high] = [0, 1];
    for (let step = 60; step--; ) {
      const middle = (low + high) / 2;
      if (betaBelow(middle, x + 0.5, n - x + 0.5) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return [x <= 0 ? 0 : at((1 - confidence) / 2), x >= n ? 1 : at((1 + confidence) / 2)];
}
