/** How far a value is ahead of another in its favour, 0 if they differ by rounding alone (`steelyard.measuring.lead`). */
export function leadOf(first, second, { sign, rounding }, tied) {
  if (first === second) return 0;
  const lead = first - second;
  const least = Math.max(tied * Math.max(Math.abs(first), Math.abs(second)), rounding);
  return Number.isFinite(lead) && Math.abs(lead) <= least ? 0 : sign * lead;
}

/** Which of some values are the best; none where no two that are defined differ (`steelyard.measuring.lead`). */
export function firstOf(ranks) {
  return ranks.some((rank) => rank > 1) ? [...ranks.keys()].filter((k) => ranks[k] === 1) : [];
}

/** The rank of each of some values, 1 the best; those that tie share the smallest, what is undefined has none. */
export function ranksOf(values, metric, tied) {
  return values.map((own) => (Number.isNaN(own) ? NaN : 1 + values.filter((other) => leadOf(other, own, metric, tied) > 0).length));
}
