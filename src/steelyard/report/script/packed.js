/** Packed numbers as one flat array: a list, of lists or not, one number, or what differs from a fill. */
export function unpack(packed) {
  if (packed === null || typeof packed !== "object") return Float64Array.of(Number(packed));
  const listed = Array.isArray(packed) ? packed : packed.values;
  const numbers = new Float64Array(Array.isArray(listed[0]) ? listed.flat(Infinity).map(Number) : listed.map(Number));
  if (listed === packed) return numbers;
  const found = new Float64Array(packed.n).fill(Number(packed.fill));
  let place = -1;
  numbers.forEach((number, i) => (found[(place += packed.at[i])] = number));
  return found;
}
